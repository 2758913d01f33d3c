// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x * w + b, one w and b a column.
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, %w: tensor<8192xbf16>, %b: tensor<8192xbf16>)
    -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>> attributes {sinter.symbols = {rows = #sinter.range<1, 8192, 1>}} {
  %b1 = sinter.broadcast %w dims = [1] : tensor<8192xbf16> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %mul = sinter.mul %x, %b1 : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %b2 = sinter.broadcast %b dims = [1] : tensor<8192xbf16> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %add = sinter.add %mul, %b2 : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %add : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
}
