#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Products of few rows as a library's calls and as parts of kernels (`sinter compile --skinny-products=`): graphs of one linear layer and what follows it, timed in turn on
# the same rotating buffers (sinter-bench --race); outputs are held to those of the kernel. Prints a line a graph, as Markdown, as it comes: the megabytes that are read and written;
# of the library's products alone the microseconds by its first estimate and by the algorithm that was measured to be the fastest, and which of how many by the estimate that one is;
# microseconds of the whole graph by either form, how many times as long as the library the kernel takes (the median over the rounds, which are paired), and the kernel's terabytes a
# second; last, how many of the kernels that the rule would take are behind. The figures of every algorithm are in the JSON. Exit code 1 where some are, or something could not be measured, or is wrong; 77 where nothing can be measured here.
#   bench/race_products.py [--only=REGEX] [--limit=1.01] [--json=FILE]
import concurrent.futures
import json
import os
import re
import shutil
import sys
import tempfile

import races

CHOICES = {"chosen": "kernel", "library": "library"}
# Of a layer's weights: columns and contracted elements.
SIZES = [(4096, 4096), (2560, 2560), (5120, 5120), (6144, 4096), (11008, 4096), (14336, 4096), (4096, 11008), (4096, 14336), (4097, 4096), (4096, 4095), (1024, 4096)]
# As compiler/Transforms/ProductExpression.cpp has it.
MOST_ROWS_BY_RULE = 2
HEADER = "// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"


def tensor(*dims):
    return "tensor<%s>" % "x".join(str(dim) for dim in dims)


def linear(rows, columns, depth, element="bf16", after="", layout="nt", weights=None):
    """The text of a graph: x [rows, depth] times the weights, [columns, depth] or, `nn`, [depth, columns], then what `after` says."""
    x, y = tensor(rows, depth, element), tensor(rows, columns, element)
    shape = (columns, depth) if layout == "nt" else (depth, columns)
    transposed = " {transpose_rhs}" if layout == "nt" else ""
    inputs, lines, result = [("x", x), ("w", tensor(*shape, weights or element))], [], "%p"

    def product(name, weight):
        lines.append("%%%s = sinter.matmul %%x, %%%s%s : %s, %s -> %s" % (name, weight, transposed, x, tensor(*shape, element), y))

    if weights:
        inputs.append(("scale", tensor(columns, "f32")))
        wide = tensor(*shape, "f32")
        lines += ["%%f = sinter.cast %%w : %s -> %s" % (inputs[1][1], wide), "%%s = sinter.broadcast %%scale dims = [%d] : %s -> %s" % (0 if layout == "nt" else 1, tensor(columns, "f32"), wide),
                  "%%d = sinter.mul %%f, %%s : %s" % wide, "%%narrow = sinter.cast %%d : %s -> %s" % (wide, tensor(*shape, element))]
    product("p", "narrow" if weights else "w")
    if after in ("relu", "gelu"):
        lines.append("%%y = sinter.%s %%p : %s" % ("relu" if after == "relu" else "gelu erf", y))
        result = "%y"
    elif after == "res":
        inputs.append(("r", y))
        lines.append("%%y = sinter.add %%p, %%r : %s" % y)
        result = "%y"
    elif after == "swiglu":
        inputs.append(("v", tensor(*shape, element)))
        product("q", "v")
        lines += ["%%g = sinter.silu %%p : %s" % y, "%%y = sinter.mul %%g, %%q : %s" % y]
        result = "%y"
    signature = ", ".join("%%%s: %s" % pair for pair in inputs)
    return HEADER + "func.func @main(%s) -> %s {\n%s  return %s : %s\n}\n" % (signature, y, "".join("  %s\n" % line for line in lines), result, y)


def graphs(tiny):
    """Texts by name, what is judged first in front."""
    shrink = (lambda size: size % 64 + 64) if tiny else (lambda size: size)
    found = {}

    def add(name, rows, columns, depth, **others):
        found[name] = linear(rows, shrink(columns), shrink(depth), **others)

    for rows in (1, 8):
        for after in ("relu", "gelu", "res"):
            add("linear_%s_m%d" % (after, rows), rows, 4096, 4096, after=after)
    for rows in (1, 2, 3, 4, 5, 6, 8, 16):
        add("linear_m%d" % rows, rows, 4096, 4096)
    for columns, depth in SIZES[1:]:
        for rows in (1, 4):
            add("linear_%dx%d_m%d" % (columns, depth, rows), rows, columns, depth)
    for rows in (1, 4):
        add("linear_nn_m%d" % rows, rows, 4096, 4096, layout="nn")
        add("swiglu_m%d" % rows, rows, 11008, 4096, after="swiglu")
        add("linear_i8_m%d" % rows, rows, 4096, 4096, weights="i8")
        add("linear_f16_m%d" % rows, rows, 4096, 4096, element="f16")
        add("linear_f32_m%d" % rows, rows, 4096, 4096, element="f32")
    return found


