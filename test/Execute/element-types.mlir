// REQUIRES: host-compiler
// RUN: sinter-run %s --device=cpu --inputs=random --seed=3 --check | FileCheck %s
// RUN: sinter-run %s --device=cpu --inputs=random --seed=4 --check --numerics=strict --fusion=off | FileCheck %s

// Integers of all widths in one kernel, 8-bit floats between, and what their limits make of constants.
// CHECK: result0: u16[33, 7]{{.*}}good
// CHECK: result1: u64[33, 7]{{.*}}good
// CHECK: result2: f8e4m3[33, 7]{{.*}}good
// CHECK: result3: f8e5m2[8]{{.*}}good
// CHECK: result4: u32[8]{{.*}}good
func.func @main(%a: tensor<33x7xui16>, %b: tensor<33x7xui32>, %c: tensor<33x7xui64>, %d: tensor<33x7xi8>, %f: tensor<33x7xf8E4M3FN>)
    -> (tensor<33x7xui16>, tensor<33x7xui64>, tensor<33x7xf8E4M3FN>, tensor<8xf8E5M2>, tensor<8xui32>) {
  %0 = sinter.not %a : tensor<33x7xui16>
  %1 = sinter.mul %0, %a : tensor<33x7xui16>
  %2 = sinter.cast %1 : tensor<33x7xui16> -> tensor<33x7xui32>
  %3 = sinter.sub %2, %b : tensor<33x7xui32>
  %4 = sinter.cast %3 : tensor<33x7xui32> -> tensor<33x7xui64>
  %5 = sinter.shift_left %4, %c : tensor<33x7xui64>
  %6 = sinter.cast %d : tensor<33x7xi8> -> tensor<33x7xui64>
  %7 = sinter.floor_mod %6, %5 : tensor<33x7xui64>
  %8 = sinter.cast %7 : tensor<33x7xui64> -> tensor<33x7xf8E4M3FN>
  %9 = sinter.div %8, %f : tensor<33x7xf8E4M3FN>
  %special = sinter.constant dense<[0.0, -0.0, 1.0e-40, 61439.0, 61440.0, -3.0e38, 0xFF800000, 0x7FC00000]> : tensor<8xf32>
  %10 = sinter.cast %special overflow : tensor<8xf32> -> tensor<8xf8E5M2>
  %11 = sinter.cast %10 : tensor<8xf8E5M2> -> tensor<8xui32>
  return %1, %7, %9, %10, %11 : tensor<33x7xui16>, tensor<33x7xui64>, tensor<33x7xf8E4M3FN>, tensor<8xf8E5M2>, tensor<8xui32>
}
