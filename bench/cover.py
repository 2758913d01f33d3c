#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A few graphs that have every kind of schedule: what the kernels of many graphs consist of (how they are scheduled, which of the device's functions they call, whether
# they are one of several), and of the graphs a small number which has all of it, chosen greedily. So a check that takes long leaves nothing out by hand. No GPU.
#   bench/cover.py FOLDER [--target sm_90] [--cases execute_test] [--out FOLDER]
# FOLDER gets the graphs that are made here, and cover.json: the features, by the graph that was chosen for them. Graphs: bench/chains, bench/chains/cases, test/Chains, row
# lengths and odd ones of sweep.py, chains of 20 kernels, and the cases of `execute_test` (or execute_gpu_test), which writes them.
import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

import launches
import races
import scheduled

# Of a graph with symbols: as many rows as keep its features, up to so many bytes. Others are as they are, if they move at most this.
MOST_MB, MOST_FIXED_MB = 4, 64
SWEEP_MB = 4
# Calls that are no matter of a schedule: they touch neither memory nor other threads. What is not named here counts, so a new function of the device does.
ARITHMETIC = re.compile(r"(if|for|while|switch|return|\w+_cast|sinter::\w+|(approximate|wrapping|trunc|floor|shift|round)_\w+|ipow|convert|maximum|minimum|select|splat|lanes|"
                        r"infinity|not_a_number|random_bits|pack|unpack)")
# Operators whose kernels compare positions, or whose places follow from values or have edges.
PLACES = re.compile(r'"sinter\.(arg\w*|top\w*|cum\w*|\w*gather\w*|\w*scatter\w*|take\w*|concat|pad|slice|resize\w*|reverse|transpose|dropout\w*|random\w*)"')
ATTRIBUTE = re.compile(r"(\w+) = ([\w]+)")
FUNCTION = re.compile(r"kernel\.func (?:private )?@(\S+?)\((.*?)(?=kernel\.func |\Z)", re.DOTALL)
CALL = re.compile(r"\b((?:sinter::)?[a-zA-Z_]\w*)\s*(?:<[^<>;(){}]*(?:<[^<>;(){}]*>[^<>;(){}]*)?>)?\(")


