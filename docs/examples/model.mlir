// The graph that docs/Embedding.md quotes: two entries of one model, which share a weight that the engine supplies.

func.func @prefill(
    %x: tensor<?x8xf32, #sinter.dims<tokens, 8>> {sinter.name = "hidden", sinter.layout = #sinter.layout<strides = [12, 1]>},
    %cache: tensor<64x8xf32> {sinter.name = "cache"},
    %position: tensor<i64> {sinter.name = "position"})
    -> (tensor<64x8xf32> {sinter.name = "cache_out", sinter.tied = 1})
    attributes {sinter.symbols = {tokens = #sinter.range<1, 64, 1>}} {
  %w = sinter.parameter "w" : tensor<8x8xf32>
  %h = sinter.matmul %x, %w : tensor<?x8xf32, #sinter.dims<tokens, 8>>, tensor<8x8xf32> -> tensor<?x8xf32, #sinter.dims<tokens, 8>>
  %c = sinter.update_slice %cache, %h at %position axis = 0 : tensor<64x8xf32>, tensor<?x8xf32, #sinter.dims<tokens, 8>>, tensor<i64>
  return %c : tensor<64x8xf32>
}

func.func @decode(
    %x: tensor<1x8xf32> {sinter.name = "hidden"},
    %cache: tensor<64x8xf32> {sinter.name = "cache"},
    %position: tensor<i64> {sinter.name = "position"})
    -> (tensor<8xf32> {sinter.name = "sums"}, tensor<64x8xf32> {sinter.name = "cache_out", sinter.tied = 1}) {
  %w = sinter.parameter "w" : tensor<8x8xf32>
  %h = sinter.matmul %x, %w : tensor<1x8xf32>, tensor<8x8xf32> -> tensor<1x8xf32>
  %c = sinter.update_slice %cache, %h at %position axis = 0 : tensor<64x8xf32>, tensor<1x8xf32>, tensor<i64>
  %s = sinter.sum %c axes = [0] : tensor<64x8xf32> -> tensor<8xf32>
  return %s, %c : tensor<8xf32>, tensor<64x8xf32>
}
