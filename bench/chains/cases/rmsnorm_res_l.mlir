// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// h = x + res is kept, and its RMS norm goes on.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %res: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %w: tensor<4096xbf16>)
    -> (tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, tensor<?x4096xbf16, #sinter.dims<rows, 4096>>) attributes {sinter.symbols = {rows = #sinter.range<1, 32768, 1>}} {
  %add = sinter.add %x, %res : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %n = sinter.rms_norm %add scale(%w : tensor<4096xbf16>) axis = 1 epsilon = 1.0e-6 : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  return %add, %n : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
}
