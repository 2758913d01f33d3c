// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the thread form of a kernel: the parts that every mapping needs.

#ifndef SINTER_COMPILER_SCHEDULE_THREADBUILDER_H
#define SINTER_COMPILER_SCHEDULE_THREADBUILDER_H

#include "compiler/Analysis/KernelDims.h"
#include "dialects/Kernel/IR/Kernel.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <utility>

namespace sinter {

/// What the values of a kernel are at one place of the thread's code: the indices of the domain's dimensions, and the
/// scalars and vectors already computed there.
struct ThreadScope {
  /// Neighbouring dimensions whose indices came from one row-major number: what walks them as one uses it.
  struct Run {
    mlir::Value linear;
    llvm::SmallVector<unsigned> dims;
  };
  /// One index a dimension; the vectorised one is that of lane 0.
  llvm::SmallVector<mlir::Value> indices;
  llvm::SmallVector<Run> runs;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
};

/// Whether data decides neither the place of `load` nor whether it is made.
bool isPlainRead(kernel::LoadOp load);

/// Registers for what `load` reads, values of `type`, in `count` turns: of 16 bits in the type that it has in memory.
mlir::Value holdReads(mlir::ImplicitLocOpBuilder &b, kernel::LoadOp load, int64_t count, mlir::Type type, llvm::StringRef name);

/// The plain reads of a kernel for which `isWanted` holds, in its order, as far as `mostBytes` of a thread hold what they read in `count` turns.
llvm::SmallVector<kernel::LoadOp> chooseReadsAhead(kernel::FuncOp kernel, int64_t count, int64_t vector, int64_t mostBytes, llvm::function_ref<bool(kernel::LoadOp)> isWanted);

class ThreadBuilder {
public:
  ThreadBuilder(kernel::FuncOp source, unsigned vectorDim, int64_t vector);

  /// The same kernel's values with another vector, where `other` builds.
  ThreadBuilder(const ThreadBuilder &other, int64_t vector);

  /// The empty thread form: views and symbols, grid and threads as given.
  kernel::ThreadFuncOp create(mlir::AffineExpr grid, int64_t threads, llvm::StringRef comment);

  /// The value of `value` at `scope`, made with all that it needs and is not yet in `scope`.
  mlir::Value emit(mlir::Value value, ThreadScope &scope);
  /// A plain read, or 0, and not read, where `predicate` does not hold; null where its lanes lie apart.
  mlir::Value readWhere(kernel::LoadOp load, mlir::Value predicate, ThreadScope &scope);
  void emitStore(kernel::StoreOp store, ThreadScope &scope);
  /// All of `stores`, after enough loads for them that no computation, and no store that might be to the same memory, keeps the memory waiting.
  void emitStores(llvm::ArrayRef<kernel::StoreOp> stores, ThreadScope &scope);

  /// Vectors begin where a place and `start`, both at element 0 of the vectorised dimension, differ by a multiple of the vector; without a start, where a place is one. What
  /// is contiguous but not so is read and written in pieces.
  void alignTo(mlir::AffineExpr start);

  /// While it lives, `builder` makes values of one element.
  class SingleElements {
  public:
    explicit SingleElements(ThreadBuilder &builder) : builder(builder), vector(std::exchange(builder.vector, 1)) {}
    ~SingleElements() { builder.vector = vector; }
    SingleElements(const SingleElements &) = delete;
    SingleElements &operator=(const SingleElements &) = delete;

  private:
    ThreadBuilder &builder;
    int64_t vector;
  };

  /// Whether the value has lanes in this mapping. A condition that holds in all lanes of a vector or in none has not.
  bool hasLanes(mlir::Value value) const { return vector > 1 && dims.variesOver(value, vectorDim) && !uniform.contains(value); }
  mlir::Type laneType(mlir::Type scalar) const;
  /// `value` with lanes, repeated where it has none.
  mlir::Value widen(mlir::Value value);

  mlir::Value constant(int64_t value);
  /// An affine expression of `operands` (d0, d1, …) and the kernel's symbols.
  mlir::Value index(mlir::AffineExpr expr, mlir::ValueRange operands, llvm::StringRef name = "");
  mlir::AffineExpr extentProduct(llvm::function_ref<bool(unsigned)> isIn) const;
  /// The indices of the dimensions `which` (ascending) for row-major number `linear`.
  void delinearize(mlir::Value linear, llvm::ArrayRef<unsigned> which, ThreadScope &scope);

  mlir::MLIRContext *getContext() { return source.getContext(); }

  kernel::FuncOp source;
  kernel::ThreadFuncOp target;
  mlir::ImplicitLocOpBuilder b;
  KernelDims dims;

private:
  mlir::Value emitLoad(kernel::LoadOp load, ThreadScope &scope);
  /// A vector of `view`, or 0 where `predicate`, if there is one, does not hold.
  mlir::Value readVector(mlir::Type type, mlir::Value view, mlir::Value offset, mlir::Value predicate, bool isAligned);
  mlir::Value emitIndex(kernel::IndexOp op, ThreadScope &scope);
  mlir::Value emitScalarOp(mlir::Operation *op, ThreadScope &scope);
  /// `map` with each run of `scope` that it walks as one dimension replaced by the run's number, which takes the place of its last
  /// dimension in `indices`.
  mlir::AffineMap joinRuns(mlir::AffineMap map, const ThreadScope &scope, llvm::SmallVectorImpl<mlir::Value> &indices) const;
  /// The operands of a place map: the domain's indices, the kernel's symbols, then `data` as indices.
  llvm::SmallVector<mlir::Value> placeOperands(llvm::ArrayRef<mlir::Value> indices, mlir::ValueRange data, ThreadScope &scope, bool withLanes);
  mlir::Value place(mlir::AffineMap map, mlir::ValueRange data, ThreadScope &scope);
  mlir::Value lanePlaces(mlir::AffineMap map, mlir::ValueRange data, ThreadScope &scope);
  bool isContiguous(mlir::AffineMap map, mlir::ValueRange data) const;
  /// Whether what is contiguous is an aligned vector.
  bool isAligned(mlir::AffineMap map) const { return isAlignedTo(map.getResult(0), vectorDim, vector, alignedStart); }
  /// Notes the conditions that all lanes of a vector have in common: comparisons of places with where a vector begins, and what is made of them.
  void findUniform();
  bool isSameInAllLanes(mlir::Operation *op) const;
  mlir::Value emitFirstLane(mlir::Value value, ThreadScope &scope);
  mlir::Value viewOf(mlir::Value view) const;

  unsigned vectorDim;
  int64_t vector;
  mlir::AffineExpr alignedStart; // null: vectors begin at multiples of themselves
  llvm::DenseSet<mlir::Value> uniform;
};

/// Mappings: each builds the thread form of `source` as its schedule says.
kernel::ThreadFuncOp buildPointwise(kernel::FuncOp source);
kernel::ThreadFuncOp buildRows(kernel::FuncOp source);
kernel::ThreadFuncOp buildScans(kernel::FuncOp source);
kernel::ThreadFuncOp buildTiles(kernel::FuncOp source);

} // namespace sinter

#endif // SINTER_COMPILER_SCHEDULE_THREADBUILDER_H
