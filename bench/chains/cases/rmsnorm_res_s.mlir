// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// h = x + res is kept, and its RMS norm goes on.
func.func @main(%x: tensor<1x4096xbf16>, %res: tensor<1x4096xbf16>, %w: tensor<4096xbf16>)
    -> (tensor<1x4096xbf16>, tensor<1x4096xbf16>) {
  %add = sinter.add %x, %res : tensor<1x4096xbf16>
  %n = sinter.rms_norm %add scale(%w : tensor<4096xbf16>) axis = 1 epsilon = 1.0e-6 : tensor<1x4096xbf16>
  return %add, %n : tensor<1x4096xbf16>, tensor<1x4096xbf16>
}
