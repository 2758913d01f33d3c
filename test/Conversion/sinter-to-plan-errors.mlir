// What cannot become a plan.
// RUN: sinter-opt %s --convert-sinter-to-plan --split-input-file --verify-diagnostics

func.func @operator_outside_of_a_group(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'sinter.exp' op expected a kernel call, a library group or a view at this level}}
  %y = sinter.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @call_of_no_kernel(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'kernel.call' op expected a kernel named k}}
  %y = kernel.call @k(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @kernel_reads_a_view(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %t = sinter.transpose %x permutation = [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>
  // expected-error @below {{'kernel.call' op expected input 0 to lie densely, but it is a view of other memory; the kernel is to read through it}}
  %y = kernel.call @k(%t) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}
kernel.func @k(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (32)> { kernel.return }

// -----

func.func @library_reads_no_memory(%x: tensor<4x4xf32>, %z: tensor<4x4xf32>) -> tensor<4x8xf32> {
  %c = sinter.concat %x, %z axis = 1 : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x8xf32>
  // expected-error @below {{'sinter.group' op expected an operand in memory, or a view of one, but got a value of sinter.concat}}
  %y = sinter.group library(%x, %c) : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: tensor<4x4xf32>, %b: tensor<4x8xf32>):
    %p = sinter.matmul %a, %b : tensor<4x4xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    sinter.yield %p : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}

// -----

func.func @library_reads_every_second_column(%x: tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 2], offset = 0, alignment = 16>}, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  // expected-error @below {{'sinter.group' op expected the left operand to have rows or columns without gaps, which a library needs}}
  %y = sinter.group library(%x, %w) : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>):
    %p = sinter.matmul %a, %b : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
    sinter.yield %p : tensor<4x6xf32>
  }
  return %y : tensor<4x6xf32>
}

// -----

func.func @no_such_epilogue(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %y = sinter.group library(%x, %w) : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>):
    %p = sinter.matmul %a, %b : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
    // expected-error @below {{'sinter.exp' op has no counterpart in a library call's epilogue}}
    %e = sinter.exp %p : tensor<4x6xf32>
    sinter.yield %e : tensor<4x6xf32>
  }
  return %y : tensor<4x6xf32>
}

// -----

func.func @addition_of_no_bias(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %r: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %y = sinter.group library(%x, %w, %r) : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32> {
  ^bb0(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>):
    %p = sinter.matmul %a, %b : tensor<4x8xf32>, tensor<8x6xf32> -> tensor<4x6xf32>
    // expected-error @below {{'sinter.add' op expected an addition in a library group to add a bias}}
    %e = sinter.add %p, %c : tensor<4x6xf32>
    sinter.yield %e : tensor<4x6xf32>
  }
  return %y : tensor<4x6xf32>
}

// -----

func.func @strided_copy(%x: tensor<4x8xf32>) -> (tensor<4x8xf32> {sinter.layout = #sinter.layout<strides = [16, 1], offset = 0, alignment = 16>}) {
  // expected-error @below {{'func.return' op expected result 0 to lie densely where it is a copy of another value, and that value too}}
  return %x : tensor<4x8xf32>
}

// -----

// A library applies a ReLU after the bias, not before.
func.func @bias_after_relu(%x: tensor<4x4xf32>, %w: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %c = sinter.broadcast %b dims = [1] : tensor<8xf32> -> tensor<4x8xf32>
  %y = sinter.group library(%x, %w, %c) : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%l: tensor<4x4xf32>, %r: tensor<4x8xf32>, %bias: tensor<4x8xf32>):
    %p = sinter.matmul %l, %r : tensor<4x4xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
    %a = sinter.relu %p : tensor<4x8xf32>
    // expected-error @below {{'sinter.add' op has no counterpart in a library call's epilogue}}
    %s = sinter.add %a, %bias : tensor<4x8xf32>
    sinter.yield %s : tensor<4x8xf32>
  }
  return %y : tensor<4x8xf32>
}
