// A schedule that spills is followed by one that needs fewer registers, or has more; the report tells both.
// REQUIRES: nvrtc
// RUN: sinter-explain %s --no-cache | FileCheck %s
// CHECK: machine code: {{[1-9][0-9]*}} registers a thread, 0 B spilled
// CHECK-NEXT: its first schedule spilled {{[0-9]+}} bytes a thread at 32 registers (rows, 1024 threads a row, 4 x 4 elements a thread, held, 2 blocks a processor); now 0 at {{[0-9]+}} (rows, 512 threads a row, 8 x 4 elements a thread, held, 2 blocks a processor)
func.func @main(%x: tensor<8192x16384xf32>, %g: tensor<16384xf32>, %b: tensor<16384xf32>) -> tensor<8192x16384xf32> {
  %0 = sinter.layer_norm %x scale(%g : tensor<16384xf32>) bias(%b : tensor<16384xf32>) axis = 1 epsilon = 1.0e-5 : tensor<8192x16384xf32>
  return %0 : tensor<8192x16384xf32>
}
