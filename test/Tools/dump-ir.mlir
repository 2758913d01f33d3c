// REQUIRES: host-compiler
//
// --dump-ir writes each level's text, numbered, and each kernel's, as --emit prints them.

// RUN: rm -rf %t && mkdir %t
// RUN: sinter-compile %s --target=cpu -o %t/a.plan --dump-ir=%t/ir/deep
// RUN: ls %t/ir/deep | FileCheck %s --check-prefix=FILES
// FILES:      00-input.mlir
// FILES-NEXT: 01-sinter.mlir
// FILES-NEXT: 02-groups.mlir
// FILES-NEXT: 03-kernel.mlir
// FILES-NEXT: 04-thread.mlir
// FILES-NEXT: 05-plan.mlir
// FILES-NEXT: kernels

// RUN: FileCheck %s --check-prefix=INPUT < %t/ir/deep/00-input.mlir
// INPUT: sinter.softmax
// RUN: sinter-compile %s --target=cpu --emit=groups -o %t/groups.mlir
// RUN: cmp %t/groups.mlir %t/ir/deep/02-groups.mlir
// RUN: sinter-compile %s --target=cpu --emit=plan -o %t/plan.mlir
// RUN: cmp %t/plan.mlir %t/ir/deep/05-plan.mlir
// Each is input for the passes that follow.
// RUN: sinter-opt %t/ir/deep/03-kernel.mlir --kernel-apply-schedules | FileCheck %s --check-prefix=APPLIED
// APPLIED: kernel.thread_func @exp_softmax_
// RUN: cat %t/ir/deep/kernels/exp_softmax_*.cu | FileCheck %s --check-prefix=KERNEL
// KERNEL:      // at dump-ir.mlir:[[#]]:
// KERNEL:      // exp_softmax_{{.*}}: sinter.exp, sinter.softmax
// KERNEL:      __global__

// RUN: sinter-run %s --device=cpu --inputs=random --check --dump-ir=%t/run
// RUN: cmp %t/run/05-plan.mlir %t/ir/deep/05-plan.mlir
// What cannot be written is no reason to fail.
// RUN: touch %t/file
// RUN: sinter-compile %s --target=cpu -o %t/a.plan --dump-ir=%t/file 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: warning: cannot write {{.*}}00-input.mlir

// Before a stage that fails, those that went well.
// RUN: not sinter-compile %S/Inputs/fails-in-a-pass.mlir --target=cpu -o %t/b.plan --dump-ir=%t/failed
// RUN: ls %t/failed | FileCheck %s --check-prefix=FAILED
// FAILED: 02-groups.mlir
// FAILED-NOT: 03-kernel.mlir

func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sinter.exp %x : tensor<4x8xf32>
  %1 = sinter.softmax %0 axis = 1 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
