#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Launches of BERT base: at most 128, at most 14 distinct kernels; on a GPU also counted as the nodes of the captured graph,
# which are as many as the compiler says.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter
export SINTER_CACHE_DIR="$scratch/kernels"
"$sinter" compile "$bert" --target=sm_90 --weights=generate -o "$scratch/bert.plan" --json > "$scratch/compile.json" ||
  fail "sinter compile failed"
launches=$(json_value "$scratch/compile.json" launches)
distinct=$(json_value "$scratch/compile.json" kernels_distinct)
fallbacks=$(json_value "$scratch/compile.json" fallbacks)
figure="$launches launches (at most 128), $distinct distinct kernels (at most 14), fallbacks $fallbacks (0)"
at_most "$launches" 128 && at_most "$distinct" 14 && [ "$fallbacks" = 0 ] || fail "$figure"
has_gpu || skip "$figure by the compiler's count; no GPU here to count the graph's nodes"
"$sinter" run "$scratch/bert.plan" --device=cuda --inputs=generate --json > "$scratch/run.json" || fail "$figure; sinter run failed"
nodes=$(json_value "$scratch/run.json" launches)
[ "$nodes" = "$launches" ] || fail "$figure, but the captured graph has $nodes nodes"
pass "$figure, and the captured graph has $nodes nodes"
