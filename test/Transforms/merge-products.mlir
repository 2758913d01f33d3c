// Products of one left side become one, over weights side by side; a remark says what was decided and why.
// RUN: sinter-opt %s --sinter-merge-products --cse --split-input-file --remarks-filter=library --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// Weights that lie alike, wherever they stand; a library takes the biases along. What has none gets one that changes nothing.
// CHECK-LABEL: func.func @queries_keys_values
// CHECK-DAG: %[[WQ:.*]] = sinter.parameter "wq"
// CHECK-DAG: %[[WK:.*]] = sinter.parameter "wk"
// CHECK-DAG: %[[WV:.*]] = sinter.parameter "wv"
// CHECK: %[[W:.*]] = sinter.concat %[[WQ]], %[[WK]], %[[WV]] axis = 0 : {{.*}} -> tensor<96x32xf16>
// CHECK: %[[P:.*]] = sinter.matmul %arg0, %[[W]] {transpose_rhs} : {{.*}} -> tensor<8x96xf16>
// CHECK: %[[NONE:.*]] = sinter.constant dense<-0.000000e+00> : tensor<16xf16>
// CHECK: %[[B:.*]] = sinter.concat %{{.*}}, %[[NONE]], %{{.*}} axis = 0
// CHECK: %[[BB:.*]] = sinter.broadcast %[[B]] dims = [1]
// CHECK: %[[Y:.*]] = sinter.add %[[P]], %[[BB]] : tensor<8x96xf16>
// CHECK: %[[Q:.*]] = sinter.slice %[[Y]] starts = [0, 0] steps = [1, 1] : tensor<8x96xf16> -> tensor<8x64xf16>
// CHECK: %[[K:.*]] = sinter.slice %[[Y]] starts = [0, 64] steps = [1, 1] : tensor<8x96xf16> -> tensor<8x16xf16>
// CHECK: %[[V:.*]] = sinter.slice %[[Y]] starts = [0, 80] steps = [1, 1] : tensor<8x96xf16> -> tensor<8x16xf16>
// CHECK: return %[[Q]], %[[K]], %[[V]]
func.func @queries_keys_values(%x: tensor<8x32xf16>) -> (tensor<8x64xf16>, tensor<8x16xf16>, tensor<8x16xf16>) {
  %wq = sinter.parameter "wq" : tensor<64x32xf16>
  %bq = sinter.parameter "bq" : tensor<64xf16>
  // expected-remark@below {{3 products of one left side are one, of 96 columns: 1.96 us saved, 0.98 us for copies of parts that must lie alone}}
  %p = sinter.matmul %x, %wq {transpose_rhs} : tensor<8x32xf16>, tensor<64x32xf16> -> tensor<8x64xf16>
  %bqs = sinter.broadcast %bq dims = [1] : tensor<64xf16> -> tensor<8x64xf16>
  %q = sinter.add %p, %bqs : tensor<8x64xf16>
  %wk = sinter.parameter "wk" : tensor<16x32xf16>
  %k = sinter.matmul %x, %wk {transpose_rhs} : tensor<8x32xf16>, tensor<16x32xf16> -> tensor<8x16xf16>
  %wv = sinter.parameter "wv" : tensor<16x32xf16>
  %r = sinter.matmul %x, %wv {transpose_rhs} : tensor<8x32xf16>, tensor<16x32xf16> -> tensor<8x16xf16>
  %bv = sinter.parameter "bv" : tensor<16xf16>
  %bvs = sinter.broadcast %bv dims = [1] : tensor<16xf16> -> tensor<8x16xf16>
  %v = sinter.add %bvs, %r : tensor<8x16xf16>
  return %q, %k, %v : tensor<8x64xf16>, tensor<8x16xf16>, tensor<8x16xf16>
}

// -----

