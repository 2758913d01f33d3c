// Kernels in thread form.
// RUN: sinter-opt %s --kernel-apply-schedules --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: kernel.thread_func @exact_blocks_need_no_guard
// CHECK-SAME: grid affine_map<() -> (4)> threads 64 index_width 64
// CHECK-SAME: comment "64 threads a block, 4 neighbouring elements a thread"
// CHECK-NOT: scf.if
// CHECK: kernel.vload %x[%[[I:.*]]] : !kernel.view<f32> -> vector<4xf32>
// CHECK-NEXT: kernel.vstore %{{.*}}, %y[%[[I]]]
kernel.func @exact_blocks_need_no_guard(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1024)>
    schedule #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @tail_is_guarded
// CHECK-SAME: (%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index) symbols ["n"] grid affine_map<()[s0] -> ((s0 * 8) ceildiv 256)> threads 64 index_width 32
// CHECK: %[[I:.*]] = kernel.index_expr {{.*}} name "i"
// CHECK: %[[END:.*]] = kernel.index_expr affine_map<()[s0] -> (s0 * 8)>(%n)
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I]], %[[END]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK: %[[COLUMN:.*]] = kernel.index_expr affine_map<(d0)[s0] -> (d0 mod 8)>(%[[I]], %n)
// CHECK: kernel.vload %x[%[[COLUMN]]] : !kernel.view<f32> -> vector<4xf32>
// CHECK: kernel.vstore %{{.*}}, %y[%[[I]]]
kernel.func @tail_is_guarded(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 8)>
    schedule #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 4, vectors = 1, hold = false>
    attributes {kernel.index_width = 32 : i64} {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d1)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1)[s0] -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @strided_read_is_lane_by_lane
