// REQUIRES: host-compiler
// Places beyond 2^31 of values that need no memory: what is read of them is computed with 64-bit indices.
// RUN: split-file %s %t
// RUN: sinter-compile %t/far.mlir --target=cpu -o %t/far.plan
// RUN: sinter-run %t/far.plan --device=cpu --reference=%t/expected.mlir | FileCheck %s

// CHECK: result0: i64[9], error 0,{{.*}}good
// CHECK: result1: f32[5], error 0,{{.*}}good
// CHECK: result2: i32[3], error 0,{{.*}}good

//--- far.mlir
// From the end of 3,000,000,000 elements; every 7th from place 3,600,000,000 of rows that a reshape joins; far columns of a transpose.
func.func @main() -> (tensor<9xi64>, tensor<5xf32>, tensor<3xi32>) {
  %i = sinter.iota axis = 0 : tensor<3000000000xi64>
  %s = sinter.slice %i starts = [2999999999] steps = [-1] : tensor<3000000000xi64> -> tensor<9xi64>
  %n = sinter.neg %s : tensor<9xi64>
  %c = sinter.iota axis = 1 : tensor<60001x60001xf32>
  %f = sinter.reshape %c : tensor<60001x60001xf32> -> tensor<3600120001xf32>
  %t = sinter.slice %f starts = [3600000000] steps = [7] : tensor<3600120001xf32> -> tensor<5xf32>
  %e = sinter.neg %t : tensor<5xf32>
  %r = sinter.iota axis = 0 : tensor<70000x70000xi32>
  %x = sinter.transpose %r permutation = [1, 0] : tensor<70000x70000xi32> -> tensor<70000x70000xi32>
  %y = sinter.reshape %x : tensor<70000x70000xi32> -> tensor<4900000000xi32>
  %z = sinter.slice %y starts = [4899930000] steps = [34999] : tensor<4900000000xi32> -> tensor<3xi32>
  %m = sinter.neg %z : tensor<3xi32>
  return %n, %e, %m : tensor<9xi64>, tensor<5xf32>, tensor<3xi32>
}

//--- expected.mlir
func.func @main() -> (tensor<9xi64>, tensor<5xf32>, tensor<3xi32>) {
  %n = sinter.constant dense<[-2999999999, -2999999998, -2999999997, -2999999996, -2999999995, -2999999994, -2999999993, -2999999992, -2999999991]> : tensor<9xi64>
  %e = sinter.constant dense<[-1.0, -8.0, -15.0, -22.0, -29.0]> : tensor<5xf32>
  %m = sinter.constant dense<[0, -34999, -69998]> : tensor<3xi32>
  return %n, %e, %m : tensor<9xi64>, tensor<5xf32>, tensor<3xi32>
}
