// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Twenty elementwise operators in a row.
func.func @main(%x: tensor<?x1024xf32, #sinter.dims<rows, 1024>>)
    -> tensor<?x1024xf32, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 64, 1>}} {
  %c = sinter.constant dense<1.01> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul = sinter.mul %x, %b : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c1 = sinter.constant dense<0.1> : tensor<f32>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %add = sinter.add %mul, %b1 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %tanh = sinter.tanh %add : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul1 = sinter.mul %tanh, %x : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sigmoid = sinter.sigmoid %mul1 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c2 = sinter.constant dense<0.5> : tensor<f32>
  %b2 = sinter.broadcast %c2 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sub = sinter.sub %sigmoid, %b2 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %abs = sinter.abs %sub : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c3 = sinter.constant dense<0.001> : tensor<f32>
  %b3 = sinter.broadcast %c3 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %add1 = sinter.add %abs, %b3 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %sqrt = sinter.sqrt %add1 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c4 = sinter.constant dense<0.7> : tensor<f32>
  %b4 = sinter.broadcast %c4 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul2 = sinter.mul %sqrt, %b4 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c5 = sinter.constant dense<3.0> : tensor<f32>
  %b5 = sinter.broadcast %c5 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %min = sinter.min %mul2, %b5 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c6 = sinter.constant dense<-3.0> : tensor<f32>
  %b6 = sinter.broadcast %c6 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %max = sinter.max %min, %b6 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %mul3 = sinter.mul %max, %max : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %add2 = sinter.add %mul3, %x : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %relu = sinter.relu %add2 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %neg = sinter.neg %relu : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %exp = sinter.exp %neg : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %c7 = sinter.constant dense<1.0> : tensor<f32>
  %b7 = sinter.broadcast %c7 dims = [] : tensor<f32> -> tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %add3 = sinter.add %exp, %b7 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %div = sinter.div %exp, %add3 : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  %cos = sinter.cos %div : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
  return %cos : tensor<?x1024xf32, #sinter.dims<rows, 1024>>
}
