// RUN: sinter-opt %s --pass-pipeline="builtin.module(kernel.func(kernel-mark-products),kernel.thread_func(kernel-contract-products))" --split-input-file | FileCheck %s

// CHECK-LABEL: kernel.thread_func @sums
// CHECK: %[[X:.*]] = kernel.vload %x
// CHECK: %[[Y:.*]] = kernel.vload %y
// CHECK: %[[Z:.*]] = kernel.vload %z
// CHECK: math.fma %[[X]], %[[Y]], %[[Z]] : f32
// CHECK: math.fma %[[X]], %[[Y]], %[[Z]] : f32
// CHECK: %[[MINUS:.*]] = arith.negf %[[Z]] : f32
// CHECK: math.fma %[[X]], %[[Y]], %[[MINUS]] : f32
// CHECK: %[[MINUS_X:.*]] = arith.negf %[[X]] : f32
// CHECK: math.fma %[[MINUS_X]], %[[Y]], %[[Z]] : f32
// CHECK-NOT: arith.mulf
kernel.thread_func @sums(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>, %w: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = kernel.vload %x[%c0] : !kernel.view<f32> -> f32
  %1 = kernel.vload %y[%c0] : !kernel.view<f32> -> f32
  %2 = kernel.vload %z[%c0] : !kernel.view<f32> -> f32
  %p = arith.mulf %0, %1 fastmath<contract> : f32
  %s = arith.addf %p, %2 : f32
  kernel.vstore %s, %w[%c0] : f32, !kernel.view<f32>
  %q = arith.mulf %0, %1 fastmath<contract> : f32
  %t = arith.addf %2, %q : f32
  kernel.vstore %t, %w[%c1] : f32, !kernel.view<f32>
  %r = arith.mulf %0, %1 fastmath<contract> : f32
  %u = arith.subf %r, %2 : f32
  kernel.vstore %u, %w[%c2] : f32, !kernel.view<f32>
  %v = arith.mulf %0, %1 fastmath<contract> : f32
  %d = arith.subf %2, %v : f32
  kernel.vstore %d, %w[%c3] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// x y - x y is 0, and stays it: a product that is read twice is rounded, even if marked.
// CHECK-LABEL: kernel.thread_func @read_twice
// CHECK-NOT: math.fma
kernel.thread_func @read_twice(%x: !kernel.view<f32>, %w: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %0 = kernel.vload %x[%c0] : !kernel.view<f32> -> f32
  %p = arith.mulf %0, %0 fastmath<contract> : f32
  %d = arith.subf %p, %p : f32
  kernel.vstore %d, %w[%c0] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// What one sum alone reads is marked; not what a fold and a difference read, which must be the same number in both, nor f64.
// CHECK-LABEL: kernel.func @marked
// CHECK: arith.mulf %{{.*}} fastmath<contract> : f32
// CHECK: kernel.reduce add
// CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: kernel.reduce max
// CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f64
kernel.func @marked(%x: !kernel.view<f32>, %d: !kernel.view<f64>, %y: !kernel.view<f32>, %z: !kernel.view<f64>) symbols [] dims affine_map<() -> (64, 32)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : !kernel.view<f32> -> f32
  %p = arith.mulf %a, %a : f32
  %s = kernel.reduce add %p over [1] : f32
  %q = arith.mulf %a, %s : f32
  %m = kernel.reduce max %q over [1] : f32
  %r = arith.subf %q, %m : f32
  kernel.store %r, %y[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : f32, !kernel.view<f32>
  %e = kernel.load %d[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : !kernel.view<f64> -> f64
  %f = arith.mulf %e, %e : f64
  %g = arith.addf %f, %e : f64
  kernel.store %g, %z[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : f64, !kernel.view<f64>
  kernel.return
}
