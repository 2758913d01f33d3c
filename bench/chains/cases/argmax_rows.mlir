// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where each row has its greatest element.
func.func @main(%x: tensor<?x8192xf32, #sinter.dims<rows, 8192>>)
    -> tensor<?xi64, #sinter.dims<rows>> attributes {sinter.symbols = {rows = #sinter.range<1, 8192, 1>}} {
  %y = sinter.argmax %x axes = [1] : tensor<?x8192xf32, #sinter.dims<rows, 8192>> -> tensor<?xi64, #sinter.dims<rows>>
  return %y : tensor<?xi64, #sinter.dims<rows>>
}
