// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --check --entry=e1 --skinny-products=kernel | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: sinter-run %s --device=cpu --check --entry=e5 --numerics=strict | FileCheck %s
// RUN: sinter-run %s --device=cpu --check --entry=e5 --merge-products=off | FileCheck %s

// Entries of many rows, of one and of five read the same packed weights.
// ONE: launches   1
// CHECK: result0: bf16{{.*}}good
// CHECK: result1: bf16{{.*}}good
// CHECK: result2: bf16{{.*}}good
func.func @main(%x: tensor<24x256xbf16>) -> (tensor<24x512xbf16>, tensor<24x160xbf16>, tensor<24x136xbf16>) {
  %wq = sinter.parameter "wq" {source = #sinter.generated<tensor = "wq", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x512xbf16>
  %bq = sinter.parameter "bq" {source = #sinter.generated<tensor = "bq", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<512xbf16>
  %wk = sinter.parameter "wk" {source = #sinter.generated<tensor = "wk", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x160xbf16>
  %bk = sinter.parameter "bk" {source = #sinter.generated<tensor = "bk", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<160xbf16>
  %wv = sinter.parameter "wv" {source = #sinter.generated<tensor = "wv", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x136xbf16>
  %bv = sinter.parameter "bv" {source = #sinter.generated<tensor = "bv", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<136xbf16>
  %pq = sinter.matmul %x, %wq : tensor<24x256xbf16>, tensor<256x512xbf16> -> tensor<24x512xbf16>
  %cq = sinter.broadcast %bq dims = [1] : tensor<512xbf16> -> tensor<24x512xbf16>
  %yq = sinter.add %pq, %cq : tensor<24x512xbf16>
  %pk = sinter.matmul %x, %wk : tensor<24x256xbf16>, tensor<256x160xbf16> -> tensor<24x160xbf16>
  %ck = sinter.broadcast %bk dims = [1] : tensor<160xbf16> -> tensor<24x160xbf16>
  %yk = sinter.add %pk, %ck : tensor<24x160xbf16>
  %pv = sinter.matmul %x, %wv : tensor<24x256xbf16>, tensor<256x136xbf16> -> tensor<24x136xbf16>
  %cv = sinter.broadcast %bv dims = [1] : tensor<136xbf16> -> tensor<24x136xbf16>
  %yv = sinter.add %pv, %cv : tensor<24x136xbf16>
  return %yq, %yk, %yv : tensor<24x512xbf16>, tensor<24x160xbf16>, tensor<24x136xbf16>
}
func.func @e1(%x: tensor<1x256xbf16>) -> (tensor<1x512xbf16>, tensor<1x160xbf16>, tensor<1x136xbf16>) {
  %wq = sinter.parameter "wq" {source = #sinter.generated<tensor = "wq", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x512xbf16>
  %bq = sinter.parameter "bq" {source = #sinter.generated<tensor = "bq", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<512xbf16>
  %wk = sinter.parameter "wk" {source = #sinter.generated<tensor = "wk", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x160xbf16>
  %bk = sinter.parameter "bk" {source = #sinter.generated<tensor = "bk", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<160xbf16>
  %wv = sinter.parameter "wv" {source = #sinter.generated<tensor = "wv", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x136xbf16>
  %bv = sinter.parameter "bv" {source = #sinter.generated<tensor = "bv", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<136xbf16>
  %pq = sinter.matmul %x, %wq : tensor<1x256xbf16>, tensor<256x512xbf16> -> tensor<1x512xbf16>
  %cq = sinter.broadcast %bq dims = [1] : tensor<512xbf16> -> tensor<1x512xbf16>
  %yq = sinter.add %pq, %cq : tensor<1x512xbf16>
  %pk = sinter.matmul %x, %wk : tensor<1x256xbf16>, tensor<256x160xbf16> -> tensor<1x160xbf16>
  %ck = sinter.broadcast %bk dims = [1] : tensor<160xbf16> -> tensor<1x160xbf16>
  %yk = sinter.add %pk, %ck : tensor<1x160xbf16>
  %pv = sinter.matmul %x, %wv : tensor<1x256xbf16>, tensor<256x136xbf16> -> tensor<1x136xbf16>
  %cv = sinter.broadcast %bv dims = [1] : tensor<136xbf16> -> tensor<1x136xbf16>
  %yv = sinter.add %pv, %cv : tensor<1x136xbf16>
  return %yq, %yk, %yv : tensor<1x512xbf16>, tensor<1x160xbf16>, tensor<1x136xbf16>
}
func.func @e5(%x: tensor<5x256xbf16>) -> (tensor<5x512xbf16>, tensor<5x160xbf16>, tensor<5x136xbf16>) {
  %wq = sinter.parameter "wq" {source = #sinter.generated<tensor = "wq", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x512xbf16>
  %bq = sinter.parameter "bq" {source = #sinter.generated<tensor = "bq", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<512xbf16>
  %wk = sinter.parameter "wk" {source = #sinter.generated<tensor = "wk", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x160xbf16>
  %bk = sinter.parameter "bk" {source = #sinter.generated<tensor = "bk", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<160xbf16>
  %wv = sinter.parameter "wv" {source = #sinter.generated<tensor = "wv", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<256x136xbf16>
  %bv = sinter.parameter "bv" {source = #sinter.generated<tensor = "bv", mean = 0.0, std = 0.02, min = -0.1, max = 0.1>} : tensor<136xbf16>
  %pq = sinter.matmul %x, %wq : tensor<5x256xbf16>, tensor<256x512xbf16> -> tensor<5x512xbf16>
  %cq = sinter.broadcast %bq dims = [1] : tensor<512xbf16> -> tensor<5x512xbf16>
  %yq = sinter.add %pq, %cq : tensor<5x512xbf16>
  %pk = sinter.matmul %x, %wk : tensor<5x256xbf16>, tensor<256x160xbf16> -> tensor<5x160xbf16>
  %ck = sinter.broadcast %bk dims = [1] : tensor<160xbf16> -> tensor<5x160xbf16>
  %yk = sinter.add %pk, %ck : tensor<5x160xbf16>
  %pv = sinter.matmul %x, %wv : tensor<5x256xbf16>, tensor<256x136xbf16> -> tensor<5x136xbf16>
  %cv = sinter.broadcast %bv dims = [1] : tensor<136xbf16> -> tensor<5x136xbf16>
  %yv = sinter.add %pv, %cv : tensor<5x136xbf16>
  return %yq, %yk, %yv : tensor<5x512xbf16>, tensor<5x160xbf16>, tensor<5x136xbf16>
}
