// Kernels that do not wait for each other share a launch.
// RUN: sinter-opt %s --kernel-merge-launches --split-input-file --mlir-print-local-scope | FileCheck %s

// Of other shapes, and one symbolic; what both read is one argument.
// CHECK-LABEL: func.func @side_by_side
// CHECK: %[[Y:.*]]:2 = kernel.call @[[MERGED:.*_x2_[0-9a-f]+]](%arg0, %arg1) : (tensor<64xf32>, tensor<?xf32, #sinter.dims<n>>) -> (tensor<64xf32>, tensor<?xf32, #sinter.dims<n>>)
// CHECK: return %[[Y]]#0, %[[Y]]#1
// CHECK: kernel.thread_func @[[MERGED]](%x_0: !kernel.view<f32>, %v_1: !kernel.view<f32>, %y_0: !kernel.view<f32>, %y_1: !kernel.view<f32>, %n: index)
// CHECK-SAME: grid affine_map<()[s0] -> (s0 ceildiv 64 + 1)> threads 64
// CHECK-SAME: comment "2 kernels side by side: each with its own mapping"
// CHECK: %[[B:.*]] = kernel.block_id
// CHECK: scf.if
// CHECK: kernel.vload %x_0
// CHECK: kernel.vstore %{{.*}}, %y_0
// CHECK: scf.if
// CHECK: arith.subi %[[B]]
// CHECK: kernel.vload %v_1
// CHECK: kernel.vstore %{{.*}}, %y_1
func.func @side_by_side(%x: tensor<64xf32>, %v: tensor<?xf32, #sinter.dims<n>>) -> (tensor<64xf32>, tensor<?xf32, #sinter.dims<n>>) {
  %y = kernel.call @a(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %w = kernel.call @b(%x, %v) : (tensor<64xf32>, tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  return %y, %w : tensor<64xf32>, tensor<?xf32, #sinter.dims<n>>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.copy"] comment "one" {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}
kernel.thread_func @b(%u: !kernel.view<f32>, %v: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 64)> threads 64 index_width 32 operators ["sinter.copy"] comment "two" {
  %b = kernel.block_id
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 64 + d1)>(%b, %t)
  %in = arith.cmpi slt, %i, %n : index
  scf.if %in {
    %a = kernel.vload %v[%i] : !kernel.view<f32> -> f32
    kernel.vstore %a, %y[%i] : f32, !kernel.view<f32>
  }
  kernel.return
}

// -----

// One reads what the other makes.
// CHECK-LABEL: func.func @one_after_the_other
// CHECK: kernel.call @a(%arg0)
// CHECK: kernel.call @a(%0)
func.func @one_after_the_other(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = kernel.call @a(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %z = kernel.call @a(%y) : (tensor<64xf32>) -> tensor<64xf32>
  return %z : tensor<64xf32>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.copy"] {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// The second reader of %y stands between the two calls: it comes behind.
// CHECK-LABEL: func.func @reader_in_between
// CHECK: %[[Y:.*]]:2 = kernel.call @{{.*}}_x2_
// CHECK: sinter.reshape %[[Y]]#0
func.func @reader_in_between(%x: tensor<64xf32>, %v: tensor<64xf32>) -> (tensor<8x8xf32>, tensor<64xf32>) {
  %y = kernel.call @a(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %r = sinter.reshape %y : tensor<64xf32> -> tensor<8x8xf32>
  %w = kernel.call @a(%v) : (tensor<64xf32>) -> tensor<64xf32>
  return %r, %w : tensor<8x8xf32>, tensor<64xf32>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.copy"] {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.vstore %a, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Large kernels of other operators keep their launches, threads and all.
// CHECK-LABEL: func.func @large_and_unlike
// CHECK: kernel.call @a
// CHECK: kernel.call @b
func.func @large_and_unlike(%x: tensor<4194304xf32>, %v: tensor<4194304xf32>) -> (tensor<4194304xf32>, tensor<4194304xf32>) {
  %y = kernel.call @a(%x) : (tensor<4194304xf32>) -> tensor<4194304xf32>
  %w = kernel.call @b(%v) : (tensor<4194304xf32>) -> tensor<4194304xf32>
  return %y, %w : tensor<4194304xf32>, tensor<4194304xf32>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (65536)> threads 64 index_width 32 operators ["sinter.exp"] {
  kernel.return
}
kernel.thread_func @b(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (65536)> threads 64 index_width 32 operators ["sinter.neg"] {
  kernel.return
}

// -----

// With a companion for multiples of 4: the other kernel, good for any value, gets the symbol as a product there.
// CHECK-LABEL: func.func @with_a_companion
// CHECK: kernel.call @[[M:.*_x2_[0-9a-f]+]](
// CHECK: kernel.thread_func @[[M]]({{.*}} symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 64 + s0)>
// CHECK: kernel.thread_func @[[M]]_s0_by_4({{.*}} symbols ["n_by_4"] grid affine_map<()[s0] -> (s0 ceildiv 64 + s0 * 4)>
// CHECK-SAME: kernel.specializes = #kernel.specialization<of = @[[M]], symbol = 0, divisor = 4>
func.func @with_a_companion(%x: tensor<?xf32, #sinter.dims<n>>) -> (tensor<?xf32, #sinter.dims<n>>, tensor<?xf32, #sinter.dims<n>>) {
  %y = kernel.call @a(%x) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  %w = kernel.call @b(%x) : (tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>>
  return %y, %w : tensor<?xf32, #sinter.dims<n>>, tensor<?xf32, #sinter.dims<n>>
}
kernel.thread_func @a(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 64)> threads 64 index_width 32 operators ["sinter.exp"] {
  kernel.return
}
kernel.thread_func @a_s0_by_4(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n_by_4"] grid affine_map<()[s0] -> (s0 ceildiv 64)> threads 64 index_width 32 operators ["sinter.exp"] attributes {kernel.specializes = #kernel.specialization<of = @a, symbol = 0, divisor = 4>} {
  kernel.return
}
kernel.thread_func @b(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 64 index_width 32 operators ["sinter.exp"] {
  kernel.return
}

// -----

// Large kernels of the same kinds of operators, one of each and two (queries beside keys and values): a processor is to have as many blocks as of the one that has fewer.
// CHECK-LABEL: func.func @large_of_the_same_kinds
// CHECK: kernel.call @{{.*}}_x2_{{.*}}(%arg0, %arg1)
// CHECK: kernel.thread_func {{.*}}kernel.min_blocks = 7
func.func @large_of_the_same_kinds(%x: tensor<4194304xf32>, %v: tensor<4194304xf32>) -> (tensor<4194304xf32>, tensor<4194304xf32>) {
  %y = kernel.call @one(%x) : (tensor<4194304xf32>) -> tensor<4194304xf32>
  %w = kernel.call @two(%v) : (tensor<4194304xf32>) -> tensor<4194304xf32>
  return %y, %w : tensor<4194304xf32>, tensor<4194304xf32>
}
kernel.thread_func @one(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.matmul", "sinter.add"] attributes {kernel.min_blocks = 8 : i64} {
  kernel.return
}
kernel.thread_func @two(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 operators ["sinter.matmul", "sinter.matmul", "sinter.add"] attributes {kernel.min_blocks = 7 : i64} {
  kernel.return
}

// -----

// Of one a processor is to have far more blocks: it would get the other's registers.
// CHECK-LABEL: func.func @not_as_dense
// CHECK: kernel.call @one(
// CHECK: kernel.call @two(
func.func @not_as_dense(%x: tensor<64xf32>, %v: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %y = kernel.call @one(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %w = kernel.call @two(%v) : (tensor<64xf32>) -> tensor<64xf32>
  return %y, %w : tensor<64xf32>, tensor<64xf32>
}
kernel.thread_func @one(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 operators ["sinter.matmul"] attributes {kernel.min_blocks = 8 : i64} {
  kernel.return
}
kernel.thread_func @two(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 operators ["sinter.matmul"] attributes {kernel.min_blocks = 3 : i64} {
  kernel.return
}
