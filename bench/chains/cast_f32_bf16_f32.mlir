// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The border of a mixed-precision region: x rounds to bf16, meets a scale and itself there, and goes back to f32.
func.func @main(%x: tensor<?x1024xf32, #sinter.dims<rows, 1024>>, %scale: tensor<1024xbf16>)
    -> tensor<?x1024xf32, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 1048576, 1>}} {
  %narrow = sinter.cast %x : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %scales = sinter.broadcast %scale dims = [1] : tensor<1024xbf16> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %product = sinter.mul %narrow, %scales : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %sum = sinter.add %product, %narrow : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %y = sinter.cast %sum : tensor<?x1024xbf16, #sinter.dims<rows, 1024>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  return %y : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
}
