// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the `kernel` dialect: folds, schedules, and what a GPU offers to them.

#ifndef KERNEL_ATTRS_TD
#define KERNEL_ATTRS_TD

include "dialects/Kernel/IR/KernelDialect.td"

def Kernel_FoldAdd : I32EnumAttrCase<"Add", 0, "add">;
def Kernel_FoldMul : I32EnumAttrCase<"Mul", 1, "mul">;
def Kernel_FoldMax : I32EnumAttrCase<"Max", 2, "max">;
def Kernel_FoldMin : I32EnumAttrCase<"Min", 3, "min">;
def Kernel_FoldOr : I32EnumAttrCase<"Or", 4, "or">;
def Kernel_FoldAnd : I32EnumAttrCase<"And", 5, "and">;
def Kernel_FoldKind : I32EnumAttr<"FoldKind", "how a reduction combines two values", [Kernel_FoldAdd, Kernel_FoldMul, Kernel_FoldMax,
    Kernel_FoldMin, Kernel_FoldOr, Kernel_FoldAnd]> {
  let cppNamespace = "::sinter::kernel";
  let genSpecializedAttr = 0;
}
def Kernel_FoldKindAttr : EnumAttr<Kernel_Dialect, Kernel_FoldKind, "fold">;

def Kernel_SchedulePointwise : I32EnumAttrCase<"Pointwise", 0, "pointwise">;
def Kernel_ScheduleRows : I32EnumAttrCase<"Rows", 1, "rows">;
def Kernel_ScheduleColumns : I32EnumAttrCase<"Columns", 2, "columns">;
def Kernel_ScheduleScanRows : I32EnumAttrCase<"ScanRows", 3, "scan_rows">;
def Kernel_ScheduleScanColumns : I32EnumAttrCase<"ScanColumns", 4, "scan_columns">;
def Kernel_ScheduleTiles : I32EnumAttrCase<"Tiles", 5, "tiles">;
def Kernel_ScheduleKind : I32EnumAttr<"ScheduleKind", "family of mappings", [Kernel_SchedulePointwise, Kernel_ScheduleRows, Kernel_ScheduleColumns,
    Kernel_ScheduleScanRows, Kernel_ScheduleScanColumns, Kernel_ScheduleTiles]> {
  let cppNamespace = "::sinter::kernel";
  let genSpecializedAttr = 0;
}

