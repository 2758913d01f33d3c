// What fusion makes of a graph, in words and as JSON.
// RUN: sinter-explain %s --no-compile --dim=rows=64 | FileCheck %s
// RUN: sinter explain %s --no-compile --dim=rows=64 --json | FileCheck %s --check-prefix=JSON
// RUN: sinter-explain %s --no-compile --fusion=off | FileCheck %s --check-prefix=OFF
// RUN: sinter-explain %s --no-compile --top=1 --bandwidth=1000 --launch-us=2 --target=sm_80 | FileCheck %s --check-prefix=TOP
// RUN: sinter-opt %s --sinter-pipeline --remarks-filter=fusion --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not sinter-explain %s --dim=columns=4 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not sinter-explain %s --dim=rows=5000 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sinter-explain %s --entry=other 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not sinter-explain %s --target=sm_80,sm_90 2>&1 | FileCheck %s --check-prefix=TARGETS

// CHECK: sinter-explain.mlir, entry main, for sm_90
// CHECK-NEXT: with rows = 64
// CHECK: VERDICT: expected to be {{[0-9.]+}}x as fast as unfused
// CHECK-NEXT: launches bytes time
// CHECK-NEXT: unfused: an operator, a launch 4
// The sum of y and its mean, of f32[64 x 256], is read twice unfused.
// CHECK-NEXT: fused 3
// CHECK: fused launches: 2 kernels (2 distinct), 1 library call, 0 copies
// CHECK: time of a kernel: 0.98 us a launch + bytes / 4200 GB/s, measured on an H200
// CHECK-NEXT: (768 TFLOP/s in 16 bits, measured, 67 in f32 by the data sheet)
// CHECK: bytes saved: 65.5 kB = 65.5 kB by edges kept
// CHECK-NEXT: bytes left: 319.7 kB = 163.8 kB inputs read, 8.4 kB results written, 147.5 kB between groups
// CHECK: LEDGER
// CHECK: add sinter-explain.mlir:[[#@LINE+78]]:8 | 131.1 kB 65.5 kB | 131.1 kB 65.5 kB | 0 B | 1.64e+04 0.08 0
// CHECK-NEXT: mean {{.*}} | 65.5 kB 256 B | 0 B 256 B | 65.5 kB |
// CHECK: together, all times | 385.3 kB | 319.7 kB | 65.5 kB |
// CHECK: GROUPS: 3 in 3 kinds, those
// CHECK: group 0: kernel add_mean_
// CHECK-NEXT: over rows x 256; {{.*}} a row
// CHECK-NEXT: 0.17 flop/B: launch-bound (compute from about 1.7)
// CHECK-NEXT: machine code: not compiled; by its schedule {{[0-9]+}} B of values held a thread, {{[0-9]+}} B of shared memory
// CHECK-NEXT: of add (sinter-explain.mlir:{{[0-9]+}}:8), mean
// CHECK-NEXT: x0 f32[rows x 256] reads 65.5 kB, from argument x
// CHECK-NEXT: x1 f32[rows x 256] reads 65.5 kB, from argument arg1
// CHECK-NEXT: y0 f32[rows x 256] writes 65.5 kB, to group 1
// CHECK-NEXT: y1 f32[rows] writes 256 B, to result
// CHECK: over m rows, n 32, k 256; a library's product: matmul
// CHECK-NEXT: 9.85 flop/B: launch-bound (compute from 16.0)
// CHECK: BOUNDARIES: launches pass on 147.5 kB through memory, in 2 reads; of the rewritten graph's edges, seen through shape operators, 1 kept, 2 cut
// CHECK-NEXT: 131.1 kB add ({{.*}}) -> matmul ({{.*}})
// CHECK-NEXT: a library call reads its operands from memory; group 0 to 1, f32[rows x 256]: 65.5 kB written, 65.5 kB read
// CHECK-NEXT: 16.4 kB matmul ({{.*}}) -> exp ({{.*}})
// CHECK-NEXT: a library call writes its result to memory; group 1 to 2, f32[rows x 32]: 8.2 kB written, 8.2 kB read

