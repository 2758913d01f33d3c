// REQUIRES: host-compiler
// Rotary embedding of q and k, and the cache written at a position that device memory holds.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%q: tensor<2x1x4x16xf32>, %k: tensor<2x1x4x16xf32>, %cos: tensor<2x1x4x16xf32>, %sin: tensor<2x1x4x16xf32>, %cache: tensor<2x9x4x16xf32>, %position: tensor<2xi64>) -> (tensor<2x1x4x16xf32>, tensor<2x9x4x16xf32> {sinter.tied = 4}) {
  %qb = sinter.slice %q starts = [0, 0, 0, 8] steps = [1, 1, 1, 1] : tensor<2x1x4x16xf32> -> tensor<2x1x4x8xf32>
  %qn = sinter.neg %qb : tensor<2x1x4x8xf32>
  %qa = sinter.slice %q starts = [0, 0, 0, 0] steps = [1, 1, 1, 1] : tensor<2x1x4x16xf32> -> tensor<2x1x4x8xf32>
  %qr = sinter.concat %qn, %qa axis = 3 : tensor<2x1x4x8xf32>, tensor<2x1x4x8xf32> -> tensor<2x1x4x16xf32>
  %q0 = sinter.mul %q, %cos : tensor<2x1x4x16xf32>
  %q1 = sinter.mul %qr, %sin : tensor<2x1x4x16xf32>
  %qy = sinter.add %q0, %q1 : tensor<2x1x4x16xf32>
  %kb = sinter.slice %k starts = [0, 0, 0, 8] steps = [1, 1, 1, 1] : tensor<2x1x4x16xf32> -> tensor<2x1x4x8xf32>
  %kn = sinter.neg %kb : tensor<2x1x4x8xf32>
  %ka = sinter.slice %k starts = [0, 0, 0, 0] steps = [1, 1, 1, 1] : tensor<2x1x4x16xf32> -> tensor<2x1x4x8xf32>
  %kr = sinter.concat %kn, %ka axis = 3 : tensor<2x1x4x8xf32>, tensor<2x1x4x8xf32> -> tensor<2x1x4x16xf32>
  %k0 = sinter.mul %k, %cos : tensor<2x1x4x16xf32>
  %k1 = sinter.mul %kr, %sin : tensor<2x1x4x16xf32>
  %ky = sinter.add %k0, %k1 : tensor<2x1x4x16xf32>
  %grown = sinter.update_slice %cache, %ky at %position axis = 1 : tensor<2x9x4x16xf32>, tensor<2x1x4x16xf32>, tensor<2xi64>
  return %qy, %grown : tensor<2x1x4x16xf32>, tensor<2x9x4x16xf32>
}
