// Functions that are no graphs are refused before a pass looks into them.
// RUN: sinter-opt %s --sinter-hoist-constants --split-input-file --verify-diagnostics
// RUN: sinter-opt %s --sinter-form-fusion-groups --split-input-file --verify-diagnostics
// RUN: sinter-opt %s --sinter-apply-fusion-groups --split-input-file --verify-diagnostics
// RUN: sinter-opt %s --convert-sinter-to-plan --split-input-file --verify-diagnostics

// expected-error @below {{expected the function to have a body of one block: a graph has no calls and no branches}}
func.func private @declaration(tensor<4xf32>) -> tensor<4xf32>

// -----

// expected-error @below {{expected argument 0 to be a tensor of a type that graphs have, with extents that are integers or named by `#sinter.dims`, but got 'f32'}}
func.func @scalar_argument(%x: f32) {
  return
}

// -----

// expected-error @below {{expected argument 0 to be a tensor of a type that graphs have, with extents that are integers or named by `#sinter.dims`, but got 'tensor<?x8xf32>'}}
func.func @unnamed_extent(%x: tensor<?x8xf32>) {
  return
}

// -----

func.func @foreign_operator(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'arith.negf' op is no operator of a graph: expected one of the `sinter` dialect}}
  %y = arith.negf %x : tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// expected-error @below {{expected argument 0 to be a tensor of a type that graphs have, with extents that are integers or named by `#sinter.dims`, but got 'tensor<4xcomplex<f32>>'}}
func.func @complex_argument(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}
