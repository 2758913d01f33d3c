// RUN: sinter-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected the element of a view to be f64, f32, bf16, f16, f8E4M3FN, f8E5M2, i64, i32, i16, i8, ui64, ui32, ui16, ui8 or i1, but got 'ui4'}}
kernel.func @view_of_ui4(%x: !kernel.view<ui4>) symbols [] dims affine_map<() -> (4)> {
  kernel.return
}

// -----

// expected-error @+1 {{expected an array in registers to have 1 to 65536 elements, but got 0}}
func.func private @no_registers(!kernel.registers<0 x f32>)

// -----

// expected-error @+1 {{expected the element of an array in shared memory to be a scalar of a compute type, but got 'bf16'}}
func.func private @shared_bf16(!kernel.shared<32 x bf16>)

// -----

// expected-error @+1 {{expected `threads_per_row` to divide 96 threads, but got 64}}
#s = #kernel.schedule<rows, threads = 96, threads_per_row = 64, vector = 4, vectors = 1, hold = true>

// -----

// expected-error @+1 {{expected `threads` to be 1 to 1024, but got 2048}}
#s = #kernel.schedule<rows, threads = 2048, threads_per_row = 64, vector = 4, vectors = 1, hold = true>

// -----

// expected-error @+1 {{expected `threads_per_row` to be a power of two up to 32 or a multiple of 32, but got 48}}
#s = #kernel.schedule<rows, threads = 96, threads_per_row = 48, vector = 4, vectors = 1, hold = true>

// -----

// expected-error @+1 {{expected `vector` to be a power of two up to 64, but got 3}}
#s = #kernel.schedule<rows, threads = 96, threads_per_row = 32, vector = 3, vectors = 1, hold = true>

// -----

// expected-error @+1 {{expected `vectors` to be 1 or more, but got 0}}
#s = #kernel.schedule<rows, threads = 96, threads_per_row = 32, vector = 4, vectors = 0, hold = true>

// -----

// expected-error @+1 {{expected a `tiling` of a schedule `tiles` and of no other, but got none of `tiles`}}
#s = #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false>

// -----

// expected-error @+1 {{expected a `tiling` of a schedule `tiles` and of no other, but got one of `rows`}}
#s = #kernel.schedule<rows, threads = 96, threads_per_row = 32, vector = 4, vectors = 1, hold = true, tiling = <across = 0, vector = 4, views = [0]>>

// -----

// expected-error @+1 {{expected `across` to be 0 or more, but got -1}}
#t = #kernel.tiling<across = -1, vector = 4, views = [0]>

// -----

// expected-error @+1 {{expected `vector` to be a power of two up to 64, but got 3}}
#t = #kernel.tiling<across = 0, vector = 3, views = [0]>

// -----

// expected-error @+1 {{expected `views` to be 0 or more and to rise, but got 1 at position 1}}
#t = #kernel.tiling<across = 0, vector = 4, views = [1, 1]>

// -----

kernel.thread_func @gather_of_other_lanes() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %s = kernel.shared : !kernel.shared<64 x f32>
  %l = kernel.lanes %t : vector<4xindex>
  // expected-error @+1 {{expected indices and value to have the same lanes, but got 'vector<4xindex>' and 'vector<2xf32>'}}
  %v = kernel.shared_gather %s[%l : vector<4xindex>] : !kernel.shared<64 x f32> -> vector<2xf32>
  kernel.return
}

// -----

kernel.thread_func @scatter_of_another_type(%x: !kernel.view<i32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %s = kernel.shared : !kernel.shared<64 x f32>
  %l = kernel.lanes %t : vector<4xindex>
  %v = kernel.vgather %x[%l : vector<4xindex>] : !kernel.view<i32> -> vector<4xi32>
  // expected-error @+1 {{expected elements of '!kernel.shared<64 x f32>' to be of type 'f32', but got 'i32'}}
  kernel.shared_scatter %v, %s[%l : vector<4xindex>] : vector<4xi32>, !kernel.shared<64 x f32>
  kernel.return
}

// -----

// expected-error @+1 {{expected `dims`}}
kernel.func @no_dims() symbols [] {
  kernel.return
}

// -----

