// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The softmax of rows of 32768.
func.func @main(%x: tensor<?x32768xbf16, #sinter.dims<rows, 32768>>)
    -> tensor<?x32768xbf16, #sinter.dims<rows, 32768>> attributes {sinter.symbols = {rows = #sinter.range<1, 2048, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x32768xbf16, #sinter.dims<rows, 32768>>
  return %y : tensor<?x32768xbf16, #sinter.dims<rows, 32768>>
}
