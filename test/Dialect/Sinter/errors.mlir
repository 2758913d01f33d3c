// RUN: sinter opt %s --split-input-file --verify-diagnostics

// Types.

func.func @extent_without_a_name(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{whose extents are integers or named by `#sinter.dims`}}
  %0 = sinter.neg %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = sinter.concat %x, %x axis = 0 : tensor<*xf32>, tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @integers_of_24_bits(%x: tensor<4xi24>) -> tensor<4xi24> {
  // expected-error @+1 {{operand #0 must be ranked tensor of}}
  %0 = sinter.neg %x : tensor<4xi24>
  return %0 : tensor<4xi24>
}

// -----

func.func @function_of_integers(%x: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{operand #0 must be ranked tensor of}}
  %0 = sinter.exp %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// expected-error @+1 {{expected `#sinter.dims` to have 2 extents, but got 1}}
func.func private @too_few_extents(tensor<?x4xf32, #sinter.dims<a>>)

// -----

// expected-error @+1 {{expected extent 1 of `#sinter.dims` to agree with the tensor's}}
func.func private @extent_disagrees(tensor<?x4xf32, #sinter.dims<a, 5>>)

// -----

// expected-error @+1 {{expected extent 0 of `#sinter.dims` to agree with the tensor's}}
func.func private @unknown_extent_is_an_integer(tensor<?x?xf32, #sinter.dims<3, a>>)

// -----

// expected-error @+1 {{expected `#sinter.dims` to name at least one symbol}}
func.func private @no_symbol(tensor<4xf32, #sinter.dims<4>>)

// -----

// expected-error @+1 {{expected a divisor of 1 or more in an extent, but got 0}}
func.func private @division_by_zero(tensor<?xf32, #sinter.dims<a floordiv 0>>)

// -----

// expected-error @+1 {{expected a divisor of 1 or more in an extent, but got -2}}
func.func private @remainder_by_negative(tensor<?xf32, #sinter.dims<a mod -2>>)

// -----

// expected-error @+1 {{expected a range with 0 <= min <= max, divisor >= 1 and a multiple of it inside, but got [5, 4], 1}}
func.func private @empty_range() attributes {sinter.symbols = {a = #sinter.range<5, 4, 1>}}

// -----

// expected-error @+1 {{expected strides and offset of a layout to be 0 or more}}
func.func private @negative_stride(tensor<4xf32> {sinter.layout = #sinter.layout<strides = [-1], offset = 0, alignment = 16>})

// -----

// expected-error @+1 {{expected the alignment of a layout to be a power of two up to 4096, but got 12}}
func.func private @odd_alignment(tensor<4xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 12>})

// -----

// expected-error @+1 {{expected `strides`, `offset` or `alignment`, but got `stride`}}
func.func private @unknown_field(tensor<4xf32> {sinter.layout = #sinter.layout<stride = [1]>})

// -----

// expected-error @+1 {{`offset` is given twice}}
func.func private @field_twice(tensor<4xf32> {sinter.layout = #sinter.layout<offset = 1, offset = 2>})

// -----

// Attributes of functions.

// expected-error @+1 {{expected `sinter.symbols` to be a dictionary on a function}}
func.func private @symbols_are_no_dictionary() attributes {sinter.symbols = 1 : i64}

// -----

// expected-error @+1 {{a multiple of it inside, but got [5, 7], 4}}
func.func private @range_without_multiple() attributes {sinter.symbols = {a = #sinter.range<5, 7, 4>}}

// -----

// expected-error @+1 {{expected symbol `a` to have a `#sinter.range`, but got 4 : i64}}
func.func private @symbol_without_range() attributes {sinter.symbols = {a = 4 : i64}}

// -----

// expected-error @+1 {{expected `sinter.layout` to be a `#sinter.layout` on a tensor}}
func.func private @layout_is_a_number(tensor<4xf32> {sinter.layout = 4 : i64})

// -----

// expected-error @+1 {{expected `sinter.layout` to have 1 strides, but got 2}}
func.func private @layout_of_another_rank(tensor<4xf32> {sinter.layout = #sinter.layout<strides = [4, 1], offset = 0, alignment = 16>})

// -----

// expected-error @+1 {{expected `sinter.name` to be a string}}
func.func private @name_is_a_number(tensor<4xf32> {sinter.name = 4 : i64})

// -----

// expected-error @+1 {{expected `sinter.tied` to be an argument's number}}
func.func private @tied_to_a_name(tensor<4xf32>) -> (tensor<4xf32> {sinter.tied = "x"})

// -----

// expected-error @+1 {{expected `sinter.tied` to name one of 1 arguments, but got 1}}
func.func private @tied_to_no_argument(tensor<4xf32>) -> (tensor<4xf32> {sinter.tied = 1 : i64})

// -----

// expected-error @+1 {{expected a result tied to argument 0 to have its type}}
func.func private @tied_to_another_type(tensor<5xf32>) -> (tensor<4xf32> {sinter.tied = 0 : i64})

// -----

// expected-error @+1 {{unknown attribute `sinter.colour`; expected `sinter.layout`, `sinter.name` or `sinter.tied`}}
func.func private @unknown_attribute(tensor<4xf32> {sinter.colour = "red"})

// -----

// Elementwise operators.

func.func @operands_of_two_shapes(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op requires the same type for all operands and results}}
  %0 = "sinter.add"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @operands_of_two_extents(%a: tensor<?xf32, #sinter.dims<a>>, %b: tensor<?xf32, #sinter.dims<b>>) {
  // expected-error @+1 {{op requires the same encoding for all operands and results}}
  %0 = "sinter.add"(%a, %b) : (tensor<?xf32, #sinter.dims<a>>, tensor<?xf32, #sinter.dims<b>>) -> tensor<?xf32, #sinter.dims<a>>
  return
}

// -----

func.func @select_of_another_shape(%c: tensor<5xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected operands and result of one shape, but got 'tensor<5xi1>' and 'tensor<4xf32>'}}
  %0 = sinter.select %c, %a, %a : tensor<5xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @cast_to_another_shape(%a: tensor<4xf32>) -> tensor<5xf16> {
  // expected-error @+1 {{expected operands and result of one shape, but got 'tensor<4xf32>' and 'tensor<5xf16>'}}
  %0 = sinter.cast %a : tensor<4xf32> -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

// -----

// Reductions.

func.func @no_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected at least one axis}}
  %0 = sinter.sum %x axes = [] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @axes_descend(%x: tensor<4x4xf32>) -> tensor<f32> {
  // expected-error @+2 {{expected reduced axes to be ascending and 0 or more, but got 0 after 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.sum %x axes = [1, 0] : tensor<4x4xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @negative_axis(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{expected reduced axes to be ascending and 0 or more, but got -1 after -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.sum %x axes = [-1] : tensor<4x4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @axis_beyond_rank(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{expected reduced axis to be below rank 2, but got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.mean %x axes = [2] : tensor<4x4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @reduced_type(%x: tensor<4x5xf32>) -> tensor<5xf32> {
  // expected-error @+2 {{failed to infer returned types}}
  // expected-error @+1 {{op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %0 = sinter.sum %x axes = [1] : tensor<4x5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// Shape operators.

func.func @broadcast_element(%x: tensor<4xf32>) -> tensor<4xf16> {
  // expected-error @+1 {{expected input and result of one element type, but got 'f32' and 'f16'}}
  %0 = sinter.broadcast %x dims = [0] : tensor<4xf32> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @broadcast_dims(%x: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected one dimension of the result for each of the input's 1, but got 2}}
  %0 = sinter.broadcast %x dims = [0, 1] : tensor<4xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @broadcast_dims_descend(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected dims to be ascending and below rank 2, but got 0}}
  %0 = sinter.broadcast %x dims = [1, 0] : tensor<4x4xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @broadcast_extent(%x: tensor<3xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{expected extent 0 of 'tensor<3xf32>' to be 1 or that of dimension 1 of 'tensor<4x4xf32>'}}
  %0 = sinter.broadcast %x dims = [1] : tensor<3xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @reshape_count(%x: tensor<4x4xf32>) -> tensor<15xf32> {
  // expected-error @+1 {{expected as many elements in the result as in the input, but got 'tensor<4x4xf32>' and 'tensor<15xf32>'}}
  %0 = sinter.reshape %x : tensor<4x4xf32> -> tensor<15xf32>
  return %0 : tensor<15xf32>
}

// -----

func.func @reshape_symbolic_count(%x: tensor<?x4xf32, #sinter.dims<a, 4>>) {
  // expected-error @+1 {{expected as many elements in the result as in the input}}
  %0 = sinter.reshape %x : tensor<?x4xf32, #sinter.dims<a, 4>> -> tensor<3x?xf32, #sinter.dims<3, a>>
  return
}

// -----

func.func @reshape_overflow(%x: tensor<4294967296x4294967296xf32>) {
  // expected-error @+1 {{expected fewer than 2^63 elements}}
  %0 = sinter.reshape %x : tensor<4294967296x4294967296xf32> -> tensor<1xf32>
  return
}

// -----

func.func @transpose_twice(%x: tensor<4x5xf32>) -> tensor<4x4xf32> {
  // expected-error @+2 {{expected permutation to hold each of 0 to 1 once, but got 0}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.transpose %x permutation = [0, 0] : tensor<4x5xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @transpose_rank(%x: tensor<4x5xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{expected permutation of 2 dimensions, but got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.transpose %x permutation = [0] : tensor<4x5xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @slice_rank(%x: tensor<4x5xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected starts, steps and result of rank 2, but got 1, 1 and 1}}
  %0 = sinter.slice %x starts = [0] steps = [1] : tensor<4x5xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @slice_step(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected step 0 not to be 0}}
  %0 = sinter.slice %x starts = [0] steps = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @slice_bounds(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected indices of dimension 0 to be below 4, but got 2 to 4}}
  %0 = sinter.slice %x starts = [2] steps = [2] : tensor<4xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @slice_bounds_downward(%x: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{expected indices of dimension 0 to be below 4, but got 1 to -1}}
  %0 = sinter.slice %x starts = [1] steps = [-1] : tensor<4xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @split_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got 1}}
  %0 = sinter.split %x axis = 1 : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @split_rank(%x: tensor<4xf32>) -> tensor<4x1xf32> {
  // expected-error @+1 {{expected piece 0 of rank 1, but got 2}}
  %0 = sinter.split %x axis = 0 : tensor<4xf32> -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

func.func @split_other_extent(%x: tensor<4x4xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected extent 1 of piece 0 to be the input's, but got 'tensor<4x3xf32>' of 'tensor<4x4xf32>'}}
  %0 = sinter.split %x axis = 0 : tensor<4x4xf32> -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @split_sum(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  // expected-error @+1 {{expected extents of the pieces to add up to 4, but got 5}}
  %0, %1 = sinter.split %x axis = 0 : tensor<4xf32> -> tensor<2xf32>, tensor<3xf32>
  return %0, %1 : tensor<2xf32>, tensor<3xf32>
}

// -----

func.func @concat_of_nothing() -> tensor<4xf32> {
  // expected-error @+2 {{expected at least one input}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = "sinter.concat"() {axis = 0 : i64} : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @concat_axis(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+2 {{expected axis to be below the inputs' rank, but got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.concat %x, %x axis = 1 : tensor<4xf32>, tensor<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @concat_negative_axis(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @+2 {{expected axis to be below the inputs' rank, but got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.concat %x, %x axis = -1 : tensor<4xf32>, tensor<4xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @concat_rank(%x: tensor<4xf32>, %y: tensor<4x1xf32>) -> tensor<8xf32> {
  // expected-error @+2 {{expected inputs of one rank and element type, but got 'tensor<4xf32>' and 'tensor<4x1xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.concat %x, %y axis = 0 : tensor<4xf32>, tensor<4x1xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @concat_other_extent(%x: tensor<4x2xf32>, %y: tensor<4x3xf32>) -> tensor<8x2xf32> {
  // expected-error @+2 {{expected inputs to have equal extents but along axis 0, but got 'tensor<4x2xf32>' and 'tensor<4x3xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.concat %x, %y axis = 0 : tensor<4x2xf32>, tensor<4x3xf32> -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}

// -----

func.func @update_of_another_type(%x: tensor<4xf32>, %u: tensor<2xf16>, %i: tensor<i64>) -> tensor<4xf32> {
  // expected-error @+1 {{expected input and update of one element type, but got 'f32' and 'f16'}}
  %0 = sinter.update_slice %x, %u at %i axis = 0 : tensor<4xf32>, tensor<2xf16>, tensor<i64>
  return %0 : tensor<4xf32>
}

// -----

func.func @update_axis(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i64>) -> tensor<4xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got 1}}
  %0 = sinter.update_slice %x, %u at %i axis = 1 : tensor<4xf32>, tensor<2xf32>, tensor<i64>
  return %0 : tensor<4xf32>
}

// -----

func.func @update_rank(%x: tensor<4xf32>, %u: tensor<2x2xf32>, %i: tensor<i64>) -> tensor<4xf32> {
  // expected-error @+1 {{expected an update of rank 1, but got 2}}
  %0 = sinter.update_slice %x, %u at %i axis = 0 : tensor<4xf32>, tensor<2x2xf32>, tensor<i64>
  return %0 : tensor<4xf32>
}

// -----

func.func @update_extent(%x: tensor<4x3xf32>, %u: tensor<2x2xf32>, %i: tensor<i64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected extent 1 of the update to be the input's}}
  %0 = sinter.update_slice %x, %u at %i axis = 0 : tensor<4x3xf32>, tensor<2x2xf32>, tensor<i64>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @update_starts(%x: tensor<4x3xf32>, %u: tensor<4x2xf32>, %i: tensor<3xi64>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected one start, or one for each index of dimension 0 of the input where the axis is another}}
  %0 = sinter.update_slice %x, %u at %i axis = 1 : tensor<4x3xf32>, tensor<4x2xf32>, tensor<3xi64>
  return %0 : tensor<4x3xf32>
}

// -----

func.func @update_larger_than_its_input(%x: tensor<4xf32>, %u: tensor<?xf32, #sinter.dims<n>>, %i: tensor<i64>) -> tensor<4xf32> attributes {sinter.symbols = {n = #sinter.range<1, 5, 1>}} {
  // expected-error @+1 {{expected an update that fits along axis 0 for every value of the symbols}}
  %0 = sinter.update_slice %x, %u at %i axis = 0 : tensor<4xf32>, tensor<?xf32, #sinter.dims<n>>, tensor<i64>
  return %0 : tensor<4xf32>
}

// -----

func.func @update_in_place_of_what_is_read(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i64>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{expected an input that is updated in place to be an argument, or one updated before, or a copy, that nothing else reads}}
  %0 = sinter.update_slice %x, %u at %i axis = 0 in_place : tensor<4xf32>, tensor<2xf32>, tensor<i64>
  return %0, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{expected a result tied to argument 0 to have its `sinter.layout`}}
func.func @tied_with_another_layout(%x: tensor<4xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 4>}) -> (tensor<4xf32> {sinter.tied = 0 : i64}) {
  return %x : tensor<4xf32>
}

// -----

func.func @gather_axis(%x: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got -1}}
  %0 = sinter.gather %x, %i axis = -1 : tensor<4xf32>, tensor<2xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @gather_from_nothing(%x: tensor<0xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  // expected-error @+1 {{expected an input with something to gather along axis 0, but its extent is 0}}
  %0 = sinter.gather %x, %i axis = 0 : tensor<0xf32>, tensor<2xi64> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @iota_axis() -> tensor<4xi64> {
  // expected-error @+1 {{expected axis to be below rank 1, but got 1}}
  %0 = sinter.iota axis = 1 : tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// Products, constants, parameters.

func.func @matmul_rank(%x: tensor<4xf32>, %y: tensor<4x4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{expected both sides of rank 2 or more}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.matmul %x, %y : tensor<4xf32>, tensor<4x4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @matmul_element(%x: tensor<4x4xf32>, %y: tensor<4x4xf16>) -> tensor<4x4xf32> {
  // expected-error @+2 {{expected both sides of one element type, but got 'tensor<4x4xf32>' and 'tensor<4x4xf16>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.matmul %x, %y : tensor<4x4xf32>, tensor<4x4xf16> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @matmul_batch_rank(%x: tensor<4x4xf32>, %y: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> {
  // expected-error @+2 {{expected the right side to have no batch dimensions or as many as the left, but got 'tensor<4x4xf32>' and 'tensor<2x4x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.matmul %x, %y : tensor<4x4xf32>, tensor<2x4x4xf32> -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// -----

func.func @matmul_contracted(%x: tensor<4x5xf32>, %y: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+2 {{expected the contracted extents to be equal, but got 'tensor<4x5xf32>' and 'tensor<4x5xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.matmul %x, %y : tensor<4x5xf32>, tensor<4x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @matmul_batch(%x: tensor<2x4x4xf32>, %y: tensor<3x4x4xf32>) -> tensor<2x4x4xf32> {
  // expected-error @+2 {{expected batch extent 0 of both sides to be equal, but got 'tensor<2x4x4xf32>' and 'tensor<3x4x4xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.matmul %x, %y : tensor<2x4x4xf32>, tensor<3x4x4xf32> -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// -----

func.func @constant_vector() {
  // expected-error @+1 {{expected the value of a constant to be a tensor}}
  %0 = sinter.constant dense<1.0> : vector<4xf32>
  return
}

// -----

func.func @parameter_shape() {
  // expected-error @+1 {{expected a static shape, but got 'tensor<?xf32, #sinter.dims<a>>'}}
  %0 = sinter.parameter "w" : tensor<?xf32, #sinter.dims<a>>
  return
}

// -----

func.func @parameter_source() {
  // expected-error @+1 {{expected source to be `#sinter.generated`, `#sinter.external` or `#sinter.packed`, but got 4 : i64}}
  %0 = sinter.parameter "w" {source = 4 : i64} : tensor<4xf32>
  return
}

// -----

// Composites.

func.func @softmax_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got 1}}
  %0 = sinter.softmax %x axis = 1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @layer_norm_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got -1}}
  %0 = sinter.layer_norm %x axis = -1 epsilon = 1.0e-5 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @layer_norm_scale(%x: tensor<4x8xf32>, %g: tensor<4xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected scale of type 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %0 = sinter.layer_norm %x scale(%g : tensor<4xf32>) axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @layer_norm_bias(%x: tensor<4x8xf32>, %g: tensor<8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected bias of type 'tensor<4x8xf32>', but got 'tensor<8xf32>'}}
  %0 = sinter.layer_norm %x bias(%g : tensor<8xf32>) axis = 0 epsilon = 1.0e-5 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @rms_norm_scale(%x: tensor<4x8xf32>, %g: tensor<4xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected scale of type 'tensor<8xf32>', but got 'tensor<4xf32>'}}
  %0 = sinter.rms_norm %x scale(%g : tensor<4xf32>) axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// Groups.

func.func @group_arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the body's arguments to have the inputs' types}}
  %0 = sinter.group kernel(%x) : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<5xf32>):
    %b = sinter.constant dense<0.0> : tensor<4xf32>
    sinter.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @group_results(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the body to end in `sinter.yield` of the results' types}}
  %0 = sinter.group kernel(%x) : (tensor<4xf32>) -> tensor<5xf32> {
  ^bb0(%a: tensor<4xf32>):
    sinter.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @group_empty(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects a non-empty block}}
  sinter.group kernel(%x) : (tensor<4xf32>) -> () {
  ^bb0(%a: tensor<4xf32>):
  }
  return
}

// -----

func.func @yield_outside_of_group(%x: tensor<4xf32>) {
  // expected-error @+1 {{expects parent op 'sinter.group'}}
  sinter.yield %x : tensor<4xf32>
}

// -----

func.func @groups_as_a_list(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected `sinter.groups` to be group numbers as in `array<i64: 0, 2>`, but got [0]}}
  %y = sinter.exp %x {sinter.groups = [0]} : tensor<4xf32>
  return
}

// -----

func.func @group_numbers_beyond_counting(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected the numbers of `sinter.groups` to be 0 or more and below 2^31, but got array<i64: 9223372036854775807>}}
  %y = sinter.exp %x {sinter.groups = array<i64: 9223372036854775807>} : tensor<4xf32>
  return
}

// -----

func.func @slice_beyond_64_bits(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected starts and steps within 2^47 of 0, but got 9223372036854775807}}
  %y = sinter.slice %x starts = [3] steps = [9223372036854775807] : tensor<8xf32> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @parameter_without_a_name() -> tensor<4xf32> {
  // expected-error @below {{expected a name}}
  %w = sinter.parameter "" : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

func.func @external_source_outside() -> tensor<4xf32> {
  // expected-error @below {{expected a file below the graph's folder, named from there without `.` and `..`, but got `a/../../w.bin`}}
  %w = sinter.parameter "w" {source = #sinter.external<file = "a/../../w.bin", offset = 0, size = 16>} : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

func.func @external_source_from_the_root() -> tensor<4xf32> {
  // expected-error @below {{expected a file below the graph's folder, named from there without `.` and `..`, but got `/w.bin`}}
  %w = sinter.parameter "w" {source = #sinter.external<file = "/w.bin", offset = 0, size = 16>} : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

func.func @generated_integers() -> tensor<4xi32> {
  // expected-error @below {{expected a type of floats to generate values of, but got 'tensor<4xi32>'}}
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0 : f64, std = 1.0 : f64, min = -1.0 : f64, max = 1.0 : f64>} : tensor<4xi32>
  return %w : tensor<4xi32>
}

// -----

func.func @generated_from_nothing() -> tensor<4xf32> {
  // expected-error @below {{expected finite statistics with std >= 0 and min <= max to generate values from, but got}}
  %w = sinter.parameter "w" {source = #sinter.generated<tensor = "w", mean = 0.0 : f64, std = -1.0 : f64, min = -1.0 : f64, max = 1.0 : f64>} : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

func.func @external_source_of_another_size() -> tensor<4xf32> {
  // expected-error @below {{expected 16 bytes for 'tensor<4xf32>', but its source has 12}}
  %w = sinter.parameter "w" {source = #sinter.external<file = "w.bin", offset = 0, size = 12>} : tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

// The order of elements.

func.func @argmax_of_nothing(%x: tensor<4xf32>) -> tensor<4xi64> {
  // expected-error @+1 {{expected at least one axis}}
  %0 = sinter.argmax %x axes = [] : tensor<4xf32> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @argmin_axis(%x: tensor<4xf32>) -> tensor<i64> {
  // expected-error @+2 {{expected reduced axis to be below rank 1, but got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = sinter.argmin %x axes = [1] : tensor<4xf32> -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @topk_of_none(%x: tensor<4xf32>) -> tensor<0xf32> {
  // expected-error @+1 {{expected k to be 1 to 64, but got 0}}
  %0, %1 = sinter.topk %x k = 0 axes = [0] : tensor<4xf32> -> tensor<0xf32>, tensor<0xi64>
  return %0 : tensor<0xf32>
}

// -----

func.func @topk_of_too_many(%x: tensor<400xf32>) -> tensor<65xf32> {
  // expected-error @+1 {{expected k to be 1 to 64, but got 65}}
  %0, %1 = sinter.topk %x k = 65 axes = [0] : tensor<400xf32> -> tensor<65xf32>, tensor<65xi64>
  return %0 : tensor<65xf32>
}

// -----

func.func @topk_of_more_than_there_are(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected k to be at most the axis' extent 4, but got 5}}
  %0, %1 = sinter.topk %x k = 5 axes = [0] : tensor<4xf32> -> tensor<5xf32>, tensor<5xi64>
  return %0 : tensor<5xf32>
}

// -----

func.func @topk_over_two(%x: tensor<4x4xf32>) -> tensor<4x2xf32> {
  // expected-error @+2 {{expected one axis, but got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %0, %1 = sinter.topk %x k = 2 axes = [0, 1] : tensor<4x4xf32> -> tensor<4x2xf32>, tensor<4x2xi64>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @topk_axis(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+2 {{expected axis to be below rank 1, but got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0, %1 = sinter.topk %x k = 2 axes = [-1] : tensor<4xf32> -> tensor<2xf32>, tensor<2xi64>
  return %0 : tensor<2xf32>
}

// -----

func.func @scan_axis(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected axis to be below rank 1, but got 1}}
  %0 = sinter.cumsum %x axis = 1 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @dropout_of_more_than_all(%x: tensor<4xf32>, %s: tensor<i64>) -> tensor<4xf32> {
  // expected-error @+1 {{expected p to be 0 to 1, but got 1.500000e+00}}
  %0, %1 = sinter.dropout %x seed %s offset %s p = 1.5 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-note @+1 {{prior use here}}
func.func @seed_of_32_bits(%s: tensor<i32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects different type than prior uses: 'tensor<i64>' vs 'tensor<i32>'}}
  %0 = sinter.random_uniform %s, %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected `sinter.arena_limit` to be a number of bytes (i64) on a function, but got -1}}
func.func @limit_below_zero() attributes {sinter.arena_limit = -1 : i64} {
  return
}

// -----

func.func @epsilon_below_zero(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected epsilon to be 0 or more, and within f32, but got}}
  %0 = sinter.rms_norm %x axis = 1 epsilon = -0.5 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @epsilon_that_is_no_number(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected epsilon to be 0 or more, and within f32, but got}}
  %0 = sinter.layer_norm %x axis = 1 epsilon = 0x7FF8000000000000 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @alone_with_a_value(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected `sinter.alone` to stand without a value, but got false}}
  %0 = sinter.exp %x {sinter.alone = false} : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @unknown_on_an_operator(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected `sinter.alone`, `sinter.groups` or `sinter.inlined` on an operator, but got `sinter.group`}}
  %0 = sinter.exp %x {sinter.group = array<i64: 0>} : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @function_attribute_on_an_operator(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected `sinter.alone`, `sinter.groups` or `sinter.inlined` on an operator, but got `sinter.arena_limit`}}
  return {sinter.arena_limit = 4 : i64} %x : tensor<4x8xf32>
}

// -----

// expected-error @+1 {{expected `sinter.arena_limit`, `sinter.guards` or `sinter.symbols` on a function, but got `sinter.alone`}}
func.func @operator_attribute_on_a_function() attributes {sinter.alone} {
  return
}

// -----

// expected-error @+1 {{expected `sinter.arena_limit`, `sinter.guards` or `sinter.symbols` on a function, but got `sinter.symbol`}}
func.func @unknown_on_a_function() attributes {sinter.symbol = {n = #sinter.range<1, 4, 1>}} {
  return
}

// -----

func.func @inlined_with_a_value(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error @+1 {{expected `sinter.inlined` to stand without a value, but got true}}
  %0 = sinter.exp %x {sinter.inlined = true} : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// expected-error @+1 {{expected `sinter.alone`, `sinter.groups` or `sinter.inlined` on an operator, but got `sinter.target`}}
module attributes {sinter.target = "sm_90"} {}

// -----

// expected-error @+1 {{expected the elements of result 0 to have places of their own, but dimension 0 of its `sinter.layout` has the stride 2, which the dimensions of smaller strides reach or pass}}
func.func @rows_overlap(%x: tensor<8x4xf32>) -> (tensor<8x4xf32> {sinter.layout = #sinter.layout<strides = [2, 1]>}) {
  return %x : tensor<8x4xf32>
}

// -----

// expected-error @+1 {{expected the elements of result 0 to have places of their own, but dimension 0 of its `sinter.layout` has the stride 0}}
func.func @rows_are_one(%x: tensor<8x4xf32>) -> (tensor<8x4xf32> {sinter.layout = #sinter.layout<strides = [0, 1]>}) {
  return %x : tensor<8x4xf32>
}

// -----

// expected-error @+1 {{expected the elements of result 0 to have places of their own, but dimension 0 of its `sinter.layout` has the stride 5}}
func.func @rows_may_overlap(%x: tensor<6x?xf32, #sinter.dims<6, n>>) -> (tensor<6x?xf32, #sinter.dims<6, n>> {sinter.layout = #sinter.layout<strides = [5, 1]>})
    attributes {sinter.symbols = {n = #sinter.range<1, 9, 1>}} {
  return %x : tensor<6x?xf32, #sinter.dims<6, n>>
}

// -----

func.func @rows_fit(%x: tensor<6x?xf32, #sinter.dims<6, n>>) -> (tensor<6x?xf32, #sinter.dims<6, n>> {sinter.layout = #sinter.layout<strides = [5, 1]>})
    attributes {sinter.symbols = {n = #sinter.range<1, 5, 1>}} {
  return %x : tensor<6x?xf32, #sinter.dims<6, n>>
}

// -----

// expected-error @+1 {{expected `sinter.tied` on a result, but argument 0 has it}}
func.func @tied_argument(%x: tensor<8xf32> {sinter.tied = 0}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// expected-error @+1 {{expected one result to be tied to argument 0, but results 0 and 1 are}}
func.func private @two_tied_to_one(tensor<4xf32>) -> (tensor<4xf32> {sinter.tied = 0 : i64}, tensor<4xf32> {sinter.tied = 0 : i64})

// -----

// expected-error @+1 {{expected `sinter.layout` to reach places that 64 bits can tell, but its offset and strides reach past them}}
func.func private @past_all_memory(tensor<8x4xf32> {sinter.layout = #sinter.layout<offset = 0, strides = [9000000000000000000, 9000000000000000000], alignment = 4>})
