// REQUIRES: host-compiler
// The gradient through GELU, and beside it the sum over rows that is the bias' gradient.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%dy: tensor<130x72xf32>, %x: tensor<130x72xf32>) -> (tensor<130x72xf32>, tensor<72xf32>) {
  %c = sinter.constant dense<0.70710678> : tensor<f32>
  %cb = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<130x72xf32>
  %u = sinter.mul %x, %cb : tensor<130x72xf32>
  %e = sinter.erf %u : tensor<130x72xf32>
  %one = sinter.constant dense<1.0> : tensor<f32>
  %ob = sinter.broadcast %one dims = [] : tensor<f32> -> tensor<130x72xf32>
  %e1 = sinter.add %e, %ob : tensor<130x72xf32>
  %half = sinter.constant dense<0.5> : tensor<f32>
  %hb = sinter.broadcast %half dims = [] : tensor<f32> -> tensor<130x72xf32>
  %cdf = sinter.mul %e1, %hb : tensor<130x72xf32>
  %xx = sinter.mul %x, %x : tensor<130x72xf32>
  %xh = sinter.mul %xx, %hb : tensor<130x72xf32>
  %xn = sinter.neg %xh : tensor<130x72xf32>
  %pe = sinter.exp %xn : tensor<130x72xf32>
  %k = sinter.constant dense<0.39894228> : tensor<f32>
  %kb = sinter.broadcast %k dims = [] : tensor<f32> -> tensor<130x72xf32>
  %pdf = sinter.mul %pe, %kb : tensor<130x72xf32>
  %xp = sinter.mul %x, %pdf : tensor<130x72xf32>
  %d = sinter.add %cdf, %xp : tensor<130x72xf32>
  %dx = sinter.mul %dy, %d : tensor<130x72xf32>
  %db = sinter.sum %dx axes = [0] : tensor<130x72xf32> -> tensor<72xf32>
  return %dx, %db : tensor<130x72xf32>, tensor<72xf32>
}
