// What exporters write of an idiom, and the nearest that is none.
// RUN: sinter-opt %s --sinter-raise-idioms --split-input-file | FileCheck %s

// CHECK-LABEL: @gelu_erf_product_with_reciprocal_root
// CHECK-NEXT: %[[Y:.*]] = sinter.gelu erf %arg0
// CHECK-NEXT: return %[[Y]]
func.func @gelu_erf_product_with_reciprocal_root(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = sinter.constant dense<0.70710678> : tensor<f32>
  %half = sinter.constant dense<0.5> : tensor<f32>
  %one = sinter.constant dense<1.0> : tensor<f32>
  %cs = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<4x8xf32>
  %halves = sinter.broadcast %half dims = [] : tensor<f32> -> tensor<4x8xf32>
  %ones = sinter.broadcast %one dims = [] : tensor<f32> -> tensor<4x8xf32>
  %0 = sinter.mul %x, %halves : tensor<4x8xf32>
  %1 = sinter.mul %cs, %x : tensor<4x8xf32>
  %2 = sinter.erf %1 : tensor<4x8xf32>
  %3 = sinter.add %2, %ones : tensor<4x8xf32>
  %4 = sinter.mul %0, %3 : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @gelu_erf_quotient_by_root
// CHECK-NEXT: sinter.gelu erf %arg0
// CHECK-NEXT: return
func.func @gelu_erf_quotient_by_root(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %root = sinter.constant dense<1.41421354> : tensor<f32>
  %half = sinter.constant dense<0.5> : tensor<f32>
  %one = sinter.constant dense<1.0> : tensor<f32>
  %roots = sinter.broadcast %root dims = [] : tensor<f32> -> tensor<4x8xf32>
  %halves = sinter.broadcast %half dims = [] : tensor<f32> -> tensor<4x8xf32>
  %ones = sinter.broadcast %one dims = [] : tensor<f32> -> tensor<4x8xf32>
  %0 = sinter.div %x, %roots : tensor<4x8xf32>
  %1 = sinter.erf %0 : tensor<4x8xf32>
  %2 = sinter.add %ones, %1 : tensor<4x8xf32>
  %3 = sinter.mul %x, %2 : tensor<4x8xf32>
  %4 = sinter.mul %3, %halves : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @gelu_erf_of_another_constant
// CHECK-NOT: sinter.gelu
func.func @gelu_erf_of_another_constant(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = sinter.constant dense<0.7071> : tensor<4x8xf32>
  %halves = sinter.constant dense<0.5> : tensor<4x8xf32>
  %ones = sinter.constant dense<1.0> : tensor<4x8xf32>
  %0 = sinter.mul %x, %c : tensor<4x8xf32>
  %1 = sinter.erf %0 : tensor<4x8xf32>
  %2 = sinter.add %1, %ones : tensor<4x8xf32>
  %3 = sinter.mul %x, %2 : tensor<4x8xf32>
  %4 = sinter.mul %3, %halves : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @gelu_erf_with_another_reader
// CHECK-NOT: sinter.gelu
func.func @gelu_erf_with_another_reader(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c = sinter.constant dense<0.70710678> : tensor<4x8xf32>
  %halves = sinter.constant dense<0.5> : tensor<4x8xf32>
  %ones = sinter.constant dense<1.0> : tensor<4x8xf32>
  %0 = sinter.mul %x, %c : tensor<4x8xf32>
  %1 = sinter.erf %0 : tensor<4x8xf32>
  %2 = sinter.add %1, %ones : tensor<4x8xf32>
  %3 = sinter.mul %x, %2 : tensor<4x8xf32>
  %4 = sinter.mul %3, %halves : tensor<4x8xf32>
  return %4, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// In f16 each operator rounds, the idiom once.
// CHECK-LABEL: @gelu_erf_of_f16
// CHECK-NOT: sinter.gelu
func.func @gelu_erf_of_f16(%x: tensor<4x8xf16>) -> tensor<4x8xf16> {
  %c = sinter.constant dense<0.70710678> : tensor<4x8xf16>
  %halves = sinter.constant dense<0.5> : tensor<4x8xf16>
  %ones = sinter.constant dense<1.0> : tensor<4x8xf16>
  %0 = sinter.mul %x, %c : tensor<4x8xf16>
  %1 = sinter.erf %0 : tensor<4x8xf16>
  %2 = sinter.add %1, %ones : tensor<4x8xf16>
  %3 = sinter.mul %x, %2 : tensor<4x8xf16>
  %4 = sinter.mul %3, %halves : tensor<4x8xf16>
  return %4 : tensor<4x8xf16>
}

// -----

// CHECK-LABEL: @gelu_tanh_with_pow
// CHECK-NEXT: sinter.gelu tanh %arg0
// CHECK-NEXT: return
func.func @gelu_tanh_with_pow(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %three = sinter.constant dense<3.0> : tensor<4x8xf32>
  %a = sinter.constant dense<0.044715> : tensor<4x8xf32>
  %b = sinter.constant dense<0.797884583> : tensor<4x8xf32>
  %half = sinter.constant dense<0.5> : tensor<4x8xf32>
  %one = sinter.constant dense<1.0> : tensor<4x8xf32>
  %0 = sinter.mul %x, %half : tensor<4x8xf32>
  %1 = sinter.pow %x, %three : tensor<4x8xf32>
  %2 = sinter.mul %1, %a : tensor<4x8xf32>
  %3 = sinter.add %x, %2 : tensor<4x8xf32>
  %4 = sinter.mul %3, %b : tensor<4x8xf32>
  %5 = sinter.tanh %4 : tensor<4x8xf32>
  %6 = sinter.add %5, %one : tensor<4x8xf32>
  %7 = sinter.mul %0, %6 : tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @gelu_tanh_with_products
// CHECK-NEXT: sinter.gelu tanh %arg0
// CHECK-NEXT: return
func.func @gelu_tanh_with_products(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %a = sinter.constant dense<0.044715> : tensor<4x8xf32>
  %b = sinter.constant dense<0.797884583> : tensor<4x8xf32>
  %half = sinter.constant dense<0.5> : tensor<4x8xf32>
  %one = sinter.constant dense<1.0> : tensor<4x8xf32>
  %0 = sinter.mul %x, %a : tensor<4x8xf32>
  %1 = sinter.mul %0, %x : tensor<4x8xf32>
  %2 = sinter.add %one, %1 : tensor<4x8xf32>
  %3 = sinter.mul %x, %b : tensor<4x8xf32>
  %4 = sinter.mul %3, %2 : tensor<4x8xf32>
  %5 = sinter.tanh %4 : tensor<4x8xf32>
  %6 = sinter.add %one, %5 : tensor<4x8xf32>
  %7 = sinter.mul %6, %x : tensor<4x8xf32>
  %8 = sinter.mul %half, %7 : tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @gelu_tanh_of_another_power
// CHECK-NOT: sinter.gelu
func.func @gelu_tanh_of_another_power(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %two = sinter.constant dense<2.0> : tensor<4x8xf32>
  %a = sinter.constant dense<0.044715> : tensor<4x8xf32>
  %b = sinter.constant dense<0.797884583> : tensor<4x8xf32>
  %half = sinter.constant dense<0.5> : tensor<4x8xf32>
  %one = sinter.constant dense<1.0> : tensor<4x8xf32>
  %0 = sinter.mul %x, %half : tensor<4x8xf32>
  %1 = sinter.pow %x, %two : tensor<4x8xf32>
  %2 = sinter.mul %1, %a : tensor<4x8xf32>
  %3 = sinter.add %x, %2 : tensor<4x8xf32>
  %4 = sinter.mul %3, %b : tensor<4x8xf32>
  %5 = sinter.tanh %4 : tensor<4x8xf32>
  %6 = sinter.add %5, %one : tensor<4x8xf32>
  %7 = sinter.mul %0, %6 : tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @silu
// CHECK-NEXT: sinter.silu %arg0
// CHECK-NEXT: return
func.func @silu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sinter.sigmoid %x : tensor<4x8xf32>
  %1 = sinter.mul %0, %x : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @sigmoid_gates_another_value
// CHECK-NOT: sinter.silu
func.func @sigmoid_gates_another_value(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sinter.sigmoid %x : tensor<4x8xf32>
  %1 = sinter.mul %0, %y : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @sigmoid_spelt_out
// CHECK-NEXT: sinter.sigmoid %arg0
// CHECK-NEXT: return
func.func @sigmoid_spelt_out(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = sinter.constant dense<1.0> : tensor<4x8xf32>
  %0 = sinter.neg %x : tensor<4x8xf32>
  %1 = sinter.exp %0 : tensor<4x8xf32>
  %2 = sinter.add %1, %one : tensor<4x8xf32>
  %3 = sinter.reciprocal %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @sigmoid_without_the_sign
// CHECK-NOT: sinter.sigmoid
func.func @sigmoid_without_the_sign(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = sinter.constant dense<1.0> : tensor<4x8xf32>
  %1 = sinter.exp %x : tensor<4x8xf32>
  %2 = sinter.add %1, %one : tensor<4x8xf32>
  %3 = sinter.reciprocal %2 : tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @softmax_with_kept_dims
// CHECK-NEXT: sinter.softmax %arg0 axis = 1
// CHECK-NEXT: return
func.func @softmax_with_kept_dims(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sinter.reduce_max %x axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = sinter.reshape %0 : tensor<4xf32> -> tensor<4x1xf32>
  %2 = sinter.broadcast %1 dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %3 = sinter.sub %x, %2 : tensor<4x8xf32>
  %4 = sinter.exp %3 : tensor<4x8xf32>
  %5 = sinter.sum %4 axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %6 = sinter.broadcast %5 dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %7 = sinter.div %4, %6 : tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}

// -----

// The square shape would let the sums lie along the wrong dimension.
// CHECK-LABEL: @softmax_along_two_axes
// CHECK-NOT: sinter.softmax
func.func @softmax_along_two_axes(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sinter.reduce_max %x axes = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %1 = sinter.broadcast %0 dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %2 = sinter.sub %x, %1 : tensor<8x8xf32>
  %3 = sinter.exp %2 : tensor<8x8xf32>
  %4 = sinter.sum %3 axes = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %5 = sinter.broadcast %4 dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %6 = sinter.div %3, %5 : tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: @softmax_whose_exponential_is_read
// CHECK-NOT: sinter.softmax
func.func @softmax_whose_exponential_is_read(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = sinter.reduce_max %x axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %1 = sinter.broadcast %0 dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %2 = sinter.sub %x, %1 : tensor<4x8xf32>
  %3 = sinter.exp %2 : tensor<4x8xf32>
  %4 = sinter.sum %3 axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %5 = sinter.broadcast %4 dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %6 = sinter.div %3, %5 : tensor<4x8xf32>
  return %6, %3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @softmax_between_casts
// CHECK-NEXT: sinter.softmax %arg0 axis = 1 : tensor<4x8xbf16>
// CHECK-NEXT: return
func.func @softmax_between_casts(%x: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %0 = sinter.cast %x : tensor<4x8xbf16> -> tensor<4x8xf32>
  %1 = sinter.softmax %0 axis = 1 : tensor<4x8xf32>
  %2 = sinter.cast %1 : tensor<4x8xf32> -> tensor<4x8xbf16>
  return %2 : tensor<4x8xbf16>
}

// -----

// CHECK-LABEL: @layer_norm_with_scale_and_bias
// CHECK-SAME: %[[X:.*]]: tensor<2x4x8xf32>, %[[G:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>
// CHECK-NEXT: sinter.layer_norm %[[X]] scale(%[[G]] : tensor<8xf32>) bias(%[[B]] : tensor<8xf32>) axis = 2 epsilon = 9.99{{.*}}E-6
// CHECK-NEXT: return
func.func @layer_norm_with_scale_and_bias(%x: tensor<2x4x8xf32>, %g: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<2x4x8xf32> {
  %two = sinter.constant dense<2.0> : tensor<2x4x8xf32>
  %eps = sinter.constant dense<1.0e-5> : tensor<2x4x1xf32>
  %0 = sinter.mean %x axes = [2] : tensor<2x4x8xf32> -> tensor<2x4xf32>
  %1 = sinter.reshape %0 : tensor<2x4xf32> -> tensor<2x4x1xf32>
  %2 = sinter.broadcast %1 dims = [0, 1, 2] : tensor<2x4x1xf32> -> tensor<2x4x8xf32>
  %3 = sinter.sub %x, %2 : tensor<2x4x8xf32>
  %4 = sinter.pow %3, %two : tensor<2x4x8xf32>
  %5 = sinter.mean %4 axes = [2] : tensor<2x4x8xf32> -> tensor<2x4xf32>
  %6 = sinter.reshape %5 : tensor<2x4xf32> -> tensor<2x4x1xf32>
  %7 = sinter.add %6, %eps : tensor<2x4x1xf32>
  %8 = sinter.sqrt %7 : tensor<2x4x1xf32>
  %9 = sinter.broadcast %8 dims = [0, 1, 2] : tensor<2x4x1xf32> -> tensor<2x4x8xf32>
  %10 = sinter.div %3, %9 : tensor<2x4x8xf32>
  %11 = sinter.broadcast %g dims = [2] : tensor<8xf32> -> tensor<2x4x8xf32>
  %12 = sinter.mul %10, %11 : tensor<2x4x8xf32>
  %13 = sinter.broadcast %b dims = [2] : tensor<8xf32> -> tensor<2x4x8xf32>
  %14 = sinter.add %12, %13 : tensor<2x4x8xf32>
  return %14 : tensor<2x4x8xf32>
}

// -----

// The mean is of another axis: what remains is an RMS norm of the difference.
// CHECK-LABEL: @layer_norm_centred_along_another_axis
// CHECK: %[[C:.*]] = sinter.sub
// CHECK-NEXT: sinter.rms_norm %[[C]] axis = 1
func.func @layer_norm_centred_along_another_axis(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %eps = sinter.constant dense<1.0e-5> : tensor<8xf32>
  %0 = sinter.mean %x axes = [0] : tensor<8x8xf32> -> tensor<8xf32>
  %1 = sinter.broadcast %0 dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %2 = sinter.sub %x, %1 : tensor<8x8xf32>
  %3 = sinter.mul %2, %2 : tensor<8x8xf32>
  %4 = sinter.mean %3 axes = [1] : tensor<8x8xf32> -> tensor<8xf32>
  %5 = sinter.add %4, %eps : tensor<8xf32>
  %6 = sinter.sqrt %5 : tensor<8xf32>
  %7 = sinter.broadcast %6 dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %8 = sinter.div %2, %7 : tensor<8x8xf32>
  return %8 : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: @rms_norm_by_reciprocal
// CHECK-NEXT: sinter.rms_norm %arg0 scale(%arg1 : tensor<8xf32>) axis = 1
// CHECK-NEXT: return
func.func @rms_norm_by_reciprocal(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
  %two = sinter.constant dense<2.0> : tensor<4x8xf32>
  %eps = sinter.constant dense<1.0e-6> : tensor<4x1xf32>
  %0 = sinter.pow %x, %two : tensor<4x8xf32>
  %1 = sinter.mean %0 axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = sinter.reshape %1 : tensor<4xf32> -> tensor<4x1xf32>
  %3 = sinter.add %2, %eps : tensor<4x1xf32>
  %4 = sinter.sqrt %3 : tensor<4x1xf32>
  %5 = sinter.reciprocal %4 : tensor<4x1xf32>
  %6 = sinter.broadcast %5 dims = [0, 1] : tensor<4x1xf32> -> tensor<4x8xf32>
  %7 = sinter.mul %x, %6 : tensor<4x8xf32>
  %8 = sinter.broadcast %g dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %9 = sinter.mul %8, %7 : tensor<4x8xf32>
  return %9 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @rms_norm_along_the_first_axis
// CHECK-NOT: sinter.rms_norm
func.func @rms_norm_along_the_first_axis(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %eps = sinter.constant dense<1.0e-6> : tensor<8xf32>
  %0 = sinter.mul %x, %x : tensor<4x8xf32>
  %1 = sinter.mean %0 axes = [0] : tensor<4x8xf32> -> tensor<8xf32>
  %2 = sinter.add %1, %eps : tensor<8xf32>
  %3 = sinter.rsqrt %2 : tensor<8xf32>
  %4 = sinter.broadcast %3 dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %5 = sinter.mul %x, %4 : tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @rms_norm_of_another_value
// CHECK-NOT: sinter.rms_norm
func.func @rms_norm_of_another_value(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %eps = sinter.constant dense<1.0e-6> : tensor<4xf32>
  %0 = sinter.mul %x, %x : tensor<4x8xf32>
  %1 = sinter.mean %0 axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  %2 = sinter.add %1, %eps : tensor<4xf32>
  %3 = sinter.rsqrt %2 : tensor<4xf32>
  %4 = sinter.broadcast %3 dims = [0] : tensor<4xf32> -> tensor<4x8xf32>
  %5 = sinter.mul %y, %4 : tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// -----

// A scale a row is not one of the normalized dimensions.
// CHECK-LABEL: @rms_norm_scaled_by_row
// CHECK: sinter.rms_norm %arg0 axis = 1
// CHECK: sinter.mul
func.func @rms_norm_scaled_by_row(%x: tensor<8x8xf32>, %g: tensor<8xf32>) -> tensor<8x8xf32> {
  %0 = sinter.rms_norm %x axis = 1 epsilon = 1.0e-6 : tensor<8x8xf32>
  %1 = sinter.broadcast %g dims = [0] : tensor<8xf32> -> tensor<8x8xf32>
  %2 = sinter.mul %0, %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
