#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# No race anywhere. Threads: the runtime's and the CPU path's tests under ThreadSanitizer (preset `tsan`; in a clone). Kernels:
# every kernel of the four networks, in both exporters' forms. On a GPU compute-sanitizer's racecheck watches them, and its
# memcheck one network's; elsewhere the CPU path's race check does, and its memory check. There a static form takes minutes,
# so the dynamic ones stand for it, at small shapes, unless --static is given. The libraries' own kernels are not checked: no
# operator's name has a part of theirs.
#   3-9-races.sh [threads|kernels] [--static]      one of the two alone
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
part=both with_static=no
for argument in "$@"; do
  case "$argument" in
    threads|kernels) part=$argument ;;
    --static) with_static=yes ;;
    *) echo "usage: 3-9-races.sh [threads|kernels] [--static]" >&2; exit 1 ;;
  esac
done
networks=(bert_base gpt2_plain gpt2_sdpa hf_bert)
library_kernels=(nvjet gemm cutlass cublas splitK)
# Values of symbols with and without vectors: a plan has kernels of its own for those that allow them.
shapes="batch=2,seq=7;batch=1,seq=8"
forms=0 kernels=0 launches=0

threads() {
  local log="$scratch/threads.log" program tests skipped
  echo "$what: building the preset tsan" >&2
  (cd "$root" && cmake --preset tsan && cmake --build --preset tsan) > "$log" 2>&1 || { tail -30 "$log"; fail "the tsan build failed"; }
  for program in execution_context_test simt_runtime_test; do
    [ "$(nm "$root/build/tsan/bin/$program" | grep -c __tsan_write)" -gt 0 ] || fail "$program of the tsan build has no ThreadSanitizer"
  done
  # Without random addresses: a sanitizer's shadow has fixed ones, which some kernels' randomness runs into.
  (cd "$root" && setarch -R ctest --preset tsan -j "$(nproc)") > "$log" 2>&1 ||
    { show 20 -E 'WARNING: ThreadSanitizer|SUMMARY|Failed|Timeout|\*\*\*' "$log"; fail "threads: $(grep -E 'tests? passed' "$log" | tail -1)"; }
  ! grep -q 'WARNING: ThreadSanitizer' "$log" || fail "threads: $(grep -m1 'SUMMARY: ThreadSanitizer' "$log")"
  tests=$(grep -oE 'out of [0-9]+' "$log" | tail -1 | grep -oE '[0-9]+')
  skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
  threads_figure="threads: $((tests - skipped)) of $tests test programs under ThreadSanitizer, $skipped skipped, 0 races"
  echo "$what: $threads_figure"
}

# count NETWORK KERNELS LAUNCHES TEXT: adds one clean run to the figures.
count() {
  forms=$((forms + 1)) kernels=$((kernels + $2)) launches=$((launches + $3))
  echo "$what: $1: $2 kernels in $3 launches, $4"
}

# on_cpu CHECK NETWORK VARIANT OPTION...: in the background; leaves what it printed in files called RUN.*.
on_cpu() {
  local run="$scratch/$1-$2-$3" check=$1 network=$2 variant=$3 started=$SECONDS status=0
  shift 3
  "$sinter" run "$models/$network/$variant.onnx" --kernel-check="$check" --weights=generate --inputs=generate --json "$@" \
    > "$run.json" 2> "$run.log" || status=$?
  echo "$status $((SECONDS - started))" > "$run.done"
}

# start CHECK NETWORK VARIANT OPTION...: as soon as a processor is free; a checked kernel keeps one busy.
start() {
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  on_cpu "$@" &
}

# collect CHECK: waits for what was started, fails with the first finding, and adds up the figures of that check.
collect() {
  local done_file run status seconds
  wait
  forms=0 kernels=0 launches=0
  for done_file in "$scratch/$1"-*.done; do
    run=${done_file%.done}
    read -r status seconds < "$done_file"
    [ "$status" = 0 ] || { tail -40 "$run.log"; fail "$(basename "$run"): $(grep -m1 'error: ' "$run.log")"; }
    count "$(basename "$run")" "$(json_greatest "$run.json" kernels_checked)" "$(json_greatest "$run.json" launches_checked)" "clean, $seconds s"
  done
}

