#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Graphs around those that were tuned for, to be measured by `compare.py --graphs=FOLDER --engines=`, and verdicts on what it measured.
#   bench/sweep.py rows FOLDER            softmax, RMS norm, and sums with a residual and their norms, over row lengths
#   bench/sweep.py neighbours FOLDER      each chain of bench/chains/cases, three of other extents near its own, and one with an operator more
#   bench/sweep.py odd FOLDER             slices that begin at an odd element and odd row lengths, each beside an aligned one
#   bench/sweep.py judge FOLDER COMPARED  exit code 1 where one is slower than what it is beside allows, or was not measured
import argparse
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys

import judge
import races

LENGTHS = [2**i for i in range(6, 21)] + [769, 1023, 4099, 50257, 131071]
WIDTHS = {"f32": 4, "bf16": 2}
# Extents near a chain's own: scaled by up to this factor, and as often divisible by two as they are, up to this divisor.
NEAR, KEPT_DIVISOR, LEAST_EXTENT, NEIGHBOURS = 1.3, 16, 16, 3
MOST_DRAWS, POWERS, MOST_TRIES, MOST_GROUPS = 20, (0, 1, 2), 30, 32
# Extents that inputs' values are bounded by (peers/values.py), so that they stay.
FIXED = {32000, 50257}
# Of what it is beside, what a graph has to reach at least; points of a sweep from so many bytes on.
LEAST = {"rows": 0.80, "neighbours": 0.95, "odd": 0.80}
JUDGED_BYTES = 64e6
HEADER = "// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"
INDEX = "index.json"
# What `judge` exits with where times mean nothing.
TRIED = 77


def parse():
    parser = argparse.ArgumentParser(description="Writes graphs beside the chains, and judges what compare.py measured of them.")
    parser.add_argument("what", choices=["rows", "neighbours", "odd", "judge"])
    parser.add_argument("folder", help="of the graphs")
    parser.add_argument("compared", nargs="?", help="--out of compare.py, for `judge`")
    parser.add_argument("--sinter", help="that says whether a graph of other extents is one")
    parser.add_argument("--only", default=".", metavar="REGEX", help="chains with such a name")
    parser.add_argument("--megabytes", type=float, default=256, metavar="N", help="that a graph of `rows` or `odd` moves (256)")
    parser.add_argument("--seed", type=int, default=1, help="of the neighbours' extents (1)")
    options = parser.parse_args()
    if (options.what == "judge") != (options.compared is not None):
        parser.error("expected FOLDER, and COMPARED for `judge` alone")
    options.sinter = options.sinter or races.make_parser("").get_default("sinter")
    return options


def write(options, name, text):
    options.written.add(name + ".mlir")
    with open(os.path.join(options.folder, name + ".mlir"), "w") as file:
        file.write(text if text.startswith("// Part of") else HEADER + text)


def function(inputs, results, lines, returned):
    """The text of a graph; `inputs` are (name, type), `results` types."""
    signature = ", ".join("%%%s: %s" % pair for pair in inputs)
    return "func.func @main(%s)\n    -> (%s) {\n%s  return %s : %s\n}\n" % (
        signature, ", ".join(results), "".join("  %s\n" % line for line in lines), ", ".join(returned), ", ".join(results))


# Row lengths.


def rows_of(options, type_name, length, streams):
    """The type of a tensor of such rows, `streams` of which have the bytes that are asked for."""
    rows = max(1, round(options.megabytes * 1e6 / (streams * length * WIDTHS[type_name])))
    return "tensor<%dx%dx%s>" % (rows, length, type_name)


def row_graphs(options, type_name, length):
    """Graphs on rows of `length`, by name."""
    vector, one, two = "tensor<%dx%s>" % (length, type_name), rows_of(options, type_name, length, 2), rows_of(options, type_name, length, 4)
    norm = "%%n = sinter.rms_norm %%%s scale(%%w : %s) axis = 1 epsilon = 1.0e-6 : %s"
    return {
        "softmax": function([("x", one)], [one], ["%%y = sinter.softmax %%x axis = 1 : %s" % one], ["%y"]),
        "rmsnorm": function([("x", one), ("w", vector)], [one], [norm % ("x", vector, one)], ["%n"]),
        "rmsnorm_res": function([("x", two), ("res", two), ("w", vector)], [two, two],
                                ["%%h = sinter.add %%x, %%res : %s" % two, norm % ("h", vector, two)], ["%h", "%n"]),
        "add_layernorm": function([("x", two), ("res", two), ("w", vector), ("b", vector)], [two, two],
                                  ["%%h = sinter.add %%x, %%res : %s" % two,
                                   "%%n = sinter.layer_norm %%h scale(%%w : %s) bias(%%b : %s) axis = 1 epsilon = 1.0e-5 : %s" % (vector, vector, two)], ["%h", "%n"]),
    }


