#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Other GPUs than the one at hand: the kernels of every chain of bench/chains and bench/chains/cases compile for sm_80, sm_89, sm_90, sm_100 and sm_120 without a spill and without local
# memory of their own, and as scheduled for each of these give the reference's outputs on the CPU path. It prints a table of registers and shared memory, and the schedule
# and size that each chain was run by. No GPU; about six minutes of two processors.
#   5-8-targets.sh [OPTIONS OF check-targets.py]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
status=0
"$root/scripts/check-targets.py" "$sinter" "$@" 2> "$scratch/err" | tee "$scratch/log" || status=$?
case $status in
  0) ;;
  77) skip "$(sed -n 's/^SKIP check-targets: //p' "$scratch/log")" ;;
  *) tail -5 "$scratch/err"; fail "exit code $status: $(show 2 -E '^FAIL (resources|outputs): ' "$scratch/log" | tr '\n' ';') first: $(show 1 -E '^FAIL [^ ]+ for ' "$scratch/log") $(tail -1 "$scratch/err")" ;;
esac
pass "$(sed -nE 's/^PASS (resources|outputs): /\1: /p' "$scratch/log" | paste -sd';' | sed 's/;/; /g')"
