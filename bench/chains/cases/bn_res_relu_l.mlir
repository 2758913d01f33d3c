// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batch norm at inference, in f32, with a residual and ReLU.
func.func @main(%x: tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>, %mean: tensor<256xbf16>, %variance: tensor<256xbf16>, %w: tensor<256xbf16>, %b: tensor<256xbf16>, %res: tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>)
    -> tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>> attributes {sinter.symbols = {batch = #sinter.range<1, 32, 1>}} {
  %wide = sinter.cast %mean : tensor<256xbf16> -> tensor<256xf32>
  %wide1 = sinter.cast %variance : tensor<256xbf16> -> tensor<256xf32>
  %wide2 = sinter.cast %w : tensor<256xbf16> -> tensor<256xf32>
  %wide3 = sinter.cast %b : tensor<256xbf16> -> tensor<256xf32>
  %wide4 = sinter.cast %x : tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>> -> tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %b1 = sinter.broadcast %wide dims = [1] : tensor<256xf32> -> tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %sub = sinter.sub %wide4, %b1 : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %c = sinter.constant dense<1.0e-05> : tensor<f32>
  %b2 = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<256xf32>
  %add = sinter.add %wide1, %b2 : tensor<256xf32>
  %rsqrt = sinter.rsqrt %add : tensor<256xf32>
  %b3 = sinter.broadcast %rsqrt dims = [1] : tensor<256xf32> -> tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %mul = sinter.mul %sub, %b3 : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %b4 = sinter.broadcast %wide2 dims = [1] : tensor<256xf32> -> tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %mul1 = sinter.mul %mul, %b4 : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %b5 = sinter.broadcast %wide3 dims = [1] : tensor<256xf32> -> tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %add1 = sinter.add %mul1, %b5 : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %wide5 = sinter.cast %res : tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>> -> tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %add2 = sinter.add %add1, %wide5 : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %relu = sinter.relu %add2 : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>>
  %cast = sinter.cast %relu : tensor<?x256x56x56xf32, #sinter.dims<batch, 256, 56, 56>> -> tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>
  return %cast : tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>
}
