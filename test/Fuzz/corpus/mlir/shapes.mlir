func.func @main(%x: tensor<1x8xf32>, %ids: tensor<2x3xi64>) -> (tensor<2x3x4xf32>, tensor<4x8xi64>) {
  %0 = sinter.broadcast %x dims = [0, 1] : tensor<1x8xf32> -> tensor<4x8xf32>
  %1 = sinter.reshape %0 : tensor<4x8xf32> -> tensor<2x16xf32>
  %2 = sinter.transpose %1 permutation = [1, 0] : tensor<2x16xf32> -> tensor<16x2xf32>
  %3 = sinter.slice %2 starts = [15, 0] steps = [-2, 1] : tensor<16x2xf32> -> tensor<8x2xf32>
  %4, %5 = sinter.split %3 axis = 0 : tensor<8x2xf32> -> tensor<3x2xf32>, tensor<5x2xf32>
  %6 = sinter.concat %5, %4 axis = 0 : tensor<5x2xf32>, tensor<3x2xf32> -> tensor<8x2xf32>
  %7 = sinter.reshape %6 : tensor<8x2xf32> -> tensor<4x4xf32>
  %8 = sinter.gather %7, %ids axis = 0 : tensor<4x4xf32>, tensor<2x3xi64> -> tensor<2x3x4xf32>
  %9 = sinter.iota axis = 1 : tensor<4x8xi64>
  return %8, %9 : tensor<2x3x4xf32>, tensor<4x8xi64>
}
