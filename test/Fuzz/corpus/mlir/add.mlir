func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = sinter.broadcast %y dims = [1] : tensor<3xf32> -> tensor<2x3xf32>
  %1 = sinter.add %x, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
