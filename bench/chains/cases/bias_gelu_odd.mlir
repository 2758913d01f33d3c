// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GELU(x + bias).
func.func @main(%x: tensor<?x5003xf32, #sinter.dims<rows, 5003>>, %bias: tensor<5003xf32>)
    -> tensor<?x5003xf32, #sinter.dims<rows, 5003>> attributes {sinter.symbols = {rows = #sinter.range<1, 4099, 1>}} {
  %b = sinter.broadcast %bias dims = [1] : tensor<5003xf32> -> tensor<?x5003xf32, #sinter.dims<rows, 5003>>
  %add = sinter.add %x, %b : tensor<?x5003xf32, #sinter.dims<rows, 5003>>
  %gelu = sinter.gelu erf %add : tensor<?x5003xf32, #sinter.dims<rows, 5003>>
  return %gelu : tensor<?x5003xf32, #sinter.dims<rows, 5003>>
}
