// RUN: sinter opt %s --verify-roundtrip | FileCheck %s
// RUN: sinter opt %s --mlir-print-op-generic | sinter opt | FileCheck %s

// CHECK-LABEL: func.func @arithmetic
func.func @arithmetic(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: sinter.add %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %0 = sinter.add %a, %b : tensor<4x8xf32>
  // CHECK: sinter.sub
  %1 = sinter.sub %0, %b : tensor<4x8xf32>
  // CHECK: sinter.mul
  %2 = sinter.mul %1, %b : tensor<4x8xf32>
  // CHECK: sinter.div
  %3 = sinter.div %2, %b : tensor<4x8xf32>
  // CHECK: sinter.max
  %4 = sinter.max %3, %b : tensor<4x8xf32>
  // CHECK: sinter.min
  %5 = sinter.min %4, %b : tensor<4x8xf32>
  // CHECK: sinter.pow
  %6 = sinter.pow %5, %b : tensor<4x8xf32>
  // CHECK: sinter.neg %{{.*}} : tensor<4x8xf32>
  %7 = sinter.neg %6 : tensor<4x8xf32>
  // CHECK: sinter.abs
  %8 = sinter.abs %7 : tensor<4x8xf32>
  // CHECK: sinter.reciprocal
  %9 = sinter.reciprocal %8 : tensor<4x8xf32>
  // CHECK: sinter.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %10 = sinter.clamp %9, %a, %b : tensor<4x8xf32>
  // CHECK: sinter.floor_div %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %11 = sinter.floor_div %10, %b : tensor<4x8xf32>
  // CHECK: sinter.floor_mod
  %12 = sinter.floor_mod %11, %b : tensor<4x8xf32>
  // CHECK: sinter.trunc_rem
  %13 = sinter.trunc_rem %12, %b : tensor<4x8xf32>
  // CHECK: sinter.sign %{{.*}} : tensor<4x8xf32>
  %14 = sinter.sign %13 : tensor<4x8xf32>
  return %14 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<8xbf16>) -> tensor<8xbf16> {
  // CHECK: sinter.exp %{{.*}} : tensor<8xbf16>
  %0 = sinter.exp %x : tensor<8xbf16>
  // CHECK: sinter.exp2
  %1 = sinter.exp2 %0 : tensor<8xbf16>
  // CHECK: sinter.log
  %2 = sinter.log %1 : tensor<8xbf16>
  // CHECK: sinter.log1p
  %3 = sinter.log1p %2 : tensor<8xbf16>
  // CHECK: sinter.expm1
  %4 = sinter.expm1 %3 : tensor<8xbf16>
  // CHECK: sinter.sqrt
  %5 = sinter.sqrt %4 : tensor<8xbf16>
  // CHECK: sinter.rsqrt
  %6 = sinter.rsqrt %5 : tensor<8xbf16>
  // CHECK: sinter.tanh
  %7 = sinter.tanh %6 : tensor<8xbf16>
  // CHECK: sinter.erf
  %8 = sinter.erf %7 : tensor<8xbf16>
  // CHECK: sinter.sin
  %9 = sinter.sin %8 : tensor<8xbf16>
  // CHECK: sinter.cos
  %10 = sinter.cos %9 : tensor<8xbf16>
  // CHECK: sinter.floor
  %11 = sinter.floor %10 : tensor<8xbf16>
  // CHECK: sinter.ceil
  %12 = sinter.ceil %11 : tensor<8xbf16>
  // CHECK: sinter.round
  %13 = sinter.round %12 : tensor<8xbf16>
  // CHECK: sinter.sigmoid
  %14 = sinter.sigmoid %13 : tensor<8xbf16>
  // CHECK: sinter.relu
  %15 = sinter.relu %14 : tensor<8xbf16>
  // CHECK: sinter.silu
  %16 = sinter.silu %15 : tensor<8xbf16>
  // CHECK: sinter.gelu erf %{{.*}} : tensor<8xbf16>
  %17 = sinter.gelu erf %16 : tensor<8xbf16>
  // CHECK: sinter.gelu tanh %{{.*}} : tensor<8xbf16>
  %18 = sinter.gelu tanh %17 : tensor<8xbf16>
  // CHECK: sinter.softsign
  %19 = sinter.softsign %18 : tensor<8xbf16>
  // CHECK: sinter.softplus
  %20 = sinter.softplus %19 : tensor<8xbf16>
  // CHECK: sinter.log2 %{{.*}} : tensor<8xbf16>
  %21 = sinter.log2 %20 : tensor<8xbf16>
  // CHECK: sinter.log10 %{{.*}} : tensor<8xbf16>
  %22 = sinter.log10 %21 : tensor<8xbf16>
  // CHECK: sinter.tan %{{.*}} : tensor<8xbf16>
  %23 = sinter.tan %22 : tensor<8xbf16>
  // CHECK: sinter.asin %{{.*}} : tensor<8xbf16>
  %24 = sinter.asin %23 : tensor<8xbf16>
  // CHECK: sinter.acos %{{.*}} : tensor<8xbf16>
  %25 = sinter.acos %24 : tensor<8xbf16>
  // CHECK: sinter.atan %{{.*}} : tensor<8xbf16>
  %26 = sinter.atan %25 : tensor<8xbf16>
  // CHECK: sinter.sinh %{{.*}} : tensor<8xbf16>
  %27 = sinter.sinh %26 : tensor<8xbf16>
  // CHECK: sinter.cosh %{{.*}} : tensor<8xbf16>
  %28 = sinter.cosh %27 : tensor<8xbf16>
  // CHECK: sinter.asinh %{{.*}} : tensor<8xbf16>
  %29 = sinter.asinh %28 : tensor<8xbf16>
  // CHECK: sinter.acosh %{{.*}} : tensor<8xbf16>
  %30 = sinter.acosh %29 : tensor<8xbf16>
  // CHECK: sinter.atanh %{{.*}} : tensor<8xbf16>
  %31 = sinter.atanh %30 : tensor<8xbf16>
  // CHECK: sinter.trunc %{{.*}} : tensor<8xbf16>
  %32 = sinter.trunc %31 : tensor<8xbf16>
  // CHECK: sinter.atan2 %{{.*}}, %{{.*}} : tensor<8xbf16>
  %33 = sinter.atan2 %32, %x : tensor<8xbf16>
  return %33 : tensor<8xbf16>
}

