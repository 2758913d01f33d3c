// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All operators that graphs may be made of, as the registry has them, and for which element types and ranks.

#ifndef SINTER_COMPILER_FUZZER_CATALOG_H
#define SINTER_COMPILER_FUZZER_CATALOG_H

#include "compiler/Fuzzer/Generators.h"

#include <map>
#include <string>
#include <vector>

namespace sinter::fuzz {

/// The element types of operands and result, and the attributes, that an elementwise operator is made with.
struct ElementwiseForm {
  llvm::SmallVector<mlir::Type> operands;
  mlir::Type result;
  llvm::SmallVector<mlir::NamedAttribute> attributes;
};

/// An operator, or one of its kinds ("gelu erf").
struct OperatorEntry {
  std::string label;
  std::string name; // "sinter.gelu"
  Generate generate = nullptr;
  /// By element type: the forms of an elementwise operator.
  std::map<std::string, std::vector<ElementwiseForm>> forms;

  mlir::Operation *emit(GraphBuilder &g, mlir::Type element, int64_t rank) const;
};

/// An operator on one element type at one rank.
struct Cell {
  size_t entry;
  size_t type; // of Catalog::types
  int64_t rank;
};

class Catalog {
public:
  explicit Catalog(mlir::MLIRContext *context);

  /// Element types that kernels have.
  const std::vector<mlir::Type> &types() const { return elementTypes; }
  const std::vector<OperatorEntry> &entries() const { return operators; }
  /// All that some graph has, in a fixed order.
  const std::vector<Cell> &cells() const { return legal; }
  /// Registered operators of graphs that nothing here can make.
  const std::vector<std::string> &forgotten() const { return withoutGenerator; }

private:
  void listElementTypes();
  void addElementwise(mlir::RegisteredOperationName name);
  void addGenerated(mlir::RegisteredOperationName name, Generate generate);
  void findCells();

  mlir::MLIRContext *context;
  std::vector<mlir::Type> elementTypes;
  std::vector<OperatorEntry> operators;
  std::vector<Cell> legal;
  std::vector<std::string> withoutGenerator;
};

/// How a count of operators names one: label, element type and rank of the operand (or else result) that they are counted by.
struct CellName {
  std::string label, type;
  int64_t rank;
};
CellName nameOf(mlir::Operation *op);

std::string textOf(mlir::Type type);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_CATALOG_H
