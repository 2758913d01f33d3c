// What scatters into tied arguments move: the updates, their indices, and a bool an update, never the input; scripts/check-ledger.py holds the same to what the CPU
// path counts.
// RUN: sinter-explain %s --no-compile --entry=tokens | FileCheck %s --check-prefix=TOKENS
// RUN: sinter-explain %s --no-compile --entry=fold | FileCheck %s --check-prefix=FOLD

// TOKENS-DAG: bf16[512 x 32] writes 2.4 kB, to argument arg0
// TOKENS-DAG: f32[37 x 32] reads 4.7 kB, from argument arg1
// TOKENS-DAG: i1[37] writes 37 B
func.func @tokens(%cache: tensor<512x32xbf16>, %k: tensor<37x32xf32>, %slots: tensor<37x1xi64>) -> (tensor<512x32xbf16> {sinter.tied = 0}) {
  %n = sinter.cast %k : tensor<37x32xf32> -> tensor<37x32xbf16>
  %c = sinter.scatter_nd replace %cache, %slots, %n : tensor<512x32xbf16>, tensor<37x1xi64>, tensor<37x32xbf16>
  return %c : tensor<512x32xbf16>
}

// The elements before are read, and the folds lie in memory before they are written over them.
// FOLD-DAG: f32[300 x 8] reads 1.2 kB, from argument arg0
// FOLD-DAG: f32[300 x 8] writes 1.2 kB, to argument arg0
func.func @fold(%x: tensor<300x8xf32>, %i: tensor<37x1xi64>, %u: tensor<37x8xf32>) -> (tensor<300x8xf32> {sinter.tied = 0}) {
  %c = sinter.scatter_nd add %x, %i, %u : tensor<300x8xf32>, tensor<37x1xi64>, tensor<37x8xf32>
  return %c : tensor<300x8xf32>
}
