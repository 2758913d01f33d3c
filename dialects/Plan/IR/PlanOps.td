// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `plan` dialect: what the host does, step by step. One operation an idea of runtime/plan/plan.fbs.

#ifndef PLAN_OPS_TD
#define PLAN_OPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::sinter::plan";
  let summary = "host steps: buffers, launches, library calls";
  let description = [{
    A `plan.entry` is what one call executes. Extents, sizes and offsets are affine maps over the entry's symbols (s0 is
    the first). Buffers are values; an operation that writes one takes it as an operand, so the order of the steps is the
    order of the text.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
}

class Plan_Op<string mnemonic, list<Trait> traits = []> : Op<Plan_Dialect, mnemonic, traits>;

def Plan_BufferType : TypeDef<Plan_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "a piece of device memory";
  let description = [{
    A value of it is an address, known when an entry is executed: that of an input, an output, a constant or a slot of the arena. It has no element type: the
    step that uses it says what it holds.
  }];
}

def Plan_ActivationNone : I32EnumAttrCase<"None", 0, "none">;
def Plan_ActivationRelu : I32EnumAttrCase<"Relu", 1, "relu">;
def Plan_ActivationGeluTanh : I32EnumAttrCase<"GeluTanh", 2, "gelu_tanh">;
def Plan_Activation : I32EnumAttr<"Activation", "what a product's epilogue applies", [Plan_ActivationNone, Plan_ActivationRelu, Plan_ActivationGeluTanh]> {
  let cppNamespace = "::sinter::plan";
  let genSpecializedAttr = 0;
}
def Plan_ActivationAttr : EnumAttr<Plan_Dialect, Plan_Activation, "activation">;

def Plan_ConstantOp : Plan_Op<"constant", [Symbol]> {
  let summary = "a tensor that every entry may read";
  let description = [{
    `source`: dense elements (inline), `#sinter.external`, `#sinter.generated`, `#sinter.packed`, or nothing: supplied by
    name at load.

    ```mlir
    plan.constant @scale "scale" type tensor<2xf32> from dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$name, TypeAttr:$type, OptionalAttr<AnyAttr>:$source);
  let assemblyFormat = "$sym_name $name `type` $type (`from` $source^)? attr-dict";
}

def Plan_EntryOp : Plan_Op<"entry", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator]> {
  let summary = "what one call executes";
  let description = [{
    `symbols` name the symbolic extents, `ranges` give [min, max, divisor] of each. Inputs and outputs have tensor types and
    names; `guards` (`#sinter.guard`) must hold of the symbols; `tied` gives for each output the input whose memory it is, or -1. `arena_size` is in bytes, set by
    plan-assign-arena.

    ```mlir
    plan.entry @main symbols ["tokens"] ranges [[1, 64, 1]] inputs ["x" : tensor<?x8xf32, #sinter.dims<tokens, 8>>]
        outputs ["y" : tensor<?x6xf32, #sinter.dims<tokens, 6>>, "x_again" : tensor<?x8xf32, #sinter.dims<tokens, 8>>] {
      %x = plan.input 0
      %w = plan.constant_ref @weight
      %product = plan.slot size affine_map<()[s0] -> (s0 * 24)>
      plan.matmul "matmul" %x, %w into %product extents affine_map<()[s0] -> (s0, 6, 8)>
          layouts affine_map<()[s0] -> (0, 8, 1)>, affine_map<()[s0] -> (0, 6, 1)>, affine_map<()[s0] -> (0, 6, 1)>
          of f32 in f32
      %y = plan.output 0
      plan.launch @exp "exp"(%product, %y) writes [1] scalars affine_map<()[s0] -> (s0)>
      %x_again = plan.output 1
      plan.copy %x, %x_again size affine_map<()[s0] -> (s0 * 32)>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$symbols, ArrayAttr:$ranges, StrArrayAttr:$input_names, TypeArrayAttr:$input_types,
                       StrArrayAttr:$output_names, TypeArrayAttr:$output_types, DenseI64ArrayAttr:$tied,
                       OptionalAttr<ArrayAttr>:$input_layouts, OptionalAttr<ArrayAttr>:$output_layouts, OptionalAttr<AffineMapAttr>:$arena_size,
                       OptionalAttr<ArrayAttr>:$guards);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Plan_InputOp : Plan_Op<"input", [Pure]> {
  let summary = "the memory bound to an input";
  let description = [{
    `index` counts the entry's inputs from 0. The caller owns the memory; no step writes it, unless an output is tied to it.

    ```mlir
    %x = plan.input 0
    ```
  }];
  let arguments = (ins I64Attr:$index);
  let results = (outs Plan_BufferType:$result);
  let assemblyFormat = "$index attr-dict";
}
def Plan_OutputOp : Plan_Op<"output", [Pure]> {
  let summary = "the memory bound to an output";
  let description = [{
    `index` counts the entry's outputs from 0. The caller owns the memory. An output that is tied to an input is that input's memory, so what is
    read of the input is read before the output is written.

    ```mlir
    %y = plan.output 0
    ```
  }];
  let arguments = (ins I64Attr:$index);
  let results = (outs Plan_BufferType:$result);
  let assemblyFormat = "$index attr-dict";
}
def Plan_ConstantRefOp : Plan_Op<"constant_ref", [Pure]> {
  let summary = "the memory of a constant";
  let description = [{
    `constant` names a `plan.constant` of the module. In place when a plan is loaded, shared by all contexts, and never written by an entry other than @init.

    ```mlir
    %w = plan.constant_ref @weight
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$constant);
  let results = (outs Plan_BufferType:$result);
  let assemblyFormat = "$constant attr-dict";
}
def Plan_SlotOp : Plan_Op<"slot", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a piece of the arena";
  let description = [{
    Memory that lives from the step that first writes it to the last that reads it. `size` in bytes over the entry's symbols; `offset`, from the arena's start, is
    set by plan-assign-arena and a multiple of 256. Slots whose lives do not overlap may share memory.

    ```mlir
    %a = plan.slot size affine_map<()[s0] -> (s0 * 3072)>
    %b = plan.slot size affine_map<()[s0] -> (s0 * 3072)> offset affine_map<()[s0] -> (s0 * 3072)>
    ```
  }];
  let arguments = (ins AffineMapAttr:$size, OptionalAttr<AffineMapAttr>:$offset);
  let results = (outs Plan_BufferType:$result);
  let assemblyFormat = "`size` $size (`offset` $offset^)? attr-dict";
}