def rows_of(name):
    return int(re.search(r"_m(\d+)$", name).group(1))


def parse():
    parser = races.make_parser("Times products of few rows as a library's calls beside kernels.")
    races.add_outputs(parser)
    parser.add_argument("--limit", type=float, default=1.01, metavar="X", help="times the library that a kernel of the rule may take (1.01)")
    return races.complete(parser.parse_args())


def sum_of(products, key):
    """Microseconds of all products, as text; a dash where some were not measured."""
    times = [product[key] for product in products]
    return "%.2f" % sum(times) if times and None not in times else "-"


def place_of(product):
    """Which of how many algorithms by the library's estimate, with an s where the sum is cut into parts; why it is that one, where it was not measured."""
    if product["choice"] != "measured":
        return product["choice"]
    return "%d/%d%s" % (product["rank"], product["offered"], " s" if product["splits_sum"] else "")


def compile_all(options, texts, scratch):
    """Both plans of every graph, as SCRATCH/GRAPH/CHOICE.plan; why there is none, by graph and choice."""
    errors = {}

    def compile_one(job):
        name, choice = job
        folder = os.path.join(scratch, name)
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "graph.mlir")
        try:
            with open(path, "w") as file:
                file.write(texts[name])
            races.call([options.sinter, "compile", path, "--target=" + options.target, "--skinny-products=" + CHOICES[choice], "-o", os.path.join(folder, choice + ".plan")], 300)
        except races.Failure as failure:
            errors[name, choice] = str(failure)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(compile_one, [(name, choice) for name in texts for choice in CHOICES]))
    return errors


def main():
    options = parse()
    if races.lacks_gpu(options):
        print("SKIP race_products: no GPU here")
        return races.NO_GPU
    texts = {name: text for name, text in graphs(options.tiny).items() if re.search(options.only, name)}
    if not texts:
        print("race_products: no graph has a name like %s" % options.only)
        return 1
    scratch = options.keep or tempfile.mkdtemp()
    errors = compile_all(options, texts, scratch)
    bad, reports = ["%s: %s: %s" % (name, choice, error) for (name, choice), error in sorted(errors.items())], {}
    judged, behind = [], []
    print("| graph | MB | first estimate, us | best, us | its place | library, us | kernel, us | kernel / library | TB/s |\n|---|---|---|---|---|---|---|---|---|", flush=True)
    for name in texts:
        if any((name, choice) in errors for choice in CHOICES):
            continue
        try:
            report = reports[name] = races.race(options, os.path.join(scratch, name))
        except (races.Failure, ValueError) as failure:
            bad.append("%s: %s" % (name, failure))
            continue
        forms = {form["name"]: form for form in report["forms"]}
        wrong = ["%s: %s: %s" % (name, form["name"], form["error"]) for form in forms.values() if form["error"]]
        bad += wrong
        if not wrong:
            kernel, library = forms["chosen"], forms["library"]
            # A race tells how many times as long as each form the chosen one takes.
            products = library["products"]
            print("| %s | %.1f | %s | %s | %s | %.2f | %.2f | %.2f | %.2f |" % (name, report["bytes"] / 1e6, sum_of(products, "estimate_us"), sum_of(products, "us"),
                                                                              ", ".join(sorted(set(map(place_of, products)))) or "-", library["microseconds"], kernel["microseconds"],
                                                                              library["ratio"] or 0, report["bytes"] / 1e6 / kernel["microseconds"] if kernel["microseconds"] else 0), flush=True)
            wrong = ["%s: %s: %s" % (name, product["step"], product["reason"]) for product in products if product["reason"].startswith("not measured")]
            bad += wrong
            if rows_of(name) <= MOST_ROWS_BY_RULE:
                judged.append(name)
                if not library["ratio"] or library["ratio"] > options.limit:
                    behind.append(name)
        if options.json:
            with open(options.json, "w") as file:
                json.dump({"times_mean_something": not options.tiny, "graphs": reports, "errors": bad}, file, indent=1)
    if not options.keep:
        shutil.rmtree(scratch)
    for line in bad:
        races.note("race_products: " + line)
    told = "%d of %d kernels of at most %d rows behind the library" % (len(behind), len(judged), MOST_ROWS_BY_RULE)
    print("%s%s; %d errors" % (told, " (%s)" % ", ".join(behind) if behind else "", len(bad)), flush=True)
    return bool(bad or (behind and not options.tiny))


if __name__ == "__main__":
    sys.exit(main())
