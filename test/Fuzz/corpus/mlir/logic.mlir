func.func @main(%x: tensor<8xi1>, %y: tensor<8xi1>, %a: tensor<8xui8>, %b: tensor<8xi4>) -> tensor<8xi1> {
  %0 = sinter.and %x, %y : tensor<8xi1>
  %1 = sinter.or %0, %y : tensor<8xi1>
  %2 = sinter.xor %1, %y : tensor<8xi1>
  %3 = sinter.not %a : tensor<8xui8>
  %4 = sinter.compare eq %3, %a : tensor<8xui8>
  %5 = sinter.compare ne %x, %y : tensor<8xi1>
  %6 = sinter.compare lt %4, %5 : tensor<8xi1>
  %7 = sinter.compare le %5, %6 : tensor<8xi1>
  %8 = sinter.compare gt %6, %7 : tensor<8xi1>
  %9 = sinter.compare ge %b, %b : tensor<8xi4>
  %10 = sinter.select %8, %9, %2 : tensor<8xi1>, tensor<8xi1>
  return %10 : tensor<8xi1>
}
