#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sinter beside torch.compile, XLA and the memory's ceilings on the chains of bench/chains/cases, in one command on one machine;
# docs/performance/README.md says how it measures. A JSON file a chain goes to --out as soon as the chain is measured; run again, it measures
# what is not there yet. At the end: summary.json, table.md, and a verdict a line. Exit codes: 0 all good; 1 a verdict failed, an output is
# wrong or something could not be measured; 3 the --budget was spent before all was measured; 77 nothing can be measured here.
#   bench/compare.py --out=FOLDER [--plans tuned=FOLDER_OF_PLANS] [--only REGEX] [--budget SECONDS]
import concurrent.futures
import hashlib
import importlib.util
import json
import os
import re
import statistics
import sys
import time

import races

sys.path.insert(0, os.path.join(races.ROOT, "bench/peers"))
import judge
import values
import worker

INCOMPLETE = 3
# Seconds, about, that a graph takes beside its rounds: sets of inputs, ceilings, checked outputs.
BESIDE_SECONDS = 2.5
MODULES = {"torch": "torch", "eager": "torch", "xla": "jax"}
# A ceiling is a bandwidth: of at least so many bytes, of which launches are a small part.
CEILING_BYTES = 256e6
# Below it launches and latencies count: a plain copy of as many bytes, over as many sets, tells what any kernel takes.
SMALL_BYTES, COPY_SAMPLES = 64e6, 5
LEAST_ROUNDS, LEAST_SETS = 3, 3
COMPILE_LIMIT, PREPARE_LIMIT, TIME_LIMIT, START_LIMIT = 300, 240, 60, 180


def parse():
    parser = races.make_parser("Times each chain beside its peers and the memory's ceilings, and judges it.")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for a JSON file a chain, plans, logs, the summary and the table")
    parser.add_argument("--engines", metavar="LIST", help="of torch, xla, eager (torch and xla, as far as they can be imported); empty: none")
    parser.add_argument("--plans", action="append", default=[], metavar="NAME=FOLDER|SINTER",
                        help="another column: plans FOLDER/CHAIN.plan, or those of another `sinter`; may be given several times")
    parser.add_argument("--judge", default="sinter", metavar="NAME", help="the column that is held to the bounds and to the peers (sinter)")
    parser.add_argument("--graphs", default=races.CASES, metavar="FOLDER", help="of other graphs than bench/chains/cases")
    parser.add_argument("--runtime", metavar="FILE", help="Sinter's runtime, libsinter_runtime.so.0")
    parser.add_argument("--rotate-mb", type=int, default=512, metavar="N", help="that all sets of buffers have together (512)")
    parser.add_argument("--replay-us", type=int, default=1000, metavar="N", help="that a replay should take (1000)")
    parser.add_argument("--budget", type=float, default=float("inf"), metavar="SECONDS", help="after which no further chain begins")
    parser.add_argument("--warm", type=int, default=max(1, (os.cpu_count() or 2) // 2), metavar="N",
                        help="processes that compile torch's functions ahead (half the processors; 0: none)")
    parser.add_argument("--no-kernels", action="store_true", help="without what a profiler says of each kernel's registers, which takes a while")
    parser.add_argument("--again", action="store_true", help="measure what is there already, too")
    options = races.complete(parser.parse_args())
    options.columns = {"sinter": options.sinter}
    for given in options.plans:
        name, equals, path = given.partition("=")
        if not equals or not name.isidentifier() or name in list(options.columns) + list(MODULES) or name.endswith(judge.AGAIN) or not os.path.exists(path):
            parser.error("expected NAME=FOLDER or NAME=SINTER with a name of its own, but got `%s`" % given)
        options.columns[name] = path
    if options.judge not in options.columns:
        parser.error("--judge: `%s` is none of the columns %s" % (options.judge, ", ".join(options.columns)))
    if options.runtime is None:
        folders = ["lib", "build/release/lib"]
        found = [path for path in (os.path.join(races.ROOT, folder, "libsinter_runtime.so.0") for folder in folders) if os.path.exists(path)]
        if not found:
            parser.error("there is no libsinter_runtime.so.0 in %s; build the target sinter_runtime, or name it by --runtime" % " or ".join(folders))
        options.runtime = found[0]
    options.asked = asked = options.engines is not None
    names = [name for name in options.engines.split(",") if name] if asked else ["torch", "xla"]
    options.absent = {name: "Python has no module %s here" % MODULES[name] for name in names if name in MODULES and importlib.util.find_spec(MODULES[name]) is None}
    for name in names:
        if name not in MODULES or (asked and name in options.absent):
            parser.error("--engines: %s" % options.absent.get(name, "`%s` is none of %s" % (name, ", ".join(MODULES))))
    options.engines = [name for name in names if name not in options.absent]
    options.has_torch = importlib.util.find_spec("torch") is not None
    if options.device == "cpu":
        options.rotate_mb = 0
    return options


def graph_paths(options):
    names = sorted(name for name in os.listdir(options.graphs) if name.endswith(".mlir"))
    return [os.path.join(options.graphs, name) for name in names if re.search(options.only, name[: -len(".mlir")])]


# What is compiled ahead.


def plan_path(options, column, case):
    return os.path.join(options.columns[column] if os.path.isdir(options.columns[column]) else os.path.join(options.out, "plans", column), case + ".plan")


def compile_all(options, paths):
    """Every column's plan of every chain, and what `explain` says of the chain; why there is none, by chain and column."""
    errors, reports = {}, {}

    def compile_one(job):
        path, column = job
        case = races.name_of(path)
        try:
            dims = ["--target=" + options.target] + races.dims_of(path, options.tiny)
            if column is None:
                reports[case] = json.loads(races.call([options.sinter, "explain", path, "--json", "--no-compile"] + dims, COMPILE_LIMIT))
            elif os.path.isdir(options.columns[column]):
                if not os.path.exists(plan_path(options, column, case)):
                    raise races.Failure("there is no " + plan_path(options, column, case))
            else:
                os.makedirs(os.path.dirname(plan_path(options, column, case)), exist_ok=True)
                races.call([options.columns[column], "compile", path, "-o", plan_path(options, column, case)] + dims, COMPILE_LIMIT)
        except (races.Failure, ValueError) as failure:
            errors[case, column or "sinter"] = str(failure)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(compile_one, [(path, column) for path in paths for column in [*options.columns, None]]))
    return errors, reports


