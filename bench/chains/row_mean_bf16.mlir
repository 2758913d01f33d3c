// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mean of relu(x * scale + shift) over each row: one tensor in, and all but nothing out.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %scale: tensor<4096xbf16>, %shift: tensor<4096xbf16>)
    -> tensor<?xbf16, #sinter.dims<rows>> attributes {sinter.symbols = {rows = #sinter.range<1, 262144, 1>}} {
  %scales = sinter.broadcast %scale dims = [1] : tensor<4096xbf16> -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %shifts = sinter.broadcast %shift dims = [1] : tensor<4096xbf16> -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %product = sinter.mul %x, %scales : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %sum = sinter.add %product, %shifts : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %positive = sinter.relu %sum : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %y = sinter.mean %positive axes = [1] : tensor<?x4096xbf16, #sinter.dims<rows, 4096>> -> tensor<?xbf16, #sinter.dims<rows>>
  return %y : tensor<?xbf16, #sinter.dims<rows>>
}
