#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every chain of bench/chains/cases takes at most 1.2 us and the time of its bytes at a share of its own mix's ceiling (bench/judge.py has the shares), measured by
# bench/compare.py, whose table it prints. Outputs are checked.
#   5-1-table.sh [FOLDER [OPTIONS OF compare.py]]     goes on with what FOLDER has, which 5-2-peers.sh shares; --plans=tuned=PLANS adds a column
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
folder=${1:-$scratch/compared}
[ $# = 0 ] || shift
compare "$folder" "$@"
verdict form
