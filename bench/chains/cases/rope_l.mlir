// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary embedding of queries and keys.
func.func @main(%q: tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>, %k: tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>, %cos: tensor<?x1x128xbf16, #sinter.dims<seq, 1, 128>>, %sin: tensor<?x1x128xbf16, #sinter.dims<seq, 1, 128>>)
    -> (tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>, tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>) attributes {sinter.symbols = {batch = #sinter.range<1, 4, 1>, seq = #sinter.range<1, 2048, 1>}} {
  %part = sinter.slice %q starts = [0, 0, 0, 64] steps = [1, 1, 1, 1] : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>> -> tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>
  %neg = sinter.neg %part : tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>
  %part1 = sinter.slice %q starts = [0, 0, 0, 0] steps = [1, 1, 1, 1] : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>> -> tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>
  %joined = sinter.concat %neg, %part1 axis = 3 : tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>, tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>> -> tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %b = sinter.broadcast %cos dims = [1, 2, 3] : tensor<?x1x128xbf16, #sinter.dims<seq, 1, 128>> -> tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %mul = sinter.mul %q, %b : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %b1 = sinter.broadcast %sin dims = [1, 2, 3] : tensor<?x1x128xbf16, #sinter.dims<seq, 1, 128>> -> tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %mul1 = sinter.mul %joined, %b1 : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %add = sinter.add %mul, %mul1 : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %part2 = sinter.slice %k starts = [0, 0, 0, 64] steps = [1, 1, 1, 1] : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>> -> tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>
  %neg1 = sinter.neg %part2 : tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>
  %part3 = sinter.slice %k starts = [0, 0, 0, 0] steps = [1, 1, 1, 1] : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>> -> tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>
  %joined1 = sinter.concat %neg1, %part3 axis = 3 : tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>>, tensor<?x?x32x64xbf16, #sinter.dims<batch, seq, 32, 64>> -> tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %b2 = sinter.broadcast %cos dims = [1, 2, 3] : tensor<?x1x128xbf16, #sinter.dims<seq, 1, 128>> -> tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %mul2 = sinter.mul %k, %b2 : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %b3 = sinter.broadcast %sin dims = [1, 2, 3] : tensor<?x1x128xbf16, #sinter.dims<seq, 1, 128>> -> tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %mul3 = sinter.mul %joined1, %b3 : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  %add1 = sinter.add %mul2, %mul3 : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
  return %add, %add1 : tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>, tensor<?x?x32x128xbf16, #sinter.dims<batch, seq, 32, 128>>
}
