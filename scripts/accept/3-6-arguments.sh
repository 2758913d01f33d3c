#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A KV cache appended to in place over 100 executions of one prepared plan equals the attention computed from all rows anew,
# and the cache holds exactly those rows; arguments with strides, an offset or an odd alignment, and tied ones, give what dense
# ones do. On a GPU where there is one, else on the CPU path. The tests are test/Execute's.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
program=execute_test
! has_gpu || program=execute_gpu_test
if [ "$in_bundle" = yes ]; then
  [ $program = execute_gpu_test ] || skip "the bundle has the GPU's tests, and there is no GPU here"
  test="$root/bin/$program"
else
  test="$root/build/release/bin/$program"
  [ -x "$test" ] || (cd "$root" && cmake --preset release && cmake --build --preset release --target $program) > "$scratch/build.log" 2>&1 ||
    { tail -20 "$scratch/build.log"; fail "the test does not build"; }
fi
filter='Cache.*:Plans.tied*:Plans.updated*:Plans.update_of*:Plans.strided*:Plans.column_slice*:Plans.poorly_aligned*:Plans.channels_last*'
"$test" --gtest_filter="$filter" > "$scratch/log" 2>&1 || { show 40 -E 'Failure|FAILED' -A6 "$scratch/log"; fail "$(tail -1 "$scratch/log")"; }
passed=$(sed -nE 's/^\[  PASSED  \] ([0-9]+) tests?\./\1/p' "$scratch/log")
grep -q 'OK \] Cache.AppendedInPlaceAHundredTimes' "$scratch/log" || fail "the cache's test did not run"
at_most 40 "$passed" || fail "only ${passed:-0} tests ran"
pass "a cache of 100 appended rows, and $passed tests of strided, offset, odd-aligned and tied arguments, by $program"
