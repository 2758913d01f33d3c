// A row of symbolic length: two kernels, and a launch that takes the one with vectors where the length is a multiple of four.
// RUN: sinter compile %s --emit=plan -o - | FileCheck %s
// RUN: sinter run %s --device=cpu --sweep="b=3,n=1;b=3,n=4;b=2,n=1023;b=2,n=1024;b=0,n=8" --check 2>&1 | FileCheck %s --check-prefix=VALUES
// REQUIRES: host-compiler

// CHECK-DAG: #[[REST:.*]] = affine_map<()[s0, s1] -> (s1 mod 4)>
// CHECK-DAG: #[[QUOTIENT:.*]] = affine_map<()[s0, s1] -> (s0, s1 floordiv 4)>
// CHECK: plan.launch @softmax_[[HASH:[0-9a-f]+]] "softmax_{{.*}} variants [#plan.variant<kernel = @softmax_[[HASH]]_s1_by_4, zero = #[[REST]], scalars = #[[QUOTIENT]]>]
// CHECK: kernel.thread_func @softmax_[[HASH]](
// CHECK: kernel.thread_func @softmax_[[HASH]]_s1_by_4(
// CHECK: kernel.vload {{.*}} -> vector<4xf32>
// VALUES-COUNT-5: : good
func.func @main(%x: tensor<?x?xf32, #sinter.dims<b, n>>) -> tensor<?x?xf32, #sinter.dims<b, n>> {
  %y = sinter.softmax %x axis = 1 : tensor<?x?xf32, #sinter.dims<b, n>>
  return %y : tensor<?x?xf32, #sinter.dims<b, n>>
}
