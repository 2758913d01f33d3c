// A decision by hand that no kernel can carry out: two domains.
func.func @main(%x: tensor<4xf32>, %z: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4xf32>
  %b = sinter.exp %z {sinter.groups = array<i64: 0>} : tensor<8xf32>
  return %a, %b : tensor<4xf32>, tensor<8xf32>
}
