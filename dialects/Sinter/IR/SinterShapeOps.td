// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators: each result element is an element of an operand, found by a function of the index.

#ifndef SINTER_SHAPE_OPS_TD
#define SINTER_SHAPE_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_ShapeOp<string mnemonic, list<Trait> traits = []>
    : Sinter_Op<mnemonic, traits # [Pure, DeclareOpInterfaceMethods<IndexMapOpInterface>]> {
  string semantics = "";
  string example = "";
  let summary = semantics;
  let description = semantics # "\n\n```mlir\n" # example # "\n```\n";
  let hasVerifier = 1;
}

def Sinter_BroadcastOp : Sinter_ShapeOp<"broadcast", [DeclareOpInterfaceMethods<IndexMapOpInterface, ["viewResult"]>]> {
  let arguments = (ins Sinter_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `dims` `=` $dims attr-dict `:` type($input) `->` type($result)";
  let semantics = "repeats the input: its dimension i is the result's dimension dims[i] (ascending), of equal extent or of extent 1";
  let example = "%y = sinter.broadcast %x dims = [1] : tensor<8xf32> -> tensor<4x8xf32>";
  let hasFolder = 1;
}

def Sinter_ReshapeOp : Sinter_ShapeOp<"reshape", [DeclareOpInterfaceMethods<IndexMapOpInterface, ["viewResult", "viewOperand", "getRequirements"]>]> {
  let arguments = (ins Sinter_Tensor:$input);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let semantics = "the same elements in row-major order in another shape";
  let example = "%y = sinter.reshape %x : tensor<4x8xf32> -> tensor<32xf32>";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Sinter_TransposeOp : Sinter_ShapeOp<"transpose", [InferTypeOpAdaptor,
    DeclareOpInterfaceMethods<IndexMapOpInterface, ["viewResult", "viewOperand"]>]> {
  let arguments = (ins Sinter_Tensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `permutation` `=` $permutation attr-dict `:` type($input) `->` type($result)";
  let semantics = "the result's dimension i is the input's dimension permutation[i]";
  let example = "%y = sinter.transpose %x permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Sinter_SliceOp : Sinter_ShapeOp<"slice", [DeclareOpInterfaceMethods<IndexMapOpInterface, ["viewResult", "getRequirements"]>]> {
  let arguments = (ins Sinter_Tensor:$input, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$steps);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `starts` `=` $starts `steps` `=` $steps attr-dict `:` type($input) `->` type($result)";
  let semantics = "the result's index i is the input's index starts + i * steps; a step may be negative, not 0";
  let example = "%y = sinter.slice %x starts = [1, 0] steps = [1, 2] : tensor<4x8xf32> -> tensor<2x4xf32>";
  let hasFolder = 1;
}

def Sinter_SplitOp : Sinter_ShapeOp<"split", [DeclareOpInterfaceMethods<IndexMapOpInterface, ["viewResult", "getRequirements"]>]> {
  let arguments = (ins Sinter_Tensor:$input, I64Attr:$axis);
  let results = (outs Variadic<Sinter_Tensor>:$results);
  let assemblyFormat = "$input `axis` `=` $axis attr-dict `:` type($input) `->` type($results)";
  let semantics = "the input cut along an axis into consecutive pieces, whose extents add up to the axis'";
  let example = "%y, %z = sinter.split %x axis = 1 : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x5xf32>";
  let hasCanonicalizer = 1;
}

def Sinter_ConcatOp : Sinter_ShapeOp<"concat", [InferTypeOpAdaptor]> {
  let arguments = (ins Variadic<Sinter_Tensor>:$inputs, I64Attr:$axis);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$inputs `axis` `=` $axis attr-dict `:` type($inputs) `->` type($result)";
  let semantics = "the inputs one after the other along an axis; at least one input";
  let example = "%z = sinter.concat %x, %y axis = 1 : tensor<4x3xf32>, tensor<4x5xf32> -> tensor<4x8xf32>";
  let hasFolder = 1;
}

def Sinter_GatherOp : Sinter_ShapeOp<"gather", [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `axis` `=` $axis attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let semantics = "slices of the input taken along an axis by index: the indices' dimensions stand in the axis' place. A negative index counts from the end; an index out of range takes the nearest slice; where a symbolic extent is 0 there is none, and the result is 0";
  let example = "%y = sinter.gather %x, %ids axis = 0 : tensor<100x8xf32>, tensor<2x3xi64> -> tensor<2x3x8xf32>";
}

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

def Sinter_IotaOp : Sinter_ShapeOp<"iota"> {
  let arguments = (ins I64Attr:$axis);
  let results = (outs Sinter_NumberTensor:$result);
  let assemblyFormat = "`axis` `=` $axis attr-dict `:` type($result)";
  let semantics = "each element is its index along an axis";
  let example = "%y = sinter.iota axis = 1 : tensor<4x8xi64>";
}

#endif // SINTER_SHAPE_OPS_TD
