// How much of each tensor a kernel touches, by its maps; scripts/check-ledger.py holds the same to what the CPU path counts.
// RUN: sinter-explain %s --no-compile --entry=slice | FileCheck %s --check-prefix=SLICE
// RUN: sinter-explain %s --no-compile --entry=windows | FileCheck %s --check-prefix=WINDOWS
// RUN: sinter-explain %s --no-compile --entry=concat | FileCheck %s --check-prefix=CONCAT
// RUN: sinter-explain %s --no-compile --entry=gather | FileCheck %s --check-prefix=GATHER
// RUN: sinter-explain %s --no-compile --entry=turned | FileCheck %s --check-prefix=TURNED
// RUN: sinter-explain %s --no-compile --entry=repeated | FileCheck %s --check-prefix=REPEATED
// RUN: sinter-explain %s --no-compile --entry=update | FileCheck %s --check-prefix=UPDATE
// RUN: sinter-explain %s --no-compile --entry=computed_where_gathered | FileCheck %s --check-prefix=GATHERED
// RUN: sinter-explain %s --no-compile --entry=nothing | FileCheck %s --check-prefix=NOTHING

// Every second row, and a part of each.
// SLICE: x0 f32[8 x 16] reads 128 B, from argument arg0
// SLICE: y0 f32[4 x 8] writes 128 B, to result
func.func @slice(%x: tensor<8x16xf32>) -> tensor<4x8xf32> {
  %s = sinter.slice %x starts = [1, 4] steps = [2, 1] : tensor<8x16xf32> -> tensor<4x8xf32>
  %y = sinter.exp %s : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// What two reads have in common counts once.
// WINDOWS: x0 f32[8 x 16] reads 512 B
func.func @windows(%x: tensor<8x16xf32>) -> tensor<8x15xf32> {
  %a = sinter.slice %x starts = [0, 0] steps = [1, 1] : tensor<8x16xf32> -> tensor<8x15xf32>
  %b = sinter.slice %x starts = [0, 1] steps = [1, 1] : tensor<8x16xf32> -> tensor<8x15xf32>
  %y = sinter.sub %b, %a : tensor<8x15xf32>
  return %y : tensor<8x15xf32>
}

// Each side is read where it is chosen.
// CONCAT: x0 bf16[4 x 3] reads 24 B
// CONCAT-NEXT: x1 bf16[4 x 5] reads 40 B
// CONCAT-NEXT: y0 bf16[4 x 8] writes 64 B
func.func @concat(%a: tensor<4x3xbf16>, %b: tensor<4x5xbf16>) -> tensor<4x8xbf16> {
  %c = sinter.concat %a, %b axis = 1 : tensor<4x3xbf16>, tensor<4x5xbf16> -> tensor<4x8xbf16>
  %y = sinter.relu %c : tensor<4x8xbf16>
  return %y : tensor<4x8xbf16>
}

// As many rows as there are indices, taken to be different ones.
// GATHER-DAG: f32[100 x 8] reads 192 B
// GATHER-DAG: i64[6] reads 48 B
func.func @gather(%table: tensor<100x8xf32>, %ids: tensor<6xi64>) -> tensor<6x8xf32> {
  %g = sinter.gather %table, %ids axis = 0 : tensor<100x8xf32>, tensor<6xi64> -> tensor<6x8xf32>
  %y = sinter.tanh %g : tensor<6x8xf32>
  return %y : tensor<6x8xf32>
}

// TURNED: x0 f32[8 x 8] reads 256 B
func.func @turned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<8x8xf32> -> tensor<8x8xf32>
  %y = sinter.add %x, %t : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// A row for all rows, a mask of bytes, and each pixel for four.
// REPEATED: LEDGER
// REPEATED-DAG: f32[6] reads 24 B
// REPEATED-DAG: i1[4 x 6] reads 24 B
// REPEATED-DAG: f32[2 x 3] reads 24 B
func.func @repeated(%row: tensor<6xf32>, %mask: tensor<4x6xi1>, %image: tensor<2x3xf32>) -> tensor<4x6xf32> {
  %b = sinter.broadcast %row dims = [1] : tensor<6xf32> -> tensor<4x6xf32>
  %i = sinter.reshape %image : tensor<2x3xf32> -> tensor<2x1x3x1xf32>
  %j = sinter.broadcast %i dims = [0, 1, 2, 3] : tensor<2x1x3x1xf32> -> tensor<2x2x3x2xf32>
  %k = sinter.reshape %j : tensor<2x2x3x2xf32> -> tensor<4x6xf32>
  %y = sinter.select %mask, %b, %k : tensor<4x6xi1>, tensor<4x6xf32>
  return %y : tensor<4x6xf32>
}

// Of a tensor updated in place, the update alone is written.
// UPDATE: unfused: an operator, a launch 2 520 B
// UPDATE: f32[4 x 32 x 8] writes 128 B
func.func @update(%cache: tensor<4x32x8xf32>, %new: tensor<4x1x8xf32>, %at: tensor<1xi64>) -> (tensor<4x32x8xf32> {sinter.tied = 0}) {
  %e = sinter.exp %new : tensor<4x1x8xf32>
  %p = sinter.reshape %at : tensor<1xi64> -> tensor<i64>
  %y = sinter.update_slice %cache, %e at %p axis = 1 : tensor<4x32x8xf32>, tensor<4x1x8xf32>, tensor<i64>
  return %y : tensor<4x32x8xf32>
}

// A result that nothing computes is copied; where nothing is launched, or unfused nothing would be, there is no ratio, and that is said.
// NOTHING: VERDICT: nothing is launched but copies: every result is an argument, or a constant that is made at load
// NOTHING: fused 1 8 B
// NOTHING-NOT: gain
// NOTHING: 0 library calls, 1 copy
// NOTHING: GROUPS: 0 in 0 kinds
func.func @nothing(%x: tensor<4xf32>) -> tensor<f32> {
  %c = sinter.constant dense<1.0> : tensor<f32>
  return %c : tensor<f32>
}

// RUN: sinter-explain %s --no-compile --entry=argument | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: VERDICT: nothing is launched but copies:
// ARGUMENT-NOT: gain
// ARGUMENT: 1 copy
func.func @argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// RUN: sinter-explain %s --no-compile --entry=at_load | FileCheck %s --check-prefix=ATLOAD
// ATLOAD: VERDICT: nothing is launched but copies:
// ATLOAD: gain 1.00x 1.00x 1.00x
func.func @at_load(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = sinter.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = sinter.exp %c : tensor<4xf32>
  return %y : tensor<4xf32>
}

// RUN: sinter-explain %s --no-compile --entry=no_results | FileCheck %s --check-prefix=NORESULTS
// NORESULTS: VERDICT: nothing is launched: the graph returns nothing that has to be computed or copied
// NORESULTS: fused 0 0 B 0.0 us
// NORESULTS-NEXT: bytes saved: 0 B
// NORESULTS-NEXT: bytes left: 0 B
func.func @no_results(%x: tensor<4xf32>) {
  return
}

// RUN: sinter-explain %s --no-compile --entry=tied | FileCheck %s --check-prefix=TIED
// TIED: VERDICT: nothing is launched: the graph returns nothing that has to be computed or copied
func.func @tied(%x: tensor<4xf32>) -> (tensor<4xf32> {sinter.tied = 0}) {
  return %x : tensor<4xf32>
}

// RUN: sinter-explain %s --no-compile --entry=widened | FileCheck %s --check-prefix=WIDENED
// WIDENED: VERDICT: nothing to compare with: unfused, the graph's operators move nothing; what is launched lays out results
// WIDENED: fused 1
// WIDENED-NEXT: fused launches: 1 kernel
func.func @widened(%x: tensor<4xf32>) -> tensor<8x4xf32> {
  %y = sinter.broadcast %x dims = [1] : tensor<4xf32> -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// RUN: sinter-explain %s --no-compile --entry=no_elements | FileCheck %s --check-prefix=NOELEMENTS
// NOELEMENTS: VERDICT: expected to be 1.00x as fast as unfused
// NOELEMENTS: gain 1.00x 1.00x 1.00x
func.func @no_elements(%x: tensor<0xf32>) -> tensor<0xf32> {
  %y = sinter.exp %x : tensor<0xf32>
  return %y : tensor<0xf32>
}

// Returned as it is and as a view: the bytes are of one result.
// RUN: sinter-explain %s --no-compile --entry=twice | FileCheck %s --check-prefix=TWICE
// TWICE: LEDGER
// TWICE: y0 f32[4] writes 16 B, to group 1, result
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
  %y = sinter.exp %x : tensor<4xf32>
  %r = sinter.reshape %y : tensor<4xf32> -> tensor<2x2xf32>
  return %y, %r : tensor<4xf32>, tensor<2x2xf32>
}

// A long reduction in parts is two launches, the parts' results between them charged to the operator that folds them.
// RUN: sinter-explain %s --no-compile --entry=parts | FileCheck %s --check-prefix=PARTS
// PARTS: fused 2
// PARTS: fused launches: 2 kernels (2 distinct)
// PARTS: bytes saved: {{.*}} MB = {{.*}} MB by edges kept, -{{.*}} for partial results and copies
// PARTS: bytes left: {{.*}} = 67.1 MB inputs read, 1.0 kB results written, {{.*}} partial results
// PARTS: exp {{.*}} | 67.1 MB 67.1 MB | 67.1 MB 0 B |
// PARTS: sum {{.*}} | 67.1 MB 1.0 kB | [[PART:[0-9.]+ .?B]]
// PARTS: group 0: kernel exp_sum_{{.*}}_parts
// PARTS: x0 f32[65536 x 256] reads 67.1 MB, from argument arg0
// PARTS: y0 {{.*}}, to group 1
// PARTS: group 1 (a further launch of group 0): kernel exp_sum_{{.*}}_rest
// PARTS: x0 {{.*}} reads [[PART]], from group 0
// PARTS: y0 f32[256] writes 1.0 kB, to result
// PARTS: BOUNDARIES: launches pass on {{.*}} in 1 read; {{.*}} of it partial results, between the launches of one group
// PARTS-NEXT: sum ({{.*}}) -> sum ({{.*}})
// PARTS-NEXT: one launch of the group folds parts, the next one their results; group 0 to 1, {{.*}}: [[PART]] written, [[PART]] read
func.func @parts(%x: tensor<65536x256xf32>) -> tensor<256xf32> {
  %e = sinter.exp %x : tensor<65536x256xf32>
  %y = sinter.sum %e axes = [0] : tensor<65536x256xf32> -> tensor<256xf32>
  return %y : tensor<256xf32>
}

// Kernels that share a launch: what both read comes from memory once, and the launch costs once.
// RUN: sinter-explain %s --no-compile --entry=beside | FileCheck %s --check-prefix=BESIDE
// RUN: sinter-explain %s --no-compile --entry=beside --json | FileCheck %s --check-prefix=BESIDE-JSON
// BESIDE: fused 1 640 B 1.0 us
// BESIDE: fused launches: 1 kernel (1 distinct) holding 2 kernels of 2 kinds
// BESIDE: 1.0 us of the fused time is the cost of 1 launch
// BESIDE-NEXT: bytes saved: 384 B = 256 B by edges kept, 128 B by inputs read once
// BESIDE: group 0: kernel exp_
// BESIDE: in one launch, {{.*}}_x2_{{.*}}, with group 1
// BESIDE: x0 f32[64] reads 256 B, from argument arg0
// BESIDE: group 1: kernel slice_neg_
// BESIDE: in one launch, {{.*}}_x2_{{.*}}, with group 0
// BESIDE: x0 f32[64] reads 0 B, from argument arg0
// BESIDE: BOUNDARIES: launches pass on 0 B through memory, in 0 reads; of the rewritten graph's edges, seen through shape operators, 0 kept, 0 cut
// BESIDE-JSON: "launched_as": "{{.*}}_x2_{{.*}}",
// BESIDE-JSON-NEXT: "companions": [1],
func.func @beside(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<32xf32>) {
  %e = sinter.exp %x : tensor<64xf32>
  %s = sinter.slice %x starts = [16] steps = [1] : tensor<64xf32> -> tensor<32xf32>
  %n = sinter.neg %s : tensor<32xf32>
  return %e, %n : tensor<64xf32>, tensor<32xf32>
}

// The partial results of a sum are the sum's, not what follows it.
// RUN: sinter-explain %s --no-compile --entry=cast_sum | FileCheck %s --check-prefix=CASTSUM
// CASTSUM: sum {{.*}} | 67.1 MB 1.0 kB | 67.4 MB 270.3 kB |
// CASTSUM-NEXT: cast {{.*}} | 1.0 kB 512 B | 0 B 512 B |
func.func @cast_sum(%x: tensor<65536x256xf32>) -> tensor<256xbf16> {
  %s = sinter.sum %x axes = [0] : tensor<65536x256xf32> -> tensor<256xf32>
  %y = sinter.cast %s : tensor<256xf32> -> tensor<256xbf16>
  return %y : tensor<256xbf16>
}

// A kernel computes of a table what it gathers, and no more: 2,048 exponentials and as many sums for 16,416 bytes.
// GATHERED: 0.25 flop/B
func.func @computed_where_gathered(%x: tensor<1000x512xf32>, %i: tensor<4xi64>) -> tensor<4x512xf32> {
  %e = sinter.exp %x : tensor<1000x512xf32>
  %g = sinter.gather %e, %i axis = 0 : tensor<1000x512xf32>, tensor<4xi64> -> tensor<4x512xf32>
  %y = sinter.add %g, %g : tensor<4x512xf32>
  return %y : tensor<4x512xf32>
}