def write_rows(options):
    index = []
    for type_name in WIDTHS:
        points = {}
        for length in sorted(LENGTHS):
            for kind, text in row_graphs(options, type_name, length).items():
                name = "%s_%s_r%d" % (kind, type_name, length)
                if re.search(options.only, name):
                    write(options, name, text)
                    points.setdefault(kind, []).append([length, name])
        index += [{"points": of_kind} for of_kind in points.values()]
    return index


# Neighbours.

TYPE_TEXT = re.compile(r"(tensor<|#sinter\.dims<)((?:(?!#sinter)[^<>])*)")
NUMBER = re.compile(r"(?<![\w.])\d+(?=x|,|$)|(?<=x)\d+(?=x)|(?<=, )\d+(?=,|$)")


def numbers_of(text):
    return {int(number) for _, inside in TYPE_TEXT.findall(text) for number in NUMBER.findall(inside)}


def extents_of(text):
    """The symbols' greatest values and the fixed extents of the graph's arguments that may be others, as (what, value)."""
    symbols = [(name, int(last)) for name, last in re.findall(r"(\w+) = #sinter\.range<\d+, (\d+), \d+>", text)]
    # Strides follow from the extents that a layout is of.
    fixed = set() if "#sinter.layout" in text else numbers_of(text[: text.index("->")])
    return symbols + [(value, value) for value in sorted(fixed) if value >= LEAST_EXTENT and value not in FIXED]


def inner_numbers(text):
    """Extents that no argument and no result has."""
    return sorted(numbers_of(text) - numbers_of(text[: text.index("{\n")]))


