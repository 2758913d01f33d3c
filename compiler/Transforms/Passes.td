// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the `sinter` dialect.

#ifndef SINTER_TRANSFORMS_PASSES_TD
#define SINTER_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===--- Towards primitives ---===//

def RaiseIdiomsPass : Pass<"sinter-raise-idioms", "::mlir::func::FuncOp"> {
  let summary = "turn idioms that arrive spelt out into the operators they mean";
  let description = [{
    Exporters write GELU as five operators and a norm as eight. The operator is what a library or a schedule can match and
    what reports name; afterwards it is decomposed again, in one form whatever the exporter.
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def DecomposeCompositesPass : Pass<"sinter-decompose-composites", "::mlir::func::FuncOp"> {
  let summary = "replace composite operators, and products that no library has or is slow at, by the expressions they stand for";
  let description = [{
    Softmax and norms become elementwise operators, broadcasts and reductions, in their compute type with one cast back, products of
    integers, and of floats with few rows or columns, multiplications and a sum, and other products of 8-bit floats products in f32:

    ```mlir
    %y = sinter.rms_norm %x axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
    // becomes mul, mean, add, rsqrt, broadcast, mul
    ```
  }];
  let options = [Option<"skinny", "skinny-products", "::sinter::SkinnyProducts", "::sinter::SkinnyProducts::kLibrary", "what products of few rows or columns become",
                        [{::llvm::cl::values(clEnumValN(::sinter::SkinnyProducts::kLibrary, "library", "a library's call"),
                                             clEnumValN(::sinter::SkinnyProducts::kAuto, "auto", "a kernel's part where that reads much, once"),
                                             clEnumValN(::sinter::SkinnyProducts::kKernel, "kernel", "a kernel's part"))}]>];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def AlignReshapesPass : Pass<"sinter-align-reshapes", "::mlir::func::FuncOp"> {
  let summary = "give a norm over a reshaped tensor, and what is made of it in the first shape, one shape";
  let description = [{
    A group norm folds `[N, G, C / G * H * W]` and scales `[N, C, H, W]`: two domains, and so two kernels. Both shapes are made of `[N, G, C / G, H, W]` by merging
    dimensions. The norm is computed in that one, and so are the elementwise operators that read it; broadcasts are taken apart, other operands reshaped.

    ```mlir
    %n = sinter.layer_norm %x axis = 1 epsilon = 1.0e-5 : tensor<4x96xf32>
    %r = sinter.reshape %n : tensor<4x96xf32> -> tensor<32x12xf32>
    %y = sinter.exp %r : tensor<32x12xf32>
    // becomes
    %s = sinter.reshape %x : tensor<4x96xf32> -> tensor<4x8x12xf32>
    %n = sinter.layer_norm %s axis = 1 epsilon = 1.0e-5 : tensor<4x8x12xf32>
    %e = sinter.exp %n : tensor<4x8x12xf32>
    %y = sinter.reshape %e : tensor<4x8x12xf32> -> tensor<32x12xf32>
    ```
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def HoistConstantsPass : Pass<"sinter-hoist-constants", "::mlir::ModuleOp"> {
  let summary = "move what depends on constants alone into the function @init, run once at load";
  let description = [{
    A value computed of constants and parameters alone, and used by something that is not, becomes a result of `@init`
    and a `sinter.parameter` with source `#sinter.packed`. Broadcasts and views at the end of such a computation stay
    where they are: they would store more than they save. So do scalars, what has a symbolic extent, and, where a kernel reads it, the cast to a wider type. A weight of 64 KiB
    or more that kernels read turned, and nothing but libraries otherwise, is stored as they read it: a library goes by strides.
  }];
  let dependentDialects = ["::sinter::SinterDialect", "::mlir::func::FuncDialect"];
}

def MergeProductsPass : Pass<"sinter-merge-products", "::mlir::ModuleOp"> {
  let summary = "make one product of those that share their left side, over weights packed once";
  let description = [{
    Queries, keys and values of one input, a gate and what it gates: products of one left side by weights that are known at load become one, over the weights side by side. Hoisting
    makes packing them a part of `@init`. Who read one of the products reads a slice, which is a view.

    ```mlir
    %q = sinter.matmul %x, %wq : tensor<8x64xf32>, tensor<64x64xf32> -> tensor<8x64xf32>
    %k = sinter.matmul %x, %wk : tensor<8x64xf32>, tensor<64x16xf32> -> tensor<8x16xf32>
    // becomes
    %w = sinter.concat %wq, %wk axis = 1 : tensor<64x64xf32>, tensor<64x16xf32> -> tensor<64x80xf32>
    %p = sinter.matmul %x, %w : tensor<8x64xf32>, tensor<64x80xf32> -> tensor<8x80xf32>
    %q = sinter.slice %p starts = [0, 0] steps = [1, 1] : tensor<8x80xf32> -> tensor<8x64xf32>
    %k = sinter.slice %p starts = [0, 64] steps = [1, 1] : tensor<8x80xf32> -> tensor<8x16xf32>
    ```
    Additions of a vector over the columns, and ReLUs, are merged too where a library would take them along. A remark (`MergeProducts`, category `library`) tells for each left side with several
    products what was decided and why.
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def SplitContractionsPass : Pass<"sinter-split-contractions", "::mlir::func::FuncOp"> {
  let summary = "split long f32 products over the contracted dimension into a batch of parts";
  let description = [{
    A product with few rows and columns and a long contraction leaves most of a GPU idle, and a library's own split takes a
    second kernel to add up the parts. Where kernels read the product anyway, they add the parts up as they load them:

    ```mlir
    %y = sinter.matmul %x, %w : tensor<128x3072xf32>, tensor<3072x768xf32> -> tensor<128x768xf32>
    // becomes a product of batches, [4, 128, 768] x [4, 768, 768], and three additions of its slices
    ```
    Who reads some of the columns (of products that were merged) adds up those.
    Measured figures: docs/performance.
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def CollectGuardsPass : Pass<"sinter-collect-guards", "::mlir::func::FuncOp"> {
  let summary = "write down what the graph takes for granted of its symbols";
  let description = [{
    A reshape between extents that cannot be compared, a slice of a symbolic extent, pieces that are to add up to one: each is right for some values of the symbols
    only. Those conditions that the symbols' ranges do not settle become `sinter.guards` on the function, and guards of the plan, checked when arguments are
    bound. One that no value meets is an error here.

    ```mlir
    func.func @main(%x: tensor<?x4xf32, #sinter.dims<a, 4>>) -> tensor<?xf32, #sinter.dims<b>> {
      %y = sinter.reshape %x : tensor<?x4xf32, #sinter.dims<a, 4>> -> tensor<?xf32, #sinter.dims<b>>
      return %y : tensor<?xf32, #sinter.dims<b>>
    }
    // gets sinter.guards = [#sinter.guard<symbols = ["a", "b"], map = affine_map<()[s0, s1] -> (s0 * 4 - s1)>, equal = true, text = "as many elements after a reshape as before">]
    ```
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def UpdateInPlacePass : Pass<"sinter-update-in-place", "::mlir::func::FuncOp"> {
  let summary = "decide which updates write into the memory of the argument that their result is tied to";
  let description = [{
    An update (`ScatterOpInterface`) whose result is tied to its destination gets the mark `in_place`: what it computes is the
    update alone, and a KV cache grows by as many bytes as are new. So do updates of updates. Where something else reads what is
    overwritten, the result is made aside and copied at the end, and a remark says so; a reader does no harm whose results end in copies that the update alone reads.

    An update that is no index map (`sinter.update_places`) has no other form: where it may not write into its input, it writes into a `sinter.copy` of it.

    ```mlir
    func.func @append(%cache: tensor<1024x64xf32>, %new: tensor<1x64xf32>, %position: tensor<i64>)
        -> (tensor<1024x64xf32> {sinter.tied = 0}) {
      %y = sinter.update_slice %cache, %new at %position axis = 0 in_place : tensor<1024x64xf32>, tensor<1x64xf32>, tensor<i64>
      return %y : tensor<1024x64xf32>
    }
    ```
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

//===--- Fusion ---===//

def FormFusionGroupsPass : Pass<"sinter-form-fusion-groups", "::mlir::func::FuncOp"> {
  let summary = "decide which operators share a kernel or a library call";
  let description = [{
    Writes the decision as attributes and changes nothing else: `sinter.groups = array<i64: 1, 4>` on an operator says that groups 1
    and 4 compute it (a cheap producer is computed again in each group that reads it); the first one is where other groups
    find its value. `sinter.inlined` marks operators that have no value of their own: each reader's group computes them. A remark tells for each edge why it was kept or cut. With `fuse=false` each operator is its own group.
    The author of a graph may decide by hand: an operator that carries `sinter.groups` already keeps it, and nothing joins its groups but the shape
    operators and cheap producers that they read through; one that carries `sinter.alone` gets a kernel that nothing joins.

    What may share a kernel: elementwise operators of one shape, reductions over the same axes of that shape, what
    is computed a row of it, as long as each value is needed at the point where it is made; reductions over rows beside those along rows, where no row reads
    them; kernels of one domain that read one value. Shape operators are index maps of whoever reads through them, and so is elementwise work on inputs that
    has one reader, through a shape operator.

    A value that kernels elsewhere read is stored, or computed again in each of them, whichever takes less time by `compiler/Analysis/KernelCost.h`; a remark gives both times.

    What is in memory at once must not be more than without fusion, or than 4 MiB if that is more, or, where it is given, than `memory-limit`: members whose operands would stay in memory
    too long do not join later ones, for a reason that names the bytes. Where even that does not meet `memory-limit`, it is an error. The limit is written
    down as `sinter.arena_limit`, for `kernel-merge-launches`.
  }];
  let options = [Option<"fuse", "fuse", "bool", "true", "fuse at all">,
                 Option<"strict", "strict", "bool", "false", "no epilogue that skips the rounding of a narrow product">,
                 Option<"maxRecompute", "max-recompute", "unsigned", "32", "operators that a group may compute again for an operand">,
                 Option<"memoryLimit", "memory-limit", "int64_t", "0", "bytes in memory at once beside arguments, constants and results; 0: as many as without fusion">];
  let dependentDialects = ["::sinter::SinterDialect"];
}

def ApplyFusionGroupsPass : Pass<"sinter-apply-fusion-groups", "::mlir::func::FuncOp"> {
  let summary = "carry out the decision of sinter-form-fusion-groups: one sinter.group a group";
  let description = [{
    ```mlir
    %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
    %b = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
    // becomes
    %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    ^bb0(%0: tensor<4x8xf32>):
      %1 = sinter.exp %0 : tensor<4x8xf32>
      %2 = sinter.neg %1 : tensor<4x8xf32>
      sinter.yield %2 : tensor<4x8xf32>
    }
    ```
    A value that is returned and that a library reads too is a result of its kernel twice, so that the library's call knows no address
    of the caller's. Views that a library reads through stay in the graph. An operator that cuts its operand into pieces of several shapes
    becomes one group a piece.
  }];
  let dependentDialects = ["::sinter::SinterDialect"];
}

#endif // SINTER_TRANSFORMS_PASSES_TD