// Kernels that read the parts add their biases as they load. Weights that lie the other way are turned into rows, at load; batches of one matrix and symbolic rows are rows.
// CHECK-LABEL: func.func @gate_and_up
// CHECK: %[[U:.*]] = sinter.transpose %{{.*}} permutation = [1, 0] : tensor<8x32xf32> -> tensor<32x8xf32>
// CHECK: %[[W:.*]] = sinter.concat %[[U]], %{{.*}} axis = 0 : {{.*}} -> tensor<64x8xf32>
// CHECK: %[[P:.*]] = sinter.matmul %arg0, %[[W]] {transpose_rhs} : {{.*}} -> tensor<2x?x64xf32, #sinter.dims<2, n, 64>>
// CHECK: %[[G:.*]] = sinter.slice %[[P]] starts = [0, 0, 0]
// CHECK: %[[H:.*]] = sinter.slice %[[P]] starts = [0, 0, 32]
// CHECK: sinter.silu %[[G]]
// CHECK: sinter.add %[[H]]
func.func @gate_and_up(%x: tensor<2x?x8xf32, #sinter.dims<2, n, 8>>) -> tensor<2x?x32xf32, #sinter.dims<2, n, 32>> {
  %w = sinter.parameter "w" : tensor<8x32xf32>
  %v = sinter.parameter "v" : tensor<32x8xf32>
  %b = sinter.parameter "b" : tensor<32xf32>
  // expected-remark@below {{2 products of one left side are one, of 64 columns: 0.98 us saved}}
  %g = sinter.matmul %x, %w : tensor<2x?x8xf32, #sinter.dims<2, n, 8>>, tensor<8x32xf32> -> tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
  %u = sinter.matmul %x, %v {transpose_rhs} : tensor<2x?x8xf32, #sinter.dims<2, n, 8>>, tensor<32x8xf32> -> tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
  %s = sinter.silu %g : tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
  %bb = sinter.broadcast %b dims = [2] : tensor<32xf32> -> tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
  %t = sinter.add %u, %bb : tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
  %y = sinter.mul %s, %t : tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
  return %y : tensor<2x?x32xf32, #sinter.dims<2, n, 32>>
}

// -----

// Batches that each have a matrix; weights that are computed at load.
// CHECK-LABEL: func.func @batches
// CHECK: %[[E:.*]] = sinter.exp
// CHECK: %[[T:.*]] = sinter.transpose %[[E]] permutation = [0, 2, 1]
// CHECK: sinter.concat %{{.*}}, %[[T]] axis = 1 : tensor<3x16x8xf32>, tensor<3x8x8xf32> -> tensor<3x24x8xf32>
// CHECK: sinter.matmul {{.*}} -> tensor<3x4x24xf32>
// CHECK: sinter.relu
// CHECK-NOT: sinter.relu
// CHECK: sinter.slice {{.*}} starts = [0, 0, 16] steps = [1, 1, 1] : tensor<3x4x24xf32> -> tensor<3x4x8xf32>
func.func @batches(%x: tensor<3x4x8xf32>, %z: tensor<3x8x4xf32>) -> (tensor<3x4x4xf32>, tensor<3x16x8xf32>) {
  %w = sinter.parameter "w" : tensor<3x8x16xf32>
  %v = sinter.parameter "v" : tensor<3x8x8xf32>
  // expected-remark@below {{2 products of one left side are one, of 24 columns: 0.98 us saved}}
  %p = sinter.matmul %x, %w : tensor<3x4x8xf32>, tensor<3x8x16xf32> -> tensor<3x4x16xf32>
  %e = sinter.exp %v : tensor<3x8x8xf32>
  %q = sinter.matmul %x, %e : tensor<3x4x8xf32>, tensor<3x8x8xf32> -> tensor<3x4x8xf32>
  %a = sinter.relu %p : tensor<3x4x16xf32>
  %b = sinter.relu %q : tensor<3x4x8xf32>
  %s = sinter.matmul %b, %z : tensor<3x4x8xf32>, tensor<3x8x4xf32> -> tensor<3x4x4xf32>
  %t = sinter.matmul %a, %b {transpose_lhs} : tensor<3x4x16xf32>, tensor<3x4x8xf32> -> tensor<3x16x8xf32>
  return %s, %t : tensor<3x4x4xf32>, tensor<3x16x8xf32>
}

// -----

