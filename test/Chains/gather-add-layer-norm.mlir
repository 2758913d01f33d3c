// REQUIRES: host-compiler
// Embedding of tokens and positions, and a norm.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%ids: tensor<6x33xi64>, %table: tensor<50x40xf32>, %pos: tensor<33x40xf32>, %w: tensor<40xf32>, %b: tensor<40xf32>) -> tensor<6x33x40xf32> {
  %t = sinter.gather %table, %ids axis = 0 : tensor<50x40xf32>, tensor<6x33xi64> -> tensor<6x33x40xf32>
  %p = sinter.broadcast %pos dims = [1, 2] : tensor<33x40xf32> -> tensor<6x33x40xf32>
  %h = sinter.add %t, %p : tensor<6x33x40xf32>
  %y = sinter.layer_norm %h scale(%w : tensor<40xf32>) bias(%b : tensor<40xf32>) axis = 2 epsilon = 1.0e-05 : tensor<6x33x40xf32>
  return %y : tensor<6x33x40xf32>
}
