// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tanh(x * scale + shift) + r, one scale and shift a column: two tensors in, one out.
func.func @main(%x: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, %scale: tensor<1024xbf16>, %shift: tensor<1024xbf16>, %r: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>)
    -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 1048576, 1>}} {
  %scales = sinter.broadcast %scale dims = [1] : tensor<1024xbf16> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %shifts = sinter.broadcast %shift dims = [1] : tensor<1024xbf16> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %product = sinter.mul %x, %scales : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %sum = sinter.add %product, %shifts : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %bent = sinter.tanh %sum : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %y = sinter.add %bent, %r : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  return %y : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
}
