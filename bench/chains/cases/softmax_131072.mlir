// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The softmax of rows of 131072.
func.func @main(%x: tensor<?x131072xbf16, #sinter.dims<rows, 131072>>)
    -> tensor<?x131072xbf16, #sinter.dims<rows, 131072>> attributes {sinter.symbols = {rows = #sinter.range<1, 512, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x131072xbf16, #sinter.dims<rows, 131072>>
  return %y : tensor<?x131072xbf16, #sinter.dims<rows, 131072>>
}
