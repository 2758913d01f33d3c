// Which operators share a kernel or a library call, and the remark that says why the nearest others do not.
// RUN: sinter-opt %s --sinter-form-fusion-groups --split-input-file --remarks-filter=fusion --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @elementwise_chain_is_one_group
// CHECK-NEXT: sinter.exp %arg0 {sinter.groups = array<i64: 0>}
// CHECK-NEXT: sinter.neg {{.*}} {sinter.groups = array<i64: 0>}
func.func @elementwise_chain_is_one_group(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = sinter.exp %x : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.exp, Remark=", saving ", Remark=256, Remark=" bytes written and read}}
  %y = sinter.neg %a : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @other_shape_is_another_group
// CHECK: sinter.exp %arg0 {sinter.groups = array<i64: 0>}
// CHECK: sinter.neg {{.*}} {sinter.groups = array<i64: 1>}
func.func @other_shape_is_another_group(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<2x8xf32>) {
  %a = sinter.exp %x : tensor<4x8xf32>
  %s = sinter.slice %a starts = [0, 0] steps = [2, 1] : tensor<4x8xf32> -> tensor<2x8xf32>
  // expected-remark @below {{keeps apart from ", Remark=sinter.exp, Remark=": ", Remark="the iteration domains differ}}
  %y = sinter.neg %s : tensor<2x8xf32>
  return %a, %y : tensor<4x8xf32>, tensor<2x8xf32>
}

// -----

// CHECK-LABEL: @reduction_and_its_broadcast_back_are_one_group
// CHECK-NEXT: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK-NEXT: sinter.broadcast {{.*}} {sinter.groups = array<i64: 0>, sinter.inlined}
// CHECK-NEXT: sinter.div {{.*}} {sinter.groups = array<i64: 0>}
func.func @reduction_and_its_broadcast_back_are_one_group(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = sinter.sum %x axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %b = sinter.broadcast %s dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sum}}
  %y = sinter.div %x, %b : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// A square hides a transposition: row i is not made where column i is read.
// CHECK-LABEL: @reduction_broadcast_along_another_axis
// CHECK-NEXT: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK-NEXT: sinter.broadcast {{.*}} {sinter.groups = array<i64: 1>, sinter.inlined}
// CHECK-NEXT: sinter.div {{.*}} {sinter.groups = array<i64: 1>}
func.func @reduction_broadcast_along_another_axis(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %s = sinter.sum %x axes = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %b = sinter.broadcast %s dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  // expected-remark @below {{a value is needed at another point than where it is made}}
  %y = sinter.div %x, %b : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: @dependent_reductions_are_one_group
// CHECK: sinter.mean %arg0 {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sub {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
func.func @dependent_reductions_are_one_group(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %m = sinter.mean %x axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %b = sinter.broadcast %m dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.mean}}
  %d = sinter.sub %x, %b : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sub}}
  %y = sinter.sum %d axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Rows' sums, and columns' sums that nothing in the rows reads.
// CHECK-LABEL: @rows_folded_into_columns_too
// CHECK: sinter.sum %arg0 {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sub {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.neg {{.*}} {sinter.groups = array<i64: 0>}
func.func @rows_folded_into_columns_too(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %m = sinter.sum %x axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %b = sinter.broadcast %m dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sum}}
  %d = sinter.sub %x, %b : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sub}}
  %y = sinter.sum %d axes = [0] : tensor<4x8xf32> -> tensor<8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sum}}
  %z = sinter.neg %y : tensor<8xf32>
  return %z : tensor<8xf32>
}

// -----

// CHECK-LABEL: @columns_needed_by_the_rows_again
// CHECK: sinter.sum %arg0 {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sub {{.*}} {sinter.groups = array<i64: 1>, sinter.inlined}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 1>}
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 1>}
func.func @columns_needed_by_the_rows_again(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %m = sinter.sum %x axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %b = sinter.broadcast %m dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sum}}
  // expected-remark @below {{computed again in 1 kernel that reads it}}
  %d = sinter.sub %x, %b : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sub}}
  %y = sinter.sum %d axes = [0] : tensor<4x8xf32> -> tensor<8xf32>
  %c = sinter.broadcast %y dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sum}}
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sub}}
  %z = sinter.mul %d, %c : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// Nothing of what is needed at two points needs to be stored.
