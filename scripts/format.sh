#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Formats the C++ of the tree, or only says what is not formatted.
#   scripts/format.sh [--check] [FILE or FOLDER...]     default: all files that git knows
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mode=-i
if [ "${1:-}" = --check ]; then
  mode=--check
  shift
fi
# The compiler's version: others lay out the same text otherwise.
for clang_format in clang-format-22 /usr/lib/llvm-22/bin/clang-format ""; do
  command -v "$clang_format" > /dev/null 2>&1 && break
done
if [ -z "$clang_format" ]; then
  echo "format: needs clang-format 22 (Debian's package clang-format-22)" >&2
  exit 2
fi
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- "${@:-.}" |
  grep -E '\.(cc|cpp|h)$' | grep -E '^(runtime|dialects|compiler|bench|test)/')
if [ "${#files[@]}" = 0 ]; then
  echo "format: no C++ files there" >&2
  exit 1
fi
if [ "$mode" = --check ]; then
  "$clang_format" --dry-run --Werror "${files[@]}"
else
  "$clang_format" -i "${files[@]}"
fi
echo "format: ${#files[@]} files"
