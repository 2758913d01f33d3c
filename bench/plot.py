#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Draws what compare.py measured: an SVG a family of chains, with the share of its own mix's ceiling that each side reaches, against the bytes
# that it moves and against the length of its rows. Families of one chain share a picture. Needs matplotlib (Debian: python3-matplotlib).
#   bench/plot.py FOLDER_OF_COMPARE [--out=FOLDER]
import argparse
import glob
import json
import os
import sys

import judge

# By the order in which sides appear; told apart in print and by the colour-blind.
COLOURS, MARKERS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"], "osD^vP"
SINGLE = "single"


def parse():
    parser = argparse.ArgumentParser(description="Draws shares of the ceilings from compare.py's JSON files.")
    parser.add_argument("folder", help="--out of compare.py")
    parser.add_argument("--out", metavar="FOLDER", help="for the pictures (FOLDER_OF_COMPARE/plots)")
    options = parser.parse_args()
    options.out = options.out or os.path.join(options.folder, "plots")
    return options


def read_cases(folder):
    """The measured cases and their figures, by name."""
    cases = {}
    for path in sorted(glob.glob(os.path.join(folder, "cases", "*.json"))):
        with open(path) as file:
            case = json.load(file)
        if case["microseconds"].get(case["judged"]) and case["ceilings"]:
            cases[case["case"]] = (case, judge.figures_of(case))
    return cases


def families_of(cases):
    families = {}
    for name, (case, _) in cases.items():
        families.setdefault(case["family"], []).append(name)
    single = [names[0] for names in families.values() if len(names) == 1]
    families = {family: names for family, names in families.items() if len(names) > 1}
    return dict(families, **({SINGLE: single} if single else {}))


def size_text(size, _=None):
    for unit, text in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return "%g %s" % (round(size / unit, 1), text)
    return "%g B" % size


def sides_of(members):
    """Of the members' sides the names, each with its colour and marker."""
    sides = dict.fromkeys(side for _, figures in members for side in figures["share"])
    return {side: {"color": COLOURS[i % len(COLOURS)], "marker": MARKERS[i % len(MARKERS)], "markersize": 5, "label": side} for i, side in enumerate(sides)}


def show_sizes(panel, values):
    panel.set_xscale("log")
    panel.xaxis.set_major_formatter(size_text)
    # Where all lie within a power of ten there may be no other tick.
    panel.xaxis.set_minor_formatter(size_text if max(values) < 10 * min(values) else "")
    panel.tick_params(axis="x", which="both", labelsize=8)
    panel.grid(True, color="0.9", linewidth=0.6)
    panel.axhline(100, color="0.6", linewidth=0.8)


def draw_family(pyplot, family, members):
    """The sizes of one chain, against bytes and against the length of rows; `members` are (case, figures)."""
    figure, panels = pyplot.subplots(1, 2, figsize=(11, 4.4), sharey=True, layout="constrained")
    for panel, label, x_of in ((panels[0], "bytes moved", lambda case, figures: figures["bytes"]), (panels[1], "bytes of a row", lambda case, figures: case["row_bytes"])):
        for side, style in sides_of(members).items():
            points = sorted((x_of(*member), member[1]["share"][side]) for member in members if side in member[1]["share"])
            # A line joins what differs in this alone.
            is_line = len({x for x, _ in points}) == len(points)
            panel.plot(*zip(*points), linestyle="-" if is_line else "", linewidth=1.2, **style)
        show_sizes(panel, [x_of(*member) for member in members])
        panel.set_xlabel(label)
    panels[0].set_ylabel("% of the ceiling of its own mix")
    panels[0].set_ylim(0, 110)
    panels[0].legend(frameon=False)
    figure.suptitle(family)
    return figure


def draw_single(pyplot, members):
    """Chains of one size, a line each, in the order of their bytes."""
    members = sorted(members, key=lambda member: member[1]["bytes"])
    figure, panel = pyplot.subplots(figsize=(9, 1.2 + 0.26 * len(members)), layout="constrained")
    for side, style in sides_of(members).items():
        points = [(figures["share"][side], i) for i, (_, figures) in enumerate(members) if side in figures["share"]]
        panel.plot(*zip(*points), linestyle="", **style)
    names = ["%s, %s, rows of %s" % (case["case"], size_text(figures["bytes"]), size_text(case["row_bytes"])) for case, figures in members]
    panel.set_yticks(range(len(members)), names, fontsize=8)
    panel.axvline(100, color="0.6", linewidth=0.8)
    panel.grid(True, axis="both", color="0.9", linewidth=0.6)
    panel.set_xlim(0, 110)
    panel.set_xlabel("% of the ceiling of its own mix")
    panel.legend(frameon=False, loc="lower left")
    figure.suptitle("chains of one size")
    return figure


def main():
    options = parse()
    try:
        import matplotlib
    except ImportError:
        print("plot: Python has no matplotlib here (Debian: python3-matplotlib; PyPI: matplotlib)")
        return 1
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "sinter"  # the same picture of the same figures
    from matplotlib import pyplot

    cases = read_cases(options.folder)
    if not cases:
        print("plot: nothing is measured in %s" % options.folder)
        return 1
    os.makedirs(options.out, exist_ok=True)
    for family, names in families_of(cases).items():
        members = [cases[name] for name in names]
        figure = draw_single(pyplot, members) if family == SINGLE else draw_family(pyplot, family, members)
        figure.savefig(os.path.join(options.out, family + ".svg"))
        pyplot.close(figure)
    print("plot: %d pictures of %d chains in %s" % (len(families_of(cases)), len(cases), options.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