// CHECK-LABEL: @transposed_read_of_a_member
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>, sinter.inlined}
// CHECK: sinter.transpose {{.*}} {sinter.groups = array<i64: 0>, sinter.inlined}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
func.func @transposed_read_of_a_member(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-remark @below {{computed again in 1 kernel that reads it: 0.00 us to compute it again, 0.98 us to store and read it}}
  %a = sinter.exp %x : tensor<8x8xf32>
  %t = sinter.transpose %a permutation = [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.exp}}
  %y = sinter.add %a, %t : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// The product reads one member and feeds the other.
// CHECK-LABEL: @cycle_through_a_product
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 2>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 1>}
func.func @cycle_through_a_product(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = sinter.exp %x : tensor<8x8xf32>
  // expected-remark @below {{a library call reads its operands from memory}}
  %p = sinter.matmul %a, %w : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  // expected-remark @below {{keeps apart from ", Remark=sinter.exp, Remark=": ", Remark="what lies between the two depends on one and feeds the other}}
  // expected-remark @below {{a library call writes its result to memory}}
  %y = sinter.add %a, %p : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// Cheaper to compare eight times than to write and read the mask.
// CHECK-LABEL: @cheap_mask_is_computed_again_in_both_groups
// CHECK: sinter.compare ge {{.*}} {sinter.groups = array<i64: 0, 1>, sinter.inlined}
// CHECK: sinter.select {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.select {{.*}} {sinter.groups = array<i64: 1>}
func.func @cheap_mask_is_computed_again_in_both_groups(%m: tensor<8xf32>, %x: tensor<8x8xf32>, %y: tensor<16x8xf32>) -> (tensor<8x8xf32>, tensor<16x8xf32>) {
  %zero = sinter.constant dense<0.0> : tensor<f32>
  %zeros = sinter.broadcast %zero dims = [] : tensor<f32> -> tensor<8xf32>
  // expected-remark @below {{computed again in each of its readers}}
  %mask = sinter.compare ge %m, %zeros : tensor<8xf32>
  %m0 = sinter.broadcast %mask dims = [1] : tensor<8xi1> -> tensor<8x8xi1>
  %m1 = sinter.broadcast %mask dims = [1] : tensor<8xi1> -> tensor<16x8xi1>
  %none0 = sinter.broadcast %zero dims = [] : tensor<f32> -> tensor<8x8xf32>
  %none1 = sinter.broadcast %zero dims = [] : tensor<f32> -> tensor<16x8xf32>
  %a = sinter.select %m0, %x, %none0 : tensor<8x8xi1>, tensor<8x8xf32>
  %b = sinter.select %m1, %y, %none1 : tensor<16x8xi1>, tensor<16x8xf32>
  return %a, %b : tensor<8x8xf32>, tensor<16x8xf32>
}

// -----

// Four times is cheaper than a launch, too.
// CHECK-LABEL: @value_repeated_four_times
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>, sinter.inlined}
// CHECK: sinter.broadcast {{.*}} {sinter.groups = array<i64: 0>, sinter.inlined}
func.func @value_repeated_four_times(%m: tensor<8xf32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-remark @below {{computed again in each of its readers}}
  %e = sinter.exp %m : tensor<8xf32>
  %b = sinter.broadcast %e dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %y = sinter.add %x, %b : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @output_that_feeds_the_next_stays_a_member
// CHECK-NEXT: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
// CHECK-NEXT: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
func.func @output_that_feeds_the_next_stays_a_member(%x: tensor<4x8xf32>, %r: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %h = sinter.add %x, %r : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.add}}
  %y = sinter.exp %h : tensor<4x8xf32>
  return %h, %y : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @bias_before_a_library_reader_is_an_epilogue
