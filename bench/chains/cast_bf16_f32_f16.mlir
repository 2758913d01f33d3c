// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From one 16-bit type to the other through f32, with arithmetic there.
func.func @main(%x: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, %scale: tensor<1024xf32>)
    -> tensor<?x1024xf16, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 1048576, 1>}} {
  %wide = sinter.cast %x : tensor<?x1024xbf16, #sinter.dims<rows, 1024>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %scales = sinter.broadcast %scale dims = [1] : tensor<1024xf32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %product = sinter.mul %wide, %scales : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sum = sinter.add %product, %wide : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %y = sinter.cast %sum : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<?x1024xf16, #sinter.dims<rows, 1024>>
  return %y : tensor<?x1024xf16, #sinter.dims<rows, 1024>>
}
