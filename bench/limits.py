#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What holds a chain back, by the GPU's own counters: ncu counts one execution of each of a chain's kernels, at the size that is measured, and a table says how busy memory,
# issue slots and special functions were, and what warps waited for. Clocks stay as they are; the caches are flushed before a kernel, so up to the L2's size of what
# is written is missing. Exit codes: 0 all counted; 1 a chain could not be; 77 nothing can be counted here.
#   bench/limits.py [CHAIN...] [--json FILE] [--csv FOLDER]      (groupnorm_silu_l, layernorm_bwd_l, softmax_131072, embed_pos_ln and xent_32000)
import csv
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import races

FURTHEST = ["groupnorm_silu_l", "layernorm_bwd_l", "softmax_131072", "embed_pos_ln", "xent_32000"]
STALLED = "smsp__average_warps_issue_stalled_%s_per_issue_active.ratio"
STALLS = ["long_scoreboard", "short_scoreboard", "barrier", "membar", "lg_throttle", "mio_throttle", "math_pipe_throttle", "wait", "not_selected", "no_instruction", "branch_resolving",
          "dispatch_stall", "sleeping", "selected"]
# A column each: its head, its metric (the sum of several), what it is divided by, and how it is written.
COLUMNS = [
    ("us", ["gpu__time_duration.sum"], 1e3, "%.1f"),
    ("MB read", ["dram__bytes_read.sum"], 1e6, "%.1f"),
    ("MB written", ["dram__bytes_write.sum"], 1e6, "%.1f"),
    ("DRAM %", ["dram__throughput.avg.pct_of_peak_sustained_elapsed"], 1, "%.0f"),
    ("L2 %", ["lts__throughput.avg.pct_of_peak_sustained_elapsed"], 1, "%.0f"),
    ("issue %", ["sm__inst_issued.avg.pct_of_peak_sustained_active"], 1, "%.0f"),
    ("XU %", ["sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active"], 1, "%.0f"),
    ("FMA %", ["sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active"], 1, "%.0f"),
    ("ALU %", ["sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active"], 1, "%.0f"),
    ("warps %", ["sm__warps_active.avg.pct_of_peak_sustained_active"], 1, "%.0f"),
    ("blocks", ["launch__grid_size"], 1, "%d"),
    ("threads", ["launch__block_size"], 1, "%d"),
    ("registers", ["launch__registers_per_thread"], 1, "%d"),
    ("shared B", ["launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic"], 1, "%d"),
    ("local B", ["l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum", "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum"], 1, "%d"),
]
METRICS = [metric for _, metrics, _, _ in COLUMNS for metric in metrics] + [STALLED % name for name in STALLS]
SHOWN_STALLS, NCU_LIMIT = 3, 120
NO_COUNTERS = "ERR_NVGPUCTRPERM"


def parse():
    parser = races.make_parser("Counts by ncu what holds chains back.")
    parser.add_argument("chains", nargs="*", metavar="CHAIN", help="of bench/chains/cases (%s)" % ", ".join(FURTHEST))
    parser.add_argument("--json", metavar="FILE", help="write all that was counted")
    parser.add_argument("--csv", metavar="FOLDER", help="read FOLDER/CHAIN.csv in place of counting, or keep there what ncu printed")
    parser.add_argument("--read", action="store_true", help="read --csv, count nothing")
    options = races.complete(parser.parse_args())
    options.chains = options.chains or FURTHEST
    known = {races.name_of(path): path for path in races.case_paths(options)}
    unknown = [name for name in options.chains if name not in known]
    if unknown:
        parser.error("no chain of bench/chains/cases: " + ", ".join(unknown))
    if options.read and not options.csv:
        parser.error("--read needs --csv")
    options.paths = [known[name] for name in options.chains]
    return options


def find_ncu():
    places = sorted(glob.glob("/opt/nvidia/nsight-compute/*/ncu")) + ["/usr/local/cuda/bin/ncu"]
    return shutil.which("ncu") or next((place for place in reversed(places) if os.path.exists(place)), None)


def read_csv(text):
    """Metrics of each counted kernel, in the order of their launches: [(kernel, {metric: value})]. What is no number is left out."""
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if first is None:
        return []
    kernels = {}
    for row in csv.DictReader(lines[first:]):
        if not (row.get("ID") or "").isdigit():
            continue
        name, metrics = kernels.setdefault(int(row["ID"]), (row["Kernel Name"], {}))
        try:
            metrics[row["Metric Name"]] = float((row["Metric Value"] or "").replace(",", ""))
        except ValueError:
            pass
    return [kernels[number] for number in sorted(kernels)]


def stalls_of(metrics):
    """What warps wait for, in shares of all their time, the longest first; being issued is none of it."""
    waits = {name: metrics.get(STALLED % name) or 0.0 for name in STALLS}
    whole = sum(waits.values())
    shares = sorted(((value / whole, name) for name, value in waits.items() if name != "selected" and value > 0), reverse=True) if whole else []
    return [(name.replace("_", " "), share) for share, name in shares]


def cells_of(metrics):
    for _, names, divisor, form in COLUMNS:
        values = [metrics[name] for name in names if name in metrics]
        yield form % (sum(values) / divisor) if len(values) == len(names) else "?"
    yield ", ".join("%s %.0f %%" % (name, 100 * share) for name, share in stalls_of(metrics)[:SHOWN_STALLS]) or "?"


