#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whether the fuzzer would notice: plants the faults of test/Fuzz/mutants.txt in a copy of the clone's HEAD, builds it once, and runs
# random graphs with each fault on, of either numerics, until one fails. At least 95 % must be found.
#   scripts/mutants.sh [GRAPHS] [NUMBER...]      graphs of either numerics for a fault (1500); these faults alone
# The copy is in build/mutants; the log of each fault in build/mutants/logs, the table in build/mutants/found.txt.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder="$root/build/mutants" graphs=1500
[ $# -eq 0 ] || { graphs=$1; shift; }
few=$((graphs < 150 ? graphs : 150))
mkdir -p "$folder/source" "$folder/logs"

# A file keeps its time where it is as it was, so that a second run compiles what has changed.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
git -C "$root" archive HEAD | tar -x -C "$fresh"
python3 "$root/scripts/plant-mutants.py" "$root/test/Fuzz/mutants.txt" "$fresh" > "$folder/list.txt"
(cd "$fresh" && find . -type f -print0) | while IFS= read -r -d '' file; do
  cmp -s "$fresh/$file" "$folder/source/$file" || install -D -m "$(stat -c %a "$fresh/$file")" "$fresh/$file" "$folder/source/$file"
done
(cd "$folder/source" && export CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1 && cmake --preset release > /dev/null && ninja -C build/release sinter) > "$folder/build.log" 2>&1 ||
  { { grep -E 'error' "$folder/build.log" || true; } | sed -n 1,10p; echo "mutants: the build failed: $folder/build.log" >&2; exit 1; }
sinter="$folder/source/build/release/bin/sinter"

"$sinter" fuzz --graphs=200 --quiet > "$folder/logs/none" 2>&1 || { cat "$folder/logs/none"; echo "mutants: graphs fail without any fault" >&2; exit 1; }
found=0 all=0
: > "$folder/found.txt"
while IFS=$'\t' read -r number place change; do
  [ $# -eq 0 ] || [[ " $* " == *" $number "* ]] || continue
  all=$((all + 1)) verdict=missed started=$SECONDS
  # Few graphs of either first: most faults show at once, some under one of the numerics alone. The many are others.
  for round in "strict $few 1" "fast $few 1" "strict $graphs 2" "fast $graphs 2"; do
    read -r numerics count seed <<< "$round"
    if ! SINTER_MUTANT=$number "$sinter" fuzz --graphs="$count" --seed="$seed" --numerics="$numerics" --most-failures=1 --quiet > "$folder/logs/$number.$numerics" 2>&1; then
      verdict="found by $numerics" found=$((found + 1))
      break
    fi
  done
  printf '%s\t%s\t%s\t%s\t%d s\n' "$number" "$verdict" "$place" "$change" $((SECONDS - started)) | tee -a "$folder/found.txt"
done < "$folder/list.txt"
echo "mutants: $found of $all found, $((100 * found / all)) %"
[ $((100 * found)) -ge $((95 * all)) ]
