// The decision carried out.
// RUN: sinter-opt %s --sinter-apply-fusion-groups --split-input-file | FileCheck %s

// CHECK-LABEL: @chain_becomes_one_group
// CHECK: %[[Y:.*]] = sinter.group kernel(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: ^bb0(%[[X:.*]]: tensor<4x8xf32>):
// CHECK-NEXT: %[[A:.*]] = sinter.exp %[[X]] : tensor<4x8xf32>
// CHECK-NEXT: %[[B:.*]] = sinter.neg %[[A]] : tensor<4x8xf32>
// CHECK-NEXT: sinter.yield %[[B]]
// CHECK: return %[[Y]]
func.func @chain_becomes_one_group(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  %y = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @value_read_outside_is_a_result
// CHECK: %[[Y:.*]]:2 = sinter.group kernel(%arg0)
// CHECK: sinter.yield %{{.*}}, %{{.*}} :
// CHECK: return %[[Y]]#0, %[[Y]]#1
func.func @value_read_outside_is_a_result(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  %y = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  return %a, %y : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @inlined_producer_is_in_each_readers_group
// CHECK: sinter.group kernel(%arg0)
// CHECK: sinter.exp
// CHECK: sinter.neg
// CHECK: sinter.group kernel(%arg0)
// CHECK: sinter.exp
// CHECK: sinter.abs
func.func @inlined_producer_is_in_each_readers_group(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = sinter.exp %x {sinter.groups = array<i64: 0, 1>, sinter.inlined} : tensor<4xf32>
  %y = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4xf32>
  %z = sinter.abs %a {sinter.groups = array<i64: 1>} : tensor<4xf32>
  return %y, %z : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @first_group_gives_the_value_to_those_that_do_not_compute_it
// CHECK: %[[Y:.*]]:2 = sinter.group kernel(%arg0)
// CHECK: sinter.group kernel(%arg0)
// CHECK: sinter.group kernel(%[[Y]]#0)
func.func @first_group_gives_the_value_to_those_that_do_not_compute_it(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = sinter.exp %x {sinter.groups = array<i64: 0, 1>} : tensor<4xf32>
  %y = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4xf32>
  %z = sinter.abs %a {sinter.groups = array<i64: 1>} : tensor<4xf32>
  %w = sinter.sqrt %a {sinter.groups = array<i64: 2>} : tensor<4xf32>
  return %y, %z, %w : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @constant_of_one_value_goes_into_the_kernel
// CHECK: sinter.group kernel(%arg0)
// CHECK: sinter.constant dense<2.000000e+00>
// CHECK: sinter.mul
func.func @constant_of_one_value_goes_into_the_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = sinter.constant dense<2.0> : tensor<4xf32>
  %y = sinter.mul %x, %c {sinter.groups = array<i64: 0>} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: @library_reads_a_constant_as_memory
// CHECK: %[[C:.*]] = sinter.constant
// CHECK: sinter.group library(%arg0, %[[C]])
// CHECK-NOT: sinter.constant
func.func @library_reads_a_constant_as_memory(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = sinter.constant dense<2.0> : tensor<2x2xf32>
  %y = sinter.matmul %x, %c {sinter.groups = array<i64: 0>} : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: @view_for_a_library_stays_in_the_graph
// CHECK-NEXT: %[[T:.*]] = sinter.transpose %arg1 permutation = [1, 0] : tensor<6x8xf32> -> tensor<8x6xf32>
// CHECK-NEXT: sinter.group library(%arg0, %[[T]])
func.func @view_for_a_library_stays_in_the_graph(%x: tensor<4x8xf32>, %w: tensor<6x8xf32>) -> tensor<4x6xf32> {
  %t = sinter.transpose %w permutation = [1, 0] {sinter.groups = array<i64>, sinter.inlined} : tensor<6x8xf32> -> tensor<8x6xf32>
  %y = sinter.matmul %x, %t {sinter.groups = array<i64: 0>} : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// A kernel has one domain.
// CHECK-LABEL: @pieces_of_several_shapes_are_a_kernel_each
// CHECK: sinter.group kernel(%arg0) : (tensor<4x8xf32>) -> tensor<4x3xf32>
// CHECK: sinter.group kernel(%arg0) : (tensor<4x8xf32>) -> tensor<4x5xf32>
func.func @pieces_of_several_shapes_are_a_kernel_each(%x: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x5xf32>) {
  %a, %b = sinter.split %x axis = 1 {sinter.groups = array<i64: 0>} : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x5xf32>
  return %a, %b : tensor<4x3xf32>, tensor<4x5xf32>
}

// -----

// CHECK-LABEL: @group_without_readers_is_left_out
// CHECK-NEXT: return %arg0
func.func @group_without_readers_is_left_out(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4xf32>
  return %x : tensor<4xf32>
}

// -----

// A library must not read a result's memory: the caller moves it.
// CHECK-LABEL: func.func @returned_and_read_by_a_library
// CHECK: %[[E:.*]]:2 = sinter.group kernel(%arg0)
// CHECK: sinter.yield %[[V:.*]], %[[V]]
// CHECK: %[[P:.*]] = sinter.group library(%[[E]]#0, %arg1)
// CHECK: return %[[E]]#1, %[[P]]
func.func @returned_and_read_by_a_library(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> (tensor<4x8xf32>, tensor<4x6xf32>) {
  %e = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  %y = sinter.matmul %e, %w {sinter.groups = array<i64: 1>} : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %e, %y : tensor<4x8xf32>, tensor<4x6xf32>
}
