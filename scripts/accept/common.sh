# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the acceptance scripts share; each sources it. Every script prints one last line, `PASS what: figure` or
# `FAIL what: figure` (exit code 0 or 1), or `SKIP what: reason` (77) where this machine cannot tell. Run from anywhere.
set -euo pipefail

# The clone, or the bundle that holds this script.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
bert="$root/test/models/bert_base/dynamo_static.onnx"
golden="$root/test/models/bert_base"
models=${SINTER_MODELS_DIR:-$root/test/models}
in_bundle=no
[ ! -e "$root/.sinter-bundle" ] || in_bundle=yes
what=$(basename "$0" .sh)

pass() { echo "PASS $what: $*"; exit 0; }
fail() { echo "FAIL $what: $*"; exit 1; }
skip() { echo "SKIP $what: $*"; exit 77; }
# show N ARGUMENTS OF GREP...: before a verdict, the first N lines that grep finds; there may be none, or more.
show() { local lines=$1; shift; { grep "$@" || true; } | sed -n "1,${lines}p"; }
need_clone() { [ "$in_bundle" = no ] || skip "runs in a clone, and this is the bundle"; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# NVRTC where scripts/setup.sh --with-nvrtc has put it.
nvrtc_folder="$root/build/nvrtc/nvidia/cu13/lib"
if [ -z "${SINTER_NVRTC:-}" ] && [ -e "$nvrtc_folder/libnvrtc.so.13" ]; then
  export SINTER_NVRTC="$nvrtc_folder/libnvrtc.so.13" LD_LIBRARY_PATH="$nvrtc_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi

# Sets `sinter` to the bundle's program, to $SINTER_BIN, or to the release build's, which is made where it is missing.
find_sinter() {
  if [ "$in_bundle" = yes ]; then
    sinter="$root/bin/sinter"
  elif [ -n "${SINTER_BIN:-}" ]; then
    sinter=$SINTER_BIN
  else
    sinter="$root/build/release/bin/sinter"
    if [ ! -x "$sinter" ]; then
      echo "$what: building $sinter" >&2
      (cd "$root" && cmake --preset release && cmake --build --preset release --target sinter) > "$scratch/build.log" 2>&1 ||
        { tail -30 "$scratch/build.log" >&2; fail "the release build failed"; }
    fi
  fi
}

has_gpu() { "$root/scripts/has-gpu.sh" > /dev/null 2>&1; }

# The first number (or string, bare) that stands for KEY in a JSON FILE; empty where there is none.
# (sed, not head: what is closed early ends its writer by a signal, and that, under pipefail, this script.)
json_value() {
  grep -oE "\"$2\" *: *(\"[^\"]*\"|[-+0-9.eE]+|true|false|null)" "$1" | sed -n 1p | sed -E 's/^[^:]*: *//; s/^"(.*)"$/\1/'
}
# The greatest of all numbers that stand for KEY.
json_greatest() { grep -oE "\"$2\" *: *[-+0-9.eE]+" "$1" | sed -E 's/^[^:]*: *//' | sort -g | tail -1; }
# Whether A <= B, as numbers; not where either is missing.
at_most() { [ -n "$1" ] && [ -n "$2" ] && awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 <= b + 0) }'; }

# compare FOLDER OPTIONS...: has bench/compare.py measure what FOLDER lacks; its output is in $scratch/compare.log. Ends the script where this machine cannot, or
# where not all was measured.
compare() {
  local folder=$1 status=0
  shift
  command -v python3 > /dev/null || skip "no python3 here"
  python3 "$root/bench/compare.py" --out="$folder" "$@" > "$scratch/compare.log" 2> "$scratch/compare.err" || status=$?
  cat "$scratch/compare.log"
  case $status in
    0 | 1) [ -s "$folder/summary.json" ] || { tail -5 "$scratch/compare.err"; fail "compare.py measured nothing: exit code $status"; } ;;
    77) skip "$(sed -n 's/^SKIP compare: //p' "$scratch/compare.log")" ;;
    *) tail -5 "$scratch/compare.err"; fail "compare.py: exit code $status" ;;
  esac
}
# verdict ABOUT...: what compare.py said of that, counted: all have to be good, and there have to be some.
verdict() {
  local about bad good
  about=$(IFS='|'; echo "$*")
  good=$(grep -cE "^PASS [^ ]+ ($about): " "$scratch/compare.log" || true)
  bad=$(grep -cE "^(FAIL|FAULT) [^ ]+ ($about|measurement|output): " "$scratch/compare.log" || true)
  [ "$bad" = 0 ] || fail "$bad bad of $((good + bad)) verdicts on $*, first: $(grep -m1 -E "^(FAIL|FAULT) [^ ]+ ($about|measurement|output): " "$scratch/compare.log")"
  [ "$good" != 0 ] || fail "no verdict on $*"
  pass "$good verdicts on $*: $(tail -1 "$scratch/compare.log")"
}

