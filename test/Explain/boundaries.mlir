// What goes through memory, what was saved and why: sums that hold exactly.
// RUN: sinter-explain %s --no-compile --entry=parts | FileCheck %s --check-prefix=PARTS
// RUN: sinter-explain %s --no-compile --entry=twice | FileCheck %s --check-prefix=TWICE
// RUN: sinter-explain %s --no-compile --entry=result | FileCheck %s --check-prefix=RESULT
// RUN: sinter-explain %s --no-compile --entry=numbers | FileCheck %s --check-prefix=NUMBERS
// RUN: sinter-explain %s --no-compile --entry=gelu | FileCheck %s --check-prefix=GELU
// RUN: sinter-explain %s --no-compile --entry=rotated | FileCheck %s --check-prefix=ROTATED
// RUN: sinter-explain %s --no-compile --entry=gone | FileCheck %s --check-prefix=GONE
// RUN: sinter-explain %s --no-compile --entry=beside --launch-us=4 | FileCheck %s --check-prefix=BESIDE

// A product in parts: they are written once and read once, and are the product's; adding them up is none of its flops.
// PARTS: bytes saved: 1.2 MB = 1.6 MB by edges kept, 393.2 kB by inputs read once, -786.4 kB for partial results and copies
// PARTS: bytes left: {{.*}} between groups, 786.4 kB partial results
// PARTS: matmul {{.*}} | 2.8 MB 393.2 kB | 3.5 MB 786.4 kB | -1.2 MB | 1.51e+08 48.00 0,1
// PARTS: over batch 2, m 128, n 768, k 384; a library's product: matmul
// PARTS: BOUNDARIES: launches pass on 1.6 MB through memory, in 1 read; 786.4 kB of it partial results
// PARTS-NEXT: 1.6 MB matmul ({{.*}}) -> add ({{.*}})
// PARTS-NEXT: a library call writes its result to memory, in 2 parts; group 0 to 1, f32[2 x 128 x 768]: 786.4 kB written, 786.4 kB read
func.func @parts(%x: tensor<128x768xf32>, %w: tensor<768x768xf32>, %r: tensor<128x768xf32>) -> tensor<128x768xf32> {
  %p = sinter.matmul %x, %w : tensor<128x768xf32>, tensor<768x768xf32> -> tensor<128x768xf32>
  %s = sinter.add %p, %r : tensor<128x768xf32>
  %e = sinter.exp %s : tensor<128x768xf32>
  %y = sinter.mul %e, %r : tensor<128x768xf32>
  return %y : tensor<128x768xf32>
}

// Two products read one value, each its half: one write, and of each what it reads.
// TWICE: slice {{.*}} index map
// TWICE: BOUNDARIES: launches pass on 512 B through memory, in 2 reads
// TWICE-NEXT: 384 B exp ({{.*}}) -> matmul ({{.*}})
// TWICE-NEXT: 256 B written, 128 B read
// TWICE-NEXT: 128 B exp ({{.*}}) -> matmul ({{.*}})
// TWICE-NEXT: 0 B written, 128 B read
func.func @twice(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %v: tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<4x4xf32>) {
  %e = sinter.exp %x : tensor<8x8xf32>
  %a = sinter.slice %e starts = [0, 0] steps = [1, 1] : tensor<8x8xf32> -> tensor<4x8xf32>
  %b = sinter.slice %e starts = [4, 0] steps = [1, 1] : tensor<8x8xf32> -> tensor<4x8xf32>
  %p = sinter.matmul %a, %w : tensor<4x8xf32>, tensor<8x8xf32> -> tensor<4x8xf32>
  %q = sinter.matmul %b, %v : tensor<4x8xf32>, tensor<8x4xf32> -> tensor<4x4xf32>
  return %p, %q : tensor<4x8xf32>, tensor<4x4xf32>
}

// What the graph returns is written anyway.
// RESULT: bytes left: 16.9 kB = 16.4 kB inputs read, 260 B results written, 256 B between groups
// RESULT: 256 B sum ({{.*}}) -> mean ({{.*}})
// RESULT-NEXT: 0 B written, 256 B read
func.func @result(%x: tensor<64x64xf32>) -> (tensor<64xf32>, tensor<f32>) {
  %s = sinter.sum %x axes = [1] : tensor<64x64xf32> -> tensor<64xf32>
  %m = sinter.mean %s axes = [0] : tensor<64xf32> -> tensor<f32>
  return %s, %m : tensor<64xf32>, tensor<f32>
}

