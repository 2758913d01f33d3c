#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Identical input gives a byte-identical plan: twice here, from different folders, environments and numbers of threads, and on
# the machine that made the bundle, whose plan's checksum the bundle holds (the same NVRTC has to be on both).
#   2-9-identical.sh --print   prints the plan's checksum and NVRTC's version alone
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
find_sinter

# compile OUT: from a folder of its own, with an empty cache, so that every kernel is compiled anew.
compile() {
  local folder
  folder=$(mktemp -d -p "$scratch")
  cp "$bert" "${bert%.onnx}.json" "$folder/"
  (cd "$folder" && SINTER_CACHE_DIR="$folder/cache" TMPDIR="$folder" "$sinter" compile "$(basename "$bert")" --target=sm_90 \
     --weights=generate -o "$1" --json > "$1.json") || fail "sinter compile failed"
}
nvrtc_version() {
  { ldconfig -p; ls /usr/local/cuda/lib64 "$nvrtc_folder"; } 2> /dev/null | grep -oE 'libnvrtc-builtins\.so\.[0-9]+\.[0-9]+' | sort -V | tail -1
}

compile "$scratch/first.plan"
first=$(sha256sum < "$scratch/first.plan" | cut -d' ' -f1)
if [ "${1:-}" = --print ]; then
  echo "$first $(nvrtc_version)"
  exit 0
fi
(export LC_ALL=C TZ=UTC-5 HOME="$scratch"; taskset -cp 0 "$BASHPID" > /dev/null 2>&1 || true; compile "$scratch/second.plan")
cmp "$scratch/first.plan" "$scratch/second.plan" || fail "two plans of one graph differ"
size=$(stat -c %s "$scratch/first.plan")
if [ -e "$root/PLAN-CHECKSUM" ]; then
  read -r there nvrtc < "$root/PLAN-CHECKSUM"
  [ "$nvrtc" = "$(nvrtc_version)" ] || skip "this machine has $(nvrtc_version), the one that made the bundle $nvrtc; here twice ${first:0:16}"
  [ "$there" = "$first" ] || fail "${first:0:16} here, ${there:0:16} on the machine that made the bundle"
  pass "${first:0:16} ($size bytes), twice here and on the machine that made the bundle, with $nvrtc"
fi
pass "${first:0:16} ($size bytes), twice here; the bundle holds this checksum, to be compared on another machine"
