// A kernel takes at most 32 buffers: two sums of 16 inputs each, and their sum.
// RUN: sinter-opt %s --sinter-form-fusion-groups --remarks-filter-missed=fusion --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @thirty_three_buffers_are_two_kernels
// CHECK: sinter.sub {{.*}} {sinter.groups = array<i64: 1>}
func.func @thirty_three_buffers_are_two_kernels(%x0: tensor<4xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<4xf32>, %x5: tensor<4xf32>, %x6: tensor<4xf32>, %x7: tensor<4xf32>, %x8: tensor<4xf32>, %x9: tensor<4xf32>, %x10: tensor<4xf32>, %x11: tensor<4xf32>, %x12: tensor<4xf32>, %x13: tensor<4xf32>, %x14: tensor<4xf32>, %x15: tensor<4xf32>, %x16: tensor<4xf32>, %x17: tensor<4xf32>, %x18: tensor<4xf32>, %x19: tensor<4xf32>, %x20: tensor<4xf32>, %x21: tensor<4xf32>, %x22: tensor<4xf32>, %x23: tensor<4xf32>, %x24: tensor<4xf32>, %x25: tensor<4xf32>, %x26: tensor<4xf32>, %x27: tensor<4xf32>, %x28: tensor<4xf32>, %x29: tensor<4xf32>, %x30: tensor<4xf32>, %x31: tensor<4xf32>) -> tensor<4xf32> {
  %a1 = sinter.add %x0, %x1 : tensor<4xf32>
  %a2 = sinter.add %a1, %x2 : tensor<4xf32>
  %a3 = sinter.add %a2, %x3 : tensor<4xf32>
  %a4 = sinter.add %a3, %x4 : tensor<4xf32>
  %a5 = sinter.add %a4, %x5 : tensor<4xf32>
  %a6 = sinter.add %a5, %x6 : tensor<4xf32>
  %a7 = sinter.add %a6, %x7 : tensor<4xf32>
  %a8 = sinter.add %a7, %x8 : tensor<4xf32>
  %a9 = sinter.add %a8, %x9 : tensor<4xf32>
  %a10 = sinter.add %a9, %x10 : tensor<4xf32>
  %a11 = sinter.add %a10, %x11 : tensor<4xf32>
  %a12 = sinter.add %a11, %x12 : tensor<4xf32>
  %a13 = sinter.add %a12, %x13 : tensor<4xf32>
  %a14 = sinter.add %a13, %x14 : tensor<4xf32>
  %a15 = sinter.add %a14, %x15 : tensor<4xf32>
  %b1 = sinter.add %x16, %x17 : tensor<4xf32>
  %b2 = sinter.add %b1, %x18 : tensor<4xf32>
  %b3 = sinter.add %b2, %x19 : tensor<4xf32>
  %b4 = sinter.add %b3, %x20 : tensor<4xf32>
  %b5 = sinter.add %b4, %x21 : tensor<4xf32>
  %b6 = sinter.add %b5, %x22 : tensor<4xf32>
  %b7 = sinter.add %b6, %x23 : tensor<4xf32>
  %b8 = sinter.add %b7, %x24 : tensor<4xf32>
  %b9 = sinter.add %b8, %x25 : tensor<4xf32>
  %b10 = sinter.add %b9, %x26 : tensor<4xf32>
  %b11 = sinter.add %b10, %x27 : tensor<4xf32>
  %b12 = sinter.add %b11, %x28 : tensor<4xf32>
  %b13 = sinter.add %b12, %x29 : tensor<4xf32>
  %b14 = sinter.add %b13, %x30 : tensor<4xf32>
  %b15 = sinter.add %b14, %x31 : tensor<4xf32>
  // expected-remark @below {{the kernel would take more than 32 buffers}}
  %y = sinter.sub %a15, %b15 : tensor<4xf32>
  return %y : tensor<4xf32>
}
