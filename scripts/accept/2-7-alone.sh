#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The runtime builds and passes its tests where LLVM may not be looked for, and no object of it has seen LLVM's headers; the
# bundle is at most 40 MiB and needs only the C library and what is opened at run time. (scripts/debian-proof.sh also builds
# the runtime in a Debian that has no LLVM.)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
cd "$root"
log="$scratch/log"
{ cmake --preset runtime-only && cmake --build --preset runtime-only; } > "$log" 2>&1 || { tail -30 "$log"; fail "runtime-only does not build"; }
ctest --preset runtime-only > "$log" 2>&1 || { tail -40 "$log"; fail "a test of runtime-only failed"; }
tests=$(grep -E '^[0-9]+% tests passed' "$log")
alone=$(scripts/check-no-llvm.sh build/runtime-only) || fail "the runtime has something of LLVM"
llvm=no; [ ! -d /usr/lib/llvm-22 ] || llvm=yes
{ cmake --preset release && cmake --build --preset bundle; } > "$log" 2>&1 || { tail -30 "$log"; fail "no bundle"; }
bundle=$(grep '^bundle: [0-9]* programs' "$log")
pass "$tests; $alone (LLVM installed here: $llvm); $bundle"
