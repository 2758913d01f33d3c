#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles each chain of bench/chains fused and with --fusion=off for the machine at hand, and measures them by sinter-bench.
# From the bundle, or a clone with a release build.
#   bench/run.sh [--plans FOLDER] [--target TARGET] [--sinter PROGRAM] [--bench PROGRAM] [--only REGEX] [OPTIONS OF sinter-bench]
# Plans that are in FOLDER (a new temporary one by default) are compiled again. Exit codes: sinter-bench's; 77, with the reason,
# where nothing can be measured here.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin="$root/bin"
[ -e "$root/.sinter-bundle" ] || bin="$root/build/release/bin"
sinter=${SINTER_BIN:-$bin/sinter} bench="$bin/sinter-bench" plans="" target=native only=. options=()
while [ $# -gt 0 ]; do
  case "$1" in
    --plans|--target|--sinter|--bench|--only)
      [ $# -gt 1 ] || { echo "run.sh: $1 needs a value" >&2; exit 1; }
      declare "${1#--}=$2"
      shift ;;
    -h) options+=(--help) ;;
    *) options+=("$1") ;;
  esac
  shift
done

skip() { echo "SKIP bench: $*"; exit 77; }

[ -x "$bench" ] || { echo "run.sh: there is no $bench; build the target sinter-bench" >&2; exit 1; }
# Google Benchmark may be a shared library, which needs the system's C++ library.
if ! answer=$("$bench" --list 2>&1); then
  skip "sinter-bench does not start: $(tail -1 <<< "$answer")"
fi
case " ${options[*]} " in *" --help "*) sed -n '3,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exec "$bench" --help ;; esac
"$sinter" compile --help > /dev/null 2>&1 || skip "$sinter has no tool that compiles graphs"
device=cuda
case " ${options[*]} " in *" --device=cpu "* | *" --device cpu "*) device=cpu ;; esac
if [ "$device" = cpu ]; then
  target=cpu
elif ! reason=$("$root/scripts/has-gpu.sh" 2>&1); then
  skip "$reason"
else
  echo "run.sh: $reason"
fi

if [ -z "$plans" ]; then
  plans=$(mktemp -d)
  trap 'rm -rf "$plans"' EXIT
fi
mkdir -p "$plans"
names=()
for graph in "$root"/bench/chains/*.mlir; do
  name=$(basename "$graph" .mlir)
  grep -qE "$only" <<< "$name" || continue
  for form in fused=on unfused=off; do
    "$sinter" compile "$graph" --target="$target" --fusion="${form#*=}" -o "$plans/$name.${form%=*}.plan" 2> "$plans/compile.log" ||
      { cat "$plans/compile.log" >&2; echo "run.sh: cannot compile $name, ${form%=*}" >&2; exit 1; }
  done
  names+=("$name")
done
rm -f "$plans/compile.log"
[ "${#names[@]}" -gt 0 ] || { echo "run.sh: no chain of $root/bench/chains matches $only" >&2; exit 1; }
echo "run.sh: compiled ${#names[@]} chains, each fused and unfused, for $target" >&2

revision=$(cat "$root/REVISION" 2> /dev/null || git -C "$root" rev-parse HEAD 2> /dev/null || echo unknown)
options+=("--benchmark_filter=^($(IFS='|'; echo "${names[*]}"))/")
status=0
"$bench" --plans="$plans" --revision="$revision" "${options[@]}" || status=$?
exit $status
