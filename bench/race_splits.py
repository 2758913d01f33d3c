#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For each chain of bench/chains/cases: the form that the compiler chose against the same graph split by hand, timed in turn on the same
# rotating buffers (sinter-bench --race), at the size that its symbols' ranges end at. Splits: for every value that an operator makes, one
# group that makes it and one that does the rest and reads it (what is cheap is computed in both, as the compiler would); the few with
# the least expected time; and every operator by itself. Prints a line a chain; exit code 1 where a chain of one kernel takes more
# than 1.1 times its best split, or something could not be measured; 77 where nothing can be measured here.
import concurrent.futures
import json
import os
import re
import shutil
import sys
import tempfile
import time

import races
from races import Failure, call

# Operators that are read through, as index maps, or have no operand: no value worth storing is theirs.
MAPS = set("broadcast reshape transpose slice concat pad split reverse gather gather_elements gather_nd iota constant parameter one_hot resize".split())
FOLDS = set("sum mean product reduce_max reduce_min any all argmax argmin topk cumsum cumprod".split())
OPERATION = re.compile(r'^\s*(%[\w]+)(?::\d+)? = "sinter\.(\w+)"\(([^)]*)\)')


class Graph:
    """A graph in MLIR's generic form: its operators in order, and what each reads."""

    def __init__(self, text):
        self.lines = text.splitlines()
        self.place, self.kind, self.reads, self.order = {}, {}, {}, []
        for i, line in enumerate(self.lines):
            found = OPERATION.match(line)
            if found:
                name, kind, operands = found.groups()
                self.place[name], self.kind[name] = i, kind
                self.reads[name] = [operand.split("#")[0] for operand in re.findall(r"%\w+(?:#\d+)?", operands)]
                self.order.append(name)
        end = next(line for line in self.lines if '"func.return"' in line)
        self.results = [result.split("#")[0] for result in re.findall(r"%\w+(?:#\d+)?", end.split(")")[0])]

    def before(self, values):
        """`values` and all that they are made of."""
        seen, waiting = set(), list(values)
        while waiting:
            value = waiting.pop()
            if value in self.place and value not in seen:
                seen.add(value)
                waiting += self.reads[value]
        return seen

    def split_at(self, value):
        """The operators' groups with `value` stored between two kernels; None where nothing would be left for the second."""
        first = self.before([value])
        second, waiting = set(), [v for v in self.order if v not in first]
        while waiting:
            reader = waiting.pop()
            second.add(reader)
            for operand in self.reads.get(reader, []):
                stored = operand == value or (operand in first and self.kind.get(operand) in FOLDS)
                if operand in self.place and operand not in second and not stored:
                    waiting.append(operand)
        if not any(self.kind[v] not in MAPS for v in second - first):
            return None
        return {v: [n for n, group in enumerate((first, second)) if v in group] for v in self.order}

    def with_groups(self, groups):
        lines = list(self.lines)
        for value, numbers in groups.items():
            if self.kind[value] in MAPS or not numbers:
                continue
            head, types = lines[self.place[value]].rsplit(" : (", 1)
            attribute = "sinter.groups = array<i64: %s>" % ", ".join(map(str, numbers))
            head = head[:-1] + ", " + attribute + "}" if head.endswith("}") else head + " {" + attribute + "}"
            lines[self.place[value]] = head + " : (" + types
        return "\n".join(lines) + "\n"


