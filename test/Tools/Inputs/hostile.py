"""hostile.py KIND: prints a small text that asks a reader for more than it should give."""
import sys

T = "tensor<4xf32>"
SQUARE = "tensor<4x4xf32>"


def graph(body, result="%x", type=T, prefix=""):
    return f"{prefix}func.func @main(%x: {type}) -> {type} {{\n{body}  return {result} : {type}\n}}\n"


KINDS = {
    # Brackets of an attribute, and of regions, deeper than any stack.
    "nested-attribute": lambda: graph("", prefix="#a = " + "[" * 100000 + "]" * 100000 + "\n"),
    "nested-regions": lambda: "module {\n" * 50000 + "}\n" * 50000,
    "nested-type": lambda: graph("", type="tuple<" * 50000 + ">" * 50000),
    # An expression that nests without brackets.
    "minus-signs": lambda: graph("", prefix="#m = affine_map<(d0) -> (" + "-" * 100000 + "d0)>\n"),
    # Sixty aliases of two uses each of the one before.
    "aliases": lambda: graph(
        f"  %0 = sinter.exp %x {{a = #a60}} : {T}\n",
        prefix="#a0 = [0]\n" + "".join(f"#a{i} = [#a{i - 1}, #a{i - 1}]\n" for i in range(1, 61)),
    ),
    # The same in an attribute of the dialect, whose own name is no alias, with the name and the `=` apart.
    "guards": lambda: graph(
        f"  %0 = sinter.exp %x {{a = #a60}} : {T}\n",
        prefix='#a0 = "a"\n'
        + "".join(
            f'#a{i} // once more\n = #sinter.guard<symbols = [#a{i - 1}, #a{i - 1}], map = affine_map<() -> (0)>, equal = true, text = "t">\n'
            for i in range(1, 61)
        ),
    ),
    # Types of functions, of which only the arguments have brackets.
    "functions": lambda: graph(
        f"  %0 = sinter.exp %x {{a = !a60}} : {T}\n",
        prefix="!a0 = i32\n" + "".join(f"!a{i} = (!a{i - 1}) -> !a{i - 1}\n" for i in range(1, 61)),
    ),
    # Each joins the one before with itself, the last has 2^30 ways to %x.
    "concats": lambda: f"func.func @main(%x: tensor<2x1xf32>) -> tensor<2x{2**30}xf32> {{\n  %0 = sinter.neg %x : tensor<2x1xf32>\n"
    + "".join(
        f"  %{i + 1} = sinter.concat %{i}, %{i} axis = 1 : tensor<2x{2**i}xf32>, tensor<2x{2**i}xf32> -> tensor<2x{2**(i + 1)}xf32>\n"
        for i in range(30)
    )
    + f"  return %30 : tensor<2x{2**30}xf32>\n}}\n",
    # Long chains.
    "exps": lambda: graph("".join(f"  %{i} = sinter.exp {'%x' if i == 0 else f'%{i - 1}'} : {T}\n" for i in range(5000)), "%4999"),
    "adds": lambda: graph(
        f"  %0 = sinter.neg %x : {T}\n" + "".join(f"  %{i + 1} = sinter.add %{i}, %{max(0, i - 1)} : {T}\n" for i in range(5000)), "%5000"
    ),
    "slices": lambda: graph(
        f"  %0 = sinter.neg %x : {SQUARE}\n"
        + "".join(f"  %{i + 1} = sinter.slice %{i} starts = [3, 0] steps = [-1, 1] : {SQUARE} -> {SQUARE}\n" for i in range(5000)),
        "%5000",
        SQUARE,
    ),
}

if sys.argv[1] == "bytecode":
    sys.stdout.buffer.write(b"ML\xefR\x06")
else:
    sys.stdout.write(KINDS[sys.argv[1]]())
