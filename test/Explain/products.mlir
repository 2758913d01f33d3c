// Of products of few rows the report says what they became, and why.
// RUN: sinter-explain %s --no-compile | FileCheck %s
// RUN: sinter-explain %s --no-compile --skinny-products=library | FileCheck %s --check-prefix=LIBRARY
// RUN: sinter-explain %s --no-compile --json --skinny-products=auto | FileCheck %s --check-prefix=JSON

// CHECK: fused launches: 1 kernel (1 distinct), 1 library call, 0 copies
// CHECK: PRODUCTS of few rows or columns: 2
// CHECK-NEXT: products.mlir:[[#]]:8: own kernel: 1 row reads 2097152 bytes of the right side once
// CHECK-NEXT: products.mlir:[[#]]:8: library: 1 row reads 131072 bytes of the right side; what they are multiplied with is little
// LIBRARY: fused launches: 0 kernels (0 distinct), 2 library calls, 0 copies
// LIBRARY: PRODUCTS of few rows or columns: 2
// LIBRARY-NEXT: library: 1 row reads 2097152 bytes of the right side; --skinny-products=auto asks for kernels
// JSON: "products"
// JSON: "kernel": true
// JSON-NEXT: "text": "own kernel: 1 row reads 2097152 bytes of the right side once"
func.func @main(%x: tensor<1x1024xbf16>, %w: tensor<1024x1024xbf16>, %v: tensor<64x1024xbf16>) -> tensor<1x64xbf16> {
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<1x1024xbf16>, tensor<1024x1024xbf16> -> tensor<1x1024xbf16>
  %r = sinter.relu %p : tensor<1x1024xbf16>
  %y = sinter.matmul %r, %v {transpose_rhs} : tensor<1x1024xbf16>, tensor<64x1024xbf16> -> tensor<1x64xbf16>
  return %y : tensor<1x64xbf16>
}
