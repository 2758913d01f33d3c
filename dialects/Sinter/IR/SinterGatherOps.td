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

def Sinter_GatherElementsOp : Sinter_ShapeOp<"gather_elements", [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `axis` `=` $axis attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let semantics = "single elements of the input: that at the result's own index, but along the axis at the one that the indices have there. The indices have the input's rank, and along other dimensions than the axis at most its extents. Negative ones, those out of range and an extent of 0 are as for `sinter.gather`";
  let example = "%y = sinter.gather_elements %x, %ids axis = 1 : tensor<4x8xf32>, tensor<4x3xi64> -> tensor<4x3xf32>";
}

def Sinter_GatherNdOp : Sinter_ShapeOp<"gather_nd", [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_IndexTensor:$indices, I64Attr:$batch_dims);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$input `,` $indices `batch_dims` `=` $batch_dims attr-dict `:` type($input) `,` type($indices) `->` type($result)";
  let semantics = "slices of the input, each at a place that a row of the indices' last dimension gives: one number for each of as many dimensions of the input, from `batch_dims` on. The first `batch_dims` dimensions are the indices' and the input's alike; the result has the indices' dimensions but the last, then the input's that are left. Negative numbers, those out of range and an extent of 0 are as for `sinter.gather`";
  let example = "%y = sinter.gather_nd %x, %ids batch_dims = 1 : tensor<2x100x8xf32>, tensor<2x3x1xi64> -> tensor<2x3x8xf32>";
}

def Sinter_ResizeModeNearest : I32EnumAttrCase<"Nearest", 0, "nearest">;
def Sinter_ResizeModeLinear : I32EnumAttrCase<"Linear", 1, "linear">;
def Sinter_ResizeModeCubic : I32EnumAttrCase<"Cubic", 2, "cubic">;
def Sinter_ResizeMode : I32EnumAttr<"ResizeMode", "how an element between others is made", [Sinter_ResizeModeNearest, Sinter_ResizeModeLinear, Sinter_ResizeModeCubic]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_ResizeModeAttr : EnumAttr<Sinter_Dialect, Sinter_ResizeMode, "resize_mode">;

def Sinter_ResizeOp : Sinter_ShapeOp<"resize"> {
  let arguments = (ins Sinter_Tensor:$input, Sinter_ResizeModeAttr:$mode, DenseI64ArrayAttr:$steps, DenseI64ArrayAttr:$offsets,
                       DenseI64ArrayAttr:$divisors, OptionalAttr<F64Attr>:$coefficient);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$mode $input `steps` `=` $steps `offsets` `=` $offsets `divisors` `=` $divisors (`coefficient` `=` $coefficient^)? attr-dict `:` type($input) `->` type($result)";
  let semantics = "the input read between its elements";
  let example = "%y = sinter.resize linear %x steps = [1, 2] offsets = [0, -1] divisors = [1, 4] : tensor<4x8xf32> -> tensor<4x16xf32>";
  let summary = semantics;
  let description = [{
    The input read between its elements: index i of the result, along each dimension, stands for the place
    p = (i * step + offset) / divisor of the input, exactly. `nearest` is the element at floor(p), whatever rounding is meant being part
    of step, offset and divisor: the nearest one, with the greater of two, is that of 2 * step, 2 * offset + divisor and 2 * divisor.
    `linear` is (1 - t) * a + t * b for the elements a and b at floor(p) and after it, t = p - floor(p), dimension after dimension; `cubic` takes
    the four around p, weighted by the cubic convolution of `coefficient` (-0.75 where there is none). Along a dimension with
    divisor 1 elements are taken as they are. Outside the input is its nearest element. Both compute in f32 (f64 for f64) and
    round once; an element of weight 0 counts all the same (it may be a NaN).

    Half-pixel centres, twice as large: step 2, offset -1, divisor 4.

    ```mlir
    %y = sinter.resize linear %x steps = [1, 2] offsets = [0, -1] divisors = [1, 4] : tensor<4x8xf32> -> tensor<4x16xf32>
    ```
  }];
}

#endif // SINTER_GATHER_OPS_TD
