#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# No race in any schedule: the kernels of every chain (bench/chains, bench/chains/cases, test/Chains), at small sizes that divide by
# nothing and by everything, under the CPU path's race check and its memory check; on a GPU under compute-sanitizer's racecheck and memcheck.
#   4-9-races.sh [NAME...]     those chains alone
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
export SINTER_CACHE_DIR="$scratch/kernels"
graphs=()
for file in "$root"/bench/chains/*.mlir "$root"/bench/chains/cases/*.mlir "$root"/test/Chains/*.mlir; do
  [ -e "$file" ] || continue
  [ $# = 0 ] || printf '%s\n' "$@" | grep -qx "$(basename "$file" .mlir)" || continue
  # A chain of fixed size that is also there smaller: the small one stands for it, or the check would take an hour.
  grep -q '#sinter.range' "$file" || [ ! -e "${file/_l.mlir/_m.mlir}" ] || [ "${file/_l.mlir/_m.mlir}" = "$file" ] || continue
  graphs+=("$file")
done
[ "${#graphs[@]}" -gt 0 ] || skip "no chains here"

# dims_of FILE WANTED: --dim options that set each symbol to WANTED, or to the nearest that its range allows.
dims_of() {
  grep -oE '\w+ = #sinter.range<[0-9]+, [0-9]+, [0-9]+' "$1" | sed -E 's/ = #sinter.range</ /; s/,//g' | while read -r name least most divisor; do
    awk -v n="$name" -v w="$2" -v a="$least" -v b="$most" -v d="$divisor" 'BEGIN { v = int((w + d - 1) / d) * d; if (v < a) v = a; if (v > b) v = b; printf "--dim=%s=%d\n", n, v }'
  done
}

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer /usr/local/cuda/compute-sanitizer/compute-sanitizer 2> /dev/null | head -1 || true)
has_gpu && [ -n "$sanitizer" ] && device=cuda || device=cpu

# check FILE TOOL WANTED: in the background; its verdict goes to a file.
check() {
  local file=$1 tool=$2 wanted=$3 run dims status=0
  run="$scratch/$(basename "$file" .mlir)-$tool-$wanted"
  mapfile -t dims < <(dims_of "$file" "$wanted")
  if [ $device = cpu ]; then
    timeout 600 "$sinter" run "$file" --device=cpu --kernel-check="$tool" --json "${dims[@]}" > "$run.json" 2> "$run.log" || status=$?
  else
    "$sinter" compile "$file" --target=native -o "$run.plan" > "$run.log" 2>&1 || status=$?
    [ $status != 0 ] || timeout 600 "$sanitizer" --tool "${tool/races/racecheck}" --error-exitcode 9 --print-limit 5 \
      "$sinter" run "$run.plan" --device=cuda --no-graph --json "${dims[@]}" > "$run.json" 2>> "$run.log" || status=$?
    rm -f "$run.plan"
  fi
  echo $status > "$run.status"
}

tools=(races memory)
[ $device = cpu ] || tools=(races memcheck)
for tool in "${tools[@]}"; do
  for wanted in 3 8; do
    for file in "${graphs[@]}"; do
      while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
      [ $wanted = 3 ] || grep -q '#sinter.range' "$file" || continue
      check "$file" "$tool" $wanted &
    done
  done
done
wait
runs=0 launches=0
for status in "$scratch"/*.status; do
  run=${status%.status}
  [ "$(cat "$status")" = 0 ] || { tail -20 "$run.log"; grep -h -m5 -E '=========' "$run.json" || true; fail "$(basename "$run"): exit code $(cat "$status")"; }
  runs=$((runs + 1))
  counted=$(json_greatest "$run.json" launches_checked || true)
  launches=$((launches + ${counted:-0}))
done
pass "$runs runs of ${#graphs[@]} chains on $device under ${tools[*]}: clean$([ $launches = 0 ] || echo ", $launches launches checked")"
