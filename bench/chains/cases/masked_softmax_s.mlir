// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention's scores, scaled by 1 / 8, where the mask does not hold; their softmax.
func.func @main(%x: tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>, %mask: tensor<1x1x1x128xi1>)
    -> tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>> attributes {sinter.symbols = {heads = #sinter.range<1, 12, 1>}} {
  %c = sinter.constant dense<0.125> : tensor<bf16>
  %b = sinter.broadcast %c dims = [] : tensor<bf16> -> tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>
  %mul = sinter.mul %x, %b : tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>
  %b1 = sinter.broadcast %mask dims = [0, 1, 2, 3] : tensor<1x1x1x128xi1> -> tensor<1x?x128x128xi1, #sinter.dims<1, heads, 128, 128>>
  %c1 = sinter.constant dense<0xFF80> : tensor<bf16>
  %b2 = sinter.broadcast %c1 dims = [] : tensor<bf16> -> tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>
  %chosen = sinter.select %b1, %b2, %mul : tensor<1x?x128x128xi1, #sinter.dims<1, heads, 128, 128>>, tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>
  %y = sinter.softmax %chosen axis = 3 : tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>
  return %y : tensor<1x?x128x128xbf16, #sinter.dims<1, heads, 128, 128>>
}
