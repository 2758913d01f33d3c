// REQUIRES: host-compiler
//
// Kernels that are scheduled for a GPU that there is none of, described in the graph's module, give the numbers that they should.
// RUN: sinter-compile %s --target=cpu --emit=thread | FileCheck %s --check-prefix=THREAD
// RUN: sinter-run %s --device=cpu --inputs=random --seed=3 --check --dim=n=5 | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --seed=4 --check --dim=n=1 --numerics=strict | FileCheck %s --check-prefix=STRICT

// The text's own description holds, whatever the target.
// THREAD: kernel.target = #kernel.gpu<processors = 20,
// 128 rows fill 20 processors: a warp a row. An H200 would have 192 threads walk each.
// THREAD: kernel.thread_func @softmax_
// THREAD-SAME: threads 128
// CHECK: result0: f32[128, 768]{{.*}}good
// CHECK: result1: f32[5, 33]{{.*}}good
// CHECK: result2: bf16[77]{{.*}}good
// STRICT: result0: f32[128, 768]{{.*}}good
// STRICT: result1: f32[1, 33]{{.*}}good
// STRICT: result2: bf16[77]{{.*}}good
module attributes {kernel.target = #kernel.gpu<processors = 20, processor_threads = 2048, threads = 1024, shared_bytes = 65536, registers = 32768, vector_bytes = 16, bytes_in_flight = 8192, clusters = false>} {
  func.func @main(%x: tensor<128x768xf32>, %y: tensor<?x33xf32, #sinter.dims<n, 33>>, %z: tensor<77xbf16>)
      -> (tensor<128x768xf32>, tensor<?x33xf32, #sinter.dims<n, 33>>, tensor<77xbf16>) {
    %a = sinter.softmax %x axis = 1 : tensor<128x768xf32>
    %b = sinter.rms_norm %y axis = 1 epsilon = 1.0e-6 : tensor<?x33xf32, #sinter.dims<n, 33>>
    %c = sinter.softplus %z : tensor<77xbf16>
    return %a, %b, %c : tensor<128x768xf32>, tensor<?x33xf32, #sinter.dims<n, 33>>, tensor<77xbf16>
  }
}
