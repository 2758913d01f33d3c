// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --inputs=random --seed=1 --check | FileCheck %s

// What is read of a row in one of two branches is of the whole row: a softmax, of which an update leaves a part.
// CHECK: result0: f64[2, 128]{{.*}}good
// CHECK: result1: f32[5, 33]{{.*}}good
func.func @main(%x: tensor<2x128xf64>, %new: tensor<2x48xf64>, %at: tensor<2xi32>, %y: tensor<5x33xf32>, %more: tensor<5x4xf32>)
    -> (tensor<2x128xf64>, tensor<5x33xf32>) {
  %a = sinter.softmax %x axis = 1 : tensor<2x128xf64>
  %b = sinter.update_slice %a, %new at %at axis = 1 : tensor<2x128xf64>, tensor<2x48xf64>, tensor<2xi32>
  %start = sinter.constant dense<7> : tensor<i64>
  %c = sinter.mean %y axes = [1] : tensor<5x33xf32> -> tensor<5xf32>
  %d = sinter.broadcast %c dims = [0] : tensor<5xf32> -> tensor<5x33xf32>
  %e = sinter.sub %y, %d : tensor<5x33xf32>
  %f = sinter.update_slice %e, %more at %start axis = 1 : tensor<5x33xf32>, tensor<5x4xf32>, tensor<i64>
  return %b, %f : tensor<2x128xf64>, tensor<5x33xf32>
}
