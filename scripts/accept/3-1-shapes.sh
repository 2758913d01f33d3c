#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One plan for all shapes: BERT base and GPT-2 (dynamo_dynamic) at given shapes and at 20 drawn ones, each output within 1e-4 of
# its standard deviation of the reference interpreter's, no compile after the plan is made, its bytes the same before and
# after. On a GPU the shapes go up to (8, 512); on the CPU path they are small.
#   3-1-shapes.sh [SEED]      the seed is printed; default: drawn
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
seed=${1:-$RANDOM}
RANDOM=$seed
device=cpu shapes="1,8 2,7 5,1 1,32" most_rows=3 most_tokens=12 draws=5
if has_gpu; then
  device=cuda shapes="1,128 2,77 5,1 1,512" most_rows=8 most_tokens=512 draws=20
fi
for ((i = 0; i < draws; ++i)); do
  shapes+=" $((RANDOM % most_rows + 1)),$((RANDOM % most_tokens + 1))"
done
sweep=$(for shape in $shapes; do printf ';batch=%s,seq=%s' "${shape%,*}" "${shape#*,}"; done)
sweep=${sweep#;}
echo "$what: seed $seed, shapes $shapes, on $device"
export SINTER_CACHE_DIR="$scratch/kernels"
figures=""
for network in bert_base gpt2_plain; do
  model="$models/$network/dynamo_dynamic.onnx"
  [ -e "$model" ] || skip "no $model; SINTER_MODELS_DIR names the folder of networks"
  plan="$scratch/$network.plan" report="$scratch/$network.json"
  "$sinter" compile "$model" --target="$([ $device = cuda ] && echo native || echo cpu)" --weights=generate -o "$plan" > /dev/null ||
    fail "$network: sinter compile failed"
  before=$(sha256sum < "$plan")
  rm -rf "$SINTER_CACHE_DIR"
  SINTER_HOST_CXX=/nothing SINTER_NVRTC=/nothing "$sinter" run "$plan" --device=$device --inputs=generate --sweep="$sweep" \
    --reference="$model" --weights=generate --json > "$report" || { tail -5 "$report"; fail "$network: sinter run failed"; }
  [ "$before" = "$(sha256sum < "$plan")" ] || fail "$network: the plan's bytes changed"
  error=$(json_greatest "$report" max_error_over_std)
  runs=$(grep -c '"compiles_during_run"' "$report")
  compiles=$(json_greatest "$report" compiles_during_run) at_load=$(json_greatest "$report" compiles_at_load)
  figure="$network: $runs shapes, error at most $error of std (1e-4), $at_load + $compiles compiles (0), plan $(cut -c1-12 <<< "$before")"
  at_most "$error" 1e-4 && [ "$at_load" = 0 ] && [ "$compiles" = 0 ] && [ "$runs" = $((draws + 4)) ] || fail "$figure"
  figures+="$figure; "
done
pass "${figures}on $device, seed $seed"
