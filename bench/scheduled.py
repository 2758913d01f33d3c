# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How a graph is scheduled for a target at sizes of its symbols, and smaller sizes at which it is scheduled alike: what a check that takes long runs in place of the
# size that is measured.
import json
import re

import races

COMPILE_LIMIT = 300
SCHEDULE = re.compile(r"schedule (#kernel\.schedule<(?:[^<>]|<[^<>]*>)*>)")

# CUDA's reduction of a large argument by pi keeps words of a product in local memory, which smaller arguments do not touch.
REDUCED_BY_PI, REDUCTION_BYTES = re.compile(r"\bsinter::(sin|cos|tan)\("), 32


def judge_machine_code(kernel, text):
    """What is wrong with what a kernel of `explain` takes, and what has to be said of it; `text` is the emitted one."""
    if kernel["registers"] is None:
        raise races.Failure("NVRTC says nothing about " + kernel["kernel"])
    wrong, said = [], []
    if kernel["spilled_bytes"] != 0:
        wrong.append("spills %d bytes a thread" % kernel["spilled_bytes"])
    if kernel["stack_bytes"] > kernel["spilled_bytes"]:
        words = "%d bytes of local memory a thread" % kernel["stack_bytes"]
        function = REDUCED_BY_PI.search(text)
        if function and kernel["stack_bytes"] <= REDUCTION_BYTES:
            said.append(words + ", all of them CUDA's for arguments of %s beyond 105,615" % function[1])
        else:
            wrong.append(words)
    return wrong, said


class Graph:
    """Its sizes give each symbol a value, which is fixed when it is compiled; with `keeps_symbols` they are empty, and plans serve all values."""

    def __init__(self, sinter, path, target, keeps_symbols=False):
        self.sinter, self.path, self.target, self.name = sinter, path, target, races.name_of(path)
        with open(path) as file:
            self.text = file.read()
        ranges = re.findall(r"(\w+) = #sinter\.range<(\d+), (\d+), (\d+)>", self.text)
        self.kept = [name for name, *_ in ranges] if keeps_symbols else []
        ranges = [] if keeps_symbols else ranges
        self.full = {name: int(last) for name, _, last, _ in ranges}
        self.least = {name: int(first) for name, first, _, _ in ranges}
        self.divisor = {name: int(divisor) for name, _, _, divisor in ranges}

    def dims(self, sizes):
        return ["--dim=%s=%d" % pair for pair in sorted(sizes.items())]

    def explain(self, sizes, *more):
        return json.loads(races.call([self.sinter, "explain", self.path, "--json", "--target=" + self.target, *self.dims(sizes), *more], COMPILE_LIMIT))

    def emit(self, stage, sizes, target=None):
        return races.call([self.sinter, "compile", self.path, "--emit=" + stage, "--target=" + (target or self.target), *self.dims(sizes)], COMPILE_LIMIT)

    def schedules(self, sizes, target=None):
        """What the rules choose, in the order of the kernels: before any is compiled, and spills."""
        return SCHEDULE.findall(self.emit("kernel", sizes, target))

    def kernels(self, sizes):
        """What `explain` says of each launched kernel, as compiled, by its name."""
        return {group["launched_as"] or group["kernel"]: group for group in self.explain(sizes)["groups"] if group["kind"] == "kernel"}

    def megabytes(self, sizes):
        return self.explain(sizes, "--no-compile")["fused"]["bytes"] / 1e6

    def smaller(self):
        """Sizes from the largest to the smallest: one symbol after the other is halved."""
        sizes = dict(self.full)
        yield dict(sizes)
        for name in sorted(sizes):
            while sizes[name] > self.least[name]:
                half = sizes[name] // 2 // self.divisor[name] * self.divisor[name]
                sizes[name] = max(self.least[name], half)
                yield dict(sizes)

    def size_within(self, most_mb, is_alike):
        """The largest that moves at most `most_mb`, of those for which is_alike(sizes); else the smallest of them, or the full one."""
        found = self.full
        if self.megabytes(found) <= most_mb:
            return found
        for sizes in self.smaller():
            if is_alike(sizes):
                found = sizes
                if self.megabytes(sizes) <= most_mb:
                    break
        return found
