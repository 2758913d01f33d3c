#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the bundle: a folder with stripped programs, the GPU's tests and acceptance scripts, and BERT base, that runs as it
# is on another x86-64 Linux. Fails where a program needs more than the C library, or the folder is over 40 MiB. A library
# given by --library travels in lib/; a program that needs it may also need the system's C++ library, as the library does.
# The build's target `bundle` calls it: cmake --build --preset bundle
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out="" strip=strip programs=() libraries=()
while [ $# -gt 0 ]; do
  case "$1" in
    --out) out=$2; shift ;;
    --strip) strip=$2; shift ;;
    --library) libraries+=("$2"); shift ;;
    -*) echo "make-bundle: unknown option '$1'" >&2; exit 1 ;;
    *) programs+=("$1") ;;
  esac
  shift
done
[ -n "$out" ] && [ "${#programs[@]}" -gt 0 ] || { echo "usage: make-bundle.sh --out FOLDER [--library FILE]... PROGRAM..." >&2; exit 1; }

limit_kib=$((40 * 1024))
oldest_glibc=2.36
# What every glibc system has. Anything else is opened at run time where it is needed, or linked statically.
allowed='^(libc\.so\.6|libm\.so\.6|libdl\.so\.2|libpthread\.so\.0|librt\.so\.1|ld-linux-x86-64\.so\.2)$'

# Only a folder that an earlier run made is replaced.
if [ -e "$out" ] && [ ! -e "$out/.sinter-bundle" ] && [ -n "$(ls -A "$out")" ]; then
  echo "make-bundle: $out exists and is no bundle; choose another folder" >&2
  exit 1
fi
rm -rf "$out"
mkdir -p "$out/bin" "$out/scripts/accept" "$out/test/models"
: > "$out/.sinter-bundle"

carried='' # a pattern of the sonames in lib/
for library in "${libraries[@]}"; do
  soname=$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
  mkdir -p "$out/lib"
  "$strip" --strip-unneeded -o "$out/lib/$soname" "$library"
  carried+="${carried:+|}$(sed 's/[.+]/\\&/g' <<< "$soname")"
done

check_needs() {
  local program=$1 needs extra newest
  needs=$(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  extra=$(grep -vE "$allowed" <<< "$needs" || true)
  if [ -n "$carried" ] && grep -qxE "$carried" <<< "$extra"; then
    extra=$(grep -vxE "$carried|libstdc\+\+\.so\.6|libgcc_s\.so\.1" <<< "$extra" || true)
  fi
  if [ -n "$extra" ]; then
    echo "make-bundle: $(basename "$program") needs" $extra "- only the C library may be needed" >&2
    return 1
  fi
  newest=$(objdump -T "$program" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV | tail -1)
  if [ "$(printf '%s\n' "$newest" "$oldest_glibc" | sort -V | tail -1)" != "$oldest_glibc" ]; then
    echo "make-bundle: $(basename "$program") needs glibc $newest, but $oldest_glibc has to do" >&2
    return 1
  fi
}

ok=yes
for program in "${programs[@]}"; do
  copy="$out/bin/$(basename "$program")"
  "$strip" -o "$copy" "$program"
  check_needs "$copy" || ok=no
done
[ "$ok" = yes ] || exit 1

if [ -x "$out/bin/sinter" ]; then
  for tool in $("$out/bin/sinter" --help | sed -n 's/^  \([a-z]\{2,\}\) .*/\1/p'); do
    ln -s sinter "$out/bin/sinter-$tool"
  done
fi

cp "$root/LICENSE" "$out/"
cp "$root/scripts/test-gpu.sh" "$root/scripts/has-gpu.sh" "$root/scripts/check-engine.sh" "$root/scripts/check-ledger.py" "$root/scripts/check-targets.py" \
  "$root/scripts/update-kernel-counts.py" "$out/scripts/"
cp "$root"/scripts/accept/*.sh "$out/scripts/accept/"
# The one network that the GPU's scripts need; SINTER_MODELS_DIR names a folder of more.
mkdir -p "$out/test/models/bert_base"
cp "$root"/test/models/bert_base/{golden.json,dynamo_static.*} "$out/test/models/bert_base/"
mkdir -p "$out/bench"
cp -r "$root"/bench/{run.sh,compare.py,cover.py,judge.py,launches.py,limits.py,plot.py,race_builds.py,race_products.py,race_splits.py,races.py,sanitize.py,scheduled.py,sweep.py,tune_chains.py,chains,peers} "$out/bench/"
rm -rf "$out/bench/peers/__pycache__"
cp -r "$root/test/Chains" "$out/test/"
git -C "$root" rev-parse HEAD > "$out/REVISION" 2> /dev/null || echo unknown > "$out/REVISION"
cat > "$out/README" <<'TEXT'
Sinter, to be run as it is on an x86-64 Linux with glibc 2.36 or newer.

  scripts/test-gpu.sh FOLDER     all tests for a GPU; logs and a summary in FOLDER
  bench/run.sh                   the benchmarks; bin/sinter-bench also needs the system's libstdc++.so.6
  bench/compare.py --out=FOLDER  Sinter beside torch.compile and XLA, where Python has them
  bin/sinter --help              the tools

A GPU needs NVIDIA's driver; compiling for it needs NVRTC and running matrix products needs cuBLASLt (CUDA 12 or 13).
REVISION names the commit that this was built from.
TEXT

# The plan that this machine makes of BERT base, to be compared with another machine's; only where NVRTC is here.
bash "$out/scripts/accept/2-9-identical.sh" --print > "$out/PLAN-CHECKSUM" 2> /dev/null ||
  rm -f "$out/PLAN-CHECKSUM"

kib=$(du -sk --apparent-size "$out" | cut -f1)
printf 'bundle: %s\n' "$out"
for program in "$out"/bin/*; do
  [ -L "$program" ] || stat -c '%n %s' "$program" | awk '{ sub(".*/", "", $1); printf "  %-32s %6.1f MiB\n", $1, $2 / 1048576 }'
done
printf 'bundle: %d programs, %s MiB of at most 40, needs only the C library\n' "${#programs[@]}" "$(awk "BEGIN { printf \"%.1f\", $kib / 1024 }")"
if [ "$kib" -gt "$limit_kib" ]; then
  echo "make-bundle: the bundle is over 40 MiB" >&2
  exit 1
fi
