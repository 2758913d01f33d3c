#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Counts what each chain of bench/chains/cases launches, as compiled at the size that its symbols' ranges end at, and writes
# docs/kernel-counts.md with the peers' figures of bench/peers/kernel_counts.tsv beside.
#   update-kernel-counts.py SINTER [--check | --print]
# --check: the page is as it would be written; --print: `NAME LAUNCHES ALLOWED` a line, and nothing is written.
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CASES = os.path.join(ROOT, "bench/chains/cases")
PAGE = os.path.join(ROOT, "docs/kernel-counts.md")
# One kernel is the aim; a fold over blocks needs a second one to finish, as grid-wide waits are not made.
ALLOWED_TWO = re.compile("colsum|fullsum|xent|layernorm_bwd")

HEAD = """# Kernels a chain

Made by `scripts/update-kernel-counts.py` from compiled plans: what one run of each graph of `bench/chains/cases` launches for sm_90, at the size that its symbols'
ranges end at. A chain should be one kernel; those marked 2 may take two, a fold over all blocks and its end. The peers' figures were measured with PyTorch 2.11
(eager, and `torch.compile` with its defaults) and JAX 0.11.2 (XLA) on an H200, from their profilers.

| chain | Sinter | aim | torch.compile | XLA | eager |
|---|---|---|---|---|---|
"""


def launches_of(sinter, name):
    path = os.path.join(CASES, name + ".mlir")
    if not os.path.exists(path):
        return None
    with open(path) as file:
        dims = re.findall(r"(\w+) = #sinter\.range<\d+, (\d+), \d+>", file.read())
    command = [sinter, "compile", path, "--emit=plan", "--target=sm_90"] + ["--dim=%s=%s" % pair for pair in dims]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return None
    # What @init does is done at load.
    steps = re.split(r"plan\.entry @", done.stdout)
    main = next((entry for entry in steps if entry.startswith("main")), "")
    return len(re.findall(r"^ +plan\.(?:launch|matmul|copy) ", main.split("kernel.thread_func")[0], re.MULTILINE))


def peers():
    rows = []
    with open(os.path.join(ROOT, "bench/peers/kernel_counts.tsv")) as file:
        for line in file:
            if not line.startswith("#"):
                rows.append(line.rstrip("\n").split("\t"))
    return rows[1:]


def main():
    sinter, mode = sys.argv[1], (sys.argv[2:] or ["--write"])[0]
    text, reached = HEAD, 0
    rows = peers()
    for name, eager, compiled, xla in rows:
        own = launches_of(sinter, name)
        aim = 2 if ALLOWED_TWO.match(name) else 1
        reached += own is not None and own <= aim
        if mode == "--print":
            print(name, "none" if own is None else own, aim, flush=True)
        shown = "no such operator yet" if own is None else str(own) if own <= aim else "**%d**" % own
        text += "| %s | %s | %d | %s | %s | %s |\n" % (name, shown, aim, compiled, xla, eager)
    text += "\n%d of %d reach the aim.\n" % (reached, len(rows))
    if mode == "--print":
        return 0
    if mode == "--check":
        with open(PAGE) as file:
            if file.read() == text:
                return 0
        print("docs/kernel-counts.md is out of date: run scripts/update-kernel-counts.py %s" % sinter)
        return 1
    with open(PAGE, "w") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: update-kernel-counts.py SINTER [--check | --print]")
    sys.exit(main())
