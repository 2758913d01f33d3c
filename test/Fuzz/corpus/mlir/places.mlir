func.func @main(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1], offset = 8, alignment = 32>, sinter.name = "x"},
                  %y: tensor<4x8xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 16>})
    -> (tensor<4x8xf32> {sinter.tied = 1 : i64}) {
  return %x : tensor<4x8xf32>
}
