# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the chains' inputs hold: a hash of the element's number and of a seed, by the same integer arithmetic whether an array of torch, one
# of JAX or a plain number stands for the element, so that processes which cannot share memory compute on the same values.
import math
import re
import struct
import zlib

MASK = 0xFFFFFFFF
# Between a chain's name and what tells a graph from it that computes something else.
VARIANT = "__"
# Kinds, by chain and input. An integer: whole numbers below it. `mask`: one in eight holds. What is not named here is `normal` (of
# deviation 1, within 2.5), or a `mask` where it is of booleans.
KINDS = {
    "adamw_multi48": {r"v\d+": "unit"},
    "adamw_one": {"v": "unit"},
    "bn_res_relu": {"variance": "positive"},
    "dropout_fwd": {"seed": 1000, "offset": 1000},
    "embed_pos_ln": {"ids": 50257},
    "fullsum": {"x": "positive"},
    "layernorm_bwd": {"mean": "unit", "rstd": "positive"},
    "xent": {"target": 32000},
}
# Inputs that are a network's weights: parameters to torch.
PARAMETERS = {
    "adamw_multi48": r"p\d+",
    "adamw_one": "p",
    "add_layernorm": "w|b",
    "bcast_row": "w|b",
    "bias_gelu": "bias",
    "bn_res_relu": "mean|variance|w|b",
    "embed_pos_ln": "tokens|positions|w|b",
    "groupnorm_silu": "w|b",
    "layernorm_bwd": "w|b",
    "rmsnorm_res": "w",
}


def family_of(case):
    """The chain without its size: `bias_gelu` of `bias_gelu_odd`; and that which a graph of sweep.py is made of."""
    case = re.sub(r"_(bf16|f32)_r\d+$", "", case.split(VARIANT)[0])
    return re.sub(r"(_(s|m|l|l_cl|odd|bf16|f32)|(?<=softmax)_\d+|(?<=xent)_\d+|(?<=l2norm)_\d+)$", "", case)


def input_names(graph):
    """What the text of a graph calls its inputs, which a plan numbers."""
    with open(graph) as file:
        signature = re.search(r"func\.func @main\((.*?)\)\s*->", file.read(), re.DOTALL).group(1)
    return re.findall(r"%(\w+): ", signature)


def kind_of(case, name, type_name):
    """What an input holds; None for an integer of which nothing is said."""
    for pattern, kind in KINDS.get(family_of(case), {}).items():
        if re.fullmatch(pattern, name):
            return kind
    return "mask" if type_name == "bool" else "normal" if re.fullmatch(r"b?f\d+\w*", type_name) else None


def is_parameter(case, name):
    return re.fullmatch(PARAMETERS.get(family_of(case), ""), name) is not None


def seed_of(case, name, buffers):
    """The seed of an input in one set of buffers."""
    return zlib.crc32(("%s %s %d" % (case, name, buffers)).encode())


class PlainNumbers:
    """Elements as Python's numbers, one at a time."""

    constant = int

    @staticmethod
    def real(word):
        return float(word)

    @staticmethod
    def rounded(value):
        return struct.unpack("f", struct.pack("f", value))[0]


def make(kind, index, seed, numbers):
    """The element `index` of an input with `seed`: a real number in f32, a whole number or a truth value. `numbers` has `constant`, what a
    constant of 32 bits is beside `index`; `real`, which makes f32 of whole numbers below 2^24 or of their difference; and `rounded`, which
    rounds to f32 what was computed of those."""
    c = numbers.constant
    word = (index * c(0x9E3779B1) & c(MASK)) ^ seed
    word = (word ^ (word >> c(16))) * c(0x7FEB352D) & c(MASK)
    word = (word ^ (word >> c(15))) * c(0x846CA68B) & c(MASK)
    word = word ^ (word >> c(16))
    if kind == "mask":
        return word >> c(29) == c(0)
    if isinstance(kind, int):
        return word % c(kind)
    if kind == "unit":
        return numbers.rounded(numbers.real(word >> c(8)) * 2.0**-24)
    if kind == "positive":
        return numbers.rounded(numbers.real(word >> c(8)) * 2.0**-24 + 0.5)
    if kind == "normal":
        # The difference of two numbers of 24 bits, which f32 holds exactly, rounded once as it is scaled.
        other = word * c(0xC2B2AE35) & c(MASK)
        scale = PlainNumbers.rounded(math.sqrt(6) * 2.0**-24)
        return numbers.rounded((numbers.real(word >> c(8)) - numbers.real(other >> c(8))) * scale)
    raise ValueError("no kind of values is called `%s`" % kind)