// expected-error @+1 {{expected `dims` to be a map of 1 symbols, but got affine_map<()[s0, s1] -> (s0, s1)>}}
kernel.func @dims_of_too_many_symbols() symbols ["n"] dims affine_map<()[s0, s1] -> (s0, s1)> {
  kernel.return
}

// -----

// expected-error @+1 {{expected the extent of dimension 1 to be 0 or more, but got -4}}
kernel.func @negative_extent() symbols [] dims affine_map<() -> (2, -4)> {
  kernel.return
}

// -----

// expected-error @+1 {{expected argument 0 to be a view, but got 'f32'}}
kernel.func @scalar_argument(%x: f32) symbols [] dims affine_map<() -> (2)> {
  kernel.return
}

// -----

// expected-error @+1 {{expected symbols to differ, but got `n` twice}}
kernel.func @symbol_twice() symbols ["n", "n"] dims affine_map<() -> (2)> {
  kernel.return
}

// -----

// expected-error @+1 {{expected `arg_names` to name 1 views, but got 2}}
kernel.func @names(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2)> arg_names ["x", "y"] {
  kernel.return
}

// -----

kernel.func @foreign_operation(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2)> {
  // expected-error @+1 {{is not an operation of a kernel's domain form}}
  %t = kernel.thread_id
  kernel.return
}

// -----

kernel.func @vector_in_domain_form(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2)> {
  // expected-error @+1 {{expected scalars in domain form, but got 'vector<4xf32>'}}
  %c = arith.constant dense<1.0> : vector<4xf32>
  kernel.return
}

// -----

kernel.func @map_dims(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2)> {
  // expected-error @+1 {{expected a map of 1 dimensions, but got 2}}
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.return
}

// -----

kernel.func @map_symbols(%x: !kernel.view<f32>) symbols ["n"] dims affine_map<() -> (2)> {
  // expected-error @+1 {{expected a map of at most 1 symbols, but got 2}}
  %a = kernel.load %x[affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>] : !kernel.view<f32> -> f32
  kernel.return
}

// -----

kernel.func @map_results(%x: !kernel.view<f32>) symbols ["n"] dims affine_map<() -> (2)> {
  // expected-error @+1 {{expected a map with one result, but got 2}}
  %a = kernel.load %x[affine_map<(d0) -> (d0, d0)>] : !kernel.view<f32> -> f32
  kernel.return
}

// -----

kernel.func @load_type(%x: !kernel.view<bf16>) symbols [] dims affine_map<() -> (2)> {
  // expected-error @+1 {{expected values of '!kernel.view<bf16>' to be of type 'f32', but got 'i32'}}
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> i32
  kernel.return
}

// -----

kernel.func @stored_and_loaded(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2)> {
  // expected-error @+1 {{expected a view that is stored to not to be read}}
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // expected-note @+1 {{stored to here}}
  kernel.store %a, %x[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.func @store_misses_a_dimension(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 3)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 3 + d1)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected the map to name every dimension that the value varies over, but dimension 1 is missing}}
  kernel.store %a, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A dimension of extent 1 need not be named.
kernel.func @store_without_unit_dimension(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 1)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %a, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.func @reduced_twice(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 3)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 3 + d1)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected reduced dimensions to be 0 or more and to rise, but got 1 at position 1}}
  %b = kernel.reduce add %a over [1, 1] : f32
  kernel.return
}

// -----

kernel.func @reduced_outside(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 3)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 3 + d1)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected a reduced dimension to be below 2, but got 2}}
  %b = kernel.reduce add %a over [2] : f32
  kernel.return
}

// -----

kernel.func @or_of_floats(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 3)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 3 + d1)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected integers or bool for fold `or`, but got 'f32'}}
  %b = kernel.reduce or %a over [1] : f32
  kernel.return
}

// -----

// expected-error @+1 {{expected one argument a symbol, after the views}}
kernel.thread_func @missing_extent() symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  kernel.return
}

// -----

// expected-error @+1 {{expected `grid` to be a map of 0 symbols to one result, but got affine_map<() -> (1, 2)>}}
kernel.thread_func @two_grid_dimensions() symbols [] grid affine_map<() -> (1, 2)> threads 32 index_width 32 {
  kernel.return
}

