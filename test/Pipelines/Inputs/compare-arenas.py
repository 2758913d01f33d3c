# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles each graph with fusion and without, and compares what the arenas of the two plans take.

Fusion must not need more memory than the graph without it, nor than 4 MiB where that is more (docs/Fusion.md). Symbols have the greatest values that
their ranges allow, up to 65536.
usage: compare-arenas.py GRAPH...
"""
import re
import subprocess
import sys

FLOOR = 4 << 20


class Extent(int):
    """A number whose operator @ is MLIR's ceildiv: it binds as tightly as a product."""

    def __add__(self, other):
        return Extent(int(self) + int(other))

    def __sub__(self, other):
        return Extent(int(self) - int(other))

    def __mul__(self, other):
        return Extent(int(self) * int(other))

    def __neg__(self):
        return Extent(-int(self))

    def __mod__(self, other):
        return Extent(int(self) % int(other))

    def __floordiv__(self, other):
        return Extent(int(self) // int(other))

    def __matmul__(self, other):
        return Extent(-(-int(self) // int(other)))


def evaluate(expression, symbols):
    text = expression.replace("ceildiv", "@").replace("floordiv", "//").replace("mod", "%")
    text = re.sub(r"\bs(\d+)\b", lambda number: str(symbols[int(number[1])]), text)
    return eval(re.sub(r"\b\d+\b", r"Extent(\g<0>)", text), {"Extent": Extent})


def arenas(graph, fusion):
    """Bytes of the arena of each entry but @init, by name."""
    command = ["sinter-compile", graph, "--target=cpu", "--emit=plan", "--fusion=" + fusion, "-o", "-"]
    if graph.endswith(".onnx"):
        command.append("--weights=generate")
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    maps = dict(re.findall(r"^(#map\d*) = affine_map<\(\)(?:\[[^]]*\])? -> \((.*)\)>$", text, re.M))
    found = {}
    for name, rest in re.findall(r"plan\.entry @(\w+)(.*)", text):
        size = re.search(r"arena_size (#map\d*) ", rest + " ")
        if name != "init":
            ranges = re.search(r"ranges \[((?:\[[^]]*\](?:, )?)*)\]", rest)
            symbols = [min(int(most), 65536) for most in re.findall(r"\[\d+, (\d+), \d+\]", ranges[1] if ranges else "")]
            found[name] = evaluate(maps[size[1]], symbols)
    assert found, f"{graph}: no plan.entry"
    return found


failures = 0
for graph in sys.argv[1:]:
    without = arenas(graph, "off")
    for entry, size in arenas(graph, "on").items():
        limit = max(without[entry], FLOOR)
        print(f"{graph} @{entry}: {size} bytes, {without[entry]} without fusion")
        if size > limit:
            print(f"{graph} @{entry}: expected at most {limit} bytes")
            failures += 1
print(f"{len(sys.argv) - 1} graphs, {failures} need more memory than without fusion")
sys.exit(failures != 0)
