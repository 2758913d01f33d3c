#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# All tests that need a GPU, from the bundle alone (or a clone with a release build): the GPU's test programs, BERT base as one
# CUDA graph against ONNX Runtime's output, compute-sanitizer's memcheck and racecheck, and the time of fused and unfused.
# Writes each step's log to FOLDER, and a table to FOLDER/summary.txt, which it prints last.
# Exit code 0 where nothing failed, 1 where something did, 77 where there is no GPU.
set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=${1:?usage: scripts/test-gpu.sh FOLDER}
mkdir -p "$logs"
logs=$(cd "$logs" && pwd)
summary="$logs/summary.txt"
: > "$summary"
bin="$root/bin"
[ -x "$bin/sinter" ] || bin="$root/build/release/bin"
model="$root/test/models/bert_base/dynamo_static.onnx"
golden="$root/test/models/bert_base"
# Kernels are compiled here, as on a machine that sees Sinter for the first time.
export SINTER_CACHE_DIR=${SINTER_CACHE_DIR:-$logs/cache}
step_limit=${STEP_LIMIT:-150}

# report NAME VERDICT FIGURE...
report() {
  local name=$1 verdict=$2
  shift 2
  printf '%-34s %-5s %s\n' "$name" "$verdict" "$*" | tee -a "$summary"
}

json_value() { grep -oE "\"$2\" *: *(\"[^\"]*\"|[-+0-9.eE]+)" "$1" | sed -n 1p | sed -E 's/^[^:]*: *//; s/^"(.*)"$/\1/'; }
json_greatest() { grep -oE "\"$2\" *: *[-+0-9.eE]+" "$1" | sed -E 's/^[^:]*: *//' | sort -g | tail -1; }
at_most() { [ -n "$1" ] && [ -n "$2" ] && awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 <= b + 0) }'; }

# run LOG COMMAND...: its exit code; what it says goes to the log.
run() {
  local log="$logs/$1"
  shift
  timeout "$step_limit" "$@" > "$log" 2>&1
}

if ! device=$("$root/scripts/has-gpu.sh" 2>&1); then
  report device SKIP "$device"
  exit 77
fi
report device PASS "$device"
if [ ! -x "$bin/sinter" ]; then
  report sinter FAIL "there is no $bin/sinter"
  exit 1
fi

test_programs() {
  local program name status counts
  for program in "$bin"/*_test; do
    [ -x "$program" ] || continue
    name=$(basename "$program")
    case "$name" in *gpu*|*cuda*|*cublas*) ;; *) continue ;; esac
    run "$name.log" "$program"
    status=$?
    counts=$(grep -E '^\[  (PASSED|SKIPPED|FAILED)  ?\] [0-9]+ test' "$logs/$name.log" | sed -E 's/^\[ +([A-Z]+) +\] ([0-9]+).*/\2 \L\1/' | paste -sd' ')
    case "$status" in
      0) report "$name" PASS "$counts" ;;
      77) report "$name" FAIL "skipped on a machine with a GPU: $(tail -1 "$logs/$name.log")" ;;
      124) report "$name" FAIL "ran past $step_limit s" ;;
      *) report "$name" FAIL "exit code $status: $counts; $(grep -m1 -E 'Failure|error' "$logs/$name.log")" ;;
    esac
  done
}

