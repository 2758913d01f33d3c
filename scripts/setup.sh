#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs, by name, the Debian 12 packages that Sinter is built and tested with. Installs what is missing and nothing
# else, so a second run takes a second. Root, or a user with sudo.
set -euo pipefail

usage() {
  cat <<'TEXT'
usage: scripts/setup.sh [--runtime-only] [--with-nvrtc] [--fuzzers] [--list]
  --runtime-only  leave LLVM, MLIR and ONNX out: what the preset `runtime-only` needs
  --with-nvrtc    also fetch NVRTC (the CUDA run-time compiler, a proprietary wheel from PyPI, 90 MB) into build/nvrtc;
                  scripts/test.sh and scripts/demo.sh find it there. Without it the tests that need NVRTC are skipped
  --fuzzers       also install Clang 22 with its run-time libraries (100 MB): what the preset `fuzz` needs
  --list          print the packages and stop
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
runtime_only=no with_nvrtc=no fuzzers=no list=no
for option in "$@"; do
  case "$option" in
    --runtime-only) runtime_only=yes ;;
    --with-nvrtc) with_nvrtc=yes ;;
    --fuzzers) fuzzers=yes ;;
    --list) list=yes ;;
    -h|--help) usage; exit 0 ;;
    *) echo "setup: unknown option '$option'" >&2; usage >&2; exit 1 ;;
  esac
done

# g++ is a run-time tool too: the CPU path compiles emitted kernels with it. libdnnl2 (oneDNN) runs the CPU path's matrix
# products; libdnnl-dev brings it along with its headers.
packages=(
  git ca-certificates python3
  cmake ninja-build g++ ccache
  libabsl-dev libflatbuffers-dev flatbuffers-compiler libdnnl-dev
  libgtest-dev libgmock-dev libbenchmark-dev
)
# lld links LLVM's archives several times faster than GNU ld, and is itself made of LLVM, so the runtime does without.
# libonnx-dev has ONNX's schema, libonnx-testdata its conformance tests; LLVM's static archives want zlib and zstd.
compiler_packages=(
  lld libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools libzstd-dev zlib1g-dev
  protobuf-compiler libprotobuf-dev libonnx-dev libonnx-testdata
)
[ "$runtime_only" = yes ] || packages+=("${compiler_packages[@]}")
[ "$fuzzers" = no ] || packages+=(clang-22 libclang-rt-22-dev)
[ "$with_nvrtc" = no ] || packages+=(python3-pip)
if [ "$list" = yes ]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

if ! command -v apt-get > /dev/null; then
  echo "setup: this script installs Debian packages, but there is no apt-get here; install what" \
       "'scripts/setup.sh --list' prints by other means" >&2
  exit 2
fi

missing() {
  local package
  for package in "${packages[@]}"; do
    if ! dpkg-query -W -f '${db:Status-Status}\n' "$package" 2> /dev/null | grep -qx installed; then
      printf '%s\n' "$package"
    fi
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo > /dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive "$@"
  else
    echo "setup: installing packages needs root, and there is no sudo here: run as root: $*" >&2
    exit 2
  fi
}

mapfile -t wanted < <(missing)
if [ "${#wanted[@]}" -gt 0 ]; then
  echo "setup: to install: ${wanted[*]}"
  as_root apt-get -q update
  unknown=()
  for package in "${wanted[@]}"; do
    apt-cache show --no-all-versions "$package" > /dev/null 2>&1 || unknown+=("$package")
  done
  if [ "${#unknown[@]}" -gt 0 ]; then
    echo "setup: apt knows no package ${unknown[*]}" >&2
    case " ${unknown[*]} " in
      *-22-*) echo "setup: LLVM 22 for Debian 12 comes with the security updates: the suite 'bookworm-security' has to be" \
                   "among apt's sources (/etc/apt/sources.list), as Debian's installer and images set it" >&2 ;;
    esac
    exit 2
  fi
  # A mirror that drops one connection must not end a long install.
  as_root apt-get -q -y -o Acquire::Retries=5 -o Dpkg::Use-Pty=0 install --no-install-recommends "${wanted[@]}"
fi

nvrtc_folder="$root/build/nvrtc"
if [ "$with_nvrtc" = yes ] && [ ! -e "$nvrtc_folder/nvidia/cu13/lib/libnvrtc.so.13" ]; then
  echo "setup: fetching NVRTC into $nvrtc_folder"
  python3 -m pip install --quiet --no-deps --no-compile --upgrade --target "$nvrtc_folder" 'nvidia-cuda-nvrtc==13.0.*'
fi

echo "setup: everything is installed"
