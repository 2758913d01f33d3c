// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As the layer norm's chain, with the norm of Llama and its kin. Two tensors in, two out.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %r: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %g: tensor<4096xbf16>)
    -> (tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, tensor<?x4096xbf16, #sinter.dims<rows, 4096>>) attributes {sinter.symbols = {rows = #sinter.range<1, 262144, 1>}} {
  %h = sinter.add %x, %r : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %n = sinter.rms_norm %h scale(%g : tensor<4096xbf16>) axis = 1 epsilon = 1.0e-5 : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  return %h, %n : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
}
