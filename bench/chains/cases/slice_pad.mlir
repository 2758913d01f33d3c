// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Twice the inner columns, with zeros for the outer ones.
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>)
    -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>> attributes {sinter.symbols = {rows = #sinter.range<1, 8192, 1>}} {
  %part = sinter.slice %x starts = [0, 16] steps = [1, 1] : tensor<?x8192xbf16, #sinter.dims<rows, 8192>> -> tensor<?x8160xbf16, #sinter.dims<rows, 8160>>
  %c = sinter.constant dense<2.0> : tensor<bf16>
  %b = sinter.broadcast %c dims = [] : tensor<bf16> -> tensor<?x8160xbf16, #sinter.dims<rows, 8160>>
  %mul = sinter.mul %part, %b : tensor<?x8160xbf16, #sinter.dims<rows, 8160>>
  %c1 = sinter.constant dense<0.0> : tensor<bf16>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<bf16> -> tensor<?x16xbf16, #sinter.dims<rows, 16>>
  %joined = sinter.concat %b1, %mul, %b1 axis = 1 : tensor<?x16xbf16, #sinter.dims<rows, 16>>, tensor<?x8160xbf16, #sinter.dims<rows, 8160>>, tensor<?x16xbf16, #sinter.dims<rows, 16>> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %joined : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
}