def compulsory(report, prepared):
    """Bytes that a chain has to read and to write: of each input what its kernels read of it, so of a table that is gathered from the rows that are
    gathered, at most all of it; and each output once."""
    read = {}
    for group in report["groups"]:
        for buffer in group["buffers"]:
            where, _, name = buffer["other"].partition(" ")
            if where == "argument":
                read[name] = read.get(name, 0) + buffer["read"]
    return sum(min(one["bytes"], read.get(one["name"], 0)) for one in prepared["inputs"]), sum(one["bytes"] for one in prepared["outputs"])


def warm_up(options, paths):
    """Processes that fill torch.compile's cache, since it compiles one function after the other."""
    chains = ["%s=%s" % (path, plan_path(options, "sinter", races.name_of(path))) for path in paths]
    shards = [worker_command(options, "torch_worker.py") + ["--warm=%d/%d" % (i, options.warm)] + chains for i in range(options.warm)]
    environment = dict(os.environ, TORCHINDUCTOR_COMPILE_THREADS="1", OMP_NUM_THREADS="1")
    workers = [worker.Worker(command, os.path.join(options.out, "logs", "warm-%d.log" % i), environment) for i, command in enumerate(shards)]
    end = time.monotonic() + min(COMPILE_LIMIT, options.end - time.monotonic())
    for one in workers:
        one.close(limit=max(0.1, end - time.monotonic()))


def worker_command(options, script):
    command = [sys.executable, os.path.join(races.ROOT, "bench/peers", script), "--device=" + options.device]
    if script == "torch_worker.py":
        command += ["--runtime=" + options.runtime] + ([] if options.has_torch else ["--no-torch"])
    return command


# The workers, which are started when they are first asked, and again after they were lost.


