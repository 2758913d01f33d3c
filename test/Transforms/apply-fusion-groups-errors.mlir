// Decisions by hand that cannot be carried out.
// RUN: sinter-opt %s --sinter-apply-fusion-groups --split-input-file --verify-diagnostics

func.func @inlined_value_is_returned(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @below {{expected each reader of this value to be in its group, or its group to come first in `sinter.groups`}}
  %a = sinter.exp %x {sinter.groups = array<i64: 0>, sinter.inlined} : tensor<4xf32>
  %y = sinter.neg %a {sinter.groups = array<i64: 0>} : tensor<4xf32>
  return %a, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @circle(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = sinter.exp %x {sinter.groups = array<i64: 0>} : tensor<4xf32>
  // expected-error @below {{'sinter.neg' op expected groups not to depend on each other in a circle, but this operator reads what is made of a result of its own group}}
  %b = sinter.neg %a {sinter.groups = array<i64: 1>} : tensor<4xf32>
  // expected-note @below {{which is read here}}
  %y = sinter.add %a, %b {sinter.groups = array<i64: 0>} : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Through three groups.
func.func @long_circle(%x: tensor<4xf32>, %s: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = sinter.exp %x {sinter.groups = array<i64: 7>} : tensor<4xf32>
  %s0 = sinter.neg %s {sinter.groups = array<i64: 1>} : tensor<4xf32>
  // expected-error @below {{'sinter.mul' op expected groups not to depend on each other in a circle}}
  %b = sinter.mul %a, %s0 {sinter.groups = array<i64: 1>} : tensor<4xf32>
  // expected-note @below {{which is read here}}
  %c = sinter.tanh %b {sinter.groups = array<i64: 2>} : tensor<4xf32>
  %y = sinter.sub %a, %c {sinter.groups = array<i64: 7>} : tensor<4xf32>
  return %y, %s0 : tensor<4xf32>, tensor<4xf32>
}
