// Bytes in memory where extents are symbols: 64 each, or what their ranges have that is nearest.
// RUN: not sinter-opt %s --sinter-form-fusion-groups=memory-limit=1 --split-input-file 2>&1 | FileCheck %s

// The exponential's rows of 64 f32.
// CHECK: error: expected at most 1 bytes in memory at once, but the graph needs 16384, and 16384 without fusion
func.func @any(%x: tensor<?x64xf32, #sinter.dims<n, 64>>, %w: tensor<64x64xf32>) -> tensor<?x64xf32, #sinter.dims<n, 64>> {
  %a = sinter.exp %x : tensor<?x64xf32, #sinter.dims<n, 64>>
  %p = sinter.matmul %a, %w : tensor<?x64xf32, #sinter.dims<n, 64>>, tensor<64x64xf32> -> tensor<?x64xf32, #sinter.dims<n, 64>>
  return %p : tensor<?x64xf32, #sinter.dims<n, 64>>
}

// -----

// CHECK: but the graph needs 2048,
func.func @at_most_8(%x: tensor<?x64xf32, #sinter.dims<n, 64>>, %w: tensor<64x64xf32>) -> tensor<?x64xf32, #sinter.dims<n, 64>> attributes {sinter.symbols = {n = #sinter.range<1, 8, 1>}} {
  %a = sinter.exp %x : tensor<?x64xf32, #sinter.dims<n, 64>>
  %p = sinter.matmul %a, %w : tensor<?x64xf32, #sinter.dims<n, 64>>, tensor<64x64xf32> -> tensor<?x64xf32, #sinter.dims<n, 64>>
  return %p : tensor<?x64xf32, #sinter.dims<n, 64>>
}

// -----

// CHECK: but the graph needs 262144,
func.func @at_least_1024(%x: tensor<?x64xf32, #sinter.dims<n, 64>>, %w: tensor<64x64xf32>) -> tensor<?x64xf32, #sinter.dims<n, 64>> attributes {sinter.symbols = {n = #sinter.range<1024, 4096, 8>}} {
  %a = sinter.exp %x : tensor<?x64xf32, #sinter.dims<n, 64>>
  %p = sinter.matmul %a, %w : tensor<?x64xf32, #sinter.dims<n, 64>>, tensor<64x64xf32> -> tensor<?x64xf32, #sinter.dims<n, 64>>
  return %p : tensor<?x64xf32, #sinter.dims<n, 64>>
}
