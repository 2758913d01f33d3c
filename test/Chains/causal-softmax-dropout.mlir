// REQUIRES: host-compiler
// Scores under a causal mask that is made of indices, softmax, and dropout.
// RUN: sinter-run %s --device=cpu --check --json | FileCheck %s
// CHECK: "launches": 1,
func.func @main(%x: tensor<2x3x20x20xf32>, %seed: tensor<i64>, %offset: tensor<i64>) -> tensor<2x3x20x20xf32> {
  %i = sinter.iota axis = 2 : tensor<2x3x20x20xi64>
  %j = sinter.iota axis = 3 : tensor<2x3x20x20xi64>
  %seen = sinter.compare le %j, %i : tensor<2x3x20x20xi64>
  %never = sinter.constant dense<0xFF800000> : tensor<f32>
  %nb = sinter.broadcast %never dims = [] : tensor<f32> -> tensor<2x3x20x20xf32>
  %m = sinter.select %seen, %x, %nb : tensor<2x3x20x20xi1>, tensor<2x3x20x20xf32>
  %p = sinter.softmax %m axis = 3 : tensor<2x3x20x20xf32>
  %y, %mask = sinter.dropout %p seed %seed offset %offset p = 0.1 : tensor<2x3x20x20xf32>
  return %y : tensor<2x3x20x20xf32>
}
