#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a clone to a network that runs: installs what is missing, builds the tools, compiles BERT base from its ONNX file, runs
# it (on the GPU where there is one, else on the CPU path), and says what was fused, how long each stage took, and how far
# the outputs are from ONNX Runtime's.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: scripts/demo.sh [--device=cuda|cpu] [--no-setup] [-j N]
  --device    where to run (default: cuda where there is a GPU, else cpu)
  --no-setup  install nothing
  -j N        N compile jobs at once (default: the number of processors)
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
device=auto setup=yes jobs=$(nproc)
while [ $# -gt 0 ]; do
  case "$1" in
    --device=cuda|--device=cpu) device=${1#*=} ;;
    --no-setup) setup=no ;;
    -j) jobs=${2:?demo: -j wants a number}; shift ;;
    -h|--help) usage; exit 0 ;;
    *) echo "demo: unknown option '$1'" >&2; usage >&2; exit 1 ;;
  esac
  shift
done

started=$SECONDS
say() { printf '== %s (at %d s)\n' "$*" $((SECONDS - started)); }

if [ "$setup" = yes ]; then
  say "packages"
  scripts/setup.sh
fi
nvrtc="$root/build/nvrtc/nvidia/cu13/lib"
if [ -z "${SINTER_NVRTC:-}" ] && [ -e "$nvrtc/libnvrtc.so.13" ]; then
  export SINTER_NVRTC="$nvrtc/libnvrtc.so.13" LD_LIBRARY_PATH="$nvrtc${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi

say "build"
mkdir -p build
cmake --preset release -DSINTER_BUILD_BENCH=OFF > build/configure-release.log 2>&1 || { cat build/configure-release.log >&2; exit 2; }
cmake --build --preset release -j "$jobs" --target sinter

if [ "$device" = auto ]; then
  if scripts/has-gpu.sh > build/gpu.txt 2>&1; then device=cuda; else device=cpu; fi
fi
case "$device" in
  cuda) target=native ;;
  cpu) target=cpu; echo "no GPU is used: the same kernels run on the CPU path, which is for checking and slow" ;;
esac

sinter=build/release/bin/sinter
model=test/models/bert_base/dynamo_static.onnx
out=build/demo
mkdir -p "$out"
say "compile BERT base for $target"
"$sinter" compile "$model" --target="$target" --weights=generate -o "$out/dynamo_static.plan" --json > "$out/compile.json"
say "run it on $device"
"$sinter" run "$out/dynamo_static.plan" --device="$device" --inputs=generate --golden test/models/bert_base --json > "$out/run.json"
echo
python3 scripts/show-demo.py "$out/compile.json" "$out/run.json"
echo
say "done; the plan is $out/dynamo_static.plan, the kernels' text: $sinter compile $model --emit=cuda"
