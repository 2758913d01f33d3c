// Launches are merged only as far as what they read and make at once stays below the function's limit.
// RUN: sinter-opt %s --kernel-merge-launches --split-input-file --remarks-filter=schedule --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// One intermediate value at a time.
// CHECK-LABEL: func.func @over_the_limit
// CHECK-COUNT-4: kernel.call @a(
// CHECK-NOT: kernel.call
// REMARK: shares no launch with {{.*}} bytes would be in memory at once, more than ", Remark=300
func.func @over_the_limit(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) attributes {sinter.arena_limit = 300 : i64} {
  %0 = kernel.call @a(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.call @a(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.call @a(%y) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = kernel.call @a(%2) : (tensor<64xf32>) -> tensor<64xf32>
  return %1, %3 : tensor<64xf32>, tensor<64xf32>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.copy"] comment "one" {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: func.func @within_the_limit
// CHECK-COUNT-2: kernel.call @{{.*}}_x2_
// CHECK-NOT: kernel.call
// CHECK: kernel.merges = ["a"]
func.func @within_the_limit(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) attributes {sinter.arena_limit = 600 : i64} {
  %0 = kernel.call @a(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %1 = kernel.call @a(%0) : (tensor<64xf32>) -> tensor<64xf32>
  %2 = kernel.call @a(%y) : (tensor<64xf32>) -> tensor<64xf32>
  %3 = kernel.call @a(%2) : (tensor<64xf32>) -> tensor<64xf32>
  return %1, %3 : tensor<64xf32>, tensor<64xf32>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.copy"] comment "one" {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}
