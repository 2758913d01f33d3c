// Kernel calls, library groups and views become steps on buffers.
// RUN: sinter-opt %s --convert-sinter-to-plan --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: plan.entry @result_is_written_in_place
// CHECK-SAME: inputs ["x" : tensor<4xf32>] outputs ["result0" : tensor<4xf32>]
// CHECK: %[[X:.*]] = plan.input 0
// CHECK-NEXT: %[[Y:.*]] = plan.output 0
// CHECK-NEXT: plan.launch @k "k"(%[[X]], %[[Y]]) writes [1] scalars affine_map<() -> ()>
// CHECK-NOT: plan.copy
func.func @result_is_written_in_place(%x: tensor<4xf32> {sinter.name = "x"}) -> tensor<4xf32> {
  %y = kernel.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
kernel.func @k(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> { kernel.return }

// -----

// CHECK-LABEL: plan.entry @value_between_steps_is_a_slot
// CHECK-SAME: symbols ["n"] ranges [{{\[}}0, 2147483647, 1]]
// CHECK: %[[S:.*]] = plan.slot size affine_map<()[s0] -> (s0 * 32)>
// CHECK: plan.launch @k "k"(%{{.*}}, %[[S]]) writes [1] scalars affine_map<()[s0] -> (s0)>
// CHECK: plan.launch @k "k"(%[[S]], %{{.*}}) writes [1]
func.func @value_between_steps_is_a_slot(%x: tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>> {
  %h = kernel.call @k(%x) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %y = kernel.call @k(%h) : (tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>>
  return %y : tensor<?x8xf32, #sinter.dims<n, 8>>
}
kernel.func @k(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 8)> { kernel.return }

// -----

// CHECK-LABEL: plan.entry @returned_argument_is_copied
// CHECK: %[[X:.*]] = plan.input 0
// CHECK: %[[Y:.*]] = plan.output 0
// CHECK: plan.copy %[[X]], %[[Y]] size affine_map<() -> (16)>
func.func @returned_argument_is_copied(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// CHECK-LABEL: plan.constant @constant_0 "constant_0" type tensor<2xf32> from dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-LABEL: plan.entry @returned_constant_is_copied
// CHECK: %[[C:.*]] = plan.constant_ref @constant_0
// CHECK: plan.copy %[[C]], %{{.*}} size affine_map<() -> (8)>
func.func @returned_constant_is_copied() -> tensor<2xf32> {
  %c = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %c : tensor<2xf32>
}

// -----

// CHECK-LABEL: plan.entry @value_returned_twice_is_copied_once
// CHECK: %[[Y:.*]] = plan.output 0
// CHECK: plan.launch @k "k"(%{{.*}}, %[[Y]])
// CHECK: %[[Z:.*]] = plan.output 1
// CHECK: plan.copy %[[Y]], %[[Z]]
func.func @value_returned_twice_is_copied_once(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = kernel.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y, %y : tensor<4xf32>, tensor<4xf32>
}
kernel.func @k(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> { kernel.return }

// -----

// CHECK-LABEL: plan.entry @reshaped_result_is_the_same_memory
// CHECK: %[[Y:.*]] = plan.output 0
// CHECK: plan.launch @k "k"(%{{.*}}, %[[Y]])
// CHECK-NOT: plan.copy
func.func @reshaped_result_is_the_same_memory(%x: tensor<2x2xf32>) -> tensor<4xf32> {
  %y = kernel.call @k(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = sinter.reshape %y : tensor<2x2xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}
kernel.func @k(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> { kernel.return }

// -----

// Two parameters of one name and source are one constant.
// CHECK: plan.constant @constant_0 "w" type tensor<4xf32>
// CHECK-NOT: plan.constant @constant_1
// CHECK-LABEL: plan.entry @parameters_are_shared
// CHECK: plan.constant_ref @constant_0
func.func @parameters_are_shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = sinter.parameter "w" : tensor<4xf32>
  %v = sinter.parameter "w" : tensor<4xf32>
  %y = kernel.call @k(%x, %w, %v) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
kernel.func @k(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %v: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> { kernel.return }

// -----

// q and k are columns of one packed product: strides of 48, and k transposed by its strides.
// CHECK-LABEL: plan.entry @packed_heads_are_strides
// CHECK: plan.matmul "matmul" %[[QK:.*]], %[[QK]] into
// CHECK-SAME: extents affine_map<() -> (4, 6, 6, 4)>
// CHECK-SAME: layouts affine_map<() -> (0, 4, 32, 1)>, affine_map<() -> (16, 4, 1, 32)>, affine_map<() -> (0, 36, 6, 1)>
// CHECK-SAME: of f32 in f32
func.func @packed_heads_are_strides(%qk: tensor<6x32xf32>) -> tensor<4x6x6xf32> {
  %q, %k = sinter.split %qk axis = 1 : tensor<6x32xf32> -> tensor<6x16xf32>, tensor<6x16xf32>
  %qh = sinter.reshape %q : tensor<6x16xf32> -> tensor<6x4x4xf32>
  %kh = sinter.reshape %k : tensor<6x16xf32> -> tensor<6x4x4xf32>
  %qt = sinter.transpose %qh permutation = [1, 0, 2] : tensor<6x4x4xf32> -> tensor<4x6x4xf32>
  %kt = sinter.transpose %kh permutation = [1, 2, 0] : tensor<6x4x4xf32> -> tensor<4x4x6xf32>
  %y = sinter.group library(%qt, %kt) : (tensor<4x6x4xf32>, tensor<4x4x6xf32>) -> tensor<4x6x6xf32> {
  ^bb0(%a: tensor<4x6x4xf32>, %b: tensor<4x4x6xf32>):
    %p = sinter.matmul %a, %b : tensor<4x6x4xf32>, tensor<4x4x6xf32> -> tensor<4x6x6xf32>
    sinter.yield %p : tensor<4x6x6xf32>
  }
  return %y : tensor<4x6x6xf32>
}

// -----

// One weight for all batches: they are more rows.
// CHECK-LABEL: plan.entry @batches_become_rows
// CHECK: extents affine_map<()[s0] -> (s0 * 16, 6, 8)>
// CHECK-SAME: layouts affine_map<()[s0] -> (0, 8, 1)>, affine_map<()[s0] -> (0, 1, 8)>, affine_map<()[s0] -> (0, 6, 1)>
func.func @batches_become_rows(%x: tensor<?x16x8xf32, #sinter.dims<n, 16, 8>>, %w: tensor<6x8xf32>) -> tensor<?x16x6xf32, #sinter.dims<n, 16, 6>> {
  %y = sinter.group library(%x, %w) : (tensor<?x16x8xf32, #sinter.dims<n, 16, 8>>, tensor<6x8xf32>) -> tensor<?x16x6xf32, #sinter.dims<n, 16, 6>> {
  ^bb0(%a: tensor<?x16x8xf32, #sinter.dims<n, 16, 8>>, %b: tensor<6x8xf32>):
    %p = sinter.matmul %a, %b {transpose_rhs} : tensor<?x16x8xf32, #sinter.dims<n, 16, 8>>, tensor<6x8xf32> -> tensor<?x16x6xf32, #sinter.dims<n, 16, 6>>
    sinter.yield %p : tensor<?x16x6xf32, #sinter.dims<n, 16, 6>>
  }
  return %y : tensor<?x16x6xf32, #sinter.dims<n, 16, 6>>
}

// -----

// The product of each head is written where the merged heads lie.
// CHECK-LABEL: plan.entry @result_is_written_through_its_views
// CHECK: %[[Y:.*]] = plan.output 0
// CHECK: plan.matmul "matmul" %{{.*}}, %{{.*}} into %[[Y]]
// CHECK-SAME: extents affine_map<() -> (4, 6, 2, 5)>
// CHECK-SAME: affine_map<() -> (0, 2, 8, 1)> of
// CHECK-NOT: plan.slot
func.func @result_is_written_through_its_views(%x: tensor<4x6x5xf32>, %w: tensor<4x5x2xf32>) -> tensor<6x8xf32> {
  %y = sinter.group library(%x, %w) : (tensor<4x6x5xf32>, tensor<4x5x2xf32>) -> tensor<4x6x2xf32> {
  ^bb0(%a: tensor<4x6x5xf32>, %b: tensor<4x5x2xf32>):
    %p = sinter.matmul %a, %b : tensor<4x6x5xf32>, tensor<4x5x2xf32> -> tensor<4x6x2xf32>
    sinter.yield %p : tensor<4x6x2xf32>
  }
  %t = sinter.transpose %y permutation = [1, 0, 2] : tensor<4x6x2xf32> -> tensor<6x4x2xf32>
  %r = sinter.reshape %t : tensor<6x4x2xf32> -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @bias_and_relu
// CHECK: %[[B:.*]] = plan.input 2
// CHECK: plan.matmul "matmul_add_relu" %{{.*}} bias %[[B]] extents
// CHECK-SAME: activation = #plan<activation relu>
func.func @bias_and_relu(%x: tensor<4x8xbf16>, %w: tensor<8x6xbf16>, %c: tensor<6xbf16>) -> tensor<4x6xbf16> {
  %b = sinter.broadcast %c dims = [1] : tensor<6xbf16> -> tensor<4x6xbf16>
  %y = sinter.group library(%x, %w, %b) : (tensor<4x8xbf16>, tensor<8x6xbf16>, tensor<4x6xbf16>) -> tensor<4x6xbf16> {
  ^bb0(%a0: tensor<4x8xbf16>, %a1: tensor<8x6xbf16>, %a2: tensor<4x6xbf16>):
    %p = sinter.matmul %a0, %a1 : tensor<4x8xbf16>, tensor<8x6xbf16> -> tensor<4x6xbf16>
    %s = sinter.add %p, %a2 : tensor<4x6xbf16>
    %r = sinter.relu %s : tensor<4x6xbf16>
    sinter.yield %r : tensor<4x6xbf16>
  }
  return %y : tensor<4x6xbf16>
}

// -----

// Keys of an attention: a library adds its bias along the consecutive elements that it writes, so it writes [tokens, heads * width], and
// the reading product sees the transpose as a view.
// CHECK-LABEL: plan.entry @bias_before_a_transpose
// CHECK: plan.matmul "matmul_add" {{.*}} layouts affine_map<()[s0] -> (0, 8, 1)>, affine_map<()[s0] -> (0, 8, 1)>, affine_map<()[s0] -> (0, 8, 1)>
// CHECK: plan.matmul "matmul" {{.*}} layouts affine_map<()[s0] -> (0, 8, 1)>, affine_map<()[s0] -> (0, 1, 8)>, affine_map<()[s0] -> (0, s0, 1)>
func.func @bias_before_a_transpose(%x: tensor<?x8xf32, #sinter.dims<n, 8>>, %w: tensor<8x8xf32>, %c: tensor<8xf32>) -> tensor<?x?xf32, #sinter.dims<n, n>> {
  %b = sinter.broadcast %c dims = [1] : tensor<8xf32> -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %k = sinter.group library(%x, %w, %b) : (tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<8x8xf32>, tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>> {
  ^bb0(%a0: tensor<?x8xf32, #sinter.dims<n, 8>>, %a1: tensor<8x8xf32>, %a2: tensor<?x8xf32, #sinter.dims<n, 8>>):
    %p = sinter.matmul %a0, %a1 : tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<8x8xf32> -> tensor<?x8xf32, #sinter.dims<n, 8>>
    %s = sinter.add %p, %a2 : tensor<?x8xf32, #sinter.dims<n, 8>>
    sinter.yield %s : tensor<?x8xf32, #sinter.dims<n, 8>>
  }
  %t = sinter.transpose %k permutation = [1, 0] : tensor<?x8xf32, #sinter.dims<n, 8>> -> tensor<8x?xf32, #sinter.dims<8, n>>
  %y = sinter.group library(%x, %t) : (tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<8x?xf32, #sinter.dims<8, n>>) -> tensor<?x?xf32, #sinter.dims<n, n>> {
  ^bb0(%a0: tensor<?x8xf32, #sinter.dims<n, 8>>, %a1: tensor<8x?xf32, #sinter.dims<8, n>>):
    %p = sinter.matmul %a0, %a1 : tensor<?x8xf32, #sinter.dims<n, 8>>, tensor<8x?xf32, #sinter.dims<8, n>> -> tensor<?x?xf32, #sinter.dims<n, n>>
    sinter.yield %p : tensor<?x?xf32, #sinter.dims<n, n>>
  }
  return %y : tensor<?x?xf32, #sinter.dims<n, n>>
}

// -----

// x·xᵀ reads one buffer twice.
// CHECK-LABEL: plan.entry @product_with_itself
// CHECK: plan.matmul "matmul" %[[X:.*]], %[[X]] into
// CHECK-SAME: layouts affine_map<() -> (0, 8, 1)>, affine_map<() -> (0, 1, 8)>
func.func @product_with_itself(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %y = sinter.group library(%x) : (tensor<4x8xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %p = sinter.matmul %a, %a {transpose_rhs} : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x4xf32>
    sinter.yield %p : tensor<4x4xf32>
  }
  return %y : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: plan.entry @layouts_of_arguments
// CHECK: plan.matmul {{.*}} layouts affine_map<() -> (8, 16, 1)>, affine_map<() -> (0, 6, 1)>, affine_map<() -> (0, 1, 4)>
func.func @layouts_of_arguments(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1], offset = 8, alignment = 16>}, %w: tensor<8x6xf32>)
    -> (tensor<4x6xf32> {sinter.layout = #sinter.layout<strides = [1, 4], offset = 0, alignment = 16>}) {
  %y = sinter.group library(%x, %w) : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>):
    %p = sinter.matmul %a, %b : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
    sinter.yield %p : tensor<4x6xf32>
  }
  return %y : tensor<4x6xf32>
}
