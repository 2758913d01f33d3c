#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The chains of bench/chains/cases, and those of bench/chains with any number of rows, for GPUs that are not here: what the machine code of each kernel takes, as NVRTC says,
# and the outputs of the same kernels on the CPU path against the reference interpreter. Exit code 1 where a kernel spills, has local memory that no function needs, or an output is wrong; 77 without NVRTC or
# the host's compiler.
#   check-targets.py SINTER [--only REGEX] [--targets LIST] [--part resources|outputs] [--most-mb N] [--json FILE]
# Resources are those at the size that the chain is measured at. Outputs are too, as far as a run moves at most --most-mb; larger chains have as many rows (images,
# elements) as that allows, or as few above it as have the same schedules: those of each kernel at both sizes are compared, and what was run is said.
import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench"))
import races
import scheduled

TARGETS = ["sm_80", "sm_89", "sm_90", "sm_100", "sm_120"]
# Over an output's standard deviation, of chains whose operators round products to bf16 that are added, and whose kernel does not: as check-ledger.py's.
TOLERANCES = {"rope_l": 0.04, "rope_s": 0.04, "cast_f32_bf16_f32": 0.04}
RUN_LIMIT = 900
# Rows of a plan that serves all numbers of them: what vectors divide and what not.
ROWS = (37, 1000)


