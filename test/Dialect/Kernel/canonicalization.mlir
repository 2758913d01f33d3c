// RUN: sinter-opt %s --canonicalize --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: kernel.func @round_twice_implicit_goes
kernel.func @round_twice_implicit_goes(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // CHECK: %[[A:.*]] = kernel.load
  // CHECK-NEXT: %[[R:.*]] = kernel.round %[[A]] to bf16 : f32
  // CHECK-NEXT: kernel.store %[[R]]
  %b = kernel.round %a to bf16 implicit : f32
  %c = kernel.round %b to bf16 : f32
  kernel.store %c, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @round_twice_explicit_stays
kernel.func @round_twice_explicit_stays(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // CHECK: kernel.round %{{.*}} to bf16 : f32
  // CHECK-NEXT: kernel.store
  %b = kernel.round %a to bf16 : f32
  %c = kernel.round %b to bf16 implicit : f32
  kernel.store %c, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// Two types, neither of which holds the other's values: both roundings stay.
// CHECK-LABEL: kernel.func @round_to_two_types
kernel.func @round_to_two_types(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  // CHECK: kernel.round %{{.*}} to bf16 : f32
  // CHECK-NEXT: kernel.round %{{.*}} to f16 : f32
  %b = kernel.round %a to bf16 : f32
  %c = kernel.round %b to f16 : f32
  kernel.store %c, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @round_to_own_type
kernel.func @round_to_own_type(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4)> {
  // CHECK-NOT: kernel.round
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %b = kernel.round %a to f32 : f32
  kernel.store %b, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.thread_func @constants_go_into_the_map
kernel.thread_func @constants_go_into_the_map(%y: !kernel.view<i64>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %two = arith.constant 2 : index
  // CHECK: %[[EIGHT:.*]] = arith.constant 8 : i64
  // CHECK: %[[I:.*]] = kernel.index_expr affine_map<(d0) -> (d0 + 8)>(%{{.*}})
  // CHECK-NEXT: kernel.vstore %[[EIGHT]], %y[%[[I]]]
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 + d1 * 4)>(%t, %two)
  %c = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%two)
  %d = arith.index_cast %c : index to i64
  kernel.vstore %d, %y[%i] : i64, !kernel.view<i64>
  kernel.return
}
