func.func @main(%a: tensor<2x4x8xbf16>, %b: tensor<2x5x8xbf16>, %w: tensor<8x5xbf16>) -> (tensor<2x4x5xbf16>, tensor<2x4x5xbf16>) {
  %0 = sinter.matmul %a, %b {transpose_rhs} : tensor<2x4x8xbf16>, tensor<2x5x8xbf16> -> tensor<2x4x5xbf16>
  %1 = sinter.matmul %a, %w : tensor<2x4x8xbf16>, tensor<8x5xbf16> -> tensor<2x4x5xbf16>
  return %0, %1 : tensor<2x4x5xbf16>, tensor<2x4x5xbf16>
}
