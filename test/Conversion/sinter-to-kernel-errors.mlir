// Groups that are no kernel.
// RUN: sinter-opt %s --convert-sinter-to-kernel --split-input-file --verify-diagnostics

func.func @product_in_a_kernel(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %y = sinter.group kernel(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%a: tensor<4x4xf32>):
    // expected-error @below {{'sinter.matmul' op cannot be part of a kernel: expected an elementwise operator, a shape operator, a reduction or a scan}}
    %b = sinter.matmul %a, %a : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
    sinter.yield %b : tensor<4x4xf32>
  }
  return %y : tensor<4x4xf32>
}

// -----

func.func @two_domains(%x: tensor<4xf32>, %z: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  // expected-error @below {{'sinter.group' op expected result 1 to have the group's domain as its shape, or a row of it}}
  %y:2 = sinter.group kernel(%x, %z) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<8xf32>):
    %c = sinter.exp %a : tensor<4xf32>
    %d = sinter.exp %b : tensor<8xf32>
    sinter.yield %c, %d : tensor<4xf32>, tensor<8xf32>
  }
  return %y#0, %y#1 : tensor<4xf32>, tensor<8xf32>
}

// -----

func.func @row_read_at_another_point(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = sinter.group kernel(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
  ^bb0(%a: tensor<8x8xf32>):
    // expected-error @below {{'sinter.sum' op expected to be read at the point of the group's domain where it is made}}
    %s = sinter.sum %a axes = [1] : tensor<8x8xf32> -> tensor<8xf32>
    %b = sinter.broadcast %s dims = [1] : tensor<8xf32> -> tensor<8x8xf32>
    %c = sinter.sub %a, %b : tensor<8x8xf32>
    sinter.yield %c : tensor<8x8xf32>
  }
  return %y : tensor<8x8xf32>
}

// -----

func.func @elements_of_four_bits(%x: tensor<8xi4>) -> tensor<8xf32> {
  // expected-error @below {{a kernel cannot access 'tensor<8xi4>': expected the element of a view to be f64, f32, bf16, f16, f8E4M3FN, f8E5M2, i64, i32, i16, i8, ui64, ui32, ui16, ui8 or i1, but got 'i4'}}
  %y = sinter.group kernel(%x) : (tensor<8xi4>) -> tensor<8xf32> {
  ^bb0(%a: tensor<8xi4>):
    %c = sinter.cast %a : tensor<8xi4> -> tensor<8xf32>
    sinter.yield %c : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}
