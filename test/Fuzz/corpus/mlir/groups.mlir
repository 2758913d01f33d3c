func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %0:2 = sinter.group kernel(%x) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.exp %a : tensor<4x8xf32>
    %c = sinter.sum %b axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
    sinter.yield %b, %c : tensor<4x8xf32>, tensor<4xf32>
  }
  %1 = sinter.group library(%0#0) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    sinter.yield %a : tensor<4x8xf32>
  }
  sinter.group kernel() attributes {note} : () -> () {
    sinter.yield
  }
  return %1, %0#1 : tensor<4x8xf32>, tensor<4xf32>
}
