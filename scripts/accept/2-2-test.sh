#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# scripts/test.sh, from a clean clone: within 25 minutes on 2 cores, all tests pass, its closing lines are ctest's own. On a
# fresh Debian 12, scripts/debian-proof.sh runs this script.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need_clone
clean_clone "$scratch/clone"
started=$SECONDS
log="$scratch/test.log"
(cd "$scratch/clone" && taskset -c 0,1 bash scripts/test.sh) 2>&1 | tee "$log" || fail "test.sh failed after $((SECONDS - started)) s"
took=$((SECONDS - started))
closing=$(grep -n '^100% tests passed, 0 tests failed out of [1-9]' "$log" | tail -1)
[ -n "$closing" ] || fail "no closing line of ctest in the output"
# After the summary ctest lists times, labels and what did not run; nothing else may follow.
after=$(tail -n +"$((${closing%%:*} + 1))" "$log" |
  grep -vE '^$|^Label Time Summary:$|^[a-z-]+ +=|^Total Test time|^The following tests did not run:$|^[[:space:]]+[0-9]+ - .*\((Skipped|Disabled|Not Run)\)$' || true)
[ -z "$after" ] || fail "lines that are not ctest's follow its summary: $(head -1 <<< "$after")"
[ "$took" -le 1500 ] || fail "$took s, more than 1500"
pass "$took s of at most 1500; ${closing#*:}"
