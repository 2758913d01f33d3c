// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backward pass of a layer norm: gradients of its input, scale and bias.
func.func @main(%dy: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, %mean: tensor<?x1xf32, #sinter.dims<rows, 1>>, %rstd: tensor<?x1xf32, #sinter.dims<rows, 1>>, %w: tensor<4096xbf16>, %b: tensor<4096xbf16>)
    -> (tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, tensor<4096xbf16>, tensor<4096xbf16>) attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %wide = sinter.cast %dy : tensor<?x4096xbf16, #sinter.dims<rows, 4096>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %wide1 = sinter.cast %x : tensor<?x4096xbf16, #sinter.dims<rows, 4096>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %b1 = sinter.broadcast %mean dims = [0, 1] : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sub = sinter.sub %wide1, %b1 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %b2 = sinter.broadcast %rstd dims = [0, 1] : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul = sinter.mul %sub, %b2 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %wide2 = sinter.cast %w : tensor<4096xbf16> -> tensor<4096xf32>
  %b3 = sinter.broadcast %wide2 dims = [1] : tensor<4096xf32> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul1 = sinter.mul %wide, %b3 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mean1 = sinter.mean %mul1 axes = [1] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?xf32, #sinter.dims<rows>>
  %b4 = sinter.broadcast %mean1 dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul2 = sinter.mul %mul1, %mul : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mean2 = sinter.mean %mul2 axes = [1] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?xf32, #sinter.dims<rows>>
  %b5 = sinter.broadcast %mean2 dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %b6 = sinter.broadcast %rstd dims = [0, 1] : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sub1 = sinter.sub %mul1, %b4 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul3 = sinter.mul %mul, %b5 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sub2 = sinter.sub %sub1, %mul3 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul4 = sinter.mul %b6, %sub2 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul5 = sinter.mul %wide, %mul : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sum = sinter.sum %mul5 axes = [0] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<4096xf32>
  %sum1 = sinter.sum %wide axes = [0] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<4096xf32>
  %cast = sinter.cast %mul4 : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  %cast1 = sinter.cast %sum : tensor<4096xf32> -> tensor<4096xbf16>
  %cast2 = sinter.cast %sum1 : tensor<4096xf32> -> tensor<4096xbf16>
  return %cast, %cast1, %cast2 : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>, tensor<4096xbf16>, tensor<4096xbf16>
}
