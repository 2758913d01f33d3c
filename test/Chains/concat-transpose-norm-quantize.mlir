// REQUIRES: host-compiler
// Three parts joined, transposed, normalized, and quantised by rows to fp8: two results.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%a: tensor<5x16x24xbf16>, %b: tensor<5x8x24xbf16>, %c: tensor<5x40x24xbf16>, %w: tensor<64xbf16>) -> (tensor<5x24x64xf8E4M3FN>, tensor<5x24xf32>) {
  %j = sinter.concat %a, %b, %c axis = 1 : tensor<5x16x24xbf16>, tensor<5x8x24xbf16>, tensor<5x40x24xbf16> -> tensor<5x64x24xbf16>
  %t = sinter.transpose %j permutation = [0, 2, 1] : tensor<5x64x24xbf16> -> tensor<5x24x64xbf16>
  %n = sinter.rms_norm %t scale(%w : tensor<64xbf16>) axis = 2 epsilon = 1.0e-06 : tensor<5x24x64xbf16>
  %f = sinter.cast %n : tensor<5x24x64xbf16> -> tensor<5x24x64xf32>
  %abs = sinter.abs %f : tensor<5x24x64xf32>
  %m = sinter.reduce_max %abs axes = [2] : tensor<5x24x64xf32> -> tensor<5x24xf32>
  %lo = sinter.constant dense<1.0e-12> : tensor<f32>
  %lob = sinter.broadcast %lo dims = [] : tensor<f32> -> tensor<5x24xf32>
  %amax = sinter.max %m, %lob : tensor<5x24xf32>
  %top = sinter.constant dense<448.0> : tensor<f32>
  %topb = sinter.broadcast %top dims = [] : tensor<f32> -> tensor<5x24xf32>
  %s = sinter.div %amax, %topb : tensor<5x24xf32>
  %sb = sinter.broadcast %s dims = [0, 1] : tensor<5x24xf32> -> tensor<5x24x64xf32>
  %q = sinter.div %f, %sb : tensor<5x24x64xf32>
  %q8 = sinter.cast %q : tensor<5x24x64xf32> -> tensor<5x24x64xf8E4M3FN>
  return %q8, %s : tensor<5x24x64xf8E4M3FN>, tensor<5x24xf32>
}
