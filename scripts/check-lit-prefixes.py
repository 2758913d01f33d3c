#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds check lines that no RUN line reads: a misspelt prefix or directive checks nothing, and says nothing.

usage: check-lit-prefixes.py FOLDER...
"""

import pathlib
import re
import sys

SUFFIXES = {".mlir", ".test", ".cu"}
RUN = re.compile(r"(?://|#|;)\s*RUN\s*:(.*)")
PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]([\w,-]+)")
DIRECTIVE = re.compile(r"^\s*(?://+|#+|;+)\s*([A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)*)(?:\{LITERAL\})?(\s*):(?!:)")
MODIFIER = re.compile(r"-(?:NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+)$")
# Words that lit reads, and words that open a remark.
OTHER = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE", "REDEFINE", "ALLOW_RETRIES", "END", "TODO", "NOTE", "COM"}


def prefixes_read(text):
    """The prefixes of all FileCheck calls in the RUN lines; a line that ends with a backslash goes on in the next."""
    commands = " ".join(RUN.findall(text)).replace("\\ ", " ")
    read = set()
    for call in commands.split("FileCheck")[1:]:
        arguments = call.split("|")[0].split("&&")[0]
        given = PREFIXES.findall(arguments)
        read.update(*(names.split(",") for names in given))
        if not given:
            read.add("CHECK")
    return read


def faults_in(text):
    """Yields (line number, message) for each check line that is not read."""
    read = prefixes_read(text)
    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.match(line)
        if not match:
            continue
        name, space = match.groups()
        prefix = name
        while MODIFIER.search(prefix) and prefix not in read:
            prefix = MODIFIER.sub("", prefix)
        if prefix in OTHER:
            continue
        if prefix not in read:
            known = ", ".join(sorted(read)) or "none"
            yield number, f"no RUN line reads the prefix `{name}`; those that are read: {known}"
        elif space:
            yield number, f"`{name}` is followed by a space before its colon, so FileCheck does not read it"


def main(folders):
    files = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*") if path.suffix in SUFFIXES)
    count = 0
    for path in files:
        for number, message in faults_in(path.read_text()):
            print(f"{path}:{number}: {message}")
            count += 1
    print(f"{len(files)} files, {count} check lines that are not read")
    return 1 if count else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
