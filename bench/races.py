# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts that race plans of the chains of bench/chains/cases share: their sizes, the tools' options, calls and races.
import argparse
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(ROOT, "bench/chains/cases")
TINY = {"rows": 5, "n": 1000, "batch": 1, "seq": 8, "heads": 2, "width": 16}
NO_GPU = 77


class Failure(Exception):
    pass


def call(command, limit):
    """What `command` prints; Failure with its error where it fails, or has not ended after `limit` seconds."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Failure("no end after %g s: %s" % (limit, " ".join(command)))
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or done.stdout.strip().splitlines()
        errors = [line for line in lines if "error" in line]
        raise Failure((errors or lines or ["exit code %d" % done.returncode])[-1])
    return done.stdout


def make_parser(description):
    bundle = os.path.exists(os.path.join(ROOT, ".sinter-bundle"))
    folder = os.path.join(ROOT, "bin" if bundle else "build/release/bin")
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--sinter", default=os.path.join(folder, "sinter"))
    parser.add_argument("--bench", default=os.path.join(folder, "sinter-bench"))
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda", help="cpu: to try the script out; times mean nothing")
    parser.add_argument("--tiny", action="store_true", help="tiny sizes, and no verdict on times; implied by --device=cpu")
    parser.add_argument("--target", help="what plans are compiled for (native, or cpu)")
    parser.add_argument("--only", default=".", metavar="REGEX", help="chains with such a name")
    parser.add_argument("--rounds", type=int, default=30, metavar="N", help="of all forms in turn (30)")
    parser.add_argument("--chain-ms", type=int, default=2500, metavar="N", help="for a chain's rounds (2500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="compilers at once (as many as processors)")
    return parser


def add_outputs(parser):
    parser.add_argument("--json", metavar="FILE", help="write all figures")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the graphs and plans there")


def complete(options):
    options.tiny = options.tiny or options.device == "cpu"
    options.target = options.target or ("cpu" if options.device == "cpu" else "native")
    return options


def lacks_gpu(options):
    return options.device == "cuda" and subprocess.run([os.path.join(ROOT, "scripts/has-gpu.sh")], capture_output=True).returncode != 0


def case_paths(options):
    paths = sorted(glob.glob(os.path.join(CASES, "*.mlir")))
    return [path for path in paths if re.search(options.only, name_of(path))]


def name_of(path):
    return os.path.basename(path)[: -len(".mlir")]


def dims_of(path, tiny):
    """Options that give each symbol of a graph the end of its range, or what makes it tiny."""
    with open(path) as file:
        ranges = re.findall(r"(\w+) = #sinter\.range<(\d+), (\d+), \d+>", file.read())
    dims = []
    for name, first, last in sorted(ranges):
        value = max(int(first), min(int(last), TINY.get(name, 4))) if tiny else int(last)
        dims.append("--dim=%s=%d" % (name, value))
    return dims


def race(options, folder):
    """The report on the plans of `folder`, chosen.plan and others, timed in turn."""
    command = [options.bench, "--race=" + folder, "--device=" + options.device, "--rounds=%d" % options.rounds, "--race-ms=%d" % options.chain_ms]
    if options.tiny:
        command.append("--rotate=1KB")
    return json.loads(call(command, options.chain_ms / 1000 * 3 + 60))


def note(text):
    print(text, file=sys.stderr, flush=True)
