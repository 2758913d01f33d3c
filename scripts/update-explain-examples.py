#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes docs/explain-examples.md: what `sinter explain` prints for BERT base and for the ten chains of bench/chains/cases that gain most, one
# a family, at the sizes that their symbols' ranges end at.
#   update-explain-examples.py SINTER
import glob
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HEAD = """# What explain says

Made by `scripts/update-explain-examples.py`; [its page](Explain.md) says how to read it. No GPU was used: times are expected ones.
"""


def explain(sinter, path, *options):
    # Where the output names the graph, it is by this path.
    command = [sinter, "explain", path, "--no-compile"] + list(options)
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout


def main():
    sinter = os.path.abspath(sys.argv[1])
    gains = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "bench/chains/cases/*.mlir"))):
        path = os.path.relpath(path, ROOT)
        report = json.loads(explain(sinter, path, "--json"))
        name = os.path.basename(path)[:-len(".mlir")]
        gain = report["unfused"]["microseconds"] / report["fused"]["microseconds"]
        # bias_gelu_s and bias_gelu_l are one family.
        family = name.rsplit("_", 1)[0]
        gains[family] = max(gains.get(family, (0, "")), (gain, path))
    text = HEAD
    text += "\n## BERT base, batch 1, 128 tokens\n\n    sinter explain test/models/bert_base/dynamo_static.onnx --top=12\n\n```text\n"
    text += explain(sinter, "test/models/bert_base/dynamo_static.onnx", "--top=12") + "```\n"
    for gain, path in sorted(gains.values(), reverse=True)[:10]:
        text += "\n## %s\n\n    sinter explain %s\n\n```text\n" % (os.path.basename(path)[:-len(".mlir")], path)
        text += explain(sinter, path) + "```\n"
    with open(os.path.join(ROOT, "docs/explain-examples.md"), "w") as file:
        file.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: update-explain-examples.py SINTER")
    main()
