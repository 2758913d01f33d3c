// Each step needs fewer registers than the one before; the last one cuts the kernel.
// RUN: sinter-opt %s --kernel-relieve-spills --split-input-file | FileCheck %s
// RUN: sinter-opt %s --kernel-relieve-spills --split-input-file --remarks-filter=schedule --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: kernel.func @narrower
// CHECK-SAME: schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 2, vectors = 1, hold = false>
// CHECK-SAME: kernel.apart
module attributes {kernel.reliefs = {narrower = 1 : i64}} {
  kernel.func @narrower(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)>
      schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = arith.mulf %a, %a : f32
    kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// A row that is held gets more threads first.
// CHECK-LABEL: kernel.func @wider
// CHECK-SAME: schedule #kernel.schedule<rows, threads = 128, threads_per_row = 64, vector = 4, vectors = 4, hold = true>
module attributes {kernel.reliefs = {wider = 1 : i64}} {
  kernel.func @wider(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2048, 1024)>
      schedule #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 8, hold = true> {
    %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : !kernel.view<f32> -> f32
    %s = kernel.reduce add %a over [1] : f32
    %b = arith.divf %a, %s : f32
    kernel.store %b, %y[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// Four times as many threads, vectors of 2 and then of 1, and nothing held.
// CHECK-LABEL: kernel.func @not_held
// CHECK-SAME: schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 1, vectors = 4, hold = false>
module attributes {kernel.reliefs = {not_held = 6 : i64}} {
  kernel.func @not_held(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (2048, 1024)>
      schedule #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 8, hold = true> {
    %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : !kernel.view<f32> -> f32
    %s = kernel.reduce add %a over [1] : f32
    %b = arith.divf %a, %s : f32
    kernel.store %b, %y[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// What is narrow, and what is made of the row alone, crosses; the half takes a step of its own.
// CHECK-LABEL: kernel.func @chain_head(
// CHECK-SAME: %x: !kernel.view<f32>, %cut0: !kernel.view<f32>)
// CHECK-SAME: vector = 8
// CHECK: math.exp
// CHECK-NOT: math.log
// CHECK: kernel.store {{.*}}, %cut0
// CHECK-LABEL: kernel.func @chain_tail(
// CHECK-SAME: %cut0: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>)
// CHECK-SAME: vector = 2
// CHECK-SAME: kernel.apart
// CHECK: kernel.load %cut0
// CHECK: math.log
// CHECK-LABEL: func.func @main
// CHECK: %[[CUT:.*]] = kernel.call @chain_head(%arg0) : (tensor<4194304xf32>) -> tensor<4194304xf32>
// CHECK: kernel.call @chain_tail(%[[CUT]], %arg1) : (tensor<4194304xf32>, tensor<4194304xf32>) -> tensor<4194304xf32>
// REMARK: remark: {{.*}}CutKernel{{.*}}cut in two, since no schedule keeps its values in registers: 1 values lie in memory between the halves, which move 8 bytes a point more
module attributes {kernel.reliefs = {chain = 1 : i64, chain_tail = 1 : i64}} {
  kernel.func @chain(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4194304)>
      schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 1, vectors = 1, hold = false> {
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %b = math.exp %a : f32
    %c = math.sin %b : f32
    %d = kernel.load %w[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
    %e = arith.addf %c, %d : f32
    %f = math.log %e : f32
    kernel.store %f, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
  func.func @main(%x: tensor<4194304xf32>, %w: tensor<4194304xf32>) -> tensor<4194304xf32> {
    %y = kernel.call @chain(%x, %w) : (tensor<4194304xf32>, tensor<4194304xf32>) -> tensor<4194304xf32>
    return %y : tensor<4194304xf32>
  }
}

// -----

// Tiles lose half their rows, as long as there are enough for the threads, and then there are none.
// CHECK-LABEL: kernel.func @lower_tiles
// CHECK-SAME: schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 16, vector = 4, vectors = 1, hold = false, tiling = <across = 0, vector = 4, views = [0]>>
// CHECK-LABEL: kernel.func @no_tiles
// CHECK-SAME: schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false>
module attributes {kernel.reliefs = {lower_tiles = 2 : i64, no_tiles = 3 : i64}} {
  kernel.func @lower_tiles(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 8192)>
      schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 16, vector = 4, vectors = 4, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
    %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f32> -> f32
    kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : f32, !kernel.view<f32>
    kernel.return
  }
  kernel.func @no_tiles(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 8192)>
      schedule #kernel.schedule<tiles, threads = 256, threads_per_row = 16, vector = 4, vectors = 4, hold = false, tiling = <across = 0, vector = 4, views = [0]>> {
    %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f32> -> f32
    kernel.store %0, %y[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// What registers hold of a row in shared memory goes there, and the block that it made room for.
// CHECK-LABEL: kernel.func @partly_in_registers
// CHECK-SAME: schedule #kernel.schedule<rows, threads = 256, threads_per_row = 2048, vector = 8, vectors = 8, hold = true packed = true shared = true blocks = 6>
module attributes {kernel.reliefs = {partly_in_registers = 1 : i64}} {
  kernel.func @partly_in_registers(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (512, 131072)>
      schedule #kernel.schedule<rows, threads = 256, threads_per_row = 2048, vector = 8, vectors = 8, hold = true packed = true shared = true in_registers = 2 blocks = 7> {
    %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 131072 + d1)>] : !kernel.view<bf16> -> f32
    %1 = kernel.reduce add %0 over [1] : f32
    %2 = arith.divf %0, %1 : f32
    kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 131072 + d1)>] : f32, !kernel.view<bf16>
    kernel.return
  }
}

// -----

// Without a list all kernels by as many steps, the halves of one that is cut not again.
// RUN: sinter-opt %s --kernel-relieve-spills=steps=3 --split-input-file | FileCheck %s --check-prefix=ALL
// ALL-LABEL: kernel.func @not_listed_head(
// ALL: kernel.store {{.*}}, %cut0
// ALL-LABEL: kernel.func @not_listed_tail(
// ALL-NOT: kernel.func @not_listed
func.func @calls(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %y = kernel.call @not_listed(%x) : (tensor<4096xf32>) -> tensor<4096xf32>
  return %y : tensor<4096xf32>
}
kernel.func @not_listed(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 4, vectors = 1, hold = false> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %b = math.exp %a : f32
  %c = math.sin %b : f32
  %d = math.cos %c : f32
  kernel.store %d, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Stores to one view stay in one half: a half makes all of a tensor or nothing.
// ALL-LABEL: func.func @calls
// ALL: kernel.call @one_view(
func.func @calls(%x: tensor<64xf32>) -> tensor<128xf32> {
  %y = kernel.call @one_view(%x) : (tensor<64xf32>) -> tensor<128xf32>
  return %y : tensor<128xf32>
}
kernel.func @one_view(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 1, vectors = 1, hold = false> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %b = math.exp %a : f32
  %c = math.sin %b : f32
  %d = math.cos %c : f32
  kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.store %d, %y[affine_map<(d0) -> (d0 + 64)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A domain of no points is not cut.
// ALL-LABEL: func.func @calls
// ALL: kernel.call @no_points(
func.func @calls(%x: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %y = kernel.call @no_points(%x) : (tensor<3x0xf32>) -> tensor<3x0xf32>
  return %y : tensor<3x0xf32>
}
kernel.func @no_points(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (3, 0)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 1, vectors = 1, hold = false> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1)>] : !kernel.view<f32> -> f32
  %b = math.exp %a : f32
  %c = math.sin %b : f32
  %d = math.cos %c : f32
  kernel.store %d, %y[affine_map<(d0, d1) -> (d0 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// What crosses is of a compute type, though the f16 on the way to a rounding takes fewer bytes.
// ALL-LABEL: func.func @calls
// ALL: kernel.func @rounded_head(
// ALL-SAME: %cut0: !kernel.view<f32>
// ALL: kernel.func @rounded_tail(
func.func @calls(%x: tensor<64xf32>) -> tensor<64xf32> {
  %y = kernel.call @rounded(%x) : (tensor<64xf32>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
kernel.func @rounded(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)>
    schedule #kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 1, vectors = 1, hold = false> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %b = math.exp %a : f32
  %c = arith.truncf %b : f32 to f16
  %d = arith.extf %c : f16 to f32
  %e = math.cos %d : f32
  kernel.store %e, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// The position of the greatest element is whole before the comparison walks the domain again: a half with the store of the one and of the other would store
// the position at every point. So there is no cut.
// CHECK-LABEL: kernel.func @position_and_elements
// CHECK-NOT: position_and_elements_head
module attributes {kernel.reliefs = {position_and_elements = 9 : i64}} {
  func.func @main(%x: tensor<64xi32>, %y: tensor<64xi32>) -> (tensor<i64>, tensor<64xi1>) {
    %0:2 = kernel.call @position_and_elements(%x, %y) : (tensor<64xi32>, tensor<64xi32>) -> (tensor<i64>, tensor<64xi1>)
    return %0#0, %0#1 : tensor<i64>, tensor<64xi1>
  }
  kernel.func @position_and_elements(%x: !kernel.view<i32>, %y: !kernel.view<i32>, %p: !kernel.view<i64>, %z: !kernel.view<i1>) symbols [] dims affine_map<() -> (64)>
      schedule #kernel.schedule<rows, threads = 32, threads_per_row = 32, vector = 1, vectors = 2, hold = false> {
    %most = arith.constant 9223372036854775807 : i64
    %one = arith.constant 1 : i64
    %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<i32> -> i32
    %i = kernel.index affine_map<(d0) -> (d0)>
    %g = kernel.reduce max %a over [0] : i32
    %is = arith.cmpi eq, %a, %g : i32
    %k = arith.select %is, %i, %most : i64
    %first = kernel.reduce min %k over [0] : i64
    %next = arith.addi %first, %one : i64
    kernel.store %next, %p[affine_map<(d0) -> (0)>] : i64, !kernel.view<i64>
    %b = kernel.load %y[affine_map<(d0) -> (d0)>] : !kernel.view<i32> -> i32
    %e = arith.cmpi eq, %b, %a : i32
    kernel.store %e, %z[affine_map<(d0) -> (d0)>] : i1, !kernel.view<i1>
    kernel.return
  }
}

// -----

// What is held packed stays so for as long as it is held: little of it in narrower vectors, much of it not at all.
// CHECK-LABEL: kernel.func @little_packed
// CHECK-SAME: schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 4, vectors = 4, hold = true packed = true>
// CHECK-LABEL: kernel.func @much_packed
// CHECK-SAME: schedule #kernel.schedule<rows, threads = 512, threads_per_row = 512, vector = 8, vectors = 8, hold = false>
module attributes {kernel.reliefs = {little_packed = 1 : i64, much_packed = 1 : i64}} {
  kernel.func @little_packed(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 4096)>
      schedule #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 8, vectors = 2, hold = true packed = true> {
    %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<bf16> -> f32
    %1 = math.exp %0 : f32
    %2 = kernel.reduce add %1 over [1] : f32
    %3 = arith.divf %1, %2 : f32
    kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : f32, !kernel.view<bf16>
    kernel.return
  }
  kernel.func @much_packed(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (1000, 32768)>
      schedule #kernel.schedule<rows, threads = 512, threads_per_row = 512, vector = 8, vectors = 8, hold = true packed = true> {
    %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<bf16> -> f32
    %1 = math.exp %0 : f32
    %2 = kernel.reduce add %1 over [1] : f32
    %3 = arith.divf %1, %2 : f32
    kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : f32, !kernel.view<bf16>
    kernel.return
  }
}

// -----

// Of an odd row, whose ends are walked by themselves, narrower vectors leave less to the ends: more than twice as many are counted.
// CHECK-LABEL: kernel.func @odd_row
// CHECK-SAME: #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 2, vectors = 3, hold = false>
module attributes {kernel.reliefs = {odd_row = 1 : i64}} {
  kernel.func @odd_row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (8, 514)>
      schedule #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 4, vectors = 1, hold = false> {
    %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 514 + d1)>] : !kernel.view<f32> -> f32
    %s = kernel.reduce add %a over [1] : f32
    kernel.store %s, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
    kernel.return
  }
}

// -----

// A part in registers goes where more threads share the row: they need none of it there.
// CHECK-LABEL: kernel.func @a_part_in_registers
// CHECK-SAME: #kernel.schedule<rows, threads = 256, threads_per_row = 256, vector = 8, vectors = 5, hold = true packed = true shared = true blocks = 2>
module attributes {kernel.reliefs = {a_part_in_registers = 2 : i64}} {
  kernel.func @a_part_in_registers(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (8, 9216)>
      schedule #kernel.schedule<rows, threads = 128, threads_per_row = 128, vector = 8, vectors = 9, hold = true packed = true shared = true in_registers = 2 blocks = 3> {
    %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 * 9216 + d1)>] : !kernel.view<bf16> -> f32
    %1 = math.exp %0 : f32
    %2 = kernel.reduce add %1 over [1] : f32
    %3 = arith.divf %1, %2 : f32
    kernel.store %3, %y[affine_map<(d0, d1) -> (d0 * 9216 + d1)>] : f32, !kernel.view<bf16>
    kernel.return
  }
}