def changed(text, what, value, powers):
    """The graph with another extent: of a symbol the end of its range, else every one that is as large; the inner ones in proportion to its `powers`, one each."""
    if isinstance(what, str):
        return re.sub(r"(\b%s = #sinter\.range<\d+, )\d+" % what, r"\g<1>%d" % value, text)
    of = {number: number * value**power // what**power for number, power in zip(inner_numbers(text), powers)} | {what: value}
    return TYPE_TEXT.sub(lambda found: found.group(1) + NUMBER.sub(lambda n: str(of.get(int(n.group()), int(n.group()))), found.group(2)), text)


def near(generator, what, value, inner):
    # A symbol counts rows or images, which any number will do of; what is parted into groups still is.
    divisor = 1 if isinstance(what, str) else math.lcm(math.gcd(value, KEPT_DIVISOR), *(number for number in inner if number <= MOST_GROUPS and value % number == 0))
    scaled = value * NEAR ** generator.uniform(-1, 1)
    return max(divisor, round(scaled / divisor) * divisor)


def is_graph(options, text):
    try:
        return subprocess.run([options.sinter, "opt", "-"], input=text, capture_output=True, text=True, timeout=60).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def neighbour(options, text, generator):
    """The graph with other extents near its own, of those that can be others without contradiction."""
    made = text
    for what, value in extents_of(text):
        other = near(generator, what, value, inner_numbers(made))
        # Extents that are alike by now cannot be told apart again.
        if other == value or (isinstance(what, int) and other in numbers_of(made)):
            continue
        # What need not change stays.
        powers = sorted(itertools.product(POWERS, repeat=len(inner_numbers(made))), key=lambda each: sum(power > 0 for power in each))
        tries = (changed(made, what, other, each) for each in powers[:MOST_TRIES])
        made = next((tried for tried in tries if is_graph(options, tried)), made)
    return made


def with_operator(text):
    """The graph with the magnitude of its first result in floats instead of it, or of its first input's."""
    returned = re.search(r"\n  return (.*) : (.*)\n", text)
    names, types = returned.group(1).split(", "), re.findall(r"tensor<[^<>]*(?:<[^<>]*>)?>", returned.group(2))
    for i, (name, type_text) in enumerate(zip(names, types)):
        if re.search(r"(?<!\w)(?:\d+x|\?x)*(?:bf16|f32|f16)\b", type_text):
            line = "\n  %%plus = sinter.abs %s : %s\n  return %s : %s\n" % (name, type_text, ", ".join(names[:i] + ["%plus"] + names[i + 1 :]), returned.group(2))
            return text[: returned.start()] + line + text[returned.end() :]
    head, brace, body = text.partition("{\n")
    name, type_text = re.search(r"(%\w+): (tensor<[^<>]*(?:bf16|f32|f16)[^<>]*(?:<[^<>]*>)?>)", head).groups()
    return head + brace + "  %%plus = sinter.abs %s : %s\n" % (name, type_text) + re.sub(re.escape(name) + r"\b", "%plus", body)


def write_neighbours(options):
    index = []
    for path in races.case_paths(options):
        name = races.name_of(path)
        with open(path) as file:
            text = file.read()
        write(options, name, text)
        generator, made = random.Random("%s %d" % (name, options.seed)), {text: None}
        for _ in range(MOST_DRAWS):
            if len(made) <= NEIGHBOURS:
                made.setdefault(neighbour(options, text, generator))
        if len(made) <= NEIGHBOURS:
            index.append({"beside": name, "note": "%d of %d neighbours; no other extents can be" % (len(made) - 1, NEIGHBOURS), "good": len(made) > 1})
        for i, other in enumerate(list(made)[1:], 1):
            write(options, "%s__n%d" % (name, i), other)
            index.append({"graph": "%s__n%d" % (name, i), "beside": name})
        made = with_operator(text)
        if not is_graph(options, made):
            index.append({"beside": name, "note": "with an operator more is no graph", "good": False})
            continue
        write(options, name + "__plus", made)
        index.append({"graph": name + "__plus", "beside": name})
    return index


# Odd places and lengths.


def odd_graphs(options, type_name):
    """Pairs of an aligned and an odd graph, by name."""

    def sliced(start):
        part = rows_of(options, type_name, 8192, 2)
        whole = part.replace("x8192x", "x8320x")
        slice_text = "%%p = sinter.slice %%x starts = [0, %d] steps = [1, 1] : %s -> %s" % (start, whole, part)
        return function([("x", whole)], [part], [slice_text, "%%y = sinter.tanh %%p : %s" % part], ["%y"])

    def pointwise(length):
        shape = rows_of(options, type_name, length, 3)
        return function([("a", shape), ("b", shape)], [shape], ["%%y = sinter.mul %%a, %%b : %s" % shape], ["%y"])

    def bias(length):
        shape, vector = rows_of(options, type_name, length, 2), "tensor<%dx%s>" % (length, type_name)
        spread = "%%w = sinter.broadcast %%bias dims = [1] : %s -> %s" % (vector, shape)
        return function([("x", shape), ("bias", vector)], [shape], [spread, "%%y = sinter.add %%x, %%w : %s" % shape], ["%y"])

    pairs = {"slice": (sliced(16), sliced(17)), "pointwise": (pointwise(8192), pointwise(8191)), "bias": (bias(5008), bias(5003))}
    for kind in ("softmax", "rmsnorm", "rmsnorm_res", "add_layernorm"):
        pairs[kind] = (row_graphs(options, type_name, 4096)[kind], row_graphs(options, type_name, 4099)[kind])
    return pairs


def write_odd(options):
    index = []
    for type_name in WIDTHS:
        for kind, (aligned, odd) in odd_graphs(options, type_name).items():
            names = ["%s_%s__%s" % (kind, type_name, which) for which in ("aligned", "odd")]
            if re.search(options.only, names[0]):
                write(options, names[0], aligned)
                write(options, names[1], odd)
                index.append({"graph": names[1], "beside": names[0]})
    return index


# Verdicts.


def pace(figures, side):
    """How near a graph is to a launch and its bytes at the ceiling: at large sizes its share of it, and of small ones independent of their size."""
    return judge.bound_us(figures["bytes"], figures["gbs"]["mix"], 1.0) / figures["us"][side]


def interpolated(before, after, length):
    """Between two points (length, share), along the logarithm of the length."""
    weight = math.log(length / before[0]) / math.log(after[0] / before[0])
    return (1 - weight) * before[1] + weight * after[1]


def judge_points(points, least):
    """Points (length, share, bytes, name, holds) of one sweep: verdicts on those between two others. From some length on no row is held and all are read twice: what lies at
    that step, which lengths before it that are not held are not, is compared with the neighbour on its own side."""
    step = next((i for i in range(len(points)) if not any(holds for *_, holds in points[i:])), len(points))
    verdicts = []
    for i in range(1, len(points) - 1):
        length, share, size, name, _ = points[i]
        if size < JUDGED_BYTES:
            continue
        beside = [points[j] for j in (i - 1, i + 1) if (j < step) == (i < step)]
        if not beside:
            verdicts.append((True, name, "%.1f %% of its ceiling, the only one of its length that is read twice or held" % (100 * share)))
            continue
        expected = interpolated(*beside, length) if len(beside) == 2 else beside[0][1]
        which = "between its neighbours" if len(beside) == 2 else "its neighbour on this side of the step to two reads"
        verdicts.append((share >= least * expected, name, "%.1f %% of its ceiling, %.1f %% %s" % (100 * share, 100 * expected, which)))
    return verdicts


def judge_all(index, figures):
    """(good, name, text) of each graph of an index; `figures` are (judged, figures) by name: the column that is judged, and what judge.figures_of() gives, with `holds`."""
    verdicts, least, told = [], LEAST[index["what"]], set()
    for entry in index["graphs"]:
        if "note" in entry:
            verdicts.append((entry["good"], entry["beside"], entry["note"]))
            continue
        names = [name for _, name in entry["points"]] if "points" in entry else [entry["graph"], entry["beside"]]
        missing = [name for name in names if name not in figures]
        verdicts += [(False, name, "was not measured") for name in missing if name not in told]
        told.update(missing)
        shares = {name: pace(figures[name][1], figures[name][0]) for name in names if name not in missing}
        if "points" in entry:
            verdicts += judge_points([(length, shares[name], figures[name][1]["bytes"], name, figures[name][1].get("holds", True)) for length, name in entry["points"] if name in shares], least)
        elif not missing:
            graph, beside = (shares[name] for name in names)
            verdicts.append((graph >= least * beside, names[0], "%.1f %% of its ceiling, %s has %.1f %%" % (100 * graph, names[1], 100 * beside)))
    return verdicts


def judge_folder(options):
    with open(os.path.join(options.folder, INDEX)) as file:
        index = json.load(file)
    # What compare.py has measured of these very graphs and plans, and no older case that lies beside it.
    try:
        with open(os.path.join(options.compared, "summary.json")) as file:
            summary = json.load(file)
    except (OSError, ValueError) as error:
        raise races.Failure("nothing was measured: %s" % error)
    figures = {name: (summary["judged"], one) for name, one in summary["figures"].items() if one.get("gbs") and summary["judged"] in one["us"]}
    verdicts = judge_all(index, figures) + [(False, name, "%s: %s" % (about, text)) for word, name, about, text in summary["verdicts"] if word != "PASS"]
    means_something = summary["times_mean_something"]
    for good, name, text in verdicts:
        print("%s %s %s: %s" % (("PASS" if good else "FAIL") if means_something else "TRIED", name, index["what"], text))
    bad = sum(not good for good, *_ in verdicts)
    print("sweep: %d verdicts on %s, %d of them slower than %.0f %% of what they are beside, wrong or not measured%s" %
          (len(verdicts), index["what"], bad, 100 * LEAST[index["what"]], "" if means_something else "; these times mean nothing"))
    return (bad != 0 or not verdicts) if means_something else TRIED


def main():
    options = parse()
    if options.what == "judge":
        return judge_folder(options)
    os.makedirs(options.folder, exist_ok=True)
    options.written = set()
    graphs = {"rows": write_rows, "neighbours": write_neighbours, "odd": write_odd}[options.what](options)
    # Those of other options would be measured too.
    for name in os.listdir(options.folder):
        if name.endswith(".mlir") and name not in options.written:
            os.remove(os.path.join(options.folder, name))
    with open(os.path.join(options.folder, INDEX), "w") as file:
        json.dump({"what": options.what, "graphs": graphs}, file, indent=1)
    print("sweep: %d graphs in %s" % (len(options.written), options.folder))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except races.Failure as failure:
        sys.exit("sweep: %s" % failure)
