// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the `kernel` dialect: simplification of the domain, choice of a schedule, and thread form.

#ifndef SINTER_SCHEDULE_PASSES_TD
#define SINTER_SCHEDULE_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttachTargetPass : Pass<"kernel-attach-target", "::mlir::ModuleOp"> {
  let summary = "write down what the GPU offers that the module is compiled for";
  let description = [{
    Sets `kernel.target` of a module that has none, to what the known GPUs of these names offer; passes after this one read it there. A text that is to
    serve several targets gets the limits that each of them keeps, else it would not run on one, and the number of processors and the bytes in flight of
    the first, for whom it is tuned. The CPU path counts as an H200, so that it runs the kernels that a GPU would.

    ```mlir
    module {
    }
    // becomes, with targets=sm_80,
    module attributes {kernel.target = #kernel.gpu<processors = 108, processor_threads = 2048, threads = 1024, shared_bytes = 166912, registers = 65536, vector_bytes = 16, bytes_in_flight = 16384, clusters = false>} {
    }
    ```
  }];
  let options = [ListOption<"targets", "targets", "std::string", "names of targets: cpu, sm_NN, compute_NN">];
  let dependentDialects = ["::sinter::kernel::KernelDialect"];
}

def ApproximateMathPass : Pass<"kernel-approximate-math", "::sinter::kernel::FuncOp"> {
  let summary = "mark functions and quotients whose value is only ever rounded to 16 bits as good enough in an approximation";
  let description = [{
    Numerics `fast` (docs/Numerics.md). The mark is `fastmath<afn>`; the text then calls the function's approximation in
    `runtime/device`: `math.exp` within 2^-16 of the value, `math.exp2` within 2^-20, `math.erfc` (GELU) within 2^-14, `math.tanh` within 2^-11, `arith.divf` within 2^-22.

    ```mlir
    %e = math.erfc %x : f32
    %p = arith.mulf %x, %e : f32
    kernel.store %p, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
    // becomes
    %e = math.erfc %x fastmath<afn> : f32
    ```
    The errors are followed to the stores: they add up in products and quotients, stay as they are in a greatest and in a sum of what is not negative, and must be
    a quarter of half a unit in the last place there at most. What a sum that can cancel, a comparison or a wider store reads keeps the accurate function. A long sum of
    what is not negative has an error of its own, 4 + 4 √n roundings (docs/Numerics.md); half of that its terms may have.

    A quotient or root that may be approximated gets `fastmath<afn,arcp>` where the intervals that values lie in, followed from constants and functions on, tell that its divisor, or what its root is of, is from 2^-125 to 2^125, as 1 + exp(-|x|) is: the
    hardware's reciprocal and root need no scaling then.
    1 + erf(x) and 1 - erf(x) of f32 become erfc(-x) and erfc(x), where nothing else reads the error function, and they are only multiplied and added up until they are results of the graph.
    Marked `kernel.near` are `math.erfc` of f32, whose short form is within 2^-22, for GELU and these (docs/Numerics.md), and `math.sin` and `math.cos` of what lies within -1.1 and 1.1.
  }];
  let dependentDialects = ["::mlir::math::MathDialect", "::mlir::arith::ArithDialect"];
}

def DropImplicitRoundingsPass : Pass<"kernel-drop-implicit-roundings", "::sinter::kernel::FuncOp"> {
  let summary = "numerics fast: keep values inside a kernel in their compute type";
  let description = [{
    Removes `kernel.round … implicit`. Stores still round; roundings that the graph's author asked for, and integer
    wraparound, stay.
  }];
}

def OrderDimsPass : Pass<"kernel-order-dims", "::sinter::kernel::FuncOp"> {
  let summary = "walk a kernel's points in the order that most of its bytes lie in";
  let description = [{
    Of a kernel without reductions and scans the dimension along which most bytes lie side by side becomes the last one, and the others are put in the
    order in which a store or load along it lies, as far as its factors are integers. A graph in channels-first terms over channels-last memory so
    becomes one flat walk. Before that, quotients and remainders in the maps of every kernel are made simpler by what the dimensions' extents allow.

    ```mlir
    // dims (256, 3136), maps d0 + d1 * 256    becomes    dims (3136, 256), maps d0 * 256 + d1
    ```
  }];
}

