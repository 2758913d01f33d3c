func.func @main(%x: tensor<8xf32>) -> tensor<8xi1> {
  %0 = sinter.cast %x : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %1 = sinter.cast %0 : tensor<8xf8E4M3FN> -> tensor<8xf8E5M2>
  %2 = sinter.cast %1 : tensor<8xf8E5M2> -> tensor<8xf4E2M1FN>
  %3 = sinter.cast %2 : tensor<8xf4E2M1FN> -> tensor<8xf16>
  %4 = sinter.cast %3 : tensor<8xf16> -> tensor<8xf64>
  %5 = sinter.cast %4 : tensor<8xf64> -> tensor<8xi64>
  %6 = sinter.cast %5 : tensor<8xi64> -> tensor<8xi16>
  %7 = sinter.cast %6 : tensor<8xi16> -> tensor<8xi8>
  %8 = sinter.cast %7 : tensor<8xi8> -> tensor<8xi1>
  return %8 : tensor<8xi1>
}
