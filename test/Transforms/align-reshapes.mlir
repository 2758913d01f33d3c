// RUN: sinter-opt %s --pass-pipeline="builtin.module(func.func(sinter-align-reshapes))" --split-input-file | FileCheck %s

// A group norm: groups of 4 channels are folded, and channels scaled.
// CHECK-LABEL: func.func @group_norm
// CHECK: sinter.reshape %{{.*}} : tensor<?x2x260xf32, #sinter.dims<batch, 2, 260>> -> tensor<?x2x4x65xf32, #sinter.dims<batch, 2, 4, 65>>
// CHECK: %[[N:.*]] = sinter.layer_norm %{{.*}} axis = 2 epsilon = 1.000000e-05 : tensor<?x2x4x65xf32, #sinter.dims<batch, 2, 4, 65>>
// CHECK: %[[W:.*]] = sinter.reshape %arg1 : tensor<8xf32> -> tensor<2x4xf32>
// CHECK: %[[B:.*]] = sinter.broadcast %[[W]] dims = [1, 2] : tensor<2x4xf32> -> tensor<?x2x4x65xf32, #sinter.dims<batch, 2, 4, 65>>
// CHECK: %[[Y:.*]] = sinter.mul %[[N]], %[[B]]
// CHECK: %[[Z:.*]] = sinter.relu %[[Y]]
// CHECK: %[[R:.*]] = sinter.reshape %[[Z]] : tensor<?x2x4x65xf32, #sinter.dims<batch, 2, 4, 65>> -> tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>
// CHECK: return %[[R]]
func.func @group_norm(%x: tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>, %w: tensor<8xf32>) -> tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>> {
  %r = sinter.reshape %x : tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>> -> tensor<?x2x260xf32, #sinter.dims<batch, 2, 260>>
  %n = sinter.layer_norm %r axis = 2 epsilon = 1.0e-5 : tensor<?x2x260xf32, #sinter.dims<batch, 2, 260>>
  %b = sinter.reshape %n : tensor<?x2x260xf32, #sinter.dims<batch, 2, 260>> -> tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>
  %v = sinter.broadcast %w dims = [1] : tensor<8xf32> -> tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>
  %m = sinter.mul %b, %v : tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>
  %y = sinter.relu %m : tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>
  return %y : tensor<?x8x65xf32, #sinter.dims<batch, 8, 65>>
}

// -----

// An operand that is no broadcast is reshaped; what others read, too; a row of one element stays one.
// CHECK-LABEL: func.func @beside_others
// CHECK: sinter.rms_norm %{{.*}} axis = 1 epsilon = {{.*}} : tensor<4x8x12xf32>
// CHECK: sinter.reshape %arg1 : tensor<32x12xf32> -> tensor<4x8x12xf32>
// CHECK: %[[SUM:.*]] = sinter.add {{.*}} : tensor<4x8x12xf32>
// CHECK: %[[BACK:.*]] = sinter.reshape %[[SUM]] : tensor<4x8x12xf32> -> tensor<32x12xf32>
// CHECK: sinter.broadcast %{{.*}} dims = [0, 1, 2] : tensor<1x1x12xf32> -> tensor<4x8x12xf32>
// CHECK: sinter.mul %[[SUM]], %{{.*}} : tensor<4x8x12xf32>
// CHECK: sinter.sum %[[BACK]] axes = [1] : tensor<32x12xf32> -> tensor<32xf32>
func.func @beside_others(%x: tensor<4x96xf32>, %z: tensor<32x12xf32>, %w: tensor<1x12xf32>) -> (tensor<32x12xf32>, tensor<32xf32>) {
  %n = sinter.rms_norm %x axis = 1 epsilon = 1.0e-5 : tensor<4x96xf32>
  %b = sinter.reshape %n : tensor<4x96xf32> -> tensor<32x12xf32>
  %a = sinter.add %b, %z : tensor<32x12xf32>
  %v = sinter.broadcast %w dims = [0, 1] : tensor<1x12xf32> -> tensor<32x12xf32>
  %m = sinter.mul %a, %v : tensor<32x12xf32>
  %s = sinter.sum %a axes = [1] : tensor<32x12xf32> -> tensor<32xf32>
  return %m, %s : tensor<32x12xf32>, tensor<32xf32>
}

// -----

// 6 and 8 are not made of the same parts.
// CHECK-LABEL: func.func @not_nested
// CHECK: sinter.layer_norm %arg0 axis = 1 epsilon = {{.*}} : tensor<4x6xf32>
func.func @not_nested(%x: tensor<4x6xf32>) -> tensor<3x8xf32> {
  %n = sinter.layer_norm %x axis = 1 epsilon = 1.0e-5 : tensor<4x6xf32>
  %b = sinter.reshape %n : tensor<4x6xf32> -> tensor<3x8xf32>
  %y = sinter.relu %b : tensor<3x8xf32>
  return %y : tensor<3x8xf32>
}
