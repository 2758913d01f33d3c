#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The CPU path's race check finds a planted missing barrier, its ASan mode a planted access out of bounds; both name the line
# of the emitted text. The tests that plant them are runtime/cpu's.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
build="$root/build/release"
[ -e "$build/build.ninja" ] || build="$root/build/runtime-only"
log="$scratch/log"
[ -e "$build/build.ninja" ] || (cd "$root" && cmake --preset runtime-only) > "$log" 2>&1 || { tail -20 "$log"; fail "the build does not configure"; }
cmake --build "$build" --target cpu_check_test > "$log" 2>&1 || { tail -20 "$log"; fail "the test does not build"; }
cases=(FirstMissingBarrierIsARace SecondMissingBarrierWriteAfterReadIsARace AccessesOutsideTensorsAreFound
       AccessesOutsideSharedArraysAreFound)
filter=$(printf 'CpuCheck.%s:' "${cases[@]}")
"$build/bin/cpu_check_test" --gtest_filter="${filter%:}" > "$log" 2>&1 || { tail -40 "$log"; fail "a planted fault was not found"; }
found=$(grep -c '^\[       OK \]' "$log" || true)
[ "$found" = "${#cases[@]}" ] || { cat "$log"; fail "$found of ${#cases[@]} planted faults were tried"; }
pass "$found of ${#cases[@]} kinds of planted fault found, each with the line of the kernel's text"
