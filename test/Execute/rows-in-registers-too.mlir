// REQUIRES: host-compiler
//
// Rows of which a part lies in registers and the rest in shared memory, so that a processor has one block more and the GPU no second turn: of a block, and of a cluster.
// RUN: sinter-compile %s --target=cpu --emit=kernel | FileCheck %s --check-prefix=SCHEDULE
// RUN: sinter-run %s --device=cpu --inputs=random --seed=3 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --seed=4 --check --numerics=strict | FileCheck %s

// SCHEDULE-DAG: threads = 256, threads_per_row = 256, vector = 8, vectors = 11, hold = true packed = true shared = true in_registers = 1 blocks = 5
// SCHEDULE-DAG: threads = 256, threads_per_row = 2048, vector = 8, vectors = 16, hold = true packed = true shared = true in_registers = 3 blocks = 4
// CHECK: result0: bf16[5, 22528]{{.*}}good
// CHECK: result1: bf16[1, 262144]{{.*}}good
module attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 2048, threads = 1024, shared_bytes = 232448, registers = 65536, vector_bytes = 16, bytes_in_flight = 49152, clusters = true>} {
  func.func @main(%x: tensor<5x22528xbf16>, %y: tensor<1x262144xbf16>) -> (tensor<5x22528xbf16>, tensor<1x262144xbf16>) {
    %a = sinter.softmax %x axis = 1 : tensor<5x22528xbf16>
    %b = sinter.layer_norm %y axis = 1 epsilon = 1.0e-5 : tensor<1x262144xbf16>
    return %a, %b : tensor<5x22528xbf16>, tensor<1x262144xbf16>
  }
}
