#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One kernel is not bought with time: on a GPU no chain of bench/chains/cases that compiles to one kernel takes more than 1.1 times its
# best split (bench/race_splits.py: both on the same rotating buffers, in turn, as replays of captured graphs).
#   4-1-split.sh [OPTIONS OF race_splits.py]
# $SINTER_SPLIT_OUT (./split-figures.json) gets all figures.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v python3 > /dev/null || skip "no python3 here"
find_sinter
bench="$root/bin/sinter-bench"
[ "$in_bundle" = yes ] || bench="$root/build/release/bin/sinter-bench"
[ -x "$bench" ] || fail "there is no $bench; build the target sinter-bench"
answer=$("$bench" --list 2>&1) || skip "sinter-bench does not start: $(tail -1 <<< "$answer")"
race race_splits "${SINTER_SPLIT_OUT:-$PWD/split-figures.json}" "$@"
