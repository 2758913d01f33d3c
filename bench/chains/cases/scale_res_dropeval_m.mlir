// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x / 8 + res: the end of a block whose dropout is off.
func.func @main(%x: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, %res: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>)
    -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 4096, 1>}} {
  %c = sinter.constant dense<0.125> : tensor<bf16>
  %b = sinter.broadcast %c dims = [] : tensor<bf16> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %mul = sinter.mul %x, %b : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %add = sinter.add %mul, %res : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  return %add : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
}
