# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whether outputs are right: each element against torch's function of the chain, executed operator by operator in f64; without torch, some elements against
# those of the first plan. And what a profiler tells of kernels.
import json
import math
import os
import struct
import tempfile

import values

NAME_WITH_TORCH = "torch's function in f64, every element of two sets"
NAME_WITHOUT_TORCH = "the first plan, some elements of one set"
# An element may differ by this share of itself and of the output's root mean square: intermediate values are rounded at different places.
# Integers and truth values must be equal.
TOLERANCE = {"f64": 2e-4, "f32": 2e-4, "f16": 4e-3, "bf16": 2e-2, "f8e4m3": 0.13, "f8e5m2": 0.26}
SAMPLES = 256
KEPT = 0.9  # by dropout
CODES = {"f64": "d", "f32": "f", "f16": "e", "i64": "q", "i32": "i", "i16": "h", "i8": "b", "u8": "B", "bool": "?"}
BLOCK = 65536  # elements after which plain values repeat


def sample_places(count, most=SAMPLES):
    """Up to `most` places, evenly over an array of `count` elements."""
    return list(range(count)) if count <= most else [i * (count - 1) // (most - 1) for i in range(most)]


# Without torch: elements as bytes.


def pack(type_name, kind, seed, size):
    """The `size` bytes of an input without torch; from BLOCK elements on they repeat."""
    width = 2 if type_name == "bf16" else struct.calcsize(CODES[type_name])
    count = min(BLOCK, size // width)
    made = [values.make(kind, i, seed, values.PlainNumbers) for i in range(count)]
    if type_name == "bf16":
        made, code = [round_to_bf16(value) for value in made], "H"
    else:
        code = CODES[type_name]
    block = struct.pack("<%d%s" % (count, code), *made)
    return (block * -(-size // max(1, len(block))))[:size]


def round_to_bf16(value):
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def unpack(type_name, data, places):
    """Elements of an output's bytes as numbers."""
    if type_name == "bf16":
        return [struct.unpack("<f", b"\0\0" + data[2 * i : 2 * i + 2])[0] for i in places]
    if type_name == "f8e4m3":
        return [f8e4m3(data[i]) for i in places]
    width = struct.calcsize(CODES[type_name])
    return [struct.unpack("<" + CODES[type_name], data[width * i : width * (i + 1)])[0] for i in places]


def f8e4m3(bits):
    exponent, mantissa = bits >> 3 & 15, bits & 7
    if exponent == 15 and mantissa == 7:
        return math.nan
    size = mantissa * 2.0**-9 if exponent == 0 else (8 + mantissa) * 2.0 ** (exponent - 10)
    return -size if bits >> 7 else size


def count_of(argument):
    result = 1
    for dim in argument.dims:
        result *= dim
    return result


def compare(type_name, expected, actual):
    """What is wrong with some elements, as lists of numbers, or None."""
    if type_name not in TOLERANCE:
        wrong = sum(a != b for a, b in zip(actual, expected))
        return "%d of %d elements differ" % (wrong, len(expected)) if wrong else None
    finite = [b * b for b in expected if math.isfinite(b)]
    scale, tolerance = math.sqrt(sum(finite) / len(finite)) if finite else 0, TOLERANCE[type_name]
    # So written that a NaN on either side is wrong.
    wrong = [(a, b) for a, b in zip(actual, expected) if not (a == b or abs(a - b) <= tolerance * (abs(b) + scale))]
    return "%d of %d elements are off, first %g where %g was expected" % ((len(wrong), len(expected)) + wrong[0]) if wrong else None


def check_samples(bench, samples, expected):
    """`expected` and what each of `samples` has: of each output, elements at its sample_places. Lines by name."""
    wrong = {}
    for name, outputs in samples.items():
        lines = ["made %d outputs instead of %d" % (len(outputs), len(expected))] if len(outputs) != len(expected) else []
        for i, (argument, a, b) in enumerate(zip(bench.outputs, outputs, expected)):
            a = [float(value) for value in a]  # "nan" too
            line = compare(argument.type, b, a) if len(a) == len(b) else "has another size"
            lines += ["output %d: %s" % (i, line)] if line else []
        wrong[name] = lines
    return wrong


def check_plain(bench, samples):
    names = list(bench.sides)
    places = [sample_places(count_of(a), BLOCK) for a in bench.outputs]
    read = {name: [unpack(a.type, data, p) for a, data, p in zip(bench.outputs, bench.sides[name].results(0), places)] for name in names}
    wrong = {}
    for name in names:
        lines = []
        for i, (argument, a, b) in enumerate(zip(bench.outputs, read[name], read[names[0]])):
            line = compare(argument.type, b, a)
            lines += ["output %d: %s" % (i, line)] if line else []
        wrong[name] = lines
    wrong.update({name: ["there is nothing to compare it with, without torch"] for name in samples})
    return wrong


# With torch.


def in_memory_order(tensor, argument):
    """The elements one after the other as they lie in memory, which the argument's strides say, whatever those of the tensor are."""
    order = sorted(range(len(argument.dims)), key=lambda d: (-argument.strides[d], d))
    return tensor.permute(order).reshape(-1) if order else tensor.reshape(1)


def check(bench, samples):
    if not bench.torch:
        return check_plain(bench, samples)
    if bench.function() is None:
        return check_finite(bench)
    if values.family_of(bench.case) == "dropout_fwd":
        return check_dropout(bench, samples)
    wrong = {name: [] for name in bench.sides}
    for i in sorted({0, bench.sets - 1}):
        expected = [in_memory_order(e, a) for e, a in zip(reference(bench, i), bench.outputs)]
        for name, side in bench.sides.items():
            results = side.results(i)
            for number, argument in enumerate(bench.outputs):
                line = compare_tensors(bench, argument, results[number], expected[number])
                wrong[name] += ["set %d, output %d: %s" % (i, number, line)] if line else []
        if i == 0:
            wrong.update(check_samples(bench, samples, [sample(bench, e, a) for e, a in zip(expected, bench.outputs)]))
        del expected
    return wrong


def reference(bench, i):
    wide = [t.double() if t.is_floating_point() else t for t in bench.arguments(i)]
    made = bench.function()(*wide)
    return list(made) if isinstance(made, (list, tuple)) else [made]


def sample(bench, flat, argument):
    places = bench.torch.tensor(sample_places(flat.numel()), device=flat.device)
    return (flat.double() if argument.type in TOLERANCE else flat)[places].cpu().tolist()


def compare_tensors(bench, argument, actual, expected):
    torch = bench.torch
    if list(actual.shape) != argument.dims:
        return "has shape %s instead of %s" % (list(actual.shape), argument.dims)
    actual = in_memory_order(actual, argument)
    if argument.type not in TOLERANCE:
        wrong = int((actual != expected).sum())
        return "%d of %d elements differ" % (wrong, actual.numel()) if wrong else None
    actual, expected = actual.double(), expected.double()
    finite = torch.where(expected.isfinite(), expected, 0)
    scale = finite.square().mean().sqrt()
    bad = ~((actual == expected) | ((actual - expected).abs() <= TOLERANCE[argument.type] * (expected.abs() + scale)))
    wrong = int(bad.sum())
    if not wrong:
        return None
    place = int(bad.to(torch.uint8).argmax())
    return "%d of %d elements are off, first %d: %g where %g was expected" % (wrong, actual.numel(), place, float(actual[place]), float(expected[place]))


def check_finite(bench):
    """Of a graph that torch has no function of: the first plan's outputs have no NaN, and the others' are like them."""
    wrong, first = {}, None
    for name, side in bench.sides.items():
        results = [in_memory_order(r, a) for r, a in zip(side.results(0), bench.outputs)]
        first = first or results
        lines = [compare_tensors(bench, a, r, f) for a, r, f in zip(bench.outputs, side.results(0), first)]
        wrong[name] = ["output %d: %s" % (i, line) for i, line in enumerate(lines) if line]
    return wrong


def check_dropout(bench, samples):
    """Random outputs: how many are kept, that those are scaled and the others 0, and that not all sets keep the same."""
    torch, wrong = bench.torch, {}
    for name, side in bench.sides.items():
        lines, masks = [], []
        for i in sorted({0, bench.sets - 1}):
            (y, kept), x = side.results(i), bench.arguments(i)[0].double()
            expected = torch.where(kept, x / KEPT, 0)
            line = compare_tensors(bench, bench.outputs[0], y, in_memory_order(expected, bench.outputs[0]))
            lines += ["set %d: %s" % (i, line)] if line else []
            lines += is_share_wrong(kept.double().mean().item(), kept.numel())
            masks.append(kept)
        if bool((masks[0] == masks[-1]).all()):
            lines.append("keeps the same elements of each set")
        wrong[name] = lines
    x = sample(bench, in_memory_order(bench.arguments(0)[0], bench.inputs[0]), bench.inputs[0]) if samples else []
    for name, (y, kept) in samples.items():
        line = compare(bench.outputs[0].type, [a / KEPT if k else 0.0 for a, k in zip(x, kept)], [float(value) for value in y])
        wrong[name] = is_share_wrong(sum(map(bool, kept)) / len(kept), len(kept)) + ([line] if line else [])
    return wrong


def is_share_wrong(share, count):
    allowed = 6 * math.sqrt(KEPT * (1 - KEPT) / count)
    return [] if abs(share - KEPT) <= allowed else ["keeps %.5f of %d elements, expected %.1f +- %.5f" % (share, count, KEPT, allowed)]


# Profiles.


def profile(torch, execute):
    """The kernels that `execute` launches, as torch's profiler saw them: `name`, `us`, `registers` a thread, `shared` bytes a block."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiled:
        execute()
        torch.cuda.synchronize()
    handle, path = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    try:
        profiled.export_chrome_trace(path)
        with open(path, errors="replace") as file:
            events = json.loads(file.read(), strict=False)["traceEvents"]
    finally:
        os.unlink(path)
    kernels = [event for event in events if event.get("cat") == "kernel"]
    kernels.sort(key=lambda event: event["ts"])
    return [{"name": e["name"], "us": e["dur"], "registers": e["args"].get("registers per thread"), "shared": e["args"].get("shared memory"),
             "block": e["args"].get("block"), "grid": e["args"].get("grid")} for e in kernels]


def node_gaps(bench):
    """For a small and a larger kernel: `elements`, `node_us` of a node among many that depend on each other, `kernel_us` by the profiler, and
    their difference `gap_us`."""
    torch, nodes, gaps = bench.torch, 256, []
    for elements in (1024, 2**22):
        x = torch.zeros(elements, device="cuda")

        def enqueue(boundary=None):
            for _ in range(nodes):
                x.add_(1.0)

        enqueue()
        bench.torch_stream.synchronize()
        graph = bench.driver.capture(bench.stream, enqueue)
        times = []
        for _ in range(21):
            graph.launch(bench.stream)
            bench.driver.start(bench.stream)
            graph.launch(bench.stream)
            times.append(bench.driver.stop(bench.stream) / nodes)
        graph.close()
        profile(torch, enqueue)  # the first profile of a process may lack kernels
        durations = sorted(kernel["us"] for kernel in profile(torch, enqueue))
        node, kernel = sorted(times)[len(times) // 2], durations[len(durations) // 2]
        gaps.append({"elements": elements, "node_us": node, "kernel_us": kernel, "gap_us": node - kernel})
    return gaps
