#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# sanitize.py and check-targets.py over a few chains on the CPU path: each graph runs under each check, what was good is not done again, and what is wrong is told.
#   sanitize_test.sh SINTER
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
sinter=${SINTER_BIN:-$1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAIL: $*"; cat "$scratch/log" "$scratch/errors"; exit 1; }
type -P c++ g++ clang++ > /dev/null || { echo "SKIP: no compiler of the host's"; exit 77; }
cd "$scratch"

# Rows of a warp, columns in two kernels, and 20 kernels one after another; row lengths and tests' cases are left out by their names.
chains='^(softmax_128|colsum_bf16|elementwise)$'
sanitize() { python3 "$root/bench/sanitize.py" out --sinter "$1" --device=cpu --repeats=3 --at-once=2 --only="$chains" "${@:2}" > log 2> errors; }
sanitize "$sinter" || fail "sanitize.py gave exit code $?"
for graph in 'memory cases/softmax_128' 'races cases/colsum_bf16' '3 repeats softmax_128' '3 repeats colsum_bf16' '3 repeats elementwise'; do
  grep -q "^PASS $graph" log || fail "$graph was not done"
done
sanitize "$sinter" || fail "going on gave exit code $?"
! grep -q '^PASS' log || fail "what was good was done again"

# A program whose executions differ.
cat > other <<SCRIPT
#!/bin/sh
case "\$1 \$*" in run*--repeats*) echo "sinter-run: error: 1 of 3 further executions differ" >&2; exit 1 ;; esac
exec "$sinter" "\$@"
SCRIPT
chmod +x other
rm -r out
status=0
sanitize ./other --part=repeats || status=$?
[ "$status" = 1 ] && [ "$(grep -c '^FAIL 3 repeats .*1 of 3 further executions differ' log)" = 3 ] || fail "executions that differ gave exit code $status"
status=0
sanitize "$sinter" --part=repeats --budget=0 || status=$?
[ "$status" = 3 ] && grep -q '3 not done' log || fail "a budget of nothing gave exit code $status"

# Two targets have clusters and two have not; softmax_128's text is one for all.
targets() { "$root/scripts/check-targets.py" "$@" > log 2> errors; }
status=0
targets "$sinter" --only='^(softmax_128|softmax_131072)$' --most-mb=1 || status=$?
[ "$status" != 77 ] || { cat log; exit 77; }
[ "$status" = 0 ] || fail "check-targets.py gave exit code $status"
[ "$(grep -c '^PASS softmax_' log)" = 10 ] || fail "expected a verdict for each of 2 chains and 5 targets"
grep -q '^PASS softmax_131072 for sm_90: at .*threads_per_row = 2048' log || fail "no cluster"
grep -q '^PASS softmax_128 for sm_120: .*the same text as for sm_80' log || fail "equal texts ran twice"
cat > other <<SCRIPT
#!/bin/sh
case "\$1" in explain) "$sinter" "\$@" | sed 's/"spilled_bytes": 0/"spilled_bytes": 8/' ;; *) exec "$sinter" "\$@" ;; esac
SCRIPT
status=0
targets ./other --only='^softmax_128$' --part=resources --targets=sm_90 || status=$?
[ "$status" = 1 ] && grep -q 'FAIL softmax_128 for sm_90: .* spills 8 bytes a thread' log || fail "a spill gave exit code $status"
echo "sanitize_test: good"
