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

// -----

// A symbol counts as 64, or as what its range has that is nearest to it: 8 of these rows are 256 bytes, and 1000 are 32000.
// CHECK-LABEL: func.func @few_rows
// CHECK-COUNT-2: kernel.call @{{.*}}_x2_
// CHECK-NOT: kernel.call
// CHECK: kernel.merges = ["a"]
func.func @few_rows(%x: tensor<?x8xf32, #sinter.dims<n, 8>>, %y: tensor<?x8xf32, #sinter.dims<n, 8>>) -> (tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<?x8xf32, #sinter.dims<n, 8>>)
    attributes {sinter.arena_limit = 600 : i64, sinter.symbols = {n = #sinter.range<1, 8, 1>}} {
  %0 = kernel.call @a(%x) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %1 = kernel.call @a(%0) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %2 = kernel.call @a(%y) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %3 = kernel.call @a(%2) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  return %1, %3 : tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<?x8xf32, #sinter.dims<n, 8>>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 64 index_width 32 operators ["sinter.copy"] comment "one" {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: func.func @many_rows
// CHECK-COUNT-4: kernel.call @a(
// CHECK-NOT: kernel.call
func.func @many_rows(%x: tensor<?x8xf32, #sinter.dims<n, 8>>, %y: tensor<?x8xf32, #sinter.dims<n, 8>>) -> (tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<?x8xf32, #sinter.dims<n, 8>>)
    attributes {sinter.arena_limit = 40000 : i64, sinter.symbols = {n = #sinter.range<1000, 2000, 1>}} {
  %0 = kernel.call @a(%x) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %1 = kernel.call @a(%0) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %2 = kernel.call @a(%y) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %3 = kernel.call @a(%2) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  return %1, %3 : tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<?x8xf32, #sinter.dims<n, 8>>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 64 index_width 32 operators ["sinter.copy"] comment "one" {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}
