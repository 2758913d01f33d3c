#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Four networks, both exporters: the static forms give ONNX Runtime's outputs within 1e-4 of their standard deviation, on the
# CPU path each within 60 s, on a GPU where there is one; the dynamic forms agree with the reference interpreter at a small
# shape, and run at the static form's shape to the same outputs. So the exporters' forms agree with each other.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
device=cpu most_seconds=60
! has_gpu || { device=cuda most_seconds=600; }
export SINTER_CACHE_DIR="$scratch/kernels"
worst=0 slowest=0 runs=0

# run NETWORK VARIANT OPTION...: one run, its error and time held to the limits.
run() {
  local network=$1 variant=$2 error started seconds
  shift 2
  started=$(date +%s.%N)
  "$sinter" run "$models/$network/$variant.onnx" --device=$device --weights=generate --inputs=generate --json "$@" > "$scratch/run.json" ||
    fail "$network/$variant on $device: sinter run $* failed"
  seconds=$(awk -v a="$started" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
  error=$(json_greatest "$scratch/run.json" max_error_over_std)
  echo "$what: $network/$variant on $device: error $error of std, $seconds s, $(json_value "$scratch/run.json" launches) launches"
  at_most "$error" 1e-4 || fail "$network/$variant on $device: error $error of the standard deviation, at most 1e-4"
  at_most "$seconds" $most_seconds || fail "$network/$variant on $device: $seconds s, at most $most_seconds"
  worst=$(printf '%s\n' "$worst" "$error" | sort -g | tail -1)
  slowest=$(printf '%s\n' "$slowest" "$seconds" | sort -g | tail -1)
  runs=$((runs + 1))
}

for network in bert_base gpt2_plain gpt2_sdpa hf_bert; do
  [ -e "$models/$network/golden.json" ] || skip "no $models/$network; SINTER_MODELS_DIR names the folder of networks"
  for exporter in legacy dynamo; do
    run $network ${exporter}_static --golden="$models/$network"
    run $network ${exporter}_dynamic --check --dim=batch=2 --dim=seq=7
    # The dynamic form at the static one's shape, against the static one's golden outputs.
    mkdir -p "$scratch/$network"
    cp "$models/$network/golden.json" "$models/$network"/*.npy "$scratch/$network/"
    sed -i "s/\"${exporter}_static\"/\"${exporter}_dynamic\"/" "$scratch/$network/golden.json"
    tokens=$([ "${network#gpt2}" = "$network" ] && echo 128 || echo 512)
    run $network ${exporter}_dynamic --golden="$scratch/$network" --dim=batch=1 --dim=seq=$tokens
  done
done
pass "$runs runs on $device, error at most $worst of std (1e-4), at most $slowest s ($most_seconds)"
