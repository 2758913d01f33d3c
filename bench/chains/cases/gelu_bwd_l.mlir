// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The backward pass of GELU.
func.func @main(%dy: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, %x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>)
    -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>> attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %wide = sinter.cast %dy : tensor<?x8192xbf16, #sinter.dims<rows, 8192>> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %wide1 = sinter.cast %x : tensor<?x8192xbf16, #sinter.dims<rows, 8192>> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c = sinter.constant dense<0.7071067811865476> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul = sinter.mul %wide1, %b : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %erf = sinter.erf %mul : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c1 = sinter.constant dense<1.0> : tensor<f32>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %add = sinter.add %erf, %b1 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c2 = sinter.constant dense<0.5> : tensor<f32>
  %b2 = sinter.broadcast %c2 dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul1 = sinter.mul %add, %b2 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul2 = sinter.mul %wide1, %wide1 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c3 = sinter.constant dense<-0.5> : tensor<f32>
  %b3 = sinter.broadcast %c3 dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul3 = sinter.mul %mul2, %b3 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %exp = sinter.exp %mul3 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c4 = sinter.constant dense<0.3989422804014327> : tensor<f32>
  %b4 = sinter.broadcast %c4 dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul4 = sinter.mul %exp, %b4 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul5 = sinter.mul %wide1, %mul4 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %add1 = sinter.add %mul1, %mul5 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul6 = sinter.mul %wide, %add1 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %cast = sinter.cast %mul6 : tensor<?x8192xf32, #sinter.dims<rows, 8192>> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %cast : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
}