// CHECK: sinter.matmul %arg0, %arg1 {sinter.groups = array<i64: 0>}
// CHECK: sinter.broadcast {{.*}} {sinter.groups = array<i64>, sinter.inlined}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 1>}
func.func @bias_before_a_library_reader_is_an_epilogue(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %c: tensor<6xf32>, %v: tensor<6x4xf32>) -> tensor<4x4xf32> {
  %p = sinter.matmul %x, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  %b = sinter.broadcast %c dims = [1] : tensor<6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{joins the library call as its epilogue}}
  %a = sinter.add %p, %b : tensor<4x6xf32>
  // expected-remark @below {{a library call reads its operands from memory}}
  %y = sinter.matmul %a, %v : tensor<4x6xf32>, tensor<6x4xf32> -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// The kernel adds it while it reads the product.
// CHECK-LABEL: @bias_before_a_kernel_is_left_to_it
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 1>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.gelu {{.*}} {sinter.groups = array<i64: 0>}
func.func @bias_before_a_kernel_is_left_to_it(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %c: tensor<6xf32>) -> tensor<4x6xf32> {
  %p = sinter.matmul %x, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  %b = sinter.broadcast %c dims = [1] : tensor<6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{a library call writes its result to memory}}
  %a = sinter.add %p, %b : tensor<4x6xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.add}}
  %y = sinter.gelu erf %a : tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// A library reads the bias as dense memory.
