// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of AdamW on one tensor: parameters and both moments.
func.func @main(%p: tensor<?xf32, #sinter.dims<n>>, %g: tensor<?xf32, #sinter.dims<n>>, %m: tensor<?xf32, #sinter.dims<n>>, %v: tensor<?xf32, #sinter.dims<n>>)
    -> (tensor<?xf32, #sinter.dims<n>>, tensor<?xf32, #sinter.dims<n>>, tensor<?xf32, #sinter.dims<n>>) attributes {sinter.symbols = {n = #sinter.range<1, 33554432, 1>}} {
  %c = sinter.constant dense<0.9> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul = sinter.mul %m, %b : tensor<?xf32, #sinter.dims<n>>
  %c1 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul1 = sinter.mul %g, %b1 : tensor<?xf32, #sinter.dims<n>>
  %add = sinter.add %mul, %mul1 : tensor<?xf32, #sinter.dims<n>>
  %c2 = sinter.constant dense<0.999> : tensor<f32>
  %b2 = sinter.broadcast %c2 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul2 = sinter.mul %v, %b2 : tensor<?xf32, #sinter.dims<n>>
  %c3 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b3 = sinter.broadcast %c3 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul3 = sinter.mul %g, %b3 : tensor<?xf32, #sinter.dims<n>>
  %mul4 = sinter.mul %mul3, %g : tensor<?xf32, #sinter.dims<n>>
  %add1 = sinter.add %mul2, %mul4 : tensor<?xf32, #sinter.dims<n>>
  %sqrt = sinter.sqrt %add1 : tensor<?xf32, #sinter.dims<n>>
  %c4 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b4 = sinter.broadcast %c4 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul5 = sinter.mul %sqrt, %b4 : tensor<?xf32, #sinter.dims<n>>
  %c5 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b5 = sinter.broadcast %c5 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %add2 = sinter.add %mul5, %b5 : tensor<?xf32, #sinter.dims<n>>
  %c6 = sinter.constant dense<0.99999> : tensor<f32>
  %b6 = sinter.broadcast %c6 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul6 = sinter.mul %p, %b6 : tensor<?xf32, #sinter.dims<n>>
  %c7 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b7 = sinter.broadcast %c7 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %mul7 = sinter.mul %add, %b7 : tensor<?xf32, #sinter.dims<n>>
  %div = sinter.div %mul7, %add2 : tensor<?xf32, #sinter.dims<n>>
  %sub = sinter.sub %mul6, %div : tensor<?xf32, #sinter.dims<n>>
  return %sub, %add, %add1 : tensor<?xf32, #sinter.dims<n>>, tensor<?xf32, #sinter.dims<n>>, tensor<?xf32, #sinter.dims<n>>
}
