// Decisions by hand that cannot be carried out.
// RUN: sinter-opt %s --sinter-apply-fusion-groups --split-input-file --verify-diagnostics

func.func @inlined_value_is_returned(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @below {{expected each reader of this value to be in its group, or its group to come first in `sinter.groups`}}
  %a = sinter.exp %x {sinter.groups = array<i64: 0>, sinter.inlined} : tensor<4xf32>
  %y = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4xf32>
  return %a, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @below {{groups depend on each other in a circle}}
func.func @circle(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4xf32>
  %b = sinter.neg %a {sinter.groups = array<i64: 1>} : tensor<4xf32>
  %y = sinter.add %a, %b {sinter.groups = array<i64: 0>} : tensor<4xf32>
  return %y : tensor<4xf32>
}