// CHECK-LABEL: func.func @predicates
func.func @predicates(%x: tensor<8xf16>, %n: tensor<8xui64>) -> (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  // CHECK: sinter.is_nan %{{.*}} : tensor<8xf16>
  %0 = sinter.is_nan %x : tensor<8xf16>
  // CHECK: sinter.is_finite %{{.*}} : tensor<8xui64>
  %1 = sinter.is_finite %n : tensor<8xui64>
  // CHECK: sinter.is_inf any %{{.*}} : tensor<8xf16>
  %2 = sinter.is_inf any %x : tensor<8xf16>
  // CHECK: sinter.is_inf positive
  %3 = sinter.is_inf positive %x : tensor<8xf16>
  // CHECK: sinter.is_inf negative
  %4 = sinter.is_inf negative %x : tensor<8xf16>
  return %0, %1, %2, %3, %4 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}

// CHECK-LABEL: func.func @unsigned
func.func @unsigned(%a: tensor<8xui16>, %b: tensor<8xui32>, %c: tensor<8xui64>) -> tensor<8xui64> {
  // CHECK: sinter.shift_left %{{.*}}, %{{.*}} : tensor<8xui16>
  %0 = sinter.shift_left %a, %a : tensor<8xui16>
  // CHECK: sinter.cast %{{.*}} : tensor<8xui16> -> tensor<8xui32>
  %1 = sinter.cast %0 : tensor<8xui16> -> tensor<8xui32>
  // CHECK: sinter.pow %{{.*}}, %{{.*}} : tensor<8xui32>
  %2 = sinter.pow %1, %b : tensor<8xui32>
  %3 = sinter.cast %2 : tensor<8xui32> -> tensor<8xui64>
  // CHECK: sinter.shift_right %{{.*}}, %{{.*}} : tensor<8xui64>
  %4 = sinter.shift_right %3, %c : tensor<8xui64>
  return %4 : tensor<8xui64>
}

