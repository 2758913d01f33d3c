// RUN: sinter-opt %s --sinter-legalize-for-cuda | FileCheck %s

// CHECK-LABEL: kernel.thread_func @unordered_less
// CHECK: %[[GE:.*]] = arith.cmpf oge, %[[A:.*]], %[[B:.*]] : f32
// CHECK-NEXT: arith.xori %[[GE]], %true : i1
kernel.thread_func @unordered_less(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<i1>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %b = kernel.vload %w[%t] : !kernel.view<f32> -> f32
  %c = arith.cmpf ult, %a, %b : f32
  kernel.vstore %c, %y[%t] : i1, !kernel.view<i1>
  kernel.return
}

// CHECK-LABEL: kernel.thread_func @signed_order_of_bool
// CHECK: arith.cmpi ugt
kernel.thread_func @signed_order_of_bool(%x: !kernel.view<i1>, %w: !kernel.view<i1>, %y: !kernel.view<i1>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<i1> -> i1
  %b = kernel.vload %w[%t] : !kernel.view<i1> -> i1
  %c = arith.cmpi slt, %a, %b : i1
  kernel.vstore %c, %y[%t] : i1, !kernel.view<i1>
  kernel.return
}

// Halves go away from zero; the value just below a half does not.
// CHECK-LABEL: kernel.thread_func @round_half_away
// CHECK: %[[T:.*]] = math.trunc %[[X:.*]] : f32
// CHECK: %[[D:.*]] = arith.subf %[[X]], %[[T]] : f32
// CHECK: math.absf %[[D]] : f32
// CHECK: arith.cmpf oge
// CHECK: math.copysign
// CHECK: arith.select
kernel.thread_func @round_half_away(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %b = math.round %a : f32
  kernel.vstore %b, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// Equal expressions are made once, and a loop of one turn is its body.
// CHECK-LABEL: kernel.thread_func @clean_up
// CHECK-NOT: scf.for
// CHECK: kernel.vload
// CHECK-NOT: kernel.vload
// CHECK: kernel.vstore
kernel.thread_func @clean_up(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c4 {
    %a = kernel.vload %x[%i] : !kernel.view<f32> -> f32
    %b = kernel.vload %x[%i] : !kernel.view<f32> -> f32
    %c = arith.addf %a, %b : f32
    kernel.vstore %c, %y[%i] : f32, !kernel.view<f32>
  }
  kernel.return
}