// An iota is an operator that others read, and an input that two read comes once.
// NUMBERS: bytes saved: 1.4 kB = 1.2 kB by edges kept, 256 B by inputs read once
// NUMBERS: bytes left: 512 B = 256 B inputs read, 256 B results written
func.func @numbers(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %i = sinter.iota axis = 1 : tensor<8x8xi32>
  %c = sinter.compare eq %i, %i : tensor<8x8xi32>
  %n = sinter.neg %x : tensor<8x8xf32>
  %y = sinter.select %c, %x, %n : tensor<8x8xi1>, tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// What was rewritten says what to.
// GELU: bytes saved: 2.3 kB = 2.3 kB by what was folded away or rewritten
// GELU: div {{.*}} | 256 B 256 B | 0 B 0 B | 512 B | 0 0.00 in gelu
// GELU: erf {{.*}} in gelu
// GELU: add {{.*}} in gelu
// GELU: mul {{.*}} in gelu
// GELU: mul {{.*}} | 64 0.12 0 as gelu
func.func @gelu(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c = sinter.constant dense<1.41421354> : tensor<f32>
  %cb = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<8x8xf32>
  %one = sinter.constant dense<1.0> : tensor<f32>
  %oneb = sinter.broadcast %one dims = [] : tensor<f32> -> tensor<8x8xf32>
  %half = sinter.constant dense<0.5> : tensor<f32>
  %halfb = sinter.broadcast %half dims = [] : tensor<f32> -> tensor<8x8xf32>
  %d = sinter.div %x, %cb : tensor<8x8xf32>
  %e = sinter.erf %d : tensor<8x8xf32>
  %a = sinter.add %e, %oneb : tensor<8x8xf32>
  %m = sinter.mul %x, %a : tensor<8x8xf32>
  %y = sinter.mul %m, %halfb : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Kernels in one launch share its cost.
// BESIDE: fused 1 {{.*}} 4.0 us
// BESIDE: group 0 and 1 more alike: kernel {{.*}}, 2.0 us each, 4.0 us together
func.func @beside(%x: tensor<64xf32>, %z: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %a = sinter.exp %x : tensor<64xf32>
  %b = sinter.exp %z : tensor<64xf32>
  return %a, %b : tensor<64xf32>, tensor<64xf32>
}

// Slices and concats are looked through: who computes reads.
// ROTATED: slice {{.*}} | 0 B 0 B | {{.*}} 0
// ROTATED: neg {{.*}} | 256 B 0 B |
// ROTATED: BOUNDARIES: launches pass on 0 B
func.func @rotated(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = sinter.slice %x starts = [0, 0] steps = [1, 1] : tensor<8x8xf32> -> tensor<8x4xf32>
  %b = sinter.slice %x starts = [0, 4] steps = [1, 1] : tensor<8x8xf32> -> tensor<8x4xf32>
  %n = sinter.neg %b : tensor<8x4xf32>
  %r = sinter.concat %n, %a axis = 1 : tensor<8x4xf32>, tensor<8x4xf32> -> tensor<8x8xf32>
  %y = sinter.add %x, %r : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// A product reads what is transposed by its strides; what is made of a weight alone is made at load.
// GONE: bytes saved: 1.0 kB = 1.0 kB by what was folded away or rewritten
// GONE: transpose {{.*}} | 0 B 0 B | 512 B | 0 0.00 index map
// GONE: exp {{.*}} | 0 B 0 B | 512 B | {{.*}} at load
// GONE: matmul {{.*}} | 512 B 256 B | 512 B 256 B | 0 B |
func.func @gone(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %w = sinter.parameter "w" : tensor<8x8xf32>
  %t = sinter.transpose %x permutation = [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  %e = sinter.exp %w : tensor<8x8xf32>
  %p = sinter.matmul %t, %e : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  return %p : tensor<8x8xf32>
}
