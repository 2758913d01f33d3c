// Folds of one large operand that is read once, with what all rows share.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel-split-reductions,kernel.func(kernel-assign-schedules))' | FileCheck %s

// A warp a row: there are enough of them, and no barrier. All rows are on their way at once.
// CHECK-LABEL: kernel.func @row_a_warp
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 8, vectors = 16, hold = false blocks = 8>
kernel.func @row_a_warp(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [1] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @few_rows_take_more_threads
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 64, vector = 8, vectors = 8, hold = false blocks = 8>
kernel.func @few_rows_take_more_threads(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1024, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [1] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// A second round of few blocks would leave most processors idle: half the rows at a time make more rounds.
// CHECK-LABEL: kernel.func @more_than_a_round
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 64, vector = 8, vectors = 8, hold = false blocks = 8>
kernel.func @more_than_a_round(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (6144, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [1] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Eight bits take sixteen elements a vector.
// CHECK-LABEL: kernel.func @weights_of_eight_bits
// CHECK-SAME: vector = 16, vectors = 4,
kernel.func @weights_of_eight_bits(%x: !kernel.view<bf16>, %w: !kernel.view<i8>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<i8> -> i32
  %f = arith.sitofp %1 : i32 to f32
  %2 = arith.mulf %0, %f : f32
  %3 = kernel.reduce add %2 over [1] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Whole vectors of few columns, so that each processor has a block, and no parts.
// CHECK-LABEL: kernel.func @columns
// CHECK-SAME: #kernel.schedule<columns, threads = 512, threads_per_row = 128, vector = 8, vectors = 32, hold = false blocks = 1>
kernel.func @columns(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [0] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// What is walked again has the schedules of other rows.
// CHECK-LABEL: kernel.func @walked_again
// CHECK-SAME: hold = true
kernel.func @walked_again(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 1024)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [1] : f32
  %4 = arith.subf %2, %3 : f32
  kernel.store %4, %y[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}
