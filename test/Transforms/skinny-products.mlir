// Which products of few rows or columns become parts of kernels.
// RUN: sinter-opt %s --sinter-decompose-composites=skinny-products=auto --remarks-filter=library --remark-format=emitRemark --verify-diagnostics | FileCheck %s
// RUN: sinter-opt %s --sinter-decompose-composites | FileCheck %s --check-prefix=LIBRARY
// RUN: sinter-opt %s --sinter-decompose-composites=skinny-products=kernel | FileCheck %s --check-prefix=KERNEL

// Terms in f32, rounded once.
// CHECK-LABEL: func.func @one_row(
// CHECK-DAG: %[[X:.*]] = sinter.cast %arg0 : tensor<1x1024xbf16> -> tensor<1x1024xf32>
// CHECK-DAG: %[[W:.*]] = sinter.cast %arg1 : tensor<1024x1024xbf16> -> tensor<1024x1024xf32>
// CHECK-DAG: %[[L:.*]] = sinter.broadcast %[[X]] dims = [0, 2]
// CHECK-DAG: %[[R:.*]] = sinter.broadcast %[[W]] dims = [1, 2]
// CHECK: %[[P:.*]] = sinter.mul %[[L]], %[[R]] : tensor<1x1024x1024xf32>
// CHECK: %[[S:.*]] = sinter.sum %[[P]] axes = [2]
// CHECK: sinter.cast %[[S]] : tensor<1x1024xf32> -> tensor<1x1024xbf16>
// LIBRARY-LABEL: func.func @one_row(
// LIBRARY: sinter.matmul
// KERNEL-LABEL: func.func @one_row(
// KERNEL-NOT: sinter.matmul
func.func @one_row(%x: tensor<1x1024xbf16>, %w: tensor<1024x1024xbf16>) -> tensor<1x1024xbf16> {
  // expected-remark@below {{own kernel: 1 row reads 2097152 bytes of the right side once}}
  %y = sinter.matmul %x, %w {transpose_rhs} : tensor<1x1024xbf16>, tensor<1024x1024xbf16> -> tensor<1x1024xbf16>
  return %y : tensor<1x1024xbf16>
}

// Batches of a matrix that they share are its rows.
// CHECK-LABEL: func.func @two_rows_of_two_batches(
// CHECK-NOT: sinter.matmul
func.func @two_rows_of_two_batches(%x: tensor<2x1x1024xf32>, %w: tensor<1024x512xf32>) -> tensor<2x1x512xf32> {
  // expected-remark@below {{own kernel: 2 rows read 2097152 bytes of the right side once}}
  %y = sinter.matmul %x, %w : tensor<2x1x1024xf32>, tensor<1024x512xf32> -> tensor<2x1x512xf32>
  return %y : tensor<2x1x512xf32>
}

// CHECK-LABEL: func.func @one_column(
// CHECK-NOT: sinter.matmul
func.func @one_column(%x: tensor<1024x1024xf16>, %w: tensor<1024x1xf16>) -> tensor<1024x1xf16> {
  // expected-remark@below {{own kernel: 1 column reads 2097152 bytes of the left side once}}
  %y = sinter.matmul %x, %w : tensor<1024x1024xf16>, tensor<1024x1xf16> -> tensor<1024x1xf16>
  return %y : tensor<1024x1xf16>
}

// CHECK-LABEL: func.func @five_rows(
// CHECK: sinter.matmul
// KERNEL-LABEL: func.func @five_rows(
// KERNEL-NOT: sinter.matmul
func.func @five_rows(%x: tensor<5x1024xbf16>, %w: tensor<1024x1024xbf16>) -> tensor<5x1024xbf16> {
  // expected-remark@below {{library: 5 rows read 2097152 bytes of the right side; more than 2 are for tensor cores}}
  %y = sinter.matmul %x, %w : tensor<5x1024xbf16>, tensor<1024x1024xbf16> -> tensor<5x1024xbf16>
  return %y : tensor<5x1024xbf16>
}

