#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The CPU path's race check finds a planted missing barrier, its ASan mode a planted access out of bounds; both name the line
# of the emitted text. The tests that plant them are runtime/cpu's.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
build="$root/build/release"
[ -d "$build" ] || build="$root/build/runtime-only"
[ -d "$build" ] || (cd "$root" && cmake --preset runtime-only > /dev/null)
build_log="$scratch/build.log"
cmake --build "$build" --target cpu_checks_test > "$build_log" 2>&1 || { tail -20 "$build_log" >&2; fail "the test does not build"; }
log="$scratch/checks.log"
"$build/bin/cpu_checks_test" --gtest_filter='*Planted*' > "$log" 2>&1 || { tail -40 "$log"; fail "a planted fault was not found"; }
ran=$(grep -c '^\[       OK \]' "$log" || true)
grep -q '^\[  SKIPPED \]' "$log" && { grep -B3 '^\[  SKIPPED \]' "$log"; fail "a check was skipped"; }
[ "$ran" -ge 2 ] || fail "$ran planted faults were tried, expected 2 or more"
pass "$ran planted faults, each found with its line"
