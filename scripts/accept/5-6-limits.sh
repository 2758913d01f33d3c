#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the five chains furthest from their bound, or those named, are held back by: ncu counts their kernels (clock control none), and bench/limits.py makes a table for
# docs/performance of it. None of them touches local memory. That no chain's kernel has any is 5-8-targets.sh's.
#   5-6-limits.sh [CHAIN...] [OPTIONS OF limits.py]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
status=0
python3 "$root/bench/limits.py" --sinter="$sinter" "$@" 2> "$scratch/err" | tee "$scratch/log" || status=$?
last=$(tail -1 "$scratch/log")
case $status in
  0) ;;
  77) skip "${last#SKIP limits: }" ;;
  *) tail -5 "$scratch/err"; fail "exit code $status: $last $(show 1 '^FAIL' "$scratch/log") $(tail -1 "$scratch/err")" ;;
esac
pass "$last"
