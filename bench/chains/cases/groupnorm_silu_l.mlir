// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group norm over 32 groups, and SiLU.
func.func @main(%x: tensor<?x128x256x256xbf16, #sinter.dims<batch, 128, 256, 256>>, %w: tensor<128xbf16>, %b: tensor<128xbf16>)
    -> tensor<?x128x256x256xbf16, #sinter.dims<batch, 128, 256, 256>> attributes {sinter.symbols = {batch = #sinter.range<1, 2, 1>}} {
  %wide = sinter.cast %x : tensor<?x128x256x256xbf16, #sinter.dims<batch, 128, 256, 256>> -> tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %shaped = sinter.reshape %wide : tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>> -> tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>>
  %mean = sinter.mean %shaped axes = [2] : tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>> -> tensor<?x32xf32, #sinter.dims<batch, 32>>
  %b1 = sinter.broadcast %mean dims = [0, 1] : tensor<?x32xf32, #sinter.dims<batch, 32>> -> tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>>
  %sub = sinter.sub %shaped, %b1 : tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>>
  %mul = sinter.mul %sub, %sub : tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>>
  %mean1 = sinter.mean %mul axes = [2] : tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>> -> tensor<?x32xf32, #sinter.dims<batch, 32>>
  %c = sinter.constant dense<1.0e-05> : tensor<f32>
  %b2 = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?x32xf32, #sinter.dims<batch, 32>>
  %add = sinter.add %mean1, %b2 : tensor<?x32xf32, #sinter.dims<batch, 32>>
  %rsqrt = sinter.rsqrt %add : tensor<?x32xf32, #sinter.dims<batch, 32>>
  %b3 = sinter.broadcast %rsqrt dims = [0, 1] : tensor<?x32xf32, #sinter.dims<batch, 32>> -> tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>>
  %mul1 = sinter.mul %sub, %b3 : tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>>
  %shaped1 = sinter.reshape %mul1 : tensor<?x32x262144xf32, #sinter.dims<batch, 32, 262144>> -> tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %wide1 = sinter.cast %w : tensor<128xbf16> -> tensor<128xf32>
  %b4 = sinter.broadcast %wide1 dims = [1] : tensor<128xf32> -> tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %mul2 = sinter.mul %shaped1, %b4 : tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %wide2 = sinter.cast %b : tensor<128xbf16> -> tensor<128xf32>
  %b5 = sinter.broadcast %wide2 dims = [1] : tensor<128xf32> -> tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %add1 = sinter.add %mul2, %b5 : tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %silu = sinter.silu %add1 : tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>>
  %cast = sinter.cast %silu : tensor<?x128x256x256xf32, #sinter.dims<batch, 128, 256, 256>> -> tensor<?x128x256x256xbf16, #sinter.dims<batch, 128, 256, 256>>
  return %cast : tensor<?x128x256x256xbf16, #sinter.dims<batch, 128, 256, 256>>
}
