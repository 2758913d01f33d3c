#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What was not tuned for is as fast: three neighbours of each chain of bench/chains/cases, of other extents, and one with an operator more, have at least 95 % of the
# chain's share of its ceiling; and no row length, of softmax, RMS norm and sums with a residual and their norms, less than 80 % of what lies between the lengths beside it.
#   5-4-neighbours.sh [FOLDER [OPTIONS OF compare.py]]     goes on with what FOLDER has; --budget=SECONDS is of each of the two; --device=cpu tries it out at tiny sizes
# $SINTER_ONLY is a pattern of the names of chains and sweeps, all by default.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
beside neighbours rows -- "$@"