// JSON: "schema": 2,
// JSON: "entry": "main",
// JSON: "symbols": [
// JSON: "name": "rows",
// JSON-NEXT: "value": 64,
// JSON-NEXT: "given": true
// JSON: "launches": 4,
// JSON: "saved": {
// JSON-NEXT: "kept": 65536,
// JSON-NEXT: "inputs": 0,
// JSON-NEXT: "rewritten": 0,
// JSON-NEXT: "added": 0
// JSON: "traffic": {
// JSON-NEXT: "inputs": 163840,
// JSON-NEXT: "results": 8448,
// JSON-NEXT: "between": 147456,
// JSON-NEXT: "partial": 0,
// JSON-NEXT: "copies": 0
// JSON: "fate": null
// JSON: "bound": "launch",
// JSON: "kept": true,
// JSON-NEXT: "reason": null,
// JSON: "kept": false,
// JSON-NEXT: "reason": "a library call reads its operands from memory",
// JSON-NEXT: "formula": "2048 * rows",
// JSON-NEXT: "bytes": 131072,
// JSON: "boundaries": [
// JSON: "type": "f32[rows x 256]",
// JSON-NEXT: "reason": "a library call reads its operands from memory",
// JSON-NEXT: "from": 0,
// JSON-NEXT: "to": 1,
// JSON-NEXT: "written": 65536,
// JSON-NEXT: "read": 65536

// OFF: with rows = 4096, as no --dim says otherwise
// OFF: fused 4
// OFF: bytes saved: 0 B
// OFF: fusion is off; group 0 to {{[12]}}, f32[rows x 256]

// TOP: for sm_80
// TOP: time of a kernel: 2.00 us a launch + bytes / 1000 GB/s, as given
// TOP: the 1 of 4 rows that move most
// TOP: others (3 rows), all times
// TOP-NEXT: together, all times |
// TOP: and 1 more kinds; --top=0 shows all

// The same by the passes: each edge, then each kernel.
// REMARK-DAG: [Passed] FuseProducer | Category:fusion | {{.*}}Bytes="1024 * rows"
// REMARK-DAG: [Missed] FuseProducer | Category:fusion | {{.*}}Bytes="2048 * rows", {{.*}}Why="a library call reads its operands from memory"
// REMARK-DAG: [Analysis] KernelResources | Category:fusion | {{.*}}HeldRegisters={{[0-9]+}}, Kernel=add_mean_{{.*}}, SharedBytes=0

// NAME: error: {{.*}}: --dim names `columns`, but there are: rows
// RANGE: error: {{.*}}: --dim=rows=5000: expected a value from 1 to 4096
// ENTRY: error: {{.*}}: no entry `other`, there are: `main`
// TARGETS: error: --target: expected one target
func.func @main(%x: tensor<?x256xf32, #sinter.dims<rows, 256>> {sinter.name = "x"}, %r: tensor<?x256xf32, #sinter.dims<rows, 256>>, %w: tensor<256x32xf32>)
    -> (tensor<?xf32, #sinter.dims<rows>>, tensor<?x32xf32, #sinter.dims<rows, 32>>) attributes {sinter.symbols = {rows = #sinter.range<1, 4096, 1>}} {
  %y = sinter.add %x, %r : tensor<?x256xf32, #sinter.dims<rows, 256>>
  %m = sinter.mean %y axes = [1] : tensor<?x256xf32, #sinter.dims<rows, 256>> -> tensor<?xf32, #sinter.dims<rows>>
  %p = sinter.matmul %y, %w : tensor<?x256xf32, #sinter.dims<rows, 256>>, tensor<256x32xf32> -> tensor<?x32xf32, #sinter.dims<rows, 32>>
  %z = sinter.exp %p : tensor<?x32xf32, #sinter.dims<rows, 32>>
  return %m, %z : tensor<?xf32, #sinter.dims<rows>>, tensor<?x32xf32, #sinter.dims<rows, 32>>
}
