#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiling BERT base for sm_90 on two cores, the whole process, weights aside: at most 3 s with empty caches (ours and the driver's) and
# at most 0.15 s with a full one. The least of five runs each, since other processes of the machine only add to it; figures are seconds
# of wall time (and of processor time).
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
export SINTER_CACHE_DIR="$scratch/kernels" CUDA_CACHE_PATH="$scratch/driver"
two_cores=()
if [ "$(nproc)" -gt 2 ] && command -v taskset > /dev/null; then
  two_cores=(taskset -c "$(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' | awk -F- '{ for (i = $1; i <= ($2 == "" ? $1 : $2); ++i) print i }' | head -2 | paste -sd,)")
fi

# compile REPORT: one process; prints its seconds of wall, of user and of system.
compile() {
  local TIMEFORMAT='%R %U %S'
  { time "${two_cores[@]}" "$sinter" compile "$bert" --target=sm_90 --weights=generate -o "$scratch/bert.plan" --json > "$1" 2> "$scratch/errors"; } 2>&1
}

# least WHAT: of five lines of compile(), the one of least wall time, as "wall processor".
least() { sort -g "$1" | sed -n 1p | awk '{ printf "%.3f %.3f\n", $1, $2 + $3 }'; }

"$sinter" compile "$bert" --target=sm_90 --weights=generate -o "$scratch/bert.plan" --json > "$scratch/probe.json" 2> "$scratch/errors" || {
  grep -q 'nvrtc' "$scratch/errors" && skip "$(tail -1 "$scratch/errors")"
  cat "$scratch/errors" >&2
  fail "sinter compile failed"
}
for i in 1 2 3 4 5; do
  rm -rf "$SINTER_CACHE_DIR" "$CUDA_CACHE_PATH"
  compile "$scratch/cold.$i.json" >> "$scratch/cold" || fail "sinter compile failed"
  [ "$(json_value "$scratch/cold.$i.json" cache_hits)" = 0 ] || fail "a cold compile found kernels in the cache"
done
for i in 1 2 3 4 5; do
  compile "$scratch/warm.$i.json" >> "$scratch/warm" || fail "sinter compile failed"
  [ "$(json_value "$scratch/warm.$i.json" nvrtc_compiles)" = 0 ] || fail "a warm compile compiled kernels"
done
read -r cold cold_cpu < <(least "$scratch/cold")
read -r warm warm_cpu < <(least "$scratch/warm")
stages=$(tr -d ' \n' < "$scratch/cold.5.json" | grep -oE '"stages_ms":\{[^}]*\}' | sed -E 's/"stages_ms":\{//; s/[}"]//g; s/,/, /g; s/(\.[0-9])[0-9]*/\1/g')
figure="cold $cold s wall ($cold_cpu s of processors; at most 3), warm $warm s ($warm_cpu; at most 0.15); a cold one's stages in ms: $stages"
at_most "$cold" 3 && at_most "$warm" 0.15 || fail "$figure"
pass "$figure"
