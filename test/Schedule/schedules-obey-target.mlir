// Schedules go by what the module's target offers: a GPU that there is none of, described as data, beside the H200 that stands for no description.
// RUN: split-file %s %t
// RUN: cat %t/h200 %t/kernels %t/end | sinter-opt --pass-pipeline='builtin.module(kernel.func(kernel-assign-schedules))' | FileCheck %s --check-prefixes=CHECK,H200
// RUN: cat %t/small %t/kernels %t/end | sinter-opt --pass-pipeline='builtin.module(kernel.func(kernel-assign-schedules))' | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: cat %t/tiny %t/kernels %t/end | sinter-opt --pass-pipeline='builtin.module(kernel.func(kernel-assign-schedules))' | FileCheck %s --check-prefixes=CHECK,TINY
// RUN: cat %t/tiny %t/kernels %t/end | sinter-opt --pass-pipeline='builtin.module(kernel.func(kernel-assign-schedules), kernel-apply-schedules)' | FileCheck %s --check-prefix=APPLIED
// RUN: cat %t/tiny %t/too-many-threads | not sinter-opt --kernel-apply-schedules 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: cat %t/tiny %t/too-much-shared | not sinter-opt --kernel-apply-schedules 2>&1 | FileCheck %s --check-prefix=SHARED

//--- h200
module {
//--- small
module attributes {kernel.target = #kernel.gpu<processors = 20, processor_threads = 2048, threads = 1024, shared_bytes = 65536, registers = 65536, vector_bytes = 16, bytes_in_flight = 8192, clusters = false>} {
//--- tiny
module attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 192, threads = 192, shared_bytes = 16, registers = 4096, vector_bytes = 8, bytes_in_flight = 1024, clusters = false>} {
//--- kernels
// CHECK-LABEL: kernel.func @pointwise
// H200-SAME: threads = 128, threads_per_row = 1, vector = 4,
// SMALL-SAME: threads = 128, threads_per_row = 1, vector = 4,
// TINY-SAME: threads = 128, threads_per_row = 1, vector = 2,
kernel.func @pointwise(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// 128 rows leave most of 132 processors idle, so each has many threads; they fill 20 processors, where two warps a row do.
// CHECK-LABEL: kernel.func @rows_fill_few_processors
// H200-SAME: threads = 192, threads_per_row = 192, vector = 4, vectors = 1, hold = true
// SMALL-SAME: threads = 128, threads_per_row = 64, vector = 4, vectors = 3, hold = true
// TINY-SAME: threads = 128, threads_per_row = 64, vector = 2, vectors = 6, hold = true
kernel.func @rows_fill_few_processors(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (128, 768)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 768 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// One row for many threads: an element a warp would take more than 16 bytes of shared memory, so one warp walks it, and cannot hold it.
// CHECK-LABEL: kernel.func @shared_memory_runs_out
// H200-SAME: threads = 1024, threads_per_row = 1024, vector = 4, vectors = 2, hold = true
// SMALL-SAME: threads = 1024, threads_per_row = 1024, vector = 4, vectors = 2, hold = true
// TINY-SAME: threads = 128, threads_per_row = 32, vector = 2, vectors = 128, hold = false
kernel.func @shared_memory_runs_out(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1, 8192)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @symbolic_row
// H200-SAME: threads = 256, threads_per_row = 256, vector = 4, vectors = 1, hold = false
// SMALL-SAME: threads = 256, threads_per_row = 256, vector = 4, vectors = 1, hold = false
// TINY-SAME: threads = 128, threads_per_row = 32, vector = 2, vectors = 1, hold = false
kernel.func @symbolic_row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (4, s0)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
// APPLIED: kernel.thread_func @shared_memory_runs_out
// APPLIED-SAME: threads 128
// APPLIED: kernel.group_reduce add %{{.*}} width 32
//--- end
}
//--- too-many-threads
// THREADS: error: expected at most the target's 192 threads a block, but the schedule has 256
kernel.func @copy(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1024)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
}
//--- too-much-shared
// Six warps, and memory of its own for each fold.
// SHARED: error: expected at most the 16 bytes of shared memory that a kernel may declare for a block, but the schedule takes 96
kernel.func @two_folds(%x: !kernel.view<f32>, %i: !kernel.view<i64>, %y: !kernel.view<f32>, %j: !kernel.view<i64>) symbols [] dims affine_map<() -> (4, 192)>
    schedule #kernel.schedule<rows, threads = 192, threads_per_row = 192, vector = 1, vectors = 1, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 192 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %i[affine_map<(d0, d1) -> (d0 * 192 + d1)>] : !kernel.view<i64> -> i64
  %2 = kernel.reduce add %0 over [1] : f32
  %3 = kernel.reduce max %1 over [1] : i64
  %4 = kernel.reduce max %0 over [1] : f32
  %5 = arith.addf %2, %4 : f32
  kernel.store %5, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.store %3, %j[affine_map<(d0, d1) -> (d0)>] : i64, !kernel.view<i64>
  kernel.return
}
}
