// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GELU(x + bias).
func.func @main(%x: tensor<?x768xbf16, #sinter.dims<rows, 768>>, %bias: tensor<768xbf16>)
    -> tensor<?x768xbf16, #sinter.dims<rows, 768>> attributes {sinter.symbols = {rows = #sinter.range<1, 128, 1>}} {
  %b = sinter.broadcast %bias dims = [1] : tensor<768xbf16> -> tensor<?x768xbf16, #sinter.dims<rows, 768>>
  %add = sinter.add %x, %b : tensor<?x768xbf16, #sinter.dims<rows, 768>>
  %gelu = sinter.gelu erf %add : tensor<?x768xbf16, #sinter.dims<rows, 768>>
  return %gelu : tensor<?x768xbf16, #sinter.dims<rows, 768>>
}
