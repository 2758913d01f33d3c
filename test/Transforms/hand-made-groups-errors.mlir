// Groups by hand that cannot be one kernel are refused at the operator, with the rule.
// RUN: sinter-opt %s --sinter-form-fusion-groups --sinter-apply-fusion-groups --split-input-file --verify-diagnostics

func.func @folds_that_meet(%x: tensor<20x24xf32>) -> (tensor<f32>, tensor<24xf32>) {
  %r = sinter.sum %x axes = [0] {sinter.groups = array<i64: 0>} : tensor<20x24xf32> -> tensor<24xf32>
  // expected-error @+1 {{folds some of the dimensions that sinter.sum of its group folds, and not the same}}
  %s = sinter.sum %x axes = [0, 1] {sinter.groups = array<i64: 0>} : tensor<20x24xf32> -> tensor<f32>
  return %s, %r : tensor<f32>, tensor<24xf32>
}

// -----

func.func @folds_of_outer_dimensions(%x: tensor<4x6x8xf32>) -> (tensor<6x8xf32>, tensor<4x8xf32>) {
  %r = sinter.sum %x axes = [0] {sinter.groups = array<i64: 0>} : tensor<4x6x8xf32> -> tensor<6x8xf32>
  // expected-error @+1 {{folds other dimensions than sinter.sum of its group, and neither the last one}}
  %s = sinter.sum %x axes = [1] {sinter.groups = array<i64: 0>} : tensor<4x6x8xf32> -> tensor<4x8xf32>
  return %r, %s : tensor<6x8xf32>, tensor<4x8xf32>
}

// -----

func.func @columns_read_in_rows(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = sinter.sum %x axes = [0] {sinter.groups = array<i64: 0>} : tensor<4x8xf32> -> tensor<8xf32>
  %r = sinter.sum %x axes = [1] {sinter.groups = array<i64: 0>} : tensor<4x8xf32> -> tensor<4xf32>
  // expected-error @+1 {{reads in each row what its group folds over the rows}}
  %b = sinter.broadcast %s dims = [1] {sinter.groups = array<i64: 0>} : tensor<8xf32> -> tensor<4x8xf32>
  %c = sinter.broadcast %r dims = [0] {sinter.groups = array<i64: 0>} : tensor<4xf32> -> tensor<4x8xf32>
  %d = sinter.add %b, %c {sinter.groups = array<i64: 0>} : tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// -----

func.func @two_products(%w: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = sinter.matmul %w, %y {sinter.groups = array<i64: 0>} : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  // expected-error @+1 {{is a second product in a group}}
  %b = sinter.matmul %w, %a {sinter.groups = array<i64: 0>} : tensor<8x8xf32>, tensor<8x8xf32> -> tensor<8x8xf32>
  return %b : tensor<8x8xf32>
}

// -----

func.func @alone_and_together(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected either}}
  %a = sinter.exp %x {sinter.alone, sinter.groups = array<i64: 0>} : tensor<8xf32>
  return %a : tensor<8xf32>
}

// -----

func.func @update_beside_rows_and_columns(%x: tensor<4x8xf32>, %u: tensor<1x8xf32>, %y: tensor<4x8xf32>, %at: tensor<i64>)
    -> (tensor<4x8xf32> {sinter.tied = 0}, tensor<4xf32>, tensor<8xf32>) {
  %r = sinter.sum %y axes = [1] {sinter.groups = array<i64: 0>} : tensor<4x8xf32> -> tensor<4xf32>
  %c = sinter.sum %y axes = [0] {sinter.groups = array<i64: 0>} : tensor<4x8xf32> -> tensor<8xf32>
  // expected-error @+1 {{updates in place beside folds over rows and over columns}}
  %a = sinter.update_slice %x, %u at %at axis = 0 in_place {sinter.groups = array<i64: 0>} : tensor<4x8xf32>, tensor<1x8xf32>, tensor<i64>
  return %a, %r, %c : tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>
}
