// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fusion groups: verifiers.

#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;
using namespace sinter;

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterGroupOps.cpp.inc"

LogicalResult GroupOp::verify() {
  Block &block = getBody().front();
  if (block.getArgumentTypes() != getInputs().getTypes())
    return emitOpError("expected the body's arguments to have the inputs' types");
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || yield.getValues().getTypes() != getResultTypes())
    return emitOpError("expected the body to end in `sinter.yield` of the results' types");
  return success();
}
