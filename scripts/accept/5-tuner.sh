#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The rules alone are within 5 % of tuned: on a GPU every chain of bench/chains/cases is tuned (bench/tune_chains.py: a few schedules of each distinct kernel,
# in turn on rotating buffers, as replays of captured graphs), and no plan takes more than 1.05 times as long by the rules' schedules. The table tells the same of kernels.
#   5-tuner.sh [OPTIONS OF tune_chains.py]
# $SINTER_TUNE_OUT (./tune-figures) is a folder for the table, all figures and the tuning file; what is there already is not measured again.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
out=${SINTER_TUNE_OUT:-$PWD/tune-figures}
mkdir -p "$out"
status=0
python3 "$root/bench/tune_chains.py" --sinter "$sinter" --tuning "$out/chains.tuning.jsonl" --results "$out/chains" --json "$out/figures.json" "$@" > "$out/table.md" || status=$?
cat "$out/table.md"
last=$(tail -1 "$out/table.md")
case $status in
  0) ;;
  77) skip "${last#SKIP tune_chains: }" ;;
  *) fail "$last" ;;
esac
# Tiny sizes try the script out and show nothing.
grep -q '"times_mean_something": true' "$out/figures.json" || skip "$last"
pass "$last"
