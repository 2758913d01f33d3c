func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = sinter.exp %x : tensor<4xf32>
  return %a : tensor<4xf32>
}
