#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Random graphs over all operators, types and ranks find nothing, under fast and strict numerics: 20,000 of each on the CPU path,
# 2,000 of each on a GPU. At least 12 operators a graph (median); every legal operator, type and rank at least 50 times in 20,000.
#   4-5-fuzz.sh [GRAPHS] [SEED] [fast | strict]      another number of graphs, which the 50 are scaled to; another seed; one of the numerics
# Failures are left, made small, in $SINTER_FUZZ_OUT (./fuzz-failures).
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
device=cpu graphs=${1:-20000} seed=${2:-1}
if [ "$in_bundle" = yes ]; then
  has_gpu || skip "the bundle runs on a GPU, and there is none"
  device=cuda graphs=${1:-2000}
fi
out=${SINTER_FUZZ_OUT:-$PWD/fuzz-failures}
figures=""
for numerics in ${3:-fast strict}; do
  json="$scratch/$numerics.json" status=0
  "$sinter" fuzz --graphs="$graphs" --seed="$seed" --numerics=$numerics --device=$device --out="$out" --json="$json" || status=$?
  [ -s "$json" ] || fail "sinter fuzz ended with $status and no figures"
  run=$(json_value "$json" graphs) median=$(json_value "$json" median_operators) seconds=$(json_value "$json" seconds)
  least=$(grep -oE '"count" *: *[0-9]+' "$json" | grep -oE '[0-9]+' | sort -n | sed -n 1p)
  failures=$(grep -cE '"repeat"' "$json" || true)
  figure="$numerics on $device: $run graphs, median $median operators, each cell at least $least times, $failures failures, $(awk -v n="$run" -v s="$seconds" 'BEGIN { printf "%.1f", n / s }') graphs a second"
  echo "$what: $figure"
  figures+="${figures:+; }$figure"
  [ "$failures" = 0 ] && [ "$status" = 0 ] || fail "$figure (in $out)"
  at_most 12 "$median" || fail "$figure"
  # Fewer graphs cover less, and a cell is not dealt to the last round alone.
  [ "$graphs" -lt 20000 ] || at_most "$((graphs * 50 / 20000))" "$least" || fail "$figure"
done
pass "$figures"
