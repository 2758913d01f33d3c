#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Odd places and lengths: a slice that begins at an odd element, and rows of an odd length, have at least 80 % of the share of their ceiling that aligned ones have.
#   5-5-odd.sh [FOLDER [OPTIONS OF compare.py]]     goes on with what FOLDER has
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
folder=${1:-$scratch/beside}
[ $# = 0 ] || shift
has_gpu || skip "no GPU here"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
python3 "$root/bench/sweep.py" odd "$folder/odd-graphs" --sinter="$sinter" || fail "sweep.py wrote no graphs"
compare "$folder/odd" --graphs="$folder/odd-graphs" --engines= --rounds=15 --chain-ms=600 "$@"
python3 "$root/bench/sweep.py" judge "$folder/odd-graphs" "$folder/odd" > "$folder/odd.verdicts" || { cat "$folder/odd.verdicts"; fail "$(tail -1 "$folder/odd.verdicts")"; }
cat "$folder/odd.verdicts"
pass "$(tail -1 "$folder/odd.verdicts")"
