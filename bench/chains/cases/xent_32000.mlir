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
  %class = sinter.reshape %target : tensor<?xi64, #sinter.dims<rows>> -> tensor<?x1xi64, #sinter.dims<rows, 1>>
  %picked = sinter.gather_elements %sub, %class axis = 1 : tensor<?x32000xf32, #sinter.dims<rows, 32000>>, tensor<?x1xi64, #sinter.dims<rows, 1>> -> tensor<?x1xf32, #sinter.dims<rows, 1>>
  %sum1 = sinter.reshape %picked : tensor<?x1xf32, #sinter.dims<rows, 1>> -> tensor<?xf32, #sinter.dims<rows>>
  %sub1 = sinter.sub %log, %sum1 : tensor<?xf32, #sinter.dims<rows>>
  %mean = sinter.mean %sub1 axes = [0] : tensor<?xf32, #sinter.dims<rows>> -> tensor<f32>
  return %mean : tensor<f32>
}
