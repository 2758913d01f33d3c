#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Four networks, both exporters: the static forms give ONNX Runtime's outputs within 1e-4 of their standard deviation, on the
# CPU path each within 60 s, on a GPU where there is one; the dynamic forms agree with the reference interpreter at a small
# shape. The two exporters give a network's tensors other names, hence other generated weights: so their forms are compared
# not with each other but each with the oracle of its own weights, to the same limit, and in what they take: as many launches.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
device=cpu most_seconds=60
! has_gpu || { device=cuda most_seconds=600; }
export SINTER_CACHE_DIR="$scratch/kernels"
worst=0 slowest=0 runs=0
declare -A static

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
    static[$exporter]=$("$sinter" compile "$models/$network/${exporter}_static.onnx" --target=cpu --weights=generate -o "$scratch/net.plan" --json |
      sed -nE 's/.*"launches": *([0-9]+).*/\1/p')
  done
  [ "${static[legacy]}" = "${static[dynamo]}" ] ||
    fail "$network: ${static[legacy]} launches as one exporter writes it, ${static[dynamo]} as the other"
done
pass "$runs runs on $device, error at most $worst of std (1e-4), at most $slowest s ($most_seconds)"
