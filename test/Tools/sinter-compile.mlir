// REQUIRES: host-compiler
//
// A graph to a plan and to each level's text.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: sinter-compile %s --target=cpu --stats | FileCheck %s --check-prefix=STATS
// RUN: test -s %t/sinter-compile.plan
// STATS: plan           sinter-compile.plan ({{[0-9]+}} bytes) for cpu-
// STATS: operators      {{[1-9]}}
// STATS: kernels        1 launched, 1 distinct
// STATS: library calls  0
// STATS: launches       1
// STATS: compiled       0 by NVRTC
// STATS: fallbacks      0
// STATS: emit {{.*}} ms

// RUN: sinter compile %s --target=cpu -o %t/a.plan --json | FileCheck %s --check-prefix=JSON
// JSON:      {
// JSON-NEXT:   "plan": "{{.*}}/a.plan",
// JSON-NEXT:   "target": "cpu-{{.*}}",
// JSON-NEXT:   "operators": {{[1-9]}},
// JSON-NEXT:   "kernels_distinct": 1,
// JSON-NEXT:   "kernels_launched": 1,
// JSON-NEXT:   "library_calls": 0,
// JSON-NEXT:   "launches": 1,
// JSON-NEXT:   "bytes_unfused": {{[0-9]+}},
// JSON-NEXT:   "bytes_fused": {{[0-9]+}},
// JSON-NEXT:   "stages_ms": {
// JSON:        },
// JSON-NEXT:   "nvrtc_compiles": 0,
// JSON-NEXT:   "cache_hits": 1,
// JSON-NEXT:   "spills": [],
// JSON-NEXT:   "fallbacks": 0
// JSON-NEXT: }

// Whether a kernel came from the cache does not show in the plan.
// RUN: sinter-compile %s --target=cpu -o %t/b.plan --no-cache
// RUN: cmp %t/a.plan %t/b.plan
// RUN: sinter-compile %s --target=cpu --cache-dir=%t/cache --json -o %t/c.plan | FileCheck %s --check-prefix=COLD
// RUN: sinter-compile %s --target=cpu --cache-dir=%t/cache -o - > %t/d.plan
// RUN: cmp %t/a.plan %t/c.plan
// RUN: cmp %t/a.plan %t/d.plan
// COLD: "cache_hits": 0

// RUN: sinter-compile %s --emit=sinter | FileCheck %s --check-prefix=SINTER
// SINTER: func.func @main
// SINTER: sinter.add
// RUN: sinter-compile %s --emit=groups | FileCheck %s --check-prefix=GROUPS
// GROUPS: sinter.group
// RUN: sinter-compile %s --emit=kernel | FileCheck %s --check-prefix=KERNEL
// KERNEL: kernel.func
// RUN: sinter-compile %s --emit=thread | FileCheck %s --check-prefix=THREAD
// THREAD: kernel.thread_func
// RUN: sinter-compile %s --emit=cuda -o %t/kernels.cu
// RUN: FileCheck %s --check-prefix=CUDA < %t/kernels.cu
// CUDA: extern "C" __global__ void
// RUN: sinter-compile %s --emit=plan | FileCheck %s --check-prefix=PLAN
// PLAN: plan.entry
// PLAN: plan.launch

// Unfused, each operator is a kernel.
// RUN: sinter-compile %s --fusion=off --emit=groups | FileCheck %s --check-prefix=UNFUSED
// UNFUSED-COUNT-2: sinter.group

// One group is a graph that compiles again.
// RUN: sinter-compile %s --extract-group=0 -o %t/group.mlir
// RUN: sinter-compile %t/group.mlir --target=cpu -o %t/group.plan --stats | FileCheck %s --check-prefix=GROUP
// GROUP: kernels        1 launched, 1 distinct

// RUN: sinter-compile --help | FileCheck %s --check-prefix=HELP
// HELP: usage: sinter-compile GRAPH [OPTIONS]
// HELP: -o FILE
// HELP: --extract-group=N

func.func @main(%x: tensor<?x96xf32, #sinter.dims<tokens, 96>>, %r: tensor<?x96xf32, #sinter.dims<tokens, 96>>)
    -> tensor<?x96xf32, #sinter.dims<tokens, 96>> attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 1>}} {
  %0 = sinter.add %x, %r : tensor<?x96xf32, #sinter.dims<tokens, 96>>
  %1 = sinter.tanh %0 : tensor<?x96xf32, #sinter.dims<tokens, 96>>
  return %1 : tensor<?x96xf32, #sinter.dims<tokens, 96>>
}