def Plan_VariantAttr : AttrDef<Plan_Dialect, "Variant"> {
  let mnemonic = "variant";
  let summary = "another kernel that a launch may take";
  let description = [{
    Taken where each result of `zero` is 0, with `scalars` for its symbols; the buffers are the launch's.
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$kernel, "::mlir::AffineMapAttr":$zero, "::mlir::AffineMapAttr":$scalars);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Plan_LaunchOp : Plan_Op<"launch"> {
  let summary = "launches a generated kernel";
  let description = [{
    The kernel's views get `buffers`, in order, then its symbols `scalars`. The grid is the kernel's own map over `scalars`.
    `written` numbers the buffers that the kernel writes, ascending; it only reads the others. `name`: of the step, for profiles and errors.
    `operators`: the graph's, that this launch computes. `variants` are tried in their order; the first that holds runs instead.

    ```mlir
    plan.launch @add_exp "add_exp"(%x, %w, %y) writes [2] scalars affine_map<()[s0] -> (s0)> {operators = ["add", "exp"]}
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, StrAttr:$name, Variadic<Plan_BufferType>:$buffers, DenseI64ArrayAttr:$written, AffineMapAttr:$scalars,
                       OptionalAttr<StrArrayAttr>:$operators, OptionalAttr<TypedArrayAttrBase<Plan_VariantAttr, "variants">>:$variants);
  let assemblyFormat = "$kernel $name `(` $buffers `)` `writes` $written `scalars` $scalars (`variants` $variants^)? attr-dict";
  let hasVerifier = 1;
}

def Plan_MatmulOp : Plan_Op<"matmul", [AttrSizedOperandSegments]> {
  let summary = "a matrix product by a library";
  let description = [{
    d[b…, m, n] = activation(alpha * sum_k a[b…, m, k] * b[b…, k, n] + beta * c[b…, m, n] + bias[n]). `extents` are the
    batches, then m, n, k. Each operand's map gives its offset in elements and then its strides: one a batch, the row's, the
    column's.
  }];
  let arguments = (ins StrAttr:$name, Plan_BufferType:$a, Plan_BufferType:$b, Plan_BufferType:$d, Optional<Plan_BufferType>:$c, Optional<Plan_BufferType>:$bias,
                       AffineMapAttr:$extents, AffineMapAttr:$a_layout, AffineMapAttr:$b_layout, AffineMapAttr:$d_layout, OptionalAttr<AffineMapAttr>:$c_layout,
                       TypeAttr:$element, TypeAttr:$accumulate, DefaultValuedAttr<F32Attr, "1.0f">:$alpha, DefaultValuedAttr<F32Attr, "0.0f">:$beta,
                       DefaultValuedAttr<Plan_ActivationAttr, "Activation::None">:$activation, OptionalAttr<StrArrayAttr>:$operators);
  let assemblyFormat = [{
    $name $a `,` $b `into` $d (`plus` $c^)? (`bias` $bias^)? `extents` $extents `layouts` $a_layout `,` $b_layout `,` $d_layout (`,` $c_layout^)?
    `of` $element `in` $accumulate attr-dict
  }];
  let hasVerifier = 1;
}

def Plan_CopyOp : Plan_Op<"copy"> {
  let summary = "copies dense bytes";
  let description = [{
    `size` bytes, from the start of `source` to the start of `destination`, which do not overlap.

    ```mlir
    plan.copy %x, %y size affine_map<()[s0] -> (s0 * 32)>
    ```
  }];
  let arguments = (ins Plan_BufferType:$source, Plan_BufferType:$destination, AffineMapAttr:$size);
  let assemblyFormat = "$source `,` $destination `size` $size attr-dict";
}

#endif // PLAN_OPS_TD
