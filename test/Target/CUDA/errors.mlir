// RUN: sinter-translate --mlir-to-cuda %s --split-input-file --verify-diagnostics

kernel.thread_func @unknown_function(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{cannot print `math.cbrt` as CUDA C++}}
  %b = math.cbrt %a : f32
  kernel.vstore %b, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.thread_func @comparison(%x: !kernel.view<f32>, %y: !kernel.view<i1>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // expected-error @+1 {{cannot print a comparison `ult` as CUDA C++; legalize it first}}
  %b = arith.cmpf ult, %a, %a : f32
  kernel.vstore %b, %y[%t] : i1, !kernel.view<i1>
  kernel.return
}

// -----

kernel.thread_func @sum_of_bool(%x: !kernel.view<i1>, %y: !kernel.view<i1>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<i1> -> i1
  // expected-error @+1 {{cannot print `arith.addi` of i1 as CUDA C++; legalize it first}}
  %b = arith.addi %a, %a : i1
  kernel.vstore %b, %y[%t] : i1, !kernel.view<i1>
  kernel.return
}

// -----

kernel.thread_func @narrow_arithmetic(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %b = arith.truncf %a : f32 to f16
  // expected-error @+1 {{cannot compute with values of type 'f16' in CUDA C++}}
  %d = arith.negf %b : f16
  %c = arith.extf %d : f16 to f32
  kernel.vstore %c, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// -----

kernel.thread_func @two_results(%x: !kernel.view<i32>, %y: !kernel.view<i32>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<i32> -> i32
  // expected-error @+1 {{cannot print `arith.mului_extended` as CUDA C++}}
  %low, %high = arith.mului_extended %a, %a : i32
  kernel.vstore %high, %y[%t] : i32, !kernel.view<i32>
  kernel.return
}

// -----

kernel.thread_func @product_of_bool(%x: !kernel.view<i1>, %y: !kernel.view<i1>) symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<i1> -> i1
  // expected-error @+1 {{cannot print fold `mul` of 'i1' as CUDA C++}}
  %b = kernel.group_reduce mul %a width 32 : i1
  kernel.vstore %b, %y[%t] : i1, !kernel.view<i1>
  kernel.return
}

// -----

// expected-error @+1 {{expected a kernel's name to be a C++ identifier, but got `a-b`}}
kernel.thread_func @"a-b"() symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  kernel.return
}
