#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sinter beside torch.compile and XLA on the chains of bench/chains/cases: the geometric mean over those of 50 MB and more is at least 1.28 over torch.compile and 1.21
# over the better of the two, and no chain is behind the better by more than 2 % or twice what two measurements of it differ by.
#   5-2-peers.sh [FOLDER [OPTIONS OF compare.py]]     goes on with what FOLDER has, which 5-1-table.sh shares
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
folder=${1:-$scratch/compared}
[ $# = 0 ] || shift
has_gpu || skip "no GPU here"
for module in torch jax; do
  python3 -c "import $module" 2> /dev/null || skip "Python has no $module here"
done
compare "$folder" "$@"
verdict peers 'over torch.compile' 'over the better'
