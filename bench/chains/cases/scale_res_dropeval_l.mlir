// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x / 8 + res: the end of a block whose dropout is off.
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, %res: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>)
    -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>> attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %c = sinter.constant dense<0.125> : tensor<bf16>
  %b = sinter.broadcast %c dims = [] : tensor<bf16> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %mul = sinter.mul %x, %b : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %add = sinter.add %mul, %res : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %add : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
}