# bert NAME FUSION: compiles, then runs as one graph; leaves the median time in NAME.json.
bert() {
  local name=$1 fusion=$2 error launches fallbacks compiles figure
  # golden.json has the outputs of several forms; a plan is held to those of its own name.
  mkdir -p "$logs/$name"
  if ! run "$name.compile.json" "$bin/sinter" compile "$model" --target=native --fusion="$fusion" --weights=generate -o "$logs/$name/dynamo_static.plan" --json; then
    report "$name" FAIL "compile: $(tail -1 "$logs/$name.compile.json")"
    return
  fi
  if ! run "$name.json" "$bin/sinter" run "$logs/$name/dynamo_static.plan" --device=cuda --inputs=generate --golden "$golden" --iterations=200 --json; then
    report "$name" FAIL "run: $(tail -1 "$logs/$name.json")"
    return
  fi
  error=$(json_greatest "$logs/$name.json" max_error_over_std)
  launches=$(json_value "$logs/$name.json" launches)
  fallbacks=$(json_value "$logs/$name.json" fallbacks)
  compiles=$(json_value "$logs/$name.json" compiles_during_run)
  figure="$(json_value "$logs/$name.json" time_ms_median) ms, $launches launches, error $error of std (at most 1e-4), fallbacks $fallbacks, compiles during the run $compiles"
  if at_most "$error" 1e-4 && [ "$fallbacks" = 0 ] && [ "$compiles" = 0 ] && [ "$launches" = "$(json_value "$logs/$name.compile.json" launches)" ]; then
    report "$name" PASS "$figure"
  else
    report "$name" FAIL "$figure; the compiler says $(json_value "$logs/$name.compile.json" launches) launches"
  fi
}

ratio() {
  local fused unfused
  fused=$(json_value "$logs/bert-fused.json" time_ms_median 2> /dev/null)
  unfused=$(json_value "$logs/bert-unfused.json" time_ms_median 2> /dev/null)
  if [ -z "$fused" ] || [ -z "$unfused" ]; then
    report bert-ratio FAIL "a time is missing"
  else
    report bert-ratio PASS "unfused / fused = $(awk -v a="$unfused" -v b="$fused" 'BEGIN { printf "%.2f", a / b }') ($unfused ms / $fused ms)"
  fi
}

# sanitize TOOL NAME COMMAND...
sanitize() {
  local tool=$1 name=$2 log status
  shift 2
  log="$tool-$name.log"
  run "$log" "$sanitizer" --tool "$tool" --error-exitcode 9 --print-limit 5 "$@"
  status=$?
  if grep -qiE 'device not supported|unable to (find|load) injection' "$logs/$log"; then
    report "$tool $name" SKIP "compute-sanitizer refuses this machine: $(grep -m1 -iE 'not supported|unable to' "$logs/$log" | sed 's/=========//')"
  elif [ "$status" = 0 ]; then
    report "$tool $name" PASS "$(grep -E 'SUMMARY' "$logs/$log" | tail -1 | sed -E 's/=+ *//')"
  elif [ "$status" = 124 ]; then
    report "$tool $name" FAIL "ran past $step_limit s"
  else
    report "$tool $name" FAIL "exit code $status: $(grep -E 'SUMMARY' "$logs/$log" | tail -1 | sed -E 's/=+ *//')"
  fi
}

sanitizers() {
  local tool
  sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer /usr/local/cuda/compute-sanitizer/compute-sanitizer 2> /dev/null | head -1)
  for tool in memcheck racecheck; do
    if [ -z "$sanitizer" ]; then
      report "$tool" SKIP "no compute-sanitizer here"
    elif [ ! -e "$logs/bert-fused/dynamo_static.plan" ]; then
      report "$tool bert" FAIL "there is no plan to run"
    else
      sanitize "$tool" bert "$bin/sinter" run "$logs/bert-fused/dynamo_static.plan" --device=cuda --inputs=generate --iterations=1
    fi
  done
}

test_programs
bert bert-fused on
bert bert-unfused off
ratio
sanitizers
rm -rf "$logs"/bert-*/

failed=$(grep -cE '^.{34} FAIL ' "$summary")
printf '\n== Summary (%s)\n' "$(cat "$root/REVISION" 2> /dev/null || git -C "$root" rev-parse HEAD 2> /dev/null || echo 'unknown revision')"
cat "$summary"
[ "$failed" = 0 ] || { printf '\n%s failed\n' "$failed"; exit 1; }
printf '\nnothing failed\n'
