#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compute-sanitizer finds nothing (memcheck, racecheck, synccheck, initcheck) in any kind of schedule: a few graphs that together have all of them (bench/cover.py chooses, of
# the chains, row lengths, odd places and the cases of execute_gpu_test); and 1,000 further executions of each chain, and of chains of 20 kernels, give the first one's bits.
#   5-7-sanitizer.sh [FOLDER [OPTIONS OF sanitize.py]]     goes on with what FOLDER has; --device=cpu tries it out
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
folder=${1:-$scratch/sanitized}
[ $# = 0 ] || shift
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
status=0
python3 "$root/bench/sanitize.py" "$folder" --sinter="$sinter" --budget=230 "$@" 2> "$scratch/err" | tee "$scratch/log" || status=$?
last=$(tail -1 "$scratch/log")
# The CPU path tries the script out; 4-9-races.sh shows what its checks do.
[ $status = 1 ] || ! grep -q '^sanitize on cpu: ' "$scratch/log" || skip "$last"
case $status in
  0) ;;
  3) fail "the budget is spent before all was done; the same command goes on: $last" ;;
  77) skip "${last#SKIP sanitize: }" ;; # what needs no sanitizer has been shown
  *) tail -5 "$scratch/err"; fail "exit code $status: $last first: $(show 1 '^FAIL' "$scratch/log") $(tail -1 "$scratch/err")" ;;
esac
pass "$last"
