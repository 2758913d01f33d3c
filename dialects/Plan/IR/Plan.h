// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `plan` dialect.

#ifndef SINTER_DIALECTS_PLAN_IR_PLAN_H
#define SINTER_DIALECTS_PLAN_IR_PLAN_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/Plan/IR/PlanDialect.h.inc"
#include "dialects/Plan/IR/PlanEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Plan/IR/PlanAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Plan/IR/PlanTypes.h.inc"
#define GET_OP_CLASSES
#include "dialects/Plan/IR/PlanOps.h.inc"

#endif // SINTER_DIALECTS_PLAN_IR_PLAN_H
