// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The running sums of each row.
func.func @main(%x: tensor<?x4096xf32, #sinter.dims<rows, 4096>>)
    -> tensor<?x4096xf32, #sinter.dims<rows, 4096>> attributes {sinter.symbols = {rows = #sinter.range<1, 4096, 1>}} {
  %y = sinter.cumsum %x axis = 1 : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
  return %y : tensor<?x4096xf32, #sinter.dims<rows, 4096>>
}
