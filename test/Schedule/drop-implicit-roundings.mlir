// Numerics fast: what stands for an operator's result type goes, what the author asked for stays.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(kernel.func(kernel-drop-implicit-roundings))' | FileCheck %s

// CHECK-LABEL: kernel.func @implicit_goes_and_explicit_stays
// CHECK: %[[X:.*]] = kernel.load
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[X]], %[[X]]
// CHECK-NEXT: %[[R:.*]] = kernel.round %[[A]] to f16 : f32
// CHECK-NEXT: kernel.store %[[R]]
kernel.func @implicit_goes_and_explicit_stays(%x: !kernel.view<bf16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (8)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %1 = arith.addf %0, %0 : f32
  %2 = kernel.round %1 to bf16 implicit : f32
  %3 = kernel.round %2 to f16 : f32
  kernel.store %3, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// CHECK-LABEL: kernel.func @integers_still_wrap
// CHECK: kernel.round %{{.*}} to i8 : i32
kernel.func @integers_still_wrap(%x: !kernel.view<i8>, %y: !kernel.view<i8>) symbols [] dims affine_map<() -> (8)> {
  %0 = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<i8> -> i32
  %1 = arith.addi %0, %0 : i32
  %2 = kernel.round %1 to i8 : i32
  kernel.store %2, %y[affine_map<(d0) -> (d0)>] : i32, !kernel.view<i8>
  kernel.return
}
