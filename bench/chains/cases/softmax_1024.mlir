// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The softmax of rows of 1024.
func.func @main(%x: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>)
    -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 65536, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  return %y : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
}
