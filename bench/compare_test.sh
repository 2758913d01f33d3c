#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# bench/compare.py on the CPU path at tiny sizes, without peers: it measures, goes on where it was, and finds a wrong plan and a column without one.
#   compare_test.sh SINTER SINTER_BENCH LIBSINTER_RUNTIME
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sinter=${SINTER_BIN:-$1} bench=$2 library=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { cat "$scratch/log"; echo "FAIL: $*"; exit 1; }
# compare CODE TEXT OPTIONS...: what the exit code and a line of the output have to be.
compare() {
  local code=$1 text=$2 status=0
  shift 2
  python3 "$root/bench/compare.py" --sinter="$sinter" --bench="$bench" --runtime="$library" --device=cpu --engines= --rounds=2 --jobs=2 "$@" > "$scratch/log" 2>&1 || status=$?
  [ "$status" = "$code" ] || fail "$* gave exit code $status"
  grep -qE -- "$text" "$scratch/log" || fail "$* did not say: $text"
}
"$sinter" compile --help > /dev/null 2>&1 || { echo "SKIP: $sinter has no tool that compiles graphs"; exit 77; }

chains='^(bias_gelu_s|rmsnorm_res_s|dropout_fwd_l|embed_pos_ln|bn_res_relu_l_cl|quant_fp8_l)$'
compare 0 '^compare: 6 of 6 graphs measured, 0 verdicts, 0 of them bad$' --out="$scratch/out" --only="$chains"
[ "$(ls "$scratch/out/cases" | wc -l)" = 6 ] || fail "expected a JSON file a chain"
grep -qE '^\| bias_gelu_s \| 0\.0 \| [0-9]+ \| [0-9]+ \| [0-9.]+ \|' "$scratch/out/table.md" || fail "the table has no line of the chain"
grep -q '"times_mean_something": false' "$scratch/out/summary.json" || fail "times of the CPU path were taken for something"
compare 0 '6 graphs compiled, 6 of them measured already' --out="$scratch/out" --only="$chains"
compare 0 '6 graphs compiled, 0 of them measured already' --out="$scratch/out" --only="$chains" --replay-us=2
compare 3 'the budget is spent' --out="$scratch/spent" --only="$chains" --budget=0

# Another function under a chain's name, and a column that lacks a chain.
mkdir "$scratch/plans"
sed 's/sinter.gelu erf/sinter.relu/' "$root/bench/chains/cases/bias_gelu_s.mlir" > "$scratch/wrong.mlir"
"$sinter" compile "$scratch/wrong.mlir" --target=cpu --dim=rows=5 -o "$scratch/plans/bias_gelu_s.plan"
compare 1 '^FAIL bias_gelu_s output: other: output 0: [0-9]+ of 3840 elements are off' --out="$scratch/wrong" --plans="other=$scratch/plans" --only='^bias_gelu_s$'
compare 1 '^FAIL rope_s measurement: other: there is no ' --out="$scratch/none" --plans="other=$scratch/plans" --only='^rope_s$'
compare 0 '^\| bias_gelu_s \|' --out="$scratch/build" --plans="before=$sinter" --judge=before --only='^bias_gelu_s$'

# What is missing or badly written.
compare 1 'no graph of .* has a name like nothing' --out="$scratch/out" --only=nothing
compare 2 'expected NAME=FOLDER or NAME=SINTER' --out="$scratch/out" --plans=torch="$sinter"
compare 2 'none of the columns sinter' --out="$scratch/out" --judge=before
compare 2 'is none of torch, eager, xla' --out="$scratch/out" --engines=onnx
echo "PASS: six chains, a wrong plan and what is missing"
