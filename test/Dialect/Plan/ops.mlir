// The assembly of the plan dialect, there and back.
// RUN: sinter-opt %s --verify-roundtrip --mlir-print-local-scope | FileCheck %s

// CHECK: plan.constant @scale "scale" type tensor<2xf32> from dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
plan.constant @scale "scale" type tensor<2xf32> from dense<[1.0, 2.0]> : tensor<2xf32>
// CHECK: plan.constant @packed "packed.0" type tensor<8x6xbf16> from #sinter.packed<0>
plan.constant @packed "packed.0" type tensor<8x6xbf16> from #sinter.packed<0>
// CHECK: plan.constant @supplied "w" type tensor<4xf32>{{$}}
plan.constant @supplied "w" type tensor<4xf32>

// CHECK-LABEL: plan.entry @empty symbols [] ranges [] inputs [] outputs []
plan.entry @empty symbols [] ranges [] inputs [] outputs [] {
}

// CHECK-LABEL: plan.entry @steps
// CHECK-SAME: symbols ["n", "m"] ranges {{\[\[}}1, 64, 1], [0, 128, 8]]
// CHECK-SAME: inputs ["x" : tensor<?x8xbf16, #sinter.dims<n, 8>>, "b" : tensor<6xbf16>]
// CHECK-SAME: outputs ["y" : tensor<?x6xbf16, #sinter.dims<n, 6>>]
// CHECK-SAME: tied [0] arena_size affine_map<()[s0, s1] -> (s0 * 256)>
plan.entry @steps symbols ["n", "m"] ranges [[1, 64, 1], [0, 128, 8]] inputs ["x" : tensor<?x8xbf16, #sinter.dims<n, 8>>, "b" : tensor<6xbf16>]
    outputs ["y" : tensor<?x6xbf16, #sinter.dims<n, 6>>] tied [0] arena_size affine_map<()[s0, s1] -> (s0 * 256)> {
  // CHECK: %[[X:.*]] = plan.input 0
  %x = plan.input 0
  // CHECK: %[[B:.*]] = plan.input 1
  %b = plan.input 1
  // CHECK: %[[Y:.*]] = plan.output 0
  %y = plan.output 0
  // CHECK: %[[W:.*]] = plan.constant_ref @packed
  %w = plan.constant_ref @packed
  // CHECK: %[[S:.*]] = plan.slot size affine_map<()[s0, s1] -> (s0 * 12)> offset affine_map<()[s0, s1] -> (0)>
  %s = plan.slot size affine_map<()[s0, s1] -> (s0 * 12)> offset affine_map<()[s0, s1] -> (0)>
  // CHECK: plan.matmul "matmul_add" %[[X]], %[[W]] into %[[S]] bias %[[B]] extents affine_map<()[s0, s1] -> (s0, 6, 8)>
  // CHECK-SAME: layouts affine_map<()[s0, s1] -> (0, 8, 1)>, affine_map<()[s0, s1] -> (0, 6, 1)>, affine_map<()[s0, s1] -> (0, 6, 1)>
  // CHECK-SAME: of bf16 in f32 {activation = #plan<activation relu>}
  plan.matmul "matmul_add" %x, %w into %s bias %b extents affine_map<()[s0, s1] -> (s0, 6, 8)>
      layouts affine_map<()[s0, s1] -> (0, 8, 1)>, affine_map<()[s0, s1] -> (0, 6, 1)>, affine_map<()[s0, s1] -> (0, 6, 1)>
      of bf16 in f32 {activation = #plan<activation relu>}
  // CHECK: plan.launch @exp "exp"(%[[S]], %[[Y]]) writes [1] scalars affine_map<()[s0, s1] -> (s0)> {operators = ["sinter.exp"]}
  plan.launch @exp "exp"(%s, %y) writes [1] scalars affine_map<()[s0, s1] -> (s0)> {operators = ["sinter.exp"]}
  // CHECK: plan.copy %[[S]], %[[Y]] size affine_map<()[s0, s1] -> (s0 * 12)>
  plan.copy %s, %y size affine_map<()[s0, s1] -> (s0 * 12)>
}
