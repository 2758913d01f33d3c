// A cache that grows by one row: one kernel that writes the row, and nothing that copies the cache.
// RUN: sinter compile %s --emit=kernel -o - | FileCheck %s --check-prefix=KERNEL
// RUN: sinter compile %s --emit=plan -o - | FileCheck %s --check-prefix=PLAN

// KERNEL: kernel.call @exp_update_slice_{{.*}}(%{{.*}}, %arg0, %{{.*}}) in_place [1]
// KERNEL: kernel.func @exp_update_slice_{{.*}}(%[[X:.*]]: !kernel.view<f32>, %[[CACHE:.*]]: !kernel.view<f32>, %[[AT:.*]]: !kernel.view<i64>)
// KERNEL-NOT: kernel.load %[[CACHE]]
// KERNEL: kernel.store %{{.*}}, %[[CACHE]][{{.*}}] indices(
// PLAN: plan.entry @main
// PLAN-DAG: %[[IN:.*]] = plan.input 0
// PLAN: plan.launch {{.*}} writes [1]
// PLAN-NOT: plan.copy
// PLAN: kernel.thread_func
func.func @main(%cache: tensor<1024x64xf32>, %new: tensor<1x64xf32>, %at: tensor<i64>) -> (tensor<1024x64xf32> {sinter.tied = 0}) {
  %e = sinter.exp %new : tensor<1x64xf32>
  %c = sinter.update_slice %cache, %e at %at axis = 0 : tensor<1024x64xf32>, tensor<1x64xf32>, tensor<i64>
  return %c : tensor<1024x64xf32>
}
