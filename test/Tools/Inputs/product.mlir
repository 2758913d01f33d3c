func.func @main(%a: tensor<17x40xTYPE>, %b: tensor<40x24xTYPE>) -> tensor<17x24xTYPE> {
  %0 = sinter.matmul %a, %b : tensor<17x40xTYPE>, tensor<40x24xTYPE> -> tensor<17x24xTYPE>
  return %0 : tensor<17x24xTYPE>
}
