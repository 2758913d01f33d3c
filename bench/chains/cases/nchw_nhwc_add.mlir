// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From channels first to channels last, plus what is there already.
func.func @main(%x: tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>>, %y: tensor<?x56x56x256xbf16, #sinter.dims<batch, 56, 56, 256>>)
    -> tensor<?x56x56x256xbf16, #sinter.dims<batch, 56, 56, 256>> attributes {sinter.symbols = {batch = #sinter.range<1, 32, 1>}} {
  %turned = sinter.transpose %x permutation = [0, 2, 3, 1] : tensor<?x256x56x56xbf16, #sinter.dims<batch, 256, 56, 56>> -> tensor<?x56x56x256xbf16, #sinter.dims<batch, 56, 56, 256>>
  %add = sinter.add %turned, %y : tensor<?x56x56x256xbf16, #sinter.dims<batch, 56, 56, 256>>
  return %add : tensor<?x56x56x256xbf16, #sinter.dims<batch, 56, 56, 256>>
}
