// A kernel whose fingerprint is in the table gets the schedule from there, whatever it, its arguments and its operators are called; the rules choose for others.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel-pin-schedules,kernel.func(kernel-assign-schedules))' --split-input-file | FileCheck %s
// RUN: sinter-opt %s --kernel-pin-schedules --split-input-file --remarks-filter=schedule --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: remark: {{.*}}pinned by tuning
// CHECK-LABEL: kernel.func @square
// CHECK-SAME: schedule #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false>
// CHECK-SAME: kernel.pinned
// CHECK-LABEL: kernel.func @square_again
// CHECK-SAME: threads = 64
// CHECK-SAME: kernel.pinned
// CHECK-LABEL: kernel.func @longer
// CHECK-SAME: threads = 256
// CHECK-NOT: kernel.pinned
// CHECK-LABEL: kernel.func @by_hand
// CHECK-SAME: threads = 32,
// CHECK-NOT: kernel.pinned
module attributes {kernel.pins = {"c0e625e12b19e558" = #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false>}} {
  kernel.func @square(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)> operators ["mul"] attributes {kernel.index_width = 32 : i64} {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = arith.mulf %a, %a : f32
    kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
  kernel.func @square_again(%in: !kernel.view<f32>, %out: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)> attributes {kernel.index_width = 32 : i64} {
    %v = kernel.load %in[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %w = arith.mulf %v, %v : f32
    kernel.store %w, %out[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
  kernel.func @longer(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (8192)> attributes {kernel.index_width = 32 : i64} {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = arith.mulf %a, %a : f32
    kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
  kernel.func @by_hand(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)>
      schedule #kernel.schedule<pointwise, threads = 32, threads_per_row = 1, vector = 4, vectors = 1, hold = false> attributes {kernel.index_width = 32 : i64} {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = arith.mulf %a, %a : f32
    kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// What another GPU's limits were measured for is another kernel's.
// CHECK-LABEL: kernel.func @other_target
// CHECK-SAME: threads = 256
// CHECK-NOT: kernel.pinned
module attributes {kernel.target = #kernel.gpu<processors = 108, processor_threads = 2048, threads = 1024, shared_bytes = 166912, registers = 65536, vector_bytes = 16, bytes_in_flight = 16384, clusters = false>,
                   kernel.pins = {"c0e625e12b19e558" = #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false>}} {
  kernel.func @other_target(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)> attributes {kernel.index_width = 32 : i64} {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = arith.mulf %a, %a : f32
    kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// A schedule that the kernel cannot be made by is told, and left to the rules.
// REMARK: warning: kernel square: its pinned schedule #kernel.schedule<rows, {{.*}}> is not valid, and the rules choose one: expected a row of 4096 elements to fit in the schedule's 32 threads x 1 vectors of 2
// CHECK-LABEL: kernel.func @square
// CHECK-SAME: pointwise, threads = 256
// CHECK-NOT: kernel.pinned
module attributes {kernel.pins = {"c0e625e12b19e558" = #kernel.schedule<rows, threads = 64, threads_per_row = 32, vector = 2, vectors = 1, hold = false>}} {
  kernel.func @square(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)> attributes {kernel.index_width = 32 : i64} {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = arith.mulf %a, %a : f32
    kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
}
