// REQUIRES: host-compiler
// Each distinct kernel, by the rules and a few candidates, all of which compute the same; what is found is kept, and not measured again.
// RUN: rm -f %t.jsonl && sinter-tune %s --device=cpu --dim=rows=5 --tuning=%t.jsonl -o %t.plan --rounds=3 --candidates=4 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t.jsonl
// RUN: sinter-tune %s --device=cpu --dim=rows=5 --tuning=%t.jsonl --rounds=3 --candidates=4 --json | FileCheck %s --check-prefix=KNOWN
// RUN: sinter-run %t.plan --device=cpu --reference %s | FileCheck %s --check-prefix=GOOD
// RUN: sinter-compile %s --target=cpu --dim=rows=5 --tuning=%t.jsonl -o %t.again.plan && cmp %t.plan %t.again.plan
// RUN: rm -f %t.none.jsonl && sinter-tune %s --device=cpu --tuning=%t.none.jsonl --prepare --candidates=2 | FileCheck %s --check-prefix=PREPARE
// RUN: not ls %t.none.jsonl
// RUN: rm -rf %t.kept && sinter-tune %s --device=cpu --dim=rows=5 --tuning=%t.none.jsonl --prepare --only=softmax --candidates=1 --keep=%t.kept && ls %t.kept | FileCheck %s --check-prefix=KEPT
// KEPT: softmax{{.*}}-0.plan
// KEPT-NEXT: softmax{{.*}}-1.plan
// KEPT-NOT: plan
// RUN: sinter-tune %s --device=cpu --at=rows=7 --tuning=%t.none.jsonl --budget=0 | FileCheck %s --check-prefix=BUDGET
// RUN: rm -f %t.at.jsonl && sinter-tune %s --device=cpu --at=rows=7 --tuning=%t.at.jsonl --only=softmax --rounds=3 --candidates=1 | FileCheck %s --check-prefix=AT
// RUN: FileCheck %s --check-prefix=AT-FILE < %t.at.jsonl

// CHECK: cpu: 2 distinct kernels; times mean nothing here
// CHECK: kernel launches rules, us tuned, us rules/tuned what differs
// CHECK-DAG: softmax{{.*}} 1 {{[0-9.]+}} {{[0-9.]+}}
// CHECK-DAG: relu{{.*}} 1 {{[0-9.]+}} {{[0-9.]+}}
// CHECK-NOT: not measured
// CHECK: product calls estimate, us best, us times its algorithm
// CHECK: matmul{{.*}} 1 - - - not measured: there are no algorithms to choose from
// CHECK: the plan: {{.*}} us by the rules in {{[0-9]+}} launches, {{.*}} us tuned
// CHECK: kept in {{.*}}.jsonl

// FILE: {"sinter_tuning": 1}
// FILE-COUNT-2: {"kernel": "{{[0-9a-f]+}}", "gpu": "cpu", "target": "cpu-{{.*}}", "schedule": "#kernel.schedule<{{.*}}>", "rule": "#kernel.schedule<{{.*}}>", {{.*}}"rule_us": {{.*}}"tuned_us": {{.*}}"candidates":
// FILE-NOT: kernel

// KNOWN: "times_mean_something": false
// KNOWN-COUNT-2: "status": "known"
// KNOWN: "plan": {
// KNOWN-NEXT: "error": ""

// GOOD: good

// PREPARE-COUNT-2: compiled
// BUDGET-COUNT-3: not measured: the budget is spent
// AT: 1 distinct kernels
// AT-NOT: not measured
// AT-FILE: "at": {"rows": 7}

// A plan that keeps its graph is as good as the graph.
// RUN: sinter-compile %s --target=cpu --dim=rows=5 --keep-graph -o %t.kept.plan
// RUN: sinter-tune %t.kept.plan --device=cpu --tuning=%t.jsonl --rounds=3 --candidates=4 -o %t.tuned.plan --json | FileCheck %s --check-prefix=KNOWN
// RUN: sinter-compile %s --target=cpu --dim=rows=5 --keep-graph --tuning=%t.jsonl -o %t.kept.again.plan && cmp %t.tuned.plan %t.kept.again.plan
// RUN: sinter-run %t.tuned.plan --device=cpu --reference %s | FileCheck %s --check-prefix=GOOD
// RUN: not sinter-tune %t.kept.plan --device=cpu --fusion=off 2>&1 | FileCheck %s --check-prefix=OF-GRAPHS
// OF-GRAPHS: --fusion, --merge-products, --numerics, --skinny-products and --weights are of graphs

// What is wrong is said.
// RUN: not sinter-tune %t.plan 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: keeps no graph: it has kernels and not what they were made of. Compile it by `sinter compile --keep-graph`, or give the graph, and the plan as -o
// RUN: not sinter-tune %s --device=cpu --only='(' --tuning=%t.jsonl 2>&1 | FileCheck %s --check-prefix=REGEX
// REGEX: error: --only:
// RUN: not sinter-tune %s --device=cpu --at=row=7 --tuning=%t.jsonl 2>&1 | FileCheck %s --check-prefix=AT-NAME
// AT-NAME: --at names `row`, but there are: rows
// RUN: echo '{"sinter_tuning": 7}' > %t.newer.jsonl && not sinter-tune %s --device=cpu --tuning=%t.newer.jsonl 2>&1 | FileCheck %s --check-prefix=NEWER
// NEWER: newer.jsonl:1: expected version 1 of the format, but got 7: a newer sinter has written it
// RUN: not sinter-compile %s --tuning=%t.gone.jsonl -o %t.plan 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: cannot read {{.*}}.gone.jsonl: No such file or directory

#x = #sinter.dims<rows, 96>
func.func @main(%x: tensor<?x96xf32, #x>, %w: tensor<96x8xf32>) -> tensor<?x8xf32, #sinter.dims<rows, 8>> attributes {sinter.symbols = {rows = #sinter.range<1, 64, 1>}} {
  %y = sinter.softmax %x axis = 1 : tensor<?x96xf32, #x>
  %z = sinter.matmul %y, %w : tensor<?x96xf32, #x>, tensor<96x8xf32> -> tensor<?x8xf32, #sinter.dims<rows, 8>>
  %r = sinter.relu %z : tensor<?x8xf32, #sinter.dims<rows, 8>>
  %e = sinter.exp %r : tensor<?x8xf32, #sinter.dims<rows, 8>>
  return %e : tensor<?x8xf32, #sinter.dims<rows, 8>>
}
