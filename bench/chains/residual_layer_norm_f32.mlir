// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A transformer block's border: h = x + r is kept, and its layer norm goes on. Two tensors in, two out.
func.func @main(%x: tensor<?x4096xf32, #sinter.dims<rows, 4096>>, %r: tensor<?x4096xf32, #sinter.dims<rows, 4096>>, %g: tensor<4096xf32>, %b: tensor<4096xf32>)
    -> (tensor<?x4096xf32, #sinter.dims<rows, 4096>>, tensor<?x4096xf32, #sinter.dims<rows, 4096>>) attributes {sinter.symbols = {rows = #sinter.range<1, 262144, 1>}} {
  %h = sinter.add %x, %r : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %n = sinter.layer_norm %h scale(%g : tensor<4096xf32>) bias(%b : tensor<4096xf32>) axis = 1 epsilon = 1.0e-5 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  return %h, %n : tensor<?x4096xf32, #sinter.dims<rows, 4096>>, tensor<?x4096xf32, #sinter.dims<rows, 4096>>
}
