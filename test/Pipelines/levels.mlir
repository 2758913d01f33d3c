// A graph of three operators, level by level: one kernel that reads x and r once and writes y once.
// RUN: sinter-opt %s --pass-pipeline='builtin.module(func.func(sinter-form-fusion-groups,sinter-apply-fusion-groups))' | FileCheck %s --check-prefix=GROUP
// RUN: sinter-opt %s --pass-pipeline='builtin.module(func.func(sinter-form-fusion-groups,sinter-apply-fusion-groups),convert-sinter-to-kernel)' --mlir-print-local-scope | FileCheck %s --check-prefix=KERNEL
// RUN: sinter-opt %s --sinter-pipeline --mlir-print-local-scope | FileCheck %s --check-prefix=PLAN
// RUN: sinter-opt %s --sinter-pipeline --mlir-print-local-scope | FileCheck %s --check-prefix=THREAD
// RUN: sinter-opt %s --sinter-pipeline | sinter-opt --verify-roundtrip -o /dev/null

// GROUP-LABEL: func.func @residual_scale_gelu
// GROUP: sinter.group kernel(%arg0, %arg1)
// GROUP-NEXT: ^bb0
// GROUP-NEXT: sinter.constant
// GROUP-NEXT: sinter.add
// GROUP-NEXT: sinter.broadcast
// GROUP-NEXT: sinter.mul
// GROUP-NEXT: sinter.gelu
// GROUP-NEXT: sinter.yield

// KERNEL-LABEL: kernel.func @add_mul_gelu_
// KERNEL-SAME: symbols ["tokens"] dims affine_map<()[s0] -> (s0, 768)>
// KERNEL-SAME: attributes {kernel.index_width = 32 : i64}
// KERNEL: kernel.load %x0[{{.*}}] : !kernel.view<bf16> -> f32
// KERNEL: kernel.load %x1[{{.*}}] : !kernel.view<bf16> -> f32
// KERNEL: %[[SUM:.*]] = arith.addf
// KERNEL: kernel.round %[[SUM]] to bf16 implicit
// KERNEL: arith.mulf
// KERNEL: kernel.round {{.*}} to bf16 implicit
// KERNEL: math.erf
// KERNEL-NOT: kernel.load
// KERNEL: kernel.store {{.*}}, %y0

// One step, and nothing between the inputs and the output.
// PLAN-LABEL: plan.entry @residual_scale_gelu
// PLAN-SAME: symbols ["tokens"] ranges {{\[\[}}1, 4096, 1]]
// PLAN-SAME: arena_size affine_map<()[s0] -> (0)>
// PLAN: %[[X:.*]] = plan.input 0
// PLAN: %[[R:.*]] = plan.input 1
// PLAN: %[[Y:.*]] = plan.output 0
// PLAN: plan.launch @[[NAME:add_mul_gelu_[0-9a-f]+]] {{.*}}(%[[X]], %[[R]], %[[Y]]) writes [2] scalars affine_map<()[s0] -> (s0)>
// PLAN-NOT: plan.launch
// PLAN: kernel.thread_func @[[NAME]]

// Fast numerics: the sum and the product keep 32 bits, the store rounds.
// THREAD-LABEL: kernel.thread_func @add_mul_gelu_
// THREAD-SAME: grid affine_map<()[s0] -> ((s0 * 768) ceildiv 1024)> threads 128 index_width 32
// THREAD: scf.if
// THREAD: kernel.vload %x0{{.*}} -> vector<8xf32>
// THREAD: kernel.vload %x1{{.*}} -> vector<8xf32>
// THREAD-NOT: kernel.round
// THREAD: kernel.vstore {{.*}} : vector<8xf32>, !kernel.view<bf16>
func.func @residual_scale_gelu(%x: tensor<?x768xbf16, #sinter.dims<tokens, 768>>, %r: tensor<?x768xbf16, #sinter.dims<tokens, 768>>)
    -> tensor<?x768xbf16, #sinter.dims<tokens, 768>> attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 1>}} {
  %half = sinter.constant dense<0.5> : tensor<bf16>
  %h = sinter.add %x, %r : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %scale = sinter.broadcast %half dims = [] : tensor<bf16> -> tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %s = sinter.mul %h, %scale : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %y = sinter.gelu erf %s : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  return %y : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
}
