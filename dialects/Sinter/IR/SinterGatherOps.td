// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators that read at computed places: where other tensors say, or between elements.

#ifndef SINTER_GATHER_OPS_TD
#define SINTER_GATHER_OPS_TD

include "dialects/Sinter/IR/SinterShapeOp.td"

def Sinter_GatherOp : Sinter_ShapeOp<"gather", [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `axis` `=` $axis attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let semantics = "slices of the input taken along an axis by index: the indices' dimensions stand in the axis' place. A negative index counts from the end; an index out of range takes the nearest slice; where a symbolic extent is 0 there is none, and the result is 0";
  let example = "%y = sinter.gather %x, %ids axis = 0 : tensor<100x8xf32>, tensor<2x3xi64> -> tensor<2x3x8xf32>";
}

#endif // SINTER_GATHER_OPS_TD
