#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# BERT base on the CPU path, from the ONNX file with an empty kernel cache: the error against ONNX Runtime's output is at most
# 1e-4 of its standard deviation, within 40 s on 2 cores, with no operator run by other means; and a run that does use other
# means says so.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
find_sinter
export SINTER_CACHE_DIR="$scratch/kernels"
json="$scratch/run.json"
started=$(date +%s.%N)
taskset -c 0,1 "$sinter" run "$bert" --device=cpu --weights=generate --inputs=generate --golden "$golden" --json > "$json" ||
  { cat "$json"; fail "sinter run failed"; }
took=$(awk -v a="$started" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
error=$(json_greatest "$json" max_error_over_std)
fallbacks=$(json_value "$json" fallbacks)
figure="error $error of the standard deviation (at most 1e-4), $took s (at most 40), fallbacks $fallbacks (0)"
at_most "$error" 1e-4 || fail "$figure"
at_most "$took" 40 || fail "$figure"
[ "$fallbacks" = 0 ] || fail "$figure"

# The count can be other than 0: oneDNN has no product of f64, so a plain loop runs it, and it is seen.
sed 's/TYPE/f64/g' "$root/test/Tools/Inputs/product.mlir" > "$scratch/f64.mlir"
"$sinter" run "$scratch/f64.mlir" --device=cpu --check --json > "$json" || { cat "$json"; fail "the product of f64 failed"; }
seen=$(json_value "$json" fallbacks)
[ "$seen" = 1 ] || fail "a product that no library runs counts as $seen fallbacks, expected 1"
pass "$figure; a product of f64 counts as $seen"
