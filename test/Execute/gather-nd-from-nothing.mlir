// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --dim=t=5 --check | FileCheck %s

// There is no row to gather: nothing is read, and each element is 0.
// CHECK: good
func.func @main(%x: tensor<0x?xi8, #sinter.dims<0, t>>, %i: tensor<3x1xi32>) -> tensor<3x?xi8, #sinter.dims<3, t>> {
  %y = sinter.gather_nd %x, %i batch_dims = 0 : tensor<0x?xi8, #sinter.dims<0, t>>, tensor<3x1xi32> -> tensor<3x?xi8, #sinter.dims<3, t>>
  return %y : tensor<3x?xi8, #sinter.dims<3, t>>
}
