// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shape operators: each result element is an element of an operand, found by a function of the index.

#ifndef SINTER_SHAPE_OPS_TD
#define SINTER_SHAPE_OPS_TD

include "dialects/Sinter/IR/SinterShapeOp.td"

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

def Sinter_IotaOp : Sinter_ShapeOp<"iota"> {
  let arguments = (ins I64Attr:$axis);
  let results = (outs Sinter_NumberTensor:$result);
  let assemblyFormat = "`axis` `=` $axis attr-dict `:` type($result)";
  let semantics = "each element is its index along an axis";
  let example = "%y = sinter.iota axis = 1 : tensor<4x8xi64>";
}

#endif // SINTER_SHAPE_OPS_TD
