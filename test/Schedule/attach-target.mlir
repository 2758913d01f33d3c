// What a module's targets offer, from their names.
// RUN: sinter-opt %s --kernel-attach-target | FileCheck %s --check-prefix=NONE
// RUN: sinter-opt %s --kernel-attach-target=targets=cpu-x86_64 | FileCheck %s --check-prefix=NONE
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_90a | FileCheck %s --check-prefix=NONE
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_80 | FileCheck %s --check-prefix=SM80
// RUN: sinter-opt %s --kernel-attach-target=targets=compute_89 | FileCheck %s --check-prefix=SM89
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_100 | FileCheck %s --check-prefix=SM100
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_103 | FileCheck %s --check-prefix=SM100
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_120 | FileCheck %s --check-prefix=SM120
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_90,sm_80,sm_89 | FileCheck %s --check-prefix=FIRST90
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_80,sm_90 | FileCheck %s --check-prefix=SM80
// RUN: not sinter-opt %s --kernel-attach-target=targets=sm_90,pdp11 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sinter-opt %s --kernel-attach-target=targets=sm_50 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: sinter-opt %s --kernel-attach-target=targets=sm_80 | sinter-opt --kernel-attach-target=targets=sm_90 | FileCheck %s --check-prefix=SM80

// NONE: module attributes {kernel.target = #kernel.gpu<processors = 132, processor_threads = 2048, threads = 1024, shared_bytes = 232448, registers = 65536, vector_bytes = 16, bytes_in_flight = 49152, clusters = true>}
// SM80: processors = 108, processor_threads = 2048, threads = 1024, shared_bytes = 166912, registers = 65536, vector_bytes = 16, bytes_in_flight = 16384, clusters = false
// SM89: processors = 142, processor_threads = 1536, threads = 1024, shared_bytes = 101376, {{.*}} clusters = false
// SM100: processors = 148, processor_threads = 2048, threads = 1024, shared_bytes = 232448, {{.*}} bytes_in_flight = 65536, clusters = true
// SM120: processors = 188, processor_threads = 1536, threads = 1024, shared_bytes = 101376, {{.*}} clusters = true
// The limits of all; the first one's processors and bytes in flight.
// FIRST90: processors = 132, processor_threads = 1536, threads = 1024, shared_bytes = 101376, registers = 65536, vector_bytes = 16, bytes_in_flight = 49152, clusters = false
// UNKNOWN: error: expected a target to be cpu, or sm_NN or compute_NN from 75 on, but got `pdp11`
// OLD: error: expected a target to be cpu, or sm_NN or compute_NN from 75 on, but got `sm_50`
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
