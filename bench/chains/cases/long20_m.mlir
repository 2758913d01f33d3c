// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Twenty elementwise operators in a row.
func.func @main(%x: tensor<?x2048xf32, #sinter.dims<rows, 2048>>)
    -> tensor<?x2048xf32, #sinter.dims<rows, 2048>> attributes {sinter.symbols = {rows = #sinter.range<1, 2048, 1>}} {
  %c = sinter.constant dense<1.01> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %mul = sinter.mul %x, %b : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c1 = sinter.constant dense<0.1> : tensor<f32>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %add = sinter.add %mul, %b1 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %tanh = sinter.tanh %add : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %mul1 = sinter.mul %tanh, %x : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %sigmoid = sinter.sigmoid %mul1 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c2 = sinter.constant dense<0.5> : tensor<f32>
  %b2 = sinter.broadcast %c2 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %sub = sinter.sub %sigmoid, %b2 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %abs = sinter.abs %sub : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c3 = sinter.constant dense<0.001> : tensor<f32>
  %b3 = sinter.broadcast %c3 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %add1 = sinter.add %abs, %b3 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %sqrt = sinter.sqrt %add1 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c4 = sinter.constant dense<0.7> : tensor<f32>
  %b4 = sinter.broadcast %c4 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %mul2 = sinter.mul %sqrt, %b4 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c5 = sinter.constant dense<3.0> : tensor<f32>
  %b5 = sinter.broadcast %c5 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %min = sinter.min %mul2, %b5 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c6 = sinter.constant dense<-3.0> : tensor<f32>
  %b6 = sinter.broadcast %c6 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %max = sinter.max %min, %b6 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %mul3 = sinter.mul %max, %max : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %add2 = sinter.add %mul3, %x : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %relu = sinter.relu %add2 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %neg = sinter.neg %relu : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %exp = sinter.exp %neg : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %c7 = sinter.constant dense<1.0> : tensor<f32>
  %b7 = sinter.broadcast %c7 dims = [] : tensor<f32> -> tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %add3 = sinter.add %exp, %b7 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %div = sinter.div %exp, %add3 : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  %cos = sinter.cos %div : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
  return %cos : tensor<?x2048xf32, #sinter.dims<rows, 2048>>
}
