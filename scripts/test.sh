#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a clone to tested: installs what is missing, builds, runs every test that this machine can run, lists those that it
# cannot with the reason, and closes with ctest's own summary. The exit code is ctest's.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: scripts/test.sh [--full] [--no-setup] [-j N]
  --full      also build and test the presets asan and tsan (about twice as long again)
  --no-setup  install nothing
  -j N        N compile jobs and tests at once (default: the number of processors)
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
full=no setup=yes jobs=$(nproc)
while [ $# -gt 0 ]; do
  case "$1" in
    --full) full=yes ;;
    --no-setup) setup=no ;;
    -j) jobs=${2:?test: -j wants a number}; shift ;;
    -h|--help) usage; exit 0 ;;
    *) echo "test: unknown option '$1'" >&2; usage >&2; exit 1 ;;
  esac
  shift
done

started=$SECONDS
say() { printf '== %s (at %d s)\n' "$*" $((SECONDS - started)); }

[ "$setup" = no ] || { say "packages"; scripts/setup.sh; }

# NVRTC where scripts/setup.sh --with-nvrtc has put it; a toolkit that is installed is found without help.
nvrtc="$root/build/nvrtc/nvidia/cu13/lib"
if [ -z "${SINTER_NVRTC:-}" ] && [ -e "$nvrtc/libnvrtc.so.13" ]; then
  export SINTER_NVRTC="$nvrtc/libnvrtc.so.13" LD_LIBRARY_PATH="$nvrtc${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi

# Runs one preset's tests. ctest's closing lines come last: the list of what was skipped, and why, goes before them.
run_tests() {
  local preset=$1 status=0 report="$root/build/$1/tests.xml"
  rm -f "$report"
  ctest --preset "$preset" -j "$jobs" --output-junit "$report" 2>&1 |
    python3 scripts/list-skipped.py "$report" || status=${PIPESTATUS[0]}
  return "$status"
}

build() {
  say "configure $1"
  mkdir -p build
  cmake --preset "$1" > "build/configure-$1.log" 2>&1 || { cat "build/configure-$1.log" >&2; return 1; }
  say "build $1"
  cmake --build --preset "$1" -j "$jobs"
}

failed=()
check() {
  build "$1"
  say "test $1"
  run_tests "$1" || failed+=("$1")
}

# The runtime alone first: it must build where LLVM may not even be looked for, and no file of it may read LLVM's headers.
check runtime-only
scripts/check-no-llvm.sh build/runtime-only
if [ "$full" = yes ]; then
  check tsan
  check asan
fi
build release
say "test release"
status=0
run_tests release || status=$?
if [ "${#failed[@]}" -gt 0 ]; then
  echo "tests failed before these, in: ${failed[*]}" >&2
  [ "$status" != 0 ] || status=8
fi
exit "$status"
