// RUN: sinter-opt %s --sinter-legalize-for-cuda | sinter-translate --mlir-to-cuda | FileCheck %s

// The whole text of a kernel: the head says what it is made of, read views are const, extents narrow to the index width.
// CHECK-LABEL: // scale: add, relu
// CHECK-NEXT: // a block of 256 threads takes 1024 elements
// CHECK-NEXT: // 4 a thread
// CHECK-NEXT: extern "C" __global__ void __launch_bounds__(256) scale(const bf16* x, bf16* y, i64 n_i64) {
// CHECK-NEXT:   const int n = static_cast<int>(n_i64);
// CHECK-NEXT:   const int block = blockIdx.x;
// CHECK-NEXT:   const int thread = threadIdx.x;
// CHECK-NEXT:   const int place = block * 1024 + thread * 4;
// CHECK-NEXT:   if (place < n) {
// CHECK-NEXT:     const vec<float, 4> x_values = convert<float>(load_stream<4>(x + place));
// CHECK-NEXT:     store(y + place, convert<bf16>(x_values + x_values));
// CHECK-NEXT:   }
// CHECK-NEXT: }
kernel.thread_func @scale(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>, %n: index)
    symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 1024)> threads 256 index_width 32
    operators ["add", "relu"] comment "a block of 256 threads takes 1024 elements\n4 a thread" {
  %b = kernel.block_id
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%b, %t) name "place"
  %in = arith.cmpi slt, %i, %n : index
  scf.if %in {
    %v = kernel.vload %x[%i] streaming : !kernel.view<bf16> -> vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    kernel.vstore %w, %y[%i] : vector<4xf32>, !kernel.view<bf16>
  }
  kernel.return
}