// CHECK-LABEL: @scaled_operand_joins_the_library_call
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 0>}
func.func @scaled_operand_joins_the_library_call(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %c = sinter.constant dense<0.125> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<4x8xf32>
  // expected-remark @below {{joins the library call as its factor}}
  %s = sinter.mul %x, %b : tensor<4x8xf32>
  %y = sinter.matmul %s, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// With a factor of 0 the library would not read the operand, and lose its NaNs.
// CHECK-LABEL: @operand_scaled_by_zero_does_not
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 1>}
func.func @operand_scaled_by_zero_does_not(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %c = sinter.constant dense<0.0> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<4x8xf32>
  %s = sinter.mul %x, %b : tensor<4x8xf32>
  // expected-remark @below {{a library call reads its operands from memory}}
  %y = sinter.matmul %s, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: @operand_needed_elsewhere_too_does_not
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 1>}
func.func @operand_needed_elsewhere_too_does_not(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> (tensor<4x6xf32>, tensor<4x8xf32>) {
  %c = sinter.constant dense<0.125> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<4x8xf32>
  %s = sinter.mul %x, %b : tensor<4x8xf32>
  // expected-remark @below {{a library call reads its operands from memory}}
  %y = sinter.matmul %s, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %y, %s : tensor<4x6xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @strided_bias_is_no_epilogue
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 1>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
func.func @strided_bias_is_no_epilogue(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %c: tensor<12xf32>) -> tensor<4x6xf32> {
  %p = sinter.matmul %x, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  %s = sinter.slice %c starts = [0] steps = [2] : tensor<12xf32> -> tensor<6xf32>
  %b = sinter.broadcast %s dims = [1] : tensor<6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{a library call writes its result to memory}}
  %a = sinter.add %p, %b : tensor<4x6xf32>
  return %a : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: @bias_and_relu_are_an_epilogue
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.relu {{.*}} {sinter.groups = array<i64: 0>}
func.func @bias_and_relu_are_an_epilogue(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %c: tensor<6xf32>) -> tensor<4x6xf32> {
  %p = sinter.matmul %x, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  %b = sinter.broadcast %c dims = [1] : tensor<6xf32> -> tensor<4x6xf32>
  // expected-remark @below {{joins the library call as its epilogue}}
  %a = sinter.add %p, %b : tensor<4x6xf32>
  // expected-remark @below {{joins the library call as its epilogue}}
  %y = sinter.relu %a : tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// A transposed operand is a matter of strides; a repeated row is none that a library takes.
// CHECK-LABEL: @view_for_a_library_stays_and_a_repeated_row_does_not
// CHECK: sinter.transpose {{.*}} {sinter.groups = array<i64>, sinter.inlined}
// CHECK: sinter.broadcast {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul
func.func @view_for_a_library_stays_and_a_repeated_row_does_not(%x: tensor<8xf32>, %w: tensor<6x8xf32>) -> tensor<4x6xf32> {
  %t = sinter.transpose %w permutation = [1, 0] : tensor<6x8xf32> -> tensor<8x6xf32>
  %b = sinter.broadcast %x dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  // expected-remark @below {{a library call reads its operands from memory}}
  %y = sinter.matmul %b, %t : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// A decision by hand stays, and other groups have other numbers.
// CHECK-LABEL: @given_groups_stay
// CHECK-NEXT: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
// CHECK-NEXT: sinter.neg {{.*}} {sinter.groups = array<i64: 1>}
// CHECK-NEXT: sinter.abs {{.*}} {sinter.groups = array<i64: 2>}
// CHECK-NEXT: sinter.sqrt {{.*}} {sinter.groups = array<i64: 2>}
func.func @given_groups_stay(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  // expected-remark @below {{their groups came with the graph}}
  %b = sinter.neg %a {sinter.groups = array<i64: 1>} : tensor<4x8xf32>
  // expected-remark @below {{their groups came with the graph}}
  %c = sinter.abs %b : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.abs}}
  %y = sinter.sqrt %c : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// What a given group reads through is inlined in it.
// CHECK-LABEL: @view_joins_a_given_group
// CHECK-NEXT: sinter.transpose {{.*}} {sinter.groups = array<i64: 7>, sinter.inlined}
// CHECK-NEXT: sinter.neg {{.*}} {sinter.groups = array<i64: 7>}
func.func @view_joins_a_given_group(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %y = sinter.neg %t {sinter.groups = array<i64: 7>} : tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: @pieces_of_several_shapes_share_no_kernel
// CHECK-NEXT: sinter.split {{.*}} {sinter.groups = array<i64: 0>}
// CHECK-NEXT: sinter.exp {{.*}} {sinter.groups = array<i64: 1>}
func.func @pieces_of_several_shapes_share_no_kernel(%x: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x5xf32>) {
  %a, %b = sinter.split %x axis = 1 : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x5xf32>
  // expected-remark @below {{a value is needed at another point than where it is made}}
  %y = sinter.exp %a : tensor<4x3xf32>
  return %y, %a, %b : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x5xf32>
}

// -----

// Cheap or not, a library reads it as memory.
// CHECK-LABEL: @computed_bias_is_stored
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>} :
// CHECK: sinter.broadcast {{.*}} {sinter.groups = array<i64>, sinter.inlined}
func.func @computed_bias_is_stored(%x: tensor<16x8xf32>, %w: tensor<8x6xf32>, %c: tensor<6xf32>) -> tensor<16x6xf32> {
  %p = sinter.matmul %x, %w : tensor<16x8xf32>, tensor<8x6xf32> -> tensor<16x6xf32>
  %e = sinter.exp %c : tensor<6xf32>
  %b = sinter.broadcast %e dims = [1] : tensor<6xf32> -> tensor<16x6xf32>
  // expected-remark @below {{joins the library call as its epilogue}}
  // expected-remark @below {{a library call reads its operands from memory}}
  %y = sinter.add %p, %b : tensor<16x6xf32>
  return %y : tensor<16x6xf32>
}

// -----

// CHECK-LABEL: @bias_that_is_also_a_matrix_is_no_epilogue
// CHECK: sinter.broadcast {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 2>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 1>}
func.func @bias_that_is_also_a_matrix_is_no_epilogue(%c: tensor<4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %b = sinter.broadcast %c dims = [1] : tensor<4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{a library call reads its operands from memory}}
  %p = sinter.matmul %b, %w : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  // expected-remark @below {{what lies between the two depends on one and feeds the other}}
  // expected-remark @below {{a library call writes its result to memory}}
  %y = sinter.add %p, %b : tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @position_shares_the_folds_of_its_row
// CHECK: sinter.abs {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.argmax {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.cast {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
func.func @position_shares_the_folds_of_its_row(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %a = sinter.abs %x : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.abs}}
  %i = sinter.argmax %a axes = [1] : tensor<4x8xf32> -> tensor<4xi64>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.abs}}
  %s = sinter.sum %a axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.argmax}}
  %f = sinter.cast %i : tensor<4xi64> -> tensor<4xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.cast}}
  // expected-remark @below {{shares a kernel with ", Remark=sinter.sum}}
  %y = sinter.add %s, %f : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: @scan_shares_with_what_comes_before_and_after
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.cumsum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.cumprod {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.neg {{.*}} {sinter.groups = array<i64: 0>}
func.func @scan_shares_with_what_comes_before_and_after(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = sinter.exp %x : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.exp}}
  %s = sinter.cumsum %a axis = 1 : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.cumsum}}
  %t = sinter.cumprod %s axis = 1 exclusive : tensor<4x8xf32>
  // expected-remark @below {{shares a kernel with ", Remark=sinter.cumprod}}
  %y = sinter.neg %t : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @scan_keeps_apart_from_a_reduction_and_the_other_way
