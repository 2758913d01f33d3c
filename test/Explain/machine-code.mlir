// What machine code takes, where it can be made.
// REQUIRES: nvrtc
// RUN: sinter-explain %s --no-cache | FileCheck %s
// CHECK: machine code: {{[1-9][0-9]*}} registers a thread, 0 B spilled, {{[0-9]+}} B of shared memory
// RUN: sinter-explain %s --no-cache --json | FileCheck %s --check-prefix=JSON
// JSON: "registers": {{[1-9][0-9]*}},
// JSON-NEXT: "stack_bytes": 0,
// JSON-NEXT: "spilled_bytes": 0,
func.func @main(%x: tensor<64x256xf32>) -> tensor<64xf32> {
  %y = sinter.sum %x axes = [1] : tensor<64x256xf32> -> tensor<64xf32>
  return %y : tensor<64xf32>
}
