#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Speed on the GPU, each figure with its ruler in the same run: every chain of bench/chains at 256 MB or more reaches at least
# 85 % of the copy ceiling, and BERT base (f32, TF32 off) is not slower than eager PyTorch in a CUDA graph; that line is a SKIP
# with its reason where PyTorch is missing. The last line is the verdict of both.
#   3-8-bench.sh [FOLDER for the JSON and the logs]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
least_share=85
has_gpu || skip "$("$root/scripts/has-gpu.sh" 2>&1 | head -1)"
find_sinter
if [ "$in_bundle" = no ] && [ ! -x "$root/build/release/bin/sinter-bench" ]; then
  (cd "$root" && cmake --preset release && cmake --build --preset release --target sinter-bench) > "$scratch/build.log" 2>&1 ||
    { tail -30 "$scratch/build.log" >&2; fail "the release build of sinter-bench failed"; }
fi
logs=${1:-$scratch/logs}
mkdir -p "$logs"
verdict=PASS

# line VERDICT TEXT: of one part.
line() {
  echo "$1 $what: $2"
  [ "$1" != FAIL ] || verdict=FAIL
}

chains() {
  local status=0 least
  SINTER_BIN="$sinter" bash "$root/bench/run.sh" --sizes=256MB,1GB --least-share="$least_share" \
    --benchmark_out="$logs/chains.json" > "$logs/chains.log" 2>&1 || status=$?
  cat "$logs/chains.log"
  if [ "$status" = 77 ]; then
    line SKIP "chains: $(grep SKIP "$logs/chains.log" | tail -1 | sed 's/^SKIP bench: //')"
    return
  fi
  least=$(grep -oE '"copy_share_percent": [0-9.eE+-]+' "$logs/chains.json" 2> /dev/null | sed 's/.*: //' | sort -g | sed -n 1p)
  if [ "$status" = 0 ] && at_most "$least_share" "$least"; then
    line PASS "chains: at least $(printf '%.1f' "$least") % of the copy ceiling (at least $least_share)"
  else
    line FAIL "chains: exit code $status, least share ${least:-unknown} %: $(grep -E '^(FAILED|TOO SLOW|MEASUREMENT FAULT)' "$logs/chains.log" | sed -n 1,3p | tr '\n' ';')"
  fi
}

against_eager() {
  local status=0 figure
  command -v python3 > /dev/null || { line SKIP "BERT against eager PyTorch: no python3"; return; }
  if ! "$sinter" compile "$bert" --target=native --weights=generate -o "$scratch/bert.plan" > "$logs/bert.log" 2>&1; then
    line FAIL "BERT: $(tail -1 "$logs/bert.log")"
    return
  fi
  python3 "$root/bench/peers/bert_eager.py" --run "'$sinter' run '$scratch/bert.plan' --device=cuda --inputs=generate --iterations=100 --json" \
    > "$logs/bert_eager.json" 2> "$logs/bert_eager.log" || status=$?
  if [ "$status" = 77 ]; then
    line SKIP "BERT against eager PyTorch: $(tail -1 "$logs/bert_eager.json" | sed 's/^SKIP bert_eager: //')"
    return
  elif [ "$status" != 0 ]; then
    line FAIL "BERT against eager PyTorch: $(tail -1 "$logs/bert_eager.log")"
    return
  fi
  local ours eager
  ours=$(json_value "$logs/bert_eager.json" sinter_in_a_row_ms)
  eager=$(json_value "$logs/bert_eager.json" eager_in_a_row_ms)
  figure="$ours ms, eager PyTorch $(json_value "$logs/bert_eager.json" torch) in a CUDA graph $eager ms, both in a row (single, waited for: $(json_value "$logs/bert_eager.json" sinter_ms) and $(json_value "$logs/bert_eager.json" eager_ms) ms)"
  if at_most "$ours" "$eager"; then line PASS "BERT base f32: $figure"; else line FAIL "BERT base f32: $figure"; fi
}

chains
against_eager
[ "$verdict" = PASS ] || fail "see the lines above"
pass "chains and BERT as above"
