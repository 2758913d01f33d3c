// A limit of memory that a graph cannot keep is an error with its peaks; one that it keeps is none.
// RUN: not sinter-compile %s --memory-limit=1000 -o %t.plan 2>&1 | FileCheck %s
// RUN: sinter-compile %s --memory-limit=12582912 -o %t.plan
// RUN: not sinter-compile %s --memory-limit=1000 --fusion=off -o %t.plan 2>&1 | FileCheck %s --check-prefix=ARENA

// Registers are limited by the blocks that are to fit on a processor, of which there are at most 32.
// RUN: sinter-compile %s --max-registers=32 --emit=cuda | FileCheck %s --check-prefix=REGISTERS
// RUN: not sinter-compile %s --max-registers=8 -o %t.plan 2>&1 | FileCheck %s --check-prefix=FEW

// CHECK: memory-limit.mlir:[[#@LINE+4]]:1: error: expected at most 1000 bytes in memory at once, but the graph needs 12582912, and 12582912 without fusion
// ARENA: error: expected an arena of at most 1000 bytes, but the plan's has {{[0-9]+}}
// REGISTERS: __launch_bounds__({{[0-9]+, [0-9]+}})
// FEW: error: expected an integer of at least 32 for --max-registers, but got `8`
func.func @main(%x: tensor<1024x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %a = sinter.matmul %x, %w : tensor<1024x1024xf32>, tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  %b = sinter.matmul %a, %w : tensor<1024x1024xf32>, tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  %c = sinter.matmul %b, %a : tensor<1024x1024xf32>, tensor<1024x1024xf32> -> tensor<1024x1024xf32>
  %d = sinter.exp %c : tensor<1024x1024xf32>
  return %d : tensor<1024x1024xf32>
}
