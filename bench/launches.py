#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What one small kernel after another costs: chains of 20 kernels on 128 x 768 elements of f32, each of which needs the one before, kept apart by `sinter.groups`:
# elementwise ones and norms of rows. Each as one CUDA graph of many executions over rotated buffers (sinter-bench --race), whose first kernel waits for the execution before
# it to end. Prints a line a chain, with microseconds a kernel. Exit codes: 0 all within their bounds; 1 not, or something could not be measured; 77 nothing can be measured here.
#   bench/launches.py [--before=OLD_SINTER]
import json
import os
import shutil
import sys
import tempfile

import races

KERNELS, SHAPE, ROWS = 20, "tensor<128x768xf32>", "tensor<128xf32>"


def elementwise():
    lines, last = [], "%x"
    for i in range(KERNELS):
        lines.append("%%%d = sinter.%s %s, %%y {sinter.groups = array<i64: %d>} : %s" % (i, "add" if i % 2 else "mul", last, i, SHAPE))
        last = "%%%d" % i
    return "func.func @main(%%x: %s, %%y: %s) -> %s {" % (SHAPE, SHAPE, SHAPE), lines, last


def norms():
    """Each row by the root of the sum of its squares."""
    lines, last = ["%e = sinter.constant dense<1.0e-6> : tensor<f32>"], "%x"
    for i in range(KERNELS):
        group = "{sinter.groups = array<i64: %d>}" % i
        lines += [
            "%%s%d = sinter.mul %s, %s %s : %s" % (i, last, last, group, SHAPE),
            "%%m%d = sinter.sum %%s%d axes = [1] %s : %s -> %s" % (i, i, group, SHAPE, ROWS),
            "%%c%d = sinter.broadcast %%e dims = [] %s : tensor<f32> -> %s" % (i, group, ROWS),
            "%%a%d = sinter.add %%m%d, %%c%d %s : %s" % (i, i, i, group, ROWS),
            "%%r%d = sinter.rsqrt %%a%d %s : %s" % (i, i, group, ROWS),
            "%%b%d = sinter.broadcast %%r%d dims = [0] %s : %s -> %s" % (i, i, group, ROWS, SHAPE),
            "%%y%d = sinter.mul %s, %%b%d %s : %s" % (i, last, i, group, SHAPE),
        ]
        last = "%%y%d" % i
    return "func.func @main(%%x: %s) -> %s {" % (SHAPE, SHAPE), lines, last


# Microseconds that a kernel may take.
CHAINS = {"elementwise": (elementwise, 0.85), "norms": (norms, 1.5)}


def parse():
    parser = races.make_parser("Times chains of small kernels.")
    races.add_outputs(parser)
    parser.add_argument("--before", metavar="SINTER", help="another build, whose plans are timed in turn with this one's")
    return races.complete(parser.parse_args())


def text_of(name):
    head, lines, last = CHAINS[name][0]()
    return "\n  ".join([head] + lines + ["return %s : %s" % (last, SHAPE)]) + "\n}\n"


def measure(options, scratch, name):
    """Microseconds a kernel, by build."""
    graph, folder = os.path.join(scratch, name + ".mlir"), os.path.join(scratch, name)
    with open(graph, "w") as file:
        file.write(text_of(name))
    os.makedirs(folder)
    builds = {"chosen": options.sinter}
    if options.before:
        builds["before"] = options.before
    for build, sinter in builds.items():
        races.call([sinter, "compile", graph, "--target=" + options.target, "-o", os.path.join(folder, build + ".plan")], 300)
    report = races.race(options, folder)
    for form in report["forms"]:
        if form["error"] or form["launches"] != KERNELS:
            raise races.Failure(form["error"] or "%d launches, not %d" % (form["launches"], KERNELS))
    return report, {form["name"]: form["microseconds"] / KERNELS for form in report["forms"]}


def main():
    options = parse()
    if races.lacks_gpu(options):
        print("SKIP launches: no GPU here")
        return races.NO_GPU
    scratch = options.keep or tempfile.mkdtemp()
    bad, reports = 0, {}
    for name, (_, bound) in CHAINS.items():
        try:
            reports[name], each = measure(options, scratch, name)
        except (races.Failure, ValueError) as failure:
            races.note("launches: %s: %s" % (name, failure))
            bad += 1
            continue
        is_good = options.tiny or each["chosen"] <= bound
        bad += not is_good
        before = "; %.3f before" % each["before"] if options.before else ""
        print("%s %s: %.3f us a kernel of %d, at most %.2f%s" % ("TRIED" if options.tiny else "PASS" if is_good else "FAIL", name, each["chosen"], KERNELS, bound, before))
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"times_mean_something": not options.tiny, "chains": reports}, file, indent=1)
    if not options.keep:
        shutil.rmtree(scratch)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