// CHECK-LABEL: func.func @arguments
// CHECK-NOT: sinter.concat
func.func @arguments(%x: tensor<8x32xf32>, %w: tensor<32x64xf32>, %v: tensor<32x16xf32>) -> tensor<16x64xf32> {
  // expected-remark@below {{2 products of one left side stay apart: weights that are no constants would be copied side by side in each run}}
  %p = sinter.matmul %x, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x16xf32> -> tensor<8x16xf32>
  %y = sinter.matmul %q, %p {transpose_lhs} : tensor<8x16xf32>, tensor<8x64xf32> -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}

// -----

// The others become one.
// CHECK-LABEL: func.func @one_is_placed
// CHECK: sinter.concat
// CHECK: sinter.matmul {{.*}} {sinter.alone}
// CHECK: sinter.matmul {{.*}} -> tensor<8x128xf32>
func.func @one_is_placed(%x: tensor<8x32xf32>) -> tensor<8x64xf32> {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  %u = sinter.parameter "u" : tensor<32x64xf32>
  // expected-remark@below {{1 of 3 products of one left side stays apart: `sinter.groups` or `sinter.alone` came with the graph}}
  %p = sinter.matmul %x, %w {sinter.alone} : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  // expected-remark@below {{2 of 3 products of one left side are one, of 128 columns}}
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %r = sinter.matmul %x, %u : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %s = sinter.mul %p, %q : tensor<8x64xf32>
  %y = sinter.mul %s, %r : tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}

// -----

// A row of odd length beside rows of vectors.
// CHECK-LABEL: func.func @odd_width
// CHECK: sinter.matmul {{.*}} -> tensor<8x3xf32>
// CHECK: sinter.matmul {{.*}} -> tensor<8x128xf32>
func.func @odd_width(%x: tensor<8x32xf32>, %z: tensor<3x64xf32>) -> tensor<8x64xf32> {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  %u = sinter.parameter "u" : tensor<32x3xf32>
  // expected-remark@below {{1 of 3 products of one left side stays apart: of all in one, some rows or columns would not begin at multiples of 16 bytes}}
  %p = sinter.matmul %x, %u : tensor<8x32xf32>, tensor<32x3xf32> -> tensor<8x3xf32>
  // expected-remark@below {{2 of 3 products of one left side are one, of 128 columns}}
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %r = sinter.matmul %x, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %s = sinter.matmul %p, %z : tensor<8x3xf32>, tensor<3x64xf32> -> tensor<8x64xf32>
  %t = sinter.mul %s, %q : tensor<8x64xf32>
  %y = sinter.mul %t, %r : tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}

// -----

// Copies of many rows take longer than launches.
// CHECK-LABEL: func.func @copied
// CHECK-NOT: sinter.concat
func.func @copied(%x: tensor<4096x256xf32>) -> (tensor<4096x64xf32>, tensor<4096x256xf32>) {
  %w = sinter.parameter "w" : tensor<256x64xf32>
  %v = sinter.parameter "v" : tensor<256x256xf32>
  // expected-remark@below {{2 products of one left side stay apart: parts that must lie alone would be copied: 3.48 us, and 1.98 us saved}}
  %p = sinter.matmul %x, %w : tensor<4096x256xf32>, tensor<256x64xf32> -> tensor<4096x64xf32>
  %q = sinter.matmul %x, %v : tensor<4096x256xf32>, tensor<256x256xf32> -> tensor<4096x256xf32>
  return %p, %q : tensor<4096x64xf32>, tensor<4096x256xf32>
}

// -----

// CHECK-LABEL: func.func @little_gain
// CHECK-NOT: sinter.concat
func.func @little_gain(%x: tensor<2048x4096xbf16>) -> tensor<2048x11008xbf16> {
  %w = sinter.parameter "w" : tensor<4096x11008xbf16>
  %v = sinter.parameter "v" : tensor<4096x11008xbf16>
  // expected-remark@below {{2 products of one left side stay apart: 4.97 us saved of 482.91 us are as good as none}}
  %p = sinter.matmul %x, %w : tensor<2048x4096xbf16>, tensor<4096x11008xbf16> -> tensor<2048x11008xbf16>
  %q = sinter.matmul %x, %v : tensor<2048x4096xbf16>, tensor<4096x11008xbf16> -> tensor<2048x11008xbf16>
  %y = sinter.mul %p, %q : tensor<2048x11008xbf16>
  return %y : tensor<2048x11008xbf16>
}

