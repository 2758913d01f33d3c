#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Odd places and lengths: a slice that begins at an odd element, and rows of an odd length, have at least 80 % of the share of their ceiling that aligned ones have.
#   5-5-odd.sh [FOLDER [OPTIONS OF compare.py]]     goes on with what FOLDER has; --device=cpu tries it out at tiny sizes
# $SINTER_ONLY is a pattern of the graphs' names, all by default.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
beside odd -- "$@"
