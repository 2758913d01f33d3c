// One case for each message of the verifiers of pads, gathers, resizes and scatters.
// RUN: sinter-opt %s --split-input-file --verify-diagnostics

func.func @reverse_dims(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{expected dims to be ascending and below rank 2, but got 0}}
  %0 = sinter.reverse %x dims = [1, 0] : tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @pad_rank(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{expected low, high and result of rank 2, but got 1, 2 and 2}}
  %0 = sinter.pad edge %x low = [0] high = [0, 0] : tensor<4x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @pad_fill_of_another_mode(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected a fill only in mode constant, but the mode is edge}}
  %0 = sinter.pad edge %x fill(%v : tensor<f32>) low = [0] high = [1] : tensor<4xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @pad_fill_type(%x: tensor<4xf32>, %v: tensor<1xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected a fill of type 'tensor<f32>', but got 'tensor<1xf32>'}}
  %0 = sinter.pad constant %x fill(%v : tensor<1xf32>) low = [0] high = [1] : tensor<4xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

func.func @pad_result(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-error @+1 {{expected extent 0 of the result to be the input's and its pads' sum}}
  %0 = sinter.pad edge %x low = [0] high = [1] : tensor<4xf32> -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @pad_cuts_too_much(%x: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{expected pads that cut off no more than dimension 0 of 'tensor<4xf32>' has, but got -5 and 2}}
  %0 = sinter.pad edge %x low = [-5] high = [2] : tensor<4xf32> -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @pad_with_nothing(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected elements to pad with along dimension 0, but there are none}}
  %0 = sinter.pad wrap %x low = [-4] high = [2] : tensor<4xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @pad_range(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected pads within 2^47 of 0, but got 281474976710656}}
  %0 = sinter.pad constant %x low = [281474976710656] high = [-281474976710656] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @where_condition(%c: tensor<5xi1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected a condition of the operands' shape, but got 'tensor<5xi1>' for 'tensor<4xf32>'}}
  %0 = sinter.where %c, %x, %x : tensor<5xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @gather_elements_rank(%x: tensor<4x5xf32>, %i: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error @+1 {{expected indices of rank 2, but got 1}}
  %0 = sinter.gather_elements %x, %i axis = 1 : tensor<4x5xf32>, tensor<4xi64> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @gather_elements_extent(%x: tensor<4x5xf32>, %i: tensor<6x5xi64>) -> tensor<6x5xf32> {
  // expected-error @+1 {{expected extent 0 of the indices to be at most the input's}}
  %0 = sinter.gather_elements %x, %i axis = 1 : tensor<4x5xf32>, tensor<6x5xi64> -> tensor<6x5xf32>
  return %0 : tensor<6x5xf32>
}

// -----

func.func @gather_elements_from_nothing(%x: tensor<0xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{expected an input with something to gather along axis 0, but its extent is 0}}
  %0 = sinter.gather_elements %x, %i axis = 0 : tensor<0xf32>, tensor<2xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @gather_nd_depth(%x: tensor<4xf32>, %i: tensor<2x2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{expected batch_dims below the indices' rank and with the places' 2 numbers at most the input's rank, but got 0}}
  %0 = sinter.gather_nd %x, %i batch_dims = 0 : tensor<4xf32>, tensor<2x2xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @gather_nd_batch(%x: tensor<4x3xf32>, %i: tensor<2x1xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{expected batch dimension 0 of input and indices to be one}}
  %0 = sinter.gather_nd %x, %i batch_dims = 1 : tensor<4x3xf32>, tensor<2x1xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @gather_nd_from_nothing(%x: tensor<0x3xf32>, %i: tensor<2x1xi64>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expected an input with something to gather along dimension 0, but its extent is 0}}
  %0 = sinter.gather_nd %x, %i batch_dims = 0 : tensor<0x3xf32>, tensor<2x1xi64> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @resize_rank(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{expected offsets and result of rank 2, but got 1 and 2}}
  %0 = sinter.resize linear %x steps = [1, 1] offsets = [0] divisors = [1, 1] : tensor<4x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @resize_divisor(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected steps from 0, divisors from 1 and offsets of at most 2^31 - 1, but got 0 among divisors}}
  %0 = sinter.resize linear %x steps = [1] offsets = [0] divisors = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @resize_integers(%x: tensor<4xi32>) -> tensor<8xi32> {
  // expected-error @+1 {{expected floats in mode linear}}
  %0 = sinter.resize linear %x steps = [1] offsets = [0] divisors = [2] : tensor<4xi32> -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @resize_coefficient(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a coefficient only in mode cubic, but the mode is linear}}
  %0 = sinter.resize linear %x steps = [1] offsets = [0] divisors = [2] coefficient = -0.5 : tensor<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @resize_of_nothing(%x: tensor<0xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected elements to read along dimension 0, but there are none}}
  %0 = sinter.resize linear %x steps = [1] offsets = [0] divisors = [2] : tensor<0xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @scatter_type(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf16>) -> tensor<4xf32> {
  // expected-error @+1 {{expected input and updates of one element type, but got 'f32' and 'f16'}}
  %0 = sinter.scatter_elements add %x, %i, %u axis = 0 : tensor<4xf32>, tensor<2xi64>, tensor<2xf16>
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_of_bools(%x: tensor<4xi1>, %i: tensor<2xi64>, %u: tensor<2xi1>) -> tensor<4xi1> {
  // expected-error @+1 {{expected bools to be replaced, but the kind is add}}
  %0 = sinter.scatter_elements add %x, %i, %u axis = 0 : tensor<4xi1>, tensor<2xi64>, tensor<2xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @scatter_axis(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got 1}}
  %0 = sinter.scatter_elements add %x, %i, %u axis = 1 : tensor<4xf32>, tensor<2xi64>, tensor<2xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_extent(%x: tensor<4x3xf32>, %i: tensor<2x5xi64>, %u: tensor<2x5xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected extent 1 of the indices to be at most the input's}}
  %0 = sinter.scatter_elements add %x, %i, %u axis = 0 : tensor<4x3xf32>, tensor<2x5xi64>, tensor<2x5xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @scatter_nd_depth(%x: tensor<4xf32>, %i: tensor<2x2xi64>, %u: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected places of 1 to 1 numbers, but got 2}}
  %0 = sinter.scatter_nd add %x, %i, %u : tensor<4xf32>, tensor<2x2xi64>, tensor<2xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_nd_updates(%x: tensor<4x3xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected updates of type 'tensor<2x3xf32>', but got 'tensor<2xf32>'}}
  %0 = sinter.scatter_nd add %x, %i, %u : tensor<4x3xf32>, tensor<2x1xi64>, tensor<2xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @resize_dimensions(%x: tensor<2x2x2x2xf32>) -> tensor<4x4x4x4xf32> {
  // expected-error @+1 {{expected at most 3 dimensions with a divisor other than 1 in mode cubic, but got 4}}
  %0 = sinter.resize cubic %x steps = [1, 1, 1, 1] offsets = [0, 0, 0, 0] divisors = [2, 2, 2, 2] : tensor<2x2x2x2xf32> -> tensor<4x4x4x4xf32>
  return %0 : tensor<4x4x4x4xf32>
}

// -----

func.func @places_depth(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected 1 to 1 index tensors, but got 2}}
  %0 = sinter.update_places %x, %u at(%i, %i : tensor<2xi64>, tensor<2xi64>) : tensor<4xf32>, tensor<2xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @places_of_two_shapes(%x: tensor<4x3xf32>, %i: tensor<2xi64>, %j: tensor<3xi32>, %u: tensor<2xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected index tensors of one shape, but got 'tensor<2xi64>' and 'tensor<3xi32>'}}
  %0 = sinter.update_places %x, %u at(%i, %j : tensor<2xi64>, tensor<3xi32>) : tensor<4x3xf32>, tensor<2xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @places_update(%x: tensor<4x3xf32>, %i: tensor<2xi64>, %u: tensor<2xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected an update of type 'tensor<2x3xf32>', but got 'tensor<2xf32>'}}
  %0 = sinter.update_places %x, %u at(%i : tensor<2xi64>) : tensor<4x3xf32>, tensor<2xf32>
  return %0 : tensor<4x3xf32>
}
