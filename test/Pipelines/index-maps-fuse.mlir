// Index maps of all kinds share a kernel with what makes their operands and what reads their results: one kernel each.
// RUN: sinter-opt %s --sinter-pipeline --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: plan.entry @concat_of_three_transposed_rms_norm
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @concat_of_three_transposed_rms_norm(%x: tensor<7x5xf32>, %y: tensor<7x3xf32>, %z: tensor<7x9xf32>, %g: tensor<7xf32>) -> tensor<17x7xf32> {
  %c = sinter.concat %x, %y, %z axis = 1 : tensor<7x5xf32>, tensor<7x3xf32>, tensor<7x9xf32> -> tensor<7x17xf32>
  %t = sinter.transpose %c permutation = [1, 0] : tensor<7x17xf32> -> tensor<17x7xf32>
  %n = sinter.rms_norm %t scale(%g : tensor<7xf32>) axis = 1 epsilon = 1.0e-6 : tensor<17x7xf32>
  return %n : tensor<17x7xf32>
}

// -----

// CHECK-LABEL: plan.entry @bilinear_concat_silu
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @bilinear_concat_silu(%x: tensor<2x3x5x7xf16>, %y: tensor<2x4x10x14xf16>) -> tensor<2x7x10x14xf16> {
  %u = sinter.resize linear %x steps = [1, 1, 2, 2] offsets = [0, 0, -1, -1] divisors = [1, 1, 4, 4] : tensor<2x3x5x7xf16> -> tensor<2x3x10x14xf16>
  %c = sinter.concat %u, %y axis = 1 : tensor<2x3x10x14xf16>, tensor<2x4x10x14xf16> -> tensor<2x7x10x14xf16>
  %s = sinter.silu %c : tensor<2x7x10x14xf16>
  return %s : tensor<2x7x10x14xf16>
}

// -----

// CHECK-LABEL: plan.entry @gather_add_layer_norm
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @gather_add_layer_norm(%w: tensor<50x33xbf16>, %i: tensor<3x5xi64>, %p: tensor<5x33xbf16>, %g: tensor<33xbf16>, %b: tensor<33xbf16>) -> tensor<3x5x33xbf16> {
  %e = sinter.gather %w, %i axis = 0 : tensor<50x33xbf16>, tensor<3x5xi64> -> tensor<3x5x33xbf16>
  %pb = sinter.broadcast %p dims = [1, 2] : tensor<5x33xbf16> -> tensor<3x5x33xbf16>
  %s = sinter.add %e, %pb : tensor<3x5x33xbf16>
  %n = sinter.layer_norm %s scale(%g : tensor<33xbf16>) bias(%b : tensor<33xbf16>) axis = 2 epsilon = 1.0e-5 : tensor<3x5x33xbf16>
  return %n : tensor<3x5x33xbf16>
}

// -----

// CHECK-LABEL: plan.entry @split_swiglu_transpose
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @split_swiglu_transpose(%x: tensor<5x66xf32>) -> tensor<33x5xf32> {
  %g, %u = sinter.split %x axis = 1 : tensor<5x66xf32> -> tensor<5x33xf32>, tensor<5x33xf32>
  %s = sinter.silu %g : tensor<5x33xf32>
  %y = sinter.mul %s, %u : tensor<5x33xf32>
  %t = sinter.transpose %y permutation = [1, 0] : tensor<5x33xf32> -> tensor<33x5xf32>
  return %t : tensor<33x5xf32>
}

// -----

// CHECK-LABEL: plan.entry @pad_of_doubled_slice
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @pad_of_doubled_slice(%x: tensor<9x35xf32>) -> tensor<6x35xf32> {
  %s = sinter.slice %x starts = [2, 32] steps = [1, -1] : tensor<9x35xf32> -> tensor<5x33xf32>
  %d = sinter.add %s, %s : tensor<5x33xf32>
  %y = sinter.pad reflect %d low = [1, 2] high = [0, 0] : tensor<5x33xf32> -> tensor<6x35xf32>
  return %y : tensor<6x35xf32>
}

// -----

// CHECK-LABEL: plan.entry @nearest_add
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @nearest_add(%x: tensor<2x5x7xbf16>, %y: tensor<2x10x14xbf16>) -> tensor<2x10x14xbf16> {
  %u = sinter.resize nearest %x steps = [1, 1, 1] offsets = [0, 0, 0] divisors = [1, 2, 2] : tensor<2x5x7xbf16> -> tensor<2x10x14xbf16>
  %s = sinter.add %u, %y : tensor<2x10x14xbf16>
  return %s : tensor<2x10x14xbf16>
}

// -----

