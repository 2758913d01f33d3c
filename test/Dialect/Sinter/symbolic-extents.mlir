// RUN: sinter opt %s --verify-roundtrip | FileCheck %s

// Symbols are numbered by name, so that one set of extents has one text, whatever the order it was written in.

// CHECK-LABEL: func.func private @sums_and_products
// CHECK-SAME: tensor<?xf32, #sinter.dims<a + b>>, tensor<?xf32, #sinter.dims<a + b>>
// CHECK-SAME: tensor<?xf32, #sinter.dims<tokens * 12>>
// CHECK-SAME: tensor<?x64xf32, #sinter.dims<(tokens * 2) + 2, 64>>
func.func private @sums_and_products(tensor<?xf32, #sinter.dims<a + b>>, tensor<?xf32, #sinter.dims<b + a>>,
    tensor<?xf32, #sinter.dims<12 * tokens>>, tensor<?x64xf32, #sinter.dims<2 * (tokens + 1), 64>>)

// CHECK-LABEL: func.func private @differences
// CHECK-SAME: #sinter.dims<a - 1>
// CHECK-SAME: #sinter.dims<a - b>
// CHECK-SAME: #sinter.dims<a - (b * 2)>
func.func private @differences(tensor<?xf32, #sinter.dims<a - 1>>, tensor<?xf32, #sinter.dims<a - b>>,
    tensor<?xf32, #sinter.dims<a - 2 * b>>, tensor<?xf32, #sinter.dims<a + b * -2>>)

// CHECK-LABEL: func.func private @divisions
// CHECK-SAME: #sinter.dims<tokens floordiv 4>
// CHECK-SAME: #sinter.dims<tokens ceildiv 4>
// CHECK-SAME: #sinter.dims<tokens mod 4>
func.func private @divisions(tensor<?xf32, #sinter.dims<tokens floordiv 4>>, tensor<?xf32, #sinter.dims<tokens ceildiv 4>>,
    tensor<?xf32, #sinter.dims<tokens mod 4>>)

// CHECK-LABEL: func.func private @products_of_symbols
// CHECK-SAME: #sinter.dims<batch * heads>
// CHECK-SAME: #sinter.dims<batch * heads>
func.func private @products_of_symbols(tensor<?xf32, #sinter.dims<batch * heads>>, tensor<?xf32, #sinter.dims<heads * batch>>)

// CHECK-LABEL: func.func private @quoted_names
// CHECK-SAME: #sinter.dims<"past length" + 1>
func.func private @quoted_names(tensor<?xf32, #sinter.dims<"past length" + 1>>)

// CHECK-LABEL: func.func @ranges
// CHECK-SAME: attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 8>}}
func.func @ranges(%x: tensor<?xf32, #sinter.dims<tokens>>) -> tensor<?xf32, #sinter.dims<tokens>>
    attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 8>}} {
  return %x : tensor<?xf32, #sinter.dims<tokens>>
}

// Types of results follow from the operands'.

// CHECK-LABEL: func.func @inferred
func.func @inferred(%x: tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>, %w: tensor<8x5xf32>, %i: tensor<?xi64, #sinter.dims<n>>) {
  // CHECK: sinter.sum %{{.*}} -> tensor<?x8xf32, #sinter.dims<batch, 8>>
  %0 = sinter.sum %x axes = [1] : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>> -> tensor<?x8xf32, #sinter.dims<batch, 8>>
  // CHECK: -> tensor<8xf32>
  %1 = sinter.sum %x axes = [0, 1] : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>> -> tensor<8xf32>
  // CHECK: -> tensor<?x8x?xf32, #sinter.dims<tokens, 8, batch>>
  %2 = sinter.transpose %x permutation = [1, 2, 0] : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>> -> tensor<?x8x?xf32, #sinter.dims<tokens, 8, batch>>
  // CHECK: -> tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>>
  %3 = sinter.matmul %x, %w : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>, tensor<8x5xf32> -> tensor<?x?x5xf32, #sinter.dims<batch, tokens, 5>>
  // CHECK: -> tensor<?x8xf32, #sinter.dims<batch * tokens, 8>>
  %4 = sinter.reshape %x : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>> -> tensor<?x8xf32, #sinter.dims<tokens * batch, 8>>
  // CHECK: sinter.gather
  // CHECK-SAME: -> tensor<?x?x?xf32, #sinter.dims<tokens, n, batch>>
  %5 = sinter.gather %2, %i axis = 1 : tensor<?x8x?xf32, #sinter.dims<tokens, 8, batch>>, tensor<?xi64, #sinter.dims<n>> -> tensor<?x?x?xf32, #sinter.dims<tokens, n, batch>>
  // CHECK: sinter.concat
  // CHECK-SAME: -> tensor<?x?x8xf32, #sinter.dims<batch, tokens * 2, 8>>
  %6 = sinter.concat %x, %x axis = 1 : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>, tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>> -> tensor<?x?x8xf32, #sinter.dims<batch, 2 * tokens, 8>>
  // CHECK: sinter.compare lt %{{.*}}, %{{.*}} : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>
  %7 = sinter.compare lt %x, %x : tensor<?x?x8xf32, #sinter.dims<batch, tokens, 8>>
  // CHECK: sinter.not %{{.*}} : tensor<?x?x8xi1, #sinter.dims<batch, tokens, 8>>
  %8 = sinter.not %7 : tensor<?x?x8xi1, #sinter.dims<batch, tokens, 8>>
  return
}
