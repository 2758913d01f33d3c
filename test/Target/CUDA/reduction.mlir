// RUN: sinter-opt %s --sinter-legalize-for-cuda | sinter-translate --mlir-to-cuda | FileCheck %s

// One scratch array serves all sums of a type; groups of a warp or less need none.
// CHECK-LABEL: row_mean(
// CHECK-NEXT: SINTER_SHARED(float, scratch, 4);
// CHECK-NEXT: const int row = blockIdx.x;
// CHECK-NEXT: const int thread = threadIdx.x;
// CHECK-NEXT: const vec<float, 4> x_values = load<4>(x + (row * 512 + thread * 4));
// CHECK-NEXT: const float total = group_reduce<op::sum, 128>(vector_reduce<op::sum>(x_values), scratch);
// CHECK-NEXT: const float largest = group_reduce<op::max, 128>(vector_reduce<op::max>(x_values), scratch);
// CHECK-NEXT: const float smallest = group_reduce<op::min, 32>(total - largest, nullptr);
// CHECK-NEXT: if (thread == 0) {
// CHECK-NEXT: store(y + row, smallest);
kernel.thread_func @row_mean(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (8)> threads 128 index_width 32 {
  %row = kernel.block_id {name = "row"}
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 512 + d1 * 4)>(%row, %t)
  %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
  %a = kernel.vector_reduce add %v : vector<4xf32> -> f32
  %s = kernel.group_reduce add %a width 128 : f32
  %b = kernel.vector_reduce max %v : vector<4xf32> -> f32
  %m = kernel.group_reduce max %b width 128 : f32
  %d = arith.subf %s, %m : f32
  %n = kernel.group_reduce min %d width 32 : f32
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    kernel.vstore %n, %y[%row] : f32, !kernel.view<f32>
  }
  kernel.return
}

// CHECK-LABEL: types_of_scratch(
// CHECK-NEXT: SINTER_SHARED(i64, scratch_i64, 3);
// CHECK-NEXT: SINTER_SHARED(bool, scratch_i1, 3);
// CHECK: const i64 total_product = group_reduce<op::product, 96>(x_value, scratch_i64);
// CHECK: const bool any = group_reduce<op::bit_or, 96>(x_value > 3ll, scratch_i1);
// CHECK: const bool all = group_reduce<op::bit_and, 8>(!any, nullptr);
// CHECK: store(y + thread, all ? total_product : 7ll);
kernel.thread_func @types_of_scratch(%x: !kernel.view<i64>, %y: !kernel.view<i64>)
    symbols [] grid affine_map<() -> (8)> threads 96 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<i64> -> i64
  %p = kernel.group_reduce mul %v width 96 : i64
  %three = arith.constant 3 : i64
  %seven = arith.constant 7 : i64
  %large = arith.cmpi sgt, %v, %three : i64
  %any = kernel.group_reduce or %large width 96 : i1
  %true = arith.constant true
  %none = arith.xori %any, %true : i1
  %all = kernel.group_reduce and %none width 8 : i1
  %r = arith.select %all, %p, %seven : i64
  kernel.vstore %r, %y[%t] : i64, !kernel.view<i64>
  kernel.return
}
