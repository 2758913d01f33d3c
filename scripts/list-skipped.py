#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes ctest's output on, and puts the list of skipped tests before ctest's closing lines.

usage: ctest ... --output-junit REPORT | list-skipped.py REPORT

Three kinds of skip are listed, each with its reason: a test program that ends with exit code 77, a case inside a
GoogleTest program that calls GTEST_SKIP, and a lit test that is unsupported here.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

CLOSING = re.compile(r"^\d+% tests passed, |^No tests were found")
GTEST_SKIP = re.compile(r"^\[  SKIPPED \] (\S+?)(?:, where .*)? \(\d+ ms\)$")
GTEST_RUN = re.compile(r"^\[ RUN      \] (\S+)")
GTEST_PLACE = re.compile(r"^\S+:\d+: Skipped$")
LIT_UNSUPPORTED = re.compile(r"^UNSUPPORTED: (.+) \(\d+ of \d+\)$")


def gtest_skips(lines):
    """Yields (case, reason) for each case that a GoogleTest program skipped."""
    reason = []
    for line in lines:
        if GTEST_RUN.match(line):
            reason = []
            continue
        case = GTEST_SKIP.match(line)
        if case:
            yield case.group(1), " ".join(reason) or "no reason given"
            reason = []
        elif line.strip() and not GTEST_PLACE.match(line):
            reason.append(line.strip())


def lit_skips(lines):
    """Yields (test, reason): run with -a, lit names the missing features on the line after the test."""
    for index, line in enumerate(lines):
        test = LIT_UNSUPPORTED.match(line)
        if test:
            following = lines[index + 1:index + 4]
            reason = next((text.strip() for text in following if text.startswith("Test ")), "")
            yield test.group(1), reason or "a feature that it requires is not here"


def skips_of(test):
    name = test.get("name")
    lines = (test.findtext("system-out") or "").splitlines()
    inner = list(gtest_skips(lines)) + list(lit_skips(lines))
    message = test.find("skipped").get("message", "") if test.find("skipped") is not None else ""
    # ctest also calls "skipped" what it could not start; that is a failure, and ctest lists it as one.
    if message.startswith("SKIP_") or test.get("status") == "disabled":
        texts = [line.strip() for line in lines if line.strip() and not line.startswith("[")]
        yield name, texts[-1] if texts else message or "no reason given"
    for case, reason in inner:
        yield f"{name}: {case}", reason


def main(report):
    held = []
    for line in sys.stdin:
        if held or CLOSING.match(line):
            held.append(line)
        else:
            sys.stdout.write(line)
            sys.stdout.flush()
    try:
        tests = ElementTree.parse(report).getroot().iter("testcase")
        skipped = [entry for test in tests for entry in skips_of(test)]
    except (OSError, ElementTree.ParseError) as error:
        skipped = []
        print(f"no list of skipped tests: cannot read {report}: {error}")
    if skipped:
        print("\nSkipped here, and why:")
        for name, reason in skipped:
            print(f"  {name}: {reason}")
    sys.stdout.write("".join(held))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: list-skipped.py REPORT")
    main(sys.argv[1])
