// Three norms in one kernel, which holds several rows.
func.func @main(%x: tensor<2048x4096xf32>, %y: tensor<2048x4096xf32>) -> (tensor<2048x4096xf32>, tensor<2048x4096xf32>) {
  %a = sinter.softmax %x axis = 1 : tensor<2048x4096xf32>
  %b = sinter.softmax %y axis = 1 : tensor<2048x4096xf32>
  %c = sinter.mul %a, %b : tensor<2048x4096xf32>
  %d = sinter.softmax %c axis = 1 : tensor<2048x4096xf32>
  %e = sinter.add %a, %d : tensor<2048x4096xf32>
  return %d, %e : tensor<2048x4096xf32>, tensor<2048x4096xf32>
}
