// What a plan is for decides how its kernels are scheduled, in the pass driver and in the tools alike. 500 rows fill an A100's 108 processors, so two warps walk each;
// they leave an H200's 132 idle, so more threads do.
// RUN: sinter-opt %s --sinter-pipeline=targets=sm_80 | FileCheck %s --check-prefix=A100
// RUN: sinter-opt %s --sinter-pipeline | FileCheck %s --check-prefix=H200
// RUN: sinter-compile %s --target=sm_80 --emit=thread | FileCheck %s --check-prefix=A100
// RUN: sinter-compile %s --target=sm_90 --emit=thread | FileCheck %s --check-prefix=H200
// RUN: sinter-compile %s --target=cpu --emit=thread | FileCheck %s --check-prefix=H200
// Of several the first.
// RUN: sinter-compile %s --target=sm_80,sm_90 --emit=thread | FileCheck %s --check-prefix=A100
// RUN: sinter-compile %s --target=sm_90,sm_80 --emit=thread | FileCheck %s --check-prefix=FIRST
// RUN: sinter-compile %s --target=sm_80 --extract-group=0 | FileCheck %s --check-prefix=GROUP

// A100: kernel.target = #kernel.gpu<processors = 108,
// A100: kernel.thread_func @softmax_{{.*}} comment "2 rows a block, 64 threads a row, 3 x 4 elements a thread
// H200: kernel.target = #kernel.gpu<processors = 132, {{.*}} clusters = true>
// H200: kernel.thread_func @softmax_{{.*}} comment "1 row a block, 192 threads a row, 1 x 4 elements a thread
// FIRST: kernel.target = #kernel.gpu<processors = 132, {{.*}} shared_bytes = 166912, {{.*}} clusters = false>
// FIRST: kernel.thread_func @softmax_{{.*}} comment "1 row a block, 192 threads a row, 1 x 4 elements a thread
// GROUP: kernel.target = #kernel.gpu<processors = 108,
// GROUP: sinter.exp
func.func @main(%x: tensor<500x768xf32>) -> tensor<500x768xf32> {
  %0 = sinter.softmax %x axis = 1 : tensor<500x768xf32>
  return %0 : tensor<500x768xf32>
}
