// Two entries that share weights: one plan, one constant pool, and each run and checked by its name.
// RUN: sinter compile %s --target=cpu -o %t.plan --json | FileCheck %s --check-prefix=STATS
// RUN: sinter compile %s --target=cpu --emit=plan -o - | FileCheck %s --check-prefix=PLAN
// RUN: sinter run %s --device=cpu --entry=prefill --dim=seq=7 --check 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: sinter run %s --device=cpu --entry=decode --check 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: sinter run %t.plan --device=cpu --entry=decode --reference=%s 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: not sinter run %s --device=cpu 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sinter run %s --device=reference --entry=encode 2>&1 | FileCheck %s --check-prefix=OTHER
// REQUIRES: host-compiler

// STATS: "launches": 2
// PLAN-COUNT-1: plan.constant @constant_0 "w"
// PLAN-COUNT-1: #sinter.packed
// PLAN-DAG: plan.entry @prefill
// PLAN-DAG: plan.entry @decode
// PLAN-DAG: plan.entry @init
// GOOD: output     cache_out: f32[2, 64, 32]{{.*}}: good
// NONE: no entry `main`, there are: `prefill`, `decode`; choose one by --entry
// OTHER: no entry `encode`, there are: `prefill`, `decode`; choose one by --entry

func.func @prefill(%cache: tensor<2x64x32xf32> {sinter.name = "cache"}, %x: tensor<2x?x32xf32, #sinter.dims<2, seq, 32>> {sinter.name = "x"}, %at: tensor<2xi64> {sinter.name = "at"})
    -> (tensor<2x64x32xf32> {sinter.tied = 0, sinter.name = "cache_out"}) attributes {sinter.symbols = {seq = #sinter.range<1, 64, 1>}} {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<32x32xf32>
  %e = sinter.tanh %w : tensor<32x32xf32>
  %k = sinter.matmul %x, %e : tensor<2x?x32xf32, #sinter.dims<2, seq, 32>>, tensor<32x32xf32> -> tensor<2x?x32xf32, #sinter.dims<2, seq, 32>>
  %new = sinter.update_slice %cache, %k at %at axis = 1 : tensor<2x64x32xf32>, tensor<2x?x32xf32, #sinter.dims<2, seq, 32>>, tensor<2xi64>
  return %new : tensor<2x64x32xf32>
}

func.func @decode(%cache: tensor<2x64x32xf32> {sinter.name = "cache"}, %x: tensor<2x1x32xf32> {sinter.name = "x"}, %at: tensor<2xi64> {sinter.name = "at"})
    -> (tensor<2x64x32xf32> {sinter.tied = 0, sinter.name = "cache_out"}, tensor<2x1x64xf32> {sinter.name = "scores"}) {
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0, std = 0.3, min = -1.0, max = 1.0>} : tensor<32x32xf32>
  %e = sinter.tanh %w : tensor<32x32xf32>
  %k = sinter.matmul %x, %e : tensor<2x1x32xf32>, tensor<32x32xf32> -> tensor<2x1x32xf32>
  %new = sinter.update_slice %cache, %k at %at axis = 1 : tensor<2x64x32xf32>, tensor<2x1x32xf32>, tensor<2xi64>
  %s = sinter.matmul %x, %new {transpose_rhs} : tensor<2x1x32xf32>, tensor<2x64x32xf32> -> tensor<2x1x64xf32>
  return %new, %s : tensor<2x64x32xf32>, tensor<2x1x64xf32>
}
