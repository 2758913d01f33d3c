// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What follows the first product of a feed-forward layer: GELU(x + bias). One tensor in, one out.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %bias: tensor<4096xbf16>)
    -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>> attributes {sinter.symbols = {rows = #sinter.range<1, 262144, 1>}} {
  %biases = sinter.broadcast %bias dims = [1] : tensor<4096xbf16> -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %s = sinter.add %x, %biases : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %y = sinter.gelu erf %s : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  return %y : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
}
