// RUN: sinter-opt %s --sinter-update-in-place --split-input-file --remarks-filter=fusion --remark-format=emitRemark --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @append
// CHECK: sinter.update_slice %arg0, %arg1 at %arg2 axis = 0 in_place
func.func @append(%cache: tensor<16x8xf32>, %new: tensor<1x8xf32>, %at: tensor<i64>) -> (tensor<16x8xf32> {sinter.tied = 0}, tensor<8xf32>) {
  // expected-remark @below {{writes into argument ", Remark=0}}
  %c = sinter.update_slice %cache, %new at %at axis = 0 : tensor<16x8xf32>, tensor<1x8xf32>, tensor<i64>
  %s = sinter.sum %c axes = [0] : tensor<16x8xf32> -> tensor<8xf32>
  return %c, %s : tensor<16x8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: @append_twice
// CHECK-COUNT-2: in_place
func.func @append_twice(%cache: tensor<16xf32>, %new: tensor<1xf32>, %at: tensor<i64>) -> (tensor<16xf32> {sinter.tied = 0}) {
  // expected-remark @below {{writes into argument ", Remark=0}}
  %c = sinter.update_slice %cache, %new at %at axis = 0 : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  // expected-remark @below {{writes into argument ", Remark=0}}
  %d = sinter.update_slice %c, %new at %at axis = 0 : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  return %d : tensor<16xf32>
}

// -----

// The value between is read after it would have been overwritten.
// CHECK-LABEL: @value_between_is_read
// CHECK-NOT: in_place
func.func @value_between_is_read(%cache: tensor<16xf32>, %new: tensor<1xf32>, %at: tensor<i64>) -> (tensor<16xf32> {sinter.tied = 0}, tensor<16xf32>) {
  %c = sinter.update_slice %cache, %new at %at axis = 0 : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  // expected-remark @below {{something else reads what the update replaces}}
  %d = sinter.update_slice %c, %new at %at axis = 0 : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  %e = sinter.exp %c : tensor<16xf32>
  return %d, %e : tensor<16xf32>, tensor<16xf32>
}

// -----

// CHECK-LABEL: @argument_is_read
// CHECK-NOT: in_place
func.func @argument_is_read(%cache: tensor<16xf32>, %at: tensor<i64>) -> (tensor<16xf32> {sinter.tied = 0}) {
  %a = sinter.slice %cache starts = [1] steps = [1] : tensor<16xf32> -> tensor<15xf32>
  // expected-remark @below {{something else reads what the update replaces}}
  %c = sinter.update_slice %cache, %a at %at axis = 0 : tensor<16xf32>, tensor<15xf32>, tensor<i64>
  return %c : tensor<16xf32>
}

// -----

// CHECK-LABEL: @result_is_not_tied
// CHECK-NOT: in_place
func.func @result_is_not_tied(%cache: tensor<16xf32>, %new: tensor<1xf32>, %at: tensor<i64>) -> tensor<16xf32> {
  %c = sinter.update_slice %cache, %new at %at axis = 0 : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  return %c : tensor<16xf32>
}

// -----

// A mark that nothing ties is taken away: nothing outside is overwritten without a tie.
// CHECK-LABEL: @marked_by_hand
// CHECK-NOT: in_place
func.func @marked_by_hand(%cache: tensor<16xf32>, %new: tensor<1xf32>, %at: tensor<i64>) -> tensor<16xf32> {
  %c = sinter.update_slice %cache, %new at %at axis = 0 in_place : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  return %c : tensor<16xf32>
}

// -----

// CHECK-LABEL: @tied_to_another_argument
// CHECK-NOT: in_place
func.func @tied_to_another_argument(%cache: tensor<16xf32>, %other: tensor<16xf32>, %new: tensor<1xf32>, %at: tensor<i64>) -> (tensor<16xf32> {sinter.tied = 1}) {
  // expected-remark @below {{result 0 is made aside and copied into argument 1 at the end}}
  %c = sinter.update_slice %cache, %new at %at axis = 0 : tensor<16xf32>, tensor<1xf32>, tensor<i64>
  return %c : tensor<16xf32>
}

// -----

// CHECK-LABEL: @places
// CHECK: sinter.update_places %arg0, %arg1 at(%arg2 : tensor<3xi64>) in_place
func.func @places(%cache: tensor<16x8xf32>, %new: tensor<3x8xf32>, %at: tensor<3xi64>) -> (tensor<16x8xf32> {sinter.tied = 0}) {
  // expected-remark @below {{writes into argument ", Remark=0}}
  %c = sinter.update_places %cache, %new at(%at : tensor<3xi64>) : tensor<16x8xf32>, tensor<3x8xf32>
  return %c : tensor<16x8xf32>
}

// -----

// What has no other form writes into a copy, and the next one into the same.
// CHECK-LABEL: @places_of_a_copy
// CHECK: %[[COPY:.*]] = sinter.copy %arg0
// CHECK: %[[ONCE:.*]] = sinter.update_places %[[COPY]], {{.*}} in_place
// CHECK: sinter.update_places %[[ONCE]], {{.*}} in_place
func.func @places_of_a_copy(%x: tensor<16xf32>, %new: tensor<3xf32>, %at: tensor<3xi64>) -> tensor<16xf32> {
  // expected-remark @below {{writes into a copy of its input}}
  %c = sinter.update_places %x, %new at(%at : tensor<3xi64>) : tensor<16xf32>, tensor<3xf32>
  %d = sinter.update_places %c, %new at(%at : tensor<3xi64>) : tensor<16xf32>, tensor<3xf32>
  return %d : tensor<16xf32>
}

// -----

// A reader whose results end in a copy that the update alone reads comes before it.
// CHECK-LABEL: @read_before
// CHECK: sinter.update_places %arg0, {{.*}} in_place
func.func @read_before(%x: tensor<16xf32>, %new: tensor<3xf32>, %at: tensor<3xi64>) -> (tensor<16xf32> {sinter.tied = 0}) {
  %g = sinter.gather %x, %at axis = 0 : tensor<16xf32>, tensor<3xi64> -> tensor<3xf32>
  %s = sinter.add %g, %new : tensor<3xf32>
  %k = sinter.copy %s : tensor<3xf32>
  // expected-remark @below {{writes into argument ", Remark=0}}
  %c = sinter.update_places %x, %k at(%at : tensor<3xi64>) : tensor<16xf32>, tensor<3xf32>
  return %c : tensor<16xf32>
}

// -----

// CHECK-LABEL: @read_before_and_elsewhere
// CHECK: sinter.copy %arg0
func.func @read_before_and_elsewhere(%x: tensor<16xf32>, %new: tensor<3xf32>, %at: tensor<3xi64>) -> (tensor<16xf32> {sinter.tied = 0}, tensor<3xf32>) {
  %g = sinter.gather %x, %at axis = 0 : tensor<16xf32>, tensor<3xi64> -> tensor<3xf32>
  %s = sinter.add %g, %new : tensor<3xf32>
  %k = sinter.copy %s : tensor<3xf32>
  // expected-remark @below {{something else reads what the update replaces}}
  // expected-remark @below {{writes into a copy of its input}}
  %c = sinter.update_places %x, %k at(%at : tensor<3xi64>) : tensor<16xf32>, tensor<3xf32>
  return %c, %g : tensor<16xf32>, tensor<3xf32>
}

// -----

// What is no update is never made in place.
// CHECK-LABEL: @tied_sum
func.func @tied_sum(%x: tensor<16xf32>, %r: tensor<16xf32>) -> (tensor<16xf32> {sinter.tied = 1}) {
  // expected-remark @below {{result 0 is made aside and copied into argument 1 at the end}}
  %y = sinter.add %x, %r : tensor<16xf32>
  return %y : tensor<16xf32>
}
