#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Each chain of bench/chains/cases compiles to one launch, or to two where a fold over all blocks needs an end (colsum, fullsum, xent,
# layernorm_bwd), counted in the plan; on a GPU as nodes of the captured graph too.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
list="$scratch/counts"
"$root/scripts/update-kernel-counts.py" "$sinter" --print > "$list" || fail "the counts cannot be made"
bad=()
[ "$in_bundle" = yes ] || "$root/scripts/update-kernel-counts.py" "$sinter" --check > /dev/null || bad=("docs/kernel-counts.md is out of date")
total=$(wc -l < "$list")
while read -r name launches aim; do
  if [ "$launches" = none ]; then
    bad+=("$name does not compile")
  elif [ "$launches" -gt "$aim" ]; then
    bad+=("$name takes $launches launches, not $aim")
  fi
done < "$list"

# The nodes of the graph that a run captures, at small sizes; huge ones would take longer than they tell.
nodes=0
if has_gpu; then
  while read -r name launches aim; do
    [ "$launches" != none ] || continue
    dims=()
    for symbol in $(grep -oE '\w+ = #sinter.range' "$root/bench/chains/cases/$name.mlir" | cut -d' ' -f1); do
      dims+=("--dim=$symbol=1")
    done
    "$sinter" run "$root/bench/chains/cases/$name.mlir" --device=cuda --json "${dims[@]}" > "$scratch/run.json" 2> "$scratch/run.log" ||
      { tail -3 "$scratch/run.log"; bad+=("$name does not run"); continue; }
    counted=$(json_value "$scratch/run.json" graph_nodes)
    at_most "$counted" "$aim" || bad+=("$name has $counted nodes in its graph, not $aim")
    nodes=$((nodes + 1))
  done < "$list"
fi

[ "${#bad[@]}" -eq 0 ] || { printf '%s\n' "${bad[@]}"; fail "$((${#bad[@]})) findings in $total chains"; }
pass "$total chains, each within its aim; graphs of $nodes captured on a GPU"
