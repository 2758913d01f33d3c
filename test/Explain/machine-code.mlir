// What machine code takes, where it can be made.
// REQUIRES: nvrtc
// RUN: sinter-explain %s --no-cache | FileCheck %s
// CHECK: machine code: {{[1-9][0-9]*}} registers a thread, 0 B spilled, {{[0-9]+}} B of shared memory
// A row that is held packed spills, so that it is read again; the report tells both.
// RUN: sinter-explain %S/../../bench/chains/cases/softmax_131072.mlir --no-cache | FileCheck %s --check-prefix=RELIEF
// RELIEF: over rows x 131072; 1 row a cluster of 8 blocks, 2048 threads a row, 8 x 8 elements a thread
// RELIEF: machine code: {{[1-9][0-9]*}} registers a thread, 0 B spilled
// RELIEF-NEXT: its first schedule spilled {{[0-9]+}} bytes a thread at 64 registers (rows, 2048 threads a row, clusters of 8 blocks, 8 x 8 elements a thread, held packed); now 0 at {{[0-9]+}} (rows, 2048 threads a row, clusters of 8 blocks, 8 x 8 elements a thread)
func.func @main(%x: tensor<64x256xf32>) -> tensor<64xf32> {
  %y = sinter.sum %x axes = [1] : tensor<64x256xf32> -> tensor<64xf32>
  return %y : tensor<64xf32>
}
