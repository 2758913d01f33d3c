#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A commit that adds an elementwise operator (it says so by a trailer, `Adds-Operator: NAME`) touches the record, the
# reference and the tests, the page that is made of the record, and nothing else.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
commits=$(git -C "$root" log --format=%H --grep='^Adds-Operator: ')
[ -n "$commits" ] || fail "no commit has the trailer Adds-Operator"
figures=""
for commit in $commits; do
  name=$(git -C "$root" show -s --format='%(trailers:key=Adds-Operator,valueonly)' "$commit" | head -1)
  files=$(git -C "$root" show --format= --name-only "$commit")
  grep -qx 'dialects/Sinter/IR/SinterElementwiseOps.td' <<< "$files" || fail "$commit ($name) changes no operator record"
  grep -qx 'compiler/Reference/Elementwise.cpp' <<< "$files" || fail "$commit ($name) changes no reference"
  grep -q '^test/' <<< "$files" || fail "$commit ($name) changes no test"
  other=$(grep -vxE 'dialects/Sinter/IR/SinterElementwiseOps\.td|compiler/Reference/(Elementwise|Accuracy)\.cpp|test/.*|docs/(Dialects/Sinter|Numerics|ReleaseNotes)\.md' <<< "$files" || true)
  [ -z "$other" ] || fail "$commit ($name) also changes" $other
  records=$(git -C "$root" show --format= -U0 "$commit" -- dialects/Sinter/IR/SinterElementwiseOps.td | grep -cE '^\+def ' || true)
  [ "$records" = 1 ] || fail "$commit ($name) adds $records records, expected 1"
  figures="$figures $name by ${commit:0:12} ($(wc -l <<< "$files") files)"
done
pass "operator$figures: record, reference and test alone"
