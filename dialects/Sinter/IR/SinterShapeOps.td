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

def Sinter_ReverseOp : Sinter_ShapeOp<"reverse", [AllTypesMatch<["input", "result"]>, DeclareOpInterfaceMethods<IndexMapOpInterface, ["viewResult"]>]> {
  let arguments = (ins Sinter_Tensor:$input, DenseI64ArrayAttr:$dims);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `dims` `=` $dims attr-dict `:` type($result)";
  let semantics = "the input with the order of its elements along each of dims (ascending) turned round";
  let example = "%y = sinter.reverse %x dims = [1] : tensor<4x8xf32>";
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

def Sinter_PadModeConstant : I32EnumAttrCase<"Constant", 0, "constant">;
def Sinter_PadModeEdge : I32EnumAttrCase<"Edge", 1, "edge">;
def Sinter_PadModeReflect : I32EnumAttrCase<"Reflect", 2, "reflect">;
def Sinter_PadModeWrap : I32EnumAttrCase<"Wrap", 3, "wrap">;
def Sinter_PadMode : I32EnumAttr<"PadMode", "what stands around a padded tensor", [Sinter_PadModeConstant, Sinter_PadModeEdge, Sinter_PadModeReflect, Sinter_PadModeWrap]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_PadModeAttr : EnumAttr<Sinter_Dialect, Sinter_PadMode, "pad_mode">;

def Sinter_PadOp : Sinter_ShapeOp<"pad", [DeclareOpInterfaceMethods<IndexMapOpInterface, ["getRequirements"]>]> {
  let arguments = (ins Sinter_Tensor:$input, Optional<Sinter_Tensor>:$fill, Sinter_PadModeAttr:$mode, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$mode $input (`fill` `(` $fill^ `:` type($fill) `)`)? `low` `=` $low `high` `=` $high attr-dict `:` type($input) `->` type($result)";
  let semantics = "the input with low[i] elements before and high[i] after along each dimension i: `constant`, all equal to the scalar fill (0 where there is none), `edge`, the nearest of the input, `reflect`, its mirror image about the first and the last, neither of them twice, and again where the pads are longer than that, `wrap`, the input again from its other end. A negative number cuts elements off first, and what is left is padded";
  let example = "%y = sinter.pad constant %x fill(%v : tensor<f32>) low = [0, 1] high = [0, -2] : tensor<4x8xf32> -> tensor<4x7xf32>";
  let hasFolder = 1;
}

def Sinter_WhereOp : Sinter_ShapeOp<"where", [AllTypesMatch<["on_true", "on_false", "result"]>]> {
  let arguments = (ins Sinter_BoolTensor:$condition, Sinter_Tensor:$on_true, Sinter_Tensor:$on_false);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$condition `,` $on_true `,` $on_false attr-dict `:` type($condition) `,` type($result)";
  let semantics = "as `sinter.select`, but an operand is read, and what makes it computed, only at the elements that are taken from it";
  let example = "%y = sinter.where %c, %a, %b : tensor<4x8xi1>, tensor<4x8xf32>";
}

#endif // SINTER_SHAPE_OPS_TD
