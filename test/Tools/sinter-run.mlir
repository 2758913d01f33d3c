// A graph on the CPU path and by the reference interpreter, which agree; its plan, saved outputs and times.

// REQUIRES: host-compiler
// RUN: rm -rf %t && mkdir %t

// RUN: sinter-run %s --device=cpu --dim tokens=37 --check --json | FileCheck %s --check-prefix=JSON
// JSON:      {
// JSON-NEXT:   "device": "cpu",
// JSON-NEXT:   "outputs": [
// JSON-NEXT:     {
// JSON-NEXT:       "name": "result0",
// JSON-NEXT:       "dims": [37, 96],
// JSON-NEXT:       "max_error": {{[0-9.e-]+}},
// JSON-NEXT:       "max_error_over_std": {{[0-9.e-]+}}
// JSON-NEXT:     }
// JSON-NEXT:   ],
// JSON-NEXT:   "time_ms_median": {{[0-9.e-]+}},
// JSON-NEXT:   "compiles_at_load": 0,
// JSON-NEXT:   "compiles_during_run": 0,
// JSON-NEXT:   "launches": 1,
// JSON-NEXT:   "fallbacks": 0,
// JSON-NEXT:   "library": []
// JSON-NEXT:   "products": [],
// JSON-NEXT:   "split_sums": 0
// JSON-NEXT: }

// RUN: sinter run %s --device=cpu --dim tokens=5 --check --fusion=off --iterations=3 --profile | FileCheck %s --check-prefix=TEXT
// TEXT: device     cpu
// TEXT: launches   2
// TEXT: output     result0: f32[5, 96], error {{.*}} (tolerance 0.0001) against the reference interpreter: good
// TEXT: step
// TEXT: step

// RUN: sinter-run %s --device=cpu --dim tokens=5 --repeats=3 | FileCheck %s --check-prefix=REPEATS
// REPEATS: repeats    3, 0 with other bits than the first execution
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=reference --dim tokens=5 --repeats=3 2>&1 | FileCheck %s --check-prefix=NO-REPEATS
// NO-REPEATS: --repeats runs a plan; the reference interpreter has none

// RUN: sinter-run %s --device=reference --dim tokens=5 --json | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: "device": "reference"
// REFERENCE: "max_error": null
// REFERENCE: "launches": 0
// REFERENCE: "fallbacks": 2

// Without a GPU `auto` is the CPU path, and says so.
// RUN: env SINTER_CUDA_DRIVER=/nothing sinter-run %s --dim tokens=5 --numerics=strict --check 2>&1 | FileCheck %s --check-prefix=AUTO
// AUTO: sinter-run: running on cpu (no GPU: {{.*/nothing|this build has no CUDA backend}}

// The plan of this graph has an image for the CPU path: nothing is compiled to run it.
// RUN: sinter-compile %s --target=cpu -o %t/a.plan
// RUN: sinter-run %t/a.plan --device=cpu --dim tokens=5 --seed 7 --save-outputs %t/out --json | FileCheck %s --check-prefix=PLAN
// PLAN: "compiles_at_load": 0

// Saved outputs are what the same inputs give elsewhere.
// RUN: sinter-run %s --device=reference --dim tokens=5 --seed 7 --save-outputs %t/reference
// RUN: python3 -c "import sys; a, b = (open(p, 'rb').read() for p in sys.argv[1:]); sys.exit(a[:128] != b[:128] or len(a) != len(b))" %t/out/result0.npy %t/reference/result0.npy
// RUN: sinter-run %s --device=cpu --input arg0=%t/out/result0.npy --input arg1=%t/reference/result0.npy --check

// Golden outputs: those saved above. Another seed gives others, and the worst element is named.
// RUN: cp %S/Inputs/golden.json %t/out/
// RUN: sinter-run %s --device=cpu --dim tokens=5 --seed 7 --golden %t/out | FileCheck %s --check-prefix=GOLDEN
// GOLDEN: output     result0: f32[5, 96], error 0, 0 of the standard deviation (tolerance 0.0001) against an earlier run `a`: good
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=cpu --dim tokens=5 --seed 9 --golden %t/out > %t/worst.txt 2>&1
// RUN: FileCheck %s --check-prefix=WORST < %t/worst.txt
// WORST-DAG: against an earlier run `a`: BAD
// WORST-DAG: sinter-run: error: output `result0` differs from an earlier run `a`: expected {{.*}} at [{{[0-9]+}}, {{[0-9]+}}], but got

// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=cpu 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: symbol `tokens` has no value; give --dim tokens=N (1 to 4096)
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=cpu --dim tokens=5000 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: tokens

func.func @main(%x: tensor<?x96xf32, #sinter.dims<tokens, 96>>, %r: tensor<?x96xf32, #sinter.dims<tokens, 96>>)
    -> tensor<?x96xf32, #sinter.dims<tokens, 96>> attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 1>}} {
  %0 = sinter.add %x, %r : tensor<?x96xf32, #sinter.dims<tokens, 96>>
  %1 = sinter.tanh %0 : tensor<?x96xf32, #sinter.dims<tokens, 96>>
  return %1 : tensor<?x96xf32, #sinter.dims<tokens, 96>>
}
