#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compile time against the number of equal transformer layers: 1, 10, 100 and 1000 (41,000 operators). Processor time of all
# stages but weights, with the kernels in the cache, so that it is the compiler's own; ten times the layers may take at most
# 13 times as long (a graph that outgrows the processor's caches costs more an operator), 1000 layers at most 20 s, with an empty
# cache too, and as many kernels are compiled as for 10.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
[ -e "$root/bench/repeat_layers.py" ] || skip "no bench/repeat_layers.py here"
find_sinter
export SINTER_CACHE_DIR="$scratch/kernels"
# NVRTC's kernels where it is there.
target=sm_90
"$sinter" compile "$root/bench/chains/softmax_f32.mlir" --target=$target -o "$scratch/x.plan" > /dev/null 2>&1 || target=cpu

# compile LAYERS: sets `seconds` (of processors) and `kernels`.
compile() {
  local file="$scratch/$1.mlir" times
  [ -e "$file" ] || python3 "$root/bench/repeat_layers.py" "$1" > "$file"
  TIMEFORMAT='%U %S'
  times=$( { time "$sinter" compile "$file" --target=$target --weights=generate -o "$scratch/x.plan" --json > "$scratch/x.json" 2> "$scratch/x.log"; } 2>&1) ||
    { tail -3 "$scratch/x.log"; fail "$1 layers do not compile"; }
  seconds=$(awk '{ print $1 + $2 }' <<< "$times")
  kernels=$(json_value "$scratch/x.json" kernels_distinct)
}

compile 1000
cold=$seconds
at_most "$cold" 20 || fail "1000 layers: $cold s of processors with an empty cache, at most 20"
figures="cold 1000: $cold s"
declare -A time_of kernels_of
for layers in 1 10 100 1000; do
  compile $layers # into the cache
  compile $layers
  time_of[$layers]=$seconds kernels_of[$layers]=$kernels
  figures+="; $layers: $seconds s, $kernels kernels"
done
[ "${kernels_of[1000]}" = "${kernels_of[10]}" ] || fail "1000 layers have ${kernels_of[1000]} kernels, 10 have ${kernels_of[10]}"
for layers in 10 100; do
  at_most "${time_of[$((layers * 10))]}" "$(awk -v t="${time_of[$layers]}" 'BEGIN { print 13 * t }')" ||
    fail "$((layers * 10)) layers take ${time_of[$((layers * 10))]} s, more than 13 times the ${time_of[$layers]} s of $layers ($figures)"
done
pass "$target, $figures (at most 20 s)"