def CollapseDimsPass : Pass<"kernel-collapse-dims", "::sinter::kernel::FuncOp"> {
  let summary = "take out dimensions that nothing asks for, and merge neighbouring ones that every map walks as one";
  let description = [{
    A dimension that no map uses and no reduction folds goes: what is left of a fold that came to nothing.
    Dimensions i and i + 1 become one where each map is linear in both, with the factor of i equal to the extent of i + 1
    times the factor of i + 1, and each reduction folds both or neither.

    ```mlir
    // dims (4, 8), map d0 * 8 + d1    becomes    dims (32), map d0
    ```
  }];
}

def UnrollDimsPass : Pass<"kernel-unroll-dims", "::sinter::kernel::FuncOp"> {
  let summary = "make all points of a small dimension in one, where the operand that is read over all others does not vary over it";
  let description = [{
    A fold over an operand that a small dimension of at most 16 points leaves out (the weights of a product of few rows) would read it again for each of them. One point
    that makes the folds of all of them reads it once. Where that takes operands that are read over the small dimension (the rows), two neighbouring points share those as well.

    ```mlir
    // dims (2, 4096, 1024), over [2]: x[d0 * 1024 + d2] * w[d1 * 1024 + d2]
    // becomes dims (1, 4096, 1024), over [2]: x[d2] * w[d1 * 1024 + d2] and x[d2 + 1024] * w[d1 * 1024 + d2]
    ```
    Not where that leaves fewer rows than the GPU has processors.
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect"];
}

def SeparateStoresPass : Pass<"kernel-separate-stores", "::mlir::ModuleOp"> {
  let summary = "give a kernel of their own to stores that leave out a dimension which nothing folds for them";
  let description = [{
    Where a fold comes to nothing (`argmax(x) - argmax(x)` is 0), its dimension stays in the kernel if other stores walk it. All of
    the points of that dimension would store what is left, and none where its extent is 0. Such stores become a kernel without the dimension.

    ```mlir
    kernel.func @f(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<i64>) symbols [] dims affine_map<() -> (0)> {
      %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
      kernel.store %a, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
      %c0 = arith.constant 0 : i64
      kernel.store %c0, %z[affine_map<(d0) -> (0)>] : i64, !kernel.view<i64>  // in @f_folded
      kernel.return
    }
    ```
  }];
  let dependentDialects = ["::sinter::SinterDialect", "::sinter::kernel::KernelDialect"];
}

def SplitReductionsPass : Pass<"kernel-split-reductions", "::mlir::ModuleOp"> {
  let summary = "cut long reductions with few results into parts, and fold the parts in a second kernel";
  let description = [{
    A sum of all of a tensor, or of each of a few columns, would keep a few of the GPU's processors busy. Where the kernel's blocks are fewer than half of the processors of the
    module's `kernel.target` and walk 128 KB or more each, the dimension that is folded is cut into (part, point of the part), whatever its extent is
    (`kernel.ragged`); the first kernel stores what each part comes to, the second one folds that, in the order of the parts, and does what follows.
    No block waits for another, and the same input gives the same bits.

    A kernel that folds both along rows and over them (the backward pass of a norm: a row's gradient, and sums over all rows) is always cut over its rows: a
    block walks the rows of its part and adds up their columns in registers. Where a row is too long for that, or its length is
    symbolic, the columns become a kernel of their own.

    ```mlir
    kernel.func @sum(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000000)> {
      %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
      %s = kernel.reduce add %a over [0] : f32
      kernel.store %s, %y[affine_map<(d0) -> (0)>] : f32, !kernel.view<f32>
      kernel.return
    }
    // becomes @sum_parts, of dims (244, 4160), whose load is at d0 * 4160 + d1 and which stores a sum for each d0, and
    kernel.func @sum_rest(%part0: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (244)> {
      ...
    }
    ```
  }];
  let dependentDialects = ["::sinter::SinterDialect", "::sinter::kernel::KernelDialect"];
}

def SpecializeExtentsPass : Pass<"kernel-specialize-extents", "::mlir::ModuleOp"> {
  let summary = "add kernels for values of a symbol that allow wider vectors";
  let description = [{
    A row of `n` elements, n any number, is read element by element, since a vector might reach over its end. Where n divided by the widest vector's elements would
    allow that vector, the kernel gets a companion in which the symbol stands for the quotient; a launch takes it where n is a multiple, and else the general
    one. So both are compiled when the plan is made, and nothing when it runs.

    ```mlir
    kernel.func @row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (8, s0)> {
      ...
    }
    // gets
    kernel.func @row_s0_by_4(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n_by_4"] dims affine_map<()[s0] -> (8, s0 * 4)>
        attributes {kernel.specializes = #kernel.specialization<of = @row, symbol = 0, divisor = 4>} {
      ...
    }
    ```
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect"];
}

def PinSchedulesPass : Pass<"kernel-pin-schedules", "::mlir::ModuleOp"> {
  let summary = "give kernels the schedules that tuning has found for them";
  let description = [{
    The module's `kernel.pins`, which the driver fills from a tuning file (docs/Tuning.md), has schedules by the fingerprints of kernels: hashes of what a kernel
    computes and of what its `kernel.target` offers. A kernel without a schedule whose fingerprint is there gets that schedule and the mark `kernel.pinned`; the rules of
    `kernel-assign-schedules` choose for all others. A schedule that the kernel cannot be made by is a warning that says why, and the rules choose too.

    ```mlir
    module attributes {kernel.pins = {"1d07bf5b6e0e15f0" = #kernel.schedule<pointwise, threads = 128, threads_per_row = 1, vector = 4, vectors = 1, hold = false>}} {
    }
    ```
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect"];
}

def AssignSchedulesPass : Pass<"kernel-assign-schedules", "::sinter::kernel::FuncOp"> {
  let summary = "decide how each kernel maps to threads";
  let description = [{
    Writes `schedule` on kernels that have none. Kernels without a reduction are `pointwise`, or `tiles` where they read or write along another dimension than the last
    (a transpose) and both have 16 points or more; those that fold their last dimension `rows`, others
    `columns`; those with a scan are `scan_rows` where it goes along the last dimension, else `scan_columns`: the widest vector that all extents and
    offsets allow, and as many threads a row as keep what a thread holds small; more where
    there are too few rows to fill the GPU. The limits and the number of processors are those of the module's `kernel.target`.

    Tiles are of 64 x 64 points, 32 x 32 where elements have 8 bytes, there are several views to turn or few points; a side is shorter where much of the last tile
    would be beyond the end, and the other one longer then. They are across the dimension along which the most bytes run. A remark says where a view has no tile: it runs along yet
    another dimension, or the tiles would take more than 48 KiB. A place or a predicate that data decides is read by the thread that needs it, as before.

    ```mlir
    kernel.func @transpose(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 8192)>
        schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 16, vector = 4, vectors = 4, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
      %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f32> -> f32
      kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : f32, !kernel.view<f32>
      kernel.return
    }
    ```
  }];
}

def RelieveSpillsPass : Pass<"kernel-relieve-spills", "::mlir::ModuleOp"> {
  let summary = "give kernels that spilled registers a smaller schedule, or cut them";
  let description = [{
    What a kernel's compiler cannot keep in registers goes to memory and comes back. The driver (`sinter compile`) reads from the compiler's report which kernels
    do that, and notes in `kernel.reliefs` of the module how many steps each is to be relieved; without the attribute the pass does nothing. The steps, one after the
    other: twice the threads for a row that is held in registers, up to 256; tiles of half the rows, and then none; vectors of half the elements; nothing held, but read or computed again (before the vectors, where a
    thread holds more than 32 elements); the kernel cut in two where the fewest bytes lie in memory between the halves. A half is named as the kernel with `_head` or `_tail`, and has steps of its own under that name.
    Not cut are parts of a reduction that is split, kernels that update in place, and those with a companion for some values of a symbol.
    A kernel in the list gets a launch of its own (`kernel.apart`), with no step too: sharing one may be what took the registers. With `steps` kernels that are
    not in the list are relieved as well, all by as many: what `sinter fuzz` tries, as nothing spills on the CPU path.

    ```mlir
    module attributes {kernel.reliefs = {square = 1 : i64}} {
      kernel.func @square(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)>
          schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
        %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
        %b = arith.mulf %a, %a : f32
        kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
        kernel.return
      }
    }
    // gets vector = 2
    ```
  }];
  let options = [Option<"steps", "steps", "int64_t", "0", "by which kernels are relieved that kernel.reliefs does not name">];
  let dependentDialects = ["::sinter::SinterDialect", "::sinter::kernel::KernelDialect"];
}

def ApplySchedulesPass : Pass<"kernel-apply-schedules", "::mlir::ModuleOp"> {
  let summary = "rewrite each kernel.func with a schedule in thread form";
  let description = [{
    Values that a reduction separates from their use are held in registers or computed again, as the schedule says. Rows
    beyond the last are read as the last and not stored, so that every thread reaches every reduction. Of tiles, each thread loads its elements along the other dimension
    into registers, all of them first, and then sets them in shared memory; after a barrier it walks the tile along the last dimension. A schedule that takes
    more threads or shared memory than the module's `kernel.target` has is an error.
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect", "::mlir::scf::SCFDialect"];
}

def MarkProductsPass : Pass<"kernel-mark-products", "::sinter::kernel::FuncOp"> {
  let summary = "numerics fast: note which products of f32 one sum alone reads";
  let description = [{
    The mark is `fastmath<contract>`, for `kernel-contract-products`. Here, since a schedule may compute a value again in each walk of a row: what a fold and a later walk
    read must be the same number in both.

    ```mlir
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    // becomes
    %p = arith.mulf %x, %y fastmath<contract> : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ContractProductsPass : Pass<"kernel-contract-products", "::sinter::kernel::ThreadFuncOp"> {
  let summary = "numerics fast: round a marked product together with the sum that reads it";
  let description = [{
    One instruction for two, on the CPU path too, so that both get the same bits.

    ```mlir
    %p = arith.mulf %x, %y fastmath<contract> : f32
    %s = arith.addf %p, %z : f32
    // becomes
    %s = math.fma %x, %y, %z : f32
    ```
  }];
  let dependentDialects = ["::mlir::math::MathDialect", "::mlir::arith::ArithDialect"];
}

def MergeLaunchesPass : Pass<"kernel-merge-launches", "::mlir::ModuleOp"> {
  let summary = "let kernels that do not wait for each other share one launch";
  let description = [{
    Horizontal fusion. Calls at one depth of a function (as many steps lie before each) become one call of a kernel whose first blocks do what the first one does, the next
    blocks what the second does, and so on; their shapes may differ. Taken together are calls with 8 MB or less to read and write each, and larger ones of the same
    kinds of operators (an optimiser's step over many tensors; queries, keys and values of one row), as long as threads a block and index width agree, a processor is to have of none more than twice as many blocks at once as of another, there are 448 buffers or fewer, and
    their shared memory stays below 24 KiB. A kernel that updates in
    place keeps its launch, and so does one that is `kernel.apart`.
    Calls whose operands and results would be more in memory at once than the function's `sinter.arena_limit` are taken together in halves, or not at all. Where each has a companion for the same values of a symbol (`kernel-specialize-extents`), so has the one for all of them.

    ```mlir
    %y = kernel.call @relu_a(%x) : (tensor<64xf32>) -> tensor<64xf32>
    %w = kernel.call @relu_b(%v) : (tensor<4096xf32>) -> tensor<4096xf32>
    // becomes
    %y, %w = kernel.call @relu_x2(%x, %v) : (tensor<64xf32>, tensor<4096xf32>) -> (tensor<64xf32>, tensor<4096xf32>)
    ```
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect", "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"];
}

def OverlapLaunchesPass : Pass<"kernel-overlap-launches", "::sinter::kernel::ThreadFuncOp"> {
  let summary = "let a kernel start while the one before it ends";
  let description = [{
    A kernel waits, before it first touches what is in memory, until the one before has ended. One of no more blocks than the GPU takes at once that others
    follow says at its start that the next one may come, whose launch, as the plan says, then does not wait (CUDA's programmatic dependent launch, sm_90 and later; elsewhere both operations do nothing):
    the next kernel's blocks are in place, and have reckoned where they are, when what they read is there. Each block pays about 70 ns of its processor for saying so.

    ```mlir
    kernel.thread_func @relu(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
      %t = kernel.thread_id
      %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
      // becomes
      kernel.launch_dependents
      %t = kernel.thread_id
      kernel.grid_dependency_wait
      %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
    ```
  }];
  let dependentDialects = ["::sinter::kernel::KernelDialect"];
}

#endif // SINTER_SCHEDULE_PASSES_TD
