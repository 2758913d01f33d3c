// REQUIRES: host-compiler
// A graph from a file: every operator judged by itself, and what is said of wrong files and sizes.

// RUN: sinter-fuzz %s --numerics=strict --worst --quiet --json=%t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// CHECK: operator result
// CHECK: exp f32 4 units
// CHECK: mul f32 bit-equal 2 [[#]] 0 0 -
// CHECK: sum f32 fold
// CHECK: 6 edges judged
// CHECK: 1 graphs, strict, on cpu: 0 failures
// JSON: "edges": 6
// JSON: "operator": "exp"
// JSON: "tolerance": "function"
// JSON: "worst_share":

// Results alone, under `fast`.
// RUN: sinter-fuzz %s %s --quiet --elements=50 | FileCheck %s --check-prefix=FAST
// FAST: 2 graphs, fast, on cpu: 0 failures

// RUN: not sinter-fuzz %s --dim=rows=300 2>&1 | FileCheck %s --check-prefix=DIM
// DIM: --dim=rows=300 is not in the range of the symbol
// RUN: not sinter-fuzz %t.gone.mlir 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: cannot read graph `{{.*}}gone.mlir`

// What is to be written has its place before the first graph runs, or nothing runs.
// RUN: not sinter-fuzz --graphs=100000000 --json=%t.gone/figures.json 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: not sinter-fuzz --graphs=100000000 --json=%t.json/figures.json 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: not sinter-fuzz --graphs=100000000 --json=%S 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: not sinter-fuzz --graphs=100000000 --out=%t.json/failures 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: sinter-fuzz %s --quiet --elements=50 --out=%t.failures
// RUN: not test -e %t.failures
// PLACE-NOT: graphs
// PLACE: sinter-fuzz: error: cannot write `{{.*}}`: {{.+}}
// PLACE-NOT: graphs

func.func @main(%x: tensor<?x33xf32, #sinter.dims<rows, 33>>) -> tensor<?xf32, #sinter.dims<rows>> attributes {sinter.symbols = {rows = #sinter.range<1, 200, 1>}} {
  %a = sinter.mul %x, %x : tensor<?x33xf32, #sinter.dims<rows, 33>>
  %b = sinter.exp %a : tensor<?x33xf32, #sinter.dims<rows, 33>>
  %s = sinter.sum %b axes = [1] : tensor<?x33xf32, #sinter.dims<rows, 33>> -> tensor<?xf32, #sinter.dims<rows>>
  return %s : tensor<?xf32, #sinter.dims<rows>>
}
