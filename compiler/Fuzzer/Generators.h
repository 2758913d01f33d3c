// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that need attributes or operands of a shape of their own: one generator each.

#ifndef SINTER_COMPILER_FUZZER_GENERATORS_H
#define SINTER_COMPILER_FUZZER_GENERATORS_H

#include "compiler/Fuzzer/GraphBuilder.h"

namespace sinter::fuzz {

/// Appends the operator `name` with a principal operand (or else result) of `element` and `rank`; null where there is none.
using Generate = mlir::Operation *(*)(GraphBuilder &g, llvm::StringRef name, mlir::Type element, int64_t rank);

/// The generator of the operator `name` ("sinter.slice"); null for those that are made of what their interfaces say.
Generate findGenerator(llvm::StringRef name);

/// Those of PlaceGenerators.cpp, by the name without the dialect.
Generate findPlaceGenerator(llvm::StringRef name);

/// i64 or i32.
mlir::Type anyIndexType(GraphBuilder &g);

/// A reduction, over some of the axes.
mlir::Operation *generateReduction(GraphBuilder &g, llvm::StringRef name, mlir::Type element, int64_t rank);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_GENERATORS_H