def table(counted):
    """Markdown, a line a kernel; `counted` is [(chain, kernels)]."""
    heads = ["chain"] + [head for head, *_ in COLUMNS] + ["warps wait for"]
    lines = ["| %s |" % " | ".join(heads), "|" + "---|" * len(heads)]
    for chain, kernels in counted:
        for i, (_, metrics) in enumerate(kernels, 1):
            lines.append("| %s |" % " | ".join([chain + (", %d" % i if len(kernels) > 1 else ""), *cells_of(metrics)]))
    return lines


def explain_failure(text):
    if NO_COUNTERS in text:
        return "this user may not read the GPU's performance counters (%s): run as root, or have the driver loaded with NVreg_RestrictProfilingToAdminUsers=0" % NO_COUNTERS
    errors = [line for line in text.splitlines() if "==ERROR==" in line or "error" in line]
    return errors[0].strip() if errors else "no kernel was counted"


def count(options, path, scratch):
    """What ncu prints of a chain's kernels in the third of three executions, each on buffers of its own."""
    name = races.name_of(path)
    folder = os.path.join(scratch, name)
    os.makedirs(folder)
    dims = races.dims_of(path, False)
    races.call([options.sinter, "compile", path, "--target=native", "-o", os.path.join(folder, "chosen.plan")] + dims, 300)
    text = races.call([options.sinter, "compile", path, "--target=native", "--emit=cuda"] + dims, 300)
    kernels = re.findall(r"__launch_bounds__\([^)]*\)\s+(\w+)", text)
    if not kernels:
        raise races.Failure("%s has no kernel" % name)
    metrics = list(METRICS)
    while True:
        command = [options.ncu, "--metrics", ",".join(metrics), "--cache-control", "all", "--clock-control", "none", "--graph-profiling", "node", "--kernel-name-base", "function",
                   "--kernel-name", "regex:^(%s)$" % "|".join(kernels), "--launch-skip", str(2 * len(kernels)), "--launch-count", str(len(kernels)), "--csv", "--print-units", "base",
                   options.bench, "--race=" + folder, "--rotate=1KB", "--rounds=1", "--replay-us=1", "--race-ms=1"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=NCU_LIMIT)
        except subprocess.TimeoutExpired:
            raise races.Failure("ncu had not ended after %d s" % NCU_LIMIT)
        said = done.stdout + done.stderr
        # Names of metrics come and go with ncu's versions: what this one lacks stays unknown, and is told.
        absent = [metric for metric in metrics if re.search(r"(?i)(failed to find|unknown|unable to find|not find).*%s" % re.escape(metric), said)]
        if not absent or read_csv(done.stdout):
            break
        races.note("limits: this ncu has no %s" % ", ".join(absent))
        metrics = [metric for metric in metrics if metric not in absent]
    if len(read_csv(done.stdout)) != len(kernels):
        raise races.Failure(explain_failure(said))
    return done.stdout


def main():
    options = parse()
    if not options.read:
        if races.lacks_gpu(options) or options.device == "cpu":
            print("SKIP limits: no GPU here" if options.device == "cuda" else "SKIP limits: the CPU path has no counters")
            return races.NO_GPU
        options.ncu = find_ncu()
        if options.ncu is None:
            print("SKIP limits: no ncu here")
            return races.NO_GPU
    counted, bad, scratch = [], 0, tempfile.mkdtemp()
    try:
        for path in options.paths:
            name = races.name_of(path)
            kept = os.path.join(options.csv, name + ".csv") if options.csv else None
            try:
                if options.read:
                    with open(kept) as file:
                        text = file.read()
                else:
                    text = count(options, path, scratch)
                    if kept:
                        os.makedirs(options.csv, exist_ok=True)
                        with open(kept, "w") as file:
                            file.write(text)
                kernels = read_csv(text)
                if not kernels:
                    raise races.Failure("no kernel was counted")
                counted.append((name, kernels))
                races.note("limits: %s is counted" % name)
            except (races.Failure, OSError) as failure:
                if NO_COUNTERS in str(failure):
                    print("SKIP limits: %s" % failure)
                    return races.NO_GPU
                bad += 1
                print("FAIL %s: %s" % (name, failure), flush=True)
    finally:
        shutil.rmtree(scratch)
    print("\n".join(table(counted)))
    local = [name for name, kernels in counted if any(metric.startswith("l1tex__t_bytes_pipe_lsu_mem_local") and value for _, metrics in kernels for metric, value in metrics.items())]
    unknown = sorted({metric for _, kernels in counted for _, metrics in kernels for metric in METRICS if metric not in metrics})
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"chains": {name: [{"kernel": kernel, "metrics": metrics, "stalls": stalls_of(metrics)} for kernel, metrics in kernels] for name, kernels in counted}}, file, indent=1)
    print("limits: %d of %d chains counted, %d kernels; local memory is touched by %s; %s" %
          (len(counted), len(options.paths), sum(len(kernels) for _, kernels in counted), ", ".join(local) or "none", "not counted: " + ", ".join(unknown) if unknown else "all metrics are there"))
    return bool(bad or local or unknown)


if __name__ == "__main__":
    sys.exit(main())
