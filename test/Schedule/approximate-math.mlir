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
// CHECK: math.erfc %{{[^ ]*}} {kernel.near} : f32
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
// CHECK: math.erfc %{{[^ ]*}} {kernel.near} : f32
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
// CHECK: math.erfc %{{[^ ]*}} {kernel.near} : f32
kernel.func @squared(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.erfc %a : f32
  %s = arith.mulf %e, %e : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// The first is approximated, and with it all that may be wrong is.
// CHECK-LABEL: kernel.func @product_of_two
// CHECK: math.erfc %{{.*}} fastmath<afn> : f32
// CHECK: math.erfc %{{[^ ]*}} {kernel.near} : f32
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

// Quotients and roots may be off by little in f32 too; exponentials not.
// CHECK-LABEL: kernel.func @quotient_of_f32
// CHECK: math.exp %{{[^ ]*}} : f32
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
// CHECK: math.sqrt %{{.*}} fastmath<afn> : f32
kernel.func @quotient_of_f32(%x: !kernel.view<f16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.exp %a : f32
  %m = arith.mulf %a, %a : f32
  %s = arith.divf %e, %m : f32
  %r = math.sqrt %s : f32
  kernel.store %r, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A floor makes one of a little less than one; so does a comparison.
// CHECK-LABEL: kernel.func @floor_of_quotient
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: math.sqrt %{{[^ ]*}} : f32
kernel.func @floor_of_quotient(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<i1>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %e = math.exp %a : f32
  %s = arith.divf %a, %e : f32
  %m = arith.mulf %s, %a : f32
  %f = math.floor %m : f32
  kernel.store %f, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  %r = math.sqrt %a : f32
  %c = arith.cmpf olt, %r, %a : f32
  kernel.store %c, %z[affine_map<(d0) -> (d0)>] : i1, !kernel.view<i1>
  kernel.return
}

// -----

// Another kernel may floor what this one stores.
// CHECK-LABEL: kernel.func @quotient_that_is_read
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
kernel.func @quotient_that_is_read(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %e = math.exp %a : f32
  %s = arith.divf %a, %e : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @floor(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %f = math.floor %a : f32
  kernel.store %f, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %q = kernel.call @quotient_that_is_read(%x) : (tensor<64xf32>) -> tensor<64xf32>
  %f = kernel.call @floor(%q) : (tensor<64xf32>) -> tensor<64xf32>
  return %f : tensor<64xf32>
}

// -----

// The root of a difference, which may be of equal numbers, and a power.
// CHECK-LABEL: kernel.func @ends_of_functions
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
kernel.func @ends_of_functions(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %one = arith.constant 1.0 : f32
  %q = arith.divf %a, %one : f32
  %d = arith.subf %one, %q : f32
  %r = math.sqrt %d : f32
  %p = arith.divf %a, %r : f32
  %w = math.powf %a, %p : f32
  kernel.store %w, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A sum of what is not negative has no larger an error than its terms, and so its quotient twice theirs.
// CHECK-LABEL: kernel.func @softmax
// CHECK: math.exp %{{.*}} fastmath<afn> : f32
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
kernel.func @softmax(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64, 32)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : !kernel.view<f16> -> f32
  %m = kernel.reduce max %a over [1] : f32
  %d = arith.subf %a, %m : f32
  %e = math.exp %d : f32
  %s = kernel.reduce add %e over [1] : f32
  %q = arith.divf %e, %s : f32
  kernel.store %q, %y[affine_map<(d0, d1) -> (d0 * 32 + d1)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// 1 + exp(x) cancels nothing; 1 - exp(x) does.
// CHECK-LABEL: kernel.func @sigmoid
// CHECK: math.exp %{{.*}} fastmath<afn> : f32
kernel.func @sigmoid(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %e = math.exp %a : f32
  %s = arith.addf %e, %one : f32
  %q = arith.divf %one, %s : f32
  kernel.store %q, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @one_less_exponential
// CHECK: math.exp %{{[^ ]*}} : f32
kernel.func @one_less_exponential(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %e = math.exp %a : f32
  %s = arith.subf %one, %e : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// A long sum may be off by more than its terms then are; a short one may not.
// CHECK-LABEL: kernel.func @terms_of_a_long_sum
// CHECK: math.exp %{{.*}} fastmath<afn> : f32
kernel.func @terms_of_a_long_sum(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 32768)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 32768 + d1)>] : !kernel.view<bf16> -> f32
  %e = math.exp %a : f32
  %s = kernel.reduce add %e over [1] : f32
  kernel.store %s, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @terms_of_a_short_sum
// CHECK: math.exp %{{[^ ]*}} : f32
kernel.func @terms_of_a_short_sum(%x: !kernel.view<bf16>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64, 4096)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<bf16> -> f32
  %e = math.exp %a : f32
  %s = kernel.reduce add %e over [1] : f32
  kernel.store %s, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Good enough for bf16, not for f16.
// CHECK-LABEL: kernel.func @tanh_of_bf16
// CHECK: math.tanh %{{.*}} fastmath<afn> : f32
kernel.func @tanh_of_bf16(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %e = math.tanh %a : f32
  kernel.store %e, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @tanh_of_f16
// CHECK: math.tanh %{{[^ ]*}} : f32
kernel.func @tanh_of_f16(%x: !kernel.view<f16>, %y: !kernel.view<f16>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f16> -> f32
  %e = math.tanh %a : f32
  kernel.store %e, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f16>
  kernel.return
}

// -----

// A divisor that lies from 1 to 2 needs no scaling, and one that lies anywhere does.
// CHECK-LABEL: kernel.func @divisor_in_range
// CHECK: arith.divf %{{.*}} fastmath<arcp,afn> : f32
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
kernel.func @divisor_in_range(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %size = math.absf %a : f32
  %n = arith.negf %size : f32
  %e = math.exp %n : f32
  %d = arith.addf %e, %one : f32
  %q = arith.divf %a, %d : f32
  %r = arith.divf %q, %size : f32
  kernel.store %r, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// An exponential of what may be anything has no bounds that help; one that may be 0 is no divisor in range either.
// CHECK-LABEL: kernel.func @divisor_of_any_size
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
kernel.func @divisor_of_any_size(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %size = math.absf %a : f32
  %n = arith.negf %size : f32
  %small = math.exp %n : f32
  %large = math.exp %size : f32
  %d = arith.addf %large, %one : f32
  %q = arith.divf %a, %d : f32
  %r = arith.divf %q, %small : f32
  kernel.store %r, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// CHECK-LABEL: kernel.func @cosines
// CHECK: math.cos %{{[^ ]*}} {kernel.near} : f32
// CHECK: math.cos %{{[^ ]*}} : f32
// CHECK: math.sin %{{[^ ]*}} {kernel.near} : f32
kernel.func @cosines(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %t = math.tanh %a : f32
  %b = math.cos %t : f32
  %c = math.cos %a : f32
  %d = math.sin %c : f32
  %p = arith.mulf %b, %d : f32
  kernel.store %p, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// x + 1e8 - 1e8 is up to 6 more than x where f32 rounds the sum: the exponential of what is at most 86 may be more than 2^125.
// CHECK-LABEL: kernel.func @rounded_sums
// CHECK: arith.divf %{{.*}} fastmath<afn> : f32
kernel.func @rounded_sums(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (64)> {
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 86.0 : f32
  %large = arith.constant 1.0e8 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<bf16> -> f32
  %b = arith.maximumf %a, %zero : f32
  %c = arith.minimumf %b, %most : f32
  %s = arith.addf %c, %large : f32
  %d = arith.subf %s, %large : f32
  %e = math.exp %d : f32
  %q = arith.divf %a, %e : f32
  kernel.store %q, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// -----

// 1 + erf(x) and 1 - erf(x) are erfc's, where nothing else reads the error function; in f64 they are not.
// CHECK-LABEL: kernel.func @complements
// CHECK: %[[A:.*]] = kernel.load %x
// CHECK: %[[N:.*]] = arith.negf %[[A]] : f32
// CHECK: math.erfc %[[N]] {kernel.near} : f32
// CHECK: math.erfc %[[A]] {kernel.near} : f32
// CHECK: %[[E:.*]] = math.erf %[[A]] : f32
// CHECK: arith.addf %[[E]], %{{.*}} : f32
// CHECK-LABEL: kernel.func @complement_of_f64
// CHECK: math.erf
// Nor where what is nearly nothing is divided by.
// CHECK-LABEL: kernel.func @divided_by_a_complement
// CHECK-NOT: math.erfc
// CHECK: math.erf
// CHECK-NOT: math.erfc
// CHECK: kernel.return
kernel.func @complements(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>, %w: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %e = math.erf %a : f32
  %s = arith.addf %one, %e : f32
  %f = math.erf %a : f32
  %d = arith.subf %one, %f : f32
  %g = math.erf %a : f32
  %t = arith.addf %g, %one : f32
  %u = arith.mulf %t, %g : f32
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.store %d, %z[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.store %u, %w[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @complement_of_f64(%x: !kernel.view<f64>, %y: !kernel.view<f64>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f64
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f64> -> f64
  %e = math.erf %a : f64
  %s = arith.addf %e, %one : f64
  kernel.store %s, %y[affine_map<(d0) -> (d0)>] : f64, !kernel.view<f64>
  kernel.return
}
kernel.func @divided_by_a_complement(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (64)> {
  %one = arith.constant 1.0 : f32
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %e = math.erf %a : f32
  %s = arith.addf %e, %one : f32
  %h = arith.mulf %s, %a : f32
  %q = arith.divf %one, %h : f32
  kernel.store %q, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
