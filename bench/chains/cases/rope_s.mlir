// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotary embedding of queries and keys.
func.func @main(%q: tensor<1x1x32x128xbf16>, %k: tensor<1x1x32x128xbf16>, %cos: tensor<1x1x128xbf16>, %sin: tensor<1x1x128xbf16>)
    -> (tensor<1x1x32x128xbf16>, tensor<1x1x32x128xbf16>) {
  %part = sinter.slice %q starts = [0, 0, 0, 64] steps = [1, 1, 1, 1] : tensor<1x1x32x128xbf16> -> tensor<1x1x32x64xbf16>
  %neg = sinter.neg %part : tensor<1x1x32x64xbf16>
  %part1 = sinter.slice %q starts = [0, 0, 0, 0] steps = [1, 1, 1, 1] : tensor<1x1x32x128xbf16> -> tensor<1x1x32x64xbf16>
  %joined = sinter.concat %neg, %part1 axis = 3 : tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16> -> tensor<1x1x32x128xbf16>
  %b = sinter.broadcast %cos dims = [1, 2, 3] : tensor<1x1x128xbf16> -> tensor<1x1x32x128xbf16>
  %mul = sinter.mul %q, %b : tensor<1x1x32x128xbf16>
  %b1 = sinter.broadcast %sin dims = [1, 2, 3] : tensor<1x1x128xbf16> -> tensor<1x1x32x128xbf16>
  %mul1 = sinter.mul %joined, %b1 : tensor<1x1x32x128xbf16>
  %add = sinter.add %mul, %mul1 : tensor<1x1x32x128xbf16>
  %part2 = sinter.slice %k starts = [0, 0, 0, 64] steps = [1, 1, 1, 1] : tensor<1x1x32x128xbf16> -> tensor<1x1x32x64xbf16>
  %neg1 = sinter.neg %part2 : tensor<1x1x32x64xbf16>
  %part3 = sinter.slice %k starts = [0, 0, 0, 0] steps = [1, 1, 1, 1] : tensor<1x1x32x128xbf16> -> tensor<1x1x32x64xbf16>
  %joined1 = sinter.concat %neg1, %part3 axis = 3 : tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16> -> tensor<1x1x32x128xbf16>
  %b2 = sinter.broadcast %cos dims = [1, 2, 3] : tensor<1x1x128xbf16> -> tensor<1x1x32x128xbf16>
  %mul2 = sinter.mul %k, %b2 : tensor<1x1x32x128xbf16>
  %b3 = sinter.broadcast %sin dims = [1, 2, 3] : tensor<1x1x128xbf16> -> tensor<1x1x32x128xbf16>
  %mul3 = sinter.mul %joined1, %b3 : tensor<1x1x32x128xbf16>
  %add1 = sinter.add %mul2, %mul3 : tensor<1x1x32x128xbf16>
  return %add, %add1 : tensor<1x1x32x128xbf16>, tensor<1x1x32x128xbf16>
}
