// Long reductions with few results become two kernels; so does one that folds rows and columns.
// RUN: sinter-opt %s --kernel-split-reductions --split-input-file --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @sum_of_all
// CHECK: %[[PARTS:.*]] = kernel.call @sum_parts(%arg0) : (tensor<1000001xf32>) -> tensor<240xf32>
// CHECK: %[[Y:.*]] = kernel.call @sum_rest(%[[PARTS]]) : (tensor<240xf32>) -> tensor<f32>
// CHECK: return %[[Y]]
// CHECK-LABEL: kernel.func @sum_parts(%x: !kernel.view<f32>, %part0: !kernel.view<f32>)
// CHECK-SAME: dims affine_map<() -> (240, 4224)>
// CHECK-SAME: kernel.ragged = #kernel.ragged<outer = 0, extent = affine_map<() -> (1000001)>>
// CHECK: %[[A:.*]] = kernel.load %x[affine_map<(d0, d1) -> (d0 * 4224 + d1)>]
// CHECK: %[[S:.*]] = kernel.reduce add %[[A]] over [1]
// CHECK: kernel.store %[[S]], %part0[affine_map<(d0, d1) -> (d0)>]
// CHECK-LABEL: kernel.func @sum_rest(%part0: !kernel.view<f32>, %y: !kernel.view<f32>)
// CHECK-SAME: dims affine_map<() -> (240)>
// CHECK: %[[P:.*]] = kernel.load %part0[affine_map<(d0) -> (d0)>]
// CHECK: %[[T:.*]] = kernel.reduce add %[[P]] over [0]
// CHECK: %[[N:.*]] = arith.negf %[[T]]
// CHECK: kernel.store %[[N]], %y[affine_map<(d0) -> (0)>]
func.func @sum_of_all(%x: tensor<1000001xf32>) -> tensor<f32> {
  %y = kernel.call @sum(%x) : (tensor<1000001xf32>) -> tensor<f32>
  return %y : tensor<f32>
}
kernel.func @sum(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000001)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %s = kernel.reduce add %a over [0] : f32
  %n = arith.negf %s : f32
  kernel.store %n, %y[affine_map<(d0) -> (0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// However many rows there are, there are as many parts.
// CHECK-LABEL: func.func @symbolic_rows
// CHECK: kernel.call @columns_parts(%arg0) : (tensor<?x64xf32, #sinter.dims<n, 64>>) -> tensor<33792xf32>
// CHECK-LABEL: kernel.func @columns_parts
// CHECK-SAME: dims affine_map<()[s0] -> (528, s0 ceildiv 528, 64)>
// CHECK-SAME: extent = affine_map<()[s0] -> (s0)>
// CHECK-LABEL: kernel.func @columns_rest
// CHECK-SAME: dims affine_map<()[s0] -> (528, 64)>
func.func @symbolic_rows(%x: tensor<?x64xf32, #sinter.dims<n, 64>>) -> tensor<64xf32> {
  %y = kernel.call @columns(%x) : (tensor<?x64xf32, #sinter.dims<n, 64>>) -> tensor<64xf32>
  return %y : tensor<64xf32>
}
kernel.func @columns(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols ["n"] dims affine_map<()[s0] -> (s0, 64)> {
  %a = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 64 + d1)>] : !kernel.view<f32> -> f32
  %s = kernel.reduce add %a over [0] : f32
  kernel.store %s, %y[affine_map<(d0, d1)[s0] -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// What the rows store stays with the parts.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK: %[[R:.*]]:2 = kernel.call @both_parts(%arg0) : (tensor<300x64xf32>) -> (tensor<300xf32>, tensor<4800xf32>)
// CHECK: %[[C:.*]] = kernel.call @both_rest(%[[R]]#1) : (tensor<4800xf32>) -> tensor<64xf32>
// CHECK: return %[[R]]#0, %[[C]]
func.func @rows_and_columns(%x: tensor<300x64xf32>) -> (tensor<300xf32>, tensor<64xf32>) {
  %y:2 = kernel.call @both(%x) : (tensor<300x64xf32>) -> (tensor<300xf32>, tensor<64xf32>)
  return %y#0, %y#1 : tensor<300xf32>, tensor<64xf32>
}
kernel.func @both(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (300, 64)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 64 + d1)>] : !kernel.view<f32> -> f32
  %r = kernel.reduce add %a over [1] : f32
  %c = kernel.reduce add %a over [0] : f32
  kernel.store %r, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.store %c, %z[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A thread cannot hold what it adds up of so long a row: the columns are a kernel of their own.
// CHECK-LABEL: func.func @rows_too_long
// CHECK: kernel.call @both_rows(%arg0) : (tensor<300x20000xf32>) -> tensor<300xf32>
// CHECK: kernel.call @both_columns(%arg0) : (tensor<300x20000xf32>) -> tensor<20000xf32>
func.func @rows_too_long(%x: tensor<300x20000xf32>) -> (tensor<300xf32>, tensor<20000xf32>) {
  %y:2 = kernel.call @both(%x) : (tensor<300x20000xf32>) -> (tensor<300xf32>, tensor<20000xf32>)
  return %y#0, %y#1 : tensor<300xf32>, tensor<20000xf32>
}
kernel.func @both(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %z: !kernel.view<f32>) symbols [] dims affine_map<() -> (300, 20000)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 20000 + d1)>] : !kernel.view<f32> -> f32
  %r = kernel.reduce add %a over [1] : f32
  %c = kernel.reduce add %a over [0] : f32
  kernel.store %r, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.store %c, %z[affine_map<(d0, d1) -> (d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// Enough blocks, or too little for two kernels: as it is.
// CHECK-LABEL: kernel.func @many_rows
// CHECK-LABEL: kernel.func @few_elements
func.func @as_they_are(%x: tensor<4096x4096xf32>, %z: tensor<1000xf32>) -> (tensor<4096xf32>, tensor<f32>) {
  %y = kernel.call @many_rows(%x) : (tensor<4096x4096xf32>) -> tensor<4096xf32>
  %w = kernel.call @few_elements(%z) : (tensor<1000xf32>) -> tensor<f32>
  return %y, %w : tensor<4096xf32>, tensor<f32>
}
kernel.func @many_rows(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4096, 4096)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 4096 + d1)>] : !kernel.view<f32> -> f32
  %s = kernel.reduce add %a over [1] : f32
  kernel.store %s, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}
kernel.func @few_elements(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %s = kernel.reduce add %a over [0] : f32
  kernel.store %s, %y[affine_map<(d0) -> (0)>] : f32, !kernel.view<f32>
  kernel.return
}

// -----

// A fold of what another one gave has no parts before that one is whole.
// CHECK-LABEL: kernel.func @dependent(
// CHECK-NOT: kernel.func
func.func @of_dependent_folds(%x: tensor<1000001xf32>) -> tensor<f32> {
  %0 = kernel.call @dependent(%x) : (tensor<1000001xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
kernel.func @dependent(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (1000001)> {
  %a = kernel.load %x[affine_map<(d0) -> (d0)>] : !kernel.view<f32> -> f32
  %m = kernel.reduce max %a over [0] : f32
  %s = kernel.reduce add %m over [0] : f32
  kernel.store %s, %y[affine_map<(d0) -> (0)>] : f32, !kernel.view<f32>
  kernel.return
}
