// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that replace parts of a tensor, at places that other tensors hold.

#ifndef SINTER_SCATTER_OPS_TD
#define SINTER_SCATTER_OPS_TD

include "dialects/Sinter/IR/SinterShapeOp.td"

def Sinter_UpdateSliceOp : Sinter_ShapeOp<"update_slice", [AllTypesMatch<["input", "result"]>, DeclareOpInterfaceMethods<ScatterOpInterface>]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_Tensor:$update, Sinter_IndexTensor:$start, I64Attr:$axis, UnitAttr:$in_place);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $update `at` $start `axis` `=` $axis (`in_place` $in_place^)? attr-dict `:` type($input) `,` type($update) `,` type($start)";
  let semantics = "the input with as many slices as the update has replaced by it, along an axis from a start on: one number, or one for each index of dimension 0. A negative start counts from the last one at which the update fits, plus 1; a start out of range takes the nearest. `in_place`, a decision of `sinter-update-in-place`: the result takes the input's memory, and the input has no other reader";
  let example = "%y = sinter.update_slice %cache, %new at %position axis = 1 : tensor<2x128x8xf32>, tensor<2x1x8xf32>, tensor<2xi64>";
  let extraClassDeclaration = [{
    ::mlir::AffineExpr buildStart(::sinter::IndexingBuilder &b, ::llvm::ArrayRef<::mlir::AffineExpr> indices);
  }];
}

#endif // SINTER_SCATTER_OPS_TD
