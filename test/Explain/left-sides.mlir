// Of products that share their left side the report says whether they are one, and why.
// RUN: sinter-explain %s --no-compile | FileCheck %s
// RUN: sinter-explain %s --no-compile --merge-products=off | FileCheck %s --check-prefix=OFF
// RUN: sinter-explain %s --no-compile --json | FileCheck %s --check-prefix=JSON

// CHECK: fused launches: 1 kernel (1 distinct), 3 library calls, 0 copies
// Of the bytes and flops of the one product each has its own.
// CHECK: matmul {{.*}}left-sides.mlir:[[#]]:8 x2 | {{.*}} 1.05e+07 {{.*}} 0,1
// CHECK: LEFT SIDES of several products: 2
// CHECK-NEXT: left-sides.mlir:[[#]]:8: 2 products of one left side are one, of 320 columns: 1.00 us saved
// CHECK-NEXT: left-sides.mlir:[[#]]:8: 2 products of one left side stay apart: weights that are no constants would be copied side by side in each run
// OFF: fused launches: 1 kernel (1 distinct), 4 library calls, 0 copies
// OFF-NOT: LEFT SIDES
// JSON: "merges": [
// JSON: "merged": true,
// JSON-NEXT: "text": "2 products of one left side are one, of 320 columns: 1.00 us saved"
// JSON: "merged": false,
func.func @main(%x: tensor<64x512xbf16>, %u: tensor<160x64xbf16>, %z: tensor<160x32xbf16>) -> (tensor<64x64xbf16>, tensor<64x32xbf16>) {
  %w = sinter.parameter "w" : tensor<160x512xbf16>
  %v = sinter.parameter "v" : tensor<160x512xbf16>
  %g = sinter.matmul %x, %w {transpose_rhs} : tensor<64x512xbf16>, tensor<160x512xbf16> -> tensor<64x160xbf16>
  %h = sinter.matmul %x, %v {transpose_rhs} : tensor<64x512xbf16>, tensor<160x512xbf16> -> tensor<64x160xbf16>
  %s = sinter.silu %g : tensor<64x160xbf16>
  %a = sinter.mul %s, %h : tensor<64x160xbf16>
  %y = sinter.matmul %a, %u : tensor<64x160xbf16>, tensor<160x64xbf16> -> tensor<64x64xbf16>
  %r = sinter.matmul %a, %z : tensor<64x160xbf16>, tensor<160x32xbf16> -> tensor<64x32xbf16>
  return %y, %r : tensor<64x64xbf16>, tensor<64x32xbf16>
}
