// The first group has an extent that none of its operands has.
func.func @main(%x: tensor<?x8xf32, #sinter.dims<rows, 8>>) -> tensor<?x8xf32, #sinter.dims<rows, 8>> attributes {sinter.symbols = {rows = #sinter.range<2, 64, 1>}} {
  %i = sinter.iota axis = 0 : tensor<?xi64, #sinter.dims<rows>>
  %m = sinter.reduce_max %i axes = [0] : tensor<?xi64, #sinter.dims<rows>> -> tensor<i64>
  %f = sinter.cast %m : tensor<i64> -> tensor<f32>
  %b = sinter.broadcast %f dims = [] : tensor<f32> -> tensor<?x8xf32, #sinter.dims<rows, 8>>
  %y = sinter.mul %x, %b : tensor<?x8xf32, #sinter.dims<rows, 8>>
  return %y : tensor<?x8xf32, #sinter.dims<rows, 8>>
}
