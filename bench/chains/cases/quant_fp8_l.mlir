// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each row scaled to the range of fp8 and cast to it, and its scale.
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>)
    -> (tensor<?x8192xf8E4M3FN, #sinter.dims<rows, 8192>>, tensor<?x1xf32, #sinter.dims<rows, 1>>) attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %wide = sinter.cast %x : tensor<?x8192xbf16, #sinter.dims<rows, 8192>> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %abs = sinter.abs %wide : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %reduce_max = sinter.reduce_max %abs axes = [1] : tensor<?x8192xf32, #sinter.dims<rows, 8192>> -> tensor<?xf32, #sinter.dims<rows>>
  %c = sinter.constant dense<1.0e-12> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<rows>>
  %max = sinter.max %reduce_max, %b : tensor<?xf32, #sinter.dims<rows>>
  %c1 = sinter.constant dense<448.0> : tensor<f32>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<rows>>
  %div = sinter.div %b1, %max : tensor<?xf32, #sinter.dims<rows>>
  %b2 = sinter.broadcast %div dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %mul = sinter.mul %wide, %b2 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c2 = sinter.constant dense<448.0> : tensor<f32>
  %b3 = sinter.broadcast %c2 dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %min = sinter.min %mul, %b3 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %c3 = sinter.constant dense<-448.0> : tensor<f32>
  %b4 = sinter.broadcast %c3 dims = [] : tensor<f32> -> tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %max1 = sinter.max %min, %b4 : tensor<?x8192xf32, #sinter.dims<rows, 8192>>
  %cast = sinter.cast %max1 : tensor<?x8192xf32, #sinter.dims<rows, 8192>> -> tensor<?x8192xf8E4M3FN, #sinter.dims<rows, 8192>>
  %c4 = sinter.constant dense<0.002232142857142857> : tensor<f32>
  %b5 = sinter.broadcast %c4 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<rows>>
  %mul1 = sinter.mul %max, %b5 : tensor<?xf32, #sinter.dims<rows>>
  %shaped = sinter.reshape %mul1 : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x1xf32, #sinter.dims<rows, 1>>
  return %cast, %shaped : tensor<?x8192xf8E4M3FN, #sinter.dims<rows, 8192>>, tensor<?x1xf32, #sinter.dims<rows, 1>>
}
