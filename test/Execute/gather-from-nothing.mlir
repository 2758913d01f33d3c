// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --dim n=0 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --dim n=0 --check --fusion=off | FileCheck %s
// RUN: sinter-run %s --device=cpu --dim n=5 --check | FileCheck %s

// With a symbolic extent of 0 there is no slice to read: nothing is read, and the result is 0.
// CHECK: result0: f32[3, 7]{{.*}}good
func.func @main(%x: tensor<?x7xf32, #sinter.dims<n, 7>>, %i: tensor<3xi64>) -> tensor<3x7xf32> {
  %g = sinter.gather %x, %i axis = 0 : tensor<?x7xf32, #sinter.dims<n, 7>>, tensor<3xi64> -> tensor<3x7xf32>
  %y = sinter.exp %g : tensor<3x7xf32>
  return %y : tensor<3x7xf32>
}
