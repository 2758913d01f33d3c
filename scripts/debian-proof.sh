#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shows that a clone is enough: makes a Debian 12 that has nothing but its minimal system, git and certificates, and runs in it
#   demo      scripts/accept/2-1-demo.sh    (installs, builds, compiles and runs BERT base; at most 20 minutes)
#   test      scripts/accept/2-2-test.sh    (installs, builds, runs all tests; at most 25 minutes)
#   runtime   the runtime alone, where LLVM is not installed: builds, and its tests pass
# each in a fresh copy, so that none profits from what another has installed or compiled. What it does not show: a GPU, and
# NVRTC (neither is in Debian's main archive); the tests that need them are listed as skipped.
#
#   scripts/debian-proof.sh FOLDER [demo|test|runtime]...       default: all three
#
# For maintainers, on a Debian or Ubuntu host, as root, with the package debootstrap and 12 GB free in FOLDER. The archive that
# apt uses on the host for Debian 12 serves the copy too. The base system stays in FOLDER/base for the next time.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:?usage: scripts/debian-proof.sh FOLDER [demo|test|runtime]...}
shift
checks=("$@")
[ "${#checks[@]}" -gt 0 ] || checks=(demo test runtime)
for check in "${checks[@]}"; do
  case "$check" in demo|test|runtime) ;; *) echo "debian-proof: unknown check '$check'" >&2; exit 1 ;; esac
done
[ "$(id -u)" = 0 ] || { echo "debian-proof: needs root, for chroot" >&2; exit 2; }
command -v debootstrap > /dev/null || { echo "debian-proof: needs the package debootstrap" >&2; exit 2; }
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

# In a mount namespace of its own: what is mounted below vanishes with the script, however it ends.
if [ -z "${SINTER_PROOF_NAMESPACE:-}" ]; then
  SINTER_PROOF_NAMESPACE=1 exec unshare --mount --propagation private bash "${BASH_SOURCE[0]}" "$folder" "${checks[@]}"
fi

# archive SUITE: the address that apt uses for it.
archive() {
  apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' | awk -v suite="$1" '$1 == suite { print $2; exit }'
}

make_base() {
  local main suite address
  main=$(archive bookworm)
  [ -n "$main" ] || { echo "debian-proof: apt has no source for Debian 12 (bookworm) on this host" >&2; exit 2; }
  rm -rf "$folder/base.partial"
  debootstrap --variant=minbase --include=ca-certificates,git bookworm "$folder/base.partial" "$main"
  : > "$folder/base.partial/etc/apt/sources.list"
  for suite in bookworm bookworm-updates bookworm-security; do
    address=$(archive "$suite")
    [ -z "$address" ] || echo "deb $address $suite main" >> "$folder/base.partial/etc/apt/sources.list"
  done
  # How this host reaches the archive (a proxy, certificates), and nothing else of it.
  { grep -lrE '^ *Acquire' /etc/apt/apt.conf /etc/apt/apt.conf.d 2> /dev/null || true; } |
    xargs -r -I{} cp {} "$folder/base.partial/etc/apt/apt.conf.d/"
  cp /etc/ssl/certs/ca-certificates.crt "$folder/base.partial/etc/ssl/certs/" 2> /dev/null || true
  mv "$folder/base.partial" "$folder/base"
}

# run_in CHECK COMMAND: in a fresh copy of the base, with a clone of this repository's HEAD in /sinter.
run_in() {
  local system="$folder/$1"
  rm -rf --one-file-system "$system" && cp -a "$folder/base" "$system" && cp -L /etc/resolv.conf /etc/hosts "$system/etc/" &&
    git clone --quiet --no-hardlinks "$root" "$system/sinter" && mount -t proc proc "$system/proc" &&
    mount --rbind /dev "$system/dev" && mount -t tmpfs tmpfs "$system/run" || return 1
  taskset -c 0,1 chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    bash -c "cd /sinter && $2"
}

runtime_alone='scripts/setup.sh --runtime-only && [ ! -e /usr/lib/llvm-22 ] && ! ls /usr/lib/x86_64-linux-gnu/libLLVM* 2> /dev/null &&
  cmake --preset runtime-only && cmake --build --preset runtime-only && ctest --preset runtime-only && scripts/check-no-llvm.sh build/runtime-only'

[ -d "$folder/base" ] || make_base
failed=no
results=()
for check in "${checks[@]}"; do
  case "$check" in
    demo) command="scripts/accept/2-1-demo.sh" ;;
    test) command="scripts/accept/2-2-test.sh" ;;
    runtime) command=$runtime_alone ;;
  esac
  echo "== $check"
  started=$SECONDS
  if run_in "$check" "$command" 2>&1 | tee "$folder/$check.log"; then verdict=PASS; else verdict=FAIL failed=yes; fi
  results+=("$verdict $check: $((SECONDS - started)) s in all; $(tail -1 "$folder/$check.log")")
done
echo
printf '%s\n' "${results[@]}"
[ "$failed" = no ]
