#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shows that a built runtime has nothing of LLVM: no object in BUILD-DIR was made from a header of LLVM, MLIR, dialects/ or
# compiler/, and no program there needs one of LLVM's libraries.
set -euo pipefail
build=${1:?usage: check-no-llvm.sh BUILD-DIR}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

objects=$(ninja -C "$build" -t deps | grep -c '^[^ ].*#deps' || true)
[ "$objects" -gt 0 ] || { echo "check-no-llvm: $build holds no built object" >&2; exit 1; }
headers=$(ninja -C "$build" -t deps | grep -E "^ +.*(/llvm-[0-9]+/|/(llvm|mlir)(-c)?/|^ +(\.\./)*(dialects|compiler)/|$root/(dialects|compiler)/)" | sort -u || true)
if [ -n "$headers" ]; then
  echo "check-no-llvm: the runtime was built from headers that it must not know:" >&2
  echo "$headers" >&2
  exit 1
fi
programs=0
for program in "$build"/bin/*; do
  [ -f "$program" ] && [ ! -L "$program" ] && [ -x "$program" ] || continue
  programs=$((programs + 1))
  if readelf -d "$program" | grep NEEDED | grep -qiE 'llvm|mlir'; then
    echo "check-no-llvm: $program needs a library of LLVM" >&2
    exit 1
  fi
done
echo "check-no-llvm: $objects objects and $programs programs, nothing of LLVM"