class Workers:
    def __init__(self, options):
        self.options, self.running = options, {}
        ceilings = [options.bench, "--serve", "--device=" + options.device]
        executes = worker_command(options, "torch_worker.py")
        self.commands = {"torch": executes, "profiler": executes, "xla": worker_command(options, "xla_worker.py"), "ceilings": ceilings}

    def ask(self, name, limit, do, **request):
        if name not in self.running:
            self.running[name] = worker.Worker(self.commands[name], os.path.join(self.options.out, "logs", name + ".log"))
            limit += START_LIMIT
        try:
            return self.running[name].ask(limit, do=do, **request)
        except worker.WorkerLost:
            del self.running[name]
            raise

    def stop(self, name):
        if name in self.running:
            self.running.pop(name).close(kill=True)

    def about(self):
        return {name: one.ask(TIME_LIMIT, do="about") for name, one in self.running.items()}

    def close(self):
        for name in list(self.running):
            self.stop(name)


class Measured(dict):
    """A case's JSON object while it is filled; `fail` notes what could not be measured."""

    def fail(self, side, error):
        self["errors"][side] = str(error)
        races.note("compare: %s: %s: %s" % (self["case"], side, error))


def attempt(case, side, function):
    """What `function()` gives; None where it fails, which is noted."""
    try:
        return function()
    except worker.WorkerError as error:
        case.fail(side, error)
        return None


def measure(options, workers, path, report, errors, gaps):
    name = races.name_of(path)
    case = Measured(case=name, family=family_of(name), kind=judge.kind_of(name) if options.graphs == races.CASES else None, judged=options.judge, errors={},
                    ceilings={}, xla={}, sides={}, microseconds={}, kernels={}, wrong={})
    for column in options.columns:
        if (name, column) in errors:
            case.fail(column, errors[name, column])
    plans = {column: plan_path(options, column, name) for column in options.columns if (name, column) not in errors}
    in_process = [engine for engine in options.engines if engine != "xla"]
    if options.judge not in plans:
        return case
    request = dict(do="prepare", graph=path, plans=plans, rotate_bytes=int(options.rotate_mb * 1e6), replay_us=options.replay_us)
    prepared = attempt(case, options.judge, lambda: workers.ask("torch", PREPARE_LIMIT, engines=in_process, **request))
    if prepared is None:
        return case
    for side, error in prepared["failed"].items():
        case.fail(side, error)
    if set(prepared["failed"]) & set(in_process):
        # What failed may have spoilt the stream: the others without it, anew.
        workers.stop("torch")
        prepared = attempt(case, options.judge, lambda: workers.ask("torch", PREPARE_LIMIT, engines=[], **request))
        if prepared is None:
            return case
    case["read"], case["written"] = compulsory(report, prepared)
    case["holds"] = any(group["kind"] == "kernel" and "held" in group["schedule"] for group in report["groups"])
    case.update({key: prepared[key] for key in ("row_bytes", "sets", "executions", "sides")})
    if options.judge not in prepared["sides"]:
        return case
    attempt(case, "ceilings", lambda: measure_copy(options, workers, case))
    has_ceilings = attempt(case, "ceilings", lambda: prepare_ceilings(options, workers, case)) is not None
    has_xla = "xla" in options.engines and attempt(case, "xla", lambda: prepare_xla(workers, name, prepared)) is not None
    try:
        measure_rounds(options, workers, case, has_ceilings, has_xla)
        samples = {}
        if has_xla and "xla" not in case["errors"]:
            sampled = attempt(case, "xla", lambda: workers.ask("xla", TIME_LIMIT, "sample"))
            samples = {"xla": sampled["samples"]} if sampled else {}
            case["xla"]["gap_us"] = judge.gap_beyond(gaps, case["xla"]["kernel_us"] / max(1, case["xla"]["kernels"]))
        checked = workers.ask("torch", PREPARE_LIMIT, "check", samples=samples)
        case.update(wrong=checked["wrong"], reference=checked["reference"])
    except worker.WorkerError as error:
        case.fail(options.judge, error)
    if "xla" in case["errors"]:
        case["xla"] = {}
    return case


def family_of(name):
    """What is drawn in one picture: of a sweep, one that differs in row lengths alone."""
    sweep, is_sweep = re.subn(r"_r\d+$", "", name)
    return sweep if is_sweep else values.family_of(name)