// -----

// expected-error @+1 {{expected `threads` to be 1 to 1024, but got 1025}}
kernel.thread_func @threads() symbols [] grid affine_map<() -> (1)> threads 1025 index_width 32 {
  kernel.return
}

// -----

// expected-error @+1 {{expected `index_width` to be 32 or 64, but got 16}}
kernel.thread_func @width() symbols [] grid affine_map<() -> (1)> threads 32 index_width 16 {
  kernel.return
}

// -----

// expected-error @+1 {{expected argument 1 to be an index, but got '!kernel.view<f32>'}}
kernel.thread_func @extent_is_view(%x: !kernel.view<f32>, %n: !kernel.view<f32>) symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  kernel.return
}

// -----

kernel.thread_func @domain_operation(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  // expected-error @+1 {{is not an operation of a kernel's thread form}}
  %a = kernel.load %x[affine_map<() -> (0)>] : !kernel.view<f32> -> f32
  kernel.return
}

// -----

kernel.thread_func @loop_of_i32(%n: index) symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{expected the bounds of a loop in thread form to be indices, but got 'i32'}}
  scf.for %i = %c0 to %c1 step %c1 : i32 {
  }
  kernel.return
}

// -----

kernel.thread_func @negative_bound(%n: index) symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected the lower bound of a loop to be 0 or more, but got -1}}
  scf.for %i = %c0 to %n step %c1 {
  }
  kernel.return
}

// -----

kernel.thread_func @group_that_does_not_divide_the_block(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 24 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected `width` to divide the block's 24 threads, but got 16}}
  %s = kernel.group_reduce add %a width 16 : f32
  kernel.return
}

// -----

kernel.thread_func @group_width(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 96 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected `width` to be a power of two up to 32, but got 24}}
  %s = kernel.group_reduce add %a width 24 : f32
  kernel.return
}

// -----

kernel.thread_func @group_wider_than_a_warp(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 128 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected `width` to be a power of two up to 32, but got 64}}
  %s = kernel.group_reduce add %a width 64 : f32
  kernel.return
}

// -----

kernel.thread_func @index_expr_operands() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  // expected-error @+1 {{expected 2 operands for the map, but got 1}}
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 + d1)>(%t)
  kernel.return
}

// -----

kernel.thread_func @vload_type(%x: !kernel.view<i8>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  // expected-error @+1 {{expected values of '!kernel.view<i8>' to be of type 'i32', but got 'vector<4xi64>'}}
  %a = kernel.vload %x[%t] : !kernel.view<i8> -> vector<4xi64>
  kernel.return
}

// -----

kernel.thread_func @gather_lanes(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %l = kernel.lanes %t : vector<4xindex>
  // expected-error @+1 {{expected offset and value to have the same lanes, but got 'vector<4xindex>' and 'vector<2xf32>'}}
  %a = kernel.vgather %x[%l : vector<4xindex>] : !kernel.view<f32> -> vector<2xf32>
  kernel.return
}

// -----

kernel.thread_func @splat_type() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  // expected-error @+1 {{expected a vector of 'index', but got 'vector<4xf32>'}}
  %a = kernel.splat %t : index -> vector<4xf32>
  kernel.return
}

// -----

kernel.thread_func @register_type() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %r = kernel.registers : !kernel.registers<4 x f32>
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected an element of '!kernel.registers<4 x f32>' to be of type 'f32', but got 'i32'}}
  %a = kernel.register_get %r[%c1] : !kernel.registers<4 x f32> -> i32
  kernel.return
}

// -----

kernel.thread_func @register_index() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %r = kernel.registers : !kernel.registers<4 x f32>
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{expected an index below 4, but got 4}}
  %a = kernel.register_get %r[%c4] : !kernel.registers<4 x f32> -> f32
  kernel.return
}

// -----

kernel.thread_func @vector_reduce_type(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> vector<4xf32>
  // expected-error @+1 {{expected the result to be of type 'f32', but got 'i32'}}
  %b = kernel.vector_reduce add %a : vector<4xf32> -> i32
  kernel.return
}

// -----