// CHECK-LABEL: wide_indices(const float* x, float* y, i64 n) {
// CHECK-NEXT: const i64 block = blockIdx.x;
// CHECK-NEXT: const float x_value = load<1>(x + block);
// CHECK-NEXT: store_stream(y + (block + n), x_value);
kernel.thread_func @wide_indices(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
    symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 1 index_width 64 {
  %b = kernel.block_id
  %i = kernel.index_expr affine_map<(d0)[s0] -> (d0 + s0)>(%b, %n)
  %v = kernel.vload %x[%b] : !kernel.view<f32> -> f32
  kernel.vstore %v, %y[%i] streaming : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: element_types(const f16* a, const f8e4m3* b, const f8e5m2* c,
// CHECK-NEXT: {{^    }}const i8* d, const u8* e, const bool* f, const double* g, const i16* h, bf16* y) {
// CHECK: const float a_value = convert<float>(load<1>(a + thread));
// CHECK: const float b_value = convert<float>(load<1>(b + thread));
// CHECK: const float c_value = convert<float>(load<1>(c + thread));
// CHECK: const i32 d_value = convert<i32>(load<1>(d + thread));
// CHECK: const i32 e_value = convert<i32>(load<1>(e + thread));
// CHECK: const bool f_value = load<1>(f + thread);
// CHECK: const double g_value = load<1>(g + thread);
// CHECK: const i32 h_value = convert<i32>(load<1>(h + thread));
kernel.thread_func @element_types(%a: !kernel.view<f16>, %b: !kernel.view<f8E4M3FN>, %c: !kernel.view<f8E5M2>, %d: !kernel.view<i8>,
    %e: !kernel.view<ui8>, %f: !kernel.view<i1>, %g: !kernel.view<f64>, %h: !kernel.view<i16>, %y: !kernel.view<bf16>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %av = kernel.vload %a[%t] : !kernel.view<f16> -> f32
  %bv = kernel.vload %b[%t] : !kernel.view<f8E4M3FN> -> f32
  %cv = kernel.vload %c[%t] : !kernel.view<f8E5M2> -> f32
  %dv = kernel.vload %d[%t] : !kernel.view<i8> -> i32
  %ev = kernel.vload %e[%t] : !kernel.view<ui8> -> i32
  %fv = kernel.vload %f[%t] : !kernel.view<i1> -> i1
  %gv = kernel.vload %g[%t] : !kernel.view<f64> -> f64
  %hv = kernel.vload %h[%t] : !kernel.view<i16> -> i32
  %s0 = arith.addf %av, %bv : f32
  %s1 = arith.addf %s0, %cv : f32
  %s2 = arith.addi %dv, %ev : i32
  %s3 = arith.addi %s2, %hv : i32
  %s4 = arith.sitofp %s3 : i32 to f32
  %s5 = arith.addf %s1, %s4 : f32
  %s6 = arith.truncf %gv : f64 to f32
  %s7 = arith.select %fv, %s5, %s6 : f32
  kernel.vstore %s7, %y[%t] : f32, !kernel.view<bf16>
  kernel.return
}

// Sums and differences print plainly; division of what is 0 or more does so too, of what may be less it rounds down.
// CHECK-LABEL: index_expressions(
// CHECK: const int a = block * 4 + thread / 32;
// CHECK: const int b = thread % 32 * 4;
// CHECK: const int c = n - a * 8 - 1;
// CHECK: const int d = (n + 255) / 256;
// CHECK: const int e = a * n + b;
// CHECK: const int f = (a + b) * n % 7;
// CHECK: const int g = (a + n - 1) / n;
// CHECK: const int h = floor_div(b - 2, 3) + 1;
// CHECK: const int i = floor_mod(n - a, 5);
// CHECK: const int j = (a - b % 3 + 2) / 7;
kernel.thread_func @index_expressions(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
    symbols ["n"] grid affine_map<()[s0] -> (s0)> threads 128 index_width 32 {
  %bid = kernel.block_id
  %t = kernel.thread_id
  %a = kernel.index_expr affine_map<(d0, d1) -> (d0 * 4 + d1 floordiv 32)>(%bid, %t) name "a"
  %b = kernel.index_expr affine_map<(d0) -> ((d0 mod 32) * 4)>(%t) name "b"
  %c = kernel.index_expr affine_map<(d0)[s0] -> (s0 - d0 * 8 - 1)>(%a, %n) name "c"
  %d = kernel.index_expr affine_map<()[s0] -> (s0 ceildiv 256)>(%n) name "d"
  %e = kernel.index_expr affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%a, %b, %n) name "e"
  %f = kernel.index_expr affine_map<(d0, d1)[s0] -> (((d0 + d1) * s0) mod 7)>(%a, %b, %n) name "f"
  %g = kernel.index_expr affine_map<(d0)[s0] -> (d0 ceildiv s0)>(%a, %n) name "g"
  %h = kernel.index_expr affine_map<(d0) -> ((d0 - 2) floordiv 3 + 1)>(%b) name "h"
  %i = kernel.index_expr affine_map<(d0)[s0] -> ((s0 - d0) mod 5)>(%a, %n) name "i"
  %j = kernel.index_expr affine_map<(d0, d1) -> ((d0 - d1 mod 3 + 2) floordiv 7)>(%a, %b) name "j"
  %zero = arith.constant 0.0 : f32
  kernel.vstore %zero, %y[%a] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%b] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%c] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%c] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%d] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%d] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%e] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%e] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%f] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%f] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%g] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%g] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%h] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%h] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%i] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%i] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%j] : f32, !kernel.view<f32>
  kernel.vstore %zero, %y[%j] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: gathers(
// CHECK: const int place = convert<int>(ids_value);
// CHECK: const float x_value = convert<float>(gather(x, place, place >= 0));
// CHECK: const vec<int, 4> index = lanes<4>(thread * 4);
// CHECK: const vec<bool, 4> condition = index < 100;
// CHECK: const vec<float, 4> x_values = convert<float>(gather(x, index * n + place, condition));
// CHECK: const vec<float, 4> sums = x_values + x_value;
// CHECK: scatter(y, index, sums);
// CHECK: scatter(z, index, sums, condition);
kernel.thread_func @gathers(%x: !kernel.view<bf16>, %ids: !kernel.view<i64>, %y: !kernel.view<f32>, %z: !kernel.view<f32>, %n: index)
    symbols ["n"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %id = kernel.vload %ids[%t] : !kernel.view<i64> -> i64
  %p = arith.index_cast %id {name = "place"} : i64 to index
  %c0 = arith.constant 0 : index
  %ok = arith.cmpi sge, %p, %c0 : index
  %a = kernel.vgather %x[%p : index] if %ok : i1 : !kernel.view<bf16> -> f32
  %base = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
  %l = kernel.lanes %base : vector<4xindex>
  %q = kernel.vindex_expr affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%l, %p, %n : vector<4xindex>, index, index) : vector<4xindex>
  %limit = arith.constant dense<100> : vector<4xindex>
  %in = arith.cmpi slt, %l, %limit : vector<4xindex>
  %v = kernel.vgather %x[%q : vector<4xindex>] if %in : vector<4xi1> : !kernel.view<bf16> -> vector<4xf32>
  %s = kernel.splat %a : f32 -> vector<4xf32>
  %w = arith.addf %v, %s {name = "sums"} : vector<4xf32>
  kernel.vscatter %w, %y[%l : vector<4xindex>] : vector<4xf32>, !kernel.view<f32>
  kernel.vscatter %w, %z[%l : vector<4xindex>] if %in : vector<4xi1> : vector<4xf32>, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: rounds(
// CHECK: store(y + thread, round_to<bf16>(x_value) + x_value);
kernel.thread_func @rounds(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %r = kernel.round %a to bf16 : f32
  %s = arith.addf %r, %a : f32
  kernel.vstore %s, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// What is read from an array stays where it was read: the array changes before the value is used.
// CHECK-LABEL: arrays(
// CHECK: float held[2];
// CHECK: SINTER_SHARED(float, tile, 32);
// CHECK: held[0] = x_value;
// CHECK-NEXT: const float held_element = held[0];
// CHECK-NEXT: held[0] = 1.0f;
// CHECK-NEXT: tile[thread] = held_element + held[0];
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: store(y + thread, tile[31 - thread]);
kernel.thread_func @arrays(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %a = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  %r = kernel.registers name "held" : !kernel.registers<2 x f32>
  %s = kernel.shared name "tile" : !kernel.shared<32 x f32>
  kernel.register_set %a, %r[%c0] : f32, !kernel.registers<2 x f32>
  %g = kernel.register_get %r[%c0] : !kernel.registers<2 x f32> -> f32
  kernel.register_set %one, %r[%c0] : f32, !kernel.registers<2 x f32>
  %h = kernel.register_get %r[%c0] : !kernel.registers<2 x f32> -> f32
  %sum = arith.addf %g, %h : f32
  kernel.shared_set %sum, %s[%t] : f32, !kernel.shared<32 x f32>
  kernel.barrier
  %i = kernel.index_expr affine_map<(d0) -> (31 - d0)>(%t)
  %m = kernel.shared_get %s[%i] : !kernel.shared<32 x f32> -> f32
  kernel.vstore %m, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}

// What the launch brings: an array each, one behind the other, which the memory fills; any index will do, so that loops stay loops.
// CHECK-LABEL: void __launch_bounds__(64) fetched(const bf16* x, const float* w, float* y)
// CHECK: SINTER_HELD(bf16, 8, 64, held, 4, 0);
// CHECK-NEXT: SINTER_HELD(float, 8, 64, values, 2, 4096);
// CHECK-NEXT: fetch<8>(held.at(0), x + index);
// CHECK-NEXT: fetch<8>(values.at(1), w + index);
// CHECK-NEXT: fetch_commit();
// CHECK-NEXT: fetch_wait<1>();
// CHECK-NEXT: fetch_wait();
// CHECK-NEXT: store(held.at(1), load<8>(x + index));
// CHECK-NEXT: store(y + index, convert<float>(load<8>(held.at(0))) + load<8>(values.at(1)));
kernel.thread_func @fetched(%x: !kernel.view<bf16>, %w: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 {
  %t = kernel.thread_id
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = kernel.index_expr affine_map<(d0) -> (d0 * 8)>(%t)
  %r = kernel.registers name "held" packed bf16 shared : !kernel.registers<4 x vector<8xf32>>
  %v = kernel.registers shared : !kernel.registers<2 x vector<8xf32>>
  kernel.register_fetch %x[%i], %r[%c0] : !kernel.view<bf16>, !kernel.registers<4 x vector<8xf32>>
  kernel.register_fetch %w[%i], %v[%c1] : !kernel.view<f32>, !kernel.registers<2 x vector<8xf32>>
  kernel.fetch_commit
  kernel.fetch_wait but_latest 1
  kernel.fetch_wait
  %read = kernel.vload %x[%i] : !kernel.view<bf16> -> vector<8xf32>
  kernel.register_set %read, %r[%c1] : vector<8xf32>, !kernel.registers<4 x vector<8xf32>>
  %a = kernel.register_get %r[%c0] : !kernel.registers<4 x vector<8xf32>> -> vector<8xf32>
  %b = kernel.register_get %v[%c1] : !kernel.registers<2 x vector<8xf32>> -> vector<8xf32>
  %s = arith.addf %a, %b : vector<8xf32>
  kernel.vstore %s, %y[%i] : vector<8xf32>, !kernel.view<f32>
  kernel.return
}

// Vectors of an array in shared memory: neighbours, and an element a lane.
// CHECK-LABEL: shared_vectors(
// CHECK: SINTER_SHARED(float, tile, 256);
// CHECK: const vec<float, 4> x_values = load<4>(x + index);
// CHECK: scatter(tile, {{.*}}, x_values);
// CHECK-NEXT: __syncthreads();
// CHECK: const vec<float, 4> tile_elements = load<4>(tile + index);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: store(tile + index, tile_elements + x_values);
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: store(y + index, gather(tile, {{.*}}));
kernel.thread_func @shared_vectors(%x: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 {
  %t = kernel.thread_id
  %s = kernel.shared name "tile" : !kernel.shared<256 x f32>
  %i = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
  %v = kernel.vload %x[%i] : !kernel.view<f32> -> vector<4xf32>
  %l = kernel.lanes %i : vector<4xindex>
  %p = kernel.vindex_expr affine_map<(d0) -> ((d0 mod 16) * 16 + d0 floordiv 16)>(%l : vector<4xindex>) : vector<4xindex>
  kernel.shared_scatter %v, %s[%p : vector<4xindex>] : vector<4xf32>, !kernel.shared<256 x f32>
  kernel.barrier
  %w = kernel.shared_get %s[%i] : !kernel.shared<256 x f32> -> vector<4xf32>
  kernel.barrier
  %sum = arith.addf %w, %v : vector<4xf32>
  kernel.shared_set %sum, %s[%i] : vector<4xf32>, !kernel.shared<256 x f32>
  kernel.barrier
  %g = kernel.shared_gather %s[%p : vector<4xindex>] : !kernel.shared<256 x f32> -> vector<4xf32>
  kernel.vstore %g, %y[%i] : vector<4xf32>, !kernel.view<f32>
  kernel.return
}

// Names that C++ or the device headers have get a number; what nothing uses is not printed.
// CHECK-LABEL: reserved_names(const float* load_1, float* float_1, i64 int_1_i64) {
// CHECK-NEXT: const int int_1 = static_cast<int>(int_1_i64);
// CHECK-NEXT: const float load_1_value = load<1>(load_1 + int_1);
// CHECK-NEXT: store(float_1, load_1_value);
// CHECK-NEXT: }
kernel.thread_func @reserved_names(%load: !kernel.view<f32>, %float: !kernel.view<f32>, %int: index)
    symbols ["int"] grid affine_map<() -> (1)> threads 32 index_width 32 {
  %t = kernel.thread_id
  %unused = kernel.vload %load[%t] : !kernel.view<f32> -> f32
  %c0 = arith.constant 0 : index
  %a = kernel.vload %load[%int] : !kernel.view<f32> -> f32
  kernel.vstore %a, %float[%c0] : f32, !kernel.view<f32>
  kernel.return
}
