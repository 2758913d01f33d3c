// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of all elements.
func.func @main(%x: tensor<?xf32, #sinter.dims<n>>)
    -> tensor<f32> attributes {sinter.symbols = {n = #sinter.range<1, 67108864, 1>}} {
  %sum = sinter.sum %x axes = [0] : tensor<?xf32, #sinter.dims<n>> -> tensor<f32>
  return %sum : tensor<f32>
}
