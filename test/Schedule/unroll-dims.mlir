// A few points that the widest operand of a fold does not vary over are made in one.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel.func(kernel-unroll-dims))' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: kernel.func @three_rows
// CHECK-SAME: dims affine_map<() -> (1, 333, 64)>
// CHECK: %[[X0:.*]] = kernel.load %x[affine_map<(d0, d1, d2) -> (d2)>]
// CHECK: %[[X1:.*]] = kernel.load %x[affine_map<(d0, d1, d2) -> (d2 + 64)>]
// CHECK: %[[X2:.*]] = kernel.load %x[affine_map<(d0, d1, d2) -> (d2 + 128)>]
// CHECK: %[[W:.*]] = kernel.load %w[affine_map<(d0, d1, d2) -> (d1 * 64 + d2)>]
// CHECK-NOT: kernel.load
// CHECK: arith.mulf %[[X0]], %[[W]]
// CHECK: arith.mulf %[[X1]], %[[W]]
// CHECK: arith.mulf %[[X2]], %[[W]]
// CHECK-COUNT-3: kernel.reduce
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0, d1, d2) -> (d1)>]
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0, d1, d2) -> (d1 + 333)>]
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0, d1, d2) -> (d1 + 666)>]
kernel.func @three_rows(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (3, 333, 64)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 64 + d2)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2) -> (d1 * 64 + d2)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [2] : f32
  kernel.store %3, %y[affine_map<(d0, d1, d2) -> (d0 * 333 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Two rows of the weights share what is read of the rows, where enough are left.
// CHECK-LABEL: kernel.func @two_rows_share
// CHECK-SAME: dims affine_map<() -> (1, 2048, 64)>
// CHECK-DAG: kernel.load %w[affine_map<(d0, d1, d2) -> (d1 * 128 + d2)>]
// CHECK-DAG: kernel.load %w[affine_map<(d0, d1, d2) -> (d1 * 128 + d2 + 64)>]
// CHECK-COUNT-4: kernel.reduce
kernel.func @two_rows_share(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 4096, 64)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 64 + d2)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2) -> (d1 * 64 + d2)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [2] : f32
  kernel.store %3, %y[affine_map<(d0, d1, d2) -> (d0 * 4096 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Fewer rows than processors would be left.
// CHECK-LABEL: kernel.func @few_rows_of_weights
// CHECK-SAME: dims affine_map<() -> (3, 100, 64)>
kernel.func @few_rows_of_weights(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (3, 100, 64)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 64 + d2)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2) -> (d1 * 64 + d2)>] : !kernel.view<bf16> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [2] : f32
  kernel.store %3, %y[affine_map<(d0, d1, d2) -> (d0 * 100 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// What is read over all dimensions is read once as it is: a mask that leaves one out is no reason.
// CHECK-LABEL: kernel.func @masked_sum
// CHECK-SAME: dims affine_map<() -> (4, 333, 64)>
kernel.func @masked_sum(%x: !kernel.view<f32>, %m: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 333, 64)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 21312 + d1 * 64 + d2)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %m[affine_map<(d0, d1, d2) -> (d1 * 64 + d2)>] : !kernel.view<f32> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [2] : f32
  kernel.store %3, %y[affine_map<(d0, d1, d2) -> (d0 * 333 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}
