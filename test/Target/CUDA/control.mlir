// RUN: sinter-opt %s --sinter-legalize-for-cuda | sinter-translate --mlir-to-cuda | FileCheck %s

// What a loop carries is a variable; a bound that is not known does not unroll.
// CHECK-LABEL: loop_sum(
// CHECK: float sum = 0.0f;
// CHECK-NEXT: for (int i = thread; i < n; i += 128) {
// CHECK-NEXT:   const float x_value = load<1>(x + i);
// CHECK-NEXT:   sum = sum + x_value;
// CHECK-NEXT: }
// CHECK-NEXT: store(y + thread, sum);
kernel.thread_func @loop_sum(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
    symbols ["n"] grid affine_map<() -> (1)> threads 128 index_width 32 {
  %t = kernel.thread_id
  %zero = arith.constant 0.0 : f32
  %step = arith.constant 128 : index
  %s = scf.for %i = %t to %n step %step iter_args(%a = %zero) -> f32 {
    %v = kernel.vload %x[%i] : !kernel.view<f32> -> f32
    %b = arith.addf %a, %v : f32
    scf.yield %b : f32
  }
  kernel.vstore %s, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// Short loops, and loops whose counter chooses registers, unroll. Loops side by side share a counter.
// CHECK-LABEL: unrolled(
// CHECK: vec<float, 4> held[32];
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int i = 0; i < 32; ++i) {
// CHECK-NEXT:   const vec<float, 4> x_values = load<4>(x + (i * 128 + thread * 4));
// CHECK-NEXT:   held[i] = x_values;
// CHECK-NEXT: }
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int i = 0; i < 4; ++i) {
// CHECK-NEXT:   #pragma unroll
// CHECK-NEXT:   for (int j = 0; j < 8; ++j) {
// CHECK-NEXT:     store(y + (i * 1024 + j * 128 + thread * 4), held[i * 8 + j] * 2.0f);
kernel.thread_func @unrolled(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %two = arith.constant dense<2.0> : vector<4xf32>
  %r = kernel.registers name "held" : !kernel.registers<32 x vector<4xf32>>
  scf.for %i = %c0 to %c32 step %c1 {
    %p = kernel.index_expr affine_map<(d0, d1) -> (d0 * 128 + d1 * 4)>(%i, %t)
    %v = kernel.vload %x[%p] : !kernel.view<f32> -> vector<4xf32>
    kernel.register_set %v, %r[%i] : vector<4xf32>, !kernel.registers<32 x vector<4xf32>>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %p = kernel.index_expr affine_map<(d0, d1, d2) -> (d0 * 1024 + d1 * 128 + d2 * 4)>(%i, %j, %t)
      %k = kernel.index_expr affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)
      %v = kernel.register_get %r[%k] : !kernel.registers<32 x vector<4xf32>> -> vector<4xf32>
      %w = arith.mulf %v, %two : vector<4xf32>
      kernel.vstore %w, %y[%p] : vector<4xf32>, !kernel.view<f32>
    }
  }
  kernel.return
}

// Two values that depend on each other are assigned at once.
// CHECK-LABEL: fibonacci(
// CHECK: i64 carried = 0ll;
// CHECK-NEXT: i64 sum = 1ll;
// CHECK-NEXT: for (int i = 0; i < n; ++i) {
// CHECK-NEXT:   const i64 next_carried = sum;
// CHECK-NEXT:   const i64 next_sum = wrapping_add(carried, sum);
// CHECK-NEXT:   carried = next_carried;
// CHECK-NEXT:   sum = next_sum;
// CHECK-NEXT: }
// CHECK-NEXT: store(y, carried);
kernel.thread_func @fibonacci(%y: !kernel.view<i64>, %n: index)
    symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 0 : i64
  %b0 = arith.constant 1 : i64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0) -> (i64, i64) {
    %s = arith.addi %a, %b : i64
    scf.yield %b, %s : i64, i64
  }
  kernel.vstore %r#0, %y[%c0] : i64, !kernel.view<i64>
  kernel.return
}

// CHECK-LABEL: branches(
// CHECK: float product;
// CHECK-NEXT: if (thread < n) {
// CHECK-NEXT:   const float x_value = load<1>(x + thread);
// CHECK-NEXT:   product = x_value * x_value;
// CHECK-NEXT: } else {
// CHECK-NEXT:   product = 0.0f;
// CHECK-NEXT: }
// CHECK-NEXT: store(y + thread, product);
kernel.thread_func @branches(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
    symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %in = arith.cmpi slt, %t, %n : index
  %zero = arith.constant 0.0 : f32
  %r = scf.if %in -> f32 {
    %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
    %w = arith.mulf %v, %v : f32
    scf.yield %w : f32
  } else {
    scf.yield %zero : f32
  }
  kernel.vstore %r, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// A loop of one turn is its body; one of none is nothing.
// CHECK-LABEL: loops_that_vanish(
// CHECK-NEXT: const float x_value = load<1>(x);
// CHECK-NEXT: store(y, x_value);
// CHECK-NEXT: }
kernel.thread_func @loops_that_vanish(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %c1 step %c1 {
    %v = kernel.vload %x[%i] : !kernel.view<f32> -> f32
    kernel.vstore %v, %y[%i] : f32, !kernel.view<f32>
  }
  scf.for %i = %c1 to %c1 step %c1 {
    %v = kernel.vload %x[%i] : !kernel.view<f32> -> f32
    kernel.vstore %v, %y[%i] : f32, !kernel.view<f32>
  }
  kernel.return
}
