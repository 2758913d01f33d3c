// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What symbols count as where bytes are to be numbers.

#ifndef SINTER_COMPILER_EXPLAIN_SYMBOLVALUES_H
#define SINTER_COMPILER_EXPLAIN_SYMBOLVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>

namespace sinter {

class SymbolValues {
public:
  /// For a symbol without a value: the greatest of its range as `function` declares it; 4096 where it sets no limit, or
  /// a higher one and `isBounded`.
  explicit SymbolValues(mlir::func::FuncOp function, bool isBounded = true)
      : function(function), isBounded(isBounded) {}

  void set(llvm::StringRef symbol, int64_t value) { given[symbol] = value; }
  int64_t of(llvm::StringRef symbol) const;

  /// The elements of `type`.
  uint64_t countElements(mlir::RankedTensorType type) const;
  /// Their bytes in memory.
  uint64_t countBytes(mlir::RankedTensorType type) const;

private:
  mlir::func::FuncOp function;
  bool isBounded;
  llvm::StringMap<int64_t> given;
};

} // namespace sinter

#endif // SINTER_COMPILER_EXPLAIN_SYMBOLVALUES_H
