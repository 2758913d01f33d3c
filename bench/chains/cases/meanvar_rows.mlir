// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mean and unbiased variance of each row.
func.func @main(%x: tensor<?x4096xf32, #sinter.dims<rows, 4096>>)
    -> (tensor<?xf32, #sinter.dims<rows>>, tensor<?xf32, #sinter.dims<rows>>) attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %mean = sinter.mean %x axes = [1] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?xf32, #sinter.dims<rows>>
  %b = sinter.broadcast %mean dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sub = sinter.sub %x, %b : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %mul = sinter.mul %sub, %sub : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  %sum = sinter.sum %mul axes = [1] : tensor<?x4096xf32, #sinter.dims<rows, 4096>> -> tensor<?xf32, #sinter.dims<rows>>
  %c = sinter.constant dense<0.0002442002442002442> : tensor<f32>
  %b1 = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<rows>>
  %mul1 = sinter.mul %sum, %b1 : tensor<?xf32, #sinter.dims<rows>>
  return %mean, %mul1 : tensor<?xf32, #sinter.dims<rows>>, tensor<?xf32, #sinter.dims<rows>>
}