// CHECK: %[[LANES:.*]] = kernel.lanes
// CHECK: %[[PLACES:.*]] = kernel.vindex_expr {{.*}}%[[LANES]]
// CHECK: kernel.vgather %x[%[[PLACES]] : vector<4xindex>] : !kernel.view<f32> -> vector<4xf32>
// CHECK: kernel.vstore {{.*}} : vector<4xf32>
kernel.func @strided_read_is_lane_by_lane(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d1 * 4 + d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Threads beyond the last row come along, for the barriers' sake, and store nothing. x is held; the scale, which all rows
// share, is read where it is needed.
// CHECK-LABEL: kernel.thread_func @several_rows_a_block
// CHECK-SAME: grid affine_map<()[s0] -> (s0 ceildiv 4)> threads 128
// CHECK: %[[LANE:.*]] = kernel.index_expr affine_map<(d0)[s0] -> (d0 mod 32)>({{.*}}) name "lane"
// CHECK: %[[ROW:.*]] = kernel.index_expr {{.*}} name "row"
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[ROW]]
// CHECK: %[[MY:.*]] = arith.minsi %[[ROW]]
// CHECK: %[[HELD:.*]] = kernel.registers : !kernel.registers<2 x vector<4xf32>>
// CHECK-NOT: kernel.registers :
// CHECK: %[[PART:.*]] = scf.for %[[I:[a-z0-9]+]] =
// CHECK: %[[COLUMN:.*]] = kernel.index_expr {{.*}} name "column"
// CHECK: %[[PLACE:.*]] = kernel.index_expr affine_map<(d0, d1) -> (d0 * 256 + d1)>(%[[MY]], %[[COLUMN]])
// CHECK: %[[X:.*]] = kernel.vload %x[%[[PLACE]]]
// CHECK: kernel.register_set %[[X]], %[[HELD]][%[[I]]]
// CHECK: %[[LANES:.*]] = kernel.vector_reduce add %[[PART]]
// CHECK: %[[SUM:.*]] = kernel.group_reduce add %[[LANES]] width 32
// CHECK: scf.for %[[J:[a-z0-9]+]] =
// CHECK: kernel.register_get %[[HELD]][%[[J]]]
// CHECK-NOT: kernel.vload %x
// CHECK: scf.if %[[INSIDE]] {
// CHECK: kernel.vload %w
// CHECK: kernel.vstore
kernel.func @several_rows_a_block(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 256)>
    schedule #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 2, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 256 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = kernel.load %w[affine_map<(d0, d1)[s0] -> (d1)>] : !kernel.view<f32> -> f32
  %4 = arith.mulf %2, %3 : f32
  kernel.store %4, %y[affine_map<(d0, d1)[s0] -> (d0 * 256 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @long_row_is_computed_again
// CHECK-NOT: kernel.registers
// The steps in which every thread has an element ask nothing, and several are taken at once.
// CHECK: %[[FULL:.*]] = kernel.index_expr affine_map<()[s0] -> (s0 floordiv 256)>(%n)
// CHECK: %[[COLUMN:.*]] = kernel.index_expr {{.*}} name "column"
// CHECK: %[[END:.*]] = kernel.index_expr affine_map<()[s0] -> (s0)>(%n)
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[COLUMN]], %[[END]]
// CHECK: %[[PART:.*]] = scf.for %{{.*}} = %{{.*}} to %[[FULL]]
// CHECK-NOT: scf.if
// CHECK: math.exp
// CHECK: } {kernel.unroll = 8 : i64}
// CHECK: %[[ALL:.*]] = scf.if %[[INSIDE]] -> (f32)
// CHECK: math.exp
// CHECK: } else {
// CHECK: %[[WARP:.*]] = kernel.group_reduce add %[[ALL]] width 32
// CHECK: kernel.share_partial %[[WARP]], %[[SCRATCH:.*]] : f32, !kernel.shared<8 x f32>
// CHECK: kernel.barrier
// CHECK: %[[PART:.*]] = kernel.gather_partials add %[[SCRATCH]] warps 8
// CHECK: %[[SUM:.*]] = kernel.group_reduce add %[[PART]] width 8
// CHECK: scf.for
// CHECK: kernel.vload %x
// CHECK: %[[AGAIN:.*]] = math.exp
// CHECK: arith.divf %[[AGAIN]], %[[SUM]]
kernel.func @long_row_is_computed_again(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (4, s0)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 1, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : !kernel.view<f32> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Rows held packed: what is made of them is made again, and a processor is to have several.
// CHECK-LABEL: kernel.thread_func @packed_rows
// CHECK-SAME: kernel.min_blocks = 2
// CHECK: %[[HELD:.*]] = kernel.registers packed bf16 : !kernel.registers<8 x vector<8xf32>>
// CHECK-NOT: kernel.registers
// CHECK: scf.for
// CHECK: %[[READ:.*]] = kernel.vload
// CHECK-NEXT: kernel.register_set %[[READ]], %[[HELD]]
// CHECK: kernel.register_get %[[HELD]]
// CHECK: math.exp
// CHECK: kernel.group_reduce add
// CHECK: scf.for
// CHECK: kernel.register_get %[[HELD]]
// CHECK: math.exp
// CHECK: kernel.vstore
kernel.func @packed_rows(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 32768)>
    schedule #kernel.schedule<rows, threads = 512, threads_per_row = 512, vector = 8, vectors = 8, hold = true packed = true blocks = 2> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// The memory puts it where it is held, all of it before the first walk; the tail that not every thread has comes last.
// CHECK-LABEL: kernel.thread_func @fetched_rows
// CHECK-SAME: kernel.min_blocks = 6
// CHECK: %[[HELD:.*]] = kernel.registers packed bf16 shared : !kernel.registers<8 x vector<8xf32>>
// CHECK: %[[FULL:.*]] = arith.constant 7
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[FULL]]
// CHECK-NOT: kernel.vload
// CHECK: kernel.register_fetch %x[%{{.*}}], %[[HELD]][%[[I]]]
// CHECK: scf.if
// CHECK: kernel.register_fetch %x[%{{.*}}], %[[HELD]][%[[FULL]]]
// CHECK: kernel.fetch_wait
// CHECK-NOT: kernel.vload
// CHECK: kernel.register_get %[[HELD]]
// CHECK: kernel.group_reduce add
// CHECK: kernel.register_get %[[HELD]]
kernel.func @fetched_rows(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 16000)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 8, vectors = 8, hold = true packed = true shared = true blocks = 6> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 16000 + d1)>] : !kernel.view<bf16> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 16000 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// A row that a cluster of four blocks shares: a block's threads have its part of each turn. One walk finds the greatest and the sum of the exponentials.
// CHECK-LABEL: kernel.thread_func @shared_rows
// CHECK-SAME: grid affine_map<() -> (4000)> threads 256
// CHECK-SAME: kernel.cluster = 4
// CHECK-DAG: %[[FIRST:.*]] = kernel.shared name "scratch" : !kernel.shared<32 x f32>
// CHECK-DAG: %[[SECOND:.*]] = kernel.shared name "scratch" : !kernel.shared<32 x f32>
// CHECK-DAG: %[[ARRIVALS:.*]] = kernel.shared name "arrivals" : !kernel.shared<1 x i64>
// CHECK: kernel.cluster_arrive %[[ARRIVALS]]
// CHECK: kernel.index_expr affine_map<(d0, d1) -> ((d0 mod 4) * 256 + d1)>
// CHECK: kernel.index_expr affine_map<(d0) -> (d0 floordiv 4)>
// CHECK: scf.for {{.*}} -> (f32, f32)
// CHECK: %[[OLD:.*]] = math.exp %{{.*}} : f32
// CHECK: arith.mulf %{{.*}}, %[[OLD]] : f32
// CHECK: %[[MAX:.*]] = kernel.group_reduce max %{{.*}} width 32
// CHECK: %[[SUM:.*]] = kernel.group_reduce add %{{.*}} width 32
// CHECK: kernel.cluster_wait
// CHECK-NEXT: kernel.share_partial %[[MAX]], %{{.*}} blocks 4 arrival %[[ARRIVALS]][0]
// CHECK-NEXT: kernel.share_partial %[[SUM]], %{{.*}} blocks 4 arrival %[[ARRIVALS]][0]
// CHECK-NEXT: kernel.await_partials %[[ARRIVALS]][0] bytes 256
// CHECK-NEXT: kernel.gather_partials max
// CHECK-NEXT: kernel.gather_partials add
// CHECK-NOT: kernel.cluster_wait
// CHECK: scf.for
// CHECK: kernel.vstore
kernel.func @shared_rows(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 65536)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 1024, vector = 8, vectors = 8, hold = true packed = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = math.exp %2 : f32
  %4 = kernel.reduce add %3 over [1] : f32
  %5 = arith.divf %3, %4 : f32
  kernel.store %5, %y[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// Each exchange of a cluster has its own count, as a block that is quick may be at the next one; a bool goes to other blocks as 4 bytes.
// CHECK-LABEL: kernel.thread_func @shared_rows_folded_twice
// CHECK-DAG: %[[ARRIVALS:.*]] = kernel.shared name "arrivals" : !kernel.shared<2 x i64>
// CHECK-DAG: kernel.shared name "scratch" : !kernel.shared<32 x i32>
// CHECK-DAG: kernel.shared name "scratch" : !kernel.shared<32 x f32>
// CHECK: kernel.cluster_arrive %[[ARRIVALS]]
// CHECK: %[[ANY:.*]] = kernel.group_reduce or %{{.*}} width 32 : i1
// CHECK-NEXT: kernel.cluster_wait
// CHECK-NEXT: %[[WIDE:.*]] = arith.extui %[[ANY]] : i1 to i32
// CHECK-NEXT: kernel.share_partial %[[WIDE]], %{{.*}} blocks 4 arrival %[[ARRIVALS]][0] : i32
// CHECK-NEXT: kernel.await_partials %[[ARRIVALS]][0] bytes 128
// CHECK-NEXT: %[[PART:.*]] = kernel.gather_partials or
// CHECK-NEXT: %[[FLAG:.*]] = arith.trunci %[[PART]] : i32 to i1
// CHECK-NEXT: kernel.group_reduce or %[[FLAG]] width 32 : i1
// CHECK-NOT: kernel.cluster_wait
// CHECK: kernel.share_partial %{{.*}}, %{{.*}} blocks 4 arrival %[[ARRIVALS]][1] : f32
// CHECK-NEXT: kernel.await_partials %[[ARRIVALS]][1] bytes 128
// CHECK-NEXT: kernel.gather_partials add
kernel.func @shared_rows_folded_twice(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000, 65536)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 1024, vector = 4, vectors = 16, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : !kernel.view<f32> -> f32
  %zero = arith.constant 0.0 : f32
  %1 = arith.cmpf olt, %0, %zero : f32
  %2 = kernel.reduce or %1 over [1] : i1
  %3 = arith.select %2, %0, %zero : f32
  %4 = kernel.reduce add %3 over [1] : f32
  %5 = arith.subf %0, %4 : f32
  kernel.store %5, %y[affine_map<(d0, d1) -> (d0 * 65536 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// What is left of one dimension is taken one by one.
// CHECK-LABEL: kernel.thread_func @tail
// CHECK: %[[FITS:.*]] = kernel.index_expr affine_map<()[s0] -> (s0 - 3)>(%n)
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[I:.*]], %[[FITS]]
// CHECK: scf.if %[[INSIDE]] {
// CHECK: kernel.vstore {{.*}} : vector<4xf32>
// CHECK: } else {
// CHECK: scf.for %{{.*}} = %[[I]] to
// CHECK: kernel.vstore {{.*}} : f32
// CHECK: } {kernel.unroll = 1 : i64}
kernel.func @tail(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0)[s0] -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0)[s0] -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A condition that changes where a vector begins is one for all of its lanes, and what it guards is read at once.
// CHECK-LABEL: kernel.thread_func @aligned_condition
// CHECK: %[[BEFORE:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i64
// CHECK: scf.if %[[BEFORE]] -> (vector<4xf32>)
// CHECK: kernel.vload %x{{.*}} -> vector<4xf32>
// CHECK-NOT: kernel.vgather
kernel.func @aligned_condition(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 32)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %c = arith.constant 8 : i64
  %i = kernel.index affine_map<(d0, d1) -> (d1)>
  %p = arith.cmpi slt, %i, %c : i64
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] if %p : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @condition_within_vectors
// CHECK: kernel.vgather %x
kernel.func @condition_within_vectors(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 32)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %c = arith.constant 6 : i64
  %i = kernel.index affine_map<(d0, d1) -> (d1)>
  %p = arith.cmpi slt, %i, %c : i64
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] if %p : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// One thread a row stores what the row has one of.
// CHECK-LABEL: kernel.thread_func @row_and_element_outputs
// CHECK: scf.for
// CHECK: %[[SUM:.*]] = kernel.group_reduce add %{{.*}} width 2
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK: scf.if %[[FIRST]] {
// CHECK: kernel.vstore %[[SUM]], %z[%{{.*}}] : f32
// CHECK: scf.for
// CHECK: kernel.vstore {{.*}}, %y[{{.*}}] : vector<4xf32>
kernel.func @row_and_element_outputs(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 256)>
    schedule #kernel.schedule<rows, threads = 64, threads_per_row = 64, vector = 4, vectors = 1, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = arith.divf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : f32, !kernel.view<f32>
  kernel.store %1, %z[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A value made before the first reduction and stored after it is written in the stage that makes it.
// CHECK-LABEL: kernel.thread_func @store_before_the_reduction_is_done
// CHECK: scf.for
// CHECK: kernel.vstore {{.*}}, %h[
// CHECK: kernel.group_reduce add
// CHECK: kernel.vstore {{.*}}, %y[
kernel.func @store_before_the_reduction_is_done(%x: !kernel.view<f32>, %h: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 256)>
    schedule #kernel.schedule<rows, threads = 64, threads_per_row = 64, vector = 4, vectors = 1, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : !kernel.view<f32> -> f32
  %1 = math.exp %0 : f32
  %2 = kernel.reduce add %1 over [1] : f32
  %3 = arith.divf %1, %2 : f32
  kernel.store %1, %h[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : f32, !kernel.view<f32>
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @dependent_reductions
// CHECK: %[[MAX_PART:.*]] = scf.for {{.*}} -> (f32)
// CHECK: arith.maximumf
// CHECK: %[[MAX:.*]] = kernel.group_reduce max %[[MAX_PART]]
// CHECK: %[[SUM_PART:.*]] = scf.for {{.*}} -> (f32)
// CHECK: arith.subf %{{.*}}, %[[MAX]]
// CHECK: kernel.group_reduce add %[[SUM_PART]]
kernel.func @dependent_reductions(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 64)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 2, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce max %0 over [1] : f32
  %2 = arith.subf %0, %1 : f32
  %3 = kernel.reduce add %2 over [1] : f32
  kernel.store %3, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @columns
// CHECK-SAME: grid affine_map<() -> (2)> threads 64
// CHECK-SAME: comment "16 x 2 columns a block, 4 threads a column"
// CHECK: %[[SCRATCH:.*]] = kernel.shared name "scratch" : !kernel.shared<128 x f32>
// CHECK: %[[PART:.*]] = scf.for {{.*}} -> (vector<2xf32>)
// CHECK: %[[SUM:.*]] = kernel.column_reduce add %[[PART]], %[[SCRATCH]] count 4 stride 16
// CHECK: kernel.vstore %[[SUM]]
kernel.func @columns(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (100, 64)>
    schedule #kernel.schedule<columns, threads = 64, threads_per_row = 4, vector = 2, vectors = 25, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.reduce add %0 over [0] : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @unscheduled_stays
kernel.func @unscheduled_stays(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (8)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// All turns read before the first one scans, beyond the row's end its last vector. What a turn takes of it stands in a branch, what it scans does not: all threads of the
// block must meet.
// CHECK-LABEL: kernel.thread_func @scan_of_rows
// CHECK-SAME: comment "2 rows a block, 32 threads a row scan 4 elements each in a turn"
// CHECK: %[[AHEAD:.*]] = kernel.registers name "ahead" : !kernel.registers<3 x vector<4xf32>>
// CHECK: scf.for %[[I:.*]] =
// CHECK: arith.minsi
// CHECK: %[[READ:.*]] = kernel.vload
// CHECK: kernel.register_set %[[READ]], %[[AHEAD]][%[[I]]]
// CHECK: scf.for {{.*}} iter_args(%[[CARRY:.*]] = %{{.*}}) -> (f32)
// CHECK: %[[TURN:.*]] = kernel.index_expr {{.*}} name "turn"
// CHECK: %[[COLUMN:.*]] = kernel.index_expr {{.*}}(%[[TURN]], {{.*}} name "column"
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[COLUMN]]
// CHECK: %[[MINE:.*]] = kernel.register_get %[[AHEAD]]
// CHECK: %[[X:.*]] = scf.if %[[INSIDE]] -> (vector<4xf32>) {
// CHECK-NOT: kernel.vload
// CHECK: scf.yield %[[MINE]]
// CHECK: %[[S:.*]], %[[NEXT:.*]] = kernel.group_scan add %[[X]] carry %[[CARRY]] width 32 reverse : vector<4xf32>, f32
// CHECK: scf.if
// CHECK: kernel.vstore %[[S]]
// CHECK: scf.yield %[[NEXT]] : f32
kernel.func @scan_of_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (5, 300)>
    schedule #kernel.schedule<scan_rows, threads = 64, threads_per_row = 32, vector = 4, vectors = 3, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 300 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan add %0 over 1 reverse : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 300 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.thread_func @scan_of_columns
// CHECK-SAME: comment "32 threads a block, each scans 4 neighbouring columns"
// CHECK: scf.for {{.*}} iter_args(%[[CARRY:.*]] = %{{.*}}) -> (vector<4xf32>)
// CHECK: %[[X:.*]] = kernel.vload {{.*}} -> vector<4xf32>
// CHECK: %[[NEXT:.*]] = arith.mulf %[[CARRY]], %[[X]] : vector<4xf32>
// CHECK: kernel.vstore %[[CARRY]]
// CHECK: scf.yield %[[NEXT]]
kernel.func @scan_of_columns(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (300, 128)>
    schedule #kernel.schedule<scan_columns, threads = 32, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 128 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.scan mul %0 over 0 exclusive : f32
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 128 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// The operand along dimension 0 is loaded along it, all turns first, then the other one, then the first is set in shared memory; behind the barrier all else runs along the last dimension. What is
// beyond the last column is read as the last, and not stored.
// CHECK-LABEL: kernel.thread_func @tiles
// CHECK-SAME: grid affine_map<() -> (8)> threads 256
// CHECK-SAME: comment "256 threads a block, which turn tiles of 32 rows and 32 columns in shared memory"
// CHECK: %[[TILE:.*]] = kernel.shared name "x_tile" : !kernel.shared<1024 x f32>
// CHECK: %[[HELD:.*]] = kernel.registers name "held" : !kernel.registers<1 x vector<4xf32>>
// CHECK: scf.for %[[TURN:.*]] =
// CHECK: %[[N:.*]] = kernel.index_expr affine_map<(d0, d1) -> (d0 * 256 + d1)>(%[[TURN]], %{{.*}}) name "n"
// CHECK: kernel.index_expr affine_map<(d0) -> (d0 mod 8)>(%[[N]]) name "chunk"
// CHECK: arith.minsi
// CHECK: %[[X:.*]] = kernel.vload %x[%{{.*}}] : !kernel.view<f32> -> vector<4xf32>
// CHECK: kernel.register_set %[[X]], %[[HELD]][%[[TURN]]]
// CHECK: %[[AHEAD:.*]] = kernel.registers name "ahead" : !kernel.registers<1 x vector<4xf32>>
// CHECK: %[[W:.*]] = kernel.vload %w[%{{.*}}] : !kernel.view<f32> -> vector<4xf32>
// CHECK: kernel.register_set %[[W]], %[[AHEAD]]
// CHECK: scf.for
// CHECK: %[[AGAIN:.*]] = kernel.register_get %[[HELD]]
// CHECK: kernel.index_expr affine_map<(d0, d1) -> ((d1 + d0 * 4) mod 32)>
// CHECK: kernel.shared_scatter %[[AGAIN]], %[[TILE]][%{{.*}} : vector<4xindex>]
// CHECK: kernel.barrier
// CHECK: scf.if
// CHECK: scf.for
// CHECK: %[[BESIDE:.*]] = kernel.register_get %[[AHEAD]]
// CHECK: %[[PLACE:.*]] = kernel.index_expr affine_map<(d0, d1) -> (d0 * 32 + (d1 + (d0 floordiv 4) * 4) mod 32)>
// CHECK: %[[TURNED:.*]] = kernel.shared_get %[[TILE]][%[[PLACE]]] : !kernel.shared<1024 x f32> -> vector<4xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[TURNED]], %[[BESIDE]]
// CHECK: kernel.vstore %[[SUM]], %y[%{{.*}}]
// CHECK-NOT: kernel.barrier
// CHECK: kernel.return
kernel.func @tiles(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 100)>
    schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 100 + d1)>] : !kernel.view<f32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 100 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Both ways: what is stored along dimension 0 comes into a tile of its own, and goes out behind a second barrier. Odd extents: single elements. What the tile's
// reader needs not is not computed: the predicate stays with the load.
// CHECK-LABEL: kernel.thread_func @tiles_in_and_out
// CHECK-SAME: grid affine_map<()[s0] -> ((s0 * (s0 ceildiv 16)) * 3)>
// CHECK: %[[IN:.*]] = kernel.shared name "x_tile" : !kernel.shared<256 x f32>
// CHECK: %[[OUT:.*]] = kernel.shared name "z_tile" : !kernel.shared<256 x f32>
// CHECK: scf.for
// CHECK: kernel.vgather %x[%{{.*}} : index] if %{{.*}} : i1
// CHECK: kernel.shared_set %{{.*}}, %[[IN]]
// CHECK: kernel.barrier
// CHECK: kernel.index_expr affine_map<(d0)[s0] -> (d0 floordiv 16)>
// CHECK-NOT: arith.index_cast
// CHECK: %[[V:.*]] = kernel.shared_get %[[IN]]
// CHECK: kernel.vstore %[[V]], %y
// CHECK: kernel.shared_set %[[V]], %[[OUT]]
// CHECK: kernel.barrier
// CHECK: %[[BACK:.*]] = kernel.shared_get %[[OUT]]
// CHECK: kernel.vstore %[[BACK]], %z
kernel.func @tiles_in_and_out(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<bf16>) symbols ["n"] dims affine_map<()[s0] -> (s0, s0, 37)>
    schedule #kernel.schedule<tiles, threads = 64, threads_per_row = 16, vector = 1, vectors = 4, hold = false, tiling = <across = 1, vector = 1, views = [0, 2]>> {
  %i = kernel.index affine_map<(d0, d1, d2)[s0] -> (d2)>
  %c = arith.constant 20 : i64
  %0 = arith.cmpi slt, %i, %c : i64
  %1 = kernel.load %x[affine_map<(d0, d1, d2)[s0] -> (d0 * (s0 * 37) + d1 + d2 * s0)>] if %0 : !kernel.view<f32> -> f32
  kernel.store %1, %y[affine_map<(d0, d1, d2)[s0] -> (d0 * (s0 * 37) + d1 * 37 + d2)>] : f32, !kernel.view<f32>
  kernel.store %1, %z[affine_map<(d0, d1, d2)[s0] -> (d0 * (s0 * 37) + d1 + d2 * s0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// Rows of any length: what lies before the first aligned vector and after the last is a thread's each, read first and folded last; the scale is read wherever it lies.
// CHECK-LABEL: kernel.thread_func @row_with_ends
// CHECK: %[[HEAD:.*]] = kernel.index_expr {{.*}} name "head"
// CHECK: %[[ENDS:.*]] = kernel.index_expr {{.*}}(%[[HEAD]], {{.*}}) name "ends"
// CHECK: %[[AT_END:.*]] = arith.cmpi slt, %{{.*}}, %[[ENDS]]
// CHECK: %[[END:.*]] = kernel.vgather %x{{.*}} if %[[AT_END]]
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %{{.*}}, %c93
// CHECK: arith.select %[[INSIDE]], %{{.*}}, %[[HEAD]] : index
// CHECK: kernel.vload %x[%{{.*}}] : !kernel.view<bf16> -> vector<8xf32>
// CHECK: scf.if %[[INSIDE]] -> (vector<8xf32>)
// CHECK: scf.if %[[AT_END]] -> (f32)
// CHECK: arith.addf %{{.*}}, %[[END]]
// CHECK: kernel.group_reduce add
// CHECK: kernel.vload %w[%{{.*}}] unaligned : !kernel.view<bf16> -> vector<8xf32>
// CHECK: kernel.vstore %{{.*}}, %y[%{{.*}}] : vector<8xf32>
// CHECK: kernel.vstore %{{.*}}, %y[%{{.*}}] : f32
kernel.func @row_with_ends(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (5, 100)>
    schedule #kernel.schedule<rows, threads = 32, threads_per_row = 16, vector = 8, vectors = 1, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 100 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = kernel.load %w[affine_map<(d0, d1) -> (d1)>] : !kernel.view<bf16> -> f32
  %3 = arith.mulf %2, %1 : f32
  %4 = arith.subf %0, %3 : f32
  kernel.store %4, %y[affine_map<(d0, d1) -> (d0 * 100 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// What is fetched of a whole row is waited for in parts, and the first of it folded while the last is on its way.
// CHECK-LABEL: kernel.thread_func @fetched_in_parts
// CHECK-COUNT-4: kernel.fetch_commit
// CHECK: kernel.fetch_wait but_latest 3
// CHECK: scf.for
// CHECK: kernel.fetch_wait but_latest 2
// CHECK: scf.for
// CHECK: kernel.fetch_wait but_latest 1
// CHECK: scf.for
// CHECK: kernel.fetch_wait{{$}}
// CHECK: scf.for
// CHECK: kernel.group_reduce add
// CHECK-NOT: kernel.fetch_wait
kernel.func @fetched_in_parts(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 16384)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 8, vectors = 8, hold = true packed = true shared = true blocks = 6> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 16384 + d1)>] : !kernel.view<bf16> -> f32
  %1 = kernel.reduce add %0 over [1] : f32
  %2 = arith.divf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 16384 + d1)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// Where a thread has one vector, what the second walk alone reads is read before the first; a thread without a vector reads the row's first, for no branch then stands before
// what is read.
// CHECK-LABEL: kernel.thread_func @scale_is_read_early
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt
// CHECK: arith.select %[[INSIDE]]
// CHECK-NOT: scf.if
// CHECK: kernel.vload %w
// CHECK: kernel.vload %x
// CHECK: scf.if
// CHECK: kernel.group_reduce add
// CHECK-NOT: kernel.vload
kernel.func @scale_is_read_early(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (16, 500)>
    schedule #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 4, vectors = 1, hold = true> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 500 + d1)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d1)>] : !kernel.view<f32> -> f32
  %2 = kernel.reduce add %0 over [1] : f32
  %3 = arith.divf %0, %2 : f32
  %4 = arith.mulf %3, %1 : f32
  kernel.store %4, %y[affine_map<(d0, d1) -> (d0 * 500 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Threads share the quotient of an index that is made of a turn and of less than the divisor: 131072 elements a row, of which a turn has 2048 * 8.
// CHECK-LABEL: kernel.thread_func @quotient_of_turns
// CHECK: kernel.index_expr affine_map<(d0) -> (d0 floordiv 4)>
kernel.func @quotient_of_turns(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 2, 65536)>
    schedule #kernel.schedule<rows, threads = 256, threads_per_row = 2048, vector = 8, vectors = 8, hold = true packed = true shared = true blocks = 3> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 131072 + d1 * 65536 + d2)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2) -> (d1)>] : !kernel.view<f32> -> f32
  %2 = kernel.reduce add %0 over [1, 2] : f32
  %3 = arith.divf %0, %2 : f32
  %4 = arith.mulf %3, %1 : f32
  kernel.store %4, %y[affine_map<(d0, d1, d2) -> (d0 * 131072 + d1 * 65536 + d2)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Rows that a block walks in turn, since they are folded into columns too, of which a thread has one vector: it reads what it fetched once, and what all rows share before the
// first. Every other row is folded through memory of its own, so that one barrier is enough. A thread without a vector fetches the row's first, and adds nothing to what is folded.
// CHECK-LABEL: kernel.thread_func @rows_in_turn
// CHECK-DAG: kernel.shared name "scratch"
// CHECK-DAG: kernel.shared name "scratch"
// CHECK: kernel.register_fetch %x
// CHECK: kernel.vload %w
// CHECK: scf.for %[[TURN:.*]] = %{{.*}} iter_args(%[[SLOT:.*]] = %{{.*}}) -> (index)
// CHECK: kernel.register_fetch %x
// CHECK: kernel.fetch_wait but_latest 2
// CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %{{.*}}, %c500
// CHECK: kernel.register_get
// CHECK: kernel.vector_reduce add
// CHECK: arith.select %[[INSIDE]], %{{.*}}, %{{.*}} : f32
// CHECK: %[[SCRATCH:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : !kernel.shared<4 x f32>
// CHECK-NOT: kernel.barrier
// CHECK: kernel.share_partial %{{.*}}, %[[SCRATCH]]
// CHECK: kernel.barrier
// CHECK: kernel.gather_partials add %[[SCRATCH]]
// CHECK-NOT: kernel.barrier
// CHECK-NOT: kernel.vload
// CHECK: scf.if %[[INSIDE]]
// CHECK: kernel.vstore %{{.*}}, %y
// CHECK: scf.yield %{{.*}} : index
kernel.func @rows_in_turn(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (10, 100, 500)>
    schedule #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 4, vectors = 1, hold = true packed = true shared = true blocks = 2>
    attributes {kernel.ragged = #kernel.ragged<outer = 0, extent = affine_map<() -> (999)>>} {
  %0 = kernel.load %x[affine_map<(d0, d1, d2) -> (d0 * 50000 + d1 * 500 + d2)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2) -> (d2)>] : !kernel.view<f32> -> f32
  %2 = arith.mulf %0, %1 : f32
  %3 = kernel.reduce add %2 over [2] : f32
  %4 = arith.subf %2, %3 : f32
  kernel.store %4, %y[affine_map<(d0, d1, d2) -> (d0 * 50000 + d1 * 500 + d2)>] : f32, !kernel.view<f32>
  %5 = kernel.reduce add %0 over [1] : f32
  kernel.store %5, %z[affine_map<(d0, d1, d2) -> (d0 * 500 + d2)>] : f32, !kernel.view<f32>
  kernel.return
}
