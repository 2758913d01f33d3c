// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Embeddings of tokens and positions, and their layer norm.
func.func @main(%ids: tensor<?x1024xi64, #sinter.dims<batch, 1024>>, %tokens: tensor<50257x768xbf16>, %positions: tensor<1024x768xbf16>, %w: tensor<768xbf16>, %b: tensor<768xbf16>)
    -> tensor<?x1024x768xbf16, #sinter.dims<batch, 1024, 768>> attributes {sinter.symbols = {batch = #sinter.range<1, 16, 1>}} {
  %embedded = sinter.gather %tokens, %ids axis = 0 : tensor<50257x768xbf16>, tensor<?x1024xi64, #sinter.dims<batch, 1024>> -> tensor<?x1024x768xbf16, #sinter.dims<batch, 1024, 768>>
  %b1 = sinter.broadcast %positions dims = [1, 2] : tensor<1024x768xbf16> -> tensor<?x1024x768xbf16, #sinter.dims<batch, 1024, 768>>
  %add = sinter.add %embedded, %b1 : tensor<?x1024x768xbf16, #sinter.dims<batch, 1024, 768>>
  %n = sinter.layer_norm %add scale(%w : tensor<768xbf16>) bias(%b : tensor<768xbf16>) axis = 2 epsilon = 1.0e-5 : tensor<?x1024x768xbf16, #sinter.dims<batch, 1024, 768>>
  return %n : tensor<?x1024x768xbf16, #sinter.dims<batch, 1024, 768>>
}
