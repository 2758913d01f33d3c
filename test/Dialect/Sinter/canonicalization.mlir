// RUN: sinter opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @reshape_of_reshape
func.func @reshape_of_reshape(%x: tensor<4x8xf32>) -> tensor<2x16xf32> {
  // CHECK-NEXT: %[[R:.*]] = sinter.reshape %{{.*}} : tensor<4x8xf32> -> tensor<2x16xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = sinter.reshape %x : tensor<4x8xf32> -> tensor<32xf32>
  %1 = sinter.reshape %0 : tensor<32xf32> -> tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

// CHECK-LABEL: func.func @reshape_there_and_back
// CHECK-SAME: %[[X:.*]]: tensor
func.func @reshape_there_and_back(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.reshape %x : tensor<4x8xf32> -> tensor<32xf32>
  %1 = sinter.reshape %0 : tensor<32xf32> -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @reshape_of_constant
func.func @reshape_of_constant() -> tensor<2x2xf32> {
  // CHECK-NEXT: sinter.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
  %0 = sinter.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = sinter.reshape %0 : tensor<4xf32> -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @transpose_of_transpose
func.func @transpose_of_transpose(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  // CHECK-NEXT: sinter.transpose %{{.*}} permutation = [2, 0, 1] : tensor<2x3x4xf32> -> tensor<4x2x3xf32>
  // CHECK-NEXT: return
  %0 = sinter.transpose %x permutation = [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %1 = sinter.transpose %0 permutation = [1, 2, 0] : tensor<3x4x2xf32> -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}

// Heads that are merged into the batch, moved with it and taken out again.
// CHECK-LABEL: func.func @transpose_between_merged_dims
// CHECK-SAME: %[[X:.*]]: tensor<?x12x?x64xf32
func.func @transpose_between_merged_dims(%x: tensor<?x12x?x64xf32, #sinter.dims<b, 12, s, 64>>) -> tensor<?x12x64x?xf32, #sinter.dims<b, 12, 64, s>> {
  // CHECK-NEXT: %[[T:.*]] = sinter.transpose %[[X]] permutation = [0, 1, 3, 2]
  // CHECK-NEXT: return %[[T]]
  %0 = sinter.reshape %x : tensor<?x12x?x64xf32, #sinter.dims<b, 12, s, 64>> -> tensor<?x?x64xf32, #sinter.dims<b * 12, s, 64>>
  %1 = sinter.transpose %0 permutation = [0, 2, 1] : tensor<?x?x64xf32, #sinter.dims<b * 12, s, 64>> -> tensor<?x64x?xf32, #sinter.dims<b * 12, 64, s>>
  %2 = sinter.reshape %1 : tensor<?x64x?xf32, #sinter.dims<b * 12, 64, s>> -> tensor<?x12x64x?xf32, #sinter.dims<b, 12, 64, s>>
  return %2 : tensor<?x12x64x?xf32, #sinter.dims<b, 12, 64, s>>
}

// -----

// Taken apart in another way than they were merged.
// CHECK-LABEL: func.func @transpose_between_other_dims
func.func @transpose_between_other_dims(%x: tensor<4x6x8xf32>) -> tensor<8x6x4xf32> {
  // CHECK: sinter.reshape
  // CHECK: sinter.transpose
  // CHECK: sinter.reshape
  %0 = sinter.reshape %x : tensor<4x6x8xf32> -> tensor<24x8xf32>
  %1 = sinter.transpose %0 permutation = [1, 0] : tensor<24x8xf32> -> tensor<8x24xf32>
  %2 = sinter.reshape %1 : tensor<8x24xf32> -> tensor<8x6x4xf32>
  return %2 : tensor<8x6x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_there_and_back
// CHECK-SAME: %[[X:.*]]: tensor
func.func @transpose_there_and_back(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.transpose %x permutation = [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
  %1 = sinter.transpose %0 permutation = [2, 0, 1] : tensor<3x4x2xf32> -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @split_with_one_piece_in_use
func.func @split_with_one_piece_in_use(%x: tensor<2x9xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: sinter.slice %{{.*}} starts = [0, 2] steps = [1, 1] : tensor<2x9xf32> -> tensor<2x3xf32>
  %0, %1, %2 = sinter.split %x axis = 1 : tensor<2x9xf32> -> tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x4xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @split_with_two_pieces_in_use
func.func @split_with_two_pieces_in_use(%x: tensor<9xf32>) -> (tensor<3xf32>, tensor<4xf32>) {
  // CHECK-NEXT: sinter.split
  %0, %1, %2 = sinter.split %x axis = 0 : tensor<9xf32> -> tensor<2xf32>, tensor<3xf32>, tensor<4xf32>
  return %1, %2 : tensor<3xf32>, tensor<4xf32>
}

// The piece's start is no integer.
// CHECK-LABEL: func.func @split_behind_a_symbolic_piece
func.func @split_behind_a_symbolic_piece(%x: tensor<?xf32, #sinter.dims<a + b>>) -> tensor<?xf32, #sinter.dims<b>> {
  // CHECK-NEXT: sinter.split
  %0, %1 = sinter.split %x axis = 0 : tensor<?xf32, #sinter.dims<a + b>> -> tensor<?xf32, #sinter.dims<a>>, tensor<?xf32, #sinter.dims<b>>
  return %1 : tensor<?xf32, #sinter.dims<b>>
}

// CHECK-LABEL: func.func @slice_of_all
// CHECK-SAME: %[[X:.*]]: tensor
func.func @slice_of_all(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.slice %x starts = [0, 0] steps = [1, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @slice_reversed
func.func @slice_reversed(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: sinter.slice
  %0 = sinter.slice %x starts = [3] steps = [-1] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @concat_of_one
// CHECK-SAME: %[[X:.*]]: tensor
func.func @concat_of_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.concat %x axis = 0 : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_of_broadcast
func.func @broadcast_of_broadcast(%x: tensor<8xf32>) -> tensor<2x4x8xf32> {
  // CHECK-NEXT: sinter.broadcast %{{.*}} dims = [2] : tensor<8xf32> -> tensor<2x4x8xf32>
  // CHECK-NEXT: return
  %0 = sinter.broadcast %x dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %1 = sinter.broadcast %0 dims = [1, 2] : tensor<4x8xf32> -> tensor<2x4x8xf32>
  return %1 : tensor<2x4x8xf32>
}

// The inner one widens one dimension, the outer one another.
// CHECK-LABEL: func.func @broadcast_of_broadcast_from_ones
func.func @broadcast_of_broadcast_from_ones(%x: tensor<1x1x8xf32>) -> tensor<3x4x8xf32> {
  // CHECK-NEXT: sinter.broadcast %{{.*}} dims = [0, 1, 2] : tensor<1x1x8xf32> -> tensor<3x4x8xf32>
  // CHECK-NEXT: return
  %0 = sinter.broadcast %x dims = [0, 1, 2] : tensor<1x1x8xf32> -> tensor<1x4x8xf32>
  %1 = sinter.broadcast %0 dims = [0, 1, 2] : tensor<1x4x8xf32> -> tensor<3x4x8xf32>
  return %1 : tensor<3x4x8xf32>
}

// CHECK-LABEL: func.func @broadcast_of_broadcast_to_a_symbol
func.func @broadcast_of_broadcast_to_a_symbol(%x: tensor<1xf32>) -> tensor<4x?xf32, #sinter.dims<4, n>> {
  // CHECK-NEXT: sinter.broadcast %{{.*}} dims = [1] : tensor<1xf32> -> tensor<4x?xf32, #sinter.dims<4, n>>
  // CHECK-NEXT: return
  %0 = sinter.broadcast %x dims = [0] : tensor<1xf32> -> tensor<?xf32, #sinter.dims<n>>
  %1 = sinter.broadcast %0 dims = [1] : tensor<?xf32, #sinter.dims<n>> -> tensor<4x?xf32, #sinter.dims<4, n>>
  return %1 : tensor<4x?xf32, #sinter.dims<4, n>>
}

// A transpose stands between: the two are no one broadcast.
// CHECK-LABEL: func.func @broadcast_of_transposed_broadcast
func.func @broadcast_of_transposed_broadcast(%x: tensor<8xf32>) -> tensor<2x8x4xf32> {
  // CHECK-NEXT: sinter.broadcast
  // CHECK-NEXT: sinter.transpose
  // CHECK-NEXT: sinter.broadcast
  %0 = sinter.broadcast %x dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %1 = sinter.transpose %0 permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  %2 = sinter.broadcast %1 dims = [1, 2] : tensor<8x4xf32> -> tensor<2x8x4xf32>
  return %2 : tensor<2x8x4xf32>
}

// CHECK-LABEL: func.func @broadcast_of_nothing
// CHECK-SAME: %[[X:.*]]: tensor
func.func @broadcast_of_nothing(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.broadcast %x dims = [0, 1] : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @add_negative_zero
// CHECK-SAME: %[[X:.*]]: tensor
func.func @add_negative_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.constant dense<-0.0> : tensor<4xf32>
  %1 = sinter.add %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -0 + +0 is +0.
// CHECK-LABEL: func.func @add_positive_zero_stays
func.func @add_positive_zero_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: sinter.add
  %0 = sinter.constant dense<0.0> : tensor<4xf32>
  %1 = sinter.add %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @add_integer_zero
// CHECK-SAME: %[[X:.*]]: tensor
func.func @add_integer_zero(%x: tensor<4xi8>) -> tensor<4xi8> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.constant dense<0> : tensor<4xi8>
  %1 = sinter.add %0, %x : tensor<4xi8>
  return %1 : tensor<4xi8>
}

// CHECK-LABEL: func.func @subtract_zero
// CHECK-SAME: %[[X:.*]]: tensor
func.func @subtract_zero(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.constant dense<0.0> : tensor<4xbf16>
  %1 = sinter.sub %x, %0 : tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// -0 - -0 is +0.
// CHECK-LABEL: func.func @subtract_negative_zero_stays
func.func @subtract_negative_zero_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: sinter.sub
  %0 = sinter.constant dense<-0.0> : tensor<4xf32>
  %1 = sinter.sub %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @multiply_by_one
// CHECK-SAME: %[[X:.*]]: tensor
func.func @multiply_by_one(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n>> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.constant dense<1.0> : tensor<f32>
  %1 = sinter.broadcast %0 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<n>>
  %2 = sinter.mul %1, %x : tensor<?xf32, #sinter.dims<n>>
  return %2 : tensor<?xf32, #sinter.dims<n>>
}

// NaN * 0 is NaN.
// CHECK-LABEL: func.func @multiply_by_zero_stays
func.func @multiply_by_zero_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: sinter.mul
  %0 = sinter.constant dense<0.0> : tensor<4xf32>
  %1 = sinter.mul %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @divide_by_one
// CHECK-SAME: %[[X:.*]]: tensor
func.func @divide_by_one(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.constant dense<1> : tensor<4xi32>
  %1 = sinter.div %x, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @negate_twice
// CHECK-SAME: %[[X:.*]]: tensor
func.func @negate_twice(%x: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.neg %x : tensor<4xi32>
  %1 = sinter.neg %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @cast_to_the_same_type
// CHECK-SAME: %[[X:.*]]: tensor
func.func @cast_to_the_same_type(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-NEXT: return %[[X]]
  %0 = sinter.cast %x : tensor<4xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// A rounding that the author asked for is never dropped.
// CHECK-LABEL: func.func @cast_there_and_back
func.func @cast_there_and_back(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: sinter.cast
  // CHECK-NEXT: sinter.cast
  %0 = sinter.cast %x : tensor<4xf32> -> tensor<4xf16>
  %1 = sinter.cast %0 : tensor<4xf16> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What has no effect and no use goes.
// CHECK-LABEL: func.func @unused
func.func @unused(%x: tensor<4xf32>) {
  // CHECK-NEXT: return
  %0 = sinter.softmax %x axis = 0 : tensor<4xf32>
  %1:2 = sinter.split %0 axis = 0 : tensor<4xf32> -> tensor<2xf32>, tensor<2xf32>
  return
}
