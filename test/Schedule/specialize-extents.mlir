// RUN: sinter-opt %s --kernel-specialize-extents --split-input-file | FileCheck %s

// A row of any length gets a companion for multiples of four.
// CHECK-DAG: #[[$ROWS:.*]] = affine_map<()[s0, s1] -> (s0, s1 * 4)>
// CHECK-DAG: #[[$PLACE:.*]] = affine_map<(d0, d1)[s0, s1] -> (d0 * (s1 * 4) + d1)>
// CHECK-LABEL: kernel.func @row(
// CHECK: kernel.func @row_s1_by_4({{.*}}) symbols ["b", "n_by_4"] dims #[[$ROWS]]
// CHECK-SAME: kernel.specializes = #kernel.specialization<of = @row, symbol = 1, divisor = 4>
// CHECK: kernel.load %{{.*}}[#[[$PLACE]]]
kernel.func @row(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["b", "n"] dims affine_map<()[s0, s1] -> (s0, s1)> {
  %a = kernel.load %x[affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + d1)>] : !kernel.view<f32> -> f32
  %m = kernel.reduce max %a over [1] : f32
  %s = arith.subf %a, %m : f32
  kernel.store %s, %y[affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @row_of_known_length(
// CHECK-NOT: kernel.func
kernel.func @row_of_known_length(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["b"] dims affine_map<()[s0] -> (s0, 768)> {
  %a = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %a, %y[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// No value of the symbol makes rows of 769 fit.
// CHECK-LABEL: kernel.func @odd_rows(
// CHECK-NOT: kernel.func
kernel.func @odd_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["b"] dims affine_map<()[s0] -> (s0, 769)> {
  %a = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 770 + d1)>] : !kernel.view<f32> -> f32
  kernel.store %a, %y[affine_map<(d0, d1)[s0] -> (d0 * 769 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}
