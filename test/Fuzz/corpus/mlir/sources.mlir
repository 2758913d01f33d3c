func.func @main() -> (tensor<2xf32>, tensor<8xf16>, tensor<8xf32>, tensor<8xf32>) {
  %0 = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = sinter.parameter "w" : tensor<8xf16>
  %2 = sinter.parameter "g" {source = #sinter.generated<tensor = "g", mean = 0.0 : f64, std = 0.02 : f64, min = -1.0 : f64, max = 1.0 : f64>} : tensor<8xf32>
  %3 = sinter.parameter "e" {source = #sinter.external<file = "weights.bin", offset = 64, size = 32>} : tensor<8xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<8xf16>, tensor<8xf32>, tensor<8xf32>
}