# race SCRIPT FIGURES [OPTIONS...]: runs bench/SCRIPT.py, which keeps all figures in the file FIGURES, and is judged by its exit code and its last line.
race() {
  local script=$1 figures=$2 status=0 last
  shift 2
  python3 "$root/bench/$script.py" --sinter "$sinter" --bench "$bench" --json "$figures" "$@" > "$scratch/table" || status=$?
  cat "$scratch/table"
  last=$(tail -1 "$scratch/table")
  case $status in
    0) ;;
    77) skip "${last#SKIP "$script": }" ;;
    *) fail "$last" ;;
  esac
  # Tiny sizes try the script out and show nothing.
  grep -q '"times_mean_something": true' "$figures" || skip "$last"
  pass "$last"
}

# beside KIND... -- [FOLDER [OPTIONS OF compare.py]]: has bench/sweep.py write graphs beside those that were tuned for, compare.py measure them, and sweep.py judge them; all
# kinds are measured before the verdict. With --device=cpu graphs are tiny, and nothing is shown.
beside() {
  local kinds=() kind folder size=() figures=() status measured bad=no tried=no
  while [ "$1" != -- ]; do kinds+=("$1"); shift; done
  shift
  folder=${1:-$scratch/beside}
  [ $# = 0 ] || shift
  case " $* " in *" --device=cpu "*) size=(--megabytes=0.02) ;; *) has_gpu || skip "no GPU here" ;; esac
  command -v python3 > /dev/null || skip "no python3 here"
  find_sinter
  for kind in "${kinds[@]}"; do
    python3 "$root/bench/sweep.py" "$kind" "$folder/$kind-graphs" --sinter="$sinter" --only="${SINTER_ONLY:-.}" "${size[@]}" || fail "sweep.py wrote no graphs"
    status=0
    python3 "$root/bench/compare.py" --out="$folder/$kind" --graphs="$folder/$kind-graphs" --engines= --no-kernels --rounds=15 --chain-ms=600 "$@" > "$folder/$kind.log" || status=$?
    case $status in
      0 | 1) ;;
      3) bad=yes figures+=("$kind: $(tail -1 "$folder/$kind.log")") ;;
      77) skip "$(sed -n 's/^SKIP compare: //p' "$folder/$kind.log")" ;;
      *) fail "compare.py: exit code $status: $(tail -1 "$folder/$kind.log")" ;;
    esac
    status=0
    python3 "$root/bench/sweep.py" judge "$folder/$kind-graphs" "$folder/$kind" > "$folder/$kind.verdicts" 2> "$scratch/err" || status=$?
    cat "$folder/$kind.verdicts" "$scratch/err"
    figures+=("$kind: $(cat "$folder/$kind.verdicts" "$scratch/err" | tail -1)")
    case $status in 0) ;; 77) tried=yes ;; *) bad=yes ;; esac
  done
  [ $bad = no ] || fail "$(printf '%s; ' "${figures[@]}")"
  [ $tried = no ] || skip "$(printf '%s; ' "${figures[@]}")"
  pass "$(printf '%s; ' "${figures[@]}")"
}

# Copies the clone's HEAD to FOLDER as anyone would get it, and gives it an empty compiler cache of its own.
clean_clone() {
  git clone --quiet --no-hardlinks "$root" "$1"
  export CCACHE_DIR="$scratch/ccache" SINTER_CACHE_DIR="$scratch/kernels"
}
