// What depends on constants alone moves to @init; what would store more than it saves stays.
// RUN: sinter-opt %s --sinter-hoist-constants --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @init() -> tensor<4x8xf32>
// CHECK: %[[RAW:.*]] = sinter.parameter "w"
// CHECK: %[[EXP:.*]] = sinter.exp %[[RAW]]
// CHECK: return %[[EXP]]
// CHECK-LABEL: @weight_computed_at_load
// CHECK-NEXT: %[[W:.*]] = sinter.parameter "packed.0" {source = #sinter.packed<0>} : tensor<4x8xf32>
// CHECK-NEXT: sinter.add %arg0, %[[W]]
func.func @weight_computed_at_load(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = sinter.parameter "w" : tensor<4x8xf32>
  %e = sinter.exp %w : tensor<4x8xf32>
  %y = sinter.add %x, %e : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @init() -> tensor<8xf32>
// CHECK-NOT: sinter.broadcast
// CHECK-LABEL: @trailing_views_stay
// CHECK-NEXT: %[[W:.*]] = sinter.parameter "packed.0" {source = #sinter.packed<0>} : tensor<8xf32>
// CHECK-NEXT: sinter.broadcast %[[W]] dims = [1]
func.func @trailing_views_stay(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = sinter.parameter "w" : tensor<8xf32>
  %e = sinter.exp %w : tensor<8xf32>
  %b = sinter.broadcast %e dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %y = sinter.add %x, %b : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// What a kernel reads it may widen itself; a library cannot.
// CHECK-LABEL: func.func @init() -> tensor<8x8xf32>
// CHECK-LABEL: @widened_by_who_reads_it
// CHECK-DAG: %[[W:.*]] = sinter.parameter "w" : tensor<4x8xbf16>
// CHECK-DAG: %[[C:.*]] = sinter.cast %[[W]]
// CHECK-DAG: %[[A:.*]] = sinter.add %arg0, %[[C]]
// CHECK-DAG: %[[V:.*]] = sinter.parameter "packed.0" {source = #sinter.packed<0>} : tensor<8x8xf32>
// CHECK: sinter.matmul %[[A]], %[[V]]
func.func @widened_by_who_reads_it(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = sinter.parameter "w" : tensor<4x8xbf16>
  %c = sinter.cast %w : tensor<4x8xbf16> -> tensor<4x8xf32>
  %a = sinter.add %x, %c : tensor<4x8xf32>
  %v = sinter.parameter "v" : tensor<8x8xbf16>
  %d = sinter.cast %v : tensor<8x8xbf16> -> tensor<8x8xf32>
  %y = sinter.matmul %a, %d : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// A weight that a kernel reads turned, of two entries, is stored so; a library reads it by strides.
// CHECK-LABEL: func.func @init() -> tensor<160x256xbf16>
// CHECK: %[[RAW:.*]] = sinter.parameter "w"
// CHECK: sinter.transpose %[[RAW]] permutation = [1, 0]
// CHECK-LABEL: func.func @by_a_kernel
// CHECK: %[[W:.*]] = sinter.parameter "packed.0" {source = #sinter.packed<0>} : tensor<160x256xbf16>
// CHECK-NOT: sinter.transpose
// CHECK: sinter.cast %[[W]]
// CHECK-LABEL: func.func @by_a_library
// CHECK: %[[V:.*]] = sinter.parameter "packed.0"
// CHECK: %[[T:.*]] = sinter.transpose %[[V]] permutation = [1, 0] : tensor<160x256xbf16> -> tensor<256x160xbf16>
// CHECK: sinter.matmul %arg0, %[[T]]
func.func @by_a_kernel(%x: tensor<256xf32>) -> tensor<160xf32> {
  %w = sinter.parameter "w" : tensor<256x160xbf16>
  %t = sinter.transpose %w permutation = [1, 0] : tensor<256x160xbf16> -> tensor<160x256xbf16>
  %c = sinter.cast %t : tensor<160x256xbf16> -> tensor<160x256xf32>
  %b = sinter.broadcast %x dims = [1] : tensor<256xf32> -> tensor<160x256xf32>
  %m = sinter.mul %c, %b : tensor<160x256xf32>
  %y = sinter.sum %m axes = [1] : tensor<160x256xf32> -> tensor<160xf32>
  return %y : tensor<160xf32>
}
func.func @by_a_library(%x: tensor<64x256xbf16>) -> tensor<64x160xbf16> {
  %w = sinter.parameter "w" : tensor<256x160xbf16>
  %y = sinter.matmul %x, %w : tensor<64x256xbf16>, tensor<256x160xbf16> -> tensor<64x160xbf16>
  return %y : tensor<64x160xbf16>
}

// -----

// Another kernel reads it as it lies.
// CHECK-LABEL: @read_both_ways
// CHECK-NOT: #sinter.packed
func.func @read_both_ways(%x: tensor<160x256xf32>, %z: tensor<256x160xf32>) -> (tensor<160x256xf32>, tensor<256x160xf32>) {
  %w = sinter.parameter "w" : tensor<256x160xf32>
  %t = sinter.transpose %w permutation = [1, 0] : tensor<256x160xf32> -> tensor<160x256xf32>
  %y = sinter.add %x, %t : tensor<160x256xf32>
  %v = sinter.add %z, %w : tensor<256x160xf32>
  return %y, %v : tensor<160x256xf32>, tensor<256x160xf32>
}

// -----

// CHECK-LABEL: @view_of_a_parameter_is_no_computation
// CHECK: sinter.transpose
// CHECK-NOT: #sinter.packed
func.func @view_of_a_parameter_is_no_computation(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = sinter.parameter "w" : tensor<8x4xf32>
  %t = sinter.transpose %w permutation = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
  %y = sinter.add %x, %t : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @scalar_is_computed_where_it_is_used
// CHECK: sinter.sqrt
// CHECK-NOT: #sinter.packed
func.func @scalar_is_computed_where_it_is_used(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = sinter.parameter "w" : tensor<f32>
  %s = sinter.sqrt %w : tensor<f32>
  %b = sinter.broadcast %s dims = [] : tensor<f32> -> tensor<4x8xf32>
  %y = sinter.mul %x, %b : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// A symbolic extent is not known at load.
// CHECK-LABEL: @symbolic_extent_stays
// CHECK: sinter.exp
// CHECK-NOT: #sinter.packed
func.func @symbolic_extent_stays(%x: tensor<?x8xf32, #sinter.dims<n, 8>>) -> tensor<?x8xf32, #sinter.dims<n, 8>> {
  %w = sinter.parameter "w" : tensor<8xf32>
  %b = sinter.broadcast %w dims = [1] : tensor<8xf32> -> tensor<?x8xf32, #sinter.dims<n, 8>>
  %e = sinter.exp %b : tensor<?x8xf32, #sinter.dims<n, 8>>
  %y = sinter.add %x, %e : tensor<?x8xf32, #sinter.dims<n, 8>>
  return %y : tensor<?x8xf32, #sinter.dims<n, 8>>
}

// -----

// CHECK-LABEL: func.func @init() -> tensor<4x8xf32>
// CHECK-LABEL: @value_of_two_readers_is_hoisted_once
// CHECK-NEXT: %[[W:.*]] = sinter.parameter "packed.0"
// CHECK-NEXT: %[[SUM:.*]] = sinter.add %arg0, %[[W]]
// CHECK-NEXT: sinter.mul %[[SUM]], %[[W]]
func.func @value_of_two_readers_is_hoisted_once(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = sinter.parameter "w" : tensor<4x8xf32>
  %e = sinter.exp %w : tensor<4x8xf32>
  %a = sinter.add %x, %e : tensor<4x8xf32>
  %y = sinter.mul %a, %e : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @init() -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-LABEL: @two_functions_share_init
// CHECK: #sinter.packed<0>
// CHECK-LABEL: @second
// CHECK: #sinter.packed<1>
func.func @two_functions_share_init(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = sinter.parameter "w" : tensor<4xf32>
  %e = sinter.exp %w : tensor<4xf32>
  %y = sinter.add %x, %e : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = sinter.parameter "w" : tensor<4xf32>
  %e = sinter.log %w : tensor<4xf32>
  %y = sinter.add %x, %e : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error @below {{expected no function named `init` in the graph: what depends on parameters alone becomes one of this name}}
func.func @init(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = sinter.parameter "w" : tensor<4xf32>
  %e = sinter.exp %w : tensor<4xf32>
  %y = sinter.add %x, %e : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// What two entries make of one parameter is made once.
// CHECK: func.func @init() -> tensor<4xf32>
// CHECK-COUNT-1: sinter.exp
// CHECK: return
// CHECK-LABEL: func.func @prefill
// CHECK: sinter.parameter "packed.0" {source = #sinter.packed<0>}
// CHECK-LABEL: func.func @decode
// CHECK: sinter.parameter "packed.0" {source = #sinter.packed<0>}
func.func @prefill(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = sinter.parameter "w" : tensor<4xf32>
  %e = sinter.exp %w : tensor<4xf32>
  %y = sinter.add %x, %e : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @decode(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = sinter.parameter "w" : tensor<4xf32>
  %e = sinter.exp %w : tensor<4xf32>
  %y = sinter.mul %x, %e : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A fold over a symbolic extent has a static shape, and is known when the extent is.
// CHECK-LABEL: @a_fold_of_a_symbolic_extent_stays
// CHECK: sinter.broadcast
// CHECK: sinter.mean
// CHECK-NOT: sinter.packed
func.func @a_fold_of_a_symbolic_extent_stays(%x: tensor<?x8xf32, #sinter.dims<s, 8>>) -> tensor<8xf32> {
  %w = sinter.parameter "w" : tensor<8xf32>
  %b = sinter.broadcast %w dims = [1] : tensor<8xf32> -> tensor<?x8xf32, #sinter.dims<s, 8>>
  %m = sinter.mean %b axes = [0] : tensor<?x8xf32, #sinter.dims<s, 8>> -> tensor<8xf32>
  %s = sinter.sum %x axes = [0] : tensor<?x8xf32, #sinter.dims<s, 8>> -> tensor<8xf32>
  %y = sinter.add %s, %m : tensor<8xf32>
  return %y : tensor<8xf32>
}
