// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All of the `sinter` dialect, for the documentation generator.

include "dialects/Sinter/IR/SinterElementwiseOps.td"
include "dialects/Sinter/IR/SinterReductionOps.td"
include "dialects/Sinter/IR/SinterScanOps.td"
include "dialects/Sinter/IR/SinterShapeOps.td"
include "dialects/Sinter/IR/SinterGatherOps.td"
include "dialects/Sinter/IR/SinterScatterOps.td"
include "dialects/Sinter/IR/SinterRandomOps.td"
include "dialects/Sinter/IR/SinterLinearOps.td"
include "dialects/Sinter/IR/SinterCompositeOps.td"
include "dialects/Sinter/IR/SinterGroupOps.td"