def parse():
    parser = argparse.ArgumentParser(description="Holds the chains' kernels for other GPUs to what they may take, and their outputs to the reference.")
    parser.add_argument("sinter")
    parser.add_argument("--only", default=".", metavar="REGEX", help="chains with such a name")
    parser.add_argument("--targets", default=",".join(TARGETS), metavar="LIST")
    parser.add_argument("--part", choices=["resources", "outputs", "both"], default="both")
    parser.add_argument("--most-mb", type=float, default=64, metavar="N", help="that a run on the CPU path should move (64)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="at once (as many as processors)")
    parser.add_argument("--json", metavar="FILE", help="write all figures")
    options = parser.parse_args()
    options.targets = options.targets.split(",")
    return options


def read_chain(options, path, target):
    return scheduled.Graph(options.sinter, path, target, keeps_symbols=os.path.dirname(path) != races.CASES)


def size_to_run(options, chain):
    """Two targets' text is one, and the CPU path (as an H200) has at least what each GPU has: `TARGET,cpu` gives the GPU's schedules, for both."""

    def forms(sizes, target):
        return chain.schedules(sizes, target), [kernel["schedule"] for kernel in chain.kernels(sizes).values()]

    wanted = forms(chain.full, chain.target)
    return chain.size_within(options.most_mb, lambda sizes: forms(sizes, chain.target + ",cpu") == wanted)


def measure(options, path, target):
    chain = read_chain(options, path, target)
    text = chain.emit("cuda", chain.full)
    kernels = []
    for name, kernel in chain.kernels(chain.full).items():
        wrong, said = scheduled.judge_machine_code(kernel, text)
        kernels.append({"kernel": name, "wrong": wrong, "said": said, **{key: kernel[key] for key in ("registers", "shared_bytes", "stack_bytes", "spilled_bytes", "schedule", "relief")}})
    return kernels


def run(options, path, target, folder, seen):
    """Runs a chain on the CPU path as scheduled for a target. What is said of it, and what is wrong."""
    chain = read_chain(options, path, target)
    sizes = size_to_run(options, chain)
    both = target + ",cpu"
    reliefs = [kernel["schedule"] for kernel in chain.kernels(sizes).values() if kernel["relief"]]
    report = {"sizes": sizes, "full": chain.full, "schedules": chain.schedules(sizes, both), "megabytes": chain.megabytes(sizes), "relieved": reliefs, "kept": chain.kept, "equal_to": None, "wrong": []}
    if report["schedules"] != chain.schedules(chain.full):
        report["wrong"].append("is not scheduled as at full size")
    # What was relieved is another text than that before it was compiled.
    key = hashlib.sha256((chain.emit("cuda", sizes, both) + (target if reliefs else "")).encode()).hexdigest()
    report["equal_to"] = seen.setdefault((chain.name, key), target)
    if report["equal_to"] != target:
        return report
    plan = os.path.join(folder, "%s-%s.plan" % (chain.name, target))
    try:
        races.call([options.sinter, "compile", path, "--target=" + both, "-o", plan, *chain.dims(sizes)], scheduled.COMPILE_LIMIT)
        tolerance = ["--tolerance=%g" % TOLERANCES[chain.name]] if chain.name in TOLERANCES else []
        shapes = ["--sweep=" + ";".join(",".join("%s=%d" % (name, rows) for name in chain.kept) for rows in ROWS)] if chain.kept else []
        result = json.loads(races.call([options.sinter, "run", plan, "--device=cpu", "--reference=" + path, "--json", *tolerance, *shapes], RUN_LIMIT))
        for one in result["shapes"] if shapes else [result]:
            report["error"] = max([report.get("error", 0)] + [output["max_error_over_std"] or 0 for output in one["outputs"]])
            if not one["launches"] or one["fallbacks"]:
                report["wrong"].append("%d launches and %d fallbacks" % (one["launches"], one["fallbacks"]))
    except races.Failure as failure:
        report["wrong"].append(str(failure))
    finally:
        if os.path.exists(plan):
            os.remove(plan)
    return report


def shorten(text, most=160):
    return text if len(text) <= most else text[: most - 3] + "..."


def table(options, measured):
    """Registers a thread and shared bytes a block of each kernel, a column a target; a target's own number of kernels may differ."""
    lines = ["| chain | " + " | ".join(options.targets) + " |", "|---|" + "---|" * len(options.targets)]
    for name in sorted({chain for chain, _ in measured}):
        of_chain = [measured.get((name, target), []) for target in options.targets]
        for i in range(max(map(len, of_chain))):
            cells = ["%d / %d%s" % (one[i]["registers"], one[i]["shared_bytes"], "*" if one[i]["stack_bytes"] else "") if i < len(one) else "" for one in of_chain]
            lines.append("| %s | %s |" % (name + (", %d" % (i + 1) if max(map(len, of_chain)) > 1 else ""), " | ".join(cells)))
    return lines


def check_resources(options, paths, figures):
    measured, bad = {}, 0
    jobs = [(path, target) for path in paths for target in options.targets]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(measure, options, path, target): (races.name_of(path), target) for path, target in jobs}
        for future in concurrent.futures.as_completed(futures):
            try:
                measured[futures[future]] = future.result()
            except races.Failure as failure:
                bad += 1
                print("FAIL %s for %s: %s" % (*futures[future], failure), flush=True)
    print("\nRegisters a thread / bytes of shared memory a block; * with local memory, told below.\n")
    print("\n".join(table(options, measured)) + "\n")
    for (name, target), kernels in sorted(measured.items()):
        for kernel in kernels:
            for text in kernel["wrong"]:
                bad += 1
                print("FAIL %s for %s: %s %s" % (name, target, shorten(kernel["kernel"], 60), text))
            for text in kernel["said"] + (["it " + kernel["relief"]] if kernel["relief"] else []):
                print("note %s for %s: %s" % (name, target, text))
    figures["resources"] = {"%s %s" % key: kernels for key, kernels in measured.items()}
    kernels = [kernel for of_chain in measured.values() for kernel in of_chain]
    print("%s resources: %d of %d chains for %s, %d kernels: %d spill, %d have local memory of their own; %d were given another schedule for what the first one spilled; at most %d registers and %d bytes of shared memory" %
          ("FAIL" if bad or not kernels else "PASS", len(measured), len(jobs), ", ".join(options.targets), len(kernels), sum(kernel["spilled_bytes"] != 0 for kernel in kernels),
           sum(any("local memory" in text for text in kernel["wrong"]) for kernel in kernels), sum(kernel["relief"] is not None for kernel in kernels),
           max((kernel["registers"] for kernel in kernels), default=0), max((kernel["shared_bytes"] for kernel in kernels), default=0)), flush=True)
    return bad == 0 and kernels != []