// CHECK-LABEL: func.func @logic
func.func @logic(%x: tensor<8xi1>, %y: tensor<8xi1>, %a: tensor<8xui8>, %b: tensor<8xi4>) -> tensor<8xi1> {
  // CHECK: sinter.and %{{.*}}, %{{.*}} : tensor<8xi1>
  %0 = sinter.and %x, %y : tensor<8xi1>
  // CHECK: sinter.or
  %1 = sinter.or %0, %y : tensor<8xi1>
  // CHECK: sinter.xor
  %2 = sinter.xor %1, %y : tensor<8xi1>
  // CHECK: sinter.not %{{.*}} : tensor<8xui8>
  %3 = sinter.not %a : tensor<8xui8>
  // CHECK: sinter.compare eq %{{.*}}, %{{.*}} : tensor<8xui8>
  %4 = sinter.compare eq %3, %a : tensor<8xui8>
  // CHECK: sinter.compare ne
  %5 = sinter.compare ne %x, %y : tensor<8xi1>
  // CHECK: sinter.compare lt
  %6 = sinter.compare lt %4, %5 : tensor<8xi1>
  // CHECK: sinter.compare le
  %7 = sinter.compare le %5, %6 : tensor<8xi1>
  // CHECK: sinter.compare gt
  %8 = sinter.compare gt %6, %7 : tensor<8xi1>
  // CHECK: sinter.compare ge %{{.*}}, %{{.*}} : tensor<8xi4>
  %9 = sinter.compare ge %b, %b : tensor<8xi4>
  // CHECK: sinter.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<8xi1>, tensor<8xi1>
  %10 = sinter.select %8, %9, %2 : tensor<8xi1>, tensor<8xi1>
  return %10 : tensor<8xi1>
}

// CHECK-LABEL: func.func @casts
func.func @casts(%x: tensor<8xf32>) -> tensor<8xi1> {
  // CHECK: sinter.cast %{{.*}} : tensor<8xf32> -> tensor<8xf8E4M3FN>
  %0 = sinter.cast %x : tensor<8xf32> -> tensor<8xf8E4M3FN>
  // CHECK: sinter.cast %{{.*}} overflow : tensor<8xf8E4M3FN> -> tensor<8xf8E5M2>
  %1 = sinter.cast %0 overflow : tensor<8xf8E4M3FN> -> tensor<8xf8E5M2>
  // CHECK: tensor<8xf4E2M1FN>
  %2 = sinter.cast %1 : tensor<8xf8E5M2> -> tensor<8xf4E2M1FN>
  %3 = sinter.cast %2 : tensor<8xf4E2M1FN> -> tensor<8xf16>
  %4 = sinter.cast %3 : tensor<8xf16> -> tensor<8xf64>
  %5 = sinter.cast %4 : tensor<8xf64> -> tensor<8xi64>
  %6 = sinter.cast %5 : tensor<8xi64> -> tensor<8xi16>
  %7 = sinter.cast %6 : tensor<8xi16> -> tensor<8xi8>
  // CHECK: tensor<8xi8> -> tensor<8xi1>
  %8 = sinter.cast %7 : tensor<8xi8> -> tensor<8xi1>
  return %8 : tensor<8xi1>
}

// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<2x3x4xf32>, %c: tensor<2x3x4xi1>) -> (tensor<2x4xf32>, tensor<f32>, tensor<3xi1>, tensor<2xi1>) {
  // CHECK: sinter.sum %{{.*}} axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  %0 = sinter.sum %x axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  // CHECK: sinter.mean %{{.*}} axes = [0, 1, 2] : tensor<2x3x4xf32> -> tensor<f32>
  %1 = sinter.mean %x axes = [0, 1, 2] : tensor<2x3x4xf32> -> tensor<f32>
  // CHECK: sinter.product
  %2 = sinter.product %x axes = [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  // CHECK: sinter.reduce_max
  %3 = sinter.reduce_max %2 axes = [0] : tensor<3xf32> -> tensor<f32>
  // CHECK: sinter.reduce_min
  %4 = sinter.reduce_min %x axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xf32>
  // CHECK: sinter.any
  %5 = sinter.any %c axes = [0, 2] : tensor<2x3x4xi1> -> tensor<3xi1>
  // CHECK: sinter.all
  %6 = sinter.all %c axes = [1, 2] : tensor<2x3x4xi1> -> tensor<2xi1>
  return %4, %3, %5, %6 : tensor<2x4xf32>, tensor<f32>, tensor<3xi1>, tensor<2xi1>
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<1x8xf32>, %ids: tensor<2x3xi64>) -> (tensor<2x3x4xf32>, tensor<4x8xi64>) {
  // CHECK: sinter.broadcast %{{.*}} dims = [0, 1] : tensor<1x8xf32> -> tensor<4x8xf32>
  %0 = sinter.broadcast %x dims = [0, 1] : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK: sinter.reshape %{{.*}} : tensor<4x8xf32> -> tensor<2x16xf32>
  %1 = sinter.reshape %0 : tensor<4x8xf32> -> tensor<2x16xf32>
  // CHECK: sinter.transpose %{{.*}} permutation = [1, 0] : tensor<2x16xf32> -> tensor<16x2xf32>
  %2 = sinter.transpose %1 permutation = [1, 0] : tensor<2x16xf32> -> tensor<16x2xf32>
  // CHECK: sinter.slice %{{.*}} starts = [15, 0] steps = [-2, 1] : tensor<16x2xf32> -> tensor<8x2xf32>
  %3 = sinter.slice %2 starts = [15, 0] steps = [-2, 1] : tensor<16x2xf32> -> tensor<8x2xf32>
  // CHECK: sinter.split %{{.*}} axis = 0 : tensor<8x2xf32> -> tensor<3x2xf32>, tensor<5x2xf32>
  %4, %5 = sinter.split %3 axis = 0 : tensor<8x2xf32> -> tensor<3x2xf32>, tensor<5x2xf32>
  // CHECK: sinter.concat %{{.*}}, %{{.*}} axis = 0 : tensor<5x2xf32>, tensor<3x2xf32> -> tensor<8x2xf32>
  %6 = sinter.concat %5, %4 axis = 0 : tensor<5x2xf32>, tensor<3x2xf32> -> tensor<8x2xf32>
  %7 = sinter.reshape %6 : tensor<8x2xf32> -> tensor<4x4xf32>
  // CHECK: sinter.gather %{{.*}}, %{{.*}} axis = 0 : tensor<4x4xf32>, tensor<2x3xi64> -> tensor<2x3x4xf32>
  %8 = sinter.gather %7, %ids axis = 0 : tensor<4x4xf32>, tensor<2x3xi64> -> tensor<2x3x4xf32>
  %start = sinter.constant dense<1> : tensor<i64>
  // CHECK: sinter.update_slice %{{.*}}, %{{.*}} at %{{.*}} axis = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<i64>
  %updated = sinter.update_slice %8, %8 at %start axis = 1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<i64>
  // CHECK: sinter.iota axis = 1 : tensor<4x8xi64>
  %9 = sinter.iota axis = 1 : tensor<4x8xi64>
  return %8, %9 : tensor<2x3x4xf32>, tensor<4x8xi64>
}