// -----

// Keys and values of every layer, of what an encoder made: those of a layer become one, and wait for nothing else.
// CHECK-LABEL: func.func @layers
// CHECK: sinter.concat
// CHECK: %[[P:.*]] = sinter.matmul %arg0, %{{.*}} -> tensor<2048x2048xf32>
// CHECK: sinter.matmul %{{.*}}, %arg1
// CHECK: sinter.matmul %arg0, %{{.*}} -> tensor<2048x1024xf32>
func.func @layers(%x: tensor<2048x64xf32>, %m: tensor<1024x1024xf32>) -> tensor<2048x1024xf32> {
  %w = sinter.parameter "w" : tensor<64x1024xf32>
  %v = sinter.parameter "v" : tensor<64x1024xf32>
  %u = sinter.parameter "u" : tensor<64x1024xf32>
  // expected-remark@below {{2 of 3 products of one left side are one, of 2048 columns: 1.10 us saved}}
  %p = sinter.matmul %x, %w : tensor<2048x64xf32>, tensor<64x1024xf32> -> tensor<2048x1024xf32>
  %q = sinter.matmul %x, %v : tensor<2048x64xf32>, tensor<64x1024xf32> -> tensor<2048x1024xf32>
  %a = sinter.mul %p, %q : tensor<2048x1024xf32>
  %s = sinter.matmul %a, %m : tensor<2048x1024xf32>, tensor<1024x1024xf32> -> tensor<2048x1024xf32>
  // expected-remark@below {{1 of 3 products of one left side stays apart: results of all would lie in memory ahead of products that come before}}
  %r = sinter.matmul %x, %u : tensor<2048x64xf32>, tensor<64x1024xf32> -> tensor<2048x1024xf32>
  %y = sinter.mul %s, %r : tensor<2048x1024xf32>
  return %y : tensor<2048x1024xf32>
}

// -----

// An embedding that one of the products has too reads a part of what is packed; so does what reads the weight as it lay.
// CHECK-LABEL: func.func @read_elsewhere
// CHECK: %[[W:.*]] = sinter.concat %{{.*}}, %{{.*}} axis = 0 : {{.*}} -> tensor<128x32xf32>
// CHECK: %[[A:.*]] = sinter.slice %[[W]] starts = [0, 0] steps = [1, 1] : tensor<128x32xf32> -> tensor<64x32xf32>
// CHECK: %[[B:.*]] = sinter.slice %[[W]] starts = [64, 0] steps = [1, 1] : tensor<128x32xf32> -> tensor<64x32xf32>
// CHECK: %[[V:.*]] = sinter.transpose %[[B]] permutation = [1, 0]
// CHECK: sinter.gather %[[A]], %arg1
// CHECK: sinter.matmul %arg0, %[[W]] {transpose_rhs}
// CHECK: sinter.sub %arg2, %[[V]]
func.func @read_elsewhere(%x: tensor<8x32xf32>, %i: tensor<8xi64>, %c: tensor<32x64xf32>) -> (tensor<8x64xf32>, tensor<8x32xf32>, tensor<32x64xf32>) {
  %w = sinter.parameter "w" : tensor<64x32xf32>
  %e = sinter.gather %w, %i axis = 0 : tensor<64x32xf32>, tensor<8xi64> -> tensor<8x32xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  // expected-remark@below {{2 products of one left side are one, of 128 columns}}
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<8x32xf32>, tensor<64x32xf32> -> tensor<8x64xf32>
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %y = sinter.mul %p, %q : tensor<8x64xf32>
  %n = sinter.sub %c, %v : tensor<32x64xf32>
  return %y, %e, %n : tensor<8x64xf32>, tensor<8x32xf32>, tensor<32x64xf32>
}

// -----

