// A row of 64 elements a thread of the largest block, which has 64 registers each.
func.func @main(%x: tensor<256x65536xf32>) -> tensor<256x65536xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<256x65536xf32>
  return %y : tensor<256x65536xf32>
}
