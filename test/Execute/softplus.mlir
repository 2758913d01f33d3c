// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --inputs=random --seed=7 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --seed=8 --check --numerics=strict --fusion=off | FileCheck %s

// Odd sizes, a neighbour to fuse with, and every kind of special value; a large x is itself, where exp(x) overflows.
// CHECK: result0: f32[33, 7]{{.*}}good
// CHECK: result1: bf16[33, 7]{{.*}}good
// CHECK: result2: f32[11]{{.*}}good
func.func @main(%x: tensor<33x7xf32>, %h: tensor<33x7xbf16>) -> (tensor<33x7xf32>, tensor<33x7xbf16>, tensor<11xf32>) {
  %a = sinter.softplus %x : tensor<33x7xf32>
  %b = sinter.mul %a, %x : tensor<33x7xf32>
  %c = sinter.softplus %h : tensor<33x7xbf16>
  %special = sinter.constant dense<[0.0, -0.0, 1.0e-40, 3.0e38, -3.0e38, 0x7F800000, 0xFF800000, 0x7FC00000, 100.0, -100.0, 20.0]> : tensor<11xf32>
  %d = sinter.softplus %special : tensor<11xf32>
  return %b, %c, %d : tensor<33x7xf32>, tensor<33x7xbf16>, tensor<11xf32>
}