// expected-error @+1 {{expected `processors` to be 1 or more, but got 0}}
module attributes {kernel.target = #kernel.gpu<processors = 0, processor_threads = 2048, threads = 1024, shared_bytes = 1, registers = 1, vector_bytes = 16, bytes_in_flight = 1, clusters = false>} {}

// -----

// expected-error @+1 {{expected `processor_threads` to be 1 or more, but got 0}}
module attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 0, threads = 1024, shared_bytes = 1, registers = 1, vector_bytes = 16, bytes_in_flight = 1, clusters = false>} {}

// -----

// expected-error @+1 {{expected `threads` to be a multiple of 32 up to 1024, but got 48}}
module attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 2048, threads = 48, shared_bytes = 1, registers = 1, vector_bytes = 16, bytes_in_flight = 1, clusters = false>} {}

// -----

// expected-error @+1 {{expected `shared_bytes` to be 0 or more, but got -1}}
module attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 2048, threads = 32, shared_bytes = -1, registers = 1, vector_bytes = 16, bytes_in_flight = 1, clusters = false>} {}

// -----

// expected-error @+1 {{expected `vector_bytes` to be a power of two up to 16, but got 12}}
module attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 2048, threads = 32, shared_bytes = 0, registers = 1, vector_bytes = 12, bytes_in_flight = 1, clusters = false>} {}

// -----

// expected-error @+1 {{expected `kernel.target` to be a #kernel.gpu, but got "sm_90"}}
module attributes {kernel.target = "sm_90"} {}

// -----

// expected-error @+1 {{expected `kernel.target` to be an attribute of a module}}
func.func private @target_of_a_function() attributes {kernel.target = #kernel.gpu<processors = 1, processor_threads = 2048, threads = 32, shared_bytes = 0, registers = 1, vector_bytes = 16, bytes_in_flight = 1, clusters = false>}

// -----

// expected-error @+1 {{expected `kernel.index_width` to be 32 or 64, but got 16}}
kernel.func @narrow_index() symbols [] dims affine_map<() -> (4)> attributes {kernel.index_width = 16} {
  kernel.return
}

// -----

// expected-error @+1 {{expected `kernel.alignment` to be a power of two, but got 12}}
kernel.func @odd_alignment() symbols [] dims affine_map<() -> (4)> attributes {kernel.alignment = 12} {
  kernel.return
}

// -----

// expected-error @+1 {{expected `kernel.alignment` to be an attribute of a kernel.func}}
func.func private @alignment_of_a_function() attributes {kernel.alignment = 4}

// -----

// expected-error @+1 {{expected `kernel.target`, `kernel.reliefs`, `kernel.pins`, `kernel.pinned`, `kernel.index_width`, `kernel.alignment`, `kernel.ragged`, `kernel.specializes`, `kernel.apart`, `kernel.merges`, `kernel.min_blocks`, `kernel.cluster`, `kernel.unroll`, `kernel.turns_at_once` or `kernel.near`, but got `kernel.indx_width`}}
kernel.func @misspelt() symbols [] dims affine_map<() -> (4)> attributes {kernel.indx_width = 32} {
  kernel.return
}

// -----

kernel.func @scan_beyond(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected the scanned dimension to be below 1, but got 1}}
  %b = kernel.scan add %a over 1 : f32
  kernel.return
}

// -----

kernel.func @scans_of_two_directions(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %b = kernel.scan add %a over 0 : f32
  // expected-error @+1 {{expected all scans of a kernel to go over one dimension in one direction}}
  %c = kernel.scan add %b over 0 reverse : f32
  kernel.return
}

// -----

kernel.func @scan_stored_once(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (0)>] : !kernel.view<f32> -> f32
  %b = kernel.scan add %a over 0 : f32
  // expected-error @+1 {{expected the map to name every dimension that the value varies over, but dimension 0 is missing}}
  kernel.store %b, %y[affine_map<(d0) -> (0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.func @scan_of_bits_of_floats(%x: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected integers or bool for fold `or`, but got 'f32'}}
  %b = kernel.scan or %a over 0 : f32
  kernel.return
}

// -----

