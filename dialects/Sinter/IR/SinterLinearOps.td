// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products, constants and parameters.

#ifndef SINTER_LINEAR_OPS_TD
#define SINTER_LINEAR_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

def Sinter_MatmulOp : Sinter_Op<"matmul", [Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<ContractionOpInterface>]> {
  let arguments = (ins Sinter_NumberTensor:$lhs, Sinter_NumberTensor:$rhs, UnitAttr:$transpose_lhs, UnitAttr:$transpose_rhs);
  let results = (outs Sinter_NumberTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let summary = "matrix product over the last two dimensions";
  let description = [{
    Dimensions before the last two are batches: both sides have equal ones, or the right side has none.
    `transpose_lhs` / `transpose_rhs` swap a side's last two. Accumulated in f32 (f64 for f64, the type itself for
    integers) and rounded once.

    ```mlir
    %y = sinter.matmul %a, %b {transpose_rhs} : tensor<2x4x8xf32>, tensor<2x5x8xf32> -> tensor<2x4x5xf32>
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_ConstantOp : Sinter_Op<"constant", [Pure, ConstantLike, InferTypeOpAdaptor, ConstantSourceOpInterface]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let summary = "a tensor whose values stand in the text";
  let description = [{
    ```mlir
    %y = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
    `dense_resource<key>` takes the bytes of a resource of the file: row-major, little-endian, of elements of 8 bits or more, as many as the type has; a bool
    is a byte, 0 or 1.
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Sinter_ParameterOp : Sinter_Op<"parameter", [Pure, ConstantSourceOpInterface]> {
  let arguments = (ins StrAttr:$name, OptionalAttr<AnyAttr>:$source);
  let results = (outs Sinter_Tensor:$result);
  let assemblyFormat = "$name attr-dict `:` type($result)";
  let summary = "a weight, known when the plan is loaded";
  let description = [{
    With `#sinter.generated` its values are made from its name, with `#sinter.external` they are read from a file;
    without a source the engine supplies them by name at load. The shape is static.

    ```mlir
    %w = sinter.parameter "encoder.weight" : tensor<768x768xf32>
    ```
  }];
  let hasVerifier = 1;
}

#endif // SINTER_LINEAR_OPS_TD
