// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group norm over 32 groups, and SiLU.
func.func @main(%x: tensor<1x320x64x64xbf16>, %w: tensor<320xbf16>, %b: tensor<320xbf16>)
    -> tensor<1x320x64x64xbf16> {
  %wide = sinter.cast %x : tensor<1x320x64x64xbf16> -> tensor<1x320x64x64xf32>
  %shaped = sinter.reshape %wide : tensor<1x320x64x64xf32> -> tensor<1x32x40960xf32>
  %mean = sinter.mean %shaped axes = [2] : tensor<1x32x40960xf32> -> tensor<1x32xf32>
  %b1 = sinter.broadcast %mean dims = [0, 1] : tensor<1x32xf32> -> tensor<1x32x40960xf32>
  %sub = sinter.sub %shaped, %b1 : tensor<1x32x40960xf32>
  %mul = sinter.mul %sub, %sub : tensor<1x32x40960xf32>
  %mean1 = sinter.mean %mul axes = [2] : tensor<1x32x40960xf32> -> tensor<1x32xf32>
  %c = sinter.constant dense<1.0e-05> : tensor<f32>
  %b2 = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<1x32xf32>
  %add = sinter.add %mean1, %b2 : tensor<1x32xf32>
  %rsqrt = sinter.rsqrt %add : tensor<1x32xf32>
  %b3 = sinter.broadcast %rsqrt dims = [0, 1] : tensor<1x32xf32> -> tensor<1x32x40960xf32>
  %mul1 = sinter.mul %sub, %b3 : tensor<1x32x40960xf32>
  %shaped1 = sinter.reshape %mul1 : tensor<1x32x40960xf32> -> tensor<1x320x64x64xf32>
  %wide1 = sinter.cast %w : tensor<320xbf16> -> tensor<320xf32>
  %b4 = sinter.broadcast %wide1 dims = [1] : tensor<320xf32> -> tensor<1x320x64x64xf32>
  %mul2 = sinter.mul %shaped1, %b4 : tensor<1x320x64x64xf32>
  %wide2 = sinter.cast %b : tensor<320xbf16> -> tensor<320xf32>
  %b5 = sinter.broadcast %wide2 dims = [1] : tensor<320xf32> -> tensor<1x320x64x64xf32>
  %add1 = sinter.add %mul2, %b5 : tensor<1x320x64x64xf32>
  %silu = sinter.silu %add1 : tensor<1x320x64x64xf32>
  %cast = sinter.cast %silu : tensor<1x320x64x64xf32> -> tensor<1x320x64x64xbf16>
  return %cast : tensor<1x320x64x64xbf16>
}
