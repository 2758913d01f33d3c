#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every kind of schedule under compute-sanitizer, and every chain executed again and again: each execution gives the first one's bits. The graphs that the sanitizer's tools
# watch are chosen by bench/cover.py, for the GPU at hand. What has been found good goes to FOLDER/results.jsonl at once, and is not done again for the same plan: the same
# command goes on where it was stopped. Exit codes: 0 all good; 1 something is not; 3 the --budget was spent before all was done; 77 nothing can be done here.
#   bench/sanitize.py FOLDER [--part tools|repeats] [--repeats 1000] [--budget SECONDS]
# --device=cpu: the CPU path's own checks of memory and races in place of the sanitizer's, to try it out.
import concurrent.futures
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time

import cover
import races
import scheduled

INCOMPLETE = 3
TOOLS = {"cuda": ["memcheck", "racecheck", "synccheck", "initcheck"], "cpu": ["memory", "races"]}
# Products are a library's: no operator's name has a part of its kernels'.
LIBRARY_KERNELS = ["nvjet", "gemm", "cutlass", "cublas", "splitK"]
# The CPU path's check of races has a thread of its own for each of a cluster's.
UNTOLD = re.compile(r"ThreadSanitizer: Thread limit")
REFUSED = re.compile(r"device not supported|unable to (find|load) injection", re.IGNORECASE)
# Seconds, about: of a run under a tool, most of which is CUDA's start, of a start without, and of a megabyte that is compared once.
TOOL_SECONDS, START_SECONDS, COMPARE_SECONDS = 5.0, 1.5, 0.0006
# Seconds that a run may take, and how many times as long as it should, since others run beside it.
RUN_LIMIT, RUN_SLACK = {"cuda": 90, "cpu": 600}, 3


