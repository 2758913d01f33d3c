// What the options of the pass change.
// RUN: sinter-opt %s --sinter-form-fusion-groups=fuse=false --split-input-file | FileCheck %s --check-prefix=NOFUSE
// RUN: sinter-opt %s --sinter-form-fusion-groups=strict=true --split-input-file | FileCheck %s --check-prefix=STRICT
// RUN: sinter-opt %s --sinter-form-fusion-groups=max-recompute=1 --split-input-file | FileCheck %s --check-prefix=RECOMPUTE
// RUN: sinter-opt %s --sinter-form-fusion-groups --split-input-file | FileCheck %s

// CHECK-LABEL: @each_operator_alone_without_fusion
// CHECK: sinter.broadcast {{.*}} {sinter.groups = array<i64: 0>, sinter.inlined}
// NOFUSE-LABEL: @each_operator_alone_without_fusion
// NOFUSE-NEXT: sinter.broadcast {{.*}} {sinter.groups = array<i64: 0>}
// NOFUSE-NEXT: sinter.add {{.*}} {sinter.groups = array<i64: 1>}
// NOFUSE-NEXT: sinter.exp {{.*}} {sinter.groups = array<i64: 2>}
func.func @each_operator_alone_without_fusion(%x: tensor<4x8xf32>, %c: tensor<8xf32>) -> tensor<4x8xf32> {
  %b = sinter.broadcast %c dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %a = sinter.add %x, %b : tensor<4x8xf32>
  %y = sinter.exp %a : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// A library adds the bias before it rounds.
// CHECK-LABEL: @strict_leaves_the_bias_of_a_narrow_product
// CHECK: sinter.matmul {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
// STRICT-LABEL: @strict_leaves_the_bias_of_a_narrow_product
// STRICT: sinter.matmul {{.*}} {sinter.groups = array<i64: 1>}
// STRICT: sinter.add {{.*}} {sinter.groups = array<i64: 0>}
func.func @strict_leaves_the_bias_of_a_narrow_product(%x: tensor<4x8xbf16>, %w: tensor<8x6xbf16>, %c: tensor<6xbf16>) -> tensor<4x6xbf16> {
  %p = sinter.matmul %x, %w : tensor<4x8xbf16>, tensor<8x6xbf16> -> tensor<4x6xbf16>
  %b = sinter.broadcast %c dims = [1] : tensor<6xbf16> -> tensor<4x6xbf16>
  %y = sinter.add %p, %b : tensor<4x6xbf16>
  return %y : tensor<4x6xbf16>
}

// -----

// CHECK-LABEL: @two_operators_are_over_a_bound_of_one
// CHECK: sinter.exp {{.*}} sinter.inlined
// CHECK: sinter.neg {{.*}} sinter.inlined
// RECOMPUTE-LABEL: @two_operators_are_over_a_bound_of_one
// RECOMPUTE: sinter.exp %arg1 {sinter.groups = array<i64: 0>} :
// RECOMPUTE: sinter.neg {{.*}} {sinter.groups = array<i64: 0>} :
func.func @two_operators_are_over_a_bound_of_one(%x: tensor<8x8xf32>, %c: tensor<8xf32>) -> tensor<8x8xf32> {
  %e = sinter.exp %c : tensor<8xf32>
  %n = sinter.neg %e : tensor<8xf32>
  %b = sinter.broadcast %n dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
  %y = sinter.add %x, %b : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
