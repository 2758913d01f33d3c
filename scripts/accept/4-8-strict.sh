#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Under strict numerics every operator is right by itself: with every edge an output, and the reference given the device's own operands, IEEE
# operations, integers, comparisons and data movement are equal to the bit, functions within their units in the last place, and sums and
# composites within the contract (docs/Numerics.md), on every chain (bench/chains, bench/chains/cases, test/Chains) and 5,000
# random graphs; on a GPU where there is one, else on the CPU path.
#   4-8-strict.sh [GRAPHS] [SEED]
# $SINTER_STRICT_OUT (./strict-figures): what fails, made small, and the figures of every operator and type. SINTER_STRICT_DEVICE=cpu
# keeps off the GPU; SINTER_STRICT_ELEMENTS (65536) is how large the chains' values get.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
graphs=${1:-5000} seed=${2:-1}
out=${SINTER_STRICT_OUT:-$PWD/strict-figures}
device=${SINTER_STRICT_DEVICE:-}
[ -n "$device" ] || { has_gpu && device=cuda || device=cpu; }
chains=()
for file in "$root"/bench/chains/*.mlir "$root"/bench/chains/cases/*.mlir "$root"/test/Chains/*.mlir; do
  [ ! -e "$file" ] || chains+=("$file")
done
[ "${#chains[@]}" -ge 70 ] || fail "only ${#chains[@]} chains here"
mkdir -p "$out"

# judge NAME GRAPHS-WANTED ARGUMENTS...: appends to `figures`.
figures=""
judge() {
  local name=$1 wanted=$2 json="$out/$1.json" status=0 run edges failures elements unjudged units
  shift 2
  rm -f "$json"
  "$sinter" fuzz "$@" --numerics=strict --device="$device" --seed="$seed" --timeout=400 --worst --json="$json" --out="$out" > "$out/$name.txt" || status=$?
  [ -s "$json" ] || fail "$name: sinter fuzz ended with $status and no figures"
  run=$(json_value "$json" graphs) edges=$(json_value "$json" edges)
  failures=$(grep -cE '"repeat"' "$json" || true)
  cat "$out/$name.txt"
  [ "$failures" = 0 ] && [ "$status" = 0 ] || fail "$name on $device: $failures of $run graphs break the contract (above, and in $out)"
  [ "$run" = "$wanted" ] || fail "$name: $run graphs were run, not $wanted"
  at_most 1 "$edges" || fail "$name: no edge was judged"
  elements=$(grep -oE '"elements" *: *[0-9]+' "$json" | grep -oE '[0-9]+' | awk '{ s += $1 } END { printf "%.0f", s }')
  unjudged=$(grep -oE '"unjudged" *: *[0-9]+' "$json" | grep -oE '[0-9]+' | awk '{ s += $1 } END { printf "%.0f", s }')
  units=$(awk '$4 == "units" && $8 > worst { worst = $8; who = $1 } END { printf "%s of %s", worst + 0, who }' "$out/$name.txt")
  figures+="${figures:+; }$name: $run graphs, $edges edges, $elements elements ($unjudged of which nothing can be said), function furthest off: $units ULP"
}
judge chains "${#chains[@]}" "${chains[@]}" --elements="${SINTER_STRICT_ELEMENTS:-65536}"
judge random "$graphs" --graphs="$graphs"
pass "on $device, no violation; $figures"