kernel.thread_func @group_scan_carry(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %zero = arith.constant 0 : i32
  // expected-error @+1 {{expected the carry to be of type 'f32', but got 'i32'}}
  %s, %n = kernel.group_scan add %v carry %zero width 32 : f32, i32
  kernel.return
}

// -----

kernel.thread_func @group_scan_width(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected `width` to divide the block's 32 threads, but got 64}}
  %s, %n = kernel.group_scan add %v carry %v width 64 : f32, f32
  kernel.return
}

// -----

kernel.thread_func @random_lanes(%x: !kernel.view<i64>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<i64> -> i64
  // expected-error @+1 {{expected position and value to have the same lanes, but got 'i64' and 'vector<4xi32>'}}
  %r = kernel.random_bits %v, %v, %v : i64 -> vector<4xi32>
  kernel.return
}

// -----

kernel.thread_func @unroll_nothing() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected `kernel.unroll` to be 1 or more (i64), of an scf.for, but got 0}}
  scf.for %i = %c0 to %c1 step %c1 {
  } {kernel.unroll = 0 : i64}
  kernel.return
}

// -----

kernel.thread_func @turns_at_once_of_no_number() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected `kernel.turns_at_once` to have no value, beside `kernel.unroll` of an scf.for, but got unit}}
  scf.for %i = %c0 to %c1 step %c1 {
  } {kernel.turns_at_once}
  kernel.return
}

// -----

kernel.thread_func @packed_doubles() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  // expected-error @+1 {{expected f32 to be packed as f16 or bf16, but got 'f64' and 'bf16'}}
  %held = kernel.registers packed bf16 : !kernel.registers<4 x f64>
  kernel.return
}

// -----

kernel.thread_func @fetched_to_registers(%x: !kernel.view<bf16>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %held = kernel.registers packed bf16 : !kernel.registers<4 x vector<8xf32>>
  // expected-error @+1 {{expected an array in shared memory to fetch to}}
  kernel.register_fetch %x[%c0], %held[%c0] : !kernel.view<bf16>, !kernel.registers<4 x vector<8xf32>>
  kernel.return
}

// -----

kernel.thread_func @fetched_as_another_type(%x: !kernel.view<f16>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %held = kernel.registers packed bf16 shared : !kernel.registers<4 x vector<8xf32>>
  // expected-error @+1 {{expected an array of 'f16', but got one of 'bf16'}}
  kernel.register_fetch %x[%c0], %held[%c0] : !kernel.view<f16>, !kernel.registers<4 x vector<8xf32>>
  kernel.return
}

// -----

// expected-error @+1 {{expected `shared` of a schedule that is `packed`, with `blocks`}}
#s = #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 1, vectors = 1, hold = true shared = true>

// -----

// expected-error @+1 {{expected `blocks` to be 0 to 32, and 0 but for a schedule `rows` or `columns`, but got 2 of `pointwise`}}
#s = #kernel.schedule<pointwise, threads = 128, threads_per_row = 1, vector = 1, vectors = 1, hold = true blocks = 2>

// -----

// expected-error @+1 {{expected `in_registers` to be less than the 4 vectors of a thread, and 0 but where the others are `shared`, but got 4}}
#s = #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 8, vectors = 4, hold = true packed = true shared = true in_registers = 4 blocks = 2>

// -----

// expected-error @+1 {{expected `in_registers` to be less than the 4 vectors of a thread, and 0 but where the others are `shared`, but got 1}}
#s = #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 8, vectors = 4, hold = true packed = true in_registers = 1 blocks = 2>

// -----

// expected-error @+1 {{expected `packed` of a schedule `rows` that holds, but got one of `columns`}}
#s = #kernel.schedule<columns, threads = 128, threads_per_row = 4, vector = 1, vectors = 1, hold = true packed = true>

// -----

// expected-error @+1 {{expected more `threads_per_row` than threads to be 2 to 8 blocks of a multiple of 32, of a schedule `rows`, but got 640 and 64 threads of `rows`}}
#s = #kernel.schedule<rows, threads = 64, threads_per_row = 640, vector = 1, vectors = 1, hold = true>

// -----

