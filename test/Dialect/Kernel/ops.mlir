// RUN: sinter-opt %s --verify-roundtrip --mlir-print-local-scope | FileCheck %s

// The views' own names are their names in the emitted text.
// CHECK-LABEL: kernel.func @add_row(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>)
// CHECK-SAME: symbols ["tokens"] dims affine_map<()[s0] -> (s0, 768)> {
kernel.func @add_row(%x: !kernel.view<f32>, %w: !kernel.view<f32>, %y: !kernel.view<f32>)
    symbols ["tokens"] dims affine_map<()[s0] -> (s0, 768)> {
  // CHECK-NEXT: %[[A:.*]] = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
  %a = kernel.load %x[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : !kernel.view<f32> -> f32
  %b = kernel.load %w[affine_map<(d0, d1)[s0] -> (d1)>] : !kernel.view<f32> -> f32
  %c = arith.addf %a, %b : f32
  // CHECK: kernel.store %{{.*}}, %y[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : f32, !kernel.view<f32>
  kernel.store %c, %y[affine_map<(d0, d1)[s0] -> (d0 * 768 + d1)>] : f32, !kernel.view<f32>
  // CHECK-NEXT: kernel.return
  kernel.return
}

// CHECK-LABEL: kernel.func @pick
kernel.func @pick(%x: !kernel.view<f32>, %i: !kernel.view<i64>, %y: !kernel.view<f32>)
    symbols [] dims affine_map<() -> (4)> {
  %k = kernel.load %i[affine_map<(d0) -> (d0)>] : !kernel.view<i64> -> i64
  %zero = arith.constant 0 : i64
  %in = arith.cmpi sge, %k, %zero : i64
  // CHECK: kernel.load %x[affine_map<(d0)[s0] -> (s0 * 2)>] indices(%{{.*}} : i64) if %{{.*}} : !kernel.view<f32> -> f32
  %a = kernel.load %x[affine_map<(d0)[s0] -> (s0 * 2)>] indices(%k : i64) if %in : !kernel.view<f32> -> f32
  kernel.store %a, %y[affine_map<(d0) -> (d0)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.func @count
kernel.func @count(%y: !kernel.view<i64>) symbols [] dims affine_map<() -> (4)> {
  // CHECK: kernel.index affine_map<(d0) -> (d0 + 1)>
  %i = kernel.index affine_map<(d0) -> (d0 + 1)>
  kernel.store %i, %y[affine_map<(d0) -> (d0)>] : i64, !kernel.view<i64>
  kernel.return
}

// CHECK-LABEL: kernel.func @row_sum
// CHECK-SAME: schedule #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 1, hold = true>
// CHECK-SAME: operators ["sum", "cast"] {
kernel.func @row_sum(%x: !kernel.view<bf16>, %y: !kernel.view<bf16>) symbols [] dims affine_map<() -> (4, 8)>
    schedule #kernel.schedule<rows, threads = 128, threads_per_row = 32, vector = 4, vectors = 1, hold = true>
    operators ["sum", "cast"] {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<bf16> -> f32
  // CHECK: kernel.reduce add %{{.*}} over [1] : f32
  %s = kernel.reduce add %a over [1] : f32
  // CHECK: kernel.round %{{.*}} to bf16 implicit : f32
  %r = kernel.round %s to bf16 implicit : f32
  kernel.store %r, %y[affine_map<(d0, d1) -> (d0)>] : f32, !kernel.view<bf16>
  kernel.return
}

// Names that cannot be an argument's own are a clause.
// CHECK-LABEL: kernel.func @unnamed(%arg0: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> ()>
// CHECK-SAME: arg_names ["a b", "y"] attributes {note = "kept"} {
kernel.func @unnamed(%0: !kernel.view<f32>, %1: !kernel.view<f32>) symbols [] dims affine_map<() -> ()>
    arg_names ["a b", "y"] attributes {note = "kept"} {
  %a = kernel.load %0[affine_map<() -> (0)>] : !kernel.view<f32> -> f32
  kernel.store %a, %1[affine_map<() -> (0)>] : f32, !kernel.view<f32>
  %no = arith.constant false
  // CHECK: kernel.store %{{.*}}, %y[affine_map<() -> (0)>] if %{{.*}} : f32, !kernel.view<f32>
  kernel.store %a, %1[affine_map<() -> (0)>] if %no : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.thread_func @scale(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
// CHECK-SAME: symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 1024)> threads 256 index_width 32 operators ["add"] comment "4 a thread" {
kernel.thread_func @scale(%x: !kernel.view<f32>, %y: !kernel.view<f32>, %n: index)
    symbols ["n"] grid affine_map<()[s0] -> (s0 ceildiv 1024)> threads 256 index_width 32
    operators ["add"] comment "4 a thread" {
  %b = kernel.block_id
  %t = kernel.thread_id
  // CHECK: kernel.index_expr affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%{{.*}}, %{{.*}}) name "place"
  %i = kernel.index_expr affine_map<(d0, d1) -> (d0 * 1024 + d1 * 4)>(%b, %t) name "place"
  %in = arith.cmpi slt, %i, %n : index
  scf.if %in {
    // CHECK: kernel.vload %x[%{{.*}}] streaming : !kernel.view<f32> -> vector<4xf32>
    %v = kernel.vload %x[%i] streaming : !kernel.view<f32> -> vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    // CHECK: kernel.vstore %{{.*}}, %y[%{{.*}}] : vector<4xf32>, !kernel.view<f32>
    kernel.vstore %w, %y[%i] : vector<4xf32>, !kernel.view<f32>
  }
  kernel.return
}

// CHECK-LABEL: kernel.thread_func @all_thread_operations
kernel.thread_func @all_thread_operations(%x: !kernel.view<f16>, %y: !kernel.view<f16>)
    symbols [] grid affine_map<() -> (1)> threads 128 index_width 64 {
  %t = kernel.thread_id
  // CHECK: kernel.lanes %{{.*}} : vector<4xindex>
  %l = kernel.lanes %t : vector<4xindex>
  // CHECK: kernel.vindex_expr affine_map<(d0)[s0] -> (d0 * s0)>(%{{.*}}, %{{.*}} : vector<4xindex>, index) : vector<4xindex>
  %p = kernel.vindex_expr affine_map<(d0)[s0] -> (d0 * s0)>(%l, %t : vector<4xindex>, index) : vector<4xindex>
  %limit = arith.constant dense<100> : vector<4xindex>
  %in = arith.cmpi slt, %p, %limit : vector<4xindex>
  // CHECK: kernel.vgather %x[%{{.*}} : vector<4xindex>] if %{{.*}} : vector<4xi1> : !kernel.view<f16> -> vector<4xf32>
  %g = kernel.vgather %x[%p : vector<4xindex>] if %in : vector<4xi1> : !kernel.view<f16> -> vector<4xf32>
  // CHECK: kernel.registers name "held" : !kernel.registers<2 x vector<4xf32>>
  %r = kernel.registers name "held" : !kernel.registers<2 x vector<4xf32>>
  %zero = arith.constant 0 : index
  // CHECK: kernel.register_set %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xf32>, !kernel.registers<2 x vector<4xf32>>
  kernel.register_set %g, %r[%zero] : vector<4xf32>, !kernel.registers<2 x vector<4xf32>>
  // CHECK: kernel.register_get %{{.*}}[%{{.*}}] : !kernel.registers<2 x vector<4xf32>> -> vector<4xf32>
  %h = kernel.register_get %r[%zero] : !kernel.registers<2 x vector<4xf32>> -> vector<4xf32>
  // CHECK: kernel.registers packed f16 shared : !kernel.registers<2 x vector<4xf32>>
  %launched = kernel.registers packed f16 shared : !kernel.registers<2 x vector<4xf32>>
  // CHECK: kernel.register_fetch %x[%{{.*}}], %{{.*}}[%{{.*}}] : !kernel.view<f16>, !kernel.registers<2 x vector<4xf32>>
  kernel.register_fetch %x[%zero], %launched[%zero] : !kernel.view<f16>, !kernel.registers<2 x vector<4xf32>>
  // CHECK: kernel.fetch_commit
  kernel.fetch_commit
  // CHECK: kernel.fetch_wait but_latest 1
  kernel.fetch_wait but_latest 1
  // CHECK: kernel.fetch_wait{{$}}
  kernel.fetch_wait
  // CHECK: kernel.vector_reduce max %{{.*}} : vector<4xf32> -> f32
  %m = kernel.vector_reduce max %h : vector<4xf32> -> f32
  // CHECK: kernel.group_reduce add %{{.*}} width 32 : f32
  %warp = kernel.group_reduce add %m width 32 : f32
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  // CHECK: kernel.share_partial %{{.*}}, %{{.*}} : f32, !kernel.shared<4 x f32>
  kernel.share_partial %warp, %scratch : f32, !kernel.shared<4 x f32>
  kernel.barrier
  // CHECK: kernel.gather_partials add %{{.*}} warps 2 : !kernel.shared<4 x f32> -> f32
  %s = kernel.gather_partials add %scratch warps 2 : !kernel.shared<4 x f32> -> f32
  // CHECK: kernel.shared : !kernel.shared<128 x f32>
  %shared = kernel.shared : !kernel.shared<128 x f32>
  // CHECK: kernel.shared_set %{{.*}}, %{{.*}}[%{{.*}}] : f32, !kernel.shared<128 x f32>
  kernel.shared_set %s, %shared[%t] : f32, !kernel.shared<128 x f32>
  // CHECK: kernel.barrier
  kernel.barrier
  // CHECK: kernel.shared_get %{{.*}}[%{{.*}}] : !kernel.shared<128 x f32> -> f32
  %e = kernel.shared_get %shared[%t] : !kernel.shared<128 x f32> -> f32
  // CHECK: kernel.shared_get %{{.*}}[%{{.*}}] : !kernel.shared<128 x f32> -> vector<4xf32>
  %w = kernel.shared_get %shared[%zero] : !kernel.shared<128 x f32> -> vector<4xf32>
  // CHECK: kernel.shared_gather %{{.*}}[%{{.*}} : vector<4xindex>] : !kernel.shared<128 x f32> -> vector<4xf32>
  %u = kernel.shared_gather %shared[%l : vector<4xindex>] : !kernel.shared<128 x f32> -> vector<4xf32>
  kernel.barrier
  // CHECK: kernel.shared_set %{{.*}}, %{{.*}}[%{{.*}}] : vector<4xf32>, !kernel.shared<128 x f32>
  kernel.shared_set %u, %shared[%zero] : vector<4xf32>, !kernel.shared<128 x f32>
  // CHECK: kernel.shared_scatter %{{.*}}, %{{.*}}[%{{.*}} : vector<4xindex>] : vector<4xf32>, !kernel.shared<128 x f32>
  kernel.shared_scatter %w, %shared[%l : vector<4xindex>] : vector<4xf32>, !kernel.shared<128 x f32>
  // CHECK: kernel.splat %{{.*}} : f32 -> vector<4xf32>
  %v = kernel.splat %e : f32 -> vector<4xf32>
  // CHECK: kernel.vscatter %{{.*}}, %y[%{{.*}} : vector<4xindex>] : vector<4xf32>, !kernel.view<f16>
  kernel.vscatter %v, %y[%p : vector<4xindex>] : vector<4xf32>, !kernel.view<f16>
  %none = arith.constant dense<false> : vector<4xi1>
  // CHECK: kernel.vscatter %{{.*}}, %y[%{{.*}} : vector<4xindex>] if %{{.*}} : vector<4xi1> : vector<4xf32>, !kernel.view<f16>
  kernel.vscatter %v, %y[%p : vector<4xindex>] if %none : vector<4xi1> : vector<4xf32>, !kernel.view<f16>
  kernel.return
}

// CHECK-LABEL: func.func @call
func.func @call(%x: tensor<4x768xf32>, %w: tensor<768xf32>) -> tensor<4x768xf32> {
  // CHECK: kernel.call @add_row(%{{.*}}, %{{.*}}) : (tensor<4x768xf32>, tensor<768xf32>) -> tensor<4x768xf32>
  %y = kernel.call @add_row(%x, %w) : (tensor<4x768xf32>, tensor<768xf32>) -> tensor<4x768xf32>
  return %y : tensor<4x768xf32>
}

// CHECK-LABEL: kernel.func @scans
kernel.func @scans(%x: !kernel.view<f32>, %s: !kernel.view<i64>, %y: !kernel.view<f32>) symbols [] dims affine_map<() -> (4, 8)> {
  %a = kernel.load %x[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : !kernel.view<f32> -> f32
  // CHECK: kernel.scan add %{{.*}} over 1 : f32
  %b = kernel.scan add %a over 1 : f32
  // CHECK: kernel.scan mul %{{.*}} over 1 exclusive : f32
  %c = kernel.scan mul %b over 1 exclusive : f32
  %seed = kernel.load %s[affine_map<(d0, d1) -> (0)>] : !kernel.view<i64> -> i64
  %i = kernel.index affine_map<(d0, d1) -> (d0 * 8 + d1)>
  // CHECK: kernel.random_bits %{{.*}}, %{{.*}}, %{{.*}} : i64 -> i32
  %r = kernel.random_bits %seed, %seed, %i : i64 -> i32
  %f = arith.sitofp %r : i32 to f32
  %d = arith.mulf %c, %f : f32
  kernel.store %d, %y[affine_map<(d0, d1) -> (d0 * 8 + d1)>] : f32, !kernel.view<f32>
  kernel.return
}

// CHECK-LABEL: kernel.thread_func @group_scans
kernel.thread_func @group_scans(%x: !kernel.view<i64>, %y: !kernel.view<i32>) symbols [] grid affine_map<() -> (1)> threads 64 index_width 32 {
  %t = kernel.thread_id
  %i = kernel.index_expr affine_map<(d0) -> (d0 * 4)>(%t)
  %zero = arith.constant 0 : i64
  %v = kernel.vload %x[%i] : !kernel.view<i64> -> vector<4xi64>
  // CHECK: %{{.*}}, %{{.*}} = kernel.group_scan add %{{.*}} carry %{{.*}} width 64 exclusive reverse : vector<4xi64>, i64
  %s, %n = kernel.group_scan add %v carry %zero width 64 exclusive reverse : vector<4xi64>, i64
  // CHECK: kernel.group_scan max %{{.*}} carry %{{.*}} width 8 : i64, i64
  %m, %o = kernel.group_scan max %n carry %n width 8 : i64, i64
  %w = kernel.splat %o : i64 -> vector<4xi64>
  // CHECK: kernel.random_bits %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi64> -> vector<4xi32>
  %r = kernel.random_bits %w, %w, %s : vector<4xi64> -> vector<4xi32>
  kernel.vstore %r, %y[%i] : vector<4xi32>, !kernel.view<i32>
  kernel.return
}

// CHECK-LABEL: kernel.thread_func @exchange
kernel.thread_func @exchange(%x: !kernel.view<f32>, %y: !kernel.view<f32>) symbols [] grid affine_map<() -> (2)> threads 64 index_width 32 attributes {kernel.cluster = 2 : i64} {
  %t = kernel.thread_id
  %arrivals = kernel.shared : !kernel.shared<2 x i64>
  %scratch = kernel.shared : !kernel.shared<4 x f32>
  %other = kernel.shared : !kernel.shared<4 x f32>
  // CHECK: kernel.cluster_arrive %[[ARRIVALS:.*]] : !kernel.shared<2 x i64>
  kernel.cluster_arrive %arrivals : !kernel.shared<2 x i64>
  %v = kernel.vload %x[%t] : !kernel.view<f32> -> f32
  // CHECK: kernel.cluster_wait
  kernel.cluster_wait
  // CHECK-NEXT: kernel.share_partial %{{.*}}, %{{.*}} blocks 2 arrival %[[ARRIVALS]][0] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  kernel.share_partial %v, %scratch blocks 2 arrival %arrivals[0] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  // CHECK-NEXT: kernel.await_partials %[[ARRIVALS]][0] bytes 16 : !kernel.shared<2 x i64>
  kernel.await_partials %arrivals[0] bytes 16 : !kernel.shared<2 x i64>
  %p = kernel.gather_partials add %scratch warps 4 : !kernel.shared<4 x f32> -> f32
  // CHECK: kernel.share_partial %{{.*}}, %{{.*}} blocks 2 arrival %[[ARRIVALS]][1]
  kernel.share_partial %p, %other blocks 2 arrival %arrivals[1] : f32, !kernel.shared<4 x f32>, !kernel.shared<2 x i64>
  // CHECK-NEXT: kernel.await_partials %[[ARRIVALS]][1] bytes 16
  kernel.await_partials %arrivals[1] bytes 16 : !kernel.shared<2 x i64>
  %q = kernel.gather_partials add %other warps 4 : !kernel.shared<4 x f32> -> f32
  kernel.vstore %q, %y[%t] : f32, !kernel.view<f32>
  kernel.return
}
