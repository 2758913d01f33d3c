#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what `sinter compile --json` and `sinter run --json` said of one network, for people.

usage: show-demo.py COMPILE.json RUN.json
"""

import json
import sys


def mib(count):
    return f"{count / 2**20:.1f} MiB"


def main(compile_file, run_file):
    with open(compile_file) as file:
        compiled = json.load(file)
    with open(run_file) as file:
        run = json.load(file)
    before, after = compiled["bytes_unfused"], compiled["bytes_fused"]
    rows = [
        ("operators in", compiled["operators"]),
        ("kernels out", f"{compiled['kernels_launched']} launched, {compiled['kernels_distinct']} distinct"),
        ("library calls out", compiled["library_calls"]),
        ("launches out", compiled["launches"]),
        ("operators run by other means", compiled["fallbacks"] + run["fallbacks"]),
        ("bytes before", f"{mib(before)}: every operator reads and writes memory"),
        ("bytes after", f"{mib(after)}: what the fused kernels and library calls move ({before / max(after, 1):.2f} times less)"),
        ("time per stage", ""),
    ]
    rows += [(f"  {stage}", f"{milliseconds:.1f} ms") for stage, milliseconds in compiled["stages_ms"].items()]
    rows += [
        ("device", run["device"]),
        ("time of a run", f"{run['time_ms_median']:.3f} ms"),
        ("error against the golden output", "largest difference from ONNX Runtime's output, and as a part of its deviation"),
    ]
    for output in run["outputs"]:
        rows.append((f"  {output['name']} {output['dims']}",
                     f"{output['max_error']:.3g}, {output['max_error_over_std']:.3g} of the standard deviation"))
    width = max(len(name) for name, _ in rows) + 2
    for name, value in rows:
        print(f"{name:<{width}}{value}".rstrip())


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
