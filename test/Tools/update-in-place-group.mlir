// A group that updates in place, as a graph of its own: the tie goes with it.
// RUN: sinter compile %s --extract-group=0 | FileCheck %s

// CHECK: func.func @main(%[[NEW:.*]]: tensor<1x8xf32>, %[[CACHE:.*]]: tensor<16x8xf32>, %{{.*}}: tensor<i64>) -> (tensor<16x8xf32> {sinter.tied = 1 : i64})
// CHECK: sinter.update_slice %[[CACHE]]
func.func @main(%cache: tensor<16x8xf32>, %new: tensor<1x8xf32>, %at: tensor<i64>) -> (tensor<16x8xf32> {sinter.tied = 0}) {
  %e = sinter.exp %new : tensor<1x8xf32>
  %c = sinter.update_slice %cache, %e at %at axis = 0 : tensor<16x8xf32>, tensor<1x8xf32>, tensor<i64>
  return %c : tensor<16x8xf32>
}
