// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The softmax of rows of 128.
func.func @main(%x: tensor<?x128xbf16, #sinter.dims<rows, 128>>)
    -> tensor<?x128xbf16, #sinter.dims<rows, 128>> attributes {sinter.symbols = {rows = #sinter.range<1, 524288, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x128xbf16, #sinter.dims<rows, 128>>
  return %y : tensor<?x128xbf16, #sinter.dims<rows, 128>>
}
