// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention's scores, scaled by 1 / 8, where the mask does not hold; their softmax.
func.func @main(%x: tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>, %mask: tensor<?x1x1x1024xi1, #sinter.dims<batch, 1, 1, 1024>>)
    -> tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>> attributes {sinter.symbols = {batch = #sinter.range<1, 8, 1>, heads = #sinter.range<1, 16, 1>}} {
  %c = sinter.constant dense<0.125> : tensor<bf16>
  %b = sinter.broadcast %c dims = [] : tensor<bf16> -> tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>
  %mul = sinter.mul %x, %b : tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>
  %b1 = sinter.broadcast %mask dims = [0, 1, 2, 3] : tensor<?x1x1x1024xi1, #sinter.dims<batch, 1, 1, 1024>> -> tensor<?x?x1024x1024xi1, #sinter.dims<batch, heads, 1024, 1024>>
  %c1 = sinter.constant dense<0xFF80> : tensor<bf16>
  %b2 = sinter.broadcast %c1 dims = [] : tensor<bf16> -> tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>
  %chosen = sinter.select %b1, %b2, %mul : tensor<?x?x1024x1024xi1, #sinter.dims<batch, heads, 1024, 1024>>, tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>
  %y = sinter.softmax %chosen axis = 3 : tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>
  return %y : tensor<?x?x1024x1024xbf16, #sinter.dims<batch, heads, 1024, 1024>>
}
