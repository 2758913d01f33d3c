// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fusion groups: what the fusion pass made of the graph.

#ifndef SINTER_GROUP_OPS_TD
#define SINTER_GROUP_OPS_TD

include "dialects/Sinter/IR/SinterDialect.td"
include "dialects/Sinter/IR/SinterAttrs.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Sinter_GroupKernel : I32EnumAttrCase<"Kernel", 0, "kernel">;
def Sinter_GroupLibrary : I32EnumAttrCase<"Library", 1, "library">;
def Sinter_GroupKind : I32EnumAttr<"GroupKind", "what carries a group out", [Sinter_GroupKernel, Sinter_GroupLibrary]> {
  let cppNamespace = "::sinter";
  let genSpecializedAttr = 0;
}
def Sinter_GroupKindAttr : EnumAttr<Sinter_Dialect, Sinter_GroupKind, "group_kind">;

def Sinter_GroupOp : Sinter_Op<"group", [Pure, IsolatedFromAbove, SingleBlock]> {
  let arguments = (ins Sinter_GroupKindAttr:$kind, Variadic<Sinter_Tensor>:$inputs);
  let results = (outs Variadic<Sinter_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`` $kind `(` $inputs `)` attr-dict-with-keyword `:` functional-type($inputs, results) $body";
  let summary = "operators that share a lowering: one generated kernel, or one library call with its epilogue";
  let description = [{
    The body sees the inputs as block arguments and ends in `sinter.yield`.

    ```mlir
    %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: tensor<4x8xf32>):
      %b = sinter.exp %a : tensor<4x8xf32>
      %c = sinter.neg %b : tensor<4x8xf32>
      sinter.yield %c : tensor<4x8xf32>
    }
    ```
  }];
  let hasVerifier = 1;
}

def Sinter_YieldOp : Sinter_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["GroupOp"]>]> {
  let arguments = (ins Variadic<Sinter_Tensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let summary = "the results of a group";
  let description = "Ends the body of `sinter.group`; see its example.";
}

#endif // SINTER_GROUP_OPS_TD