// CHECK-LABEL: func.func @little(
// CHECK: sinter.matmul
func.func @little(%x: tensor<1x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<1x64xbf16> {
  // expected-remark@below {{library: 1 row reads 8192 bytes of the right side; what they are multiplied with is little}}
  %y = sinter.matmul %x, %w : tensor<1x64xbf16>, tensor<64x64xbf16> -> tensor<1x64xbf16>
  return %y : tensor<1x64xbf16>
}

// Keys and values are little, but with their queries they are not: one launch reads all.
// CHECK-LABEL: func.func @little_beside_much(
// CHECK-NOT: sinter.matmul
func.func @little_beside_much(%x: tensor<1x512xbf16>, %w: tensor<1024x512xbf16>, %v: tensor<64x512xbf16>) -> (tensor<1x1024xbf16>, tensor<1x64xbf16>) {
  // expected-remark@below {{own kernel: 1 row reads 1048576 bytes of the right side once}}
  %y = sinter.matmul %x, %w {transpose_rhs} : tensor<1x512xbf16>, tensor<1024x512xbf16> -> tensor<1x1024xbf16>
  // expected-remark@below {{own kernel: 1 row reads 65536 bytes of the right side once, and all products of the same 1114112}}
  %z = sinter.matmul %x, %v {transpose_rhs} : tensor<1x512xbf16>, tensor<64x512xbf16> -> tensor<1x64xbf16>
  return %y, %z : tensor<1x1024xbf16>, tensor<1x64xbf16>
}

// CHECK-LABEL: func.func @batches(
// CHECK: sinter.matmul
func.func @batches(%x: tensor<8x1x512xbf16>, %w: tensor<8x512x512xbf16>) -> tensor<8x1x512xbf16> {
  // expected-remark@below {{library: 1 row reads 4194304 bytes of the right side; there are batches}}
  %y = sinter.matmul %x, %w : tensor<8x1x512xbf16>, tensor<8x512x512xbf16> -> tensor<8x1x512xbf16>
  return %y : tensor<8x1x512xbf16>
}

// CHECK-LABEL: func.func @at_most_four_rows(
// CHECK: sinter.matmul
// KERNEL-LABEL: func.func @at_most_four_rows(
// KERNEL-NOT: sinter.matmul
func.func @at_most_four_rows(%x: tensor<?x1024xbf16, #sinter.dims<m, 1024>>, %w: tensor<1024x1024xbf16>) -> tensor<?x1024xbf16, #sinter.dims<m, 1024>>
    attributes {sinter.symbols = {m = #sinter.range<0, 4, 1>}} {
  // expected-remark@below {{library: at most 4 rows read 2097152 bytes of the right side; how many there are is not known}}
  %y = sinter.matmul %x, %w : tensor<?x1024xbf16, #sinter.dims<m, 1024>>, tensor<1024x1024xbf16> -> tensor<?x1024xbf16, #sinter.dims<m, 1024>>
  return %y : tensor<?x1024xbf16, #sinter.dims<m, 1024>>
}

// Of any number of rows and columns nothing is said.
// KERNEL-LABEL: func.func @many_rows(
// KERNEL: sinter.matmul
func.func @many_rows(%x: tensor<17x1024xbf16>, %w: tensor<1024x1024xbf16>) -> tensor<17x1024xbf16> {
  %y = sinter.matmul %x, %w : tensor<17x1024xbf16>, tensor<1024x1024xbf16> -> tensor<17x1024xbf16>
  return %y : tensor<17x1024xbf16>
}

// What arithmetic makes of the few rows is stored: each row of the other side would make it again.
// KERNEL-LABEL: func.func @computed_rows(
// KERNEL: %[[R:.*]] = sinter.relu %arg0
// KERNEL: %[[C:.*]] = sinter.copy %[[R]]
// KERNEL: sinter.cast %[[C]]
func.func @computed_rows(%x: tensor<2x1024xbf16>, %w: tensor<1024x1024xbf16>) -> tensor<2x1024xbf16> {
  %r = sinter.relu %x : tensor<2x1024xbf16>
  // expected-remark@below {{own kernel: 2 rows read}}
  %y = sinter.matmul %r, %w : tensor<2x1024xbf16>, tensor<1024x1024xbf16> -> tensor<2x1024xbf16>
  return %y : tensor<2x1024xbf16>
}
