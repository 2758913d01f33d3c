// Which kernels turn what they read or write in shared memory.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel.func(kernel-assign-schedules))' --split-input-file --remarks-filter=schedule --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// 64 x 64 elements, four neighbours a thread either way.
// CHECK-LABEL: kernel.func @transpose
// CHECK-SAME: #kernel.schedule<tiles, threads = 512, threads_per_row = 16, vector = 4, vectors = 2, hold = false, tiling = <across = 0, vector = 4, views = [0]>>
// expected-remark @below {{turns 1 view in shared memory, by tiles of 64 x 64}}
kernel.func @transpose(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 8192)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// What runs along the last dimension is no view of the tiling.
// CHECK-LABEL: kernel.func @channels_last
// CHECK-SAME: #kernel.schedule<tiles, threads = 512, threads_per_row = 16, vector = 4, vectors = 2, hold = false, tiling = <across = 1, vector = 4, views = [0]>>
// expected-remark @below {{turns 1 view in shared memory, by tiles of 64 x 64}}
kernel.func @channels_last(%x: !kernel.view<bf16>, %w: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols ["n"] dims affine_map<()[s0] -> (s0, 3136, 256)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2)[s0] -> (d0 * 802816 + d1 + d2 * 3136)>] : !kernel.view<bf16> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1, d2)[s0] -> (d0 * 802816 + d1 * 256 + d2)>] : !kernel.view<bf16> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1, d2)[s0] -> (d0 * 802816 + d1 * 256 + d2)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// Symbolic extents: single elements.
// CHECK-LABEL: kernel.func @symbolic
// CHECK-SAME: #kernel.schedule<tiles, threads = 512, threads_per_row = 64, vector = 1, vectors = 8, hold = false, tiling = <across = 0, vector = 1, views = [0]>>
// expected-remark @below {{turns 1 view in shared memory, by tiles of 64 x 64}}
kernel.func @symbolic(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols ["n", "m"] dims affine_map<()[s0, s1] -> (s0, s1)> {
  %0 = kernel.load %x[affine_map<(d0, d1)[s0, s1] -> (d0 + d1 * s0)>] : !kernel.view<f16> -> f32
  kernel.store %0, %y[affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + d1)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// Elements of 8 bytes: smaller tiles, vectors of two; few points: smaller tiles too.
// CHECK-LABEL: kernel.func @wide_elements
// CHECK-SAME: #kernel.schedule<tiles, threads = 256, threads_per_row = 16, vector = 2, vectors = 2, hold = false, tiling = <across = 0, vector = 2, views = [0]>>
// expected-remark @below {{turns 1 view in shared memory, by tiles of 32 x 32}}
kernel.func @wide_elements(%x: !kernel.view<f64>, %y: !kernel.view<f64>) symbols [] dims affine_map<() -> (4096, 8192)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f64> -> f64
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : f64, !kernel.view<f64>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @few_points
// CHECK-SAME: #kernel.schedule<tiles, threads = 256, threads_per_row = 8, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>>
// expected-remark @below {{turns 1 view in shared memory, by tiles of 32 x 32}}
kernel.func @few_points(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (128, 256)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 128)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 256 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A short side makes the other one longer; 40 columns are walked as 48, not as 64.
// CHECK-LABEL: kernel.func @narrow
// CHECK-SAME: #kernel.schedule<tiles, threads = 512, threads_per_row = 4, vector = 4, vectors = 2, hold = false, tiling = <across = 0, vector = 4, views = [0]>>
// expected-remark @below {{turns 1 view in shared memory, by tiles of 256 x 16}}
kernel.func @narrow(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1048576, 40)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 1048576)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 40 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Too few neighbours on either side for a tile.
// CHECK-LABEL: kernel.func @three_channels_last
// CHECK-SAME: #kernel.schedule<pointwise,
kernel.func @three_channels_last(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 3)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 3 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @three_channels_first
// CHECK-SAME: #kernel.schedule<pointwise,
kernel.func @three_channels_first(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (3, 4096)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 3)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// No stride of one on any side: nothing gains by a tile.
// CHECK-LABEL: kernel.func @strided
// CHECK-SAME: #kernel.schedule<pointwise,
kernel.func @strided(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 2 + d1 * 128)>] : !kernel.view<f32> -> f32
  kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Where data says from where, and whether, an element is read, the thread that needs it reads it.