def parse():
    parser = races.make_parser("Runs every kind of schedule under the sanitizer, and every chain many times.")
    parser.add_argument("folder")
    parser.add_argument("--cases", metavar="PROGRAM", help="execute_gpu_test or execute_test, for its cases (the build's or bundle's)")
    parser.add_argument("--part", choices=["tools", "repeats", "both"], default="both")
    parser.add_argument("--tools", metavar="LIST", help="of compute-sanitizer (memcheck,racecheck,synccheck,initcheck)")
    parser.add_argument("--repeats", type=int, default=1000, metavar="N", help="executions of each chain (1000)")
    parser.add_argument("--repeats-mb", type=float, default=4, metavar="N", help="that an execution should move; less, as far as the schedules allow (4)")
    parser.add_argument("--budget", type=float, default=float("inf"), metavar="SECONDS", help="after which nothing further begins")
    parser.add_argument("--at-once", type=int, default=max(1, min(8, (os.cpu_count() or 2) // 2)), metavar="N", help="runs on the device at once (half the processors, 8 at most)")
    options = cover.complete(races.complete(parser.parse_args()))
    options.tools = options.tools.split(",") if options.tools else TOOLS[options.device]
    return options


class Refused(Exception):
    """Why a tool works nowhere on this machine."""


class Results:
    """What was found, a line each; those that were good are not looked for again."""

    def __init__(self, path):
        self.path, self.good, self.lock = path, set(), threading.Lock()
        if os.path.exists(path):
            with open(path) as file:
                for line in file:
                    try:
                        one = json.loads(line)
                    except ValueError:  # cut off
                        continue
                    if not one["wrong"]:
                        self.good.add(one["key"])

    def add(self, key, **what):
        with self.lock:
            with open(self.path, "a") as file:
                file.write(json.dumps({"key": key, **what}) + "\n")


class Run:
    """One process on the device: a plan and what is done with it."""

    def __init__(self, what, name, plan, run_options, seconds, tool=None):
        self.what, self.name, self.plan, self.run_options, self.seconds, self.tool = what, name, plan, run_options, seconds, tool
        with open(plan, "rb") as file:
            self.key = "%s %s %s" % (what, name, hashlib.sha256(file.read()).hexdigest()[:16])


def find_sanitizer():
    places = ["/usr/local/cuda/bin/compute-sanitizer", "/usr/local/cuda/compute-sanitizer/compute-sanitizer"]
    return shutil.which("compute-sanitizer") or next((place for place in places if os.path.exists(place)), None)


def command_of(options, run):
    command = [options.sinter, "run", run.plan, "--device=" + options.device, "--json"] + run.run_options
    if run.tool is None:
        return command + ["--repeats=%d" % options.repeats]
    if options.device == "cpu":
        return command + ["--kernel-check=" + run.tool]
    # What a library's kernel writes has to be seen where a later one must not read what nothing wrote.
    others = [] if run.tool == "initcheck" else ["--kernel-name-exclude=kns=" + name for name in LIBRARY_KERNELS]
    return [options.sanitizer, "--tool", run.tool, "--error-exitcode", "9", "--print-limit", "5"] + others + command + ["--no-graph"]


def carry_out(options, run):
    """What is wrong, or nothing, and what there is to say. None where the tool cannot tell."""
    limit = max(RUN_LIMIT[options.device], RUN_SLACK * run.seconds)
    try:
        done = subprocess.run(command_of(options, run), capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return "no end after %d s" % limit, ""
    said = done.stdout + done.stderr
    if REFUSED.search(said):
        raise Refused("compute-sanitizer refuses this machine: " + next(line for line in said.splitlines() if REFUSED.search(line)).strip("= "))
    if UNTOLD.search(said):
        return None
    findings = [line.strip("= ") for line in said.splitlines() if line.startswith("=========") and line.strip("= ")]
    summary = next((line for line in reversed(findings) if "SUMMARY" in line), "")
    if done.returncode != 0:
        errors = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines() or ["nothing was said"]
        return "exit code %d: %s %s" % (done.returncode, summary, " ".join(findings[:12]) if findings else errors[-1]), ""
    if run.tool is None:
        report = json.loads(done.stdout)
        if report["repeats"] != options.repeats or report["repeats_different"] != 0:
            return "%d of %d executions differ" % (report["repeats_different"], report["repeats"]), ""
        return None, "%d launches, %.3g ms an execution" % (report["launches"], report["time_ms_median"])
    # A tool that watched nothing has no summary.
    if options.device == "cuda" and not re.search(r"SUMMARY: 0 (errors|hazards)|: 0 (errors|hazards)", summary):
        return "no summary of no findings, but: " + (summary or "none"), ""
    if options.device == "cpu":
        checked = json.loads(done.stdout)["launches_checked"]
        return None if checked else "no launch was checked", "%d launches" % checked
    return None, summary


def compile_all(options, part, wanted):
    """Plans by number for (graph path, dims), and what could not be compiled."""
    folder = os.path.join(options.folder, "plans", part)
    plans, wrong = {}, []

    def compile_one(number, path, dims):
        plan = os.path.join(folder, "%03d.plan" % number)
        races.call([options.sinter, "compile", path, "-o", plan, "--target=" + options.target] + dims, scheduled.COMPILE_LIMIT)
        return plan

    os.makedirs(folder, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(compile_one, number, path, dims): number for number, (path, dims) in enumerate(wanted)}
        for future in concurrent.futures.as_completed(futures):
            try:
                plans[futures[future]] = future.result()
            except races.Failure as failure:
                wrong.append("%s: %s" % (wanted[futures[future]][0], failure))
    return plans, wrong


def runs_of_tools(options):
    cases, wrong = cover.find_cases(options)
    chosen = [case for case, _ in cover.choose(cases)]
    print("%d kinds of schedules and calls in %d graphs, all of them in %d" % (len(set().union(*(case.features for case in cases))), len(cases), len(chosen)), flush=True)
    plans, more = compile_all(options, "tools", [(case.path, case.compile_options()) for case in chosen])
    return [Run(tool, " ".join([chosen[i].name] + ["%s=%d" % pair for pair in sorted(chosen[i].sizes.items())]), plan, chosen[i].run_options(), TOOL_SECONDS, tool) for tool in options.tools for i, plan in sorted(plans.items())], wrong + more


def size_to_repeat(options, path):
    """A size that moves little by the schedules of the full one, and what it moves."""
    graph = scheduled.Graph(options.sinter, path, options.target)
    wanted = graph.schedules(graph.full)
    sizes = graph.size_within(options.repeats_mb, lambda sizes: graph.schedules(sizes) == wanted)
    return graph.dims(sizes), graph.megabytes(sizes)


def runs_of_repeats(options):
    paths = races.case_paths(options) + [path for group, path in cover.launch_files(options) if re.search(options.only, races.name_of(path))]
    wanted, sizes, wrong = [], [], []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = [pool.submit(size_to_repeat, options, path) for path in paths]
        for path, future in zip(paths, futures):
            try:
                dims, megabytes = future.result()
                wanted.append((path, dims))
                sizes.append(megabytes)
            except races.Failure as failure:
                wrong.append("%s: %s" % (path, failure))
    plans, more = compile_all(options, "repeats", wanted)
    runs = [Run("%d repeats" % options.repeats, " ".join([races.name_of(wanted[i][0])] + [dim[len("--dim=") :] for dim in wanted[i][1]]), plan, [],
                START_SECONDS + COMPARE_SECONDS * options.repeats * sizes[i]) for i, plan in sorted(plans.items())]
    return runs, wrong + more


def carry_out_all(options, runs, results):
    """(bad, done, left): counts of runs."""
    left = [run for run in runs if run.key not in results.good]
    print("%d runs, %d of them known to be good; the others take about %.0f s, %d at once" %
          (len(runs), len(runs) - len(left), sum(run.seconds for run in left) / options.at_once, options.at_once), flush=True)
    bad, done, refused = 0, len(runs) - len(left), None

    def begin(run):
        if refused or time.monotonic() > options.end:
            return None
        found = carry_out(options, run)
        if found is None:
            print("UNTOLD %s %s: more threads in a cluster than the check has" % (run.what, run.name), flush=True)
        else:
            results.add(run.key, wrong=found[0], said=found[1])
        return found

    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        futures = {pool.submit(begin, run): run for run in left}
        for future in concurrent.futures.as_completed(futures):
            run = futures[future]
            try:
                found = future.result()
            except Refused as failure:
                refused = failure
                continue
            except (OSError, ValueError, KeyError) as failure:
                found = "%s: %s" % (type(failure).__name__, failure), ""
            if found is None:
                continue
            done += 1
            bad += found[0] is not None
            print("%s %s %s: %s" % ("FAIL" if found[0] else "PASS", run.what, run.name, found[0] or found[1]), flush=True)
    if refused:
        raise refused
    return bad, done, len(runs) - done


def main():
    options = parse()
    if races.lacks_gpu(options):
        print("SKIP sanitize: no GPU here")
        return races.NO_GPU
    options.sanitizer = find_sanitizer()
    os.makedirs(options.folder, exist_ok=True)
    options.end = time.monotonic() + options.budget
    options.target = cover.resolve(options)
    results, verdicts, codes = Results(os.path.join(options.folder, "results.jsonl")), [], set()
    # What needs no sanitizer first: some machines have none that works.
    parts = {"repeats": (runs_of_repeats, "%d repeats" % options.repeats), "tools": (runs_of_tools, ", ".join(options.tools))}
    for part, (runs_of, what) in parts.items():
        if options.part not in (part, "both"):
            continue
        try:
            if part == "tools" and options.device == "cuda" and options.sanitizer is None:
                raise Refused("no compute-sanitizer here")
            runs, wrong = runs_of(options)
            for text in wrong:
                print("FAIL " + text, flush=True)
            bad, done, left = carry_out_all(options, runs, results)
        except Refused as refused:
            verdicts.append("%s: %s" % (what, refused))
            codes.add(races.NO_GPU)
            continue
        graphs = len({run.name for run in runs})
        verdicts.append("%s: %d runs of %d graphs, %d bad, %d not done, %d graphs could not be compiled" % (what, done, graphs, bad, left, len(wrong)))
        codes.add(1 if bad or wrong or not runs else INCOMPLETE if left else 0)
    code = next((code for code in (1, INCOMPLETE, races.NO_GPU) if code in codes), 0)
    print("%s on %s: %s" % ("SKIP sanitize:" if code == races.NO_GPU else "sanitize", options.device, "; ".join(verdicts)))
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except races.Failure as failure:
        print("sanitize: %s" % failure)
        sys.exit(1)
