// What a kernel counts in follows from every place that it may compute, not from the number of its elements.
// RUN: sinter-opt %s --split-input-file --sinter-pipeline --mlir-print-local-scope | FileCheck %s

// A thousand elements, far into a buffer of 3,000,000,000.
// CHECK-LABEL: plan.entry @slice_far_into_a_buffer
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @slice_far_into_a_buffer(%x: tensor<3000000000xbf16>) -> tensor<1000xbf16> {
  %s = sinter.slice %x starts = [2900000000] steps = [1] : tensor<3000000000xbf16> -> tensor<1000xbf16>
  %a = sinter.exp %s : tensor<1000xbf16>
  return %a : tensor<1000xbf16>
}

// -----

// The same at its beginning.
// CHECK-LABEL: plan.entry @slice_at_its_beginning
// CHECK: kernel.thread_func {{.*}} index_width 32
func.func @slice_at_its_beginning(%x: tensor<3000000000xbf16>) -> tensor<1000xbf16> {
  %s = sinter.slice %x starts = [1000] steps = [1] : tensor<3000000000xbf16> -> tensor<1000xbf16>
  %a = sinter.exp %s : tensor<1000xbf16>
  return %a : tensor<1000xbf16>
}

// -----

// CHECK-LABEL: plan.entry @slice_of_long_steps
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @slice_of_long_steps(%x: tensor<3000000000xbf16>) -> tensor<30xbf16> {
  %s = sinter.slice %x starts = [0] steps = [100000000] : tensor<3000000000xbf16> -> tensor<30xbf16>
  %a = sinter.exp %s : tensor<30xbf16>
  return %a : tensor<30xbf16>
}

// -----

// Which rows is known at run time alone: any of them.
// CHECK-LABEL: plan.entry @rows_of_a_large_table
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @rows_of_a_large_table(%x: tensor<1000000x4096xbf16>, %i: tensor<4xi64>) -> tensor<4x4096xbf16> {
  %s = sinter.gather %x, %i axis = 0 : tensor<1000000x4096xbf16>, tensor<4xi64> -> tensor<4x4096xbf16>
  %a = sinter.exp %s : tensor<4x4096xbf16>
  return %a : tensor<4x4096xbf16>
}

// -----

// CHECK-LABEL: plan.entry @rows_of_a_smaller_table
// CHECK: kernel.thread_func {{.*}} index_width 32
func.func @rows_of_a_smaller_table(%x: tensor<100000x4096xbf16>, %i: tensor<4xi64>) -> tensor<4x4096xbf16> {
  %s = sinter.gather %x, %i axis = 0 : tensor<100000x4096xbf16>, tensor<4xi64> -> tensor<4x4096xbf16>
  %a = sinter.exp %s : tensor<4x4096xbf16>
  return %a : tensor<4x4096xbf16>
}

// -----

// 35 elements, and rows far from each other.
// CHECK-LABEL: plan.entry @long_strides_of_an_argument
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @long_strides_of_an_argument(%x: tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [700000000, 1], offset = 0, alignment = 16>}) -> tensor<5x7xf32> {
  %a = sinter.exp %x : tensor<5x7xf32>
  return %a : tensor<5x7xf32>
}

// -----

// CHECK-LABEL: plan.entry @far_offset_of_an_argument
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @far_offset_of_an_argument(%x: tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [7, 1], offset = 3000000000, alignment = 16>}) -> tensor<5x7xf32> {
  %a = sinter.exp %x : tensor<5x7xf32>
  return %a : tensor<5x7xf32>
}

// -----

// CHECK-LABEL: plan.entry @far_offset_of_a_result
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @far_offset_of_a_result(%x: tensor<5x7xf32>) -> (tensor<5x7xf32> {sinter.layout = #sinter.layout<strides = [7, 1], offset = 3000000000, alignment = 16>}) {
  %a = sinter.exp %x : tensor<5x7xf32>
  return %a : tensor<5x7xf32>
}

// -----

// CHECK-LABEL: plan.entry @sums_of_many_rows
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @sums_of_many_rows(%x: tensor<1000000x4096xf32>) -> tensor<1000000xf32> {
  %a = sinter.sum %x axes = [1] : tensor<1000000x4096xf32> -> tensor<1000000xf32>
  return %a : tensor<1000000xf32>
}

// -----

// CHECK-LABEL: plan.entry @row_of_a_large_cache
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @row_of_a_large_cache(%x: tensor<1000000x4096xf32>, %u: tensor<1x4096xf32>, %i: tensor<i64>) -> (tensor<1000000x4096xf32> {sinter.tied = 0 : i64}) {
  %e = sinter.exp %u : tensor<1x4096xf32>
  %y = sinter.update_slice %x, %e at %i axis = 0 : tensor<1000000x4096xf32>, tensor<1x4096xf32>, tensor<i64>
  return %y : tensor<1000000x4096xf32>
}

// -----

// CHECK-LABEL: plan.entry @rows_by_a_symbol_of_any_size
// CHECK: kernel.thread_func {{.*}} index_width 64
func.func @rows_by_a_symbol_of_any_size(%x: tensor<?x4096xf32, #sinter.dims<n, 4096>>) -> tensor<?x4096xf32, #sinter.dims<n, 4096>> attributes {sinter.symbols = {n = #sinter.range<1, 1048576, 1>}} {
  %a = sinter.exp %x : tensor<?x4096xf32, #sinter.dims<n, 4096>>
  return %a : tensor<?x4096xf32, #sinter.dims<n, 4096>>
}

// -----

// CHECK-LABEL: plan.entry @rows_by_a_bounded_symbol
// CHECK: kernel.thread_func {{.*}} index_width 32
func.func @rows_by_a_bounded_symbol(%x: tensor<?x4096xf32, #sinter.dims<n, 4096>>) -> tensor<?x4096xf32, #sinter.dims<n, 4096>> attributes {sinter.symbols = {n = #sinter.range<1, 65536, 1>}} {
  %a = sinter.exp %x : tensor<?x4096xf32, #sinter.dims<n, 4096>>
  return %a : tensor<?x4096xf32, #sinter.dims<n, 4096>>
}

// -----

// A division brings places back into range before they are multiplied again: of groups of channels, say.
// CHECK-LABEL: plan.entry @groups_of_channels
// CHECK-NOT: index_width 64
// CHECK: return
func.func @groups_of_channels(%x: tensor<2x32x262144xbf16>, %w: tensor<128xbf16>) -> tensor<2x128x65536xbf16> {
  %m = sinter.mean %x axes = [2] : tensor<2x32x262144xbf16> -> tensor<2x32xbf16>
  %b = sinter.broadcast %m dims = [0, 1] : tensor<2x32xbf16> -> tensor<2x32x262144xbf16>
  %d = sinter.sub %x, %b : tensor<2x32x262144xbf16>
  %r = sinter.reshape %d : tensor<2x32x262144xbf16> -> tensor<2x128x65536xbf16>
  %v = sinter.broadcast %w dims = [1] : tensor<128xbf16> -> tensor<2x128x65536xbf16>
  %y = sinter.mul %r, %v : tensor<2x128x65536xbf16>
  return %y : tensor<2x128x65536xbf16>
}