class Chain:
    def __init__(self, options, path, scratch):
        self.options, self.path = options, path
        self.name = races.name_of(path)
        self.folder = os.path.join(scratch, self.name)
        self.error, self.forms, self.report = None, {}, None
        self.dims = races.dims_of(path, options.tiny)

    def prepare(self, pool):
        """Plans of the chosen form, of the most promising splits and of every operator by itself."""
        os.makedirs(self.folder)
        sinter, target = self.options.sinter, "--target=" + self.options.target
        lowered = os.path.join(self.folder, "lowered.mlir")
        call([sinter, "compile", self.path, target, "--emit=sinter", "-o", lowered] + self.dims, 300)
        graph = Graph(call([sinter, "opt", lowered, "--mlir-print-op-generic"], 120))
        candidates, seen = [], set()
        for value in graph.order:
            if graph.kind[value] in MAPS or value in graph.results:
                continue
            groups = graph.split_at(value)
            key = groups and str(sorted(groups.items()))
            if groups and key not in seen:
                seen.add(key)
                file = os.path.join(self.folder, "after_%s%d.mlir" % (graph.kind[value], graph.order.index(value)))
                with open(file, "w") as out:
                    out.write(graph.with_groups(groups))
                candidates.append(file)
        # A long chain has many places to cut at; about so many are tried.
        step = max(1, len(candidates) // self.options.tried)
        candidates = candidates[::step]
        rated = sorted(rate for rate in pool.map(self.rate, candidates) if rate)
        own = self.rate(self.path, self.dims)
        self.expected_us, launches = (own[0], own[1]) if own else (0, 1)
        kept = [rate[2] for rate in rated if rate[1] > launches][: self.options.forms]
        jobs = [pool.submit(self.compile, "chosen", self.path, self.dims), pool.submit(self.compile, "unfused", self.path, self.dims + ["--fusion=off"])]
        jobs += [pool.submit(self.compile, os.path.basename(file)[: -len(".mlir")], file, []) for file in kept]
        for job in jobs:
            job.result()
        if not os.path.exists(os.path.join(self.folder, "chosen.plan")):
            raise Failure(self.forms["chosen"])
        self.tried = len(candidates)

    def rate(self, file, dims=()):
        """(expected microseconds, launches, file), or None where the compiler refuses the groups."""
        target = "sm_90" if self.options.target == "native" else self.options.target
        try:
            fused = json.loads(call([self.options.sinter, "explain", file, "--json", "--no-compile", "--target=" + target] + list(dims), 300))["fused"]
        except Failure:
            return None
        return fused["microseconds"], fused["launches"], file

    def compile(self, name, file, options):
        try:
            call([self.options.sinter, "compile", file, "--target=" + self.options.target, "-o", os.path.join(self.folder, name + ".plan")] + options, 300)
            self.forms[name] = None
        except Failure as failure:
            self.forms[name] = str(failure)


def judge(chain, options):
    """A line of the table as a dictionary."""
    line = {"chain": chain.name, "verdict": "ok", "note": ""}
    if chain.error:
        return dict(line, verdict="FAILED", note=chain.error)
    forms = {form["name"]: form for form in chain.report["forms"]}
    chosen = forms["chosen"]
    others = [form for form in forms.values() if not form["error"] and form["launches"] > chosen["launches"]]
    wrong = [form for form in forms.values() if form["error"]]
    line.update(launches=chosen["launches"], chosen_us=chosen["microseconds"], spread_percent=chosen["spread_percent"], bytes=chain.report["bytes"], rounds=chain.report["rounds"],
                forms=list(forms.values()), splits_tried=chain.tried)
    if wrong:
        line.update(verdict="FAILED", note="; ".join("%s: %s" % (form["name"], form["error"]) for form in wrong))
    if not others:
        line["note"] = line["note"] or "no form has more launches"
        return line
    best = max(others, key=lambda form: form["ratio"])
    line.update(best=best["name"], best_launches=best["launches"], best_us=best["microseconds"], ratio=best["ratio"])
    if best["ratio"] > options.limit and not options.tiny:
        if chosen["launches"] == 1:
            line.update(verdict="SLOW", note="one kernel, %.2f times its split: it has to be split, and explained" % best["ratio"])
        else:
            line["note"] = (line["note"] + " " if line["note"] else "") + "split by the compiler; another split is faster"
    return line


def print_table(lines, file=sys.stdout):
    form = "%-22s %8s %12s %8s  %-22s %8s %12s %7s  %s"
    print(form % ("chain", "kernels", "time us", "spread", "best split", "kernels", "time us", "ratio", ""), file=file)
    for line in lines:
        show = lambda key, pattern: pattern % line[key] if key in line else "-"
        print(form % (line["chain"], show("launches", "%d"), show("chosen_us", "%.2f"), show("spread_percent", "%.1f %%"), line.get("best", "-"), show("best_launches", "%d"),
                      show("best_us", "%.2f"), show("ratio", "%.3f"), ("" if line["verdict"] == "ok" else line["verdict"] + " ") + line["note"]), file=file)


def parse():
    parser = races.make_parser("Times each chain's chosen form against its splits.")
    races.add_outputs(parser)
    parser.add_argument("--forms", type=int, default=6, metavar="N", help="splits that are timed, those with the least expected time (6)")
    parser.add_argument("--tried", type=int, default=24, metavar="N", help="places to cut at whose expected time is asked for (24)")
    parser.add_argument("--limit", type=float, default=1.1, help="how much slower than a split one kernel may be (1.1)")
    return races.complete(parser.parse_args())


def main():
    options = parse()
    if races.lacks_gpu(options):
        print("SKIP race_splits: no GPU here")
        return races.NO_GPU
    scratch = options.keep or tempfile.mkdtemp()
    chains = [Chain(options, path, scratch) for path in races.case_paths(options)]
    if not chains:
        print("race_splits: no chain has a name like %s" % options.only)
        return 1
    begin = time.time()
    # Compilers first and all at once; then one chain at a time has the device to itself.
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as outer, concurrent.futures.ThreadPoolExecutor(options.jobs) as inner:
        def prepare(chain):
            try:
                chain.prepare(inner)
            except (Failure, OSError, KeyError, StopIteration, ValueError) as failure:
                chain.error = "%s" % failure
        list(outer.map(prepare, chains))
    prepared = time.time()
    races.note("race_splits: %d chains compiled in %.0f s" % (len(chains), prepared - begin))
    for chain in chains:
        if not chain.error:
            try:
                chain.report = races.race(options, chain.folder)
            except (Failure, ValueError) as failure:
                chain.error = "%s" % failure
        races.note("race_splits: %s%s" % (chain.name, ": " + chain.error if chain.error else ""))
    lines = [judge(chain, options) for chain in chains]
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"device": next((chain.report["device"] for chain in chains if chain.report), ""), "limit": options.limit, "times_mean_something": not options.tiny,
                       "compile_seconds": prepared - begin, "race_seconds": time.time() - prepared, "chains": lines}, file, indent=1)
    if not options.keep:
        shutil.rmtree(scratch)
    print_table(lines)
    bad = [line for line in lines if line["verdict"] != "ok"]
    print("%d chains in %.0f s and %.0f s of the device: %d slower than %g times a split, %d not measured in full%s" %
          (len(lines), prepared - begin, time.time() - prepared, sum(line["verdict"] == "SLOW" for line in bad), options.limit, sum(line["verdict"] == "FAILED" for line in bad),
           " (tiny sizes: times mean nothing and are not judged)" if options.tiny else ""))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
