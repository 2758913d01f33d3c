// How many steps a graph becomes, and which: the boundary cases of graphs.
// RUN: sinter-opt %s --sinter-pipeline --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: plan.entry @fold_over_nothing
// CHECK: plan.launch @sum
// CHECK-NOT: plan.launch
func.func @fold_over_nothing(%x: tensor<4x0xf32>) -> tensor<4xf32> {
  %y = sinter.sum %x axes = [1] : tensor<4x0xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: plan.entry @concat_with_an_empty_side
// CHECK: plan.launch @concat
// CHECK-NOT: plan.launch
func.func @concat_with_an_empty_side(%x: tensor<4x0xf32>, %z: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.concat %x, %z axis = 1 : tensor<4x0xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @softmax_of_no_rows
// CHECK: grid affine_map<() -> (0)>
func.func @softmax_of_no_rows(%x: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<0x8xf32>
  return %y : tensor<0x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @product_over_nothing
// CHECK: plan.matmul {{.*}} extents affine_map<() -> (4, 8, 0)>
func.func @product_over_nothing(%x: tensor<4x0xf32>, %w: tensor<0x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.matmul %x, %w : tensor<4x0xf32>, tensor<0x8xf32> -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @rank_zero
// CHECK: plan.launch
// CHECK: grid affine_map<() -> (1)>
func.func @rank_zero(%x: tensor<f32>) -> tensor<f32> {
  %y = sinter.exp %x : tensor<f32>
  return %y : tensor<f32>
}

// -----

// One row: all of it.
// CHECK-LABEL: plan.entry @whole_sum_broadcast_back
// CHECK: plan.launch
// CHECK-NOT: plan.launch
// CHECK: grid affine_map<() -> (1)>
func.func @whole_sum_broadcast_back(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.sum %x axes = [0, 1] : tensor<4x8xf32> -> tensor<f32>
  %b = sinter.broadcast %y dims = [] : tensor<f32> -> tensor<4x8xf32>
  %z = sinter.div %x, %b : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @sum_with_its_own_transpose
// CHECK: plan.launch @exp_transpose_add
// CHECK-NOT: plan.launch
func.func @sum_with_its_own_transpose(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = sinter.exp %x : tensor<8x8xf32>
  %t = sinter.transpose %e permutation = [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  %y = sinter.add %e, %t : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @unused_results_cost_nothing
// CHECK: plan.launch @exp
// CHECK-NOT: plan.launch
func.func @unused_results_cost_nothing(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = sinter.exp %x : tensor<4x8xf32>
  %m = sinter.sum %e axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %e : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @softmax_over_one_element
// CHECK: plan.launch @softmax
// CHECK-NOT: kernel.group_reduce
func.func @softmax_over_one_element(%x: tensor<4x1xf32>) -> tensor<4x1xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<4x1xf32>
  return %y : tensor<4x1xf32>
}

// -----

// The rows have other numbers: two kernels.
// CHECK-LABEL: plan.entry @sum_read_through_a_reshape
// CHECK: plan.launch
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @sum_read_through_a_reshape(%x: tensor<4x6x8xf32>) -> tensor<24x8xf32> {
  %s = sinter.sum %x axes = [2] : tensor<4x6x8xf32> -> tensor<4x6xf32>
  %r = sinter.reshape %s : tensor<4x6xf32> -> tensor<24xf32>
  %b = sinter.broadcast %r dims = [0] : tensor<24xf32> -> tensor<24x8xf32>
  %xr = sinter.reshape %x : tensor<4x6x8xf32> -> tensor<24x8xf32>
  %y = sinter.div %xr, %b : tensor<24x8xf32>
  return %y : tensor<24x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @argument_returned_twice
// CHECK: plan.copy
// CHECK: plan.copy
// CHECK-NOT: plan.copy
func.func @argument_returned_twice(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  return %x, %x : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @transposed_argument_returned
// CHECK: plan.launch @transpose
// CHECK-NOT: plan.copy
func.func @transposed_argument_returned(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  return %t : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: plan.entry @constant_returned
// CHECK: plan.copy
func.func @constant_returned(%x: tensor<4x8xf32>) -> tensor<2xf32> {
  %c = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %c : tensor<2xf32>
}

// -----

// CHECK-LABEL: plan.entry @value_and_its_reshape_returned
// CHECK: plan.launch @exp
// CHECK: plan.output 1
// CHECK-NOT: plan.copy
func.func @value_and_its_reshape_returned(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<32xf32>) {
  %e = sinter.exp %x : tensor<4x8xf32>
  %r = sinter.reshape %e : tensor<4x8xf32> -> tensor<32xf32>
  return %e, %r : tensor<4x8xf32>, tensor<32xf32>
}

// -----

// CHECK-LABEL: plan.entry @init
// CHECK: plan.matmul
// CHECK-LABEL: plan.entry @product_of_constants_is_made_at_load
// CHECK-NOT: plan.matmul
// CHECK: plan.launch
func.func @product_of_constants_is_made_at_load(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = sinter.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = sinter.matmul %c, %c : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  %z = sinter.add %x, %y : tensor<2x2xf32>
  return %z : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: plan.entry @product_with_one_repeated_constant
// CHECK: plan.constant
// CHECK: plan.matmul
func.func @product_with_one_repeated_constant(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = sinter.constant dense<1.0> : tensor<2x2xf32>
  %y = sinter.matmul %x, %c : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: plan.entry @layer_norm_over_two_axes
// CHECK: plan.launch @layer_norm
// CHECK-NOT: plan.launch
func.func @layer_norm_over_two_axes(%x: tensor<2x4x8xf32>, %g: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<2x4x8xf32> {
  %y = sinter.layer_norm %x scale(%g : tensor<4x8xf32>) bias(%b : tensor<4x8xf32>) axis = 1 epsilon = 1.0e-5 : tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @softmax_over_a_middle_axis
// CHECK: plan.launch @softmax
// CHECK-NOT: plan.launch
func.func @softmax_over_a_middle_axis(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @chained_softmaxes_of_one_axis
// CHECK: plan.launch @softmax
// CHECK-NOT: plan.launch
func.func @chained_softmaxes_of_one_axis(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<4x8xf32>
  %z = sinter.softmax %y axis = 1 : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @chained_softmaxes_of_two_axes
// CHECK: plan.launch @softmax
// CHECK: plan.launch @softmax
// CHECK-NOT: plan.launch
func.func @chained_softmaxes_of_two_axes(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<4x8xf32>
  %z = sinter.softmax %y axis = 0 : tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @two_functions_share_a_kernel
// CHECK: plan.launch @[[K:exp_[0-9a-f]+]]
// CHECK: plan.entry @second
// CHECK: plan.launch @[[K]]
// CHECK: kernel.thread_func @[[K]]
// CHECK-NOT: kernel.thread_func
func.func @two_functions_share_a_kernel(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.exp %x : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
func.func @second(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.exp %x : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: plan.entry @extent_known_from_no_input
// CHECK: plan.launch
func.func @extent_known_from_no_input(%x: tensor<8xf32>) -> tensor<?x8xf32, #sinter.dims<n, 8>> {
  %y = sinter.broadcast %x dims = [1] : tensor<8xf32> -> tensor<?x8xf32, #sinter.dims<n, 8>>
  return %y : tensor<?x8xf32, #sinter.dims<n, 8>>
}

// -----

// Two kernels, which share a launch.
// CHECK-LABEL: plan.entry @unequal_pieces_returned
// CHECK: plan.launch @exp_split_x2
// CHECK-NOT: plan.launch
func.func @unequal_pieces_returned(%x: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x5xf32>) {
  %e = sinter.exp %x : tensor<4x8xf32>
  %a, %b = sinter.split %e axis = 1 : tensor<4x8xf32> -> tensor<4x3xf32>, tensor<4x5xf32>
  return %a, %b : tensor<4x3xf32>, tensor<4x5xf32>
}

// -----

// A library takes no stride of 0.
// CHECK-LABEL: plan.entry @product_of_a_repeated_row
// CHECK: plan.launch @copy
// CHECK: plan.matmul
func.func @product_of_a_repeated_row(%x: tensor<8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %b = sinter.broadcast %x dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %y = sinter.matmul %b, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: plan.entry @bias_and_relu_cost_no_kernel
// CHECK: plan.matmul {{.*}} bias
// CHECK-NOT: plan.launch
func.func @bias_and_relu_cost_no_kernel(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  %y = sinter.matmul %x, %w : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
  %bb = sinter.broadcast %b dims = [1] : tensor<6xf32> -> tensor<4x6xf32>
  %z = sinter.add %y, %bb : tensor<4x6xf32>
  %r = sinter.relu %z : tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: plan.entry @gather_by_gathered_indices
// CHECK: plan.launch @gather
// CHECK-NOT: plan.launch
func.func @gather_by_gathered_indices(%x: tensor<5x3xf32>, %i: tensor<2xi64>, %t: tensor<9xi64>) -> tensor<2x3xf32> {
  %c = sinter.gather %t, %i axis = 0 : tensor<9xi64>, tensor<2xi64> -> tensor<2xi64>
  %y = sinter.gather %x, %c axis = 0 : tensor<5x3xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}

// -----

// Rotated halves of queries and keys, which share their angles: one kernel, which reads each half where it is needed.
// CHECK-LABEL: plan.entry @rotary_embedding
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @rotary_embedding(%q: tensor<3x8xf32>, %k: tensor<3x8xf32>, %cos: tensor<3x8xf32>, %sin: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>) {
  %qb = sinter.slice %q starts = [0, 4] steps = [1, 1] : tensor<3x8xf32> -> tensor<3x4xf32>
  %qn = sinter.neg %qb : tensor<3x4xf32>
  %qa = sinter.slice %q starts = [0, 0] steps = [1, 1] : tensor<3x8xf32> -> tensor<3x4xf32>
  %qr = sinter.concat %qn, %qa axis = 1 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x8xf32>
  %q0 = sinter.mul %q, %cos : tensor<3x8xf32>
  %q1 = sinter.mul %qr, %sin : tensor<3x8xf32>
  %qy = sinter.add %q0, %q1 : tensor<3x8xf32>
  %kb = sinter.slice %k starts = [0, 4] steps = [1, 1] : tensor<3x8xf32> -> tensor<3x4xf32>
  %kn = sinter.neg %kb : tensor<3x4xf32>
  %ka = sinter.slice %k starts = [0, 0] steps = [1, 1] : tensor<3x8xf32> -> tensor<3x4xf32>
  %kr = sinter.concat %kn, %ka axis = 1 : tensor<3x4xf32>, tensor<3x4xf32> -> tensor<3x8xf32>
  %k0 = sinter.mul %k, %cos : tensor<3x8xf32>
  %k1 = sinter.mul %kr, %sin : tensor<3x8xf32>
  %ky = sinter.add %k0, %k1 : tensor<3x8xf32>
  return %qy, %ky : tensor<3x8xf32>, tensor<3x8xf32>
}

// -----

// A position, a value, what becomes of both, and what is dropped at random: one kernel.
// CHECK-LABEL: plan.entry @position_and_dropout
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @position_and_dropout(%x: tensor<64x256xbf16>, %seed: tensor<i64>, %offset: tensor<i64>) -> (tensor<64xi64>, tensor<64x256xbf16>) {
  %p = sinter.softmax %x axis = 1 : tensor<64x256xbf16>
  %i = sinter.argmax %p axes = [1] : tensor<64x256xbf16> -> tensor<64xi64>
  %y, %kept = sinter.dropout %p seed %seed offset %offset p = 0.1 : tensor<64x256xbf16>
  return %i, %y : tensor<64xi64>, tensor<64x256xbf16>
}

// -----

// CHECK-LABEL: plan.entry @first_k_of_a_row
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @first_k_of_a_row(%x: tensor<64x256xf32>) -> (tensor<64x4xf32>, tensor<64x4xi64>, tensor<64xf32>) {
  %a = sinter.exp %x : tensor<64x256xf32>
  %v, %i = sinter.topk %a k = 4 axes = [1] : tensor<64x256xf32> -> tensor<64x4xf32>, tensor<64x4xi64>
  %s = sinter.sum %a axes = [1] : tensor<64x256xf32> -> tensor<64xf32>
  return %v, %i, %s : tensor<64x4xf32>, tensor<64x4xi64>, tensor<64xf32>
}

// -----

// CHECK-LABEL: plan.entry @scan_among_neighbours
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @scan_among_neighbours(%x: tensor<64x256xf32>, %w: tensor<256xf32>) -> tensor<64x256xf32> {
  %b = sinter.broadcast %w dims = [1] : tensor<256xf32> -> tensor<64x256xf32>
  %a = sinter.mul %x, %b : tensor<64x256xf32>
  %s = sinter.cumsum %a axis = 1 : tensor<64x256xf32>
  %y = sinter.sub %s, %x : tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
