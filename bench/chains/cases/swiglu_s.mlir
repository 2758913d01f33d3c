// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SiLU(a) * b.
func.func @main(%a: tensor<1x11008xbf16>, %b: tensor<1x11008xbf16>)
    -> tensor<1x11008xbf16> {
  %silu = sinter.silu %a : tensor<1x11008xbf16>
  %mul = sinter.mul %silu, %b : tensor<1x11008xbf16>
  return %mul : tensor<1x11008xbf16>
}
