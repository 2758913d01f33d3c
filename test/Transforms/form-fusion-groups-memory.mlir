// Peak memory as a veto.
// RUN: sinter-opt %s --sinter-form-fusion-groups --split-input-file --remarks-filter=fusion --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: sinter-opt %s --sinter-form-fusion-groups=memory-limit=100000000 --split-input-file | FileCheck %s --check-prefix=FREE
// RUN: not sinter-opt %s --sinter-form-fusion-groups=memory-limit=1000000 --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR

// Each sum is made when its product is there: all three products at once would be 24 MB, where one is in memory without fusion.
// CHECK-LABEL: @sums_of_products
// CHECK-SAME: sinter.arena_limit = 8654848 : i64
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: [[B:[1-9]]]>}
// CHECK: sinter.sum {{.*}} {sinter.groups = array<i64: [[C:[1-9]]]>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: [[C]]>}
// CHECK: sinter.add {{.*}} {sinter.groups = array<i64: [[C]]>}
// REMARK: Producer=sinter.sum{{.*}} Why="more than 8654848 bytes would be in memory at once (8654848 without fusion)
// FREE-LABEL: @sums_of_products
// FREE: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// FREE: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// FREE: sinter.sum {{.*}} {sinter.groups = array<i64: 0>}
// ERROR: error: expected at most 1000000 bytes in memory at once, but the graph needs {{[0-9]+}}, and {{[0-9]+}} without fusion
func.func @sums_of_products(%x: tensor<1024x64xf32>, %w: tensor<64x2048xf32>) -> tensor<1024xf32> {
  %a = sinter.matmul %x, %w : tensor<1024x64xf32>, tensor<64x2048xf32> -> tensor<1024x2048xf32>
  %sa = sinter.sum %a axes = [1] : tensor<1024x2048xf32> -> tensor<1024xf32>
  %xa = sinter.slice %a starts = [0, 0] steps = [1, 1] : tensor<1024x2048xf32> -> tensor<1024x64xf32>
  %b = sinter.matmul %xa, %w : tensor<1024x64xf32>, tensor<64x2048xf32> -> tensor<1024x2048xf32>
  %sb = sinter.sum %b axes = [1] : tensor<1024x2048xf32> -> tensor<1024xf32>
  %c = sinter.matmul %x, %w : tensor<1024x64xf32>, tensor<64x2048xf32> -> tensor<1024x2048xf32>
  %sc = sinter.sum %c axes = [1] : tensor<1024x2048xf32> -> tensor<1024xf32>
  %ab = sinter.add %sa, %sb : tensor<1024xf32>
  %abc = sinter.add %ab, %sc : tensor<1024xf32>
  return %abc : tensor<1024xf32>
}
