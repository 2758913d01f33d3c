// The order in which a kernel's points are walked: as its bytes lie.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel.func(kernel-order-dims))' --mlir-print-local-scope --split-input-file | FileCheck %s

// CHECK-LABEL: kernel.func @channels_last
// CHECK-SAME: dims affine_map<()[s0] -> (s0, 3136, 256)>
// CHECK: kernel.load %x[affine_map<(d0, d1, d2)[s0] -> (d0 * 802816 + d2 + d1 * 256)>]
// CHECK: kernel.load %w[affine_map<(d0, d1, d2)[s0] -> (d2)>]
kernel.func @channels_last(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols ["n"] dims affine_map<()[s0] -> (s0, 256, 3136)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2)[s0] -> (d0 * 802816 + d1 + d2 * 256)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2)[s0] -> (d1)>] : !kernel.view<bf16> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1, d2)[s0] -> (d0 * 802816 + d1 + d2 * 256)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// Half of the bytes lie the one way, half the other: tiles turn them, and the order stays.
// CHECK-LABEL: kernel.func @transpose
// CHECK-SAME: dims affine_map<() -> (64, 128)>
kernel.func @transpose(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 128)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 128 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A reduction's dimensions keep their places where what lies along another than the last is short; the maps are made simpler all the same.
// CHECK-LABEL: kernel.func @rows
// CHECK-SAME: dims affine_map<() -> (4, 256)>
// CHECK: kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4)>]
kernel.func @rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 256)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1 * 4 + d0 mod 4 + (d1 floordiv 256) * 1000)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Nothing lies along what is folded, the weights along their columns: these become the last dimension, which is not folded.
// CHECK-LABEL: kernel.func @columns
// CHECK-SAME: dims affine_map<() -> (256, 2, 128)>
// CHECK: kernel.load %x[affine_map<(d0, d1, d2) -> (d1 * 256 + d0)>]
// CHECK: kernel.load %w[affine_map<(d0, d1, d2) -> (d0 * 128 + d2)>]
// CHECK: kernel.reduce add %{{.*}} over [0]
// CHECK: kernel.store %{{.*}}, %y[affine_map<(d0, d1, d2) -> (d1 * 128 + d2)>]
kernel.func @columns(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 128, 256)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 256 + d2)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2) -> (d2 * 128 + d1)>] : !kernel.view<f32> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [2] : f32
  kernel.store %3, %y[affine_map<(d0, d1, d2) -> (d0 * 128 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}
