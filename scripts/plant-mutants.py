#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants the faults of a table (test/Fuzz/mutants.txt says how it is written) in a copy of the sources, each behind
`mutant(N)`, so that one build holds them all and the environment variable SINTER_MUTANT chooses one.

    plant-mutants.py TABLE FOLDER      prints a line for each: its number, file and what it changes
"""
import pathlib
import re
import sys

HEADER = """#pragma once
#include <cstdlib>
inline bool mutant(int number) {
  static const int chosen = std::getenv("SINTER_MUTANT") ? std::atoi(std::getenv("SINTER_MUTANT")) : 0;
  return number == chosen;
}
"""


def read_table(path):
    """(line, file, type, context, right, wrong) of each fault."""
    file = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("@ "):
            file = line[2:].strip()
        elif line and not line.startswith("#"):
            match = re.fullmatch(r"(?:\[(\w+)\] )?(?:(.*) @@ )?(.*) ==> (.*)", line)
            if not match or not file:
                sys.exit(f"{path}:{number}: expected `[TYPE] CONTEXT @@ RIGHT ==> WRONG` below a file")
            kind, context, right, wrong = match.groups()
            yield number, file, kind, context or right, right, wrong


def main():
    table, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    texts, edits, stale = {}, {}, []
    for line, file, kind, context, right, wrong in read_table(table):
        text = texts.setdefault(file, (folder / file).read_text() if (folder / file).exists() else "")
        if text.count(context) != 1 or context.count(right) != 1:
            stale.append(f"{table}:{line}: {file} holds `{context}` {text.count(context)} times, and that `{right}` {context.count(right)} times")
            continue
        begin = text.index(context) + context.index(right)
        edits.setdefault(file, []).append((begin, right, wrong, kind))
    number = 0
    for file in edits:
        text = texts[file]
        planted = []
        for begin, right, wrong, kind in sorted(edits[file]):
            number += 1
            planted.append((begin, right, wrong, kind, number))
            print(f"{number}\t{file}:{text.count(chr(10), 0, begin) + 1}\t{right} -> {wrong}")
        for begin, right, wrong, kind, which in reversed(planted):
            a, b = (f"{kind}({wrong})", f"{kind}({right})") if kind else (f"({wrong})", f"({right})")
            text = text[:begin] + f"(mutant({which}) ? {a} : {b})" + text[begin + len(right):]
        (folder / file).write_text('#include "mutant.h"\n' + text)
    (folder / "mutant.h").write_text(HEADER)
    for message in stale:
        print(message, file=sys.stderr)


main()
