#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A chain of 20 dependent elementwise kernels on 128 x 768 takes at most 0.85 us a kernel, one of 20 norms of rows at most 1.5 us.
#   5-3-launches.sh [OPTIONS OF launches.py]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
has_gpu || skip "no GPU here"
status=0
lines=$(python3 "$root/bench/launches.py" "$@" 2> "$scratch/err") || status=$?
echo "$lines"
[ "$status" = 0 ] || fail "exit code $status: $(tail -1 "$scratch/err") $(grep -m1 FAIL <<< "$lines" || true)"
pass "$(tr '\n' ';' <<< "$lines")"
