#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The traffic ledger is true: what `sinter explain` says that kernels move is within 3 % of the distinct bytes that the CPU path counts,
# for every chain and network, fused and unfused, at small sizes; and of ten large ones within 5 % of the DRAM bytes that ncu sees on a GPU.
# Where there is a GPU and ncu cannot count, that is no PASS: the last line says why, and what the kernels' times alone tell.
#   4-2-ledger.sh [cpu | gpu]      one of the two parts
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
graphs=("$root"/bench/chains/*.mlir "$root"/bench/chains/cases/*.mlir)
for network in bert_base gpt2_plain gpt2_sdpa hf_bert; do
  [ ! -e "$models/$network/dynamo_dynamic.onnx" ] || graphs+=("$models/$network/dynamo_dynamic.onnx")
done
figures=()
part=${1:-both}
case "$part" in cpu | gpu | both) ;; *) echo "usage: $0 [cpu | gpu]" >&2; exit 1 ;; esac
for fusion in on off; do
  [ "$part" != gpu ] || break
  "$root/scripts/check-ledger.py" "$sinter" "${graphs[@]}" --fusion=$fusion > "$scratch/$fusion.log" ||
    { grep -E 'BAD|FAILED' "$scratch/$fusion.log"; fail "fusion=$fusion: $(tail -1 "$scratch/$fusion.log")"; }
  figures+=("fusion=$fusion: $(tail -1 "$scratch/$fusion.log")")
done

# The largest chains that are one kernel, 537 MB to 1.1 GB each: several times the L2 cache, so that what it keeps is little of it.
large=(swiglu_l add_layernorm_l rmsnorm_res_l adamw_one scale_res_dropeval_l gelu_bwd_l dropout_fwd_l bias_gelu_l masked_softmax_l long20_l)
bench="$root/bin/sinter-bench"
[ "$in_bundle" = yes ] || bench="$root/build/release/bin/sinter-bench"

# what_is_wrong FILE...: the profiler's own reason for counting nothing.
what_is_wrong() {
  if grep -q ERR_NVGPUCTRPERM "$@"; then
    echo "this user may not read the GPU's performance counters (ERR_NVGPUCTRPERM): run as root, or have the driver loaded with NVreg_RestrictProfilingToAdminUsers=0"
  else
    grep -hE '==ERROR==|error' "$@" | head -1 | grep . || echo "no kernel was counted"
  fi
}

# count_dram FOLDER KERNELS...: sets `dram_read` and `dram_written` to the bytes of one execution of FOLDER/chosen.plan, or leaves them empty. It runs by
# turns on three sets of buffers (sinter-bench --race), so that the cache holds nothing that is read again, and the third execution is
# counted: what it leaves in the cache, to be written later, is made up for by what the second one left. So the cache is not flushed in
# between (a flush would hide up to its size of writes), and the clocks stay as they are. Nodes of captured graphs are counted one by one.
count_dram() {
  local folder=$1 names
  shift
  names=$(IFS='|'; echo "$*")
  timeout 120 ncu --metrics dram__bytes_read.sum,dram__bytes_write.sum --cache-control none --clock-control none --graph-profiling node \
    --kernel-name-base function --kernel-name "regex:^($names)$" --launch-skip $((2 * $#)) --launch-count $# --csv --print-units base \
    "$bench" --race="$folder" --rotate=1KB --rounds=1 --replay-us=1 --race-ms=1 > "$folder/ncu.csv" 2> "$folder/ncu.err" || true
  dram_read=$(sum_of dram__bytes_read "$folder/ncu.csv")
  dram_written=$(sum_of dram__bytes_write "$folder/ncu.csv")
}
# sum_of METRIC CSV: nothing where it is not there.
sum_of() { awk -F'","' -v m="$1" 'index($0, m) { gsub(/[",]/, "", $NF); s += $NF; n++ } END { if (n) printf "%.0f", s }' "$2"; }

percent_off() { awk -v a="$1" -v b="$2" 'BEGIN { if (b + 0 == 0) { print "+999"; exit } printf "%+.2f", 100 * (a / b - 1) }'; }
magnitude() { sed 's/^[-+]//' <<< "$1"; }

# time_of FOLDER: microseconds of one execution.
time_of() {
  timeout 120 "$bench" --race="$1" --rounds=20 --race-ms=2000 > "$1/time.json" 2> "$1/time.err" || return 0
  json_value "$1/time.json" microseconds
}

on_gpu() {
  # on_gpu REASON: why nothing can be counted, where that is known.
  local name worst=0 counted=0 reason=$1 folder dims read written kernels off us bound worst_bound=0
  for name in "${large[@]}"; do
    folder="$scratch/dram-$name"
    mkdir -p "$folder"
    mapfile -t dims < <(grep -oE '\w+ = #sinter.range<[0-9]+, [0-9]+' "$root/bench/chains/cases/$name.mlir" | sed -E 's/^(\w+) = .*, ([0-9]+)$/--dim=\1=\2/')
    "$sinter" explain "$root/bench/chains/cases/$name.mlir" --json --no-compile "${dims[@]}" > "$folder/explain.json" || fail "$name cannot be explained"
    read -r read written < <(python3 -c 'import json, sys; g = json.load(open(sys.argv[1]))["groups"]; print(sum(x["read"] for x in g), sum(x["written"] for x in g))' "$folder/explain.json")
    "$sinter" compile "$root/bench/chains/cases/$name.mlir" --target=native "${dims[@]}" -o "$folder/chosen.plan" || fail "$name does not compile"
    mapfile -t kernels < <("$sinter" compile "$root/bench/chains/cases/$name.mlir" --target=native "${dims[@]}" --emit=cuda | grep -oE '__launch_bounds__\([^)]*\) \w+' | sed 's/.* //')
    [ "${#kernels[@]}" -gt 0 ] || fail "$name has no kernel"
    dram_read="" dram_written=""
    [ -n "$reason" ] || count_dram "$folder" "${kernels[@]}"
    if [ -n "$dram_read" ] && [ -n "$dram_written" ]; then
      off=$(percent_off "$((read + written))" "$((dram_read + dram_written))")
      echo "$what: $name: read $read by the ledger, $dram_read from DRAM ($(percent_off "$read" "$dram_read") %); written $written, $dram_written ($(percent_off "$written" "$dram_written") %); together $off %"
      at_most "$(magnitude "$off")" 5 || bad+=("$name: the ledger says $((read + written)) bytes, ncu $((dram_read + dram_written)): $off %")
      at_most "$(magnitude "$off")" "$worst" || worst=$(magnitude "$off")
      counted=$((counted + 1))
      continue
    fi
    [ -n "$reason" ] || reason=$(what_is_wrong "$folder/ncu.csv" "$folder/ncu.err")
    # Without counters: what is read and written once at least has to pass, and in that time no more than the data sheet's 4.8 TB/s can have.
    us=$(time_of "$folder")
    [ -n "$us" ] || fail "$name does not run: $(tail -1 "$folder/time.err")"
    bound=$(awk -v b="$((read + written))" -v t="$us" 'BEGIN { printf "%.1f", 100 * (t * 4.8e6 / b - 1) }')
    echo "$what: $name: no counters; ledger $((read + written)) bytes in $us us: $(awk -v b="$((read + written))" -v t="$us" 'BEGIN { printf "%.0f", b / t / 1000 }') GB/s, so DRAM moved at most $bound % more"
    at_most 0 "$bound" || bad+=("$name: the ledger says $((read + written)) bytes, more than memory can move in $us us")
    at_most "$bound" "$worst_bound" || worst_bound=$bound
  done
  [ "${#bad[@]}" -eq 0 ] || { printf '%s\n' "${bad[@]}"; fail "$((${#bad[@]})) of ${#large[@]} chains: ledger and DRAM disagree ($counted were counted by ncu)"; }
  if [ "$counted" -lt "${#large[@]}" ]; then
    not_shown="DRAM bytes: NOT counted by ncu for $((${#large[@]} - counted)) of ${#large[@]} chains ($reason); by their times alone at most $worst_bound % over the ledger"
    return
  fi
  figures+=("DRAM by ncu: ${#large[@]} chains within $worst %")
}

not_shown="" bad=()
if [ "$part" = cpu ]; then
  :
elif ! has_gpu; then
  not_shown="DRAM bytes: not counted, no GPU"
  [ "$part" = both ] || skip "$not_shown"
else
  command -v ncu > /dev/null || PATH="$PATH:/usr/local/cuda/bin:$(ls -d /opt/nvidia/nsight-compute/* 2> /dev/null | tail -1)" || true
  [ -x "$bench" ] || fail "there is no $bench; build the target sinter-bench"
  if command -v ncu > /dev/null; then on_gpu ""; else on_gpu "ncu is not installed"; fi
  # With a GPU at hand the second half is a promise of its own.
  [ -z "$not_shown" ] || { figures+=("$not_shown"); skip "$(printf '%s; ' "${figures[@]}" | sed 's/; $//')"; }
fi
[ -z "$not_shown" ] || figures+=("$not_shown")
pass "$(printf '%s; ' "${figures[@]}" | sed 's/; $//')"
