// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The softmax of rows of 4096.
func.func @main(%x: tensor<?x4096xbf16, #sinter.dims<rows, 4096>>)
    -> tensor<?x4096xbf16, #sinter.dims<rows, 4096>> attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
  return %y : tensor<?x4096xbf16, #sinter.dims<rows, 4096>>
}
