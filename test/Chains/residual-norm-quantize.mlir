// REQUIRES: host-compiler
// Residual, norm, and rows quantised to i8: three results.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%x: tensor<33x96xf32>, %r: tensor<33x96xf32>, %w: tensor<96xf32>) -> (tensor<33x96xf32>, tensor<33x96xi8>, tensor<33xf32>) {
  %h = sinter.add %x, %r : tensor<33x96xf32>
  %n = sinter.rms_norm %h scale(%w : tensor<96xf32>) axis = 1 epsilon = 1.0e-06 : tensor<33x96xf32>
  %abs = sinter.abs %n : tensor<33x96xf32>
  %m = sinter.reduce_max %abs axes = [1] : tensor<33x96xf32> -> tensor<33xf32>
  %c = sinter.constant dense<127.0> : tensor<f32>
  %cb = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<33xf32>
  %s = sinter.div %m, %cb : tensor<33xf32>
  %sb = sinter.broadcast %s dims = [0] : tensor<33xf32> -> tensor<33x96xf32>
  %q = sinter.div %n, %sb : tensor<33x96xf32>
  %q1 = sinter.round %q : tensor<33x96xf32>
  %q8 = sinter.cast %q1 : tensor<33x96xf32> -> tensor<33x96xi8>
  return %h, %q8, %s : tensor<33x96xf32>, tensor<33x96xi8>, tensor<33xf32>
}
