// RUN: sinter-opt %s --sinter-legalize-for-cuda | sinter-translate --mlir-to-cuda | FileCheck %s

// CHECK: #include "runtime/device/kernel.cuh"

// CHECK-LABEL: // float_operators
// CHECK-NEXT: extern "C" __global__ void __launch_bounds__(32) float_operators(const float* x, const float* w, float* y) {
kernel.thread_func @float_operators(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  // CHECK-NEXT: const int thread = threadIdx.x;
  // CHECK-NEXT: const float x_value = load<1>(x + thread);
  // CHECK-NEXT: const float w_value = load<1>(w + thread);
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %b = kernel.vload %w[%t] : !kernel.view<f32> -> f32
  // Parentheses where C++ binds another way, and only there.
  // CHECK-NEXT: store(y + thread, (x_value + 3.0f) * (x_value - (w_value - x_value)));
  %three = arith.constant 3.0 : f32
  %c = arith.addf %a, %three : f32
  %d0 = arith.subf %b, %a : f32
  %d = arith.subf %a, %d0 : f32
  %e = arith.mulf %c, %d : f32
  kernel.vstore %e, %y[%t] : f32, !kernel.view<f32>
  // CHECK-NEXT: store(y + (thread + 32), x_value + w_value + x_value * w_value);
  %i1 = kernel.index_expr affine_map<(d0) -> (d0 + 32)>(%t)
  %f = arith.mulf %a, %b : f32
  %g0 = arith.addf %a, %b : f32
  %g = arith.addf %g0, %f : f32
  kernel.vstore %g, %y[%i1] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: unary_minus(
kernel.thread_func @unary_minus(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // CHECK: store(y + thread, -(-2.0f - -x_value));
  %two = arith.constant -2.0 : f32
  %n = arith.negf %a : f32
  %s = arith.subf %two, %n : f32
  %m = arith.negf %s : f32
  kernel.vstore %m, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: literals(
kernel.thread_func @literals(%y: !kernel.view<f32>, %z: !kernel.view<f64>, %l: !kernel.view<i64>, %m: !kernel.view<i32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  // CHECK: store(y, 1.0f);
  %one = arith.constant 1.0 : f32
  kernel.vstore %one, %y[%c0] : f32, !kernel.view<f32>
  // CHECK: store(y + 1, -0.0f);
  %minus_zero = arith.constant -0.0 : f32
  kernel.vstore %minus_zero, %y[%c1] : f32, !kernel.view<f32>
  // CHECK: store(y + 2, 0.1f);
  %tenth = arith.constant 0.1 : f32
  kernel.vstore %tenth, %y[%c2] : f32, !kernel.view<f32>
  // CHECK: store(y + 3, 3.4028235e+38f);
  %largest = arith.constant 3.40282347e+38 : f32
  kernel.vstore %largest, %y[%c3] : f32, !kernel.view<f32>
  // CHECK: store(y + 4, -infinity<float>());
  %inf = arith.constant 0xFF800000 : f32
  kernel.vstore %inf, %y[%c4] : f32, !kernel.view<f32>
  // CHECK: store(y + 5, not_a_number<float>());
  %nan = arith.constant 0x7FC00000 : f32
  kernel.vstore %nan, %y[%c5] : f32, !kernel.view<f32>
  // CHECK: store(y + 6, bit_cast<float>(0xffc00001u));
  %payload = arith.constant 0xFFC00001 : f32
  kernel.vstore %payload, %y[%c6] : f32, !kernel.view<f32>
  // CHECK: store(z, 0.1);
  %wide = arith.constant 0.1 : f64
  kernel.vstore %wide, %z[%c0] : f64, !kernel.view<f64>
  // CHECK: store(l, (-9223372036854775807ll - 1));
  %least = arith.constant -9223372036854775808 : i64
  kernel.vstore %least, %l[%c0] : i64, !kernel.view<i64>
  // CHECK: store(l + 1, -5ll);
  %small = arith.constant -5 : i64
  kernel.vstore %small, %l[%c1] : i64, !kernel.view<i64>
  // CHECK: store(m, (-2147483647 - 1));
  %least32 = arith.constant -2147483648 : i32
  kernel.vstore %least32, %m[%c0] : i32, !kernel.view<i32>
  kernel.return
}

// CHECK-LABEL: vectors_take_scalars(
kernel.thread_func @vectors_take_scalars(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
  // CHECK: const vec<float, 4> x_values = load<4>(x + index);
  %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
  %half = arith.constant dense<0.5> : vector<4xf32>
  %one = arith.constant dense<1.0> : vector<4xf32>
  %s0 = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %s = kernel.splat %s0 : f32 -> vector<4xf32>
  // CHECK: store(y + index, maximum(x_values * 0.5f + x_value, 1.0f - x_values));
  %a = arith.mulf %v, %half : vector<4xf32>
  %b = arith.addf %a, %s : vector<4xf32>
  %c = arith.subf %one, %v : vector<4xf32>
  %d = arith.maximumf %b, %c : vector<4xf32>
  kernel.vstore %d, %y[%i] : vector<4xf32>, !kernel.view<f32>
  // Where both are scalars one becomes a vector, so that the result is one.
  // CHECK: store(y + (thread * 4 + 128), splat<4>(x_value) / 0.5f);
  %j = kernel.index_expr affine_map<(d0) -> (d0 * 4 + 128)>(%t)
  %e = arith.divf %s, %half : vector<4xf32>
  kernel.vstore %e, %y[%j] : vector<4xf32>, !kernel.view<f32>
  // CHECK: store(y + (thread * 4 + 256), select(x_values < 0.5f, 1.0f, x_values));
  %k = kernel.index_expr affine_map<(d0) -> (d0 * 4 + 256)>(%t)
  %less = arith.cmpf olt, %v, %half : vector<4xf32>
  %f = arith.select %less, %one, %v : vector<4xi1>, vector<4xf32>
  kernel.vstore %f, %y[%k] : vector<4xf32>, !kernel.view<f32>
  // CHECK: store(y + (thread * 4 + 384), sinter::fma(x_values, 0.5f, x_values));
  %l = kernel.index_expr affine_map<(d0) -> (d0 * 4 + 384)>(%t)
  %g = math.fma %v, %half, %v : vector<4xf32>
  kernel.vstore %g, %y[%l] : vector<4xf32>, !kernel.view<f32>
  kernel.return
}

// Integers wrap and never trap; indices are plain.
// CHECK-LABEL: integers(
kernel.thread_func @integers(%x: !kernel.view<i32>, %l: !kernel.view<i64>, %y: !kernel.view<i32>, %n: index)
    symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  // CHECK: const int half = n / 2 + thread;
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %h0 = arith.divsi %n, %c2 : index
  %half = arith.addi %h0, %t {name = "half"} : index
  %a = kernel.vload %x[%t] : !kernel.view<i32> -> i32
  %b = kernel.vload %x[%half] : !kernel.view<i32> -> i32
  // CHECK: store(y + thread, wrapping_add(x_value, wrapping_mul(x_value_1, 3)));
  %three = arith.constant 3 : i32
  %p = arith.muli %b, %three : i32
  %s = arith.addi %a, %p : i32
  kernel.vstore %s, %y[%t] : i32, !kernel.view<i32>
  // CHECK: store(y + half, trunc_div(x_value, x_value_1));
  %q = arith.divsi %a, %b : i32
  kernel.vstore %q, %y[%half] : i32, !kernel.view<i32>
  // CHECK: store(y + half * 2, convert<i32>(trunc_rem(convert<u32>(x_value), convert<u32>(x_value_1))));
  %i2 = kernel.index_expr affine_map<(d0) -> (d0 * 2)>(%half)
  %r = arith.remui %a, %b : i32
  kernel.vstore %r, %y[%i2] : i32, !kernel.view<i32>
  kernel.return
}

// CHECK-LABEL: bits(
kernel.thread_func @bits(%x: !kernel.view<i32>, %y: !kernel.view<i32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<i32> -> i32
  %ones = arith.constant -1 : i32
  %three = arith.constant 3 : i32
  // CHECK: store(y + thread, (~x_value & 3) | (x_value ^ 3));
  %n = arith.xori %a, %ones : i32
  %b = arith.andi %n, %three : i32
  %c = arith.xori %a, %three : i32
  %d = arith.ori %b, %c : i32
  kernel.vstore %d, %y[%t] : i32, !kernel.view<i32>
  // CHECK: store(y + (thread + 32), shift_left(shift_right(x_value, 3), 3));
  %i = kernel.index_expr affine_map<(d0) -> (d0 + 32)>(%t)
  %e = arith.shrsi %a, %three : i32
  %f = arith.shli %e, %three : i32
  kernel.vstore %f, %y[%i] : i32, !kernel.view<i32>
  kernel.return
}

// CHECK-LABEL: logic(
kernel.thread_func @logic(%x: !kernel.view<f32>, %y: !kernel.view<i1>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // CHECK: const bool condition = (x_value > 0.0f && x_value < 1.0f) || !is_nan(x_value);
  // CHECK-NEXT: store(y + thread, condition);
  %p = arith.cmpf ogt, %a, %zero : f32
  %q = arith.cmpf olt, %a, %one : f32
  %both = arith.andi %p, %q : i1
  %nan = math.isnan %a : f32
  %true = arith.constant true
  %no_nan = arith.xori %nan, %true : i1
  %r = arith.ori %both, %no_nan : i1
  kernel.vstore %r, %y[%t] : i1, !kernel.view<i1>
  // Comparisons that C++ lacks are legalized.
  // CHECK: store(y + (thread + 32), !(x_value >= 1.0f));
  %i = kernel.index_expr affine_map<(d0) -> (d0 + 32)>(%t)
  %ult = arith.cmpf ult, %a, %one : f32
  kernel.vstore %ult, %y[%i] : i1, !kernel.view<i1>
  // CHECK: store(y + (thread + 64), x_value < 2.0f || x_value > 2.0f);
  %j = kernel.index_expr affine_map<(d0) -> (d0 + 64)>(%t)
  %two = arith.constant 2.0 : f32
  %different = arith.cmpf one, %a, %two : f32
  kernel.vstore %different, %y[%j] : i1, !kernel.view<i1>
  // CHECK: store(y + (thread + 96), (x_value == 1.0f) != (x_value == 0.0f));
  %k = kernel.index_expr affine_map<(d0) -> (d0 + 96)>(%t)
  %e0 = arith.cmpf oeq, %a, %one : f32
  %e1 = arith.cmpf oeq, %a, %zero : f32
  %exactly_one = arith.xori %e0, %e1 : i1
  kernel.vstore %exactly_one, %y[%k] : i1, !kernel.view<i1>
  kernel.return
}

// CHECK-LABEL: math_functions(
kernel.thread_func @math_functions(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // CHECK: store(y + thread, sinter::tanh(sinter::erf(sinter::exp(x_value))));
  %e = math.exp %a : f32
  %f = math.erf %e : f32
  %g = math.tanh %f : f32
  kernel.vstore %g, %y[%t] : f32, !kernel.view<f32>
  // CHECK: store(y + (thread + 32), minimum(sinter::rsqrt(x_value), sinter::pow(x_value, 2.5f)));
  %i = kernel.index_expr affine_map<(d0) -> (d0 + 32)>(%t)
  %h = math.rsqrt %a : f32
  %c = arith.constant 2.5 : f32
  %k = math.powf %a, %c : f32
  %m = arith.minimumf %h, %k : f32
  kernel.vstore %m, %y[%i] : f32, !kernel.view<f32>
  // CHECK: store(y + (thread + 64), trunc_rem(round_even(x_value), 2.5f));
  %j = kernel.index_expr affine_map<(d0) -> (d0 + 64)>(%t)
  %n = math.roundeven %a : f32
  %o = arith.remf %n, %c : f32
  kernel.vstore %o, %y[%j] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: casts(
kernel.thread_func @casts(%x: !kernel.view<f32>, %l: !kernel.view<i64>, %d: !kernel.view<f64>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // CHECK: store(l + thread, convert<i64>(x_value));
  %b = arith.fptosi %a : f32 to i64
  kernel.vstore %b, %l[%t] : i64, !kernel.view<i64>
  // CHECK: store(d + thread, convert<double>(x_value));
  %c = arith.extf %a : f32 to f64
  kernel.vstore %c, %d[%t] : f64, !kernel.view<f64>
  // Past four operations a line is named.
  // CHECK: const float sum = convert<float>(x_value > 0.0f) + convert<float>(thread);
  // CHECK-NEXT: store(y + thread, sum);
  %zero = arith.constant 0.0 : f32
  %p = arith.cmpf ogt, %a, %zero : f32
  %e = arith.uitofp %p : i1 to f32
  %i = arith.index_cast %t : index to i32
  %f = arith.sitofp %i : i32 to f32
  %g = arith.addf %e, %f : f32
  kernel.vstore %g, %y[%t] : f32, !kernel.view<f32>
  // CHECK: store(y + (thread + 32), bit_cast<float>(bit_cast<i32>(x_value) & 2147483647));
  %j = kernel.index_expr affine_map<(d0) -> (d0 + 32)>(%t)
  %bits = arith.bitcast %a : f32 to i32
  %mask = arith.constant 0x7FFFFFFF : i32
  %masked = arith.andi %bits, %mask : i32
  %magnitude = arith.bitcast %masked : i32 to f32
  kernel.vstore %magnitude, %y[%j] : f32, !kernel.view<f32>
  kernel.return
}
