func.func @main(%x: tensor<3x4xf32>) -> tensor<3x2xf32> {
  %c = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0 : f64, std = 0.5 : f64, min = -1.0 : f64, max = 1.0 : f64>} : tensor<4x2xf32>
  %1 = sinter.matmul %x, %0 : tensor<3x4xf32>, tensor<4x2xf32> -> tensor<3x2xf32>
  %2 = sinter.broadcast %c dims = [1] : tensor<2xf32> -> tensor<3x2xf32>
  %3 = sinter.add %1, %2 : tensor<3x2xf32>
  return %3 : tensor<3x2xf32>
}
