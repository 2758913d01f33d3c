// Places of slots in the arena.
// RUN: sinter-opt %s --plan-assign-arena --split-input-file --mlir-print-local-scope | FileCheck %s

// The first slot is read for the last time by the step that writes the second: they overlap. The third starts after it.
// CHECK-LABEL: plan.entry @chain_takes_turns
// CHECK-SAME: arena_size affine_map<() -> (2048)>
// CHECK: plan.slot size affine_map<() -> (1024)> offset affine_map<() -> (0)>
// CHECK: plan.slot size affine_map<() -> (1024)> offset affine_map<() -> (1024)>
// CHECK: plan.slot size affine_map<() -> (1024)> offset affine_map<() -> (0)>
plan.entry @chain_takes_turns symbols [] ranges [] inputs ["x" : tensor<256xf32>] outputs ["y" : tensor<256xf32>] {
  %x = plan.input 0
  %y = plan.output 0
  %a = plan.slot size affine_map<() -> (1024)>
  %b = plan.slot size affine_map<() -> (1024)>
  %c = plan.slot size affine_map<() -> (1024)>
  plan.launch @k "k"(%x, %a) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%a, %b) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%b, %c) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%c, %y) writes [1] scalars affine_map<() -> ()>
}

// -----

// CHECK-LABEL: plan.entry @slot_that_lives_on_is_not_shared
// CHECK-SAME: arena_size affine_map<() -> (3072)>
plan.entry @slot_that_lives_on_is_not_shared symbols [] ranges [] inputs ["x" : tensor<256xf32>] outputs ["y" : tensor<256xf32>] {
  %x = plan.input 0
  %y = plan.output 0
  %a = plan.slot size affine_map<() -> (1024)>
  %b = plan.slot size affine_map<() -> (1024)>
  %c = plan.slot size affine_map<() -> (1024)>
  plan.launch @k "k"(%x, %a) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%a, %b) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%b, %c) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%a, %c, %y) writes [2] scalars affine_map<() -> ()>
}

// -----

// Two small slots lie where one large one was; places are multiples of 256 bytes.
// CHECK-LABEL: plan.entry @small_slots_share_a_large_place
// CHECK-SAME: arena_size affine_map<() -> (1024)>
// CHECK: plan.slot size affine_map<() -> (1000)> offset affine_map<() -> (0)>
// CHECK: plan.slot size affine_map<() -> (100)> offset affine_map<() -> (0)>
// CHECK: plan.slot size affine_map<() -> (100)> offset affine_map<() -> (256)>
plan.entry @small_slots_share_a_large_place symbols [] ranges [] inputs ["x" : tensor<256xf32>] outputs ["y" : tensor<256xf32>] {
  %x = plan.input 0
  %y = plan.output 0
  %a = plan.slot size affine_map<() -> (1000)>
  %b = plan.slot size affine_map<() -> (100)>
  %c = plan.slot size affine_map<() -> (100)>
  plan.launch @k "k"(%x, %a) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%a, %y) writes [1] scalars affine_map<() -> ()>
  plan.launch @k "k"(%x, %b, %c) writes [1, 2] scalars affine_map<() -> ()>
  plan.launch @k "k"(%b, %c, %y) writes [2] scalars affine_map<() -> ()>
}

// -----

// Only what is equal for every value of a symbol takes turns.
// CHECK-LABEL: plan.entry @symbolic_sizes_share_where_equal
// CHECK-SAME: arena_size affine_map<()[s0] -> (((s0 * 4) ceildiv 256) * 256 + ((s0 * 8) ceildiv 256) * 256)>
// CHECK: plan.slot size affine_map<()[s0] -> (s0 * 4)> offset affine_map<()[s0] -> (0)>
// CHECK: plan.slot size affine_map<()[s0] -> (s0 * 8)> offset affine_map<()[s0] -> (((s0 * 4) ceildiv 256) * 256)>
// CHECK: plan.slot size affine_map<()[s0] -> (s0 * 4)> offset affine_map<()[s0] -> (0)>
plan.entry @symbolic_sizes_share_where_equal symbols ["n"] ranges [[1, 64, 1]] inputs ["x" : tensor<?xf32, #sinter.dims<n>>] outputs ["y" : tensor<?xf32, #sinter.dims<n>>] {
  %x = plan.input 0
  %y = plan.output 0
  %a = plan.slot size affine_map<()[s0] -> (s0 * 4)>
  %b = plan.slot size affine_map<()[s0] -> (s0 * 8)>
  %c = plan.slot size affine_map<()[s0] -> (s0 * 4)>
  plan.launch @k "k"(%x, %a) writes [1] scalars affine_map<()[s0] -> (s0)>
  plan.launch @k "k"(%a, %b) writes [1] scalars affine_map<()[s0] -> (s0)>
  plan.launch @k "k"(%b, %c) writes [1] scalars affine_map<()[s0] -> (s0)>
  plan.launch @k "k"(%c, %y) writes [1] scalars affine_map<()[s0] -> (s0)>
}

// -----

// CHECK-LABEL: plan.entry @no_slots_no_arena
// CHECK-SAME: arena_size affine_map<() -> (0)>
plan.entry @no_slots_no_arena symbols [] ranges [] inputs ["x" : tensor<4xf32>] outputs ["y" : tensor<4xf32>] {
  %x = plan.input 0
  %y = plan.output 0
  plan.copy %x, %y size affine_map<() -> (16)>
}
