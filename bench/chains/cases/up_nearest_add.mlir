// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each pixel repeated in both directions, plus a residual.
func.func @main(%x: tensor<?x256x64x64xbf16, #sinter.dims<batch, 256, 64, 64>>, %y: tensor<?x256x128x128xbf16, #sinter.dims<batch, 256, 128, 128>>)
    -> tensor<?x256x128x128xbf16, #sinter.dims<batch, 256, 128, 128>> attributes {sinter.symbols = {batch = #sinter.range<1, 8, 1>}} {
  %shaped = sinter.reshape %x : tensor<?x256x64x64xbf16, #sinter.dims<batch, 256, 64, 64>> -> tensor<?x256x64x1x64x1xbf16, #sinter.dims<batch, 256, 64, 1, 64, 1>>
  %b = sinter.broadcast %shaped dims = [0, 1, 2, 3, 4, 5] : tensor<?x256x64x1x64x1xbf16, #sinter.dims<batch, 256, 64, 1, 64, 1>> -> tensor<?x256x64x2x64x2xbf16, #sinter.dims<batch, 256, 64, 2, 64, 2>>
  %shaped1 = sinter.reshape %b : tensor<?x256x64x2x64x2xbf16, #sinter.dims<batch, 256, 64, 2, 64, 2>> -> tensor<?x256x128x128xbf16, #sinter.dims<batch, 256, 128, 128>>
  %add = sinter.add %shaped1, %y : tensor<?x256x128x128xbf16, #sinter.dims<batch, 256, 128, 128>>
  return %add : tensor<?x256x128x128xbf16, #sinter.dims<batch, 256, 128, 128>>
}
