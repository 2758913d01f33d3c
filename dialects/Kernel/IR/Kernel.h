// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `kernel` dialect: its types, attributes and operations.

#ifndef SINTER_DIALECTS_KERNEL_IR_KERNEL_H
#define SINTER_DIALECTS_KERNEL_IR_KERNEL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace sinter::kernel {
/// Every GPU that forms clusters allows this many blocks in one; more need a permission, and not all give it.
inline constexpr int64_t mostBlocksOfCluster = 8;
} // namespace sinter::kernel

#include "dialects/Kernel/IR/KernelDialect.h.inc"
#include "dialects/Kernel/IR/KernelEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Kernel/IR/KernelTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Kernel/IR/KernelAttrs.h.inc"
#define GET_OP_CLASSES
#include "dialects/Kernel/IR/KernelOps.h.inc"

#endif // SINTER_DIALECTS_KERNEL_IR_KERNEL_H
