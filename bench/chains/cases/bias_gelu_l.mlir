// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GELU(x + bias).
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, %bias: tensor<8192xbf16>)
    -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>> attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %b = sinter.broadcast %bias dims = [1] : tensor<8192xbf16> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %add = sinter.add %x, %b : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %gelu = sinter.gelu erf %add : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %gelu : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
}
