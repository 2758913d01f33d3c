// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a type's extents are under values of its symbols.

#ifndef SINTER_COMPILER_FUZZER_EXTENTS_H
#define SINTER_COMPILER_FUZZER_EXTENTS_H

#include "compiler/Fuzzer/PlanRunner.h"

#include "mlir/IR/BuiltinTypes.h"

#include <vector>

namespace sinter::fuzz {

/// A symbol without a value counts as 1.
std::vector<int64_t> extentsOf(mlir::RankedTensorType type, const SymbolValues &symbols);

rt::HostTensor copyTensor(const rt::HostTensor &tensor);

} // namespace sinter::fuzz

#endif // SINTER_COMPILER_FUZZER_EXTENTS_H
