// RUN: sinter-opt %s --sinter-legalize-for-cuda | sinter-translate --mlir-to-cuda | FileCheck %s

// Folds that are ready at once share a barrier; groups of a warp or less need none.
// CHECK-LABEL: row_mean(
// CHECK-NEXT: const int row = blockIdx.x;
// CHECK-NEXT: const int thread = threadIdx.x;
// CHECK-NEXT: const vec<float, 4> x_values = load<4>(x + (row * 512 + thread * 4));
// CHECK-NEXT: SINTER_SHARED(float, sums, 4);
// CHECK-NEXT: SINTER_SHARED(float, maxima, 4);
// CHECK-NEXT: const float total = group_reduce<op::sum, 32>(vector_reduce<op::sum>(x_values));
// CHECK-NEXT: const float largest = group_reduce<op::max, 32>(vector_reduce<op::max>(x_values));
// CHECK-NEXT: share_partial(total, sums);
// CHECK-NEXT: share_partial(largest, maxima);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: const float partial = gather_partials<op::sum, 4>(sums);
// CHECK-NEXT: const float partial_1 = gather_partials<op::max, 4>(maxima);
// CHECK-NEXT: const float total_1 = group_reduce<op::sum, 4>(partial);
// CHECK-NEXT: const float largest_1 = group_reduce<op::max, 4>(partial_1);
// CHECK-NEXT: const float smallest = group_reduce<op::min, 32>(total_1 - largest_1);
// CHECK-NEXT: if (thread == 0) {
// CHECK-NEXT: store(y + row, smallest);
kernel.thread_func @row_mean(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (8)> threads 128 index_width 32 {
  %row = kernel.block_id {name = "row"}
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 512 + d1 * 4)>(%row, %t)
  %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
  %a = kernel.vector_reduce add %v : vector<4xf32> -> f32
  %sums = kernel.shared name "sums" : !kernel.shared<4 x f32>
  %maxima = kernel.shared name "maxima" : !kernel.shared<4 x f32>
  %aw = kernel.group_reduce add %a width 32 : f32
  %b = kernel.vector_reduce max %v : vector<4xf32> -> f32
  %bw = kernel.group_reduce max %b width 32 : f32
  kernel.share_partial %aw, %sums : f32, !kernel.shared<4 x f32>
  kernel.share_partial %bw, %maxima : f32, !kernel.shared<4 x f32>
  kernel.barrier
  %ap = kernel.gather_partials add %sums warps 4 : !kernel.shared<4 x f32> -> f32
  %bp = kernel.gather_partials max %maxima warps 4 : !kernel.shared<4 x f32> -> f32
  %s = kernel.group_reduce add %ap width 4 : f32
  %m = kernel.group_reduce max %bp width 4 : f32
  %d = arith.subf %s, %m : f32
  %n = kernel.group_reduce min %d width 32 : f32
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    kernel.vstore %n, %y[%row] : f32, !kernel.view<f32>
  }
  kernel.return
}

// CHECK-LABEL: types_of_folds(
// CHECK: const i64 total_product = group_reduce<op::product, 32>(x_value);
// CHECK: const bool any = group_reduce<op::bit_or, 32>(x_value > 3ll);
// CHECK: const bool all = group_reduce<op::bit_and, 8>(!any);
// CHECK: store(y + thread, all ? total_product : 7ll);
kernel.thread_func @types_of_folds(%x: !kernel.view<i64>, %y: !kernel.view<i64>)
    symbols [] grid affine_map<() -> (8)> threads 96 index_width 32 {
  %t = kernel.thread_id
  %v = kernel.vload %x[%t] : !kernel.view<i64> -> i64
  %p = kernel.group_reduce mul %v width 32 : i64
  %three = arith.constant 3 : i64
  %seven = arith.constant 7 : i64
  %large = arith.cmpi sgt, %v, %three : i64
  %any = kernel.group_reduce or %large width 32 : i1
  %true = arith.constant true
  %none = arith.xori %any, %true : i1
  %all = kernel.group_reduce and %none width 8 : i1
  %r = arith.select %all, %p, %seven : i64
  kernel.vstore %r, %y[%t] : i64, !kernel.view<i64>
  kernel.return
}

// The carry is a variable that the call sets anew.
// CHECK-LABEL: row_sums(
// CHECK-NEXT: SINTER_SHARED(float, scratch, 2);
// CHECK: float carry = 0.0f;
// CHECK-NEXT: const vec<float, 4> running_total = group_scan<op::sum, 64, false, true>(x_values, carry, scratch);
// CHECK-NEXT: float carry_1 = carry;
// CHECK-NEXT: const float running_largest = group_scan<op::max, 8, true, false>(carry, carry_1, nullptr);
// CHECK-NEXT: store(y + index, running_total + running_largest);
kernel.thread_func @row_sums(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 {
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
  %zero = arith.constant 0.0 : f32
  %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
  %s, %n = kernel.group_scan add %v carry %zero width 64 reverse : vector<4xf32>, f32
  %m, %o = kernel.group_scan max %n carry %n width 8 exclusive : f32, f32
  %w = kernel.splat %m : f32 -> vector<4xf32>
  %r = arith.addf %s, %w : vector<4xf32>
  kernel.vstore %r, %y[%i] : vector<4xf32>, !kernel.view<f32>
  kernel.return
}

// One seed for all lanes is one argument.
// CHECK-LABEL: random_words(
// CHECK: random_bits(s_value, 7ll, convert<i64>(lanes<4>(index)))
kernel.thread_func @random_words(%s: !kernel.view<i64>, %y: !kernel.view<i32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 {
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
  %zero = arith.constant 0 : index
  %seed = kernel.vload %s[%zero] : !kernel.view<i64> -> i64
  %seven = arith.constant 7 : i64
  %seeds = kernel.splat %seed : i64 -> vector<4xi64>
  %offsets = kernel.splat %seven : i64 -> vector<4xi64>
  %lanes = kernel.lanes %i : vector<4xindex>
  %p = arith.index_cast %lanes : vector<4xindex> to vector<4xi64>
  %r = kernel.random_bits %seeds, %offsets, %p : vector<4xi64> -> vector<4xi32>
  kernel.vstore %r, %y[%i] : vector<4xi32>, !kernel.view<i32>
  kernel.return
}
