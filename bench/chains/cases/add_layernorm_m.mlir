// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// h = x + res is kept, and its layer norm goes on.
func.func @main(%x: tensor<?x2048xbf16, #sinter.dims<rows, 2048>>, %res: tensor<?x2048xbf16, #sinter.dims<rows, 2048>>, %w: tensor<2048xbf16>, %b: tensor<2048xbf16>)
    -> (tensor<?x2048xbf16, #sinter.dims<rows, 2048>>, tensor<?x2048xbf16, #sinter.dims<rows, 2048>>) attributes {sinter.symbols = {rows = #sinter.range<1, 2048, 1>}} {
  %add = sinter.add %x, %res : tensor<?x2048xbf16, #sinter.dims<rows, 2048>>
  %n = sinter.layer_norm %add scale(%w : tensor<2048xbf16>) bias(%b : tensor<2048xbf16>) axis = 1 epsilon = 1.0e-5 : tensor<?x2048xbf16, #sinter.dims<rows, 2048>>
  return %add, %n : tensor<?x2048xbf16, #sinter.dims<rows, 2048>>, tensor<?x2048xbf16, #sinter.dims<rows, 2048>>
}
