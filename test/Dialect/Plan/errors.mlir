// What the verifiers of the plan dialect refuse.
// RUN: sinter-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected one range a symbol, but got 0 for 1}}
plan.entry @range_is_missing symbols ["n"] ranges [] inputs [] outputs [] {
}

// -----

// expected-error @below {{expected `tied` to have one number an output, but got 2 for 1}}
plan.entry @tie_too_many symbols [] ranges [] inputs ["x" : tensor<4xf32>] outputs ["y" : tensor<4xf32>] tied [0, 0] {
}

// -----

// expected-error @below {{expected output 0 to be tied to one of 1 inputs, but got 1}}
plan.entry @tied_to_nothing symbols [] ranges [] inputs ["x" : tensor<4xf32>] outputs ["y" : tensor<4xf32>] tied [1] {
}

// -----

plan.entry @foreign_operation symbols [] ranges [] inputs [] outputs [] {
  // expected-error @below {{expected steps of the `plan` dialect alone}}
  %c = arith.constant 0 : i64
}

// -----

plan.entry @no_such_input symbols [] ranges [] inputs ["x" : tensor<4xf32>] outputs [] {
  // expected-error @below {{expected an input below 1, but got 1}}
  %x = plan.input 1
}

// -----

plan.entry @no_such_output symbols [] ranges [] inputs [] outputs ["y" : tensor<4xf32>] {
  // expected-error @below {{expected an output below 1, but got 2}}
  %y = plan.output 2
}

// -----

plan.entry @writes_what_it_does_not_have symbols [] ranges [] inputs ["x" : tensor<4xf32>] outputs ["y" : tensor<4xf32>] {
  %x = plan.input 0
  %y = plan.output 0
  // expected-error @below {{expected written buffers to be numbered below 2, but got 2}}
  plan.launch @k "k"(%x, %y) writes [2] scalars affine_map<() -> ()>
}

// -----

plan.entry @map_of_other_symbols symbols ["n"] ranges [[1, 8, 1]] inputs ["x" : tensor<?xf32, #sinter.dims<n>>] outputs ["y" : tensor<?xf32, #sinter.dims<n>>] {
  %x = plan.input 0
  %y = plan.output 0
  // expected-error @below {{expected maps over the entry's 1 symbols, but `size` is affine_map<()[s0, s1] -> (s1)>}}
  plan.copy %x, %y size affine_map<()[s0, s1] -> (s1)>
}

// -----

plan.entry @layout_of_another_rank symbols [] ranges [] inputs ["x" : tensor<4x8xf32>, "w" : tensor<8x6xf32>] outputs ["y" : tensor<4x6xf32>] {
  %x = plan.input 0
  %w = plan.input 1
  %y = plan.output 0
  // expected-error @below {{expected `b_layout` to have an offset and 2 strides, but got 2 results}}
  plan.matmul "matmul" %x, %w into %y extents affine_map<() -> (4, 6, 8)>
      layouts affine_map<() -> (0, 8, 1)>, affine_map<() -> (0, 6)>, affine_map<() -> (0, 6, 1)> of f32 in f32
}

// -----

plan.entry @extents_too_few symbols [] ranges [] inputs ["x" : tensor<4x8xf32>, "w" : tensor<8x6xf32>] outputs ["y" : tensor<4x6xf32>] {
  %x = plan.input 0
  %w = plan.input 1
  %y = plan.output 0
  // expected-error @below {{expected `extents` to end in rows, columns and the contracted extent, but got 2 results}}
  plan.matmul "matmul" %x, %w into %y extents affine_map<() -> (4, 6)>
      layouts affine_map<() -> (0, 8, 1)>, affine_map<() -> (0, 6, 1)>, affine_map<() -> (0, 6, 1)> of f32 in f32
}
