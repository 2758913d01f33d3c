// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of each column: a bias gradient.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>)
    -> tensor<4096xbf16> attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %sum = sinter.sum %x axes = [0] : tensor<?x4096xbf16, #sinter.dims<rows, 4096>> -> tensor<4096xbf16>
  return %sum : tensor<4096xbf16>
}
