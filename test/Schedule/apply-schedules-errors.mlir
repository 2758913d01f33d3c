// Schedules that do not fit their kernel.
// RUN: sinter-opt %s --kernel-apply-schedules --split-input-file --verify-diagnostics

// expected-error @below {{expected a kernel with a `rows` schedule to have a dimension and no scan}}
kernel.func @rows_of_one_point(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> ()>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<() -> (0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<() -> (0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Too few threads for the 14 elements at the ends of a row.
// expected-error @below {{expected dimension 1 and every place along it to allow the schedule's vectors of 8}}
kernel.func @ends_of_an_odd_row(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (4, 65)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 8, vector = 8, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 65 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `pointwise` schedule to have no reduction}}
kernel.func @pointwise_with_a_reduction(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (8)>
    schedule #kernel.schedule<pointwise, threads = 32, threads_per_row = 1, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [0] : f32
  kernel.store %1, %y[affine_map<(d0) -> (0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a row of 256 elements to fit in the schedule's 32 threads x 1 vectors of 4}}
kernel.func @row_longer_than_its_vectors(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 256)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected dimension 1 and every place along it to allow the schedule's vectors of 4}}
kernel.func @vector_across_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 6)>
    schedule #kernel.schedule<pointwise, threads = 32, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 6 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 6 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a symbolic row to be computed again, but the schedule holds it in registers}}
kernel.func @symbolic_row_held(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (4, s0)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `columns` schedule to have reductions, and none over its last dimension}}
kernel.func @columns_along_the_last(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<columns, threads = 32, threads_per_row = 4, vector = 1, vectors = 2, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `rows` schedule to fold its last dimension}}
kernel.func @rows_of_columns(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [0] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected rows that are folded into columns to have a known length, to lie along one dimension, and to have parts (`kernel.ragged`)}}
kernel.func @rows_and_columns_in_one_part(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [0] : f32
  %2 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.store %2, %z[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `scan_rows` schedule to scan the last dimension}}
kernel.func @scan_rows_of_columns(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<scan_rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 0 : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `scan_columns` schedule to scan another than the last dimension}}
kernel.func @scan_columns_of_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<scan_columns, threads = 32, threads_per_row = 1, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 1 : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `scan_rows` schedule to have a scan and no reduction}}
kernel.func @scan_rows_without_a_scan(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (8)>
    schedule #kernel.schedule<scan_rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.func @scan_stored_once_a_row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<scan_rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 1 : f32
  // expected-error @below {{expected a kernel with a `scan_rows` schedule to store once for each point along the scanned dimension}}
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a kernel with a `tiles` schedule to have no reduction and no scan}}
kernel.func @tiles_of_a_reduction(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)>
    schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected tiles across a dimension before the last, 1, but got 1}}
kernel.func @tiles_across_the_last(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)>
    schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 1, vector = 4, views = [0]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected view 1 to be read or written along dimension 0 by its map alone}}
kernel.func @tile_of_a_straight_view(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)>
    schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0, 1]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a tile's rows, its 16 or more columns and a block's 32 or more threads to be powers of two, but got 64, 8 and 128}}
kernel.func @narrow_tiles(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)>
    schedule #kernel.schedule<tiles, threads = 128, threads_per_row = 2, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected a tile of 8 rows and 32 columns to have vectors of 4 for 64 threads, and four a column}}
kernel.func @low_tiles(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)>
    schedule #kernel.schedule<tiles, threads = 64, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected dimension 0 and every place along it to allow the tiles' vectors of 4}}
kernel.func @vectors_of_an_odd_column(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (63, 64)>
    schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 63)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// expected-error @below {{expected rows of which a part is held in registers and the rest in shared memory to be as long as their threads' vectors, and not to be folded into columns}}
kernel.func @a_part_of_a_row_in_registers(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8000)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 8, vectors = 4, hold = true packed = true shared = true in_registers = 1 blocks = 2> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8000 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
