#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What a change of the compiler gains: each chain of bench/chains/cases compiled by this build and by others, timed in turn on the same
# rotating buffers (sinter-bench --race), at the size that its symbols' ranges end at; outputs are held to those of this build. Prints a line a
# chain, as Markdown: bytes of arguments and results, each once; microseconds of every build; the share of a copy that this one reaches, where the copy's
# bandwidth is told; and how many times as long as the first other build it takes. Exit code 1 where something could not be measured, or is
# wrong; 77 where nothing can be measured here.
#   bench/race_builds.py before=OLD_SINTER [NAME=SINTER...] [--copy-gbs=4231]
import concurrent.futures
import json
import os
import shutil
import sys
import tempfile

import races


def parse():
    parser = races.make_parser("Times each chain as this build compiles it beside others' plans.")
    races.add_outputs(parser)
    parser.add_argument("builds", nargs="*", metavar="NAME=SINTER", help="other builds' `sinter`, by the name of their column")
    parser.add_argument("--copy-gbs", type=float, metavar="N", help="GB a second that a copy reaches here (sinter-bench measures it); a column tells the share")
    options = races.complete(parser.parse_args())
    options.others = {}
    for build in options.builds:
        name, equals, path = build.partition("=")
        if not equals or not name.isidentifier() or name == "chosen" or name in options.others or not os.access(path, os.X_OK):
            parser.error("expected NAME=SINTER with a name of its own and a program, but got `%s`" % build)
        options.others[name] = path
    return options


def compile_all(options, scratch):
    """Every build's plan of every chain, as SCRATCH/CHAIN/BUILD.plan; why there is none, by chain and build."""
    errors = {}

    def compile_one(job):
        path, name, sinter = job
        folder = os.path.join(scratch, races.name_of(path))
        os.makedirs(folder, exist_ok=True)
        try:
            races.call([sinter, "compile", path, "--target=" + options.target, "-o", os.path.join(folder, name + ".plan")] + races.dims_of(path, options.tiny), 300)
        except races.Failure as failure:
            errors[races.name_of(path), name] = str(failure)

    builds = dict({"chosen": options.sinter}, **options.others)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(compile_one, [(path, name, sinter) for path in races.case_paths(options) for name, sinter in builds.items()]))
    return errors


def cells_of(report, options):
    """A chain's cells in the order of the columns, and what went wrong with it."""
    forms = {form["name"]: form for form in report["forms"]}
    chosen, wrong = forms["chosen"], ["%s: %s" % (name, form["error"]) for name, form in forms.items() if form["error"]]
    microseconds = lambda name: "%.2f" % forms[name]["microseconds"] if name in forms and not forms[name]["error"] else "-"
    cells = ["%.1f" % (report["bytes"] / 1e6)] + [microseconds(name) for name in list(options.others) + ["chosen"]]
    if options.copy_gbs:
        cells.append("%.0f %%" % (report["bytes"] / (options.copy_gbs * 1e3) / chosen["microseconds"] * 100) if chosen["microseconds"] else "-")
    first = forms.get(next(iter(options.others), ""))
    # The median over the rounds, which are paired: not quite the quotient of the medians.
    cells.append("%.2f" % first["ratio"] if first and not first["error"] and first["ratio"] else "-")
    return cells, wrong


def main():
    options = parse()
    if races.lacks_gpu(options):
        print("SKIP race_builds: no GPU here")
        return races.NO_GPU
    paths = races.case_paths(options)
    if not paths:
        print("race_builds: no chain has a name like %s" % options.only)
        return 1
    scratch = options.keep or tempfile.mkdtemp()
    errors = compile_all(options, scratch)
    heads = ["chain", "MB"] + ["%s, us" % name for name in options.others] + ["now, us"] + (["share"] if options.copy_gbs else [])
    heads.append("now / %s" % next(iter(options.others)) if options.others else "ratio")
    print("| %s |\n|%s" % (" | ".join(heads), "---|" * len(heads)), flush=True)
    bad, reports = ["%s: %s: %s" % (chain, name, error) for (chain, name), error in sorted(errors.items())], {}
    for path in paths:
        chain = races.name_of(path)
        if (chain, "chosen") in errors:
            continue
        try:
            reports[chain] = races.race(options, os.path.join(scratch, chain))
        except (races.Failure, ValueError) as failure:
            bad.append("%s: %s" % (chain, failure))
            continue
        cells, wrong = cells_of(reports[chain], options)
        bad += ["%s: %s" % (chain, error) for error in wrong]
        print("| %s | %s |" % (chain, " | ".join(cells)), flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"times_mean_something": not options.tiny, "chains": reports, "errors": bad}, file, indent=1)
    if not options.keep:
        shutil.rmtree(scratch)
    for line in bad:
        races.note("race_builds: " + line)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
