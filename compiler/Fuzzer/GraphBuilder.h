// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph under construction: its values and what they hold, and operands of wanted types found among them or made from them.

#ifndef SINTER_COMPILER_FUZZER_GRAPHBUILDER_H
#define SINTER_COMPILER_FUZZER_GRAPHBUILDER_H

#include "compiler/Fuzzer/PlanRunner.h"
#include "compiler/Fuzzer/Random.h"
#include "compiler/Fuzzer/Values.h"
#include "compiler/Reference/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace sinter::fuzz {

constexpr int64_t mostRank = 6;

/// Arguments for one run of a graph.
struct Trial {
  SymbolValues symbols;
  Tensors inputs;
};

/// A module with a function @main, and what to run it on.
struct FuzzGraph {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Trial> trials;
  /// Every kernel gets a smaller schedule by so many steps, or is cut, as one that spills registers on a GPU: on the CPU path none does.
  int64_t reliefSteps = 0;

  mlir::func::FuncOp main() const;
};

class GraphBuilder {
public:
  /// With `evaluate`, values of the first trial steer what becomes an operand of what.
  GraphBuilder(mlir::MLIRContext *context, uint64_t seed, uint64_t number, bool evaluate = true);

  mlir::ImplicitLocOpBuilder &builder() { return b; }
  mlir::MLIRContext *context() { return b.getContext(); }

  /// A type whose extents come from the graph's own, so that it has to do with the others.
  mlir::RankedTensorType randomType(mlir::Type element, int64_t rank);

  /// A value of this element type and rank: there already, made from another one, or a new argument.
  mlir::Value pick(mlir::Type element, int64_t rank);
  /// A value of just this type.
  mlir::Value like(mlir::RankedTensorType type);
  mlir::Value newArgument(mlir::RankedTensorType type);
  mlir::Value newArgument(mlir::RankedTensorType type, Flavour flavour);

  /// The operator `name`, at the end of the graph; it infers its one result where none is given, or several where it is told to. Null where it is not valid, or too large.
  mlir::Operation *emit(llvm::StringRef name, mlir::ValueRange operands, mlir::TypeRange resultTypes, llvm::ArrayRef<mlir::NamedAttribute> attributes = {},
                        bool infersTypes = false);

  /// The extent that a dimension has at most, over all trials.
  int64_t greatestExtent(mlir::RankedTensorType type, int64_t dim) const;
  int64_t greatestCount(mlir::RankedTensorType type) const;
  /// Whether `type` has as few elements as all values of a graph.
  bool isSmall(mlir::RankedTensorType type) const;

  size_t operatorCount() const { return operators; }
  /// Everything that nothing reads is returned, and some of what is read.
  FuzzGraph finish();

  Random random;

private:
  void chooseExtents();
  void chooseTwoLong();
  mlir::Value convert(mlir::Type element, int64_t rank);
  mlir::Value widen(mlir::Value value, int64_t rank);
  mlir::Value narrow(mlir::Value value, int64_t rank);
  mlir::Value turn(mlir::Value value);
  mlir::Value newTurned(mlir::RankedTensorType type);
  mlir::Value widenTo(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value best(llvm::ArrayRef<mlir::Value> candidates);
  bool isTame(mlir::Value value) const;
  bool evaluateOn(mlir::Operation *op);
  bool inferTypes(mlir::Operation *op);

  mlir::ImplicitLocOpBuilder b;
  FuzzGraph graph;
  mlir::func::FuncOp main;
  uint64_t seed, number;
  bool steers;
  bool hasSpecials;
  bool turns = false;
  size_t operators = 0;
  /// The extents of the graph's largest shape, in order; others pick from them.
  llvm::SmallVector<mlir::AffineExpr> master;
  std::vector<std::string> symbolNames;
  std::vector<mlir::Value> values;
  llvm::DenseMap<mlir::Value, rt::HostTensor> known;
};

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_GRAPHBUILDER_H
