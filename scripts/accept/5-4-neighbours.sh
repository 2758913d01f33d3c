#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What was not tuned for is as fast: three neighbours of each chain of bench/chains/cases, of other extents, and one with an operator more, have at least 95 % of the
# chain's share of its ceiling; and no row length, of softmax, RMS norm and sums with a residual and their norms, less than 80 % of what lies between the lengths beside it.
#   5-4-neighbours.sh [FOLDER [OPTIONS OF compare.py]]     goes on with what FOLDER has
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
folder=${1:-$scratch/beside}
[ $# = 0 ] || shift
has_gpu || skip "no GPU here"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
figures=()
for what in neighbours rows; do
  python3 "$root/bench/sweep.py" $what "$folder/$what-graphs" --sinter="$sinter" || fail "sweep.py wrote no graphs"
  compare "$folder/$what" --graphs="$folder/$what-graphs" --engines= --rounds=15 --chain-ms=600 "$@"
  status=0
  python3 "$root/bench/sweep.py" judge "$folder/$what-graphs" "$folder/$what" > "$folder/$what.verdicts" || status=$?
  grep -v '^PASS' "$folder/$what.verdicts" || true
  figures+=("$what: $(tail -1 "$folder/$what.verdicts")")
  [ $status = 0 ] || bad=yes
done
[ "${bad:-no}" = no ] || fail "$(printf '%s; ' "${figures[@]}")"
pass "$(printf '%s; ' "${figures[@]}")"
