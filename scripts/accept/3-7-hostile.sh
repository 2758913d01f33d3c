#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Hostile files: under AddressSanitizer and UndefinedBehaviorSanitizer each of three small files a reader has every byte changed
# (all bits, and each bit alone) and is cut off after every byte; then libFuzzer works on each reader for MINUTES (default 10),
# as many readers at a time as there are processors; last, the tool itself is given some of what came out. No crash, no hang, no report; what is refused is
# refused with exit code 1, by the file's name and the place in it.
#
#   scripts/accept/3-7-hostile.sh [MINUTES]     SINTER_FUZZ_BUILD: a build of the preset `fuzz` to be used as it is
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
minutes=${1:-10}
[[ "$minutes" =~ ^[0-9]+$ ]] || { echo "usage: $0 [MINUTES]" >&2; exit 1; }
build=${SINTER_FUZZ_BUILD:-$root/build/fuzz}
log="$scratch/log"
if [ -z "${SINTER_FUZZ_BUILD:-}" ]; then
  command -v clang++-22 > /dev/null || skip "clang++-22 is missing; scripts/setup.sh --fuzzers installs it"
  echo "$what: building the preset fuzz" >&2
  (cd "$root" && cmake --preset fuzz && cmake --build --preset fuzz --target all-fuzzers) > "$log" 2>&1 ||
    { tail -30 "$log"; fail "the fuzzers do not build"; }
fi
targets="$build/test/Fuzz/targets.txt"
[ -s "$targets" ] || fail "no targets in $build"
finds="$build/test/Fuzz/finds"
mkdir -p "$finds"

# Every small change.
reads=0
while IFS='|' read -r name _ files; do
  echo "$what: changing the files of $name" >&2
  # shellcheck disable=SC2086  # a list of paths
  if ! "$build/bin/${name}_fuzz_replay" --mutate=all $files > "$log" 2>&1; then
    tail -40 "$log"
    fail "$name: a changed file is not read as it should be"
  fi
  reads=$((reads + $(sed -nE 's/.* ([0-9]+) reads in .*/\1/p' "$log")))
done < "$targets"

# Fuzzing; each has a corpus that grows from run to run.
fuzz() {
  local name=$1 seeds=$2 corpus="$build/test/Fuzz/grown/$1" dictionary="$root/test/Fuzz/dictionaries/$1.dict"
  mkdir -p "$corpus"
  # shellcheck disable=SC2086
  "$build/bin/${name}_fuzz" -max_total_time=$((minutes * 60)) -timeout=60 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=1 \
    -artifact_prefix="$finds/$name-" $([ ! -e "$dictionary" ] || echo "-dict=$dictionary") "$corpus" $seeds > "$scratch/$name.log" 2>&1 ||
    touch "$scratch/$name.failed"
}
if [ "$minutes" -gt 0 ]; then
  while IFS='|' read -r name seeds _; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    echo "$what: fuzzing $name for $minutes minutes" >&2
    fuzz "$name" "$seeds" &
  done < "$targets"
  wait
fi
executions="" total=0
while IFS='|' read -r name _; do
  [ "$minutes" -gt 0 ] || break
  if [ -e "$scratch/$name.failed" ]; then
    show 60 -aE -A25 'ERROR|runtime error|libFuzzer:' "$scratch/$name.log"
    fail "$name: libFuzzer found a fault; its file is in $finds"
  fi
  count=$(sed -nE 's/^stat::number_of_executed_units: ([0-9]+)$/\1/p' "$scratch/$name.log")
  [ -n "$count" ] && [ "$count" -gt 0 ] || { tail -20 "$scratch/$name.log"; fail "$name: libFuzzer has run nothing"; }
  executions="$executions $name $count," total=$((total + count))
done < "$targets"

# The tool's own exit codes and messages.
find_sinter
tried=0
refuses() {
  local pattern=$1 status=0
  shift
  timeout 60 "$sinter" "$@" > "$scratch/out" 2> "$scratch/err" || status=$?
  [ "$status" = 1 ] || { cat "$scratch/err"; fail "sinter $*: exit code $status instead of 1"; }
  grep -qE "$pattern" "$scratch/err" || { cat "$scratch/err"; fail "sinter $*: no message that matches '$pattern'"; }
  tried=$((tried + 1))
}
corpus="$root/test/Fuzz/corpus" made="$build/test/Fuzz/corpus"
changed() { # FILE OFFSET NAME: FILE with the byte at OFFSET turned over, as NAME
  cp "$1" "$scratch/$3"
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
  # shellcheck disable=SC2059  # the format is the byte
  printf "\\x$(printf %x $((byte ^ 255)))" | dd of="$scratch/$3" bs=1 seek="$2" conv=notrunc status=none
}
for offset in 0 9 30 95 100 500 900 8195; do
  changed "$made/plan/small.plan" "$offset" flipped.plan
  refuses 'flipped\.plan' run "$scratch/flipped.plan" --device=cpu --dim n=2
done
for size in 0 50 200 4000 8195; do
  head -c "$size" "$made/plan/small.plan" > "$scratch/cut.plan"
  refuses 'cut\.plan' run "$scratch/cut.plan" --device=cpu --dim n=2
done
for offset in 0 20 60 100 150; do
  changed "$corpus/mlir/add.mlir" "$offset" flipped.mlir
  refuses 'flipped\.mlir:[0-9]+:[0-9]+' compile "$scratch/flipped.mlir" --emit=plan
  head -c "$((offset + 1))" "$corpus/mlir/add.mlir" > "$scratch/cut.mlir"
  refuses 'cut\.mlir:[0-9]+:[0-9]+' compile "$scratch/cut.mlir" --emit=plan
done
for size in 1 20 60 100; do
  head -c "$size" "$made/onnx/add.onnx" > "$scratch/cut.onnx"
  refuses 'cut\.onnx' compile "$scratch/cut.onnx" --emit=plan
done
refuses 'If, opset 17' compile "$made/onnx/branches.onnx" --emit=plan
refuses 'external\.onnx.*`w`|tensor `w`' compile "$made/onnx/external.onnx" --emit=plan
head -c 140 "$made/npy/f32.npy" > "$scratch/cut.npy"
refuses 'cut\.npy' run "$corpus/mlir/add.mlir" --device=reference --input "arg0=$scratch/cut.npy"
printf '{"outputs": ' > "$scratch/golden.json"
refuses 'golden\.json: line 1' run "$corpus/mlir/add.mlir" --device=reference --golden "$scratch"
pass "$reads changed and cut files; $total executions of libFuzzer (${executions# } $minutes min each); $tried refusals of the tool"