// Packed with one family and with another they would be in memory twice: one reads a part of what the other packs.
// CHECK-LABEL: func.func @two_families
// CHECK: %[[W:.*]] = sinter.concat
// CHECK-NOT: sinter.concat
// CHECK: %[[P:.*]] = sinter.slice %[[W]] starts = [0, 0]
// CHECK: %[[T:.*]] = sinter.transpose %[[P]] permutation = [1, 0]
// CHECK: sinter.matmul %arg0, %[[T]]
// CHECK: sinter.matmul %arg1, %[[W]] {transpose_rhs}
func.func @two_families(%x: tensor<8x32xf32>, %z: tensor<8x32xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  %u = sinter.parameter "u" : tensor<32x64xf32>
  // expected-remark@below {{2 products of one left side stay apart: weights that are packed with others, or read in part, would lie in memory twice}}
  %p = sinter.matmul %x, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  // expected-remark@below {{2 products of one left side are one}}
  %r = sinter.matmul %z, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %s = sinter.matmul %z, %u : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %y = sinter.mul %p, %q : tensor<8x64xf32>
  %t = sinter.mul %r, %s : tensor<8x64xf32>
  return %y, %t : tensor<8x64xf32>, tensor<8x64xf32>
}

// -----

// Two entries that pack the same weights keep them once.
// CHECK-LABEL: func.func @eight
// CHECK: sinter.concat
// CHECK-LABEL: func.func @four
// CHECK: sinter.concat
func.func @eight(%x: tensor<8x32xf32>) -> tensor<8x64xf32> {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  // expected-remark@below {{2 products of one left side are one, of 128 columns}}
  %p = sinter.matmul %x, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %y = sinter.mul %p, %q : tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
func.func @four(%x: tensor<4x32xf32>) -> tensor<4x64xf32> {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  // expected-remark@below {{2 products of one left side are one, of 128 columns}}
  %p = sinter.matmul %x, %w : tensor<4x32xf32>, tensor<32x64xf32> -> tensor<4x64xf32>
  %q = sinter.matmul %x, %v : tensor<4x32xf32>, tensor<32x64xf32> -> tensor<4x64xf32>
  %y = sinter.mul %p, %q : tensor<4x64xf32>
  return %y : tensor<4x64xf32>
}

// -----

// An entry of which some products are kernels reads parts of what another one packs.
// CHECK-LABEL: func.func @prefill
// CHECK: sinter.concat
// CHECK-LABEL: func.func @decode
// CHECK: %[[W:.*]] = sinter.concat %{{.*}}, %{{.*}} axis = 0 : {{.*}} -> tensor<128x32xf32>
// CHECK: %[[P:.*]] = sinter.slice %[[W]] starts = [64, 0]
// CHECK: %[[T:.*]] = sinter.transpose %[[P]] permutation = [1, 0]
// CHECK: sinter.matmul %arg0, %[[T]]
func.func @prefill(%x: tensor<8x32xf32>) -> tensor<8x64xf32> {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  // expected-remark@below {{2 products of one left side are one}}
  %p = sinter.matmul %x, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %y = sinter.mul %p, %q : tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
func.func @decode(%x: tensor<1x32xf32>) -> tensor<1x64xf32> {
  %v = sinter.parameter "v" : tensor<32x64xf32>
  %y = sinter.matmul %x, %v : tensor<1x32xf32>, tensor<32x64xf32> -> tensor<1x64xf32>
  return %y : tensor<1x64xf32>
}

// -----

// What came with packed weights stays as it is.
// CHECK-LABEL: func.func @packed_already
// CHECK-NOT: sinter.concat
func.func @init() -> tensor<32x64xf32> {
  %w = sinter.parameter "w" : tensor<32x64xf32>
  %e = sinter.exp %w : tensor<32x64xf32>
  return %e : tensor<32x64xf32>
}
func.func @packed_already(%x: tensor<8x32xf32>) -> tensor<8x64xf32> {
  %w = sinter.parameter "packed.0" {source = #sinter.packed<0>} : tensor<32x64xf32>
  %v = sinter.parameter "v" : tensor<32x64xf32>
  // expected-remark@below {{2 products of one left side stay apart: the graph came with an @init, which is what packs weights}}
  %p = sinter.matmul %x, %w : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %q = sinter.matmul %x, %v : tensor<8x32xf32>, tensor<32x64xf32> -> tensor<8x64xf32>
  %y = sinter.mul %p, %q : tensor<8x64xf32>
  return %y : tensor<8x64xf32>
}
