// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --inputs=random --dim=s=0 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --dim=s=5 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --dim=s=0 --check --entry=columns | FileCheck %s --check-prefix=COLUMNS
// RUN: sinter-run %s --device=cpu --inputs=random --dim=s=3 --check --entry=columns | FileCheck %s --check-prefix=COLUMNS

// What a fold came to is a constant; other results keep its dimension, which may have no points, in the kernel.
// CHECK: result0: f32[{{[05]}}]{{.*}}good
// CHECK: result1: i32[]{{.*}}good
func.func @main(%x: tensor<?xf32, #sinter.dims<s>>) -> (tensor<?xf32, #sinter.dims<s>>, tensor<i32>) {
  %place = sinter.argmin %x axes = [0] select_last : tensor<?xf32, #sinter.dims<s>> -> tensor<i64>
  %y = sinter.atanh %x : tensor<?xf32, #sinter.dims<s>>
  %a = sinter.cast %place : tensor<i64> -> tensor<i32>
  %nothing = sinter.sub %a, %a : tensor<i32>
  return %y, %nothing : tensor<?xf32, #sinter.dims<s>>, tensor<i32>
}

// Rows and columns of a tensor without columns.
// COLUMNS: result0: i64[0, 2]{{.*}}good
func.func @columns(%bias: tensor<2xf32>, %x: tensor<2x0x2xf32>, %unused: tensor<?xf32, #sinter.dims<s>>) -> tensor<0x2xi64> {
  %0 = sinter.layer_norm %x bias(%bias : tensor<2xf32>) axis = 2 epsilon = 0.5 : tensor<2x0x2xf32>
  %1 = sinter.argmin %0 axes = [0] select_last : tensor<2x0x2xf32> -> tensor<0x2xi64>
  return %1 : tensor<0x2xi64>
}