def Kernel_TilingAttr : AttrDef<Kernel_Dialect, "Tiling"> {
  let mnemonic = "tiling";
  let summary = "what a kernel turns in shared memory";
  let description = [{
    Of a schedule `tiles`. The accesses of `views` (numbers of the kernel's arguments, rising) whose neighbouring elements lie along dimension `across`, and not along
    the last one, go through shared memory: a thread takes `vector` neighbours along `across` of a view that allows it, one element of any other.
    ```mlir
    #kernel.tiling<across = 0, vector = 4, views = [0]>
    ```
  }];
  let parameters = (ins "int64_t":$across, "int64_t":$vector, ArrayRefParameter<"int64_t">:$views);
  let assemblyFormat = "`<` `across` `=` $across `,` `vector` `=` $vector `,` `views` `=` `[` $views `]` `>`";
  let genVerifyDecl = 1;
}

def Kernel_ScheduleAttr : AttrDef<Kernel_Dialect, "Schedule"> {
  let mnemonic = "schedule";
  let summary = "how a kernel maps to threads";
  let description = [{
    `pointwise`: a block of `threads`; each thread takes `vectors` vectors of `vector` consecutive points.
    `rows`: `threads` a block, `threads_per_row` of them to a row of the reduced dimensions, in vectors of `vector`;
    `hold` keeps what varies along the row in registers from one reduction to the next, otherwise it is computed again. With `packed` it keeps what was
    read alone, in the type that it has in memory, and computes again what is made of it: half the registers and less, so that a processor has
    several rows at once: `blocks` of these, for which a thread's registers are limited (0: they are not). With `shared` it lies in shared memory,
    where the memory puts it while the threads wait for other rows; but for the last `in_registers` of a thread's vectors, which leave a processor room for one block
    more.
    More `threads_per_row` than `threads` are a cluster of blocks for each row, which fold what each has in each other's shared memory.
    A row's first dimension may be reduced over rows too (`kernel.ragged`): then a block walks its rows one after the other.
    `columns`, where the last dimension is not reduced: each thread takes `vector` neighbours along it, and `threads_per_row` threads, which lie
    `threads / threads_per_row` apart in the block, share the elements that are folded.
    `scan_rows`: as `rows`, along the scanned dimension, which is the last; `vectors` turns of the block, each with what the one before carried.
    `scan_columns`: a block of `threads`; each thread takes `vector` neighbouring points of the other dimensions and walks the scanned one.
    `tiles`, of kernels without folds: a block takes a tile of two dimensions, the last one and `across` of its `tiling`. `threads_per_row` threads walk a row of the
    tile, `vector` points of the last dimension each, and every thread takes `vectors` rows of it. So a tile has `threads_per_row * vector` columns and
    `vectors * threads / threads_per_row` rows.
    ```mlir
    #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 1, hold = true>
    ```
  }];
  let parameters = (ins EnumParameter<Kernel_ScheduleKind>:$kind, "int64_t":$threads, "int64_t":$threadsPerRow, "int64_t":$vector,
                        "int64_t":$vectors, "bool":$hold, DefaultValuedParameter<"bool", "false">:$packed, DefaultValuedParameter<"bool", "false">:$shared, DefaultValuedParameter<"int64_t", "0">:$inRegisters,
                        DefaultValuedParameter<"int64_t", "0">:$blocks, OptionalParameter<"::sinter::kernel::TilingAttr">:$tiling);
  let assemblyFormat = "`<` $kind `,` `threads` `=` $threads `,` `threads_per_row` `=` $threadsPerRow `,` `vector` `=` $vector `,` `vectors` `=` $vectors `,` `hold` `=` $hold (`packed` `=` $packed^)? (`shared` `=` $shared^)? (`in_registers` `=` $inRegisters^)? (`blocks` `=` $blocks^)? (`,` `tiling` `=` $tiling^)? `>`";
  let builders = [AttrBuilder<(ins "::sinter::kernel::ScheduleKind":$kind, "int64_t":$threads, "int64_t":$threadsPerRow, "int64_t":$vector, "int64_t":$vectors, "bool":$hold), [{
    return $_get($_ctxt, kind, threads, threadsPerRow, vector, vectors, hold, /*packed=*/false, /*shared=*/false, /*inRegisters=*/0, /*blocks=*/0, ::sinter::kernel::TilingAttr());
  }]>];
  let extraClassDeclaration = [{
    /// Rows that a block has at once, and blocks that share one.
    int64_t getRowsPerBlock() const { return std::max<int64_t>(1, getThreads() / getThreadsPerRow()); }
    int64_t getBlocksPerRow() const { return std::max<int64_t>(1, getThreadsPerRow() / getThreads()); }
    /// Of a tile of a schedule `tiles`.
    int64_t getTileColumns() const { return getThreadsPerRow() * getVector(); }
    int64_t getTileRows() const { return getVectors() * (getThreads() / getThreadsPerRow()); }
  }];
  let genVerifyDecl = 1;
}

def Kernel_RaggedAttr : AttrDef<Kernel_Dialect, "Ragged"> {
  let mnemonic = "ragged";
  let summary = "two dimensions that walk one of fewer points";
  let description = [{
    In `kernel.ragged` of `kernel.func`: dimensions `outer` and `outer + 1`, of extents (B, K), stand for one of `extent` points, B * K or fewer. Point (b, k) is
    number b * K + k; those from `extent` on are in no walk of dimension `outer + 1`. So a long reduction is split into parts of like size
    whatever its length is.
    ```mlir
    #kernel.ragged<outer = 0, extent = affine_map<()[s0] -> (s0)>>
    ```
  }];
  let parameters = (ins "int64_t":$outer, "::mlir::AffineMapAttr":$extent);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Kernel_SpecializationAttr : AttrDef<Kernel_Dialect, "Specialization"> {
  let mnemonic = "specialization";
  let summary = "what a kernel is a special case of";
  let description = [{
    The kernel does what `of` does where symbol number `symbol` is a multiple of `divisor`; its own symbol of that number stands for the quotient. In
    `kernel.specializes`, of `kernel.func` and `kernel.thread_func`.
    ```mlir
    #kernel.specialization<of = @row, symbol = 0, divisor = 4>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$of, "int64_t":$symbol, "int64_t":$divisor);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Kernel_GpuAttr : AttrDef<Kernel_Dialect, "Gpu"> {
  let mnemonic = "gpu";
  let summary = "what a GPU offers to a schedule";
  let description = [{
    Of one processor (CUDA's streaming multiprocessor): the most threads that it has at a time, `processor_threads` (a block may have more, then), `registers` of 32 bits, and `bytes_in_flight`, what it must have asked of the memory to keep it busy. Of a
    block: the most `threads`, and the most `shared_bytes`. Of a thread: `vector_bytes`, the widest access. `clusters`: whether blocks reach each other's
    shared memory. Passes read it from the module's attribute `kernel.target`; a module without it is scheduled for an H200, which is this:
    ```mlir
    module attributes {kernel.target = #kernel.gpu<processors = 132, processor_threads = 2048, threads = 1024, shared_bytes = 232448, registers = 65536, vector_bytes = 16, bytes_in_flight = 49152, clusters = true>} {
    }
    ```
  }];
  let parameters = (ins "int64_t":$processors, "int64_t":$processor_threads, "int64_t":$threads, "int64_t":$shared_bytes, "int64_t":$registers, "int64_t":$vector_bytes,
                        "int64_t":$bytes_in_flight, "bool":$clusters);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // KERNEL_ATTRS_TD
