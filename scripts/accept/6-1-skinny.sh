#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Products of few rows: on a GPU no kernel that `--skinny-products=auto` takes is slower than the library's call by more than 1 % (bench/race_products.py: both on the same
# rotating buffers, in turn, as replays of captured graphs).
#   6-1-skinny.sh [OPTIONS OF race_products.py]
# $SINTER_SKINNY_OUT (./skinny-figures.json) gets all figures, as they come.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
bench="$root/bin/sinter-bench"
[ "$in_bundle" = yes ] || bench="$root/build/release/bin/sinter-bench"
[ -x "$bench" ] || fail "there is no $bench; build the target sinter-bench"
race race_products "${SINTER_SKINNY_OUT:-$PWD/skinny-figures.json}" --limit=1.01 "$@"
