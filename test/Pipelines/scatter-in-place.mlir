// Tokens written into the slots of a cache that a slot mapping names: kernels of the tokens' size, and nothing that copies or reads the cache.
// RUN: sinter compile %s --emit=plan -o - | FileCheck %s

// One kernel compares slots, whoever asks for it; one writes, and makes what it writes.
// CHECK-LABEL: plan.entry @tokens
// CHECK-NOT: plan.copy
// CHECK: plan.launch {{.*}} writes [1]
// CHECK: plan.launch {{.*}} writes [3]
// CHECK-NOT: plan.launch
func.func @tokens(%cache: tensor<?x8x128xbf16, #sinter.dims<slots, 8, 128>>, %k: tensor<?x8x128xf32, #sinter.dims<t, 8, 128>>, %slots: tensor<?x1xi64, #sinter.dims<t, 1>>)
    -> (tensor<?x8x128xbf16, #sinter.dims<slots, 8, 128>> {sinter.tied = 0}) {
  %n = sinter.cast %k : tensor<?x8x128xf32, #sinter.dims<t, 8, 128>> -> tensor<?x8x128xbf16, #sinter.dims<t, 8, 128>>
  %c = sinter.scatter_nd replace %cache, %slots, %n : tensor<?x8x128xbf16, #sinter.dims<slots, 8, 128>>, tensor<?x1xi64, #sinter.dims<t, 1>>, tensor<?x8x128xbf16, #sinter.dims<t, 8, 128>>
  return %c : tensor<?x8x128xbf16, #sinter.dims<slots, 8, 128>>
}

// A single token meets no other, and distinct slots are promised: one kernel each.
// CHECK-LABEL: plan.entry @token
// CHECK-NOT: plan.copy
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @token(%cache: tensor<512x8x128xbf16>, %k: tensor<1x8x128xbf16>, %slot: tensor<1x1xi64>) -> (tensor<512x8x128xbf16> {sinter.tied = 0}) {
  %c = sinter.scatter_nd replace %cache, %slot, %k : tensor<512x8x128xbf16>, tensor<1x1xi64>, tensor<1x8x128xbf16>
  return %c : tensor<512x8x128xbf16>
}

// CHECK-LABEL: plan.entry @places
// CHECK-NOT: plan.copy
// CHECK: plan.launch
// CHECK-NOT: plan.launch
func.func @places(%cache: tensor<512x8x128xbf16>, %k: tensor<?x8x128xbf16, #sinter.dims<t, 8, 128>>, %slots: tensor<?xi64, #sinter.dims<t>>) -> (tensor<512x8x128xbf16> {sinter.tied = 0}) {
  %c = sinter.update_places %cache, %k at(%slots : tensor<?xi64, #sinter.dims<t>>) : tensor<512x8x128xbf16>, tensor<?x8x128xbf16, #sinter.dims<t, 8, 128>>
  return %c : tensor<512x8x128xbf16>
}

// Where nothing is tied and the search of each place would be long, a copy takes the updates.
// CHECK-LABEL: plan.entry @large
// CHECK-NOT: plan.copy
// CHECK-COUNT-2: plan.launch
func.func @large(%x: tensor<100000x64xf32>, %i: tensor<4096x1xi64>, %u: tensor<4096x64xf32>) -> tensor<100000x64xf32> {
  %c = sinter.scatter_nd replace %x, %i, %u : tensor<100000x64xf32>, tensor<4096x1xi64>, tensor<4096x64xf32>
  return %c : tensor<100000x64xf32>
}
