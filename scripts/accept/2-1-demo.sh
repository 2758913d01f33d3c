#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/demo.sh, from a clean clone: ends within 20 minutes on 2 cores and prints BERT base's numbers. On a fresh Debian 12,
# scripts/debian-proof.sh runs this script.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
clean_clone "$scratch/clone"
started=$SECONDS
log="$scratch/demo.log"
(cd "$scratch/clone" && taskset -c 0,1 bash scripts/demo.sh) 2>&1 | tee "$log" || fail "demo.sh failed after $((SECONDS - started)) s"
took=$((SECONDS - started))
for line in 'operators in' 'kernels out' 'library calls out' 'launches out' 'bytes before' 'bytes after' 'time per stage' \
            'device' 'error against the golden output'; do
  grep -q "^$line" "$log" || fail "demo.sh printed no line '$line'"
done
[ "$took" -le 1200 ] || fail "$took s, more than 1200"
pass "$took s of at most 1200; $(grep '^error against' "$log" | head -1)"