// CHECK-LABEL: plan.entry @softmax_of_reversed_gathered
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @softmax_of_reversed_gathered(%x: tensor<6x9xf32>, %i: tensor<6x17xi64>) -> tensor<6x17xf32> {
  %e = sinter.gather_elements %x, %i axis = 1 : tensor<6x9xf32>, tensor<6x17xi64> -> tensor<6x17xf32>
  %r = sinter.reverse %e dims = [0, 1] : tensor<6x17xf32>
  %s = sinter.softmax %r axis = 1 : tensor<6x17xf32>
  return %s : tensor<6x17xf32>
}

// -----

// CHECK-LABEL: plan.entry @sum_over_padded_resized
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @sum_over_padded_resized(%x: tensor<4x5x6xf32>) -> tensor<4xf32> {
  %u = sinter.resize linear %x steps = [1, 2, 2] offsets = [0, -1, -1] divisors = [1, 4, 4] : tensor<4x5x6xf32> -> tensor<4x10x12xf32>
  %p = sinter.pad wrap %u low = [0, 1, 2] high = [0, 2, 3] : tensor<4x10x12xf32> -> tensor<4x13x17xf32>
  %m = sinter.mul %p, %p : tensor<4x13x17xf32>
  %s = sinter.sum %m axes = [1, 2] : tensor<4x13x17xf32> -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: plan.entry @scatter_between_elementwise
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @scatter_between_elementwise(%x: tensor<9x7xf32>, %i: tensor<9x4xi64>, %u: tensor<9x4xf32>) -> tensor<9x7xf32> {
  %e = sinter.tanh %x : tensor<9x7xf32>
  %s = sinter.scatter_elements add %e, %i, %u axis = 1 : tensor<9x7xf32>, tensor<9x4xi64>, tensor<9x4xf32>
  %y = sinter.relu %s : tensor<9x7xf32>
  return %y : tensor<9x7xf32>
}

// -----

// CHECK-LABEL: plan.entry @causal_mask_softmax
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @causal_mask_softmax(%x: tensor<2x9x9xf32>) -> tensor<2x9x9xf32> {
  %q = sinter.iota axis = 1 : tensor<2x9x9xi64>
  %k = sinter.iota axis = 2 : tensor<2x9x9xi64>
  %c = sinter.compare le %k, %q : tensor<2x9x9xi64>
  %n = sinter.constant dense<0xFF800000> : tensor<f32>
  %nb = sinter.broadcast %n dims = [] : tensor<f32> -> tensor<2x9x9xf32>
  %s = sinter.select %c, %x, %nb : tensor<2x9x9xi1>, tensor<2x9x9xf32>
  %y = sinter.softmax %s axis = 2 : tensor<2x9x9xf32>
  return %y : tensor<2x9x9xf32>
}

// -----

// CHECK-LABEL: plan.entry @concat_of_computed_parts_normalized
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @concat_of_computed_parts_normalized(%x: tensor<5x7xf32>, %y: tensor<5x3xf32>) -> tensor<5x10xf32> {
  %e = sinter.exp %x : tensor<5x7xf32>
  %t = sinter.tanh %y : tensor<5x3xf32>
  %c = sinter.concat %e, %t axis = 1 : tensor<5x7xf32>, tensor<5x3xf32> -> tensor<5x10xf32>
  %s = sinter.softmax %c axis = 1 : tensor<5x10xf32>
  return %s : tensor<5x10xf32>
}

// -----

// CHECK-LABEL: plan.entry @rotated_keys_into_the_cache
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @rotated_keys_into_the_cache(%k: tensor<4x8x64xf16>, %cos: tensor<4x64xf16>, %sin: tensor<4x64xf16>, %cache: tensor<4x8x128x64xf16>, %pos: tensor<4xi64>)
    -> (tensor<4x8x128x64xf16> {sinter.tied = 3}) {
  %cb = sinter.broadcast %cos dims = [0, 2] : tensor<4x64xf16> -> tensor<4x8x64xf16>
  %sb = sinter.broadcast %sin dims = [0, 2] : tensor<4x64xf16> -> tensor<4x8x64xf16>
  %k1, %k2 = sinter.split %k axis = 2 : tensor<4x8x64xf16> -> tensor<4x8x32xf16>, tensor<4x8x32xf16>
  %kn = sinter.neg %k2 : tensor<4x8x32xf16>
  %kr = sinter.concat %kn, %k1 axis = 2 : tensor<4x8x32xf16>, tensor<4x8x32xf16> -> tensor<4x8x64xf16>
  %ka = sinter.mul %k, %cb : tensor<4x8x64xf16>
  %kb = sinter.mul %kr, %sb : tensor<4x8x64xf16>
  %ko = sinter.add %ka, %kb : tensor<4x8x64xf16>
  %ku = sinter.reshape %ko : tensor<4x8x64xf16> -> tensor<4x8x1x64xf16>
  %new = sinter.update_slice %cache, %ku at %pos axis = 2 : tensor<4x8x128x64xf16>, tensor<4x8x1x64xf16>, tensor<4xi64>
  return %new : tensor<4x8x128x64xf16>
}

// -----

// CHECK-LABEL: plan.entry @rotated_queries_and_keys_into_the_cache
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @rotated_queries_and_keys_into_the_cache(%qkv: tensor<4x3x8x64xf16>, %cos: tensor<4x64xf16>, %sin: tensor<4x64xf16>, %cache: tensor<4x8x128x64xf16>, %pos: tensor<4xi64>)
    -> (tensor<4x8x64xf16>, tensor<4x8x128x64xf16> {sinter.tied = 3}) {
  %q3, %k3, %v3 = sinter.split %qkv axis = 1 : tensor<4x3x8x64xf16> -> tensor<4x1x8x64xf16>, tensor<4x1x8x64xf16>, tensor<4x1x8x64xf16>
  %q = sinter.reshape %q3 : tensor<4x1x8x64xf16> -> tensor<4x8x64xf16>
  %k = sinter.reshape %k3 : tensor<4x1x8x64xf16> -> tensor<4x8x64xf16>
  %cb = sinter.broadcast %cos dims = [0, 2] : tensor<4x64xf16> -> tensor<4x8x64xf16>
  %sb = sinter.broadcast %sin dims = [0, 2] : tensor<4x64xf16> -> tensor<4x8x64xf16>
  %q1, %q2 = sinter.split %q axis = 2 : tensor<4x8x64xf16> -> tensor<4x8x32xf16>, tensor<4x8x32xf16>
  %qn = sinter.neg %q2 : tensor<4x8x32xf16>
  %qr = sinter.concat %qn, %q1 axis = 2 : tensor<4x8x32xf16>, tensor<4x8x32xf16> -> tensor<4x8x64xf16>
  %qa = sinter.mul %q, %cb : tensor<4x8x64xf16>
  %qb = sinter.mul %qr, %sb : tensor<4x8x64xf16>
  %qo = sinter.add %qa, %qb : tensor<4x8x64xf16>
  %k1, %k2 = sinter.split %k axis = 2 : tensor<4x8x64xf16> -> tensor<4x8x32xf16>, tensor<4x8x32xf16>
  %kn = sinter.neg %k2 : tensor<4x8x32xf16>
  %kr = sinter.concat %kn, %k1 axis = 2 : tensor<4x8x32xf16>, tensor<4x8x32xf16> -> tensor<4x8x64xf16>
  %ka = sinter.mul %k, %cb : tensor<4x8x64xf16>
  %kb = sinter.mul %kr, %sb : tensor<4x8x64xf16>
  %ko = sinter.add %ka, %kb : tensor<4x8x64xf16>
  %ku = sinter.reshape %ko : tensor<4x8x64xf16> -> tensor<4x8x1x64xf16>
  %new = sinter.update_slice %cache, %ku at %pos axis = 2 : tensor<4x8x128x64xf16>, tensor<4x8x1x64xf16>, tensor<4xi64>
  return %qo, %new : tensor<4x8x64xf16>, tensor<4x8x128x64xf16>
}

// -----

// Which row each place takes is told by indices alone; the rows are moved by a second kernel.
// CHECK-LABEL: plan.entry @scatter_of_rows
// CHECK-COUNT-2: plan.launch
// CHECK-NOT: plan.launch
func.func @scatter_of_rows(%x: tensor<50x33xf32>, %i: tensor<7x1xi64>, %u: tensor<7x33xf32>) -> tensor<50x33xf32> {
  %e = sinter.exp %x : tensor<50x33xf32>
  %s = sinter.scatter_nd replace %e, %i, %u : tensor<50x33xf32>, tensor<7x1xi64>, tensor<7x33xf32>
  %y = sinter.neg %s : tensor<50x33xf32>
  return %y : tensor<50x33xf32>
}

// -----

// One operator on four elements for each of the bilinear resize takes less time than a launch.
// CHECK-LABEL: plan.entry @resize_of_a_computed_value
// CHECK: plan.launch @exp_resize
// CHECK-NOT: plan.launch
func.func @resize_of_a_computed_value(%x: tensor<5x7xf32>) -> tensor<10x14xf32> {
  %e = sinter.exp %x : tensor<5x7xf32>
  %y = sinter.resize linear %e steps = [2, 2] offsets = [-1, -1] divisors = [4, 4] : tensor<5x7xf32> -> tensor<10x14xf32>
  return %y : tensor<10x14xf32>
}
