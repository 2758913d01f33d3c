// A tuning file pins algorithms of a library's products in the plans that have them; the report says so.
// RUN: rm -rf %t && mkdir %t
// RUN: echo '{"sinter_tuning": 1}' > %t/h200.jsonl
// RUN: echo '{"product": "aea1d57a2e6c0396", "gpu": "NVIDIA H200", "target": "sm_90", "library": "cuBLASLt 13.1.0", "algorithm": "0102", "words": "algorithm 66 tile 20", "estimate_us": 25, "tuned_us": 12.5, "rank": 7, "offered": 32}' >> %t/h200.jsonl
// RUN: sinter-explain %s --skinny-products=library --no-compile --tuning=%t/h200.jsonl | FileCheck %s
// RUN: sinter-explain %s --skinny-products=library --no-compile --tuning=%t/h200.jsonl --json | FileCheck %s --check-prefix=JSON
// CHECK: group 0: library call
// CHECK-NEXT: over m 4, n 96, k 128
// CHECK-NEXT: by algorithm 66 tile 20, pinned by tuning for NVIDIA H200 (sm_90) and cuBLASLt 13.1.0: 12.50 us, 25.00 us by the library's first estimate
// JSON: "pins": [
// JSON-NEXT: {
// JSON-NEXT: "device": "NVIDIA H200 (sm_90)",
// JSON-NEXT: "library": "cuBLASLt 13.1.0",
// JSON-NEXT: "algorithm": "algorithm 66 tile 20",
// JSON-NEXT: "estimate_us": 25,
// JSON-NEXT: "us": 12.5

// Pins of several GPUs lie side by side in a plan; products that it does not have, and other targets' pins, are left out.
// RUN: sinter-compile %s --skinny-products=library --target=sm_90 -o %t/none.plan
// RUN: sinter-compile %s --skinny-products=library --target=sm_90 --tuning=%t/h200.jsonl -o %t/one.plan && not cmp %t/none.plan %t/one.plan
// RUN: sed 's/aea1d57a2e6c0396/0000000000000000/' %t/h200.jsonl > %t/unknown.jsonl
// RUN: sinter-compile %s --skinny-products=library --target=sm_90 --tuning=%t/unknown.jsonl -o %t/unknown.plan && cmp %t/none.plan %t/unknown.plan
// RUN: sed 's/NVIDIA H200/NVIDIA H100/' %t/h200.jsonl > %t/h100.jsonl && cat %t/h200.jsonl %t/h100.jsonl > %t/both.jsonl
// RUN: sinter-explain %s --skinny-products=library --no-compile --tuning=%t/both.jsonl | FileCheck %s --check-prefix=BOTH
// BOTH: pinned by tuning for NVIDIA H100 (sm_90)
// BOTH-NEXT: pinned by tuning for NVIDIA H200 (sm_90)
// RUN: sinter-explain %s --skinny-products=library --no-compile --target=sm_80 --tuning=%t/h200.jsonl 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: warning: {{.*}}h200.jsonl has nothing for sm_80
// OTHER-NOT: pinned

// RUN: sed 's/"0102"/"01x2"/' %t/h200.jsonl > %t/bad.jsonl
// RUN: not sinter-compile %s --tuning=%t/bad.jsonl -o %t/bad.plan 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: {{.*}}bad.jsonl:2: expected `algorithm` to be bytes in hexadecimal digits, but got `01x2`

func.func @main(%x: tensor<4x128xbf16>, %w: tensor<96x128xbf16>) -> tensor<4x96xbf16> {
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<4x128xbf16>, tensor<96x128xbf16> -> tensor<4x96xbf16>
  return %p : tensor<4x96xbf16>
}
