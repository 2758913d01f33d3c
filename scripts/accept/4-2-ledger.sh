#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The traffic ledger is true: what `sinter explain` says that kernels move is within 3 % of the distinct bytes that the CPU path counts,
# for every chain and network, fused and unfused, at small sizes; and of ten large ones within 5 % of the DRAM bytes that ncu sees on a GPU.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
graphs=("$root"/bench/chains/*.mlir "$root"/bench/chains/cases/*.mlir)
for network in bert_base gpt2_plain gpt2_sdpa hf_bert; do
  [ ! -e "$models/$network/dynamo_dynamic.onnx" ] || graphs+=("$models/$network/dynamo_dynamic.onnx")
done
figures=()
for fusion in on off; do
  "$root/scripts/check-ledger.py" "$sinter" "${graphs[@]}" --fusion=$fusion > "$scratch/$fusion.log" ||
    { grep -E 'BAD|FAILED' "$scratch/$fusion.log"; fail "fusion=$fusion: $(tail -1 "$scratch/$fusion.log")"; }
  figures+=("fusion=$fusion: $(tail -1 "$scratch/$fusion.log")")
done

large=(bias_gelu_l swiglu_l long20_l bcast_row_l add_layernorm_l rmsnorm_res_l softmax_1024 gelu_bwd_l scale_res_dropeval_l adamw_one)
# Of the third of several launches of a plan's one kernel: what a launch leaves in the cache to be written later is made up for by what
# the one before it left. Clocks stay as they are.
dram_bytes() {
  ncu --metrics dram__bytes_read.sum,dram__bytes_write.sum --cache-control none --clock-control none --launch-skip 2 --launch-count 1 \
    --csv --print-units base "$sinter" run "$1" --device=cuda --no-graph --iterations=3 "${@:2}" 2> "$scratch/ncu.err" |
    awk -F'","' '/dram__bytes/ { gsub(/[",]/, "", $NF); sum += $NF } END { printf "%.0f", sum }'
}
on_gpu() {
  local name worst=0 said counted off dims
  for name in "${large[@]}"; do
    mapfile -t dims < <(grep -oE '\w+ = #sinter.range<[0-9]+, [0-9]+' "$root/bench/chains/cases/$name.mlir" | sed -E 's/^(\w+) = .*, ([0-9]+)$/--dim=\1=\2/')
    said=$("$sinter" explain "$root/bench/chains/cases/$name.mlir" --json --no-compile "${dims[@]}" | sed -n '/"fused": {/,/}/p' | grep -oE '"bytes": [0-9]+' | grep -oE '[0-9]+')
    "$sinter" compile "$root/bench/chains/cases/$name.mlir" --target=native -o "$scratch/plan"
    counted=$(dram_bytes "$scratch/plan" "${dims[@]}")
    if [ -z "$counted" ] || [ "$counted" = 0 ]; then
      figures+=("ncu: skipped, it counts nothing here: $(head -1 "$scratch/ncu.err")")
      return
    fi
    off=$(awk -v a="$said" -v b="$counted" 'BEGIN { d = a / b - 1; printf "%.2f", 100 * (d < 0 ? -d : d) }')
    echo "$what: $name: ledger $said bytes, DRAM $counted: $off %"
    at_most "$off" 5 || fail "$name: the ledger says $said bytes, ncu $counted"
    at_most "$off" "$worst" || worst=$off
  done
  figures+=("ncu: ${#large[@]} chains within $worst % of DRAM bytes")
}
if ! has_gpu; then
  figures+=("ncu: skipped, no GPU")
elif ! command -v ncu > /dev/null; then
  figures+=("ncu: skipped, it is not installed")
else
  on_gpu
fi
pass "$(printf '%s; ' "${figures[@]}" | sed 's/; $//')"
