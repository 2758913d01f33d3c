// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --inputs=random --dim=s=0 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --dim=s=5 --check | FileCheck %s

// The greatest of no elements is the least of the type, for integers narrower than what they are folded in too.
// CHECK: result0: i8[3]{{.*}}good
// CHECK: result1: i16[3]{{.*}}good
// CHECK: result2: u8[3]{{.*}}good
// CHECK: result3: i8[3]{{.*}}good
// CHECK: result4: u8[3]{{.*}}good
// A fold that comes to nothing does not leave its domain behind, whose points may be none.
// CHECK: result5: bool[]{{.*}}good
func.func @main(%a: tensor<3x?xi8, #sinter.dims<3, s>>, %b: tensor<3x?xi16, #sinter.dims<3, s>>, %c: tensor<3x?xui8, #sinter.dims<3, s>>,
                %d: tensor<?xi32, #sinter.dims<s>>) -> (tensor<3xi8>, tensor<3xi16>, tensor<3xui8>, tensor<3xi8>, tensor<3xui8>, tensor<i1>) {
  %0 = sinter.reduce_max %a axes = [1] : tensor<3x?xi8, #sinter.dims<3, s>> -> tensor<3xi8>
  %1 = sinter.reduce_min %b axes = [1] : tensor<3x?xi16, #sinter.dims<3, s>> -> tensor<3xi16>
  %2 = sinter.reduce_max %c axes = [1] : tensor<3x?xui8, #sinter.dims<3, s>> -> tensor<3xui8>
  %3 = sinter.reduce_min %a axes = [1] : tensor<3x?xi8, #sinter.dims<3, s>> -> tensor<3xi8>
  %4 = sinter.reduce_min %c axes = [1] : tensor<3x?xui8, #sinter.dims<3, s>> -> tensor<3xui8>
  %least = sinter.reduce_min %d axes = [0] : tensor<?xi32, #sinter.dims<s>> -> tensor<i32>
  %5 = sinter.compare ge %least, %least : tensor<i32>
  return %0, %1, %2, %3, %4, %5 : tensor<3xi8>, tensor<3xi16>, tensor<3xui8>, tensor<3xi8>, tensor<3xui8>, tensor<i1>
}
