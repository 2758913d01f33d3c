// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --inputs=random --seed=3 --check | FileCheck %s

// A scan along an extent of 1 is elementwise, also where its group's points are those of a reduction.
// CHECK: result0: f32[4, 1]{{.*}}good
// CHECK: result1: f32[4, 1]{{.*}}good
func.func @main(%x: tensor<4x5x3xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  %a = sinter.reduce_min %x axes = [1, 2] : tensor<4x5x3xf32> -> tensor<4xf32>
  %b = sinter.reshape %a : tensor<4xf32> -> tensor<4x1xf32>
  %c = sinter.cumprod %b axis = 1 exclusive : tensor<4x1xf32>
  %d = sinter.cumsum %b axis = 1 : tensor<4x1xf32>
  return %c, %d : tensor<4x1xf32>, tensor<4x1xf32>
}
