#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# GPT-2 at batch 1, both ways of writing its attention, all variants: at most 128 launches, which on a GPU are the nodes of
# the captured graph.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
export SINTER_CACHE_DIR="$scratch/kernels"
most=0 counted="by the compiler's count"
for network in gpt2_plain gpt2_sdpa; do
  for variant in legacy_static legacy_dynamic dynamo_static dynamo_dynamic; do
    model="$models/$network/$variant.onnx"
    [ -e "$model" ] || skip "no $model; SINTER_MODELS_DIR names the folder of networks"
    "$sinter" compile "$model" --target=sm_90 --weights=generate -o "$scratch/net.plan" --json > "$scratch/compile.json" ||
      fail "$network/$variant: sinter compile failed"
    launches=$(json_value "$scratch/compile.json" launches)
    if has_gpu; then
      counted="nodes of the captured graphs"
      "$sinter" run "$scratch/net.plan" --device=cuda --inputs=generate --json \
        $([ "${variant%dynamic}" = "$variant" ] || echo --dim=batch=1 --dim=seq=128) > "$scratch/run.json" ||
        fail "$network/$variant: sinter run failed"
      nodes=$(json_value "$scratch/run.json" launches) # of the graph, but for the second ones of sums in parts
      [ "$nodes" = "$launches" ] || fail "$network/$variant: the graph has $nodes nodes, the compiler counted $launches"
    fi
    echo "$what: $network/$variant: $launches launches"
    at_most "$launches" 128 || fail "$network/$variant: $launches launches (at most 128)"
    most=$(printf '%s\n' "$most" "$launches" | sort -g | tail -1)
  done
done
has_gpu || skip "$most launches at most (128), $counted; no GPU here to count the graphs' nodes"
pass "$most launches at most (128), $counted"
