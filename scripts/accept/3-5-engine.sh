#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An engine in C on the GPU, with sinter.h alone: 8 threads with 8 contexts and 8 streams each, on one plan, 1,000 runs of each
# context, equal bit for bit; no allocation, wait, load or instantiation between the last preparation and the end of the runs;
# the host's time of an execution at most a bare launch of the same graph + 0.6 us a tensor that changed + 0.5 us.
#   3-5-engine.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
has_gpu || skip "$("$root/scripts/has-gpu.sh" 2>&1 | head -1)"
find_sinter
build=$(dirname "$(dirname "$sinter")")
engine="$build/bin/sinter_example_engine" driver="$build/lib/libsinter_logging_driver.so"
[ -x "$engine" ] && [ -e "$driver" ] || fail "there is no $engine or $driver: build the targets sinter_example_engine and sinter_logging_driver"

# A residual, a scale and a GELU, then a softmax of the rows: two tensors and a weight in, two tensors out.
cat > "$scratch/chain.mlir" <<'MLIR'
func.func @main(%x: tensor<?x768xbf16, #sinter.dims<tokens, 768>>, %r: tensor<?x768xbf16, #sinter.dims<tokens, 768>>,
                %s: tensor<768xbf16>)
    -> (tensor<?x768xbf16, #sinter.dims<tokens, 768>>, tensor<?x768xbf16, #sinter.dims<tokens, 768>>)
    attributes {sinter.symbols = {tokens = #sinter.range<1, 4096, 1>}} {
  %h = sinter.add %x, %r : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %w = sinter.broadcast %s dims = [1] : tensor<768xbf16> -> tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %m = sinter.mul %h, %w : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %y = sinter.gelu erf %m : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  %p = sinter.softmax %y axis = 1 : tensor<?x768xbf16, #sinter.dims<tokens, 768>>
  return %y, %p : tensor<?x768xbf16, #sinter.dims<tokens, 768>>, tensor<?x768xbf16, #sinter.dims<tokens, 768>>
}
MLIR
export SINTER_CACHE_DIR="$scratch/kernels"
"$sinter" compile "$scratch/chain.mlir" --target=native -o "$scratch/chain.plan" > "$scratch/compile.log" 2>&1 ||
  fail "compile: $(tail -1 "$scratch/compile.log")"

# All runs' outputs are kept to be compared: 8 x 8 x 1,000 sets of 4 rows take 0.8 GB of device memory.
equal=$(bash "$root/scripts/check-engine.sh" --engine "$engine" --driver "$driver" "$scratch/chain.plan" --dim tokens=4) || fail "$equal"

# Host times, three times over; the fastest of each, since whatever else the machine does only adds.
for i in 1 2 3; do
  "$engine" "$scratch/chain.plan" --device cuda --dim tokens=4 --time > "$scratch/time$i.json" 2> "$scratch/errors" ||
    fail "--time: $(tail -1 "$scratch/errors")"
done
least() { for i in 1 2 3; do json_value "$scratch/time$i.json" "$1"; done | sort -g | sed -n 1p; }
tensors=$(json_value "$scratch/time1.json" tensors)
bare=$(least bare_graph_launch_us) unchanged=$(least unchanged_us) changed=$(least changed_us)
allowed_unchanged=$(awk -v bare="$bare" 'BEGIN { printf "%.3f", bare + 0.5 }')
allowed_changed=$(awk -v bare="$bare" -v n="$tensors" 'BEGIN { printf "%.3f", bare + 0.6 * n + 0.5 }')
figure="$equal; host time on $(json_value "$scratch/time1.json" device): bare graph launch $bare us, execute $unchanged us \
(at most $allowed_unchanged), with all $tensors tensors moved $changed us (at most $allowed_changed)"
at_most "$unchanged" "$allowed_unchanged" && at_most "$changed" "$allowed_changed" || fail "$figure"
pass "$figure"
