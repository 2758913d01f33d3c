// Products of one row that share it are one kernel, whatever their widths and whichever way their weights lie; of an MLP, what is gated is one, and what follows another. An entry of more rows
// has one call for all, of the same weights.
// RUN: sinter-explain %s --no-compile --entry=rows | FileCheck %s --check-prefix=ONE
// RUN: sinter-explain %s --no-compile --entry=columns | FileCheck %s --check-prefix=ONE
// RUN: sinter-explain %s --no-compile --entry=swiglu | FileCheck %s --check-prefix=TWO
// RUN: sinter-explain %s --no-compile --entry=library | FileCheck %s --check-prefix=CALL
// RUN: sinter-compile %s --target=sm_90 --emit=groups | FileCheck %s

// ONE: fused launches: 1 kernel (1 distinct) holding {{[23]}} kernels of {{[23]}} kinds, 0 library calls, 0 copies
// TWO: fused launches: 2 kernels (2 distinct), 0 library calls, 0 copies
// CALL: fused launches: 1 kernel (1 distinct) holding 3 kernels of 3 kinds, 1 library call, 0 copies
// Kept are the weights of both entries, once, those that came as columns, as rows, and the biases that are added by one call.
// CHECK: func.func @init() -> (tensor<5632x4096xbf16>, tensor<4096x4096xbf16>, tensor<1024x4096xbf16>, tensor<512x4096xbf16>, tensor<5632xbf16>)
func.func @rows(%x: tensor<1x4096xbf16>) -> (tensor<1x4096xbf16>, tensor<1x1024xbf16>, tensor<1x512xbf16>) {
  %wq = sinter.parameter "wq_r" : tensor<4096x4096xbf16>
  %bq = sinter.parameter "bq_r" : tensor<4096xbf16>
  %wk = sinter.parameter "wk_r" : tensor<1024x4096xbf16>
  %bk = sinter.parameter "bk_r" : tensor<1024xbf16>
  %wv = sinter.parameter "wv_r" : tensor<512x4096xbf16>
  %bv = sinter.parameter "bv_r" : tensor<512xbf16>
  %pq = sinter.matmul %x, %wq {transpose_rhs} : tensor<1x4096xbf16>, tensor<4096x4096xbf16> -> tensor<1x4096xbf16>
  %cq = sinter.broadcast %bq dims = [1] : tensor<4096xbf16> -> tensor<1x4096xbf16>
  %yq = sinter.add %pq, %cq : tensor<1x4096xbf16>
  %pk = sinter.matmul %x, %wk {transpose_rhs} : tensor<1x4096xbf16>, tensor<1024x4096xbf16> -> tensor<1x1024xbf16>
  %ck = sinter.broadcast %bk dims = [1] : tensor<1024xbf16> -> tensor<1x1024xbf16>
  %yk = sinter.add %pk, %ck : tensor<1x1024xbf16>
  %pv = sinter.matmul %x, %wv {transpose_rhs} : tensor<1x4096xbf16>, tensor<512x4096xbf16> -> tensor<1x512xbf16>
  %cv = sinter.broadcast %bv dims = [1] : tensor<512xbf16> -> tensor<1x512xbf16>
  %yv = sinter.add %pv, %cv : tensor<1x512xbf16>
  return %yq, %yk, %yv : tensor<1x4096xbf16>, tensor<1x1024xbf16>, tensor<1x512xbf16>
}
func.func @columns(%x: tensor<1x4096xbf16>) -> (tensor<1x4096xbf16>, tensor<1x1024xbf16>, tensor<1x512xbf16>) {
  %wq = sinter.parameter "wq_c" : tensor<4096x4096xbf16>
  %bq = sinter.parameter "bq_c" : tensor<4096xbf16>
  %wk = sinter.parameter "wk_c" : tensor<4096x1024xbf16>
  %bk = sinter.parameter "bk_c" : tensor<1024xbf16>
  %wv = sinter.parameter "wv_c" : tensor<4096x512xbf16>
  %bv = sinter.parameter "bv_c" : tensor<512xbf16>
  %pq = sinter.matmul %x, %wq : tensor<1x4096xbf16>, tensor<4096x4096xbf16> -> tensor<1x4096xbf16>
  %cq = sinter.broadcast %bq dims = [1] : tensor<4096xbf16> -> tensor<1x4096xbf16>
  %yq = sinter.add %pq, %cq : tensor<1x4096xbf16>
  %pk = sinter.matmul %x, %wk : tensor<1x4096xbf16>, tensor<4096x1024xbf16> -> tensor<1x1024xbf16>
  %ck = sinter.broadcast %bk dims = [1] : tensor<1024xbf16> -> tensor<1x1024xbf16>
  %yk = sinter.add %pk, %ck : tensor<1x1024xbf16>
  %pv = sinter.matmul %x, %wv : tensor<1x4096xbf16>, tensor<4096x512xbf16> -> tensor<1x512xbf16>
  %cv = sinter.broadcast %bv dims = [1] : tensor<512xbf16> -> tensor<1x512xbf16>
  %yv = sinter.add %pv, %cv : tensor<1x512xbf16>
  return %yq, %yk, %yv : tensor<1x4096xbf16>, tensor<1x1024xbf16>, tensor<1x512xbf16>
}
func.func @swiglu(%x: tensor<1x4096xbf16>) -> tensor<1x4096xbf16> {
  %wg = sinter.parameter "wg" : tensor<11008x4096xbf16>
  %wu = sinter.parameter "wu" : tensor<11008x4096xbf16>
  %wd = sinter.parameter "wd" : tensor<4096x11008xbf16>
  %g = sinter.matmul %x, %wg {transpose_rhs} : tensor<1x4096xbf16>, tensor<11008x4096xbf16> -> tensor<1x11008xbf16>
  %u = sinter.matmul %x, %wu {transpose_rhs} : tensor<1x4096xbf16>, tensor<11008x4096xbf16> -> tensor<1x11008xbf16>
  %s = sinter.silu %g : tensor<1x11008xbf16>
  %h = sinter.mul %s, %u : tensor<1x11008xbf16>
  %y = sinter.matmul %h, %wd {transpose_rhs} : tensor<1x11008xbf16>, tensor<4096x11008xbf16> -> tensor<1x4096xbf16>
  return %y : tensor<1x4096xbf16>
}
func.func @library(%x: tensor<8x4096xbf16>) -> (tensor<8x4096xbf16>, tensor<8x1024xbf16>, tensor<8x512xbf16>) {
  %wq = sinter.parameter "wq_r" : tensor<4096x4096xbf16>
  %bq = sinter.parameter "bq_r" : tensor<4096xbf16>
  %wk = sinter.parameter "wk_r" : tensor<1024x4096xbf16>
  %bk = sinter.parameter "bk_r" : tensor<1024xbf16>
  %wv = sinter.parameter "wv_r" : tensor<512x4096xbf16>
  %bv = sinter.parameter "bv_r" : tensor<512xbf16>
  %pq = sinter.matmul %x, %wq {transpose_rhs} : tensor<8x4096xbf16>, tensor<4096x4096xbf16> -> tensor<8x4096xbf16>
  %cq = sinter.broadcast %bq dims = [1] : tensor<4096xbf16> -> tensor<8x4096xbf16>
  %yq = sinter.add %pq, %cq : tensor<8x4096xbf16>
  %pk = sinter.matmul %x, %wk {transpose_rhs} : tensor<8x4096xbf16>, tensor<1024x4096xbf16> -> tensor<8x1024xbf16>
  %ck = sinter.broadcast %bk dims = [1] : tensor<1024xbf16> -> tensor<8x1024xbf16>
  %yk = sinter.add %pk, %ck : tensor<8x1024xbf16>
  %pv = sinter.matmul %x, %wv {transpose_rhs} : tensor<8x4096xbf16>, tensor<512x4096xbf16> -> tensor<8x512xbf16>
  %cv = sinter.broadcast %bv dims = [1] : tensor<512xbf16> -> tensor<8x512xbf16>
  %yv = sinter.add %pv, %cv : tensor<8x512xbf16>
  return %yq, %yk, %yv : tensor<8x4096xbf16>, tensor<8x1024xbf16>, tensor<8x512xbf16>
}
