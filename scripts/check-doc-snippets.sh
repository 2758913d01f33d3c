#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every C, C++ and MLIR block of a page must stand in one of the examples, line for line; indentation and empty lines do
# not count. So what the page shows is compiled, and the programs run.
#   check-doc-snippets.sh PAGE FOLDER
set -euo pipefail
page=${1:?usage: check-doc-snippets.sh PAGE FOLDER} folder=${2:?usage: check-doc-snippets.sh PAGE FOLDER}
awk '
  function trim(line) { sub(/^[ \t]+/, "", line); sub(/[ \t]+$/, "", line); return line }
  FILENAME != page { line = trim($0); if (line != "") text[FILENAME] = text[FILENAME] line "\n"; next }
  /^```(c|cpp|mlir)$/ { inside = 1; block = ""; start = FNR; next }
  /^```/ && inside {
    inside = 0; ++blocks; found = 0
    for (file in text) if (index("\n" text[file], "\n" block)) found = 1
    if (!found) { printf "%s:%d: no example holds this block\n%s", page, start, block; wrong = 1 }
    next
  }
  inside { line = trim($0); if (line != "") block = block line "\n" }
  END {
    if (blocks == 0) { print page ": no block of C"; wrong = 1 }
    if (!wrong) print blocks " blocks, all from the examples"
    exit wrong
  }' page="$page" "$folder"/*.c "$folder"/*.cpp "$folder"/*.mlir "$page"
