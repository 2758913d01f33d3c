func.func @main(%x: tensor<2x3x4xf32>, %c: tensor<2x3x4xi1>) -> (tensor<2x4xf32>, tensor<f32>, tensor<3xi1>, tensor<2xi1>) {
  %0 = sinter.sum %x axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %1 = sinter.mean %x axes = [0, 1, 2] : tensor<2x3x4xf32> -> tensor<f32>
  %2 = sinter.product %x axes = [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  %3 = sinter.reduce_max %2 axes = [0] : tensor<3xf32> -> tensor<f32>
  %4 = sinter.reduce_min %x axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %5 = sinter.any %c axes = [0, 2] : tensor<2x3x4xi1> -> tensor<3xi1>
  %6 = sinter.all %c axes = [1, 2] : tensor<2x3x4xi1> -> tensor<2xi1>
  return %4, %3, %5, %6 : tensor<2x4xf32>, tensor<f32>, tensor<3xi1>, tensor<2xi1>
}
