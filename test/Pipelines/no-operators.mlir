// Graphs without an operator are graphs; kernels are not.
// REQUIRES: host-compiler
// RUN: split-file %s %t
// RUN: sinter-run %t/same.mlir --device=cpu --inputs=random --check | FileCheck %s
// RUN: sinter-compile %t/nothing.mlir -o %t/nothing.plan
// RUN: not sinter-compile %t/kernel.mlir -o %t/kernel.plan 2>&1 | FileCheck %s --check-prefix=KERNEL

// CHECK: result0: f32[4]{{.*}}good
//--- same.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
//--- nothing.mlir
func.func @main() {
  return
}
// KERNEL: kernel.mlir:2:8: error: 'kernel.call' op cannot be part of a kernel
//--- kernel.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kernel.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
kernel.func @f(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %a, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
