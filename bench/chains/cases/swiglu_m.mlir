// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SiLU(a) * b.
func.func @main(%a: tensor<?x11008xbf16, #sinter.dims<rows, 11008>>, %b: tensor<?x11008xbf16, #sinter.dims<rows, 11008>>)
    -> tensor<?x11008xbf16, #sinter.dims<rows, 11008>> attributes {sinter.symbols = {rows = #sinter.range<1, 1024, 1>}} {
  %silu = sinter.silu %a : tensor<?x11008xbf16, #sinter.dims<rows, 11008>>
  %mul = sinter.mul %silu, %b : tensor<?x11008xbf16, #sinter.dims<rows, 11008>>
  return %mul : tensor<?x11008xbf16, #sinter.dims<rows, 11008>>
}
