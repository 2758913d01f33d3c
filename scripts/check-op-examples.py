#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the examples in the descriptions of a dialect's operators parse and verify, and that each operator has one.

An example may use values that it does not define. They become arguments of a function around it, and their types come
from the parser: it says which name is not declared, and which type it expects of it.

usage: check-op-examples.py --tblgen MLIR-TBLGEN --dialect NAME -I FOLDER... FILE.td -- OPT-TOOL ARGUMENTS...
"""

import argparse
import re
import subprocess
import sys

SECTION = re.compile(r"^### `([\w.]+)`", re.MULTILINE)
EXAMPLE = re.compile(r"```mlir\n(.*?)```", re.DOTALL)
UNDECLARED = re.compile(r"<stdin>:(\d+):(\d+): error: use of undeclared SSA value name")
MISTYPED = re.compile(r"error: use of value '(%[\w$.-]+)' expects different type than prior uses: '(.*)' vs '.*'")
NAME = re.compile(r"%[\w$.-]+")
MAX_ARGUMENTS = 32
# Examples that open with one of these stand alone; others are lines of a function.
TOP_LEVEL = ("func.func", "module", "kernel.func", "kernel.thread_func", "plan.entry", "plan.constant ")


def module_text(example, arguments):
    if example.lstrip().startswith(TOP_LEVEL):
        return example
    parameters = ", ".join(f"{name}: {type_}" for name, type_ in arguments.items())
    return f"func.func @example({parameters}) {{\n{example}\nreturn\n}}\n"


def parse(example, tool):
    """The parser's complaint about `example`, or nothing."""
    arguments = {}
    for _ in range(2 * MAX_ARGUMENTS):
        text = module_text(example, arguments)
        result = subprocess.run(tool, input=text, capture_output=True, text=True, check=False)
        if result.returncode == 0:
            return ""
        undeclared, mistyped = UNDECLARED.search(result.stderr), MISTYPED.search(result.stderr)
        if undeclared:
            line, column = int(undeclared[1]) - 1, int(undeclared[2]) - 1
            name = NAME.match(text.splitlines()[line], column)
            if not name or name[0] in arguments:
                return result.stderr
            arguments[name[0]] = "none"
        elif mistyped and arguments.get(mistyped[1]) == "none":
            arguments[mistyped[1]] = mistyped[2]
        else:
            return result.stderr
    return f"more than {MAX_ARGUMENTS} values that are not defined"


def read_examples(documentation):
    """Pairs of an operator's name and an example in its section."""
    sections = list(SECTION.finditer(documentation))
    for section, following in zip(sections, sections[1:] + [None]):
        body = documentation[section.end():following.start() if following else len(documentation)]
        yield section[1], EXAMPLE.findall(body)


def main():
    command, separator, tool = sys.argv[1:], "", []
    if "--" in command:
        at = command.index("--")
        command, separator, tool = command[:at], "--", command[at + 1:]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tblgen", required=True)
    options.add_argument("--dialect", required=True)
    options.add_argument("-I", dest="folders", action="append", default=[])
    options.add_argument("file")
    options = options.parse_args(command)
    if not separator or not tool:
        sys.exit("error: expected `--` and the tool that parses")

    generate = [options.tblgen, "-gen-op-doc", f"-dialect={options.dialect}", options.file] + [f"-I{f}" for f in options.folders]
    documentation = subprocess.run(generate, capture_output=True, text=True, check=True).stdout
    examples = dict(read_examples(documentation))
    if not examples:
        sys.exit(f"error: no operator in the documentation of {options.file}")
    failures = 0
    everything = "\n".join(e for texts in examples.values() for e in texts)
    for operator, texts in examples.items():
        # An operator that only stands inside of another, such as a terminator, has its example there.
        if not re.search(re.escape(operator) + r"(?![\w.])", everything):
            print(f"{operator}: error: no example in any description")
            failures += 1
        for text in texts:
            complaint = parse(text, tool)
            if complaint:
                print(f"{operator}: error: its example does not parse:\n{text}{complaint}")
                failures += 1
    print(f"{len(examples)} operators, {sum(map(len, examples.values()))} examples, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
