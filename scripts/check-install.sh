#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs a build to a new folder, then builds the examples against what was installed, with CMake's find_package and with
# pkg-config, shared and static, and runs them on the CPU path.
#   check-install.sh BUILD PLAN       a build whose default targets are made; the documentation's plan
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:?usage: check-install.sh BUILD PLAN} plan=${2:?usage: check-install.sh BUILD PLAN}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export SINTER_CUDA_DRIVER=/no/driver SINTER_CACHE_DIR="$folder/kernels"
expected="1 2 3 4 11 13 15 17"

runs() {
  local said
  said=$("$@" "$plan" 2> "$folder/errors") || { echo "$1 failed: $(cat "$folder/errors")"; exit 1; }
  [ "$said" = "$expected" ] || { echo "$1 printed '$said', expected '$expected'"; exit 1; }
}

cmake --install "$build" --prefix "$folder/runtime" --component runtime > "$folder/log" || { cat "$folder/log"; exit 1; }
[ ! -e "$folder/runtime/bin" ] || { echo "the runtime alone has programs"; exit 1; }
lib=$(dirname "$(find "$folder/runtime" -name libsinter_runtime.so)")

cmake -G Ninja -S "$root/docs/examples" -B "$folder/examples" -DCMAKE_PREFIX_PATH="$folder/runtime" -DCMAKE_BUILD_TYPE=Release > "$folder/log" 2>&1 &&
  cmake --build "$folder/examples" >> "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
runs "$folder/examples/sinter_example_first"
runs "$folder/examples/sinter_example_first_cpp"
for program in sinter_example_engine sinter_example_engine_static; do
  "$folder/examples/$program" "$plan" --threads 2 --contexts 1 --runs 3 > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done
! readelf -d "$folder/examples/sinter_example_engine_static" | grep -q libsinter || { echo "the static engine needs the shared library"; exit 1; }

if command -v pkg-config > /dev/null; then
  export PKG_CONFIG_PATH="$lib/pkgconfig"
  read -ra flags <<< "$(pkg-config --cflags --libs sinter-runtime)"
  "${CC:-cc}" -std=c11 "$root/docs/examples/first.c" -o "$folder/first" "${flags[@]}" "-Wl,-rpath,$lib"
  runs "$folder/first"
else
  echo "pkg-config is not here: its file was installed, and not tried"
fi

cmake --install "$build" --prefix "$folder/full" > "$folder/log" || { cat "$folder/log"; exit 1; }
"$folder/full/bin/sinter-run" --help > /dev/null || { echo "the installed sinter-run does not start"; exit 1; }
echo "installed $(du -sk "$folder/runtime" | cut -f1) KiB (runtime alone), $(du -sk "$folder/full" | cut -f1) KiB (all)"