kernels_on_cpu() {
  local network exporter
  for network in "${networks[@]}"; do
    start memory "$network" dynamo_dynamic --sweep="$shapes"
    for exporter in legacy dynamo; do
      start races "$network" "${exporter}_dynamic" --sweep="$shapes"
      [ "$with_static" = no ] || start races "$network" "${exporter}_static"
    done
  done
  collect races
  kernels_figure="kernels: the CPU path's race check on $forms forms of networks: $kernels kernels in $launches launches, 0 races"
  collect memory
  kernels_figure+="; its memory check on $forms: $kernels kernels in $launches launches, 0 accesses out of bounds"
}

# on_gpu TOOL NETWORK VARIANT OPTION...: compiles beforehand, so that the tool watches the run alone.
on_gpu() {
  local tool=$1 network=$2 variant=$3 started=$SECONDS log="$scratch/sanitizer.log" plan="$scratch/plan" status=0 summary
  shift 3
  "$sinter" compile "$models/$network/$variant.onnx" --target=native --weights=generate -o "$plan" --json > "$scratch/compile.json" ||
    fail "$network/$variant does not compile"
  : > "$log"
  timeout 600 "$sanitizer" --tool "$tool" --error-exitcode 9 --print-limit 5 --log-file "$log" \
    "${library_kernels[@]/#/--kernel-name-exclude=kns=}" \
    "$sinter" run "$plan" --device=cuda --inputs=generate --no-graph --json "$@" > "$scratch/run.json" 2> "$scratch/run.log" || status=$?
  if grep -qiE 'device not supported|unable to (find|load) injection' "$log" "$scratch/run.log" "$scratch/run.json"; then
    skip "compute-sanitizer refuses this machine: $(cat "$log" "$scratch/run.log" "$scratch/run.json" | grep -m1 -iE 'not supported|unable to' | sed 's/=========//')"
  fi
  summary=$(grep -E 'SUMMARY' "$log" | tail -1 | sed -E 's/=+ *//')
  [ "$status" = 0 ] && grep -qE ': 0 (hazards|errors)' <<< "$summary" || { head -40 "$log"; tail -5 "$scratch/run.log"; fail "$network/$variant, $tool: exit code $status: $summary"; }
  count "$network/$variant" "$(json_value "$scratch/compile.json" kernels_distinct)" "$(json_value "$scratch/compile.json" kernels_launched)" \
    "$tool: $summary, $((SECONDS - started)) s"
}

kernels_on_gpu() {
  local network exporter
  sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer /usr/local/cuda/compute-sanitizer/compute-sanitizer 2> /dev/null | head -1 || true)
  [ -n "$sanitizer" ] || skip "no compute-sanitizer here"
  for network in "${networks[@]}"; do
    for exporter in legacy dynamo; do
      on_gpu racecheck "$network" "${exporter}_dynamic" --sweep="$shapes"
      on_gpu racecheck "$network" "${exporter}_static"
    done
  done
  kernels_figure="kernels: racecheck on $forms forms of networks: $kernels kernels in $launches launches, 0 hazards"
  on_gpu memcheck gpt2_sdpa dynamo_static
  kernels_figure+="; memcheck on gpt2_sdpa, 0 errors"
}

check_kernels() {
  local network
  for network in "${networks[@]}"; do
    [ -e "$models/$network/golden.json" ] || skip "no $models/$network; SINTER_MODELS_DIR names the folder of networks"
  done
  find_sinter
  export SINTER_CACHE_DIR="$scratch/kernels"
  if has_gpu; then kernels_on_gpu; else kernels_on_cpu; fi
}

threads_figure="" kernels_figure=""
[ "$part" = kernels ] || [ "$in_bundle" = yes ] || threads
[ "$part" = threads ] || check_kernels
[ -n "$threads_figure$kernels_figure" ] || skip "threads are checked in a clone, and this is the bundle"
pass "$threads_figure${threads_figure:+${kernels_figure:+; }}$kernels_figure"
