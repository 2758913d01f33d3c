func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sinter.add %a, %b : tensor<4x8xf32>
  %1 = sinter.sub %0, %b : tensor<4x8xf32>
  %2 = sinter.mul %1, %b : tensor<4x8xf32>
  %3 = sinter.div %2, %b : tensor<4x8xf32>
  %4 = sinter.max %3, %b : tensor<4x8xf32>
  %5 = sinter.min %4, %b : tensor<4x8xf32>
  %6 = sinter.pow %5, %b : tensor<4x8xf32>
  %7 = sinter.neg %6 : tensor<4x8xf32>
  %8 = sinter.abs %7 : tensor<4x8xf32>
  %9 = sinter.reciprocal %8 : tensor<4x8xf32>
  %10 = sinter.clamp %9, %a, %b : tensor<4x8xf32>
  return %10 : tensor<4x8xf32>
}
