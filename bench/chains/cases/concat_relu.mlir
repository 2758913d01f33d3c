// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two tensors joined along the channels, and ReLU.
func.func @main(%a: tensor<?x128x56x56xbf16, #sinter.dims<batch, 128, 56, 56>>, %b: tensor<?x128x56x56xbf16, #sinter.dims<batch, 128, 56, 56>>)
    -> tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>> attributes {sinter.symbols = {batch = #sinter.range<1, 32, 1>}} {
  %joined = sinter.concat %a, %b axis = 1 : tensor<?x128x56x56xbf16, #sinter.dims<batch, 128, 56, 56>>, tensor<?x128x56x56xbf16, #sinter.dims<batch, 128, 56, 56>> -> tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>
  %relu = sinter.relu %joined : tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>
  return %relu : tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>
}
