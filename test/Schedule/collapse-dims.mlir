// Neighbouring dimensions become one where every map walks them as one.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel.func(kernel-collapse-dims))' --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: kernel.func @dense_walk_is_one_dimension
// CHECK-SAME: dims affine_map<() -> (96)>
// CHECK: kernel.load %x[affine_map<(d0) -> (d0)>]
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0) -> (d0)>]
kernel.func @dense_walk_is_one_dimension(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (3, 4, 8)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 8 + d2)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 8 + d2)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @symbolic_extents_merge
// CHECK-SAME: dims affine_map<()[s0] -> (s0 * 8)>
// CHECK: kernel.load %x[affine_map<(d0)[s0] -> (d0)>]
kernel.func @symbolic_extents_merge(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 8)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1)[s0] -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @transposed_walk_stays
// CHECK-SAME: dims affine_map<() -> (4, 8)>
kernel.func @transposed_walk_stays(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1 * 4 + d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// The bias varies over the inner dimension alone, so the outer two go together.
// CHECK-LABEL: kernel.func @repeated_read_keeps_its_dimension
// CHECK-SAME: dims affine_map<() -> (12, 8)>
// CHECK: kernel.load %b[affine_map<(d0, d1) -> (d1)>]
kernel.func @repeated_read_keeps_its_dimension(%x: !kernel.view<f32>, %b: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (3, 4, 8)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 8 + d2)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %b[affine_map<(d0, d1, d2) -> (d2)>] : !kernel.view<f32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1, d2) -> (d0 * 32 + d1 * 8 + d2)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @gap_between_rows_stays
// CHECK-SAME: dims affine_map<() -> (4, 8)>
kernel.func @gap_between_rows_stays(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 16 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Rows merge with rows and folded with folded, but not one with the other.
// CHECK-LABEL: kernel.func @reduction_is_a_border
// CHECK-SAME: dims affine_map<() -> (6, 20)>
// CHECK: kernel.reduce add %{{.*}} over [1]
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0, d1) -> (d0)>]
kernel.func @reduction_is_a_border(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 3, 4, 5)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2, d3) -> (d0 * 60 + d1 * 20 + d2 * 5 + d3)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [2, 3] : f32
  kernel.store %1, %y[affine_map<(d0, d1, d2, d3) -> (d0 * 3 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Nothing is loaded or folded along the second dimension, whose extent may be 0.
// CHECK-LABEL: kernel.func @unread_dimension_goes
// CHECK-SAME: dims affine_map<()[s0] -> (4)>
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0)[s0] -> (d0)>]
kernel.func @unread_dimension_goes(%y: !kernel.view<i1>) symbols ["n"] dims affine_map<()[s0] -> (4, s0)> {
  %0 = arith.constant true
  kernel.store %0, %y[affine_map<(d0, d1)[s0] -> (d0)>] : i1, !kernel.view<i1>
  kernel.return
}

// No vector divides rows of 5003, but all rows together are one walk; the bias is read element by element.
// CHECK-LABEL: kernel.func @odd_rows_are_one_walk
// CHECK-SAME: dims affine_map<()[s0] -> (s0 * 5003)>
// CHECK: kernel.load %x[affine_map<(d0)[s0] -> (d0)>]
// CHECK: kernel.load %b[affine_map<(d0)[s0] -> (d0 mod 5003)>]
kernel.func @odd_rows_are_one_walk(%x: !kernel.view<f32>, %b: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 5003)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 5003 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %b[affine_map<(d0, d1)[s0] -> (d1)>] : !kernel.view<f32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1)[s0] -> (d0 * 5003 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// A remainder by a symbol costs too much.
// CHECK-LABEL: kernel.func @symbolic_rows_stay
// CHECK-SAME: dims affine_map<()[s0] -> (8, s0)>
kernel.func @symbolic_rows_stay(%x: !kernel.view<f32>, %b: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (8, s0)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %b[affine_map<(d0, d1)[s0] -> (d1)>] : !kernel.view<f32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Beside five biases the divisions cost too much.
// CHECK-LABEL: kernel.func @odd_rows_beside_five_biases
// CHECK-SAME: dims affine_map<() -> (4, 7)>
kernel.func @odd_rows_beside_five_biases(%x: !kernel.view<f32>, %b0: !kernel.view<f32>, %b1: !kernel.view<f32>, %b2: !kernel.view<f32>, %b3: !kernel.view<f32>, %b4: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 7)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 7 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %b0[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %a0 = arith.addf %0, %1 : f32
  %2 = kernel.load %b1[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %a1 = arith.addf %a0, %2 : f32
  %3 = kernel.load %b2[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %a2 = arith.addf %a1, %3 : f32
  %4 = kernel.load %b3[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %a3 = arith.addf %a2, %4 : f32
  %5 = kernel.load %b4[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %a4 = arith.addf %a3, %5 : f32
  kernel.store %a4, %y[affine_map<(d0, d1) -> (d0 * 7 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// A store with gaps would be one element at a time.
// CHECK-LABEL: kernel.func @odd_rows_stored_with_gaps
// CHECK-SAME: dims affine_map<() -> (4, 7)>
kernel.func @odd_rows_stored_with_gaps(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 7)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 7 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 9 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// What lies across is left two dimensions, for tiles.
// CHECK-LABEL: kernel.func @odd_rows_beside_a_transpose
// CHECK-SAME: dims affine_map<() -> (33, 33)>
kernel.func @odd_rows_beside_a_transpose(%x: !kernel.view<f32>, %t: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (33, 33)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 33 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %t[affine_map<(d0, d1) -> (d1 * 33 + d0)>] : !kernel.view<f32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 33 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}
