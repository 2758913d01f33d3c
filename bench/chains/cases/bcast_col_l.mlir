// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x * s + t, one s and t a row.
func.func @main(%x: tensor<?x8192xbf16, #sinter.dims<rows, 8192>>, %s: tensor<?x1xbf16, #sinter.dims<rows, 1>>, %t: tensor<?x1xbf16, #sinter.dims<rows, 1>>)
    -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>> attributes {sinter.symbols = {rows = #sinter.range<1, 8192, 1>}} {
  %b = sinter.broadcast %s dims = [0, 1] : tensor<?x1xbf16, #sinter.dims<rows, 1>> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %mul = sinter.mul %x, %b : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %b1 = sinter.broadcast %t dims = [0, 1] : tensor<?x1xbf16, #sinter.dims<rows, 1>> -> tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  %add = sinter.add %mul, %b1 : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
  return %add : tensor<?x8192xbf16, #sinter.dims<rows, 8192>>
}
