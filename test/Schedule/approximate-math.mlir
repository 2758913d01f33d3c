// RUN: sinter-opt %s --pass-pipeline="builtin.module(kernel.func(kernel-approximate-math))" --split-input-file | FileCheck %s

// CHECK-LABEL: kernel.func @rounded_to_16_bits
// CHECK: math.erfc %{{.*}} fastmath<afn> : f32
kernel.func @rounded_to_16_bits(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %e = math.erfc %a : f32
  %p = arith.mulf %a, %e : f32
  kernel.store %p, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @stored_in_f32_too
// CHECK: math.erfc %{{[^ ]*}} : f32
kernel.func @stored_in_f32_too(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %e = math.erfc %a : f32
  kernel.store %e, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.store %e, %z[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A sum may cancel.
// CHECK-LABEL: kernel.func @read_by_a_sum
// CHECK: math.erfc %{{[^ ]*}} : f32
kernel.func @read_by_a_sum(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.erfc %a : f32
  %s = arith.subf %e, %a : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// A square has the error twice.
// CHECK-LABEL: kernel.func @squared
// CHECK: math.erfc %{{[^ ]*}} : f32
kernel.func @squared(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.erfc %a : f32
  %s = arith.mulf %e, %e : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @product_of_two
// CHECK-COUNT-2: math.erfc %{{[^ ]*}} : f32
kernel.func @product_of_two(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %b = arith.negf %a : f32
  %e = math.erfc %a : f32
  %f = math.erfc %b : f32
  %s = arith.mulf %e, %f : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @quotient_rounded_to_16_bits
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
kernel.func @quotient_rounded_to_16_bits(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.exp %a : f32
  %s = arith.divf %a, %e : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @quotient_of_f32
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
kernel.func @quotient_of_f32(%x: !kernel.view<f16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.exp %a : f32
  %s = arith.divf %a, %e : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
