// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The softmax of attention's scores, scaled by 1 / 8: one tensor in, one out.
func.func @main(%x: tensor<?x1024xbf16, #sinter.dims<rows, 1024>>) -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>> attributes {sinter.symbols = {rows = #sinter.range<1, 1048576, 1>}} {
  %eighth = sinter.constant dense<0.125> : tensor<bf16>
  %scale = sinter.broadcast %eighth dims = [] : tensor<bf16> -> tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %s = sinter.mul %x, %scale : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  %y = sinter.softmax %s axis = 1 : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
  return %y : tensor<?x1024xbf16, #sinter.dims<rows, 1024>>
}
