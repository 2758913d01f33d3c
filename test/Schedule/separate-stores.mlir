// A store that leaves out a dimension, which nothing folds for it, gets a kernel without the dimension.
// RUN: sinter-opt %s --kernel-separate-stores --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[Y:.*]] = kernel.call @f(%arg0) : (tensor<0xf32>) -> tensor<0xf32>
// CHECK-DAG: %[[Z:.*]] = kernel.call @f_folded() : () -> tensor<i64>
// CHECK: return %[[Y]], %[[Z]]
func.func @main(%x: tensor<0xf32>) -> (tensor<0xf32>, tensor<i64>) {
  %0:2 = kernel.call @f(%x) : (tensor<0xf32>) -> (tensor<0xf32>, tensor<i64>)
  return %0#0, %0#1 : tensor<0xf32>, tensor<i64>
}
// CHECK: kernel.func @f(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
// CHECK-NOT: i64
// CHECK: kernel.func @f_folded(%z: !kernel.view<i64>)
// CHECK-NOT: kernel.load
// CHECK: kernel.store %{{.*}}, %z
kernel.func @f(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<i64>) symbols [] dims affine_map<() -> (0)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %a, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  %c0 = arith.constant 0 : i64
  kernel.store %c0, %z[affine_map<(d0) -> (0)>] : i64, !kernel.view<i64>
  kernel.return
}

// -----

// What a reduction gives belongs to its rows; so does what lies in the rows.
// CHECK-LABEL: func.func @main
// CHECK: kernel.call @g(%arg0)
// CHECK-NOT: _folded
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0:2 = kernel.call @g(%x) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4xf32>
}
kernel.func @g(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  %s = kernel.reduce add %a over [1] : f32
  %b = arith.mulf %a, %s : f32
  kernel.store %b, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.store %s, %z[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
