#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ONNX's node tests (Debian's libonnx-testdata): each gives what is expected of it on the reference interpreter and on the CPU
# path, at least 700 pass on both, and docs/onnx.md says so; what is imported with symbolic dims gives the same.
#   4-4-onnx.sh
# SINTER_ONNX_NODE_TEST names another onnx_node_test than the release build's.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
program=${SINTER_ONNX_NODE_TEST:-$root/build/release/bin/onnx_node_test}
if [ ! -x "$program" ]; then
  echo "$what: building $program" >&2
  (cd "$root" && cmake --preset release && cmake --build --preset release --target onnx_node_test) > "$scratch/build.log" 2>&1 ||
    { tail -30 "$scratch/build.log" >&2; fail "the release build failed"; }
fi
status=0
"$program" > "$scratch/run.log" 2>&1 || status=$?
[ $status != 77 ] || skip "$(cat "$scratch/run.log")"
[ $status = 0 ] || { tail -30 "$scratch/run.log"; fail "tests did not give what is expected of them"; }
"$program" --symbolic > "$scratch/symbolic.log" 2>&1 || { tail -30 "$scratch/symbolic.log"; fail "tests with symbolic dims gave other numbers"; }
"$program" --check-page > "$scratch/page.log" || fail "$(cat "$scratch/page.log")"
line=$(tail -1 "$scratch/run.log")
passed=$(sed -E 's/.*: ([0-9]+) passed.*/\1/' <<< "$line")
at_most 700 "$passed" || fail "$line; at least 700 are to pass"
pass "$line"
