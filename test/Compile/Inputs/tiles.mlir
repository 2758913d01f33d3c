// Kernels that turn operands and results of each size of elements in shared memory, in whole and in ragged tiles.
kernel.func @f32_whole(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 8192)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 4096)>] : !kernel.view<f32> -> f32
  %1 = kernel.load %w[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : !kernel.view<f32> -> f32
  %2 = arith.addf %0, %1 : f32
  kernel.store %2, %y[affine_map<(d0, d1) -> (d0 * 8192 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

kernel.func @bf16_batches_in_and_out(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>, %z: !kernel.view<bf16>) symbols ["n"] dims affine_map<()[s0] -> (s0, 131, 64)> {
  %0 = kernel.load %x[affine_map<(d0, d1, d2)[s0] -> (d0 * 8384 + d1 + d2 * 131)>] : !kernel.view<bf16> -> f32
  %1 = arith.mulf %0, %0 : f32
  kernel.store %1, %y[affine_map<(d0, d1, d2)[s0] -> (d0 * 8384 + d1 * 64 + d2)>] : f32, !kernel.view<bf16>
  kernel.store %1, %z[affine_map<(d0, d1, d2)[s0] -> (d0 * 8384 + d1 + d2 * 131)>] : f32, !kernel.view<bf16>
  kernel.return
}

kernel.func @f64_in_and_out(%x: !kernel.view<f64>, %y: !kernel.view<f64>, %z: !kernel.view<f64>) symbols [] dims affine_map<() -> (260, 260)> {
  %0 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 260)>] : !kernel.view<f64> -> f64
  %1 = arith.mulf %0, %0 : f64
  kernel.store %1, %y[affine_map<(d0, d1) -> (d0 * 260 + d1)>] : f64, !kernel.view<f64>
  kernel.store %1, %z[affine_map<(d0, d1) -> (d0 + d1 * 260)>] : f64, !kernel.view<f64>
  kernel.return
}

kernel.func @parts_of_bytes_and_bits(%x: !kernel.view<ui8>, %y: !kernel.view<ui8>, %m: !kernel.view<i1>, %z: !kernel.view<ui8>) symbols [] dims affine_map<() -> (1024, 1024)> {
  %i = kernel.index affine_map<(d0, d1) -> (d0)>
  %c = arith.constant 512 : i64
  %0 = arith.cmpi slt, %i, %c : i64
  %1 = kernel.load %x[affine_map<(d0, d1) -> (d0 + d1 * 512)>] if %0 : !kernel.view<ui8> -> i32
  %2 = arith.cmpi sge, %i, %c : i64
  %3 = kernel.load %y[affine_map<(d0, d1) -> (d0 + d1 * 512 - 512)>] if %2 : !kernel.view<ui8> -> i32
  %4 = kernel.load %m[affine_map<(d0, d1) -> (d0 + d1 * 1024)>] : !kernel.view<i1> -> i1
  %5 = arith.select %0, %1, %3 : i32
  %6 = arith.constant 7 : i32
  %7 = arith.select %4, %5, %6 : i32
  kernel.store %7, %z[affine_map<(d0, d1) -> (d0 * 1024 + d1)>] : i32, !kernel.view<ui8>
  kernel.return
}
