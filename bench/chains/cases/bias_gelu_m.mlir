// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GELU(x + bias).
func.func @main(%x: tensor<?x3072xbf16, #sinter.dims<rows, 3072>>, %bias: tensor<3072xbf16>)
    -> tensor<?x3072xbf16, #sinter.dims<rows, 3072>> attributes {sinter.symbols = {rows = #sinter.range<1, 2048, 1>}} {
  %b = sinter.broadcast %bias dims = [1] : tensor<3072xbf16> -> tensor<?x3072xbf16, #sinter.dims<rows, 3072>>
  %add = sinter.add %x, %b : tensor<?x3072xbf16, #sinter.dims<rows, 3072>>
  %gelu = sinter.gelu erf %add : tensor<?x3072xbf16, #sinter.dims<rows, 3072>>
  return %gelu : tensor<?x3072xbf16, #sinter.dims<rows, 3072>>
}
