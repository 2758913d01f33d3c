// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dropout in training: what is kept, scaled, and which that is.
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, %seed: tensor<i64>, %offset: tensor<i64>)
    -> (tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, tensor<?x8192xi1, #sinter.dims<rows, 8192>>) attributes {sinter.symbols = {rows = #sinter.range<1, 16384, 1>}} {
  %y, %kept = sinter.dropout %x seed %seed offset %offset p = 0.1 : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %y, %kept : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, tensor<?x8192xi1, #sinter.dims<rows, 8192>>
}