// expected-error @+1 {{expected more `threads_per_row` than threads to be 2 to 8 blocks of a multiple of 32, of a schedule `rows`, but got 64 and 32 threads of `columns`}}
#s = #kernel.schedule<columns, threads = 32, threads_per_row = 64, vector = 1, vectors = 1, hold = true>

// -----

// expected-error @+1 {{expected `kernel.cluster` to be 2 to 8 (i64), of a kernel.thread_func, but got 9 : i64}}
kernel.thread_func @large_cluster() symbols [] grid affine_map<() -> (9)> threads 32 index_width 32 attributes {kernel.cluster = 9 : i64} {
  kernel.return
}

// -----

// expected-error @+1 {{expected `grid` to be a multiple of the 2 blocks of a cluster}}
kernel.thread_func @half_a_cluster() symbols [] grid affine_map<() -> (3)> threads 32 index_width 32 attributes {kernel.cluster = 2 : i64} {
  kernel.return
}

// -----

kernel.thread_func @no_cluster() symbols [] grid affine_map<() -> (2)> threads 32 index_width 32 {
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  // expected-error @+1 {{expected a kernel with `kernel.cluster`}}
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @partial_of_other_blocks(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (4)> threads 32 index_width 32 attributes {kernel.cluster = 4 : i64} {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %scratch = kernel.shared name "scratch" : !kernel.shared<4 x f32>
  // expected-error @+1 {{expected `blocks` to be the 4 of the cluster, but got 2}}
  kernel.share_partial %v, %scratch blocks 2 : f32, !kernel.shared<4 x f32>
  kernel.return
}

// -----

kernel.thread_func @partials_without_room(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (4)> threads 64 index_width 32 attributes {kernel.cluster = 4 : i64} {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %scratch = kernel.shared name "scratch" : !kernel.shared<4 x f32>
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  // expected-error @+1 {{expected scratch for 8 of 'f32', but got '!kernel.shared<4 x f32>'}}
  kernel.share_partial %v, %scratch blocks 4 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @partial_of_half_a_warp(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (4)> threads 48 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %scratch = kernel.shared name "scratch" : !kernel.shared<2 x f32>
  // expected-error @+1 {{expected blocks of a multiple of 32 threads, but got 48}}
  kernel.share_partial %v, %scratch : f32, !kernel.shared<2 x f32>
  kernel.return
}

// -----

kernel.thread_func @partials_of_a_part_of_the_cluster(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (4)> threads 64 index_width 32 attributes {kernel.cluster = 4 : i64} {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %scratch = kernel.shared name "scratch" : !kernel.shared<8 x f32>
  // expected-error @+1 {{expected `warps` to be the 8 that there are, but got 2}}
  %p = kernel.gather_partials add %scratch warps 2 : !kernel.shared<8 x f32> -> f32
  kernel.return
}

// -----

kernel.thread_func @partials_of_other_groups(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (4)> threads 128 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %scratch = kernel.shared name "scratch" : !kernel.shared<4 x f32>
  // expected-error @+1 {{expected `warps` to be a divisor of the 4 that there are, but got 3}}
  %p = kernel.gather_partials add %scratch warps 3 : !kernel.shared<4 x f32> -> f32
  kernel.return
}

// -----

kernel.thread_func @partials_of_many_warps(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (4)> threads 512 index_width 32 attributes {kernel.cluster = 4 : i64} {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %scratch = kernel.shared name "scratch" : !kernel.shared<64 x f32>
  // expected-error @+1 {{expected a result of type 'vector<2xf32>', but got 'f32'}}
  %p = kernel.gather_partials add %scratch warps 64 : !kernel.shared<64 x f32> -> f32
  kernel.return
}

// -----

kernel.thread_func @partial_without_arrival(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  // expected-error @+1 {{expected `arrival` of what goes to other blocks}}
  kernel.share_partial %v, %scratch blocks 2 : f32, !kernel.shared<4 x f32>
  kernel.return
}

// -----

kernel.thread_func @arrival_of_a_block_alone(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<2 x f32>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected no `arrival` of what stays in the block}}
  kernel.share_partial %v, %scratch arrival %arrivals[0] : f32, !kernel.shared<2 x f32>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @exchange_of_nothing_ready(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  // expected-error @+1 {{expected the arrivals of a `kernel.cluster_arrive` before it}}
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @exchange_before_the_others_are_there(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<2 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<2 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected a `kernel.cluster_wait` before it, since the other blocks may not have started}}
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  kernel.return
}

// -----

kernel.thread_func @scratch_of_two_exchanges(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<2 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<2 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<2 x i64>
  // expected-error @+1 {{expected scratch of its own, since another block may be at the next exchange while this one still reads}}
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[1] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  kernel.return
}

// -----

kernel.thread_func @exchange_that_nothing_counts(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  // expected-error @+1 {{expected one of the 1 exchanges that the arrivals count, but got 1}}
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[1] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @exchange_in_a_loop(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %t step %one {
    // expected-error @+1 {{expected no exchange in a loop or a branch, since each happens once}}
    kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  }
  kernel.return
}

// -----

kernel.thread_func @exchange_waited_for_twice(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<1 x i64>
  // expected-error @+1 {{expected an exchange that nothing has waited for, but got 0}}
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @partial_after_the_wait(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<1 x i64>
  // expected-error @+1 {{expected an exchange that nothing has waited for, but got 0}}
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @narrow_partial_in_a_cluster(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x i1>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = arith.cmpi eq, %t, %t : index
  kernel.cluster_wait
  // expected-error @+1 {{expected what goes to other blocks to have 4 or 8 bytes, but got 'i1'}}
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : i1, !kernel.shared<4 x i1>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @wait_for_other_bytes(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  // expected-error @+1 {{expected `bytes` to be the 16 that are handed over, but got 32}}
  kernel.await_partials %arrivals[0] bytes 32 : !kernel.shared<1 x i64>
  kernel.return
}

// -----

// expected-error @+1 {{expected a `kernel.await_partials` of exchange 0}}
kernel.thread_func @exchange_without_wait(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @two_arrivals(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  // expected-error @+1 {{expected to be the kernel's only one, in no loop and no branch}}
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @arrivals_of_another_type(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %arrivals = kernel.shared : !kernel.shared<1 x i32>
  // expected-error @+1 {{expected arrivals of i64, but got '!kernel.shared<1 x i32>'}}
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i32>
  kernel.return
}

// -----

// expected-error @+1 {{expected `kernel.pins` to be a dictionary of a module, from fingerprints of kernels to #kernel.schedule}}
module attributes {kernel.pins = {"00112233445566aa" = 64 : i64}} {
}

// -----

// expected-error @+1 {{expected `kernel.pinned` to be a unit attribute of a kernel.func}}
module attributes {kernel.pinned} {
}

// -----

kernel.func @no_short_form(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // expected-error @+1 {{expected `kernel.near` to have no value, of a `math.erfc`, `math.sin` or `math.cos` of f32, but got unit}}
  %e = math.exp %a {kernel.near} : f32
  kernel.store %e, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.func @no_short_form_in_f64(%x: !kernel.view<f64>, %y: !kernel.view<f64>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f64> -> f64
  // expected-error @+1 {{expected `kernel.near` to have no value, of a `math.erfc`, `math.sin` or `math.cos` of f32, but got unit}}
  %e = math.erfc %a {kernel.near} : f64
  kernel.store %e, %y[affine_map<(d0) -> (d0)>] : f64, !kernel.view<f64>
  kernel.return
}

// -----

// What other blocks store may not be there yet.
kernel.thread_func @gathered_too_soon(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<1 x i64>
  // expected-error @+1 {{expected a `kernel.await_partials` of exchange 0 before it}}
  %p = kernel.gather_partials add %scratch warps 4 : !kernel.shared<4 x f32> -> f32
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<1 x i64>
  kernel.return
}

// -----

kernel.thread_func @index_to_other_blocks(%x: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<1 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x index>
  kernel.cluster_arrive %arrivals : !kernel.shared<1 x i64>
  kernel.cluster_wait
  // expected-error @+1 {{expected what goes to other blocks to have 4 or 8 bytes, but got 'index'}}
  kernel.share_partial %t, %scratch blocks 2 arrival %arrivals[0] : index, !kernel.shared<4 x index>, !kernel.shared<1 x i64>
  kernel.return
}
