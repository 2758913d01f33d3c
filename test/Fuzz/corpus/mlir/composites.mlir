func.func @main(%x: tensor<4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xbf16>) -> tensor<4x8xf32> {
  %0 = sinter.softmax %x axis = 1 : tensor<4x8xf32>
  %1 = sinter.layer_norm %0 scale(%g : tensor<8xf32>) bias(%h : tensor<8xbf16>) axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  %2 = sinter.layer_norm %1 bias(%g : tensor<8xf32>) axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  %3 = sinter.layer_norm %2 axis = 0 epsilon = 1.0e-5 : tensor<4x8xf32>
  %4 = sinter.rms_norm %3 scale(%g : tensor<8xf32>) axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
  %5 = sinter.rms_norm %4 axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}
