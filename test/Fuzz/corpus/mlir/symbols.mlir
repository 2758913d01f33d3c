func.func @main(%x: tensor<?x4xf32, #sinter.dims<n, 4>>, %i: tensor<?xi64, #sinter.dims<m>>)
    -> (tensor<?x4xf32, #sinter.dims<n + m, 4>> {sinter.name = "y"})
    attributes {sinter.symbols = {m = #sinter.range<1, 8, 2>, n = #sinter.range<0, 64, 1>}} {
  %0 = sinter.gather %x, %i axis = 0 : tensor<?x4xf32, #sinter.dims<n, 4>>, tensor<?xi64, #sinter.dims<m>> -> tensor<?x4xf32, #sinter.dims<m, 4>>
  %1 = sinter.concat %x, %0 axis = 0 : tensor<?x4xf32, #sinter.dims<n, 4>>, tensor<?x4xf32, #sinter.dims<m, 4>> -> tensor<?x4xf32, #sinter.dims<n + m, 4>>
  %2 = sinter.tanh %1 : tensor<?x4xf32, #sinter.dims<n + m, 4>>
  return %2 : tensor<?x4xf32, #sinter.dims<n + m, 4>>
}
