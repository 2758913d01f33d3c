// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans: the verifier.

#include "dialects/Sinter/IR/Sinter.h"

using namespace mlir;
using namespace sinter;

LogicalResult sinter::verifyScan(ScanOpInterface op) {
  int64_t rank = cast<RankedTensorType>(op->getOperand(0).getType()).getRank(), axis = op.getScanAxis();
  if (axis < 0 || axis >= rank)
    return op.emitOpError("expected axis to be below rank ") << rank << ", but got " << axis;
  return success();
}

#define GET_OP_CLASSES
#include "dialects/Sinter/IR/SinterScanOps.cpp.inc"