def sizes_text(report):
    if report["kept"]:
        return "at " + " and ".join(str(rows) for rows in ROWS) + " rows, by a plan for all numbers of them"
    if report["sizes"] == report["full"]:
        return "at full size"
    return "at " + ", ".join("%s = %d of %d" % (name, size, report["full"][name]) for name, size in sorted(report["sizes"].items())) + ", scheduled as at full size"


def check_outputs(options, paths, figures):
    bad = ran = equal = full = kept = 0
    figures["outputs"] = {}
    seen = {}

    def of_chain(path):
        # One target after the other, so that what is equal has run.
        for target in options.targets:
            try:
                yield target, run(options, path, target, options.scratch, seen)
            except races.Failure as failure:
                yield target, {"wrong": [str(failure)], "equal_to": target, "sizes": {}, "full": {}, "schedules": [], "relieved": [], "kept": [], "megabytes": 0}

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        futures = {pool.submit(lambda path: list(of_chain(path)), path): path for path in paths}
        for future in concurrent.futures.as_completed(futures):
            name = races.name_of(futures[future])
            for target, report in future.result():
                figures["outputs"]["%s %s" % (name, target)] = report
                is_new = report["equal_to"] == target
                bad += bool(report["wrong"])
                ran += is_new
                equal += not is_new
                full += report["sizes"] == report["full"] and not report["kept"]
                kept += bool(report["kept"])
                what = "; ".join(report["wrong"]) or ("error %.2g of the standard deviation" % report["error"] if is_new else "the same text as for " + report["equal_to"])
                schedules = "; ".join([*dict.fromkeys(report["schedules"]), *("for spills " + words for words in report["relieved"])])
                print("%s %s for %s: %s%s: %s [%s]" % ("FAIL" if report["wrong"] else "PASS", name, target, sizes_text(report), "" if report["kept"] else ", %.0f MB" % report["megabytes"], what, schedules), flush=True)
    print("%s outputs: %d of %d chains and targets agree with the reference interpreter on the CPU path (%d runs, %d are of the same text as one of these; %d at full size, %d at fewer rows by the same schedules, %d by plans for all numbers of rows)" %
          ("FAIL" if bad or not ran else "PASS", ran + equal - bad, ran + equal, ran, equal, full, ran + equal - full - kept, kept), flush=True)
    return bad == 0 and ran != 0


def lacks(options):
    """Why nothing can be told here."""
    path = races.case_paths(argparse.Namespace(only="^fullsum_s$"))[0]
    if options.part != "outputs" and scheduled.Graph(options.sinter, path, "sm_80").explain({"n": 1000})["groups"][0]["registers"] is None:
        return "no NVRTC here"
    if options.part != "resources":
        try:
            races.call([options.sinter, "run", path, "--device=cpu", "--dim=n=1000"], RUN_LIMIT)
        except races.Failure as failure:
            return "no CPU path here: %s" % failure
    return None


def main():
    options = parse()
    paths = races.case_paths(options) + [path for path in sorted(glob.glob(os.path.join(races.ROOT, "bench/chains/*.mlir"))) if re.search(options.only, races.name_of(path))]
    if not paths:
        raise races.Failure("no chain matches " + options.only)
    if reason := lacks(options):
        print("SKIP check-targets: " + reason)
        return races.NO_GPU
    figures, good = {}, True
    if options.part != "outputs":
        good = check_resources(options, paths, figures) and good
    if options.part != "resources":
        with tempfile.TemporaryDirectory() as options.scratch:
            good = check_outputs(options, paths, figures) and good
    if options.json:
        with open(options.json, "w") as file:
            json.dump(figures, file, indent=1, sort_keys=True)
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except races.Failure as failure:
        sys.exit("check-targets: %s" % failure)
