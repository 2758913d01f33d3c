// Long f32 products with few tiles become batches of parts.
// RUN: sinter-opt %s --sinter-split-contractions | FileCheck %s

// 96 tiles of 32 x 32 for 132 processors: four parts.
// CHECK-LABEL: func.func @long_product_read_by_a_kernel
func.func @long_product_read_by_a_kernel(%x: tensor<1x128x3072xf32>, %w: tensor<3072x768xf32>, %r: tensor<1x128x768xf32>) -> tensor<1x128x768xf32> {
  // CHECK: sinter.reshape %{{.*}} : tensor<1x128x3072xf32> -> tensor<128x4x768xf32>
  // CHECK: sinter.transpose %{{.*}} permutation = [1, 0, 2] : tensor<128x4x768xf32> -> tensor<4x128x768xf32>
  // CHECK: %[[P:.*]] = sinter.matmul %{{.*}}, %{{.*}} : tensor<4x128x768xf32>, tensor<4x768x768xf32> -> tensor<4x128x768xf32>
  // CHECK-COUNT-4: sinter.slice %[[P]]
  // CHECK-COUNT-3: sinter.add
  // CHECK: %[[Y:.*]] = sinter.add %{{.*}}, %arg2
  // CHECK: return %[[Y]]
  %p = sinter.matmul %x, %w : tensor<1x128x3072xf32>, tensor<3072x768xf32> -> tensor<1x128x768xf32>
  %y = sinter.add %p, %r : tensor<1x128x768xf32>
  return %y : tensor<1x128x768xf32>
}

// CHECK-LABEL: func.func @transposed_right_side
func.func @transposed_right_side(%x: tensor<128x1536xf32>, %w: tensor<768x1536xf32>) -> tensor<128x768xf32> {
  // CHECK: sinter.matmul %{{.*}}, %{{.*}} {transpose_rhs} : tensor<4x128x384xf32>, tensor<4x768x384xf32> -> tensor<4x128x768xf32>
  %p = sinter.matmul %x, %w {transpose_rhs} : tensor<128x1536xf32>, tensor<768x1536xf32> -> tensor<128x768xf32>
  %y = sinter.relu %p : tensor<128x768xf32>
  return %y : tensor<128x768xf32>
}

// Kernels that read some of the columns add up those.
// CHECK-LABEL: func.func @parts_of_columns
func.func @parts_of_columns(%x: tensor<32x3072xf32>, %w: tensor<3072x768xf32>) -> (tensor<32x256xf32>, tensor<32x512xf32>) {
  // CHECK: %[[P:.*]] = sinter.matmul %{{.*}}, %{{.*}} : tensor<8x32x384xf32>, tensor<8x384x768xf32> -> tensor<8x32x768xf32>
  // CHECK: sinter.slice %[[P]] starts = [7, 0, 256] steps = [1, 1, 1] : tensor<8x32x768xf32> -> tensor<1x32x512xf32>
  // CHECK: sinter.relu %{{.*}} : tensor<32x256xf32>
  // CHECK: sinter.neg %{{.*}} : tensor<32x512xf32>
  %p = sinter.matmul %x, %w : tensor<32x3072xf32>, tensor<3072x768xf32> -> tensor<32x768xf32>
  %a = sinter.slice %p starts = [0, 0] steps = [1, 1] : tensor<32x768xf32> -> tensor<32x256xf32>
  %b = sinter.slice %p starts = [0, 256] steps = [1, 1] : tensor<32x768xf32> -> tensor<32x512xf32>
  %y = sinter.relu %a : tensor<32x256xf32>
  %z = sinter.neg %b : tensor<32x512xf32>
  return %y, %z : tensor<32x256xf32>, tensor<32x512xf32>
}

// Nothing adds the parts up for free.
// CHECK-LABEL: func.func @returned_product_stays
func.func @returned_product_stays(%x: tensor<128x3072xf32>, %w: tensor<3072x768xf32>) -> tensor<128x768xf32> {
  // CHECK: sinter.matmul %arg0, %arg1
  %p = sinter.matmul %x, %w : tensor<128x3072xf32>, tensor<3072x768xf32> -> tensor<128x768xf32>
  return %p : tensor<128x768xf32>
}

// Parts would be rounded before they are added up.
// CHECK-LABEL: func.func @narrow_product_stays
func.func @narrow_product_stays(%x: tensor<128x3072xf16>, %w: tensor<3072x768xf16>) -> tensor<128x768xf16> {
  // CHECK: sinter.matmul %arg0, %arg1
  %p = sinter.matmul %x, %w : tensor<128x3072xf16>, tensor<3072x768xf16> -> tensor<128x768xf16>
  %y = sinter.relu %p : tensor<128x768xf16>
  return %y : tensor<128x768xf16>
}

// 1536 tiles fill the GPU.
// CHECK-LABEL: func.func @wide_product_stays
func.func @wide_product_stays(%x: tensor<512x3072xf32>, %w: tensor<3072x3072xf32>) -> tensor<512x3072xf32> {
  // CHECK: sinter.matmul %arg0, %arg1
  %p = sinter.matmul %x, %w : tensor<512x3072xf32>, tensor<3072x3072xf32> -> tensor<512x3072xf32>
  %y = sinter.relu %p : tensor<512x3072xf32>
  return %y : tensor<512x3072xf32>
}

// CHECK-LABEL: func.func @symbolic_product_stays
func.func @symbolic_product_stays(%x: tensor<?x3072xf32, #sinter.dims<n, 3072>>, %w: tensor<3072x768xf32>) -> tensor<?x768xf32, #sinter.dims<n, 768>> {
  // CHECK: sinter.matmul %arg0, %arg1
  %p = sinter.matmul %x, %w : tensor<?x3072xf32, #sinter.dims<n, 3072>>, tensor<3072x768xf32> -> tensor<?x768xf32, #sinter.dims<n, 768>>
  %y = sinter.relu %p : tensor<?x768xf32, #sinter.dims<n, 768>>
  return %y : tensor<?x768xf32, #sinter.dims<n, 768>>
}
