#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How far the rules that choose schedules are from what a tuner finds: each chain of bench/chains/cases tuned (sinter tune) at the size that its
# symbols' ranges end at, into one tuning file. Prints a line a chain, as Markdown: microseconds by the rules and tuned, of the plan and of its
# furthest kernel, their ratio, and what differs; then whether the plans by the rules are within 5 % of tuned everywhere. All kernels are compiled first, side by side; then one chain
# is measured at a time. A chain whose figures are in --results already is not measured again, so that an
# interrupted run goes on where it was. Exit code 1 where something could not be measured, is wrong, or the rules are further away; 77 where nothing can
# be measured here.
#   bench/tune_chains.py --tuning=FILE --results=FOLDER [--only=REGEX] [--budget=SECONDS]
import concurrent.futures
import json
import os
import sys
import time

import races

MOST_RATIO = 1.05


def parse():
    parser = races.make_parser("Tunes each chain, and tells how far the rules are from what is found.")
    races.add_outputs(parser)
    parser.add_argument("--tuning", default="chains.tuning.jsonl", metavar="FILE", help="what is found is kept there (chains.tuning.jsonl)")
    parser.add_argument("--results", default="tune-results", metavar="FOLDER", help="a JSON file a chain, and each chain's errors (tune-results)")
    parser.add_argument("--candidates", type=int, default=12, metavar="N", help="schedules of a kernel beside the rules' (12)")
    parser.add_argument("--budget", type=float, metavar="SECONDS", help="after which no other chain is begun")
    parser.add_argument("--limit", type=float, default=120, metavar="SECONDS", help="for a chain, to be compiled or to be measured (120)")
    parser.set_defaults(rounds=15)
    return races.complete(parser.parse_args())


def tune_command(path, options, more):
    return [options.sinter, "tune", path, "--tuning=" + options.tuning, "--device=" + options.device, "--rounds=%d" % options.rounds,
            "--candidates=%d" % options.candidates, "--json"] + races.dims_of(path, options.tiny) + more


def result_path(path, options):
    return os.path.join(options.results, races.name_of(path) + ".json")


def prepare(path, options):
    """Compiles a chain's kernels into the cache; what fails here is told when the chain is measured."""
    try:
        races.call(tune_command(path, options, ["--prepare"]), options.limit)
    except races.Failure as failure:
        races.note("tune_chains: %s: compiling ahead: %s" % (races.name_of(path), failure))


def measure(path, options):
    """The report of `sinter tune` on a chain, kept in the folder of results."""
    report = json.loads(races.call(tune_command(path, options, []), options.limit))
    partial = result_path(path, options) + ".partial"
    with open(partial, "w") as file:
        json.dump(report, file, indent=1)
    os.replace(partial, result_path(path, options))
    return report


def load(path, options):
    try:
        with open(result_path(path, options)) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def faults_of(report):
    """What could not be measured, or computes something else."""
    faults = [kernel["name"] + ": " + kernel["status"] for kernel in report["kernels"] if kernel["status"].startswith("not measured")]
    # What spills is no fault of the schedule's: only its compiler knows.
    faults += [kernel["name"] + ": " + trial["schedule"] + ": " + trial["error"] for kernel in report["kernels"] for trial in kernel["trials"]
               if trial["error"] and not trial["error"].startswith("it spills")]
    return faults + (["the plan: " + report["plan"]["error"]] if report["plan"]["error"] else [])


def changes_of(kernel):
    words = lambda schedule: schedule.replace("#kernel.schedule<", "").replace(">", "").replace(" = ", "=").replace(",", "").split()
    rule, tuned = words(kernel["rule"]), words(kernel["schedule"])
    return " ".join(word for word in tuned if word not in rule) or "fewer parts"


def row_of(name, report):
    """A line of the table, and how many times as long the plan takes by the rules as tuned."""
    kernels = [kernel for kernel in report["kernels"] if "ratio" in kernel]
    plan, worst = report["plan"], max(kernels, key=lambda kernel: kernel["ratio"], default=None)
    number = lambda value, digits: "-" if value is None else "%.*f" % (digits, value)
    tuned = ["%s: %s" % (kernel["name"], changes_of(kernel)) for kernel in kernels if kernel["schedule"] != kernel["rule"]]
    tried = sum(1 for kernel in report["kernels"] for trial in kernel["trials"] if not trial["error"])
    cells = [name, number(plan.get("rule_us"), 2), number(plan.get("tuned_us"), 2), number(plan.get("ratio"), 3), number(worst and worst["ratio"], 3), "%d" % len(report["kernels"]),
             "%d" % tried, "; ".join(tuned) or "-"]
    return "| %s |" % " | ".join(cells), plan.get("ratio") or 0


def main():
    options = parse()
    if races.lacks_gpu(options):
        print("SKIP tune_chains: no GPU here")
        return races.NO_GPU
    paths = races.case_paths(options)
    if not paths:
        print("tune_chains: no chain has a name like %s" % options.only)
        return 1
    os.makedirs(options.results, exist_ok=True)
    begin, bad, far, done, reports = time.monotonic(), [], [], 0, {}
    print("| chain | rules, us | tuned, us | rules / tuned | of a kernel, at most | kernels | schedules | what differs |\n|---|---|---|---|---|---|---|---|", flush=True)
    # Before anything is measured: a host that is busy starts graphs late.
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda path: prepare(path, options), [path for path in paths if load(path, options) is None]))
    for path in paths:
        name, report = races.name_of(path), load(path, options)
        if report is None and options.budget is not None and time.monotonic() - begin > options.budget:
            bad.append("%s: not measured: the budget is spent" % name)
            continue
        try:
            report = report or measure(path, options)
        except (races.Failure, ValueError) as failure:
            bad.append("%s: %s" % (name, failure))
            continue
        reports[name] = report
        bad += ["%s: %s" % (name, fault) for fault in faults_of(report)]
        line, ratio = row_of(name, report)
        done += 1
        if ratio > MOST_RATIO:
            far.append("%s (%.3f)" % (name, ratio))
        print(line, flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"times_mean_something": not options.tiny, "chains": reports, "errors": bad}, file, indent=1)
    for line in bad:
        races.note("tune_chains: " + line)
    verdict = "rules within 5 %% of tuned: %d of %d chains" % (done - len(far), len(paths))
    print(verdict + ("" if not far else "; further: " + ", ".join(far)) + (" (tiny sizes, no verdict)" if options.tiny else ""), flush=True)
    return bool(bad or (far and not options.tiny))


if __name__ == "__main__":
    sys.exit(main())
