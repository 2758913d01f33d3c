// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the `kernel` dialect, domain form first.

#ifndef KERNEL_OPS_TD
#define KERNEL_OPS_TD

include "dialects/Kernel/IR/KernelTypes.td"
include "dialects/Kernel/IR/KernelAttrs.td"

//===--- Both forms ---===//

def Kernel_ReturnOp : Kernel_Op<"return", [Pure, Terminator]> {
  let summary = "ends a kernel";
  let description = "Ends the body of `kernel.func` and `kernel.thread_func`. It returns nothing: what a kernel makes it has stored. Printed as no text.";
  let assemblyFormat = "attr-dict";
}

def Kernel_RoundOp : Kernel_Op<"round", [Pure, Elementwise, Vectorizable, Scalarizable, Tensorizable, SameOperandsAndResultType]> {
  let summary = "the value rounded, or wrapped, to a narrower element type, held in its compute type";
  let description = [{
    Floats round to nearest even, integers wrap. `implicit` marks a rounding that stands for an operator's result type
    and that numerics `fast` may drop inside a kernel; one that the graph's author asked for has no such mark.

    ```mlir
    %r = kernel.round %x to bf16 implicit : f32
    ```
    ```c++
    const float r = round_to<bf16>(x);
    ```
  }];
  let arguments = (ins Kernel_Value:$value, TypeAttr:$element, UnitAttr:$implicit);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$value `to` $element (`implicit` $implicit^)? attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Kernel_RandomBitsOp : Kernel_Op<"random_bits", [Pure, AllTypesMatch<["seed", "offset", "position"]>]> {
  let summary = "32 random bits of a stream, by position";
  let description = [{
    Word `position` mod 4 of Philox4x32-10 with the key `seed` and the counter `offset` + `position` div 4 (64 bits, the counter's other half is 0):
    the same bits wherever and in whatever order they are asked for. All operands have the result's lanes; a position is 0 or more.

    ```mlir
    %r = kernel.random_bits %seed, %offset, %i : i64 -> i32
    ```
    ```c++
    const i32 r = random_bits(seed, offset, i);
    ```
  }];
  let arguments = (ins Kernel_Wide:$seed, Kernel_Wide:$offset, Kernel_Wide:$position);
  let results = (outs AnyTypeOf<[I32, VectorOfRankAndType<[1], [I32]>]>:$result);
  let assemblyFormat = "$seed `,` $offset `,` $position attr-dict `:` type($position) `->` type($result)";
  let builders = [OpBuilder<(ins "::mlir::Value":$seed, "::mlir::Value":$offset, "::mlir::Value":$position), [{
    build($_builder, $_state, $_builder.getI32Type(), seed, offset, position);
  }]>];
  let hasVerifier = 1;
}

//===--- Domain form ---===//

def Kernel_FuncOp : Kernel_Op<"func", [IsolatedFromAbove, Symbol, SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a kernel in domain form";
  let description = [{
    `dims` gives the extents of the iteration domain over the named `symbols` (s0 is the first). Arguments are views:
    those that are only read, and those that are written, each at most once an element. The body is scalar.
    `arg_names` names each view for the emitted text; in the assembly they are the arguments' own names, where those are
    not `%0` or `%arg0`. Further clauses: `schedule`, `operators`, `attributes`.

    ```mlir
    kernel.func @add_row(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols ["tokens"] dims affine_map<()[s0] -> (s0, 768)> {
      %a = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
      %b = kernel.load %w[affine_map<(d0, d1)[s0] -> (d1)>] : !kernel.view<f32> -> f32
      %c = arith.addf %a, %b : f32
      kernel.store %c, %y[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$symbols, AffineMapAttr:$dims, OptionalAttr<StrArrayAttr>:$arg_names,
                       OptionalAttr<Kernel_ScheduleAttr>:$schedule, OptionalAttr<StrArrayAttr>:$operators);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block &entry() { return getBody().front(); }
    unsigned getNumDims() { return getDims().getNumResults(); }
    /// The extent of dimension `dim`, or nothing where it is symbolic.
    std::optional<int64_t> getStaticExtent(unsigned dim);
    /// Two dimensions that walk one of fewer points, or null.
    ::sinter::kernel::RaggedAttr getRagged() { return (*this)->getAttrOfType<::sinter::kernel::RaggedAttr>("kernel.ragged"); }
  }];
}

def Kernel_LoadOp : Kernel_Op<"load", [Pure, AttrSizedOperandSegments]> {
  let summary = "reads one element of a view, widened to its compute type";
  let description = [{
    The place is `map` of the domain's dimensions; its symbols are the kernel's symbols and then `indices` (values that a
    gather computed). Where there is a predicate and it does not hold, nothing is read and the value is 0.

    ```mlir
    kernel.func @pick(%x: !kernel.view<f32>, %i: !kernel.view<i64>, %y: !kernel.view<f32>)
        symbols [] dims affine_map<() -> (4)> {
      %k = kernel.load %i[affine_map<(d0) -> (d0)>] : !kernel.view<i64> -> i64
      %a = kernel.load %x[affine_map<(d0)[s0] -> (s0 * 2)>] indices(%k : i64) : !kernel.view<f32> -> f32
      kernel.store %a, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins Kernel_ViewType:$view, AffineMapAttr:$map, Variadic<AnyTypeOf<[I64, I32, Index]>>:$indices, Optional<I1>:$predicate);
  let results = (outs Kernel_Scalar:$result);
  let assemblyFormat = "$view `[` $map `]` (`indices` `(` $indices^ `:` type($indices) `)`)? (`if` $predicate^)? attr-dict `:` qualified(type($view)) `->` type($result)";
  let hasVerifier = 1;
}

def Kernel_StoreOp : Kernel_Op<"store", [AttrSizedOperandSegments]> {
  let summary = "writes one element of a view, rounded to its element type";
  let description = [{
    Done once for each point of the dimensions that the map names, directly or by `indices` (values that say where, as in
    `kernel.load`); the value varies over no others, and no two points have one place. Floats
    round to nearest even, integers wrap. Where there is a predicate and it does not hold, nothing is written, and the place counts for nothing.

    ```mlir
    kernel.func @append(%x: !kernel.view<f32>, %p: !kernel.view<i64>, %cache: !kernel.view<f32>)
        symbols [] dims affine_map<() -> (4)> {
      %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
      %k = kernel.load %p[affine_map<(d0) -> (0)>] : !kernel.view<i64> -> i64
      kernel.store %a, %cache[affine_map<(d0)[s0] -> (s0 * 4 + d0)>] indices(%k : i64) : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins Kernel_Scalar:$value, Arg<Kernel_ViewType, "", [MemWrite]>:$view, AffineMapAttr:$map,
                       Variadic<AnyTypeOf<[I64, I32, Index]>>:$indices, Optional<I1>:$predicate);
  let assemblyFormat = "$value `,` $view `[` $map `]` (`indices` `(` $indices^ `:` type($indices) `)`)? (`if` $predicate^)? attr-dict `:` type($value) `,` qualified(type($view))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Kernel_IndexOp : Kernel_Op<"index", [Pure]> {
  let summary = "an affine function of the domain's dimensions as an i64";
  let description = [{
    The map's symbols are the kernel's symbols and then `indices`, as in `kernel.load`. The value varies over the dimensions that the map names.

    ```mlir
    kernel.func @count(%y: !kernel.view<i64>) symbols [] dims affine_map<() -> (4)> {
      %i = kernel.index affine_map<(d0) -> (d0 + 1)>
      kernel.store %i, %y[affine_map<(d0) -> (d0)>] : i64, !kernel.view<i64>
      kernel.return
    }
    ```
  }];
  let arguments = (ins AffineMapAttr:$map, Variadic<AnyTypeOf<[I64, I32, Index]>>:$indices);
  let results = (outs I64:$result);
  let assemblyFormat = "$map (`indices` `(` $indices^ `:` type($indices) `)`)? attr-dict";
  let hasVerifier = 1;
}

def Kernel_ReduceOp : Kernel_Op<"reduce", [Pure, SameOperandsAndResultType]> {
  let summary = "folds a value over dimensions of the domain";
  let description = [{
    The result no longer varies over `over`. Folded in a fixed order that the schedule sets.

    ```mlir
    kernel.func @row_sum(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)> {
      %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
      %s = kernel.reduce add %a over [1] : f32
      kernel.store %s, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, Kernel_Scalar:$value, DenseI64ArrayAttr:$over);
  let results = (outs Kernel_Scalar:$result);
  let assemblyFormat = "$kind $value `over` $over attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_ScanOp : Kernel_Op<"scan", [Pure, SameOperandsAndResultType]> {
  let summary = "folds a value over all points before one, along a dimension of the domain";
  let description = [{
    The result varies over `over`: at each index it is the fold of the operand there and at all indices before it (after it, with `reverse`);
    with `exclusive` without the one there, which leaves the fold's identity at the first. Folded in a fixed order that the schedule sets.
    All scans of a kernel go over one dimension in one direction.

    ```mlir
    kernel.func @row_sums(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)> {
      %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
      %s = kernel.scan add %a over 1 exclusive : f32
      kernel.store %s, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, Kernel_Scalar:$value, I64Attr:$over, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Kernel_Scalar:$result);
  let assemblyFormat = "$kind $value `over` $over (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===--- Thread form ---===//

def Kernel_ThreadFuncOp : Kernel_Op<"thread_func", [IsolatedFromAbove, Symbol, SingleBlock,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a kernel in thread form";
  let description = [{
    Arguments: views, then one index a symbol (its extent). `grid` gives the number of blocks (x) over the symbols;
    `threads` the threads a block. `index_width` is the width, 32 or 64, of every `index` in the body. A view
    is stored to or read, never both. `arg_names` names the views as in `kernel.func`. `comment` says the mapping in words,
    for the head of the emitted text. Further clauses: `operators`, `comment`, `attributes`.

    ```mlir
    kernel.thread_func @scale(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
        symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 1024)> threads 256 index_width 32 {
      %b = kernel.block_id
      %t = kernel.thread_id
      %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%b, %t)
      %in = arith.cmpi slt, %i, %n : index
      scf.if %in {
        %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
        %w = arith.addf %v, %v : vector<4xf32>
        kernel.vstore %w, %y[%i] : vector<4xf32>, !kernel.view<f32>
      }
      kernel.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrArrayAttr:$symbols, AffineMapAttr:$grid, I64Attr:$threads, I64Attr:$index_width,
                       OptionalAttr<StrArrayAttr>:$arg_names, OptionalAttr<StrArrayAttr>:$operators, OptionalAttr<StrAttr>:$comment);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Block &entry() { return getBody().front(); }
    /// How many of the arguments are views; the symbols' extents follow them.
    unsigned getNumViews() { return entry().getNumArguments() - getSymbols().size(); }
    /// Whether some operation stores to `view`.
    static bool isWritten(::mlir::Value view);
  }];
}

def Kernel_BlockIdOp : Kernel_Op<"block_id", [Pure]> {
  let summary = "the block's number: blockIdx.x";
  let description = [{
    The same in all threads of a block; from 0 to the kernel's grid, exclusive.

    ```mlir
    %b = kernel.block_id
    ```
    ```c++
    const int block = blockIdx.x;
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}
def Kernel_ThreadIdOp : Kernel_Op<"thread_id", [Pure]> {
  let summary = "the thread's number in its block: threadIdx.x";
  let description = [{
    From 0 to the kernel's `threads`, exclusive. Threads 32 i to 32 i + 31 are warp i.

    ```mlir
    %t = kernel.thread_id
    ```
    ```c++
    const int thread = threadIdx.x;
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Kernel_IndexExprOp : Kernel_Op<"index_expr", [Pure]> {
  let summary = "an affine function of indices, printed as one expression";
  let description = [{
    All operands are 0 or more. Division and remainder round down: of what is 0 or more they print as `/` and `%`, else as `floor_div` and `floor_mod`. An
    optional `name` names the variable.
    The map has one result; it may multiply dimensions by symbols. Symbols come after the dimensions among the operands.

    ```mlir
    %b = kernel.block_id
    %t = kernel.thread_id
    %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%b, %t) name "place"
    ```
    ```c++
    const int place = block * 1024 + thread * 4;
    ```
  }];
  let arguments = (ins AffineMapAttr:$map, Variadic<Index>:$operands, OptionalAttr<StrAttr>:$name);
  let results = (outs Index:$result);
  let assemblyFormat = "$map `(` $operands `)` (`name` $name^)? attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Kernel_VloadOp : Kernel_Op<"vload", [Pure]> {
  let summary = "reads consecutive elements from a view, widened to the compute type";
  let description = [{
    A scalar result reads one element. A vector of n reads n from `offset` on, which is a multiple of n; the view is
    aligned to n elements or 16 bytes. `unaligned`: any offset and view, in several accesses. `streaming`: read once, evict first. The result's element is the view's compute type.

    ```mlir
    %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
    ```
    ```c++
    const vec<float, 4> v = load<4>(x + i);
    ```
  }];
  let arguments = (ins Kernel_ViewType:$view, Index:$offset, UnitAttr:$streaming, UnitAttr:$unaligned);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$view `[` $offset `]` (`unaligned` $unaligned^)? (`streaming` $streaming^)? attr-dict `:` qualified(type($view)) `->` type($result)";
  let hasVerifier = 1;
}

def Kernel_VgatherOp : Kernel_Op<"vgather", [Pure]> {
  let summary = "reads elements of a view at given places, one a lane";
  let description = [{
    `offset` is a vector of indices (or one index); lanes whose predicate does not hold read nothing and give 0.

    ```mlir
    kernel.thread_func @every_second(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
      %t = kernel.thread_id
      %i = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
      %lanes = kernel.lanes %i : vector<4xindex>
      %from = kernel.vindex_expr affine_map<(d0) -> (d0 * 2)>(%lanes : vector<4xindex>) : vector<4xindex>
      %end = arith.constant 256 : index
      %ends = kernel.splat %end : index -> vector<4xindex>
      %inside = arith.cmpi slt, %from, %ends : vector<4xindex>
      %v = kernel.vgather %x[%from : vector<4xindex>] if %inside : vector<4xi1> : !kernel.view<f32> -> vector<4xf32>
      kernel.vscatter %v, %y[%lanes : vector<4xindex>] : vector<4xf32>, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins Kernel_ViewType:$view, AnyTypeOf<[Index, VectorOfRankAndType<[1], [Index]>]>:$offset, Optional<AnyTypeOf<[I1, VectorOfRankAndType<[1], [I1]>]>>:$predicate);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$view `[` $offset `:` type($offset) `]` (`if` $predicate^ `:` type($predicate))? attr-dict `:` qualified(type($view)) `->` type($result)";
  let hasVerifier = 1;
}

def Kernel_VstoreOp : Kernel_Op<"vstore"> {
  let summary = "writes consecutive elements to a view, rounded to its element type";
  let description = [{
    A scalar is one element; a vector of n goes to n elements from `offset` on, which is a multiple of n, or not where it is `unaligned`. Floats round to nearest
    even, integers wrap. `streaming`: not read again soon, evict first. The value's element is the view's compute type.

    ```mlir
    kernel.vstore %v, %y[%i] streaming : vector<4xf32>, !kernel.view<bf16>
    ```
    ```c++
    store_stream(y + i, convert<bf16>(v));
    ```
  }];
  let arguments = (ins Kernel_Value:$value, Arg<Kernel_ViewType, "", [MemWrite]>:$view, Index:$offset, UnitAttr:$streaming, UnitAttr:$unaligned);
  let assemblyFormat = "$value `,` $view `[` $offset `]` (`unaligned` $unaligned^)? (`streaming` $streaming^)? attr-dict `:` type($value) `,` qualified(type($view))";
  let hasVerifier = 1;
}

def Kernel_VscatterOp : Kernel_Op<"vscatter"> {
  let summary = "writes one element a lane, at given places";
  let description = [{
    Lane l of `value` goes to element `offset[l]`, rounded as by `kernel.vstore`. No two lanes and no two threads name one element. A
    scalar goes with one index, a vector with a vector of as many. Lanes whose predicate does not hold write nothing.

    ```mlir
    kernel.vscatter %v, %y[%places : vector<4xindex>] : vector<4xf32>, !kernel.view<f32>
    ```
    ```c++
    scatter(y, places, v);
    ```
  }];
  let arguments = (ins Kernel_Value:$value, Arg<Kernel_ViewType, "", [MemWrite]>:$view, AnyTypeOf<[Index, VectorOfRankAndType<[1], [Index]>]>:$offset,
                       Optional<VectorOfRankAndType<[1], [I1]>>:$predicate);
  let assemblyFormat = "$value `,` $view `[` $offset `:` type($offset) `]` (`if` $predicate^ `:` type($predicate))? attr-dict `:` type($value) `,` qualified(type($view))";
  let hasVerifier = 1;
}

def Kernel_SplatOp : Kernel_Op<"splat", [Pure]> {
  let summary = "a scalar in every lane of a vector";
  let description = [{
    The element type stays. Printed as no text of its own: operators of the device headers take a scalar beside a vector.

    ```mlir
    %v = kernel.splat %a : f32 -> vector<4xf32>
    ```
    ```c++
    x_values * a
    ```
  }];
  let arguments = (ins Kernel_Scalar:$value);
  let results = (outs VectorOfRankAndType<[1], [F64, F32, I64, I32, I1, Index]>:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Kernel_LanesOp : Kernel_Op<"lanes", [Pure]> {
  let summary = "base, base + 1, … one a lane";
  let description = [{
    As many lanes as the result has: the places of neighbouring elements, where they are not read as one vector.

    ```mlir
    %places = kernel.lanes %i : vector<4xindex>
    ```
    ```c++
    const vec<int, 4> places = lanes<4>(i);
    ```
  }];
  let arguments = (ins Index:$base);
  let results = (outs VectorOfRankAndType<[1], [Index]>:$result);
  let assemblyFormat = "$base attr-dict `:` type($result)";
}

def Kernel_VindexExprOp : Kernel_Op<"vindex_expr", [Pure]> {
  let summary = "an affine function, lane by lane";
  let description = [{
    As `kernel.index_expr`; operands are vectors of as many lanes as the result, or indices (the same in each lane).

    ```mlir
    %doubled = kernel.vindex_expr affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%places, %n : vector<4xindex>, index) : vector<4xindex>
    ```
    ```c++
    const vec<int, 4> doubled = places * 2 + n;
    ```
  }];
  let arguments = (ins AffineMapAttr:$map, Variadic<AnyTypeOf<[Index, VectorOfRankAndType<[1], [Index]>]>>:$operands);
  let results = (outs VectorOfRankAndType<[1], [Index]>:$result);
  let assemblyFormat = "$map `(` $operands `:` type($operands) `)` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_RegistersOp : Kernel_Op<"registers"> {
  let summary = "an array in registers, not set";
  let description = [{
    One array a thread. `kernel.register_set` gives an element its value; what was not set must not be read. It stays in registers because
    each index of it is a constant once loops are unrolled. An optional `name` names the variable. With `packed` elements are kept in that
    narrower type, of which all values that are set are. With `shared` they lie in shared memory that the launch brings (`findKernelResources` says how much),
    each thread's own, and any index will do.

    ```mlir
    %held = kernel.registers name "held" : !kernel.registers<4 x vector<4xf32>>
    ```
    ```c++
    vec<float, 4> held[4];
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name, OptionalAttr<TypeAttr>:$packed, UnitAttr:$shared);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::StringAttr":$name, "::mlir::TypeAttr":$packed), [{
    build($_builder, $_state, type, name, packed, /*shared=*/false);
  }]>];
  let extraClassDeclaration = [{
    /// The type in which elements are kept.
    ::mlir::Type getStoredType();
  }];
  let results = (outs Res<Kernel_RegistersType, "", [MemAlloc]>:$result);
  let hasVerifier = 1;
  let assemblyFormat = "(`name` $name^)? (`packed` $packed^)? (`shared` $shared^)? attr-dict `:` qualified(type($result))";
}
def Kernel_RegisterGetOp : Kernel_Op<"register_get"> {
  let summary = "one element of an array in registers";
  let description = [{
    `index` is a constant below the array's count, or the counter of a loop that unrolls. The result is of the array's element type.

    ```mlir
    %i = arith.constant 2 : index
    %v = kernel.register_get %held[%i] : !kernel.registers<4 x vector<4xf32>> -> vector<4xf32>
    ```
    ```c++
    const vec<float, 4> v = held[2];
    ```
  }];
  let arguments = (ins Arg<Kernel_RegistersType, "", [MemRead]>:$registers, Index:$index);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$registers `[` $index `]` attr-dict `:` qualified(type($registers)) `->` type($result)";
  let hasVerifier = 1;
}
def Kernel_RegisterSetOp : Kernel_Op<"register_set"> {
  let summary = "sets one element of an array in registers";
  let description = [{
    `index` as in `kernel.register_get`; the value is of the array's element type.

    ```mlir
    %i = arith.constant 2 : index
    kernel.register_set %v, %held[%i] : vector<4xf32>, !kernel.registers<4 x vector<4xf32>>
    ```
    ```c++
    held[2] = v;
    ```
  }];
  let arguments = (ins Kernel_Value:$value, Arg<Kernel_RegistersType, "", [MemWrite]>:$registers, Index:$index);
  let assemblyFormat = "$value `,` $registers `[` $index `]` attr-dict `:` type($value) `,` qualified(type($registers))";
  let hasVerifier = 1;
}

def Kernel_RegisterFetchOp : Kernel_Op<"register_fetch"> {
  let summary = "starts to copy elements of a view to where a thread holds them in shared memory";
  let description = [{
    As `kernel.vload` and `kernel.register_set`, of an array that is `shared` and keeps elements in the view's type; the thread does not wait. It may read what it
    fetched after a `kernel.fetch_wait`.

    ```mlir
    kernel.thread_func @fetch(%x: !kernel.view<bf16>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
      %held = kernel.registers name "held" packed bf16 shared : !kernel.registers<4 x vector<8xf32>>
      %t = kernel.thread_id
      %i = arith.constant 2 : index
      %offset = kernel.index_expr affine_map<(d0) -> (d0 * 8)>(%t)
      kernel.register_fetch %x[%offset], %held[%i] : !kernel.view<bf16>, !kernel.registers<4 x vector<8xf32>>
      kernel.return
    }
    ```
    ```c++
    fetch<8>(held.at(i), x + offset);
    ```
  }];
  let arguments = (ins Arg<Kernel_ViewType, "", [MemRead]>:$view, Index:$offset, Arg<Kernel_RegistersType, "", [MemWrite]>:$registers, Index:$index);
  let assemblyFormat = "$view `[` $offset `]` `,` $registers `[` $index `]` attr-dict `:` qualified(type($view)) `,` qualified(type($registers))";
  let hasVerifier = 1;
}
def Kernel_FetchCommitOp : Kernel_Op<"fetch_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "makes a group of what the thread has fetched since the last one";
  let description = [{
    Of nothing it is a group too.

    ```mlir
    kernel.fetch_commit
    ```
    ```c++
    fetch_commit();
    ```
  }];
  let assemblyFormat = "attr-dict";
}
def Kernel_FetchWaitOp : Kernel_Op<"fetch_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for what the thread fetches";
  let description = [{
    For all of it, or, with `but_latest`, for all groups but so many of the latest.

    ```mlir
    kernel.fetch_wait
    kernel.fetch_wait but_latest 1
    ```
    ```c++
    fetch_wait();
    fetch_wait<1>();
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "0">:$but_latest);
  let assemblyFormat = "(`but_latest` $but_latest^)? attr-dict";
}

def Kernel_SharedOp : Kernel_Op<"shared"> {
  let summary = "an array in shared memory";
  let description = [{
    Its content is undefined at the start. An optional `name` names the variable.

    ```mlir
    kernel.thread_func @reverse(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
      %t = kernel.thread_id
      %tile = kernel.shared name "tile" : !kernel.shared<32 x f32>
      %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
      kernel.shared_set %v, %tile[%t] : f32, !kernel.shared<32 x f32>
      kernel.barrier
      %other = kernel.index_expr affine_map<(d0) -> (31 - d0)>(%t)
      %w = kernel.shared_get %tile[%other] : !kernel.shared<32 x f32> -> f32
      kernel.vstore %w, %y[%t] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name);
  let results = (outs Res<Kernel_SharedType, "", [MemAlloc]>:$result);
  let assemblyFormat = "(`name` $name^)? attr-dict `:` qualified(type($result))";
}
def Kernel_SharedGetOp : Kernel_Op<"shared_get"> {
  let summary = "elements of an array in shared memory";
  let description = [{
    Another thread's value is seen after a `kernel.barrier` between its store and this. A scalar result is one element; a vector of n is n elements from `index` on, which
    is a multiple of n. The result's element is the array's element type.

    ```mlir
    %v = kernel.shared_get %tile[%i] : !kernel.shared<32 x f32> -> f32
    %w = kernel.shared_get %tile[%j] : !kernel.shared<32 x f32> -> vector<4xf32>
    ```
    ```c++
    const float v = tile[i];
    const vec<float, 4> w = load<4>(tile + j);
    ```
  }];
  let arguments = (ins Arg<Kernel_SharedType, "", [MemRead]>:$shared, Index:$index);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$shared `[` $index `]` attr-dict `:` qualified(type($shared)) `->` type($result)";
  let hasVerifier = 1;
}
def Kernel_SharedSetOp : Kernel_Op<"shared_set"> {
  let summary = "sets elements of an array in shared memory";
  let description = [{
    Two threads set one element only with a `kernel.barrier` between them. A scalar is one element; a vector of n goes to n elements from `index` on, which is a
    multiple of n. The value's element is the array's element type.

    ```mlir
    kernel.shared_set %v, %tile[%i] : f32, !kernel.shared<32 x f32>
    kernel.shared_set %w, %tile[%j] : vector<4xf32>, !kernel.shared<32 x f32>
    ```
    ```c++
    tile[i] = v;
    store(tile + j, w);
    ```
  }];
  let arguments = (ins Kernel_Value:$value, Arg<Kernel_SharedType, "", [MemWrite]>:$shared, Index:$index);
  let assemblyFormat = "$value `,` $shared `[` $index `]` attr-dict `:` type($value) `,` qualified(type($shared))";
  let hasVerifier = 1;
}
def Kernel_SharedGatherOp : Kernel_Op<"shared_gather"> {
  let summary = "elements of an array in shared memory at given places, one a lane";
  let description = [{
    Lane l of the result is element `indices[l]`, seen as by `kernel.shared_get`.

    ```mlir
    %v = kernel.shared_gather %tile[%places : vector<4xindex>] : !kernel.shared<32 x f32> -> vector<4xf32>
    ```
    ```c++
    const vec<float, 4> v = gather(tile, places);
    ```
  }];
  let arguments = (ins Arg<Kernel_SharedType, "", [MemRead]>:$shared, VectorOfRankAndType<[1], [Index]>:$indices);
  let results = (outs VectorOfRankAndType<[1], [F64, F32, I64, I32, I1, Index]>:$result);
  let assemblyFormat = "$shared `[` $indices `:` type($indices) `]` attr-dict `:` qualified(type($shared)) `->` type($result)";
  let hasVerifier = 1;
}
def Kernel_SharedScatterOp : Kernel_Op<"shared_scatter"> {
  let summary = "sets elements of an array in shared memory at given places, one a lane";
  let description = [{
    Lane l of `value` goes to element `indices[l]`, as by `kernel.shared_set`. No two lanes name one element.

    ```mlir
    kernel.shared_scatter %v, %tile[%places : vector<4xindex>] : vector<4xf32>, !kernel.shared<32 x f32>
    ```
    ```c++
    scatter(tile, places, v);
    ```
  }];
  let arguments = (ins VectorOfRankAndType<[1], [F64, F32, I64, I32, I1, Index]>:$value, Arg<Kernel_SharedType, "", [MemWrite]>:$shared,
                       VectorOfRankAndType<[1], [Index]>:$indices);
  let assemblyFormat = "$value `,` $shared `[` $indices `:` type($indices) `]` attr-dict `:` type($value) `,` qualified(type($shared))";
  let hasVerifier = 1;
}

def Kernel_BarrierOp : Kernel_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for all threads of the block: __syncthreads()";
  let description = [{
    What any thread of the block wrote to shared memory before it, all see after it. Every thread of the block must come here, so that it stands
    in no branch that threads take apart.

    ```mlir
    kernel.barrier
    ```
    ```c++
    __syncthreads();
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_VectorReduceOp : Kernel_Op<"vector_reduce", [Pure]> {
  let summary = "folds a vector's lanes, as a tree of neighbours";
  let description = [{
    Lanes 2 i and 2 i + 1 are folded, then those results in the same way: a fixed order; an odd last one is carried up. `or` and `and` are of
    integers. The result is of the vector's element type.

    ```mlir
    %a = kernel.vector_reduce add %v : vector<4xf32> -> f32
    ```
    ```c++
    const float a = vector_reduce<op::sum>(v);
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, VectorOfRankAndType<[1], [F64, F32, I64, I32, I1]>:$value);
  let results = (outs Kernel_Scalar:$result);
  let assemblyFormat = "$kind $value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def Kernel_GroupReduceOp : Kernel_Op<"group_reduce", [SameOperandsAndResultType, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "folds one value a thread over groups of consecutive threads; every thread of the group gets the result";
  let description = [{
    Every thread of the warp must come here. `width`: threads a group, a power of two up to 32.

    ```mlir
    kernel.thread_func @row_minus_sum(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols [] grid affine_map<() -> (8)> threads 32 index_width 32 {
      %row = kernel.block_id
      %t = kernel.thread_id
      %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 128 + d1 * 4)>(%row, %t)
      %zero = arith.constant 0 : index
      %held = kernel.registers name "held" : !kernel.registers<1 x vector<4xf32>>
      %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
      kernel.register_set %v, %held[%zero] : vector<4xf32>, !kernel.registers<1 x vector<4xf32>>
      %mine = kernel.vector_reduce add %v : vector<4xf32> -> f32
      %sum = kernel.group_reduce add %mine width 32 : f32
      %sums = kernel.splat %sum : f32 -> vector<4xf32>
      %again = kernel.register_get %held[%zero] : !kernel.registers<1 x vector<4xf32>> -> vector<4xf32>
      %w = arith.subf %again, %sums : vector<4xf32>
      kernel.vstore %w, %y[%i] : vector<4xf32>, !kernel.view<f32>
      kernel.return
    }
    ```
    ```c++
    const float total = group_reduce<op::sum, 32>(lanes_total);
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, Kernel_Scalar:$value, I64Attr:$width);
  let results = (outs Kernel_Scalar:$result);
  let assemblyFormat = "$kind $value `width` $width attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Kernel_ColumnReduceOp : Kernel_Op<"column_reduce", [AllTypesMatch<["value", "result"]>, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "folds one value a thread over threads that lie apart; every one of them gets the result";
  let description = [{
    Threads with the same number modulo `stride` fold their values, lane by lane, in the order of their numbers; the block has `count * stride` threads and all of
    them must come here. `scratch` holds an element for each thread and lane.

    ```mlir
    kernel.thread_func @column_sums(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 {
      %t = kernel.thread_id
      %i = kernel.index_expr affine_map<(d0) -> (d0 * 2)>(%t)
      %scratch = kernel.shared name "scratch" : !kernel.shared<128 x f32>
      %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<2xf32>
      %s = kernel.column_reduce add %v, %scratch count 4 stride 16 : vector<2xf32>, !kernel.shared<128 x f32>
      %end = arith.constant 16 : index
      %mine = arith.cmpi slt, %t, %end : index
      scf.if %mine {
        kernel.vstore %s, %y[%i] : vector<2xf32>, !kernel.view<f32>
      }
      kernel.return
    }
    ```
    ```c++
    const vec<float, 2> s = column_reduce<op::sum, 4, 16>(v, scratch);
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, Kernel_Value:$value, Arg<Kernel_SharedType, "", [MemRead, MemWrite]>:$scratch, I64Attr:$count, I64Attr:$stride);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$kind $value `,` $scratch `count` $count `stride` $stride attr-dict `:` type($value) `,` qualified(type($scratch))";
  let hasVerifier = 1;
}

def Kernel_LaunchDependentsOp : Kernel_Op<"launch_dependents", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "lets the next kernel start once all blocks have come here";
  let description = [{
    The next kernel is one whose launch does not wait for this one to end, but that waits itself, by `kernel.grid_dependency_wait`. Compiled for what is older than sm_90, and on the CPU, it is nothing.

    ```mlir
    kernel.launch_dependents
    ```
    ```c++
    launch_dependents();
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_GridDependencyWaitOp : Kernel_Op<"grid_dependency_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until the kernel before has ended, and what it wrote is seen";
  let description = [{
    A kernel that has it may be launched before the one before it has ended. It stands before all that reads or writes what is in memory, in no branch: kernels further back have ended because each of those
    between has waited too. Where the launch itself waited it does nothing; compiled for what is older than sm_90, and on the CPU, it is nothing.

    ```mlir
    kernel.grid_dependency_wait
    ```
    ```c++
    grid_dependency_wait();
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_ClusterArriveOp : Kernel_Op<"cluster_arrive", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the first half of the barrier of a cluster of blocks: makes the block ready for exchanges and tells the others that it is there";
  let description = [{
    Every thread of the cluster must come here once, and then to a `kernel.cluster_wait`. `arrivals` has an i64 for each exchange of the kernel (`kernel.share_partial`),
    which counts what has arrived of it in this block. The barrier orders no other memory.

    ```mlir
    kernel.cluster_arrive %arrivals : !kernel.shared<2 x i64>
    ```
    ```c++
    cluster_arrive(arrivals);
    ```
  }];
  let arguments = (ins Kernel_SharedType:$arrivals);
  let assemblyFormat = "$arrivals attr-dict `:` qualified(type($arrivals))";
}

def Kernel_ClusterWaitOp : Kernel_Op<"cluster_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the second half of the barrier of a cluster of blocks: waits until all its threads have arrived";
  let description = [{
    All blocks of the cluster are ready for exchanges after it.

    ```mlir
    kernel.cluster_wait
    ```
    ```c++
    cluster_wait();
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_SharePartialOp : Kernel_Op<"share_partial"> {
  let summary = "hands what each warp has folded to its block, or to all blocks of the cluster";
  let description = [{
    The first half of a fold over more threads than a warp has; after a barrier of the block, or `kernel.await_partials` in a cluster, `kernel.gather_partials` is the
    second, so that folds that are ready at once wait once. `value` is the same in all lanes of a warp. Every thread must come here. `scratch` holds an element for each
    warp of the block, or of the cluster. What was gathered from a block's is gathered by a barrier before it is written to again.

    `blocks`: those of the cluster, which a `kernel.cluster_wait` has found ready. The folds that name one element of the cluster's arrivals are one exchange, which happens
    once: it stands in no loop and no branch, and its scratch is its own, as another block may be at the next exchange while this one still reads. What goes to another block
    has 4 or 8 bytes.

    ```mlir
    kernel.thread_func @row_minus_sum(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols [] grid affine_map<() -> (8)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
      %block = kernel.block_id
      %t = kernel.thread_id
      %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 64 + d1)>(%block, %t)
      %arrivals = kernel.shared name "arrivals" : !kernel.shared<1 x i64>
      kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
      %scratch = kernel.shared name "scratch" : !kernel.shared<4 x f32>
      %v = kernel.vload %x[%i] : !kernel.view<f32> -> f32
      %mine = kernel.group_reduce add %v width 32 : f32
      kernel.cluster_wait
      kernel.share_partial %mine, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
      kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<1 x i64>
      %part = kernel.gather_partials add %scratch warps 4 : !kernel.shared<4 x f32> -> f32
      %sum = kernel.group_reduce add %part width 4 : f32
      %w = arith.subf %v, %sum : f32
      kernel.vstore %w, %y[%i] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
    ```c++
    share_partial<2>(mine, scratch, arrivals[0]);
    ```
  }];
  let arguments = (ins Kernel_Scalar:$value, Arg<Kernel_SharedType, "", [MemWrite]>:$scratch, DefaultValuedAttr<I64Attr, "1">:$blocks,
                       Arg<Optional<Kernel_SharedType>, "", [MemWrite]>:$arrivals, DefaultValuedAttr<I64Attr, "0">:$exchange);
  let assemblyFormat = [{
    $value `,` $scratch (`blocks` $blocks^)? (`arrival` $arrivals^ `[` $exchange `]`)? attr-dict `:` type($value) `,` qualified(type($scratch)) (`,` qualified(type($arrivals))^)?
  }];
}

def Kernel_AwaitPartialsOp : Kernel_Op<"await_partials", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until what all blocks of the cluster hand over in an exchange has arrived in this one";
  let description = [{
    All that `kernel.share_partial` has put into the block's scratch with this element of the arrivals is seen after it. `bytes`: how much that is, of all folds and
    warps. Every thread must come here.

    ```mlir
    kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<1 x i64>
    ```
    ```c++
    await_partials<16>(arrivals[0]);
    ```
  }];
  let arguments = (ins Kernel_SharedType:$arrivals, I64Attr:$exchange, I64Attr:$bytes);
  let assemblyFormat = "$arrivals `[` $exchange `]` `bytes` $bytes attr-dict `:` qualified(type($arrivals))";
}

def Kernel_GatherPartialsOp : Kernel_Op<"gather_partials"> {
  let summary = "gives each lane its share of what the warps of its group have handed over";
  let description = [{
    `warps`: those of the group, consecutive ones of the block, or all of a cluster. Of up to 32 lane i has that of warp i, counted from 0 again after as many lanes as the
    next power of two; of more those of the warps i, i + 32 and so on, as a vector. What is not there is the identity of `kind`.

    ```mlir
    %part = kernel.gather_partials add %scratch warps 4 : !kernel.shared<4 x f32> -> f32
    ```
    ```c++
    const float partial = gather_partials<op::sum, 4>(scratch);
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, Arg<Kernel_SharedType, "", [MemRead]>:$scratch, I64Attr:$warps);
  let results = (outs Kernel_Value:$result);
  let assemblyFormat = "$kind $scratch `warps` $warps attr-dict `:` qualified(type($scratch)) `->` type($result)";
}

def Kernel_GroupScanOp : Kernel_Op<"group_scan", [AllTypesMatch<["value", "result"]>, AllTypesMatch<["carry", "next"]>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "scans the values that groups of consecutive threads hold, thread after thread and lane after lane";
  let description = [{
    `result` is the fold of `carry` and of all lanes up to each one, itself included unless `exclusive`; `next` that of `carry` and all lanes of the group. `carry`
    is the same in all threads of a group. With `reverse` the last lane of the last thread is the first. Every thread of the block must come
    here; `width` and what it needs of shared memory are as of `kernel.group_reduce`.

    ```mlir
    kernel.thread_func @row_sums(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
        symbols [] grid affine_map<() -> (8)> threads 32 index_width 32 {
      %row = kernel.block_id
      %t = kernel.thread_id
      %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 128 + d1 * 4)>(%row, %t)
      %zero = arith.constant 0.0 : f32
      %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
      %s, %total = kernel.group_scan add %v carry %zero width 32 : vector<4xf32>, f32
      kernel.vstore %s, %y[%i] : vector<4xf32>, !kernel.view<f32>
      kernel.return
    }
    ```
    ```c++
    float total = 0.0f;
    const vec<float, 4> sums = group_scan<op::sum, 32, false, false>(x_values, total, nullptr);
    ```
  }];
  let arguments = (ins Kernel_FoldKindAttr:$kind, Kernel_Value:$value, Kernel_Scalar:$carry, I64Attr:$width, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Kernel_Value:$result, Kernel_Scalar:$next);
  let assemblyFormat = "$kind $value `carry` $carry `width` $width (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:` type($value) `,` type($carry)";
  let hasVerifier = 1;
}

//===--- In the graph's function, once kernels are outlined ---===//

def Kernel_CallOp : Kernel_Op<"call", [Pure]> {
  let summary = "a kernel applied to tensors";
  let description = [{
    Operands are the views that the kernel reads, results those it writes, in the order of its arguments; the kernel's symbols
    have the values of the graph's symbols of the same name. `in_place` gives for each result the operand whose memory it
    takes, or -1: such an operand is not read but written, and stands for the result among the kernel's arguments.

    ```mlir
    %y = kernel.call @add_row(%x, %w) : (tensor<4x768xf32>, tensor<768xf32>) -> tensor<4x768xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyRankedTensor>:$inputs, OptionalAttr<DenseI64ArrayAttr>:$in_place);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = "$callee `(` $inputs `)` (`in_place` $in_place^)? attr-dict `:` functional-type($inputs, results)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The operand whose memory result `result` takes, or null.
    ::mlir::Value getInPlaceOperand(unsigned result);
  }];
}

#endif // KERNEL_OPS_TD
