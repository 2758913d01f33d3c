#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The tuner over chains of every kind of schedule, on the CPU path at tiny sizes: each candidate is made, runs and agrees with the rules' form; what
# was interrupted goes on; what cannot be measured is told.
#   tune_test.sh SINTER
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sinter=${SINTER_BIN:-$1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAIL: $*"; cat "$scratch/log" "$scratch/errors"; exit 1; }
type -P c++ g++ clang++ > /dev/null || { echo "SKIP: no compiler of the host's"; exit 77; }
cd "$scratch"

# Pointwise, tiles, rows of a warp, a block and a cluster, rows folded into columns too, columns, parts, scans, and outputs of 8 bits.
chains='adamw_one|nchw_nhwc_add|masked_softmax_s|softmax_4096|softmax_131072|layernorm_bwd_m|colsum_f32|fullsum_s|cumsum_rows|quant_fp8_l|embed_pos_ln'
tune() { python3 "$root/bench/tune_chains.py" --sinter "$sinter" --device=cpu --tuning=t.jsonl --results=results --rounds=3 --json=figures.json --only="^($chains)\$" "$@" > log 2> errors; }
tune || fail "tune_chains.py gave exit code $?"
count=$(tr '|' '\n' <<< "$chains" | wc -l)
[ "$(grep -cE '^\| [a-z0-9_]+ \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9]+ \| [0-9]+ \| .+ \|$' log)" = "$count" ] || fail "expected a line for each of $count chains"
grep -q "rules within 5 % of tuned: .* of $count chains.* (tiny sizes, no verdict)" log || fail "no verdict"
[ "$(grep -c '"kernel"' t.jsonl)" -ge "$count" ] || fail "expected an entry for each kernel"
[ "$(grep -c '"error": ""' figures.json)" -gt $((6 * count)) ] || fail "expected more schedules than that"
grep -q '"times_mean_something": false' figures.json || fail "times of the CPU path were taken for something"

# Only what is missing is measured again, from the tuning file.
rm results/softmax_4096.json
before=$(stat -c %Y results/colsum_f32.json)
tune || fail "going on gave exit code $?"
[ "$(stat -c %Y results/colsum_f32.json)" = "$before" ] || fail "what was there was measured again"
grep -q '"status": "known"' results/softmax_4096.json || fail "the tuning file was not used"

# What fails is told, and the rest goes on.
chains='softmax_128|swiglu_s'
status=0
tune --limit=0.001 || status=$?
[ "$status" = 1 ] && grep -q 'tune_chains: softmax_128: no end after 0.001 s' errors || fail "a timeout gave exit code $status"
status=0
tune --budget=0 || status=$?
[ "$status" = 1 ] && grep -q 'tune_chains: swiglu_s: not measured: the budget is spent' errors || fail "a spent budget gave exit code $status"
echo "PASS: $count chains"
