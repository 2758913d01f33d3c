#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The harness from graphs to verdicts on the CPU path at tiny sizes: every chain passes, and a wrong plan is found.
#   run_test.sh SINTER SINTER_BENCH
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sinter=${SINTER_BIN:-$1} bench=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAIL: $*"; exit 1; }
tiny=(--device=cpu --sizes=20KB --rotate=1KB --rounds=2)

status=0
"$root/bench/run.sh" --sinter "$sinter" --bench "$bench" --plans "$scratch/plans" "${tiny[@]}" \
  --benchmark_out="$scratch/out.json" > "$scratch/log" 2>&1 || status=$?
if [ "$status" = 77 ]; then
  tail -1 "$scratch/log"
  exit 77
fi
[ "$status" = 0 ] || { cat "$scratch/log"; fail "exit code $status"; }
chains=$("$bench" --list | wc -l)
[ "$(grep -c '"mix_share_percent"' "$scratch/out.json")" = "$chains" ] || fail "expected $chains cases in the JSON"
[ "$(grep -c '"error_occurred"' "$scratch/out.json")" = 0 ] || fail "the JSON has errors"
[ "$(ls "$root"/bench/chains/*.mlir | wc -l)" = "$chains" ] || fail "bench/chains has a graph that is not measured"

# Another function under the chain's name.
sed 's/sinter.tanh/sinter.relu/' "$root/bench/chains/pointwise_f32.mlir" > "$scratch/wrong.mlir"
for form in fused unfused; do
  cp -r "$scratch/plans" "$scratch/$form"
  "$sinter" compile "$scratch/wrong.mlir" --target=cpu -o "$scratch/$form/pointwise_f32.$form.plan"
  status=0
  "$bench" --plans="$scratch/$form" "${tiny[@]}" --benchmark_filter=pointwise_f32 > "$scratch/log" 2>&1 || status=$?
  [ "$status" = 1 ] || fail "a wrong plan, $form, gave exit code $status"
  grep -q "FAILED pointwise_f32/20KB: pointwise_f32, $form: output 0, row .* times the tolerance" "$scratch/log" ||
    { cat "$scratch/log"; fail "a wrong plan was not named"; }
done

# A chain against its splits; then with a plan among them that computes something else.
graph="$root/bench/chains/pointwise_f32.mlir"
status=0
python3 "$root/bench/race_splits.py" --sinter "$sinter" --bench "$bench" --device=cpu --only='^(softmax_4096|bias_gelu_s)$' --forms=2 --rounds=2 --jobs=2 \
  --keep "$scratch/race" --json "$scratch/race.json" > "$scratch/log" 2>&1 || status=$?
[ "$status" = 0 ] || { cat "$scratch/log"; fail "race_splits.py gave exit code $status"; }
grep -qE '^softmax_4096 +1 .* after_[a-z_0-9]+ +2 ' "$scratch/log" || { cat "$scratch/log"; fail "a softmax was not split in two"; }
grep -q '"times_mean_something": false' "$scratch/race.json" || fail "times of the CPU path were taken for something"
for form in chosen other wrong; do
  [ "$form" = wrong ] && graph="$scratch/wrong.mlir"
  "$sinter" compile "$graph" --target=cpu --dim=rows=3 -o "$scratch/race/$form.plan"
done
"$bench" --race="$scratch/race" --device=cpu --rotate=1KB --rounds=2 > "$scratch/race.json" 2> "$scratch/log" || { cat "$scratch/log"; fail "a race gave exit code $?"; }
[ "$(grep -c "are not the chosen form's" "$scratch/race.json")" = 1 ] || { cat "$scratch/race.json"; fail "a wrong form was not told from the others"; }

# A chain by two builds, one of which may fail.
python3 "$root/bench/race_builds.py" --sinter "$sinter" "before=$sinter" --bench "$bench" --device=cpu --only='^bias_gelu_s$' --rounds=2 --jobs=2 --copy-gbs=1000 > "$scratch/log" 2>&1 ||
  { cat "$scratch/log"; fail "race_builds.py gave exit code $?"; }
grep -qE '^\| bias_gelu_s \| [0-9.]+ \| [0-9.]+ \| [0-9.]+ \| [0-9]+ % \| [0-9.]+ \|$' "$scratch/log" || { cat "$scratch/log"; fail "race_builds.py printed no line of the chain"; }
status=0
python3 "$root/bench/race_builds.py" --sinter "$sinter" "before=$(type -P false)" --bench "$bench" --device=cpu --only='^bias_gelu_s$' --rounds=2 > "$scratch/log" 2>&1 || status=$?
[ "$status" = 1 ] && grep -q 'race_builds: bias_gelu_s: before: ' "$scratch/log" || { cat "$scratch/log"; fail "a build that fails was not told: exit code $status"; }

# What is missing or badly written is said, with the exit codes of the tools.
expect() {
  local code=$1 text=$2
  shift 2
  status=0
  "$bench" "$@" > "$scratch/log" 2>&1 || status=$?
  [ "$status" = "$code" ] && grep -q -- "$text" "$scratch/log" || { cat "$scratch/log"; fail "$* gave exit code $status"; }
}
expect 0 '--least-share' --help
expect 1 'expected --plans=FOLDER' --device=cpu
expect 1 'cannot read' --race="$scratch/none" --device=cpu
expect 1 'expected a size' --plans="$scratch" --device=cpu --sizes=12XB
expect 1 'FAILED pointwise_f32/20KB' --plans="$scratch/none" "${tiny[@]}" --benchmark_filter=pointwise_f32
expect 1 'no case was run' --plans="$scratch/plans" "${tiny[@]}" --benchmark_filter=nothing
expect 1 '--least-share had no case of 256000000 bytes or more' --plans="$scratch/plans" "${tiny[@]}" --benchmark_filter=pointwise_f32 --least-share=1
"$root/scripts/has-gpu.sh" > /dev/null 2>&1 || expect 77 'device cuda' --plans="$scratch/plans"
echo "PASS: $chains chains, and two wrong plans"
