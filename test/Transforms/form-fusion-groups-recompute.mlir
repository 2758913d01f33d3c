// What is stored and what is computed again: whichever takes less time, for a reason that gives both times.
// RUN: sinter-opt %s --sinter-form-fusion-groups --split-input-file --remarks-filter=fusion --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// Twenty operators at half a million points, less what the points' own traffic hides, take less time than a launch.
// CHECK-LABEL: @widened_at_few_points
// CHECK-COUNT-20: sinter.inlined
// CHECK: sinter.broadcast {{.*}} sinter.inlined
// REMARK: computed again in each of its readers: 0.53 us to compute it again, 0.98 us to store and read it
func.func @widened_at_few_points(%x: tensor<65536x8xf32>, %c: tensor<8xf32>) -> tensor<65536x8xf32> {
  %1 = sinter.neg %c : tensor<8xf32>
  %2 = sinter.exp %1 : tensor<8xf32>
  %3 = sinter.neg %2 : tensor<8xf32>
  %4 = sinter.exp %3 : tensor<8xf32>
  %5 = sinter.neg %4 : tensor<8xf32>
  %6 = sinter.exp %5 : tensor<8xf32>
  %7 = sinter.neg %6 : tensor<8xf32>
  %8 = sinter.exp %7 : tensor<8xf32>
  %9 = sinter.neg %8 : tensor<8xf32>
  %10 = sinter.exp %9 : tensor<8xf32>
  %11 = sinter.neg %10 : tensor<8xf32>
  %12 = sinter.exp %11 : tensor<8xf32>
  %13 = sinter.neg %12 : tensor<8xf32>
  %14 = sinter.exp %13 : tensor<8xf32>
  %15 = sinter.neg %14 : tensor<8xf32>
  %16 = sinter.exp %15 : tensor<8xf32>
  %17 = sinter.neg %16 : tensor<8xf32>
  %18 = sinter.exp %17 : tensor<8xf32>
  %19 = sinter.neg %18 : tensor<8xf32>
  %20 = sinter.exp %19 : tensor<8xf32>
  %b = sinter.broadcast %20 dims = [1] : tensor<8xf32> -> tensor<65536x8xf32>
  %y = sinter.add %x, %b : tensor<65536x8xf32>
  return %y : tensor<65536x8xf32>
}

// -----

// At four million points they take more, and are a kernel of their own.
// CHECK-LABEL: @widened_at_many_points
// CHECK-NOT: sinter.inlined
// CHECK: sinter.broadcast {{.*}} sinter.inlined
// REMARK: stored, not computed again in 1 kernel that reads it: 4.28 us to compute it again, 0.98 us to store and read it
func.func @widened_at_many_points(%x: tensor<524288x8xf32>, %c: tensor<8xf32>) -> tensor<524288x8xf32> {
  %1 = sinter.neg %c : tensor<8xf32>
  %2 = sinter.exp %1 : tensor<8xf32>
  %3 = sinter.neg %2 : tensor<8xf32>
  %4 = sinter.exp %3 : tensor<8xf32>
  %5 = sinter.neg %4 : tensor<8xf32>
  %6 = sinter.exp %5 : tensor<8xf32>
  %7 = sinter.neg %6 : tensor<8xf32>
  %8 = sinter.exp %7 : tensor<8xf32>
  %9 = sinter.neg %8 : tensor<8xf32>
  %10 = sinter.exp %9 : tensor<8xf32>
  %11 = sinter.neg %10 : tensor<8xf32>
  %12 = sinter.exp %11 : tensor<8xf32>
  %13 = sinter.neg %12 : tensor<8xf32>
  %14 = sinter.exp %13 : tensor<8xf32>
  %15 = sinter.neg %14 : tensor<8xf32>
  %16 = sinter.exp %15 : tensor<8xf32>
  %17 = sinter.neg %16 : tensor<8xf32>
  %18 = sinter.exp %17 : tensor<8xf32>
  %19 = sinter.neg %18 : tensor<8xf32>
  %20 = sinter.exp %19 : tensor<8xf32>
  %b = sinter.broadcast %20 dims = [1] : tensor<8xf32> -> tensor<524288x8xf32>
  %y = sinter.add %x, %b : tensor<524288x8xf32>
  return %y : tensor<524288x8xf32>
}

// -----

// Two readers at other places: of one input, each reads that.
// CHECK-LABEL: @moved_and_made_of_one_input
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0, 1>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 1>}
// REMARK: computed again in 1 kernel that reads it: 1.00 us to compute it again, 2.00 us to store and read it
func.func @moved_and_made_of_one_input(%x0: tensor<1024x1024xf32>, %z: tensor<1024x1024xf32>) -> (tensor<1024xf32>, tensor<1024x1024xf32>) {
  %e = sinter.exp %x0 : tensor<1024x1024xf32>
  %s = sinter.sum %e axes = [1] : tensor<1024x1024xf32> -> tensor<1024xf32>
  %t = sinter.transpose %e permutation = [1, 0] : tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  %y = sinter.mul %t, %z : tensor<1024x1024xf32>
  return %s, %y : tensor<1024xf32>, tensor<1024x1024xf32>
}

// -----

// Of three inputs the second reader would read three times as much as of the stored value.
// CHECK-LABEL: @moved_and_made_of_three_inputs
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.mul {{.*}} {sinter.groups = array<i64: 1>}
// REMARK: stored, not computed again in 1 kernel that reads it: 3.00 us to compute it again, 2.00 us to store and read it
func.func @moved_and_made_of_three_inputs(%x0: tensor<1024x1024xf32>, %x1: tensor<1024x1024xf32>, %x2: tensor<1024x1024xf32>, %z: tensor<1024x1024xf32>) -> (tensor<1024xf32>, tensor<1024x1024xf32>) {
  %a1 = sinter.add %x0, %x1 : tensor<1024x1024xf32>
  %a2 = sinter.add %a1, %x2 : tensor<1024x1024xf32>
  %e = sinter.exp %a2 : tensor<1024x1024xf32>
  %s = sinter.sum %e axes = [1] : tensor<1024x1024xf32> -> tensor<1024xf32>
  %t = sinter.transpose %e permutation = [1, 0] : tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  %y = sinter.mul %t, %z : tensor<1024x1024xf32>
  return %s, %y : tensor<1024xf32>, tensor<1024x1024xf32>
}

// -----

// A library needs memory.
// CHECK-LABEL: @read_by_a_library
// CHECK: sinter.exp {{.*}} {sinter.groups = array<i64: 0>}
func.func @read_by_a_library(%x: tensor<1024x1024xf32>) -> (tensor<1024xf32>, tensor<1024x1024xf32>) {
  %e = sinter.exp %x : tensor<1024x1024xf32>
  %s = sinter.sum %e axes = [1] : tensor<1024x1024xf32> -> tensor<1024xf32>
  %y = sinter.matmul %e, %e : tensor<1024x1024xf32>, tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  return %s, %y : tensor<1024xf32>, tensor<1024x1024xf32>
}
