#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Holds what `sinter explain` says that kernels move to what the CPU path counts, at small sizes: the distinct bytes of each graph
# within 3 %; and its outputs to the reference interpreter. Prints a line a graph, then how many agree; exit code 1 where one does not.
#   check-ledger.py SINTER GRAPH... [--fusion=off] [--dim=NAME=N]
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

# What symbols of the chains are, as far as they may: odd numbers where that is no harm.
SMALL = {"batch": 1, "heads": 2, "n": 100003, "rows": 37, "seq": 5, "width": 12}
TOLERANCE = 0.03
# Of an output in bf16, over its standard deviation: operators one by one round where a kernel does not, and sums of them cancel.
TOLERANCE_BF16 = 0.04


def call(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2:
        print("SKIP ledger: this machine lacks something: " + done.stderr.strip())
        sys.exit(77)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.strip().splitlines() or ["exit code %d" % done.returncode])[-1])
    return json.loads(done.stdout)


def as_options(dims):
    return ["--dim=%s=%d" % pair for pair in sorted(dims.items())]


def write_distinct(path, extents):
    """An .npy file of i64 that holds each number once, so that no gather reads a row twice."""
    header = "{'descr': '<i8', 'fortran_order': False, 'shape': (%s), }" % "".join("%d, " % e for e in extents)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        count = math.prod(extents)
        file.write(struct.pack("<%dq" % count, *range(count)))


def index_inputs(report, folder):
    """Options that give the graph's i64 arguments distinct values."""
    values = {symbol["name"]: symbol["value"] for symbol in report["symbols"]}
    files = {}
    for group in report["groups"]:
        for buffer in group["buffers"]:
            extents = re.fullmatch(r"i64\[(.+)\]", buffer["type"])
            if not extents or not buffer["other"].startswith("argument "):
                continue
            name = buffer["other"].split(" ", 1)[1]
            files[name] = os.path.join(folder, name + ".npy")
            write_distinct(files[name], [int(values.get(e, e)) for e in extents[1].split(" x ")])
    return ["--input=%s=%s" % pair for pair in sorted(files.items())]


def how_to_check(graph):
    # Networks have tests of their own, by their exporter's outputs.
    if graph.endswith(".onnx"):
        return ["--weights=generate"]
    with open(graph) as file:
        return ["--check"] + (["--tolerance=%g" % TOLERANCE_BF16] if "bf16" in file.read() else [])


def check_sums(report):
    """What is said in parts is as much as what is said at once."""
    saved = report["unfused"]["bytes"] - report["fused"]["bytes"]
    sums = {
        "saved": (sum(report["saved"].values()), saved),
        "left": (sum(report["traffic"].values()), report["fused"]["bytes"]),
        # A launch that several kernels share is shared by their times too.
        "nanoseconds": (round(1e3 * sum(group["microseconds"] for group in report["groups"])), round(1e3 * report["fused"]["microseconds"])),
    }
    for name, (parts, whole) in sums.items():
        if parts != whole and (name != "nanoseconds" or report["copies"] == 0):
            raise RuntimeError("%s: the parts are %d, the whole is %d" % (name, parts, whole))


def check(sinter, graph, given, options):
    explain = [sinter, "explain", graph, "--target=cpu", "--json"] + options
    symbols = {symbol["name"]: symbol["value"] for symbol in call(explain)["symbols"]}
    dims = {name: given.get(name, min(SMALL.get(name, 37), most)) for name, most in symbols.items()}
    report = call(explain + as_options(dims))
    moved = sum(group["read"] + group["written"] for group in report["groups"])
    charged = sum(op["read_fused"] + op["written_fused"] for op in report["operators"])
    if moved != charged:
        raise RuntimeError("the groups move %d bytes, but operators are charged with %d" % (moved, charged))
    check_sums(report)
    said = sum(group["read"] + group["written"] for group in report["groups"] if group["kind"] == "kernel")
    with tempfile.TemporaryDirectory() as folder:
        run = call([sinter, "run", graph, "--device=cpu", "--count-bytes", "--json"] + how_to_check(graph) + options + as_options(dims) +
                   index_inputs(report, folder))
    launches = run.get("traffic", [])
    counted = sum(launch["distinct_loaded"] + launch["distinct_stored"] for launch in launches)
    repeated = sum(launch["loaded"] + launch["stored"] for launch in launches)
    return said, counted, repeated, len(launches)


def main():
    graphs = [argument for argument in sys.argv[2:] if not argument.startswith("--")]
    options = [argument for argument in sys.argv[2:] if argument.startswith("--fusion=")]
    given = {}
    for argument in sys.argv[2:]:
        if argument.startswith("--dim="):
            name, value = argument.split("=")[1:]
            given[name] = int(value)
    bad = 0
    for graph in graphs:
        name = os.path.basename(graph)
        try:
            said, counted, repeated, launches = check(sys.argv[1], graph, given, options)
        except RuntimeError as error:
            print("%-28s FAILED: %s" % (name, error))
            bad += 1
            continue
        off = abs(said - counted) / counted if counted else float(said != 0)
        bad += off > TOLERANCE
        print("%-28s %2d launches, ledger %10d bytes, counted %10d (%10d with repetitions): %+.2f %%%s" %
              (name, launches, said, counted, repeated, 100 * (said / counted - 1) if counted else 0, "  BAD" if off > TOLERANCE else ""))
    print("%d of %d graphs within %.0f %%" % (len(graphs) - bad, len(graphs), 100 * TOLERANCE))
    return bad != 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: check-ledger.py SINTER GRAPH... [--fusion=off] [--dim=NAME=N]")
    sys.exit(main())
