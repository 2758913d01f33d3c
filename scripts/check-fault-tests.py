#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds docs/Faults.md to the tests that there are: each row names at least three, and each of them exists.

usage: check-fault-tests.py EXECUTE_TEST

EXECUTE_TEST is the program that lists the cases `Suite.case`; other tests stand as `FILE: NAME, NAME` or `FILE`.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "Faults.md"
LEAST = 3
NOT_YET = "not yet: "


def listed_cases(program):
    """The cases that the program has, as Suite.case: a test is called after its case and its configuration."""
    listing = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    names, suite = set(), ""
    for line in listing.splitlines():
        if line.startswith("  "):
            names.add(suite + line.split("#")[0].strip().rpartition("_")[0])
        elif line.split("#")[0].strip().endswith("."):
            suite = line.split("#")[0].strip()
    return names


def is_in_file(name, path):
    """Whether the file has a test of the name: a GoogleTest test, a function of a graph, or else the very text."""
    text = path.read_text()
    if path.suffix in {".cc", ".cpp"}:
        suite, _, case = name.partition(".")
        return re.search(r"\bTEST(?:_[FP])?\(" + re.escape(suite) + r",\s*" + re.escape(case) + r"\)", text) is not None
    if path.suffix == ".mlir":
        return re.search(r"@" + re.escape(name) + r"\b", text) is not None
    if path.name == "expected.txt":  # of ONNX's node tests, those that do not pass
        return re.search(r"^" + re.escape(name) + r" ", text, re.MULTILINE) is None
    return name in text


def tests_of(span):
    """The tests that one code span names, as (file or nothing, name or nothing)."""
    if "/" not in span:
        return [("", span)]
    file, _, names = span.partition(": ")
    return [(file, name) for name in names.split(", ")]


def fault_of(file, name, cases):
    if not file:
        return "" if name in cases else f"execute_test has no case `{name}`"
    path = ROOT / file
    if not path.is_file():
        return f"there is no file `{file}`"
    return "" if not name or is_in_file(name, path) else f"`{file}` has no test `{name}`"


def rows_of(page):
    """Yields (line number, kind, cell of tests) for each row of the tables."""
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 3 and cells[0] not in {"kind", "---"}:
            yield number, cells[0], cells[2]


def main(program):
    cases = listed_cases(program)
    rows, count, faults = 0, 0, []
    for number, kind, cell in rows_of(PAGE.read_text()):
        rows += 1
        tests = {test for span in re.findall(r"`([^`]+)`", cell) if "." in span for test in tests_of(span)}
        count += len(tests)
        if len(tests) < LEAST and not cell.startswith(NOT_YET):
            faults.append(f"{number}: {kind}: expected at least {LEAST} tests, but found {len(tests)}")
        faults += [f"{number}: {kind}: {fault}" for file, name in sorted(tests) if (fault := fault_of(file, name, cases))]
    for fault in faults:
        print(f"{PAGE}:{fault}")
    print(f"{rows} kinds of faults, {count} tests, {len(faults)} faults of the page")
    return 1 if faults or not rows else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
