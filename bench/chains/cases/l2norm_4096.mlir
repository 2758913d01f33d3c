// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each row over its Euclidean length.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>)
    -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>> attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %wide = sinter.cast %x : tensor<?x4096xbf16, #sinter.dims<rows, 4096>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul = sinter.mul %wide, %wide : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sum = sinter.sum %mul axes = [1] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?xf32, #sinter.dims<rows>>
  %sqrt = sinter.sqrt %sum : tensor<?xf32, #sinter.dims<rows>>
  %c = sinter.constant dense<1.0e-12> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<rows>>
  %max = sinter.max %sqrt, %b : tensor<?xf32, #sinter.dims<rows>>
  %b1 = sinter.broadcast %max dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %div = sinter.div %wide, %b1 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %cast = sinter.cast %div : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  return %cast : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
}
