#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# BERT base on the GPU as one CUDA graph: within the CPU path's error, every GPU test passes, compute-sanitizer's memcheck and
# racecheck are clean, and the time of fused and unfused. All of it is scripts/test-gpu.sh, from the bundle or a clone.
#   2-4-gpu.sh [FOLDER for the logs]
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
has_gpu || skip "$("$root/scripts/has-gpu.sh" 2>&1 | head -1)"
logs=${1:-$scratch/logs}
mkdir -p "$logs"
bash "$root/scripts/test-gpu.sh" "$logs" || fail "$(grep -E 'FAIL' "$logs/summary.txt" | head -1)"
if grep -E '^(memcheck|racecheck)' "$logs/summary.txt" | grep -q SKIP; then
  fail "$(grep -E '^(memcheck|racecheck)' "$logs/summary.txt" | grep SKIP | head -1)"
fi
pass "$(grep '^bert-' "$logs/summary.txt" | tr -s ' ' | tr '\n' ';')"
