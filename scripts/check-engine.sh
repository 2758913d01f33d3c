#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the example engine with a driver that notes its calls, and checks that threads, contexts and streams on one plan give
# equal bits, as one graph launch an execution, and that between the last preparation and the end of the runs nothing is
# allocated, waited for, loaded or instantiated. Prints one line of figures, or what is wrong (exit code 1).
#   check-engine.sh --engine PROGRAM --driver LOGGING-DRIVER [--real DRIVER] [--threads N] [--contexts N] [--runs N]
#                   PLAN [option of the engine]...
set -euo pipefail
engine="" driver="" real="" threads=8 contexts=8 runs=1000
while [ $# -gt 0 ]; do
  case "$1" in
    --engine) engine=$2; shift 2 ;;
    --driver) driver=$2; shift 2 ;;
    --real) real=$2; shift 2 ;;
    --threads) threads=$2; shift 2 ;;
    --contexts) contexts=$2; shift 2 ;;
    --runs) runs=$2; shift 2 ;;
    *) break ;;
  esac
done
[ -n "$engine" ] && [ -n "$driver" ] && [ $# -gt 0 ] || { sed -n 's/^#   //p' "${BASH_SOURCE[0]}" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
: > "$folder/calls"

problem() { echo "$*"; exit 1; }
value() { grep -oE "\"$1\": *[-0-9.a-z]+" "$folder/report" | sed 's/.*: *//'; }

SINTER_CUDA_DRIVER=$driver SINTER_DRIVER_REAL=$real SINTER_DRIVER_LOG="$folder/calls" \
  "$engine" "$@" --device cuda --threads "$threads" --contexts "$contexts" --runs "$runs" > "$folder/report" 2> "$folder/errors" ||
  problem "the engine failed: $(tail -1 "$folder/errors") different: $(value different), written: $(value written)"

executions=$((threads * contexts * runs))
[ "$(value executions)" = "$executions" ] || problem "$(value executions) executions, expected $executions"
[ "$(value graph_launches)" = "$executions" ] || problem "$(value graph_launches) graph launches for $executions executions"
[ "$(value different)" = 0 ] || problem "$(value different) outputs differ"
# The instruments themselves: what every run does before and after must have been noted.
for call in cuMemAlloc_v2 cuLibraryLoadData cuGraphInstantiateWithFlags cuStreamSynchronize; do
  grep -q " $call\$" "$folder/calls" || problem "the driver noted no $call at all"
done
during=$(awk -v begin="$(value runs_begin_ns)" -v end="$(value runs_end_ns)" '$1 >= begin && $1 <= end { print $2 }' "$folder/calls" |
  sort | uniq -c | awk '{ printf "%s%s %s", separator, $1, $2; separator = ", " }')
[ -z "$during" ] || problem "calls between prepare and the end of the runs: $during"
echo "$threads threads x $contexts contexts and streams x $runs runs bit-equal, $executions graph launches," \
  "no allocation, wait, load or instantiation among them ($(wc -l < "$folder/calls") before and after)"
