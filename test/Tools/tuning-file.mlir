// A tuning file pins schedules for its own target, wherever the plan is made; the text and the report say so.
// RUN: rm -rf %t && mkdir %t
// RUN: echo '{"sinter_tuning": 1}' > %t/h200.jsonl
// RUN: echo '{"kernel": "c0e625e12b19e558", "gpu": "NVIDIA H200", "target": "sm_90", "schedule": "#kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false>", "rule": "#kernel.schedule<pointwise, threads = 256, threads_per_row = 1, vector = 1, vectors = 1, hold = false>", "rule_us": 3, "tuned_us": 2, "candidates": 5}' >> %t/h200.jsonl
// RUN: sinter-compile %s --target=sm_90 --emit=cuda --tuning=%t/h200.jsonl | FileCheck %s
// RUN: sinter-compile %s --target=compute_90 --emit=kernel --tuning=%t/h200.jsonl | FileCheck %s --check-prefix=KERNEL
// RUN: sinter-explain %s --no-compile --tuning=%t/h200.jsonl | FileCheck %s --check-prefix=EXPLAIN
// CHECK: // 64 threads a block, 2 neighbouring elements a thread, pinned by tuning
// KERNEL: schedule #kernel.schedule<pointwise, threads = 64, threads_per_row = 1, vector = 2, vectors = 1, hold = false> {{.*}}kernel.pinned
// EXPLAIN: over 4096; 64 threads a block, 2 neighbouring elements a thread, pinned by tuning

// Nothing is there for other targets, which is told.
// RUN: sinter-compile %s --target=sm_80 --emit=kernel --tuning=%t/h200.jsonl 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: warning: {{.*}}h200.jsonl has nothing for sm_80; there are: sm_90 (NVIDIA H200); the rules choose all schedules
// OTHER: threads = 256
// OTHER-NOT: kernel.pinned

// Where the rules were best they still choose.
// RUN: sed 's/threads = 64, threads_per_row = 1, vector = 2/threads = 256, threads_per_row = 1, vector = 1/' %t/h200.jsonl > %t/rule.jsonl
// RUN: sinter-compile %s --target=sm_90 --emit=kernel --tuning=%t/rule.jsonl | FileCheck %s --check-prefix=RULE
// RULE-NOT: kernel.pinned

// Files are put together; several GPUs are asked about.
// RUN: sed 's/NVIDIA H200/NVIDIA H100/; s/threads = 64/threads = 128/' %t/h200.jsonl > %t/h100.jsonl && cat %t/h200.jsonl %t/h100.jsonl > %t/both.jsonl
// RUN: not sinter-compile %s --target=sm_90 --emit=kernel --tuning=%t/both.jsonl 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: {{.*}}both.jsonl has several GPUs for sm_90: choose one of `NVIDIA H100`, `NVIDIA H200` by --tuning-gpu
// RUN: sinter-compile %s --target=sm_90 --emit=cuda --tuning=%t/both.jsonl "--tuning-gpu=NVIDIA H100" | FileCheck %s --check-prefix=ONE
// ONE: // 128 threads a block

// A schedule that is none, and one that the kernel cannot be made by.
// RUN: sed 's/pointwise, threads = 64/pointwise, threads = sixty/' %t/h200.jsonl > %t/bad.jsonl
// RUN: not sinter-compile %s --target=sm_90 --emit=cuda --tuning=%t/bad.jsonl 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: bad.jsonl:2: expected a #kernel.schedule, but got `#kernel.schedule<pointwise, threads = sixty
// RUN: sed 's/pointwise, threads = 64, threads_per_row = 1/rows, threads = 64, threads_per_row = 32/' %t/h200.jsonl > %t/old.jsonl
// RUN: sinter-compile %s --target=sm_90 --emit=cuda --tuning=%t/old.jsonl 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: warning: kernel mul_{{.*}}: its pinned schedule #kernel.schedule<rows, {{.*}} is not valid, and the rules choose one: expected a row of 4096 elements to fit in the schedule's 32 threads x 1 vectors of 2
// OLD: // 256 threads a block, 1 neighbouring elements a thread
// RUN: not sinter-compile %s --tuning-gpu=X --emit=cuda 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: --tuning-gpu is of a file that --tuning names

func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %y = sinter.mul %x, %x : tensor<4096xf32>
  return %y : tensor<4096xf32>
}
