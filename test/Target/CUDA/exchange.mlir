// RUN: sinter-opt %s --sinter-legalize-for-cuda | sinter-translate --mlir-to-cuda | FileCheck %s

// Blocks of a cluster start together, and exchange what they fold. A bool goes to other blocks as 4 bytes.
// CHECK-LABEL: exchange(
// CHECK: SINTER_SHARED(i64, arrivals, 2);
// CHECK: cluster_arrive(arrivals);
// CHECK-NEXT: const float x_value = load<1>(x + thread);
// CHECK-NEXT: cluster_wait();
// CHECK-NEXT: share_partial<2>(x_value, scratch, arrivals[0]);
// CHECK-NEXT: await_partials<16>(arrivals[0]);
// CHECK-NEXT: const float partial = gather_partials<op::sum, 4>(scratch);
// CHECK-NEXT: share_partial<2>(convert<i32>(partial > x_value), flags, arrivals[1]);
// CHECK-NEXT: await_partials<16>(arrivals[1]);
// CHECK-NEXT: const i32 partial_1 = gather_partials<op::bit_or, 4>(flags);
// CHECK-NEXT: const bool any = group_reduce<op::bit_or, 4>((partial_1 & 1) != 0);
kernel.thread_func @exchange(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared name "arrivals" : !kernel.shared<2 x i64>
  %scratch = kernel.shared name "scratch" : !kernel.shared<4 x f32>
  %flags = kernel.shared name "flags" : !kernel.shared<4 x i32>
  kernel.cluster_arrive %arrivals : !kernel.shared<2 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  kernel.cluster_wait
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<2 x i64>
  %p = kernel.gather_partials add %scratch warps 4 : !kernel.shared<4 x f32> -> f32
  %above = arith.cmpf ogt, %p, %v : f32
  %wide = arith.extui %above : i1 to i32
  kernel.share_partial %wide, %flags blocks 2 arrival %arrivals[1] : i32, !kernel.shared<4 x i32>, !kernel.shared<2 x i64>
  kernel.await_partials %arrivals[1] bytes 16 : !kernel.shared<2 x i64>
  %q = kernel.gather_partials or %flags warps 4 : !kernel.shared<4 x i32> -> i32
  %some = arith.trunci %q : i32 to i1
  %any = kernel.group_reduce or %some width 4 : i1
  %r = arith.select %any, %p, %v : f32
  kernel.vstore %r, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}
