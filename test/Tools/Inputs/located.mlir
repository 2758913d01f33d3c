func.func @main(%x: tensor<16x8xf32>, %w: tensor<8x8xf32>) -> tensor<16x8xf32> {
  %0 = sinter.exp %x : tensor<16x8xf32>
  %1 = sinter.softmax %0 axis = 1 : tensor<16x8xf32>
  %2 = sinter.matmul %1, %w : tensor<16x8xf32>, tensor<8x8xf32> -> tensor<16x8xf32>
  // A like layer: one kernel serves both.
  %3 = sinter.exp %2 : tensor<16x8xf32>
  %4 = sinter.softmax %3 axis = 1 : tensor<16x8xf32>
  return %4 : tensor<16x8xf32>
}