def share_of(threads, per_row):
    if per_row > threads:
        return "a cluster of %d blocks" % (per_row // threads)
    if per_row < 32:
        return "part of a warp"
    return ("a warp" if per_row == 32 else "several warps") + (", several rows a block" if threads > per_row else "")


def features_of_schedule(text):
    """What is told apart of a #kernel.schedule."""
    kind = re.match(r"#kernel\.schedule<(\w+)", text)[1]
    of = dict(ATTRIBUTE.findall(text.split("tiling")[0]))
    threads, per_row = int(of["threads"]), int(of["threads_per_row"])
    store = "shared" if of.get("shared") == "true" else "packed" if of.get("packed") == "true" else "registers" if of["hold"] == "true" else "nothing"
    if kind in ("rows", "scan_rows"):
        yield "%s: %s holds %s" % (kind, share_of(threads, per_row), store)
    elif kind == "columns":
        yield "columns: %s a column" % ("one thread" if per_row == 1 else "several threads")
    yield "%s: vectors of %s" % (kind, of["vector"])
    if int(of.get("blocks", 0)):
        yield kind + ": limited registers"
    if "tiling" in text:
        yield "tiles: %s views, vectors of %s across" % (len(re.search(r"views = \[(.*?)\]", text)[1].split(",")), re.search(r"tiling = <across = \d+, vector = (\d+)", text)[1])


def features_of(kernel_text, cuda_text):
    """Of all kernels of a graph, from its texts by --emit=kernel and --emit=cuda."""
    found, kinds = set(), {}
    functions = FUNCTION.findall(kernel_text)
    for name, text in functions:
        schedule = scheduled.SCHEDULE.search(text)
        if not schedule:
            continue
        kinds[name] = re.match(r"#kernel\.schedule<(\w+)", schedule[1])[1]
        found.update(features_of_schedule(schedule[1]))
        found.update("%s: %s" % (kinds[name], operator) for operator in PLACES.findall(text))
        for attribute in ("kernel.ragged", "kernel.specializes"):
            if attribute + " =" in text:
                found.add("%s: %s" % (kinds[name], attribute))
    if len(kinds) > 1:
        found.add("several kernels")
    for kernel in cuda_text.split('extern "C" __global__')[1:]:
        head, _, body = kernel.partition("{")
        name = re.search(r"(\w+)\s*\(const|(\w+)\s*\([^()]*$", head)
        kind = kinds.get((name[1] or name[2]) if name else "", "one launch of several kernels")
        if "__cluster_dims__" in head:
            found.add(kind + ": __cluster_dims__")
        found.update("%s: %s" % (kind, call) for call in CALL.findall(body) if not ARITHMETIC.fullmatch(call))
    return found


class Case:
    """A graph at a size, with its features."""

    def __init__(self, path, group, sizes, fixed, features, megabytes):
        self.path, self.group, self.sizes, self.fixed, self.features, self.megabytes = path, group, sizes, fixed, features, megabytes

    @property
    def name(self):
        return self.group + "/" + races.name_of(self.path)

    def compile_options(self):
        return ["--dim=%s=%d" % pair for pair in sorted(self.sizes.items())] if self.fixed else []

    def run_options(self):
        return [] if self.fixed else ["--dim=%s=%d" % pair for pair in sorted(self.sizes.items())]


def read_case(options, path, group):
    graph = scheduled.Graph(options.sinter, path, options.target)
    given = re.match(r"// dims:((?: \w+=\d+)*)\n", graph.text)
    of = lambda sizes: features_of(graph.emit("kernel", sizes), graph.emit("cuda", sizes))
    if given:
        # A test's case keeps its symbols in the plan, and gives values to some that it has not.
        values = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", given[1])}
        has = {symbol["name"] for symbol in graph.explain({}, "--no-compile")["symbols"]} if values else set()
        return Case(path, group, {name: value for name, value in values.items() if name in has}, False, of({}), 0)
    features = of(graph.full)
    sizes = graph.size_within(MOST_MB, lambda sizes: of(sizes) == features)
    return Case(path, group, sizes, True, features, graph.megabytes(sizes))


def choose(cases):
    """Cases that together have every feature, the one with most new ones first; of equal ones the smallest."""
    left, chosen = set().union(*(case.features for case in cases)), []
    while left:
        best = max(cases, key=lambda case: (len(case.features & left), -case.megabytes, case.name))
        chosen.append((best, sorted(best.features & left)))
        left -= best.features
    # What later ones made superfluous.
    for case, _ in list(chosen):
        others = [one.features for one, _ in chosen if one is not case]
        if case.features <= set().union(*others):
            chosen = [pair for pair in chosen if pair[0] is not case]
    covered, again = set(), []
    for case, _ in chosen:
        again.append((case, sorted(case.features - covered)))
        covered |= case.features
    return again


def launch_files(options):
    folder = os.path.join(options.folder, "launches")
    os.makedirs(folder, exist_ok=True)
    for name in launches.CHAINS:
        path = os.path.join(folder, name + ".mlir")
        with open(path, "w") as file:
            file.write(launches.text_of(name))
        yield "launches", path


def graph_files(options):
    """(group, path) of all graphs; those that are made go to folders below options.folder."""
    for group, pattern in (("chains", "bench/chains/*.mlir"), ("cases", "bench/chains/cases/*.mlir"), ("tests", "test/Chains/*.mlir")):
        for path in sorted(glob.glob(os.path.join(races.ROOT, pattern))):
            yield group, path
    for kind in ("rows", "odd"):
        folder = os.path.join(options.folder, kind)
        races.call([sys.executable, os.path.join(races.ROOT, "bench/sweep.py"), kind, folder, "--megabytes=%d" % SWEEP_MB, "--sinter=" + options.sinter], 300)
        for path in sorted(glob.glob(os.path.join(folder, "*.mlir"))):
            yield kind, path
    yield from launch_files(options)
    if options.cases:
        folder = os.path.join(options.folder, "execute")
        races.call([options.cases, "--write-graphs=" + folder], 300)
        for path in sorted(glob.glob(os.path.join(folder, "*.mlir"))):
            yield "execute", path


def find_cases(options):
    """All cases; those that have no kernel, or are too large to be checked, are left out, and those that cannot be read are a failure."""
    files = [pair for pair in graph_files(options) if re.search(options.only, races.name_of(pair[1]))]
    cases, failures = [], []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(read_case, options, path, group): path for group, path in files}
        for future in concurrent.futures.as_completed(futures):
            try:
                case = future.result()
                if case.features and case.megabytes <= MOST_FIXED_MB:
                    cases.append(case)
            except (races.Failure, subprocess.SubprocessError, ValueError) as failure:
                failures.append("%s: %s" % (futures[future], failure))
    return sorted(cases, key=lambda case: case.name), sorted(failures)


def find_program(*names):
    for folder in ("bin", "build/release/bin"):
        for name in names:
            path = os.path.join(races.ROOT, folder, name)
            if os.path.exists(path):
                return path
    return None


def resolve(options):
    """The target by its own name, so that not every call asks the driver."""
    path = os.path.join(races.CASES, "fullsum_s.mlir")
    return json.loads(races.call([options.sinter, "explain", path, "--json", "--no-compile", "--target=" + options.target], scheduled.COMPILE_LIMIT))["target"]


def complete(options):
    options.cases = options.cases or find_program("execute_gpu_test", "execute_test")
    return options


def main():
    parser = argparse.ArgumentParser(description="Chooses a few graphs that have every kind of schedule.")
    parser.add_argument("folder")
    parser.add_argument("--sinter", default=races.make_parser("").get_default("sinter"))
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("--cases", metavar="PROGRAM", help="that writes its cases, execute_test or execute_gpu_test (the build's or bundle's)")
    parser.add_argument("--only", default=".", metavar="REGEX", help="graphs with such a name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = complete(parser.parse_args())
    options.target = resolve(options)
    cases, failures = find_cases(options)
    chosen = choose(cases)
    with open(os.path.join(options.folder, "cover.json"), "w") as file:
        json.dump({"target": options.target, "graphs": [{"name": case.name, "sizes": case.sizes, "megabytes": case.megabytes, "for": new} for case, new in chosen]}, file, indent=1)
    for case, new in chosen:
        print("%s%s, for %d: %s" % (case.name, "".join(" %s=%d" % pair for pair in sorted(case.sizes.items())), len(new), "; ".join(new)))
    for failure in failures:
        print("FAIL " + failure)
    print("cover: %d features of %d graphs for %s, all in %d of them; %d graphs cannot be read" %
          (len(set().union(*(case.features for case in cases))), len(cases), options.target, len(chosen), len(failures)))
    return bool(failures)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except races.Failure as failure:
        sys.exit("cover: %s" % failure)