// CHECK-LABEL: func.func @index_maps
func.func @index_maps(%x: tensor<4x8xf32>, %v: tensor<f32>, %c: tensor<4x8xi1>, %i: tensor<4x3xi64>, %u: tensor<4x3xf32>, %j: tensor<5x1xi32>, %w: tensor<5x8xf32>) {
  // CHECK: sinter.reverse %{{.*}} dims = [0, 1] : tensor<4x8xf32>
  %0 = sinter.reverse %x dims = [0, 1] : tensor<4x8xf32>
  // CHECK: sinter.pad constant %{{.*}} fill(%{{.*}} : tensor<f32>) low = [0, 1] high = [0, -2] : tensor<4x8xf32> -> tensor<4x7xf32>
  %1 = sinter.pad constant %0 fill(%v : tensor<f32>) low = [0, 1] high = [0, -2] : tensor<4x8xf32> -> tensor<4x7xf32>
  // CHECK: sinter.pad reflect %{{.*}} low = [1, 0] high = [0, 0] : tensor<4x8xf32> -> tensor<5x8xf32>
  %2 = sinter.pad reflect %x low = [1, 0] high = [0, 0] : tensor<4x8xf32> -> tensor<5x8xf32>
  // CHECK: sinter.where %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xi1>, tensor<4x8xf32>
  %3 = sinter.where %c, %x, %0 : tensor<4x8xi1>, tensor<4x8xf32>
  // CHECK: sinter.gather_elements %{{.*}}, %{{.*}} axis = 1 : tensor<4x8xf32>, tensor<4x3xi64> -> tensor<4x3xf32>
  %4 = sinter.gather_elements %3, %i axis = 1 : tensor<4x8xf32>, tensor<4x3xi64> -> tensor<4x3xf32>
  // CHECK: sinter.gather_nd %{{.*}}, %{{.*}} batch_dims = 0 : tensor<4x8xf32>, tensor<5x1xi32> -> tensor<5x8xf32>
  %5 = sinter.gather_nd %3, %j batch_dims = 0 : tensor<4x8xf32>, tensor<5x1xi32> -> tensor<5x8xf32>
  // CHECK: sinter.resize nearest %{{.*}} steps = [1, 1] offsets = [0, 0] divisors = [1, 2] : tensor<4x8xf32> -> tensor<4x16xf32>
  %6 = sinter.resize nearest %3 steps = [1, 1] offsets = [0, 0] divisors = [1, 2] : tensor<4x8xf32> -> tensor<4x16xf32>
  // CHECK: sinter.resize cubic %{{.*}} steps = [1, 2] offsets = [0, -1] divisors = [1, 4] coefficient = -5.000000e-01 : tensor<4x8xf32> -> tensor<4x16xf32>
  %7 = sinter.resize cubic %3 steps = [1, 2] offsets = [0, -1] divisors = [1, 4] coefficient = -0.5 : tensor<4x8xf32> -> tensor<4x16xf32>
  // CHECK: sinter.scatter_elements add %{{.*}}, %{{.*}}, %{{.*}} axis = 1 : tensor<4x8xf32>, tensor<4x3xi64>, tensor<4x3xf32>
  %8 = sinter.scatter_elements add %x, %i, %u axis = 1 : tensor<4x8xf32>, tensor<4x3xi64>, tensor<4x3xf32>
  // CHECK: sinter.scatter_nd replace %{{.*}}, %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>
  %9 = sinter.scatter_nd replace %x, %j, %w : tensor<4x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>
  // CHECK: sinter.copy %{{.*}} : tensor<4x8xf32>
  %copy = sinter.copy %9 : tensor<4x8xf32>
  %rows = sinter.iota axis = 0 : tensor<4x3xi64>
  // CHECK: sinter.update_places %{{.*}}, %{{.*}} at(%{{.*}}, %{{.*}} : tensor<4x3xi64>, tensor<4x3xi64>) in_place : tensor<4x8xf32>, tensor<4x3xf32>
  %placed = sinter.update_places %copy, %u at(%rows, %i : tensor<4x3xi64>, tensor<4x3xi64>) in_place : tensor<4x8xf32>, tensor<4x3xf32>
  return
}

// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<2x4x8xbf16>, %b: tensor<2x5x8xbf16>, %w: tensor<8x5xbf16>) -> (tensor<2x4x5xbf16>, tensor<2x4x5xbf16>) {
  // CHECK: sinter.matmul %{{.*}}, %{{.*}} {transpose_rhs} : tensor<2x4x8xbf16>, tensor<2x5x8xbf16> -> tensor<2x4x5xbf16>
  %0 = sinter.matmul %a, %b {transpose_rhs} : tensor<2x4x8xbf16>, tensor<2x5x8xbf16> -> tensor<2x4x5xbf16>
  // CHECK: sinter.matmul %{{.*}}, %{{.*}} : tensor<2x4x8xbf16>, tensor<8x5xbf16> -> tensor<2x4x5xbf16>
  %1 = sinter.matmul %a, %w : tensor<2x4x8xbf16>, tensor<8x5xbf16> -> tensor<2x4x5xbf16>
  return %0, %1 : tensor<2x4x5xbf16>, tensor<2x4x5xbf16>
}

