// REQUIRES: host-compiler
//
// A group of a graph with symbols as a graph of its own: symbols keep their names and ranges, it compiles to the one group that it was, and gives what
// the reference gives.

// RUN: rm -rf %t && mkdir %t
// RUN: sinter-compile %s --emit=groups | FileCheck %s --check-prefix=GROUPS
// GROUPS: sinter.group kernel
// GROUPS: sinter.group library
// GROUPS: sinter.group kernel
// GROUPS-NOT: sinter.group

// RUN: sinter-compile %s --extract-group=0 -o %t/0.mlir
// RUN: FileCheck %s --check-prefix=ZERO < %t/0.mlir
// ZERO: func.func @main(%arg0: tensor<?x?x32xf32, #sinter.dims<batch, seq, 32>>
// ZERO-SAME: sinter.symbols = {batch = #sinter.range<1, 8, 1>, seq = #sinter.range<4, 64, 4>}
// ZERO-NOT: sinter.group
// ZERO: sinter.exp
// ZERO-NOT: sinter.matmul
// RUN: sinter-compile %t/0.mlir --emit=groups | FileCheck %s --check-prefix=ONE
// ONE: sinter.group kernel
// ONE-NOT: sinter.group
// RUN: sinter-run %t/0.mlir --device=cpu --check --dim=batch=2 --dim=seq=12 | FileCheck %s --check-prefix=GOOD
// GOOD: result0: f32[2, 12, {{.*}}good

// RUN: sinter-compile %s --extract-group=1 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: sinter.matmul
// RUN: sinter-compile %s --extract-group=1 -o %t/1.mlir
// RUN: sinter-run %t/1.mlir --device=cpu --check --dim=batch=3 --dim=seq=4 | FileCheck %s --check-prefix=GOOD-1
// GOOD-1: result0: f32[3, 4, 16]{{.*}}good
// RUN: sinter-compile %s --extract-group=2 -o %t/2.mlir
// RUN: sinter-run %t/2.mlir --device=cpu --check --dim=batch=1 --dim=seq=64 | FileCheck %s --check-prefix=GOOD-2
// GOOD-2: result0: f32[1, 64, 16]{{.*}}good
// Beyond the range that the graph gave.
// RUN: not sinter-run %t/2.mlir --device=cpu --dim=batch=1 --dim=seq=68 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: seq

// A symbol that only the inside of a group has gets an argument to tell its value.
// RUN: sinter-compile %S/Inputs/loose-symbol.mlir --extract-group=0 -o %t/loose.mlir
// RUN: FileCheck %s --check-prefix=LOOSE < %t/loose.mlir
// LOOSE: func.func @main(%arg0: tensor<?xi8, #sinter.dims<rows>> {sinter.name = "extent_rows"}) -> tensor<i64>
// RUN: sinter-run %t/loose.mlir --device=cpu --check --dim=rows=7 | FileCheck %s --check-prefix=LOOSE-GOOD
// LOOSE-GOOD: result0: i64[]{{.*}}good

func.func @main(%x: tensor<?x?x32xf32, #sinter.dims<batch, seq, 32>>, %w: tensor<32x16xf32>) -> tensor<?x?x16xf32, #sinter.dims<batch, seq, 16>>
    attributes {sinter.symbols = {batch = #sinter.range<1, 8, 1>, seq = #sinter.range<4, 64, 4>}} {
  %0 = sinter.exp %x : tensor<?x?x32xf32, #sinter.dims<batch, seq, 32>>
  %1 = sinter.softmax %0 axis = 2 : tensor<?x?x32xf32, #sinter.dims<batch, seq, 32>>
  %2 = sinter.matmul %1, %w : tensor<?x?x32xf32, #sinter.dims<batch, seq, 32>>, tensor<32x16xf32> -> tensor<?x?x16xf32, #sinter.dims<batch, seq, 16>>
  %3 = sinter.tanh %2 : tensor<?x?x16xf32, #sinter.dims<batch, seq, 16>>
  %4 = sinter.rms_norm %3 axis = 2 epsilon = 1.0e-6 : tensor<?x?x16xf32, #sinter.dims<batch, seq, 16>>
  return %4 : tensor<?x?x16xf32, #sinter.dims<batch, seq, 16>>
}