def probe(options, workers):
    """Takes engines away that can be imported, but have no such device here; an error where one was asked for."""
    for name, module in (("torch", "torch"), ("xla", "jax")):
        if not (options.has_torch if name == "torch" else name in options.engines):
            continue
        try:
            workers.ask(name, START_LIMIT, "about")
        except worker.WorkerError as error:
            gone = [engine for engine in options.engines if MODULES[engine] == module]
            if options.asked and gone:
                raise races.Failure("--engines: %s: %s" % (", ".join(gone), error))
            options.absent.update({engine: str(error) for engine in gone})
            options.engines = [engine for engine in options.engines if engine not in gone]
            workers.stop(name)
            if name == "torch":
                options.has_torch = False
                workers.commands.update(Workers(options).commands)


def prepare_ceilings(options, workers, case):
    scale = 1 if options.tiny else max(1, -(-CEILING_BYTES // (case["read"] + case["written"])))
    read, written = int(case["read"] * scale), int(case["written"] * scale)
    turns = 1 if options.tiny else max(1, round(options.replay_us / (LEAST_SETS * (read + written) / 4e6)))
    case["ceilings"] = {"bytes": read + written, "copy": [], "mix": []}
    return workers.ask("ceilings", PREPARE_LIMIT, "prepare", read=read, written=written, sets=LEAST_SETS, executions=LEAST_SETS * turns)


def measure_copy(options, workers, case):
    if case["read"] + case["written"] >= SMALL_BYTES:
        return
    workers.ask("ceilings", PREPARE_LIMIT, "prepare", **{key: case[key] for key in ("read", "written", "sets", "executions")})
    case["copy_us"] = statistics.median(workers.ask("ceilings", TIME_LIMIT, "time")["copy_us"] for _ in range(COPY_SAMPLES))


def prepare_xla(workers, name, prepared):
    return workers.ask("xla", PREPARE_LIMIT, "prepare", case=name, inputs=prepared["inputs"], sets=prepared["sets"])


def measure_rounds(options, workers, case, has_ceilings, has_xla):
    """Rounds of all sides in turn, every other one backward; XLA's before and after them."""
    turns = [options.judge, options.judge + judge.AGAIN] + [side for side in case["sides"] if side != options.judge] + (["ceilings"] if has_ceilings else [])
    xla = []

    def time_xla():
        if has_xla and "xla" not in case["errors"]:
            timed = attempt(case, "xla", lambda: workers.ask("xla", PREPARE_LIMIT, "time"))
            xla.extend([timed] if timed else [])

    def time_turn(turn):
        if turn == "ceilings":
            timed = workers.ask("ceilings", TIME_LIMIT, "time")
            case["ceilings"]["copy"].append(timed["copy_us"])
            case["ceilings"]["mix"].append(timed["mix_us"])
        else:
            timed = workers.ask("torch", TIME_LIMIT, "time", side=turn.removesuffix(judge.AGAIN))
            case["microseconds"].setdefault(turn, []).append(timed["microseconds"])

    time_xla()
    begin, case["rounds"] = time.monotonic(), 0
    while case["rounds"] < options.rounds and (case["rounds"] < LEAST_ROUNDS or time.monotonic() - begin < options.chain_ms / 1e3):
        for turn in turns if case["rounds"] % 2 else reversed(turns):
            time_turn(turn)
        case["rounds"] += 1
    time_xla()
    if xla:
        case["xla"] = {"kernel_us": statistics.median(one["kernel_us"] for one in xla), "kernels": max(one["kernels"] for one in xla), "samples": [one["kernel_us"] for one in xla]}


def find_gaps(options, workers):
    """What a node of a graph takes beyond its kernel; nothing where that cannot be told."""
    if options.device == "cpu" or not options.has_torch:
        return []
    try:
        return workers.ask("profiler", PREPARE_LIMIT, "gaps")["gaps"]
    except worker.WorkerError as error:
        races.note("compare: the gap between nodes: %s" % error)
        return []


def find_kernels(options, workers, path, errors):
    """By column the kernels of one execution with their registers, as a profiler sees them: in a worker that is asked for no times."""
    plans = {column: plan_path(options, column, races.name_of(path)) for column in options.columns if (races.name_of(path), column) not in errors}
    if options.device == "cpu" or options.no_kernels or not options.has_torch or not plans:
        return {}
    try:
        workers.ask("profiler", PREPARE_LIMIT, "prepare", graph=path, plans=plans, engines=[], rotate_bytes=1, replay_us=1)
        kernels = workers.ask("profiler", PREPARE_LIMIT, "kernels")["kernels"]
        workers.ask("profiler", TIME_LIMIT, "drop")
        return kernels
    except worker.WorkerError as error:
        races.note("compare: %s: its kernels' registers: %s" % (races.name_of(path), error))
        workers.stop("profiler")
        return {}


# What is kept.


def key_of(options, name, errors):
    """What a measured case depends on: its plans and how it is measured."""
    plans = {}
    for column in options.columns:
        if (name, column) not in errors:
            with open(plan_path(options, column, name), "rb") as file:
                plans[column] = hashlib.sha256(file.read()).hexdigest()
    settings = {key: getattr(options, key) for key in ("judge", "has_torch", "device", "tiny", "engines", "rounds", "chain_ms", "rotate_mb", "replay_us")}
    return {"plans": plans, "settings": settings}


def case_path(options, name):
    return os.path.join(options.out, "cases", name + ".json")


def write_json(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w") as file:
        json.dump(value, file, indent=1)
    os.replace(path + ".new", path)


def read_case(options, name, key):
    """The case as an earlier run measured it, or None where it did not, or did in another way or in vain."""
    try:
        with open(case_path(options, name)) as file:
            case = json.load(file)
    except (OSError, ValueError):
        return None
    return case if case.get("key") == key and not case["errors"] else None


def is_wrong(case):
    return bool(case["errors"]) or any(case["wrong"].values()) or not case["wrong"]


def number(value, form="%.2f"):
    return "-" if value is None else form % value


def table_of(options, cases, figures):
    """A line of Markdown a case."""
    others = [column for column in options.columns if column != options.judge]
    peers = [engine for engine in ("torch", "xla", "eager") if any(engine in f["us"] for f in figures.values())]
    heads = ["chain", "MB", "copy, GB/s", "own mix, GB/s", options.judge + ", us", "share", "bound, us", "a small copy, us"]
    heads += [part % other for other in others for part in ("%s, us", "%s share")] + ["%s, us" % peer for peer in peers]
    heads += ["over torch", "over the better", "A/A"] + ["%s: registers / shared B" % column for column in options.columns]
    lines = ["| %s |" % " | ".join(heads), "|" + "---|" * len(heads)]
    for name, f in figures.items():
        share = lambda side: number(f.get("share", {}).get(side), "%.1f %%")
        cells = [name, "%.1f" % (f["bytes"] / 1e6), *(number(f.get("gbs", {}).get(key), "%.0f") for key in ("copy", "mix"))]
        cells += [number(f["us"].get(options.judge)), share(options.judge), number(f["bound_us"]), number(cases[name].get("copy_us"))]
        cells += [cell for o in others for cell in (number(f["us"].get(o)), share(o))] + [number(f["us"].get(p)) for p in peers]
        better = number(f["over"].get(f["better"])) + (" (%s)" % f["better"] if f["better"] else "")
        cells += [number(f["over"].get("torch")), better, number(f.get("spread_percent"), "%.1f %%")]
        for column in options.columns:
            cells.append(", ".join("%s / %s" % (kernel["registers"], kernel["shared"]) for kernel in cases[name]["kernels"].get(column, [])) or "-")
        lines.append("| %s |" % " | ".join(cells))
    return "\n".join(lines) + "\n"


def judge_all(options, cases, figures):
    verdicts = []
    for name, case in cases.items():
        for side, error in case["errors"].items():
            verdicts.append(("FAIL", name, "measurement", "%s: %s" % (side, error)))
        for side, lines in case["wrong"].items():
            verdicts += [("FAIL", name, "output", "%s: %s" % (side, line)) for line in lines]
        if name in figures and not options.tiny:
            verdicts += judge.judge_case(case, figures[name])
    if not options.tiny and options.graphs == races.CASES and options.only == ".":
        verdicts += judge.judge_means(figures, options.engines)
    return verdicts


def main():
    options = parse()
    options.end = time.monotonic() + options.budget
    if races.lacks_gpu(options):
        print("SKIP compare: no GPU here")
        return races.NO_GPU
    paths = graph_paths(options)
    if not paths:
        print("compare: no graph of %s has a name like %s" % (options.graphs, options.only))
        return 1
    os.makedirs(os.path.join(options.out, "logs"), exist_ok=True)
    workers = Workers(options)
    try:
        probe(options, workers)
        return compare(options, paths, workers)
    except races.Failure as failure:
        print("compare: %s" % failure)
        return 1
    finally:
        workers.close()


def compare(options, paths, workers):
    for name, reason in options.absent.items():
        print("compare: without %s: %s" % (name, reason))
    errors, reports = compile_all(options, paths)
    keys = {races.name_of(path): key_of(options, races.name_of(path), errors) for path in paths}
    cases = {} if options.again else {name: case for name, case in ((name, read_case(options, name, key)) for name, key in keys.items()) if case}
    missing = [path for path in paths if races.name_of(path) not in cases]
    races.note("compare: %d graphs compiled, %d of them measured already" % (len(paths), len(cases)))
    if missing and options.warm and "torch" in options.engines and not options.tiny:
        warm_up(options, missing)
    expected = len(missing) * (BESIDE_SECONDS + (0 if options.tiny else options.chain_ms / 1e3))
    races.note("compare: %d graphs to measure take about %.0f s%s" % (len(missing), expected, " at most, and no further one begins after %.0f s" % options.budget if options.budget < expected else ""))
    gaps, begin = find_gaps(options, workers) if missing else [], time.monotonic()
    for count, path in enumerate(missing, 1):
        name = races.name_of(path)
        if time.monotonic() > options.end:
            break
        if (name, "sinter") in errors and name not in reports:
            cases[name] = Measured(case=name, kind=None, judged=options.judge, errors={"sinter": errors[name, "sinter"]}, wrong={}, microseconds={})
            continue
        case = measure(options, workers, path, reports[name], errors, gaps)
        try:
            case.update(key=keys[name], kernels=find_kernels(options, workers, path, errors), node_gaps=gaps, workers=workers.about())
        except worker.WorkerError as error:
            case.fail("workers", error)
        write_json(case_path(options, name), case)
        cases[name] = case
        left = (time.monotonic() - begin) / count * (len(missing) - count)
        races.note("compare: %d of %d, %.0f s left: %s: %s" % (count, len(missing), left, name, ", ".join("%s %.2f us" % (side, statistics.median(us)) for side, us in case["microseconds"].items())))
        # An error may have spoilt what the worker has on the GPU.
        for side in case["errors"]:
            workers.stop(side if side in ("xla", "ceilings") else "torch")
    return report_all(options, paths, cases)


def report_all(options, paths, cases):
    cases = {name: cases[name] for name in map(races.name_of, paths) if name in cases}
    figures = {name: dict(judge.figures_of(case), holds=case.get("holds", True)) for name, case in cases.items() if case["microseconds"].get(case["judged"])}
    gaps = next((case["node_gaps"] for case in cases.values() if case.get("node_gaps")), [])
    verdicts, table = judge_all(options, cases, figures), table_of(options, cases, figures)
    is_complete = len(cases) == len(paths)
    write_json(os.path.join(options.out, "summary.json"), {
        "times_mean_something": not options.tiny, "judged": options.judge, "complete": is_complete, "workers": next((case["workers"] for case in cases.values() if "workers" in case), {}),
        "engines": options.engines, "absent": options.absent, "node_gaps": gaps, "figures": figures, "verdicts": verdicts})
    with open(os.path.join(options.out, "table.md"), "w") as file:
        file.write(table)
    print(table)
    for gap in gaps:
        print("compare: a node of a graph takes %(gap_us).2f us beyond its kernel: %(node_us).2f us, kernel %(kernel_us).2f us, %(elements)d elements" % gap)
    if not gaps and "xla" in options.engines and not options.tiny:
        print("compare: no gap between nodes was measured: XLA's times are those of its kernels alone")
    for verdict in verdicts:
        print("%s %s %s: %s" % verdict)
    bad = sum(word != "PASS" for word, *_ in verdicts) + sum(is_wrong(case) for case in cases.values())
    print("compare: %d of %d graphs measured, %d verdicts, %d of them bad" % (len(cases), len(paths), len(verdicts), sum(word != "PASS" for word, *_ in verdicts)))
    if not is_complete:
        print("compare: the budget is spent; the same command goes on from here")
        return INCOMPLETE
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
