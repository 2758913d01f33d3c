// RUN: sinter-opt %s --sinter-collect-guards --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: affine_map<()[s0, s1] -> (s0 * 4 - s1)>
// CHECK-LABEL: func.func @reshape_of_another_symbol
// CHECK-SAME: sinter.guards = [#sinter.guard<symbols = ["a", "b"], map = #{{.*}}, equal = true, text = "sinter.reshape: expected as many elements after a reshape as before, at {{.*}}collect-guards.mlir:{{[0-9:]+}}">]
func.func @reshape_of_another_symbol(%x: tensor<?x4xf32, #sinter.dims<a, 4>>) -> tensor<?xf32, #sinter.dims<b>> {
  %y = sinter.reshape %x : tensor<?x4xf32, #sinter.dims<a, 4>> -> tensor<?xf32, #sinter.dims<b>>
  return %y : tensor<?xf32, #sinter.dims<b>>
}

// -----

// CHECK-LABEL: func.func @reshape_that_is_plain
// CHECK-NOT: sinter.guards
func.func @reshape_that_is_plain(%x: tensor<?x12x?xf32, #sinter.dims<a, 12, b>>) -> tensor<?x?x3xf32, #sinter.dims<a * 4, b, 3>> {
  %y = sinter.reshape %x : tensor<?x12x?xf32, #sinter.dims<a, 12, b>> -> tensor<?x?x3xf32, #sinter.dims<a * 4, b, 3>>
  return %y : tensor<?x?x3xf32, #sinter.dims<a * 4, b, 3>>
}

// -----

// CHECK: affine_map<()[s0] -> (s0 - 5)>
// CHECK-LABEL: func.func @slice_of_a_symbol
// CHECK-SAME: sinter.guards = [#sinter.guard<symbols = ["n"], map = #{{.*}}, equal = false, text = "sinter.slice: expected no index of dimension 0 of what a slice reads beyond its end, at {{.*}}collect-guards.mlir:{{[0-9:]+}}">]
func.func @slice_of_a_symbol(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<3xf32> {
  %y = sinter.slice %x starts = [2] steps = [1] : tensor<?xf32, #sinter.dims<n>> -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @slice_within_its_range
// CHECK-NOT: sinter.guards
func.func @slice_within_its_range(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<3xf32> attributes {sinter.symbols = {n = #sinter.range<5, 9, 1>}} {
  %y = sinter.slice %x starts = [2] steps = [1] : tensor<?xf32, #sinter.dims<n>> -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// -----

// CHECK: affine_map<()[s0, s1] -> (s0 - s1 - 3)>
// CHECK-LABEL: func.func @pieces
// CHECK-SAME: #{{.*}}, equal = true, text = "sinter.split: expected pieces of a split that add up to the whole, at {{.*}}collect-guards.mlir:
func.func @pieces(%x: tensor<?xf32, #sinter.dims<n>>) -> (tensor<3xf32>, tensor<?xf32, #sinter.dims<m>>) {
  %y, %z = sinter.split %x axis = 0 : tensor<?xf32, #sinter.dims<n>> -> tensor<3xf32>, tensor<?xf32, #sinter.dims<m>>
  return %y, %z : tensor<3xf32>, tensor<?xf32, #sinter.dims<m>>
}

// -----

func.func @never(%x: tensor<?xf32, #sinter.dims<n>>) -> tensor<?xf32, #sinter.dims<n + 1>> {
  // expected-error @+1 {{expected no index of dimension 0 of what a slice reads beyond its end, but that holds for no value of the symbols}}
  %y = sinter.slice %x starts = [0] steps = [1] : tensor<?xf32, #sinter.dims<n>> -> tensor<?xf32, #sinter.dims<n + 1>>
  return %y : tensor<?xf32, #sinter.dims<n + 1>>
}

// -----

func.func @never_in_its_range(%x: tensor<?xf32, #sinter.dims<s>>) -> tensor<4xf32> attributes {sinter.symbols = {s = #sinter.range<5, 10, 1>}} {
  // expected-error @+1 {{expected as many elements after a reshape as before, but that holds for no value of the symbols}}
  %y = sinter.reshape %x : tensor<?xf32, #sinter.dims<s>> -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @never_long_enough(%x: tensor<?xf32, #sinter.dims<s>>) -> tensor<9xf32> attributes {sinter.symbols = {s = #sinter.range<1, 4, 1>}} {
  // expected-error @+1 {{expected no index of dimension 0 of what a slice reads beyond its end, but that holds for no value of the symbols}}
  %y = sinter.slice %x starts = [0] steps = [1] : tensor<?xf32, #sinter.dims<s>> -> tensor<9xf32>
  return %y : tensor<9xf32>
}
