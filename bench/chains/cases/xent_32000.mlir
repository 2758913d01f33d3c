// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mean cross-entropy of rows of 32000 logits, each against the class that its row names.
func.func @main(%x: tensor<?x32000xbf16, #sinter.dims<rows, 32000>>, %target: tensor<?xi64, #sinter.dims<rows>>)
    -> tensor<f32> attributes {sinter.symbols = {rows = #sinter.range<1, 4096, 1>}} {
  %wide = sinter.cast %x : tensor<?x32000xbf16, #sinter.dims<rows, 32000>> -> tensor<?x32000xf32, #sinter.dims<rows, 32000>>
  %reduce_max = sinter.reduce_max %wide axes = [1] : tensor<?x32000xf32, #sinter.dims<rows, 32000>> -> tensor<?xf32, #sinter.dims<rows>>
  %b = sinter.broadcast %reduce_max dims = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<?x32000xf32, #sinter.dims<rows, 32000>>
  %sub = sinter.sub %wide, %b : tensor<?x32000xf32, #sinter.dims<rows, 32000>>
  %exp = sinter.exp %sub : tensor<?x32000xf32, #sinter.dims<rows, 32000>>
  %sum = sinter.sum %exp axes = [1] : tensor<?x32000xf32, #sinter.dims<rows, 32000>> -> tensor<?xf32, #sinter.dims<rows>>
  %log = sinter.log %sum : tensor<?xf32, #sinter.dims<rows>>
  %column = sinter.iota axis = 1 : tensor<?x32000xi64, #sinter.dims<rows, 32000>>
  %b1 = sinter.broadcast %target dims = [0] : tensor<?xi64, #sinter.dims<rows>> -> tensor<?x32000xi64, #sinter.dims<rows, 32000>>
  %is = sinter.compare eq %column, %b1 : tensor<?x32000xi64, #sinter.dims<rows, 32000>>
  %c = sinter.constant dense<0.0> : tensor<f32>
  %b2 = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?x32000xf32, #sinter.dims<rows, 32000>>
  %chosen = sinter.select %is, %sub, %b2 : tensor<?x32000xi1, #sinter.dims<rows, 32000>>, tensor<?x32000xf32, #sinter.dims<rows, 32000>>
  %sum1 = sinter.sum %chosen axes = [1] : tensor<?x32000xf32, #sinter.dims<rows, 32000>> -> tensor<?xf32, #sinter.dims<rows>>
  %sub1 = sinter.sub %log, %sum1 : tensor<?xf32, #sinter.dims<rows>>
  %mean = sinter.mean %sub1 axes = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<f32>
  return %mean : tensor<f32>
}
