// Named dimensions of a graph's text become integers.
// RUN: sinter-compile %s --dim=rows=6 --emit=sinter | FileCheck %s
// RUN: sinter-compile %s --dim=rows=6 --dim=columns=5 --emit=sinter | FileCheck %s --check-prefix=BOTH
// RUN: not sinter-compile %s --dim=depth=6 --emit=sinter 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sinter-compile %s --dim=rows=7 --emit=sinter 2>&1 | FileCheck %s --check-prefix=DIVISOR
// RUN: not sinter-compile %s --dim=rows=66 --emit=sinter 2>&1 | FileCheck %s --check-prefix=RANGE

// CHECK: func.func @main(%{{.*}}: tensor<6x?xf32, #sinter.dims<6, columns>>) -> tensor<?xf32, #sinter.dims<columns * 6>>
// CHECK-SAME: sinter.symbols = {columns = #sinter.range<1, 9, 1>}
// CHECK: sinter.reshape {{.*}} : tensor<6x?xf32, #sinter.dims<6, columns>> -> tensor<?xf32, #sinter.dims<columns * 6>>
// BOTH: func.func @main(%{{.*}}: tensor<6x5xf32>) -> tensor<30xf32> {
// BOTH: sinter.reshape {{.*}} : tensor<6x5xf32> -> tensor<30xf32>
// NAME: error: no extent of an argument or a result has the name `depth`; there are: columns, rows
// DIVISOR: error: expected the value of `rows` to be in [2, 64] and a multiple of 2, but got 7
// RANGE: error: expected the value of `rows` to be in [2, 64] and a multiple of 2, but got 66
func.func @main(%x: tensor<?x?xf32, #sinter.dims<rows, columns>>) -> tensor<?xf32, #sinter.dims<rows * columns>>
    attributes {sinter.symbols = {columns = #sinter.range<1, 9, 1>, rows = #sinter.range<2, 64, 2>}} {
  %e = sinter.exp %x : tensor<?x?xf32, #sinter.dims<rows, columns>>
  %y = sinter.reshape %e : tensor<?x?xf32, #sinter.dims<rows, columns>> -> tensor<?xf32, #sinter.dims<rows * columns>>
  return %y : tensor<?xf32, #sinter.dims<rows * columns>>
}