// CHECK-LABEL: kernel.func @by_data
// CHECK-SAME: #kernel.schedule<pointwise,
kernel.func @by_data(%x: !kernel.view<f32>, %i: !kernel.view<i64>, %m: !kernel.view<i1>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)> {
  %0 = kernel.load %i[affine_map<(d0, d1) -> (d1)>] : !kernel.view<i64> -> i64
  %1 = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 + d1 * 64 + s0)>] indices(%0 : i64) : !kernel.view<f32> -> f32
  %2 = kernel.load %m[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : !kernel.view<i1> -> i1
  %3 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 64)>] if %2 : !kernel.view<f32> -> f32
  %4 = arith.addf %1, %3 : f32
  kernel.store %4, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A predicate of indices is asked by whoever reads; a store along the other dimension is turned as well.
// CHECK-LABEL: kernel.func @parts_and_both_orders
// CHECK-SAME: tiling = <across = 0, vector = 4, views = [0, 1, 3]>>
// expected-remark @below {{turns 3 views in shared memory, by tiles of 32 x 32}}
kernel.func @parts_and_both_orders(%a: !kernel.view<f32>, %b: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)> {
  %i = kernel.index affine_map<(d0, d1) -> (d1)>
  %c = arith.constant 20 : i64
  %0 = arith.cmpi slt, %i, %c : i64
  %1 = kernel.load %a[affine_map<(d0, d1) -> (d0 + d1 * 64)>] if %0 : !kernel.view<f32> -> f32
  %2 = arith.cmpi sge, %i, %c : i64
  %3 = kernel.load %b[affine_map<(d0, d1) -> (d0 + d1 * 64 - 1280)>] if %2 : !kernel.view<f32> -> f32
  %4 = arith.select %0, %1, %3 : f32
  kernel.store %4, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
  kernel.store %4, %z[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// The dimension with the most bytes is the tiles'.
// CHECK-LABEL: kernel.func @two_dimensions
// CHECK-SAME: tiling = <across = 1, vector = 4, views = [1, 2]>>
// expected-remark @below {{turns 2 views in shared memory, by tiles of 32 x 32}}
kernel.func @two_dimensions(%a: !kernel.view<f32>, %b: !kernel.view<f32>, %c: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (32, 64, 96)> {
  // expected-remark @below {{runs along dimension 0, but the kernel's tiles are across dimension 1}}
  %0 = kernel.load %a[affine_map<(d0, d1, d2) -> (d0 + d1 * 3072 + d2 * 32)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %b[affine_map<(d0, d1, d2) -> (d0 * 6144 + d1 + d2 * 64)>] : !kernel.view<f32> -> f32
  %2 = kernel.load %c[affine_map<(d0, d1, d2) -> (d0 * 64 + d1 + d2 * 2048)>] : !kernel.view<f32> -> f32
  %3 = arith.addf %0, %1 : f32
  %4 = arith.addf %3, %2 : f32
  kernel.store %4, %y[affine_map<(d0, d1, d2) -> (d0 * 6144 + d1 * 96 + d2)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A block of this GPU has room for one tile of 4 KiB.
module attributes {kernel.target = #kernel.gpu<processors = 20, processor_threads = 192, threads = 192, shared_bytes = 6000, registers = 32768, vector_bytes = 8, bytes_in_flight = 8192, clusters = false>} {
  // CHECK-LABEL: kernel.func @little_shared_memory
  // CHECK-SAME: #kernel.schedule<tiles, threads = 128, threads_per_row = 16, vector = 2, vectors = 4, hold = false, tiling = <across = 0, vector = 2, views = [0]>>
  // expected-remark @below {{turns 1 view in shared memory, by tiles of 32 x 32}}
  kernel.func @little_shared_memory(%a: !kernel.view<f32>, %b: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 64)> {
    %0 = kernel.load %a[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
    // expected-remark @below {{shared memory has no room for one more tile of 32 x 32}}
    %1 = kernel.load %b[affine_map<(d0, d1) -> (d0 + d1 * 64)>] : !kernel.view<f32> -> f32
    %2 = arith.addf %0, %1 : f32
    kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : f32, !kernel.view<f32>
    kernel.return
  }
}
