// Where a kernel waits for the one before it: before all that touches memory, and where every thread comes by; and which let the next one come early.
// RUN: sinter-opt %s --kernel-overlap-launches --split-input-file | FileCheck %s

// CHECK-LABEL: kernel.thread_func @guarded
// CHECK-NEXT: kernel.launch_dependents
// CHECK-NEXT: kernel.thread_id
// CHECK: arith.cmpi
// CHECK-NEXT: kernel.grid_dependency_wait
// CHECK-NEXT: scf.if
kernel.thread_func @guarded(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %n = arith.constant 20 : index
  %in = arith.cmpi slt, %t, %n : index
  scf.if %in {
    %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
    kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  }
  kernel.return
}

// The barrier of a cluster may come first: it is shared memory alone. No kernel follows this one.
// CHECK-LABEL: kernel.thread_func @cluster
// CHECK-NEXT: kernel.shared
// CHECK-NEXT: kernel.cluster_arrive
// CHECK: kernel.grid_dependency_wait
// CHECK-NEXT: kernel.vload
kernel.thread_func @cluster(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 32 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %t = kernel.thread_id
  kernel.cluster_wait
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// The kernel after this one waits for this one alone.
// CHECK-LABEL: kernel.thread_func @nothing
// CHECK-NEXT: kernel.launch_dependents
// CHECK-NEXT: kernel.grid_dependency_wait
// CHECK-NEXT: kernel.return
kernel.thread_func @nothing(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  kernel.return
}

func.func @main(%x: tensor<20xf32>) -> tensor<20xf32> {
  %a = kernel.call @guarded(%x) : (tensor<20xf32>) -> tensor<20xf32>
  %b = kernel.call @nothing(%a) : (tensor<20xf32>) -> tensor<20xf32>
  %c = kernel.call @cluster(%b) : (tensor<20xf32>) -> tensor<20xf32>
  return %c : tensor<20xf32>
}

// -----

// More blocks than the GPU takes at once, as the greatest values of symbols make them over all calls; how much each works is nothing to it.
// CHECK-LABEL: kernel.thread_func @many_blocks
// CHECK-NEXT: kernel.grid_dependency_wait
// CHECK-LABEL: kernel.thread_func @many_bytes
// CHECK-NEXT: kernel.launch_dependents
// CHECK-LABEL: kernel.thread_func @few
// CHECK-NEXT: kernel.launch_dependents
kernel.thread_func @many_blocks(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 32 index_width 32 {
  kernel.return
}
kernel.thread_func @many_bytes(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0 floordiv 1024)> threads 32 index_width 32 {
  kernel.return
}
kernel.thread_func @few(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 32 index_width 32 {
  kernel.return
}
func.func @some(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>> attributes {sinter.symbols = {n = #sinter.range<1, 100, 1>}} {
  %a = kernel.call @few(%x) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  %b = kernel.call @many_blocks(%a) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  %c = kernel.call @many_bytes(%b) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  return %c : tensor<?xf32, #sinter.dims<n>>
}
func.func @more(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>> attributes {sinter.symbols = {n = #sinter.range<1, 2000000, 1>}} {
  %a = kernel.call @many_blocks(%x) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  %b = kernel.call @many_bytes(%a) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  %c = kernel.call @many_bytes(%b) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  return %c : tensor<?xf32, #sinter.dims<n>>
}
