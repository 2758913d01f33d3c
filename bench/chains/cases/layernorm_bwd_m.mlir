// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backward pass of a layer norm: gradients of its input, scale and bias.
func.func @main(%dy: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, %x: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, %mean: tensor<?x1xf32, #sinter.dims<rows, 1>>, %rstd: tensor<?x1xf32, #sinter.dims<rows, 1>>, %w: tensor<1024xbf16>, %b: tensor<1024xbf16>)
    -> (tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, tensor<1024xbf16>, tensor<1024xbf16>) attributes {sinter.symbols = {rows = #sinter.range<1, 2048, 1>}} {
  %wide = sinter.cast %dy : tensor<?x1024xbf16, #sinter.dims<rows, 1024>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %wide1 = sinter.cast %x : tensor<?x1024xbf16, #sinter.dims<rows, 1024>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %b1 = sinter.broadcast %mean dims = [0, 1] : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sub = sinter.sub %wide1, %b1 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %b2 = sinter.broadcast %rstd dims = [0, 1] : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul = sinter.mul %sub, %b2 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %wide2 = sinter.cast %w : tensor<1024xbf16> -> tensor<1024xf32>
  %b3 = sinter.broadcast %wide2 dims = [1] : tensor<1024xf32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul1 = sinter.mul %wide, %b3 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mean1 = sinter.mean %mul1 axes = [1] : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<?xf32, #sinter.dims<rows>>
  %b4 = sinter.broadcast %mean1 dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul2 = sinter.mul %mul1, %mul : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mean2 = sinter.mean %mul2 axes = [1] : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<?xf32, #sinter.dims<rows>>
  %b5 = sinter.broadcast %mean2 dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %b6 = sinter.broadcast %rstd dims = [0, 1] : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sub1 = sinter.sub %mul1, %b4 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul3 = sinter.mul %mul, %b5 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sub2 = sinter.sub %sub1, %mul3 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul4 = sinter.mul %b6, %sub2 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul5 = sinter.mul %wide, %mul : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sum = sinter.sum %mul5 axes = [0] : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<1024xf32>
  %sum1 = sinter.sum %wide axes = [0] : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<1024xf32>
  %cast = sinter.cast %mul4 : tensor<?x1024xf32, #sinter.dims<rows, 1024>> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %cast1 = sinter.cast %sum : tensor<1024xf32> -> tensor<1024xbf16>
  %cast2 = sinter.cast %sum1 : tensor<1024xf32> -> tensor<1024xbf16>
  return %cast, %cast1, %cast2 : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>, tensor<1024xbf16>, tensor<1024xbf16>
}
