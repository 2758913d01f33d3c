// The rule that picks a schedule.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel.func(kernel-assign-schedules))' | FileCheck %s

// CHECK-LABEL: kernel.func @sixteen_bytes_a_thread
// CHECK-SAME: #kernel.schedule<pointwise, threads = 128, threads_per_row = 1, vector = 4, vectors = 1, hold = false>
kernel.func @sixteen_bytes_a_thread(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @eight_narrow_elements
// CHECK-SAME: vector = 8,
kernel.func @eight_narrow_elements(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// CHECK-LABEL: kernel.func @widest_element_counts
// CHECK-SAME: vector = 4,
kernel.func @widest_element_counts(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @width_of_six_allows_two
// CHECK-SAME: vector = 2,
kernel.func @width_of_six_allows_two(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000000, 6)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 6 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 6 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Of few points a thread has less than a vector: each of 132 processors has a block of 256.
// CHECK-LABEL: kernel.func @few_points
// CHECK-SAME: vector = 2,
kernel.func @few_points(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (70000)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// CHECK-LABEL: kernel.func @odd_width_is_scalar
// CHECK-SAME: vector = 1,
kernel.func @odd_width_is_scalar(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 1023)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 1023 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 1023 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// What is left of one dimension is taken one by one.
// CHECK-LABEL: kernel.func @odd_length_has_a_tail
// CHECK-SAME: vector = 4,
kernel.func @odd_length_has_a_tail(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194303)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @odd_start_is_scalar
// CHECK-SAME: vector = 1,
kernel.func @odd_start_is_scalar(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1024)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0 + 1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @symbolic_width_is_scalar
// CHECK-SAME: vector = 1,
kernel.func @symbolic_width_is_scalar(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (8, s0)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @symbolic_length_has_a_tail
// CHECK-SAME: vector = 4,
kernel.func @symbolic_length_has_a_tail(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0)> {
  %0 = kernel.load %x[affine_map<(d0)[s0] -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @narrow_alignment_narrows_vectors
// CHECK-SAME: vector = 2,
kernel.func @narrow_alignment_narrows_vectors(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)>
    attributes {kernel.alignment = 8 : i64} {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Read lane by lane; the store is one vector all the same.
// CHECK-LABEL: kernel.func @strided_read_does_not_narrow_the_store
// CHECK-SAME: vector = 4,
kernel.func @strided_read_does_not_narrow_the_store(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 1048576)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1 * 4 + d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 1048576 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Many short rows: one warp a row, held.
// CHECK-LABEL: kernel.func @many_rows_take_a_warp_each
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 4, hold = true>
kernel.func @many_rows_take_a_warp_each(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 512)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 512 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// One row must keep the GPU busy alone.
// CHECK-LABEL: kernel.func @few_rows_take_more_threads_each
// CHECK-SAME: #kernel.schedule<rows, threads = 192, threads_per_row = 192, vector = 4, vectors = 1, hold = true>
kernel.func @few_rows_take_more_threads_each(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 768)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Too long for registers: read again.
// CHECK-LABEL: kernel.func @long_row_is_not_held
// CHECK-SAME: threads = 1024, threads_per_row = 1024, vector = 4, vectors = 256, hold = false>
kernel.func @long_row_is_not_held(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 1048576)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 1048576 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// The elements at its ends are walked by themselves, so that the others are vectors whatever its length.
// CHECK-LABEL: kernel.func @symbolic_row_is_not_held
// CHECK-SAME: threads = 256, threads_per_row = 256, vector = 4, vectors = 1, hold = false>
kernel.func @symbolic_row_is_not_held(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (4, s0)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @given_schedule_stays
// CHECK-SAME: #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false>
kernel.func @given_schedule_stays(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1024)>
    schedule #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @scan_of_short_rows
// CHECK-SAME: #kernel.schedule<scan_rows, threads = 128, threads_per_row = 8, vector = 4, vectors = 1, hold = false>
kernel.func @scan_of_short_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (500, 32)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 1 : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @scan_of_long_rows
// CHECK-SAME: #kernel.schedule<scan_rows, threads = 256, threads_per_row = 256, vector = 4, vectors = 4, hold = false>
kernel.func @scan_of_long_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (500, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 1 : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @scan_of_columns
// CHECK-SAME: #kernel.schedule<scan_columns, threads = 128, threads_per_row = 1, vector = 4, vectors = 1, hold = false>
kernel.func @scan_of_columns(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (500, 32768)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 0 : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// A long row of 16 bits is held as it was read, in shared memory, so that a processor has several.
// CHECK-LABEL: kernel.func @long_narrow_row_is_packed
// CHECK-SAME: #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 8, vectors = 8, hold = true packed = true shared = true blocks = 6>
kernel.func @long_narrow_row_is_packed(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 16384)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 16384 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 16384 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// One that takes a whole block even so is shared by the blocks of a cluster, so that a processor has parts of several.
// CHECK-LABEL: kernel.func @longer_narrow_row_is_shared
// CHECK-SAME: #kernel.schedule<rows, threads = 256, threads_per_row = 1024, vector = 8, vectors = 8, hold = true packed = true shared = true in_registers = 1 blocks = 7>
kernel.func @longer_narrow_row_is_shared(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 65536)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// A cluster has eight blocks at most, which hold more where the row is longer; what fits no cluster is read again, out of the cache for the most part.
// CHECK-LABEL: kernel.func @longest_shared_row
// CHECK-SAME: #kernel.schedule<rows, threads = 256, threads_per_row = 2048, vector = 8, vectors = 16, hold = true packed = true shared = true blocks = 3>
kernel.func @longest_shared_row(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 262144)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 262144 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 262144 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// CHECK-LABEL: kernel.func @row_that_fits_no_cluster
// CHECK-SAME: #kernel.schedule<rows, threads = 1024, threads_per_row = 8192, vector = 8, vectors = 5, hold = false>
kernel.func @row_that_fits_no_cluster(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 278528)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 278528 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 278528 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// Few rows that no block holds: then too, and more so.
// CHECK-LABEL: kernel.func @few_rows_that_no_block_holds
// CHECK-SAME: #kernel.schedule<rows, threads = 256, threads_per_row = 2048, vector = 8, vectors = 8, hold = true packed = true shared = true blocks = 6>
kernel.func @few_rows_that_no_block_holds(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (16, 131072)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 131072 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 131072 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// What is folded in one walk needs no other block.
// CHECK-LABEL: kernel.func @long_row_walked_once
// CHECK-SAME: #kernel.schedule<rows, threads = 1024, threads_per_row = 1024,
kernel.func @long_row_walked_once(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 65536)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = math.log %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Few rows that are only folded: the second walk finds them in the L2 cache.
// CHECK-LABEL: kernel.func @few_rows_only_folded
// CHECK-NOT: packed
kernel.func @few_rows_only_folded(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (16, 131072)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 131072 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = kernel.reduce add %2 over [1] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Elements of 16 bits read one by one are as much as a processor can do. Vectors need more than the elements' own alignment.
// CHECK-LABEL: kernel.func @odd_narrow_row
// CHECK-NOT: packed
kernel.func @odd_narrow_row(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 50257)> attributes {kernel.alignment = 2 : i64} {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 50257 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 50257 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// There are fewer rows than processors, which have one at a time anyhow.
// CHECK-LABEL: kernel.func @few_long_narrow_rows
// CHECK-NOT: packed
kernel.func @few_long_narrow_rows(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (16, 32768)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// Wide elements have no half to be held as: a block holds what it makes of them.
// CHECK-LABEL: kernel.func @long_wide_row
// CHECK-NOT: packed
kernel.func @long_wide_row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 32768)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<f32> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Where no block does, a cluster holds what it reads.
// CHECK-LABEL: kernel.func @longer_wide_row
// CHECK-SAME: #kernel.schedule<rows, threads = 256, threads_per_row = 2048, vector = 4, vectors = 8, hold = true packed = true shared = true blocks = 6>
kernel.func @longer_wide_row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 65536)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : !kernel.view<f32> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// What is read in pieces of less than eight bytes is not worth fetching: registers hold it.
// CHECK-LABEL: kernel.func @odd_wide_row
// CHECK-SAME: #kernel.schedule<rows, threads = 512, threads_per_row = 4096, vector = 1, vectors = 32, hold = true packed = true blocks = 2>
kernel.func @odd_wide_row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 131071)> attributes {kernel.alignment = 4 : i64} {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 131071 + d1)>] : !kernel.view<f32> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 131071 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Of a block of 1,024 threads a processor has two, if a thread has 32 registers and no more.
// CHECK-LABEL: kernel.func @wide_row_of_a_large_block
// CHECK-SAME: #kernel.schedule<rows, threads = 1024, threads_per_row = 1024, vector = 4, vectors = 4, hold = true blocks = 2>
kernel.func @wide_row_of_a_large_block(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 16384)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 16384 + d1)>] : !kernel.view<f32> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 16384 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// The walk that finds the greatest finds the sum of the exponentials too: nothing is read again, and so nothing is held.
// CHECK-LABEL: kernel.func @exponentials_summed_at_once
// CHECK-NOT: shared
kernel.func @exponentials_summed_at_once(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 32768)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = math.exp %2 : f32
  %4 = kernel.reduce add %3 over [1] : f32
  kernel.store %4, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Rows of any length have vectors but at their ends.
// CHECK-LABEL: kernel.func @odd_row_has_vectors
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 8, vectors = 3, hold = true>
kernel.func @odd_row_has_vectors(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 769)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 769 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 769 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// Their ends need threads: 14 elements of 16 bits.
// CHECK-LABEL: kernel.func @short_odd_row
// CHECK-SAME: vector = 1,
kernel.func @short_odd_row(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (100000, 17)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 17 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// Two warps a row hold less each than one would, and wait for each other for less than more would.
// CHECK-LABEL: kernel.func @many_rows_of_two_warps
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 64, vector = 4, vectors = 3, hold = true>
kernel.func @many_rows_of_two_warps(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 768)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// Much accurate arithmetic: two vectors a thread. What is approximated is not much, nor a root and a quotient.
// CHECK-LABEL: kernel.func @laborious
// CHECK-SAME: vector = 8,
// CHECK-LABEL: kernel.func @approximate
// CHECK-SAME: vector = 4,
// CHECK-LABEL: kernel.func @root_and_quotient
// CHECK-SAME: vector = 4,
kernel.func @laborious(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %1 = math.erf %0 : f32
  kernel.store %1, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @approximate(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %1 = math.erf %0 fastmath<afn> : f32
  kernel.store %1, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @root_and_quotient(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %1 = math.sqrt %0 : f32
  %2 = arith.divf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// A row that one warp would take has two where its exponentials are summed up.
// CHECK-LABEL: kernel.func @exponentials
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 64, vector = 8, vectors = 2, hold = true>
kernel.func @exponentials(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (16384, 1024)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = math.exp %2 : f32
  %4 = kernel.reduce add %3 over [1] : f32
  %5 = arith.divf %3, %4 : f32
  kernel.store %5, %y[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// A row that is gathered from all over the memory is a cluster's, one that is read in order a block's.
// CHECK-LABEL: kernel.func @scattered_row
// CHECK-SAME: threads = 256, threads_per_row = 1024, vector = 2, vectors = 2, hold = true packed = true shared = true blocks = 1
// One that might not fit the shared memory of eight blocks is not, nor one whose place is the same all along it.
// CHECK-LABEL: kernel.func @long_scattered_row
// CHECK-NOT: shared = true
// CHECK-LABEL: kernel.func @row_of_a_table
// CHECK-NOT: shared = true
// CHECK-LABEL: kernel.func @row_in_order
// CHECK-SAME: threads = 1024, threads_per_row = 1024,
kernel.func @scattered_row(%x: !kernel.view<f32>, %at: !kernel.view<i64>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1, 4096)> {
  %0 = kernel.load %at[affine_map<(d0, d1) -> (d1)>] : !kernel.view<i64> -> i64
  %1 = kernel.load %x[affine_map<(d0, d1)[s0] -> (s0)>] indices(%0 : i64) : !kernel.view<f32> -> f32
  %2 = kernel.reduce add %1 over [1] : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @long_scattered_row(%x: !kernel.view<f32>, %at: !kernel.view<i64>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1, 1048576)> {
  %0 = kernel.load %at[affine_map<(d0, d1) -> (d1)>] : !kernel.view<i64> -> i64
  %1 = kernel.load %x[affine_map<(d0, d1)[s0] -> (s0)>] indices(%0 : i64) : !kernel.view<f32> -> f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @row_of_a_table(%x: !kernel.view<f32>, %at: !kernel.view<i64>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2, 4096)> {
  %0 = kernel.load %at[affine_map<(d0, d1) -> (d0)>] : !kernel.view<i64> -> i64
  %1 = kernel.load %x[affine_map<(d0, d1)[s0] -> (s0 * 4096 + d1)>] indices(%0 : i64) : !kernel.view<f32> -> f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @row_in_order(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Not where some would have no vector, unless there are so few rows that others could not take their place.
// CHECK-LABEL: kernel.func @partial_exponentials
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 8, vector = 8, vectors = 2, hold = true>
// CHECK-LABEL: kernel.func @few_partial_exponentials
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 16, vector = 8, vectors = 1, hold = true>
kernel.func @partial_exponentials(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (500000, 112)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 112 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = math.exp %2 : f32
  %4 = kernel.reduce add %3 over [1] : f32
  %5 = arith.divf %3, %4 : f32
  kernel.store %5, %y[affine_map<(d0, d1) -> (d0 * 112 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}
kernel.func @few_partial_exponentials(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1008, 112)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 112 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = math.exp %2 : f32
  %4 = kernel.reduce add %3 over [1] : f32
  %5 = arith.divf %3, %4 : f32
  kernel.store %5, %y[affine_map<(d0, d1) -> (d0 * 112 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// As many threads a row as a processor has room for blocks of, and as the last step has vectors for: of what is only folded the best, of what is held one much better.
// CHECK-LABEL: kernel.func @folded_rows_fill_the_processor
// CHECK-SAME: threads = 256, threads_per_row = 256, vector = 4, vectors = 9,
// CHECK-LABEL: kernel.func @held_rows_fill_the_processor
// CHECK-SAME: threads = 288, threads_per_row = 288, vector = 8, vectors = 3,
kernel.func @folded_rows_fill_the_processor(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (7460, 9120)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 9120 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @held_rows_fill_the_processor(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (12805, 6416)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 6416 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.divf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 6416 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// Random bits are as much arithmetic as an error function.
// CHECK-LABEL: kernel.func @dropped
// CHECK-SAME: #kernel.schedule<pointwise, threads = 128, threads_per_row = 1, vector = 16, vectors = 1, hold = false>
kernel.func @dropped(%seed: !kernel.view<i64>, %x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (4194304)> {
  %0 = kernel.load %seed[affine_map<(d0) -> (0)>] : !kernel.view<i64> -> i64
  %1 = kernel.index affine_map<(d0) -> (d0)>
  %2 = kernel.random_bits %0, %0, %1 : i64 -> i32
  %3 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %c = arith.constant 1000 : i32
  %4 = arith.cmpi slt, %2, %c : i32
  %z = arith.constant 0.0 : f32
  %5 = arith.select %4, %z, %3 : f32
  kernel.store %5, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}