// CHECK: sinter.cumsum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.cumsum {{.*}} reverse {sinter.groups = array<i64: 1>}
// CHECK: sinter.cumsum {{.*}} axis = 0 {sinter.groups = array<i64: 2>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 3>}
func.func @scan_keeps_apart_from_a_reduction_and_the_other_way(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %s = sinter.cumsum %x axis = 1 : tensor<4x8xf32>
  // expected-remark @below {{keeps apart from ", Remark=sinter.cumsum, Remark=": ", Remark="scans go along one dimension in one direction, and a kernel with one has no reduction}}
  %r = sinter.cumsum %s axis = 1 reverse : tensor<4x8xf32>
  // expected-remark @below {{scans go along one dimension in one direction}}
  %c = sinter.cumsum %r axis = 0 : tensor<4x8xf32>
  // expected-remark @below {{a kernel with one has no reduction}}
  %y = sinter.sum %c axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: @random_numbers_are_made_where_they_are_read
// CHECK: sinter.random_uniform {{.*}} {sinter.groups = array<i64: 0, 1>, sinter.inlined}
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sqrt {{.*}} {sinter.groups = array<i64: 1>}
func.func @random_numbers_are_made_where_they_are_read(%x: tensor<4x8xf32>, %seed: tensor<i64>) -> (tensor<4x8xf32>, tensor<8x4xf32>) {
  %u = sinter.random_uniform %seed, %seed : tensor<4x8xf32>
  %y = sinter.mul %x, %u : tensor<4x8xf32>
  %t = sinter.transpose %u permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %s = sinter.sqrt %t : tensor<8x4xf32>
  return %y, %s : tensor<4x8xf32>, tensor<8x4xf32>
}

// -----

// By hand: a kernel of its own.
// CHECK-LABEL: @alone
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.tanh {{.*}} {sinter.alone, sinter.groups = array<i64: 1>}
// CHECK: sinter.sqrt {{.*}} {sinter.groups = array<i64: 2>}
func.func @alone(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = sinter.exp %x : tensor<4x8xf32>
  // expected-remark @below {{`sinter.alone` asks for a kernel of its own}}
  %b = sinter.tanh %a {sinter.alone} : tensor<4x8xf32>
  // expected-remark @below {{`sinter.alone` asks for a kernel of its own}}
  %c = sinter.sqrt %b : tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// -----

// A position among 64 bits is found in two walks of its column, which rows that are walked once do not allow.
// CHECK-LABEL: @position_over_rows_beside_a_fold_along_them
// CHECK: sinter.argmax {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.reduce_min {{.*}} {sinter.groups = array<i64: 1>}
func.func @position_over_rows_beside_a_fold_along_them(%x: tensor<300x64xi64>) -> (tensor<64xi64>, tensor<300xi64>) {
  %i = sinter.argmax %x axes = [0] : tensor<300x64xi64> -> tensor<64xi64>
  %m = sinter.reduce_min %x axes = [1] : tensor<300x64xi64> -> tensor<300xi64>
  return %i, %m : tensor<64xi64>, tensor<300xi64>
}
