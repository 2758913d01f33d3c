#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a graph of N equal transformer layers, for compile times: repeat_layers.py N > layers.mlir

A layer is 41 operators: two layer norms, attention with 4 heads, and a GELU block, each with weights of its own. Widths are
small, since compile time does not depend on them."""
import sys

TOKENS, WIDTH, HEADS = 64, 256, 4
INNER, HEAD = 4 * WIDTH, WIDTH // HEADS


def tensor(*dims):
    return f"tensor<{'x'.join(map(str, dims + ('f32',)))}>"


X, F = tensor(TOKENS, WIDTH), tensor(TOKENS, INNER)
BY_TOKEN, BY_HEAD = tensor(TOKENS, HEADS, HEAD), tensor(HEADS, TOKENS, HEAD)
KEYS, SCORES = tensor(HEADS, HEAD, TOKENS), tensor(HEADS, TOKENS, TOKENS)
W, V = tensor(WIDTH, WIDTH), tensor(WIDTH)


def layer(i, before):
    """The lines of layer `i` and the value that it gives."""
    weights = {"ga": V, "ba": V, "gf": V, "bf": V, "wq": W, "wk": W, "wv": W, "wo": W,
               "w1": tensor(WIDTH, INNER), "c1": tensor(INNER), "w2": tensor(INNER, WIDTH), "c2": V}
    lines = [f'%{name}{i} = sinter.parameter "{name}{i}" : {shape}' for name, shape in weights.items()]
    lines.append(f"%a{i} = sinter.layer_norm {before} scale(%ga{i} : {V}) bias(%ba{i} : {V}) axis = 1 epsilon = 1.0e-05 : {X}")
    for part in "qkv":
        turned, shape = ("[1, 2, 0]", KEYS) if part == "k" else ("[1, 0, 2]", BY_HEAD)
        lines += [f"%{part}{i} = sinter.matmul %a{i}, %w{part}{i} : {X}, {W} -> {X}",
                  f"%{part}r{i} = sinter.reshape %{part}{i} : {X} -> {BY_TOKEN}",
                  f"%{part}t{i} = sinter.transpose %{part}r{i} permutation = {turned} : {BY_TOKEN} -> {shape}"]
    lines += [f"%s{i} = sinter.matmul %qt{i}, %kt{i} : {BY_HEAD}, {KEYS} -> {SCORES}",
              f"%e{i} = sinter.constant dense<{HEAD ** -0.5}> : tensor<f32>",
              f"%eb{i} = sinter.broadcast %e{i} dims = [] : tensor<f32> -> {SCORES}",
              f"%se{i} = sinter.mul %s{i}, %eb{i} : {SCORES}",
              f"%p{i} = sinter.softmax %se{i} axis = 2 : {SCORES}",
              f"%o{i} = sinter.matmul %p{i}, %vt{i} : {SCORES}, {BY_HEAD} -> {BY_HEAD}",
              f"%ot{i} = sinter.transpose %o{i} permutation = [1, 0, 2] : {BY_HEAD} -> {BY_TOKEN}",
              f"%or{i} = sinter.reshape %ot{i} : {BY_TOKEN} -> {X}",
              f"%y{i} = sinter.matmul %or{i}, %wo{i} : {X}, {W} -> {X}",
              f"%h{i} = sinter.add {before}, %y{i} : {X}",
              f"%f{i} = sinter.layer_norm %h{i} scale(%gf{i} : {V}) bias(%bf{i} : {V}) axis = 1 epsilon = 1.0e-05 : {X}",
              f"%m{i} = sinter.matmul %f{i}, %w1{i} : {X}, {weights['w1']} -> {F}",
              f"%c1b{i} = sinter.broadcast %c1{i} dims = [1] : {weights['c1']} -> {F}",
              f"%mb{i} = sinter.add %m{i}, %c1b{i} : {F}",
              f"%u{i} = sinter.gelu erf %mb{i} : {F}",
              f"%n{i} = sinter.matmul %u{i}, %w2{i} : {F}, {weights['w2']} -> {X}",
              f"%c2b{i} = sinter.broadcast %c2{i} dims = [1] : {V} -> {X}",
              f"%nb{i} = sinter.add %n{i}, %c2b{i} : {X}",
              f"%z{i} = sinter.add %h{i}, %nb{i} : {X}"]
    return lines, f"%z{i}"


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit() or int(sys.argv[1]) < 1:
        sys.exit("usage: repeat_layers.py N")
    value = "%x"
    print(f"func.func @main(%x: {X}) -> {X} {{")
    for i in range(int(sys.argv[1])):
        lines, value = layer(i, value)
        print("\n".join("  " + line for line in lines))
    print(f"  return {value} : {X}\n}}")


main()
