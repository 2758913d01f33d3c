// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What shape operators are written in: strided views of memory, and the border to whoever builds scalars at an index.

#ifndef SINTER_DIALECTS_SINTER_IR_INDEXING_H
#define SINTER_DIALECTS_SINTER_IR_INDEXING_H

#include "dialects/Sinter/IR/ScalarBuilder.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace sinter {

enum class ReductionKind : uint32_t { Sum, Product, Max, Min, Or, And };

/// The symbols in scope and their numbering: symbol i of every AffineExpr is `names[i]`.
class SymbolScope {
public:
  explicit SymbolScope(mlir::MLIRContext *context) : context(context) {}
  /// The number of `name`, added where it is new.
  unsigned number(llvm::StringRef name);
  llvm::ArrayRef<std::string> names() const { return symbolNames; }
  /// The extents of `type` in this numbering.
  llvm::SmallVector<mlir::AffineExpr> extents(mlir::RankedTensorType type);
  mlir::MLIRContext *getContext() const { return context; }

private:
  mlir::MLIRContext *context;
  llvm::SmallVector<std::string> symbolNames;
};

/// Element (i0, i1, …) lies at `offset + sum(i * stride)`, in elements of the buffer.
struct StridedView {
  mlir::AffineExpr offset;
  llvm::SmallVector<mlir::AffineExpr> extents;
  llvm::SmallVector<mlir::AffineExpr> strides;
  /// Whether some stride is a negative step times extents: a symbolic one does not show it.
  bool goesBack = false;

  /// Row-major without gaps, from the buffer's start.
  static StridedView dense(llvm::ArrayRef<mlir::AffineExpr> extents, mlir::MLIRContext *context);
  bool isDense() const;
};

/// What must hold of extents so that every element of an operator's result has its place: `expr` is 0 where `isEqual`, else 0 or more.
struct Requirement {
  mlir::AffineExpr expr;
  bool isEqual;
  /// For the message: "as many elements after a reshape as before".
  std::string text;
};

/// Builds the scalar of a tensor at an index. Dimension i of the expressions is the kernel's dimension i, symbols are
/// the kernel's extents and the values that asIndex() gave.
class IndexingBuilder {
public:
  virtual ~IndexingBuilder() = default;
  virtual mlir::MLIRContext *getContext() = 0;
  virtual SymbolScope &symbols() = 0;
  /// The scalar of `tensor` at `indices`, in its compute type.
  virtual mlir::Value at(mlir::Value tensor, llvm::ArrayRef<mlir::AffineExpr> indices) = 0;
  /// `scalar`, an i64 or i32, as an expression; brought into [0, extent): negative values count from the end, others
  /// are clamped.
  virtual mlir::AffineExpr asIndex(mlir::Value scalar, mlir::AffineExpr extent) = 0;
  /// `scalar`, an i64, as an expression; brought into [0, extent): clamped, negative values too.
  virtual mlir::AffineExpr clamped(mlir::Value scalar, mlir::AffineExpr extent) = 0;
  /// `expr` as a scalar of `type`'s compute type.
  virtual mlir::Value fromIndex(mlir::AffineExpr expr, mlir::Type type) = 0;
  /// `onLess` where lhs < rhs, else `onElse`; loads of the branch not taken are not made.
  virtual mlir::Value selectLess(mlir::AffineExpr lhs, mlir::AffineExpr rhs, llvm::function_ref<mlir::Value()> onLess,
                                 llvm::function_ref<mlir::Value()> onElse) = 0;
  /// The same by a scalar of type i1.
  virtual mlir::Value selectIf(mlir::Value condition, llvm::function_ref<mlir::Value()> onTrue, llvm::function_ref<mlir::Value()> onFalse) = 0;
  /// What `build` makes with scalar arithmetic, rounded to `element`. `build` may not be called where only reads matter.
  virtual mlir::Value compute(llvm::function_ref<mlir::Value(ScalarBuilder &)> build, mlir::Type element) = 0;
  /// Word `position` of the random stream of `seed` from counter `offset` on, an i32.
  virtual mlir::Value randomBits(mlir::Value seed, mlir::Value offset, mlir::AffineExpr position) = 0;
};

/// Builds what a reduction makes of a row of its operand.
class FoldBuilder {
public:
  explicit FoldBuilder(ScalarBuilder &scalars, bool isUnsigned = false) : s(scalars), isUnsigned(isUnsigned) {}
  virtual ~FoldBuilder() = default;
  /// `x`, which varies along the row, folded.
  virtual mlir::Value fold(ReductionKind kind, mlir::Value x) = 0;
  /// The number of the element in its row, row-major over the folded axes: an i64.
  virtual mlir::Value position() = 0;
  /// How many elements a row has: an i64, and the most that it can have where that is known to be below 2^31.
  virtual mlir::Value count() = 0;
  virtual std::optional<int64_t> mostElements() = 0;

  /// Folds order integers as signed. An element without a sign has its upper bit turned, which brings signed order to that of
  /// such numbers; turned once more, it is itself.
  mlir::Value turned(mlir::Value x);

  /// Scalar arithmetic, before and after folds.
  ScalarBuilder &s;

private:
  /// Whether elements are unsigned integers of 32 or 64 bits.
  bool isUnsigned;
};

/// `x` folded, and divided by the number of elements for a mean.
mlir::Value buildFold(FoldBuilder &f, mlir::Value x, ReductionKind kind, bool isMean);
/// The position of the greatest or least `x`, as sinter.argmax and sinter.argmin have it.
mlir::Value buildArgFold(FoldBuilder &f, mlir::Value x, ReductionKind kind, bool selectLast);
/// The first `number` elements of a row in order, then their positions, as sinter.topk has them.
llvm::SmallVector<mlir::Value> buildFirstInOrder(FoldBuilder &f, mlir::Value x, ReductionKind kind, int64_t number);

} // namespace sinter

#endif // SINTER_DIALECTS_SINTER_IR_INDEXING_H
