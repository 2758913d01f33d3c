// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// h = x + res is kept, and its layer norm goes on.
func.func @main(%x: tensor<?x768xbf16, #sinter.dims<rows, 768>>, %res: tensor<?x768xbf16, #sinter.dims<rows, 768>>, %w: tensor<768xbf16>, %b: tensor<768xbf16>)
    -> (tensor<?x768xbf16, #sinter.dims<rows, 768>>, tensor<?x768xbf16, #sinter.dims<rows, 768>>) attributes {sinter.symbols = {rows = #sinter.range<1, 16, 1>}} {
  %add = sinter.add %x, %res : tensor<?x768xbf16, #sinter.dims<rows, 768>>
  %n = sinter.layer_norm %add scale(%w : tensor<768xbf16>) bias(%b : tensor<768xbf16>) axis = 1 epsilon = 1.0e-5 : tensor<?x768xbf16, #sinter.dims<rows, 768>>
  return %add, %n : tensor<?x768xbf16, #sinter.dims<rows, 768>>, tensor<?x768xbf16, #sinter.dims<rows, 768>>
}
