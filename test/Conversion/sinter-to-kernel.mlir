// Groups become kernels in domain form: index maps instead of shape operators, roundings where a type is narrow.
// RUN: sinter-opt %s --convert-sinter-to-kernel --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @elementwise
// CHECK: kernel.call @[[KERNEL:exp_neg_[0-9a-f]{16}]](%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: kernel.func @[[KERNEL]](%x0: !kernel.view<f32>, %y0: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
// CHECK-SAME: operators ["sinter.exp", "sinter.neg"]
// CHECK-SAME: {kernel.index_width = 32 : i64}
// CHECK-NEXT: %[[X:.*]] = kernel.load %x0[affine_map<(d0, d1) -> (d0 * 8 + d1)>]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT: %[[NEG:.*]] = arith.negf %[[EXP]] : f32
// CHECK-NEXT: kernel.store %[[NEG]], %y0[affine_map<(d0, d1) -> (d0 * 8 + d1)>]
// CHECK-NEXT: kernel.return
func.func @elementwise(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.exp %a : tensor<4x8xf32>
    %c = sinter.neg %b : tensor<4x8xf32>
    sinter.yield %c : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_drops_dimensions
// CHECK: kernel.load %x0[affine_map<(d0, d1) -> (d1)>]
func.func @broadcast_drops_dimensions(%x: tensor<8xf32>) -> tensor<4x8xf32> {
  %y = sinter.group kernel(%x) : (tensor<8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %b = sinter.broadcast %a dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
    sinter.yield %b : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_swaps_dimensions
// CHECK: kernel.load %x0[affine_map<(d0, d1) -> (d0 + d1 * 8)>]
// CHECK: kernel.store %{{.*}}, %y0[affine_map<(d0, d1) -> (d0 * 4 + d1)>]
func.func @transpose_swaps_dimensions(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<8x4xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.transpose %a permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
    sinter.yield %b : tensor<8x4xf32>
  }
  return %y : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_that_splits_a_dimension
// CHECK: dims affine_map<() -> (4, 2, 3)>
// CHECK: kernel.load %x0[affine_map<(d0, d1, d2) -> (d0 + d1 * 12 + d2 * 4)>]
func.func @reshape_that_splits_a_dimension(%x: tensor<6x4xf32>) -> tensor<4x2x3xf32> {
  %y = sinter.group kernel(%x) : (tensor<6x4xf32>) -> tensor<4x2x3xf32> {
  ^bb0(%a: tensor<6x4xf32>):
    %t = sinter.transpose %a permutation = [1, 0] : tensor<6x4xf32> -> tensor<4x6xf32>
    %b = sinter.reshape %t : tensor<4x6xf32> -> tensor<4x2x3xf32>
    sinter.yield %b : tensor<4x2x3xf32>
  }
  return %y : tensor<4x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_that_merges_dimensions_needs_division
// CHECK: kernel.load %x0[affine_map<(d0) -> (d0 * 6 - (d0 floordiv 4) * 23)>]
func.func @reshape_that_merges_dimensions_needs_division(%x: tensor<4x6xf32>) -> tensor<24xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x6xf32>) -> tensor<24xf32> {
  ^bb0(%a: tensor<4x6xf32>):
    %t = sinter.transpose %a permutation = [1, 0] : tensor<4x6xf32> -> tensor<6x4xf32>
    %b = sinter.reshape %t : tensor<6x4xf32> -> tensor<24xf32>
    sinter.yield %b : tensor<24xf32>
  }
  return %y : tensor<24xf32>
}

// -----

// CHECK-LABEL: func.func @slice_backwards
// CHECK: kernel.load %x0[affine_map<(d0) -> (d0 * -2 + 7)>]
func.func @slice_backwards(%x: tensor<8xf32>) -> tensor<4xf32> {
  %y = sinter.group kernel(%x) : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<8xf32>):
    %b = sinter.slice %a starts = [7] steps = [-2] : tensor<8xf32> -> tensor<4xf32>
    sinter.yield %b : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @concat_reads_one_side
// CHECK: %[[I:.*]] = kernel.index affine_map<(d0) -> (d0)>
// CHECK: %[[LEFT:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : i64
// CHECK: %[[A:.*]] = kernel.load %x0[affine_map<(d0) -> (d0)>] if %[[LEFT]]
// CHECK: %[[RIGHT:.*]] = arith.xori %[[LEFT]]
// CHECK: %[[B:.*]] = kernel.load %x1[affine_map<(d0) -> (d0 - 3)>] if %[[RIGHT]]
// CHECK: arith.select %[[LEFT]], %[[A]], %[[B]]
func.func @concat_reads_one_side(%x: tensor<3xf32>, %z: tensor<5xf32>) -> tensor<8xf32> {
  %y = sinter.group kernel(%x, %z) : (tensor<3xf32>, tensor<5xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<3xf32>, %b: tensor<5xf32>):
    %c = sinter.concat %a, %b axis = 0 : tensor<3xf32>, tensor<5xf32> -> tensor<8xf32>
    sinter.yield %c : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// A negative index counts from the end, one out of range takes the nearest.
// CHECK-LABEL: func.func @gather_brings_its_index_into_range
// CHECK: %[[I:.*]] = kernel.load %x1[affine_map<(d0, d1) -> (d0)>] : !kernel.view<i64> -> i64
// CHECK: %[[ROWS:.*]] = arith.constant 100 : i64
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[I]]
// CHECK: %[[WRAPPED:.*]] = arith.addi %[[I]], %[[ROWS]]
// CHECK: %[[COUNTED:.*]] = arith.select %[[NEGATIVE]], %[[WRAPPED]], %[[I]]
// CHECK: %[[LOW:.*]] = arith.maxsi %[[COUNTED]]
// CHECK: %[[PLACE:.*]] = arith.minsi %[[LOW]]
// CHECK: kernel.load %x0[affine_map<(d0, d1)[s0] -> (d1 + s0 * 8)>] indices(%[[PLACE]] : i64)
func.func @gather_brings_its_index_into_range(%x: tensor<100x8xf32>, %i: tensor<4xi64>) -> tensor<4x8xf32> {
  %y = sinter.group kernel(%x, %i) : (tensor<100x8xf32>, tensor<4xi64>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<100x8xf32>, %b: tensor<4xi64>):
    %c = sinter.gather %a, %b axis = 0 : tensor<100x8xf32>, tensor<4xi64> -> tensor<4x8xf32>
    sinter.yield %c : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @iota_is_its_index
// CHECK: %[[I:.*]] = kernel.index affine_map<(d0, d1) -> (d1)>
// CHECK: kernel.store %[[I]], %y0
func.func @iota_is_its_index() -> tensor<4x8xi64> {
  %y = sinter.group kernel() : () -> tensor<4x8xi64> {
    %c = sinter.iota axis = 1 : tensor<4x8xi64>
    sinter.yield %c : tensor<4x8xi64>
  }
  return %y : tensor<4x8xi64>
}

// -----

// CHECK-LABEL: func.func @reduction_is_stored_a_row
// CHECK: %[[SUM:.*]] = kernel.reduce add %{{.*}} over [1]
// CHECK: kernel.store %[[SUM]], %y0[affine_map<(d0, d1) -> (d0)>]
func.func @reduction_is_stored_a_row(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %c = sinter.sum %a axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
    sinter.yield %c : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @mean_by_a_symbolic_count
// CHECK: symbols ["n"]
// CHECK: %[[SUM:.*]] = kernel.reduce add
// CHECK: %[[COUNT:.*]] = kernel.index affine_map<(d0, d1)[s0] -> (s0)>
// CHECK: %[[DIVISOR:.*]] = arith.sitofp %[[COUNT]] : i64 to f32
// CHECK: arith.divf %[[SUM]], %[[DIVISOR]]
func.func @mean_by_a_symbolic_count(%x: tensor<4x?xf32, #sinter.dims<4, n>>) -> tensor<4xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x?xf32, #sinter.dims<4, n>>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4x?xf32, #sinter.dims<4, n>>):
    %c = sinter.mean %a axes = [1] : tensor<4x?xf32, #sinter.dims<4, n>> -> tensor<4xf32>
    sinter.yield %c : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @reduction_over_extent_one_folds_nothing
// CHECK: dims affine_map<() -> (4)>
// CHECK-NOT: kernel.reduce
func.func @reduction_over_extent_one_folds_nothing(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x1xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4x1xf32>):
    %c = sinter.sum %a axes = [1] : tensor<4x1xf32> -> tensor<4xf32>
    sinter.yield %c : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// Only a cast is the author's own rounding.
// CHECK-LABEL: func.func @narrow_results_round
// CHECK: %[[X:.*]] = kernel.load {{.*}} : !kernel.view<bf16> -> f32
// CHECK: %[[ADD:.*]] = arith.addf %[[X]], %[[X]] : f32
// CHECK: %[[ROUNDED:.*]] = kernel.round %[[ADD]] to bf16 implicit : f32
// CHECK: kernel.round %[[ROUNDED]] to f16 : f32
func.func @narrow_results_round(%x: tensor<8xbf16>) -> tensor<8xf16> {
  %y = sinter.group kernel(%x) : (tensor<8xbf16>) -> tensor<8xf16> {
  ^bb0(%a: tensor<8xbf16>):
    %b = sinter.add %a, %a : tensor<8xbf16>
    %c = sinter.cast %b : tensor<8xbf16> -> tensor<8xf16>
    sinter.yield %c : tensor<8xf16>
  }
  return %y : tensor<8xf16>
}

// -----

// A wrapped integer is its value: no numerics drop it.
// CHECK-LABEL: func.func @integers_wrap_for_good
// CHECK: kernel.round %{{.*}} to i8 : i32
func.func @integers_wrap_for_good(%x: tensor<8xi8>) -> tensor<8xi8> {
  %y = sinter.group kernel(%x) : (tensor<8xi8>) -> tensor<8xi8> {
  ^bb0(%a: tensor<8xi8>):
    %b = sinter.add %a, %a : tensor<8xi8>
    sinter.yield %b : tensor<8xi8>
  }
  return %y : tensor<8xi8>
}

// -----

// Two layers of a model share their kernel; names of symbols count, places do not.
// CHECK-LABEL: func.func @equal_groups_share_a_kernel
// CHECK: kernel.call @[[KERNEL:.*]](%arg0)
// CHECK: kernel.call @[[KERNEL]](%0)
// CHECK: kernel.func @[[KERNEL]]
// CHECK-NOT: kernel.func
func.func @equal_groups_share_a_kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = sinter.group kernel(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %b = sinter.exp %a : tensor<8xf32>
    sinter.yield %b : tensor<8xf32>
  }
  %z = sinter.group kernel(%y) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %b = sinter.exp %a : tensor<8xf32>
    sinter.yield %b : tensor<8xf32>
  }
  return %z : tensor<8xf32>
}

// -----

// The range of the symbol, not a count of elements seen so far, says how wide an index is.
// CHECK-LABEL: func.func @small_range_has_narrow_indices
// CHECK: {kernel.index_width = 32 : i64}
func.func @small_range_has_narrow_indices(%x: tensor<?x1024xf32, #sinter.dims<n, 1024>>) -> tensor<?x1024xf32, #sinter.dims<n, 1024>>
    attributes {sinter.symbols = {n = #sinter.range<1, 65536, 1>}} {
  %y = sinter.group kernel(%x) : (tensor<?x1024xf32, #sinter.dims<n, 1024>>) -> tensor<?x1024xf32, #sinter.dims<n, 1024>> {
  ^bb0(%a: tensor<?x1024xf32, #sinter.dims<n, 1024>>):
    %b = sinter.exp %a : tensor<?x1024xf32, #sinter.dims<n, 1024>>
    sinter.yield %b : tensor<?x1024xf32, #sinter.dims<n, 1024>>
  }
  return %y : tensor<?x1024xf32, #sinter.dims<n, 1024>>
}

// -----

// CHECK-LABEL: func.func @wide_range_has_wide_indices
// CHECK: {kernel.index_width = 64 : i64}
func.func @wide_range_has_wide_indices(%x: tensor<?x1024xf32, #sinter.dims<n, 1024>>) -> tensor<?x1024xf32, #sinter.dims<n, 1024>>
    attributes {sinter.symbols = {n = #sinter.range<1, 4194304, 1>}} {
  %y = sinter.group kernel(%x) : (tensor<?x1024xf32, #sinter.dims<n, 1024>>) -> tensor<?x1024xf32, #sinter.dims<n, 1024>> {
  ^bb0(%a: tensor<?x1024xf32, #sinter.dims<n, 1024>>):
    %b = sinter.exp %a : tensor<?x1024xf32, #sinter.dims<n, 1024>>
    sinter.yield %b : tensor<?x1024xf32, #sinter.dims<n, 1024>>
  }
  return %y : tensor<?x1024xf32, #sinter.dims<n, 1024>>
}

// -----

// 32 elements, but the last one is number 3 * 2^30 + 7.
// CHECK-LABEL: func.func @far_stride_has_wide_indices
// CHECK: {kernel.index_width = 64 : i64}
// CHECK: kernel.load %x0[affine_map<(d0, d1) -> (d0 * 1073741824 + d1)>]
func.func @far_stride_has_wide_indices(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [1073741824, 1], offset = 0, alignment = 16>}) -> tensor<4x8xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.exp %a : tensor<4x8xf32>
    sinter.yield %b : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

// 2^26 elements, but on the way to its place a number passes d0 * 8192.
// CHECK-LABEL: func.func @far_step_of_a_map_has_wide_indices
// CHECK: {kernel.index_width = 64 : i64}
// CHECK: kernel.load %x0[affine_map<(d0) -> (d0 * 8192 - (d0 floordiv 8192) * 67108863)>]
func.func @far_step_of_a_map_has_wide_indices(%x: tensor<8192x8192xf32>) -> tensor<67108864xf32> {
  %y = sinter.group kernel(%x) : (tensor<8192x8192xf32>) -> tensor<67108864xf32> {
  ^bb0(%a: tensor<8192x8192xf32>):
    %t = sinter.transpose %a permutation = [1, 0] : tensor<8192x8192xf32> -> tensor<8192x8192xf32>
    %b = sinter.reshape %t : tensor<8192x8192xf32> -> tensor<67108864xf32>
    sinter.yield %b : tensor<67108864xf32>
  }
  return %y : tensor<67108864xf32>
}

// -----

// CHECK-LABEL: func.func @layouts_of_argument_and_result
// CHECK: kernel.load %x0[affine_map<(d0, d1) -> (d0 * 16 + d1 + 8)>]
// CHECK: kernel.store %{{.*}}, %y0[affine_map<(d0, d1) -> (d0 + d1 * 4)>]
func.func @layouts_of_argument_and_result(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1], offset = 8, alignment = 16>})
    -> (tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [1, 4], offset = 0, alignment = 16>}) {
  %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.exp %a : tensor<4x8xf32>
    sinter.yield %b : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @least_alignment_is_told
// CHECK: {kernel.alignment = 4 : i64, kernel.index_width = 32 : i64}
func.func @least_alignment_is_told(%x: tensor<8xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 4>}) -> tensor<8xf32> {
  %y = sinter.group kernel(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %b = sinter.exp %a : tensor<8xf32>
    sinter.yield %b : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @constant_is_a_literal
// CHECK: kernel.func @mul{{.*}}(%x0: !kernel.view<f32>, %y0: !kernel.view<f32>)
// CHECK: arith.constant 2.000000e+00 : f32
func.func @constant_is_a_literal(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = sinter.group kernel(%x) : (tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xf32>):
    %c = sinter.constant dense<2.0> : tensor<8xf32>
    %b = sinter.mul %a, %c : tensor<8xf32>
    sinter.yield %b : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @library_group_stays
// CHECK: sinter.group library
// CHECK-NOT: kernel.func
func.func @library_group_stays(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %y = sinter.group library(%x, %w) : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>):
    %c = sinter.matmul %a, %b : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
    sinter.yield %c : tensor<4x6xf32>
  }
  return %y : tensor<4x6xf32>
}

// -----

// The greatest of keys that have the element above and its place, turned round, below: one fold finds both.
// CHECK-LABEL: func.func @position_of_the_greatest
// CHECK: %[[X:.*]] = kernel.load
// CHECK: %[[PLACE:.*]] = kernel.index affine_map<(d0, d1) -> (d1)>
// CHECK: arith.subi %{{.*}}, %[[PLACE]] : i64
// CHECK: arith.cmpf une
// CHECK: %[[BEST:.*]] = kernel.reduce max %{{.*}} over [1] : i64
// CHECK: %[[LOW:.*]] = arith.andi %[[BEST]]
// CHECK: %[[FOUND:.*]] = arith.subi %{{.*}}, %[[LOW]] : i64
// CHECK: kernel.store %[[FOUND]], %y0[affine_map<(d0, d1) -> (d0)>]
func.func @position_of_the_greatest(%x: tensor<4x8xf32>) -> tensor<4xi64> {
  %y = sinter.group kernel(%x) : (tensor<4x8xf32>) -> tensor<4xi64> {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.argmax %a axes = [1] : tensor<4x8xf32> -> tensor<4xi64>
    sinter.yield %b : tensor<4xi64>
  }
  return %y : tensor<4xi64>
}

// -----

// A key has no room for 64 bits and a place: two folds.
// CHECK-LABEL: func.func @position_of_the_least_of_64_bits
// CHECK: %[[LEAST:.*]] = kernel.reduce min %[[X:.*]] over [1] : i64
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[X]], %[[LEAST]] : i64
// CHECK: arith.select %[[IS]]
// CHECK: kernel.reduce min %{{.*}} over [1] : i64
func.func @position_of_the_least_of_64_bits(%x: tensor<4x8xi64>) -> tensor<4xi64> {
  %y = sinter.group kernel(%x) : (tensor<4x8xi64>) -> tensor<4xi64> {
  ^bb0(%a: tensor<4x8xi64>):
    %b = sinter.argmin %a axes = [1] : tensor<4x8xi64> -> tensor<4xi64>
    sinter.yield %b : tensor<4xi64>
  }
  return %y : tensor<4xi64>
}

// -----

// CHECK-LABEL: func.func @first_two
// CHECK: %[[FIRST:.*]] = kernel.reduce min %[[KEY:.*]] over [1] : i64
// CHECK: arith.cmpi sgt, %[[KEY]], %[[FIRST]] : i64
// CHECK: kernel.reduce min %{{.*}} over [1] : i64
// CHECK: kernel.store %{{.*}}, %y0[affine_map<(d0, d1) -> (d0 * 2)>]
// CHECK: kernel.store %{{.*}}, %y0[affine_map<(d0, d1) -> (d0 * 2 + 1)>]
// CHECK: kernel.store %{{.*}}, %y1[affine_map<(d0, d1) -> (d0 * 2)>]
// CHECK: kernel.store %{{.*}}, %y1[affine_map<(d0, d1) -> (d0 * 2 + 1)>]
func.func @first_two(%x: tensor<4x8xbf16>) -> (tensor<4x2xbf16>, tensor<4x2xi64>) {
  %y, %z = sinter.group kernel(%x) : (tensor<4x8xbf16>) -> (tensor<4x2xbf16>, tensor<4x2xi64>) {
  ^bb0(%a: tensor<4x8xbf16>):
    %b, %c = sinter.topk %a k = 2 axes = [1] smallest : tensor<4x8xbf16> -> tensor<4x2xbf16>, tensor<4x2xi64>
    sinter.yield %b, %c : tensor<4x2xbf16>, tensor<4x2xi64>
  }
  return %y, %z : tensor<4x2xbf16>, tensor<4x2xi64>
}

// -----

// CHECK-LABEL: func.func @scan
// CHECK: %[[S:.*]] = kernel.scan add %{{.*}} over 0 exclusive reverse : f32
// CHECK: kernel.round %[[S]] to f16 implicit : f32
// CHECK: kernel.store %{{.*}}, %y0[affine_map<(d0, d1) -> (d0 * 8 + d1)>]
func.func @scan(%x: tensor<4x1x8xf16>) -> tensor<4x1x8xf16> {
  %y = sinter.group kernel(%x) : (tensor<4x1x8xf16>) -> tensor<4x1x8xf16> {
  ^bb0(%a: tensor<4x1x8xf16>):
    %b = sinter.cumsum %a axis = 0 exclusive reverse : tensor<4x1x8xf16>
    %c = sinter.cumprod %b axis = 1 : tensor<4x1x8xf16>
    sinter.yield %c : tensor<4x1x8xf16>
  }
  return %y : tensor<4x1x8xf16>
}

// -----

// A transposed reader takes the words by the numbers that its elements had.
// CHECK-LABEL: func.func @random_numbers_by_their_index
// CHECK: %[[SEED:.*]] = kernel.load %x0[affine_map<(d0, d1) -> (0)>] : !kernel.view<i64> -> i64
// CHECK: %[[I:.*]] = kernel.index affine_map<(d0, d1) -> (d0 + d1 * 4)>
// CHECK: %[[WORD:.*]] = kernel.random_bits %[[SEED]], %[[SEED]], %[[I]] : i64 -> i32
// CHECK: arith.shrui %[[WORD]]
func.func @random_numbers_by_their_index(%s: tensor<i64>) -> tensor<4x8xf32> {
  %y = sinter.group kernel(%s) : (tensor<i64>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<i64>):
    %u = sinter.random_uniform %a, %a : tensor<8x4xf32>
    %t = sinter.transpose %u permutation = [1, 0] : tensor<8x4xf32> -> tensor<4x8xf32>
    sinter.yield %t : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}
