// What is no graph is refused before anything is summed up or compiled.
// RUN: not sinter-compile %s -o %t 2>&1 | FileCheck %s

// CHECK: no-graph.mlir:[[#@LINE+2]]:8: error: 'arith.negf' op is no operator of a graph: expected one of the `sinter` dialect
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = arith.negf %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
