// Composites become elementwise operators, broadcasts and reductions, in f32 with one cast back.
// RUN: sinter-opt %s --sinter-decompose-composites | FileCheck %s

// The maximum's -inf is put aside, so that a slice of -inf throughout gives 0 and not NaN.
// CHECK-LABEL: @softmax_guards_rows_of_minus_infinity
// CHECK: %[[MAX:.*]] = sinter.reduce_max %arg0 axes = [1]
// CHECK: %[[LEAST:.*]] = sinter.compare eq %[[MAX]]
// CHECK: %[[SHIFT:.*]] = sinter.select %[[LEAST]], %{{.*}}, %[[MAX]]
// CHECK: %[[SHIFTS:.*]] = sinter.broadcast %[[SHIFT]] dims = [0]
// CHECK: %[[DISTANCE:.*]] = sinter.sub %arg0, %[[SHIFTS]]
// CHECK: %[[EXP:.*]] = sinter.exp %[[DISTANCE]]
// CHECK: sinter.sum %[[EXP]] axes = [1]
// CHECK: sinter.div %[[EXP]]
// CHECK-NOT: sinter.softmax
func.func @softmax_guards_rows_of_minus_infinity(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.softmax %x axis = 1 : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// CHECK-LABEL: @bf16_is_widened_once_and_rounded_once
// CHECK: %[[WIDE:.*]] = sinter.cast %arg0 : tensor<4x8xbf16> -> tensor<4x8xf32>
// CHECK-NOT: bf16
// CHECK: %[[Y:.*]] = sinter.cast %{{.*}} : tensor<4x8xf32> -> tensor<4x8xbf16>
// CHECK-NEXT: return %[[Y]]
func.func @bf16_is_widened_once_and_rounded_once(%x: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %y = sinter.softmax %x axis = 1 : tensor<4x8xbf16>
  return %y : tensor<4x8xbf16>
}

// CHECK-LABEL: @layer_norm_over_two_axes
// CHECK: sinter.mean %{{.*}} axes = [1, 2]
// CHECK: %[[DISTANCE:.*]] = sinter.sub
// CHECK: %[[SQUARE:.*]] = sinter.mul %[[DISTANCE]], %[[DISTANCE]]
// CHECK: sinter.mean %[[SQUARE]] axes = [1, 2]
// CHECK: sinter.rsqrt
// CHECK: sinter.broadcast %arg1 dims = [1, 2]
// CHECK: sinter.broadcast %arg2 dims = [1, 2]
// CHECK-NOT: sinter.layer_norm
func.func @layer_norm_over_two_axes(%x: tensor<2x4x8xf32>, %g: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<2x4x8xf32> {
  %y = sinter.layer_norm %x scale(%g : tensor<4x8xf32>) bias(%b : tensor<4x8xf32>) axis = 1 epsilon = 1.0e-5 : tensor<2x4x8xf32>
  return %y : tensor<2x4x8xf32>
}

// CHECK-LABEL: @rms_norm_has_no_mean_to_subtract
// CHECK: %[[SQUARE:.*]] = sinter.mul %arg0, %arg0
// CHECK-NEXT: sinter.mean %[[SQUARE]] axes = [1]
// CHECK-NOT: sinter.sub
// CHECK: sinter.rsqrt
// CHECK-NOT: sinter.rms_norm
func.func @rms_norm_has_no_mean_to_subtract(%x: tensor<?x8xf32, #sinter.dims<tokens, 8>>) -> tensor<?x8xf32, #sinter.dims<tokens, 8>> {
  %y = sinter.rms_norm %x axis = 1 epsilon = 1.0e-6 : tensor<?x8xf32, #sinter.dims<tokens, 8>>
  return %y : tensor<?x8xf32, #sinter.dims<tokens, 8>>
}

// No library has a product of integers.
// CHECK-LABEL: func.func @product_of_integers
func.func @product_of_integers(%a: tensor<2x3x4xi32>, %b: tensor<5x4xi32>) -> tensor<2x3x5xi32> {
  // CHECK: %[[A:.*]] = sinter.broadcast %{{.*}} dims = [0, 1, 3] : tensor<2x3x4xi32> -> tensor<2x3x5x4xi32>
  // CHECK: %[[B:.*]] = sinter.broadcast %{{.*}} dims = [2, 3] : tensor<5x4xi32> -> tensor<2x3x5x4xi32>
  // CHECK: %[[P:.*]] = sinter.mul %[[A]], %[[B]]
  // CHECK: sinter.sum %[[P]] axes = [3]
  %y = sinter.matmul %a, %b {transpose_rhs} : tensor<2x3x4xi32>, tensor<5x4xi32> -> tensor<2x3x5xi32>
  return %y : tensor<2x3x5xi32>
}

// Rows whose squares leave f32 pick a form that is scaled down; squares of f16 never do.
// CHECK-LABEL: @a_norm_of_huge_rows_is_scaled
// CHECK: %[[SQUARE:.*]] = sinter.mul %arg0, %arg0
// CHECK: %[[MOMENT:.*]] = sinter.mean %[[SQUARE]]
// CHECK: %[[SPREAD:.*]] = sinter.add %[[MOMENT]]
// CHECK: %[[SMALL:.*]] = sinter.mul %arg0
// CHECK: %[[FITS:.*]] = sinter.compare lt %[[SPREAD]]
// CHECK: sinter.mul %[[SMALL]], %[[SMALL]]
// CHECK: sinter.select %[[FITS]], %[[SPREAD]]
// CHECK: sinter.rsqrt
func.func @a_norm_of_huge_rows_is_scaled(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.rms_norm %x axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// The greatest element tells, in the pass that adds the row up.
// CHECK-LABEL: @a_layer_norm_of_huge_rows_is_scaled
// CHECK: %[[MOST:.*]] = sinter.reduce_max
// CHECK: %[[HUGE:.*]] = sinter.compare gt %[[MOST]]
// CHECK: %[[FACTOR:.*]] = sinter.select %[[HUGE]]
// CHECK: %[[FACTORS:.*]] = sinter.broadcast %[[FACTOR]]
// CHECK: %[[X:.*]] = sinter.mul %arg0, %[[FACTORS]]
// CHECK: sinter.sub %[[X]]
func.func @a_layer_norm_of_huge_rows_is_scaled(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.layer_norm %x axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// CHECK-LABEL: @a_norm_of_halves_is_not
// CHECK-NOT: sinter.select
func.func @a_norm_of_halves_is_not(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %y = sinter.rms_norm %x axis = 1 epsilon = 1.0e-5 : tensor<4x8xf16>
  return %y : tensor<4x8xf16>
}

// A composite rounds as arithmetic does: f8E5M2 has an infinity, which a plain cast does not give.
// CHECK-LABEL: @narrow_results_overflow
// CHECK: sinter.cast %{{.*}} overflow : tensor<8xf32> -> tensor<8xf8E5M2>
func.func @narrow_results_overflow(%x: tensor<8xf8E5M2>, %s: tensor<i64>, %o: tensor<i64>) -> tensor<8xf8E5M2> {
  %y, %kept = sinter.dropout %x seed %s offset %o p = 0.5 : tensor<8xf8E5M2>
  return %y : tensor<8xf8E5M2>
}

// CHECK-LABEL: @a_product_of_8_bit_floats_is_one_of_f32
// CHECK-DAG: %[[X:.*]] = sinter.cast %arg0 : tensor<3x4xf8E5M2> -> tensor<3x4xf32>
// CHECK-DAG: %[[W:.*]] = sinter.cast %arg1 : tensor<5x4xf8E5M2> -> tensor<5x4xf32>
// CHECK: %[[P:.*]] = sinter.matmul %[[X]], %[[W]] {transpose_rhs}
// CHECK: sinter.cast %[[P]] overflow
func.func @a_product_of_8_bit_floats_is_one_of_f32(%x: tensor<3x4xf8E5M2>, %w: tensor<5x4xf8E5M2>) -> tensor<3x5xf8E5M2> {
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<3x4xf8E5M2>, tensor<5x4xf8E5M2> -> tensor<3x5xf8E5M2>
  return %p : tensor<3x5xf8E5M2>
}