// CHECK-LABEL: func.func @sources
func.func @sources() -> (tensor<2xf32>, tensor<8xf16>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK: sinter.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = sinter.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: sinter.parameter "w" : tensor<8xf16>
  %1 = sinter.parameter "w" : tensor<8xf16>
  // CHECK: sinter.parameter "g" {source = #sinter.generated<tensor = "g", mean = 0.000000e+00 : f64, std = 2.000000e-02 : f64, min = -1.000000e+00 : f64, max = 1.000000e+00 : f64>} : tensor<8xf32>
  %2 = sinter.parameter "g" {source = #sinter.generated<tensor = "g", mean = 0.0 : f64, std = 0.02 : f64, min = -1.0 : f64, max = 1.0 : f64>} : tensor<8xf32>
  // CHECK: sinter.parameter "e" {source = #sinter.external<file = "weights.bin", offset = 64, size = 32>} : tensor<8xf32>
  %3 = sinter.parameter "e" {source = #sinter.external<file = "weights.bin", offset = 64, size = 32>} : tensor<8xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<8xf16>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @composites
func.func @composites(%x: tensor<4x8xf32>, %g: tensor<8xf32>, %h: tensor<8xbf16>) -> tensor<4x8xf32> {
  // CHECK: sinter.softmax %{{.*}} axis = 1 : tensor<4x8xf32>
  %0 = sinter.softmax %x axis = 1 : tensor<4x8xf32>
  // CHECK: sinter.layer_norm %{{.*}} scale(%{{.*}} : tensor<8xf32>) bias(%{{.*}} : tensor<8xbf16>) axis = 1 epsilon = 1.000000e-05 : tensor<4x8xf32>
  %1 = sinter.layer_norm %0 scale(%g : tensor<8xf32>) bias(%h : tensor<8xbf16>) axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  // CHECK: sinter.layer_norm %{{.*}} bias(%{{.*}} : tensor<8xf32>) axis = 1
  %2 = sinter.layer_norm %1 bias(%g : tensor<8xf32>) axis = 1 epsilon = 1.0e-5 : tensor<4x8xf32>
  // CHECK: sinter.layer_norm %{{.*}} axis = 0
  %3 = sinter.layer_norm %2 axis = 0 epsilon = 1.0e-5 : tensor<4x8xf32>
  // CHECK: sinter.rms_norm %{{.*}} scale(%{{.*}} : tensor<8xf32>) axis = 1 epsilon = 9.9999999999999995E-7 : tensor<4x8xf32>
  %4 = sinter.rms_norm %3 scale(%g : tensor<8xf32>) axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
  // CHECK: sinter.rms_norm %{{.*}} axis = 1
  %5 = sinter.rms_norm %4 axis = 1 epsilon = 1.0e-6 : tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @groups
func.func @groups(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK: %[[GROUP:.*]]:2 = sinter.group kernel(%{{.*}}) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4x8xf32>):
  %0:2 = sinter.group kernel(%x) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%a: tensor<4x8xf32>):
    %b = sinter.exp %a : tensor<4x8xf32>
    %c = sinter.sum %b axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
    // CHECK: sinter.yield %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4xf32>
    sinter.yield %b, %c : tensor<4x8xf32>, tensor<4xf32>
  }
  // CHECK: sinter.group library(%[[GROUP]]#0)
  %1 = sinter.group library(%0#0) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x8xf32>):
    sinter.yield %a : tensor<4x8xf32>
  }
  // CHECK: sinter.group kernel() attributes {note} : () -> ()
  sinter.group kernel() attributes {note} : () -> () {
    sinter.yield
  }
  return %1, %0#1 : tensor<4x8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @places
// CHECK-SAME: %{{.*}}: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1], offset = 8, alignment = 32>, sinter.name = "x"}
// CHECK-SAME: %{{.*}}: tensor<4x8xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 16>}
// CHECK-SAME: -> (tensor<4x8xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 16>, sinter.tied = 1 : i64})
func.func @places(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1], offset = 8, alignment = 32>, sinter.name = "x"},
                  %y: tensor<4x8xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 16>})
    -> (tensor<4x8xf32> {sinter.layout = #sinter.layout<offset = 0, alignment = 16>, sinter.tied = 1 : i64}) {
  return %x : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @places_in_short
// CHECK-SAME: {sinter.layout = #sinter.layout<strides = [16, 1], offset = 0, alignment = 16>}
// CHECK-SAME: {sinter.layout = #sinter.layout<offset = 0, alignment = 4>}
// CHECK-SAME: {sinter.layout = #sinter.layout<strides = [1, 4], offset = 3, alignment = 16>}
func.func @places_in_short(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1]>}, %y: tensor<4x8xf32> {sinter.layout = #sinter.layout<alignment = 4>},
                           %z: tensor<4x8xf32> {sinter.layout = #sinter.layout<offset = 3, strides = [1, 4]>}) {
  return
}

// CHECK-LABEL: func.func @positions
func.func @positions(%x: tensor<2x3x4xf32>) -> (tensor<2x4xi64>, tensor<2xi64>, tensor<2x2x4xf32>, tensor<2x2x4xi64>) {
  // CHECK: sinter.argmax %{{.*}} axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xi64>
  %0 = sinter.argmax %x axes = [1] : tensor<2x3x4xf32> -> tensor<2x4xi64>
  // CHECK: sinter.argmin %{{.*}} axes = [1, 2] select_last : tensor<2x3x4xf32> -> tensor<2xi64>
  %1 = sinter.argmin %x axes = [1, 2] select_last : tensor<2x3x4xf32> -> tensor<2xi64>
  // CHECK: sinter.topk %{{.*}} k = 2 axes = [1] smallest : tensor<2x3x4xf32> -> tensor<2x2x4xf32>, tensor<2x2x4xi64>
  %2, %3 = sinter.topk %x k = 2 axes = [1] smallest : tensor<2x3x4xf32> -> tensor<2x2x4xf32>, tensor<2x2x4xi64>
  return %0, %1, %2, %3 : tensor<2x4xi64>, tensor<2xi64>, tensor<2x2x4xf32>, tensor<2x2x4xi64>
}

// CHECK-LABEL: func.func @scans
func.func @scans(%x: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  // CHECK: sinter.cumsum %{{.*}} axis = 1 : tensor<2x3xbf16>
  %0 = sinter.cumsum %x axis = 1 : tensor<2x3xbf16>
  // CHECK: sinter.cumprod %{{.*}} axis = 0 exclusive reverse : tensor<2x3xbf16>
  %1 = sinter.cumprod %0 axis = 0 exclusive reverse : tensor<2x3xbf16>
  return %1 : tensor<2x3xbf16>
}

// CHECK-LABEL: func.func @random
func.func @random(%seed: tensor<i64>, %offset: tensor<i64>) -> (tensor<4xi32>, tensor<4xf16>, tensor<4xf16>, tensor<4xi1>) {
  // CHECK: sinter.random_bits %{{.*}}, %{{.*}} : tensor<4xi32>
  %0 = sinter.random_bits %seed, %offset : tensor<4xi32>
  // CHECK: sinter.random_uniform %{{.*}}, %{{.*}} : tensor<4xf16>
  %1 = sinter.random_uniform %seed, %offset : tensor<4xf16>
  // CHECK: sinter.random_normal %{{.*}}, %{{.*}} : tensor<4xf16>
  %2 = sinter.random_normal %seed, %offset : tensor<4xf16>
  // CHECK: %{{.*}}, %{{.*}} = sinter.dropout %{{.*}} seed %{{.*}} offset %{{.*}} p = 1.000000e-01 : tensor<4xf16>
  %3, %4 = sinter.dropout %2 seed %seed offset %offset p = 0.1 : tensor<4xf16>
  return %0, %1, %3, %4 : tensor<4xi32>, tensor<4xf16>, tensor<4xf16>, tensor<4xi1>
}
