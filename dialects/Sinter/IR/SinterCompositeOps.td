// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composite operators: expressions of others with a name of their own, computed in f32 and rounded once.

#ifndef SINTER_COMPOSITE_OPS_TD
#define SINTER_COMPOSITE_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"

class Sinter_CompositeOp<string mnemonic, list<Trait> traits = []>
    : Sinter_Op<mnemonic, traits # [Pure, DeclareOpInterfaceMethods<CompositeOpInterface>]>;

def Sinter_SoftmaxOp : Sinter_CompositeOp<"softmax", [SameOperandsAndResultType]> {
  let arguments = (ins Sinter_FloatTensor:$input, I64Attr:$axis);
  let results = (outs Sinter_FloatTensor:$result);
  let assemblyFormat = "$input `axis` `=` $axis attr-dict `:` type($result)";
  let summary = "exp(x - max) / sum(exp(x - max)) along an axis";
  let description = [{
    A slice that is -inf throughout gives 0 throughout; a NaN makes its slice NaN.

    ```mlir
    %y = sinter.softmax %x axis = 1 : tensor<4x8xf32>
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_LayerNormOp : Sinter_CompositeOp<"layer_norm", [AllTypesMatch<["input", "result"]>, AttrSizedOperandSegments]> {
  let arguments = (ins Sinter_FloatTensor:$input, Optional<Sinter_FloatTensor>:$scale, Optional<Sinter_FloatTensor>:$bias,
                       I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Sinter_FloatTensor:$result);
  let assemblyFormat = "$input (`scale` `(` $scale^ `:` type($scale) `)`)? (`bias` `(` $bias^ `:` type($bias) `)`)? `axis` `=` $axis `epsilon` `=` $epsilon attr-dict `:` type($result)";
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias over the dimensions from axis on";
  let description = [{
    The variance is the mean of the squared distance from the mean. Scale and bias have the input's shape from `axis` on.

    ```mlir
    %y = sinter.layer_norm %x scale(%g : tensor<8xf32>) bias(%b : tensor<8xf32>) axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_RmsNormOp : Sinter_CompositeOp<"rms_norm", [AllTypesMatch<["input", "result"]>]> {
  let arguments = (ins Sinter_FloatTensor:$input, Optional<Sinter_FloatTensor>:$scale, I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Sinter_FloatTensor:$result);
  let assemblyFormat = "$input (`scale` `(` $scale^ `:` type($scale) `)`)? `axis` `=` $axis `epsilon` `=` $epsilon attr-dict `:` type($result)";
  let summary = "x / sqrt(mean(x^2) + epsilon) * scale over the dimensions from axis on";
  let description = [{
    The scale has the input's shape from `axis` on.

    ```mlir
    %y = sinter.rms_norm %x scale(%g : tensor<8xf32>) axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_DropoutOp : Sinter_CompositeOp<"dropout", [InferTypeOpAdaptor]> {
  let arguments = (ins Sinter_FloatTensor:$input, Sinter_ScalarI64:$seed, Sinter_ScalarI64:$offset, F64Attr:$p);
  let results = (outs Sinter_FloatTensor:$result, Sinter_BoolTensor:$mask);
  let assemblyFormat = "$input `seed` $seed `offset` $offset `p` `=` $p attr-dict `:` type($input)";
  let summary = "drops elements with probability p and scales the others by 1 / (1 - p)";
  let description = [{
    The mask is true where `sinter.random_uniform` of f32 with the same seed and offset is p (in f32) or more: the element is kept. What is dropped is 0, a
    NaN too; with p = 1 all are.

    ```mlir
    %y, %kept = sinter.dropout %x seed %seed offset %offset p = 0.1 : tensor<4x8xf32>
    ```
  }];
  let hasVerifier = 1;
}

#endif // SINTER_COMPOSITE_OPS_TD
