// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch norm at inference, in f32, with a residual and ReLU.
func.func @main(%x: tensor<1x64x56x56xbf16>, %mean: tensor<64xbf16>, %variance: tensor<64xbf16>, %w: tensor<64xbf16>, %b: tensor<64xbf16>, %res: tensor<1x64x56x56xbf16>)
    -> tensor<1x64x56x56xbf16> {
  %wide = sinter.cast %mean : tensor<64xbf16> -> tensor<64xf32>
  %wide1 = sinter.cast %variance : tensor<64xbf16> -> tensor<64xf32>
  %wide2 = sinter.cast %w : tensor<64xbf16> -> tensor<64xf32>
  %wide3 = sinter.cast %b : tensor<64xbf16> -> tensor<64xf32>
  %wide4 = sinter.cast %x : tensor<1x64x56x56xbf16> -> tensor<1x64x56x56xf32>
  %b1 = sinter.broadcast %wide dims = [1] : tensor<64xf32> -> tensor<1x64x56x56xf32>
  %sub = sinter.sub %wide4, %b1 : tensor<1x64x56x56xf32>
  %c = sinter.constant dense<1.0e-05> : tensor<f32>
  %b2 = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<64xf32>
  %add = sinter.add %wide1, %b2 : tensor<64xf32>
  %rsqrt = sinter.rsqrt %add : tensor<64xf32>
  %b3 = sinter.broadcast %rsqrt dims = [1] : tensor<64xf32> -> tensor<1x64x56x56xf32>
  %mul = sinter.mul %sub, %b3 : tensor<1x64x56x56xf32>
  %b4 = sinter.broadcast %wide2 dims = [1] : tensor<64xf32> -> tensor<1x64x56x56xf32>
  %mul1 = sinter.mul %mul, %b4 : tensor<1x64x56x56xf32>
  %b5 = sinter.broadcast %wide3 dims = [1] : tensor<64xf32> -> tensor<1x64x56x56xf32>
  %add1 = sinter.add %mul1, %b5 : tensor<1x64x56x56xf32>
  %wide5 = sinter.cast %res : tensor<1x64x56x56xbf16> -> tensor<1x64x56x56xf32>
  %add2 = sinter.add %add1, %wide5 : tensor<1x64x56x56xf32>
  %relu = sinter.relu %add2 : tensor<1x64x56x56xf32>
  %cast = sinter.cast %relu : tensor<1x64x56x56xf32> -> tensor<1x64x56x56xbf16>
  return %cast : tensor<1x64x56x56xbf16>
}
