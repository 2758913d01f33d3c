// Bytes of each launch, counted on the CPU path: the row is loaded by every block, and counts once among places.
// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --count-bytes | FileCheck %s
// RUN: sinter-run %s --count-bytes --json 2>/dev/null | FileCheck %s --check-prefix=JSON
// RUN: not sinter-run %s --device=cuda --count-bytes 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not sinter-run %s --device=cpu --count-bytes --kernel-check=races 2>&1 | FileCheck %s --check-prefix=CHECK-ALONE
// RUN: not sinter-run %s --device=cpu --count-bytes --iterations=2 2>&1 | FileCheck %s --check-prefix=CHECK-ALONE

// CHECK: moved add_{{.*}}: loads 10240 bytes (16384 with repetitions), stores 8192 (8192)
// CHECK-NEXT: together 18432 bytes in 1 launches of kernels (24576 with repetitions)

// JSON: "traffic": [
// JSON: "kernel": "add_
// JSON-NEXT: "loaded": 16384,
// JSON-NEXT: "stored": 8192,
// JSON-NEXT: "distinct_loaded": 10240,
// JSON-NEXT: "distinct_stored": 8192

// DEVICE: error: --count-bytes is of the CPU path, but --device is cuda
// CHECK-ALONE: error: --count-bytes goes with none of --kernel-check, --iterations and --repeats
func.func @main(%x: tensor<4x512xf32>, %w: tensor<512xf32>) -> tensor<4x512xf32> {
  %b = sinter.broadcast %w dims = [1] : tensor<512xf32> -> tensor<4x512xf32>
  %y = sinter.add %x, %b : tensor<4x512xf32>
  return %y : tensor<4x512xf32>
}
