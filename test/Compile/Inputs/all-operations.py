# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes kernels in thread form that use every operation the CUDA printer knows, on scalars and vectors of each type:
# that they compile shows that the device headers have what the printer prints.

FLOAT_UNARY = ["math." + name for name in (
    "exp exp2 expm1 log log2 log10 log1p tanh erf erfc sin cos tan asin acos atan sinh cosh asinh acosh atanh sqrt rsqrt floor ceil trunc roundeven round absf").split()]
FLOAT_UNARY.append("arith.negf")
FLOAT_BINARY = ["arith." + name for name in "addf subf mulf divf remf maximumf minimumf maxnumf minnumf".split()]
FLOAT_BINARY += ["math.copysign", "math.powf", "math.atan2"]
FLOAT_COMPARISONS = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
INTEGER_BINARY = ("addi subi muli divsi remsi floordivsi ceildivsi divui remui maxsi minsi maxui minui andi ori xori shli "
                  "shrsi shrui").split()
INTEGER_COMPARISONS = "eq ne slt sle sgt sge ult ule ugt uge".split()
INDEX_BINARY = "addi subi muli divsi remsi divui remui floordivsi ceildivsi maxsi minsi".split()
COMPUTE_TYPES = {"f64": "f64", "f32": "f32", "bf16": "f32", "f16": "f32", "f8E4M3FN": "f32", "f8E5M2": "f32", "i64": "i64",
                 "i32": "i32", "i16": "i32", "i8": "i32", "ui64": "i64", "ui32": "i32", "ui16": "i32", "ui8": "i32", "i1": "i1"}
CASTS = [("extf", "f32", "f64"), ("truncf", "f64", "f32"), ("fptosi", "f32", "i32"), ("extsi", "i32", "i64"),
         ("trunci", "i64", "i32"), ("extui", "i32", "i64"), ("uitofp", "i64", "f32"), ("fptoui", "f32", "i32"),
         ("trunci", "i32", "i1"), ("sitofp", "i1", "f32"), ("fptosi", "f32", "i64"), ("trunci", "i64", "i1"),
         ("extsi", "i1", "i32"), ("sitofp", "i64", "bf16"), ("extf", "bf16", "f32"), ("uitofp", "i32", "f16"), ("extf", "f16", "f32"),
         ("truncf", "f64", "f8E5M2"), ("extf", "f8E5M2", "f32"), ("index_cast", "i32", "index"), ("index_cast", "index", "i64"), ("sitofp", "i64", "f32"),
         ("bitcast", "f32", "i32"), ("trunci", "i32", "i1"), ("extui", "i1", "i64"), ("fptosi", "f64", "i64")]


class Kernel:
    """One kernel: lines, and a value that all results are folded into so that none is dead."""

    def __init__(self, name, views, index_width=32):
        arguments = ", ".join(f"%{view}: !kernel.view<{element}>" for view, element in views.items())
        self.lines = [f'kernel.thread_func @{name}({arguments}, %n: index) symbols ["n"] grid affine_map<()[s0] -> (s0)> '
                      f"threads 128 index_width {index_width} {{",
                      "  %t = kernel.thread_id",
                      "  %b = kernel.block_id",
                      "  %i = kernel.index_expr affine_map<(d0, d1)[s0] -> ((d0 * 128 + d1) * 4 + s0 floordiv 3)>(%b, %t, %n)"]
        self.count = 0

    def line(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        self.count += 1
        self.line(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def load(self, view, element, lanes):
        return self.value(f"kernel.vload %{view}[%i] : !kernel.view<{element}> -> {shaped(COMPUTE_TYPES[element], lanes)}")

    def store(self, value, element, lanes, view="y", flag=""):
        self.line(f"kernel.vstore {value}, %{view}[%i] {flag}: {shaped(COMPUTE_TYPES[element], lanes)}, !kernel.view<{element}>")

    def fold(self, operation, values, kind):
        total = values[0]
        for value in values[1:]:
            total = self.value(f"{operation} {total}, {value} : {kind}")
        return total

    def print(self):
        print("\n".join(self.lines + ["  kernel.return", "}", ""]))


def shaped(element, lanes):
    return f"vector<{lanes}x{element}>" if lanes else element


def select(kernel, condition, a, b, element, lanes):
    types = f"{shaped('i1', lanes)}, {shaped(element, lanes)}" if lanes else element
    return kernel.value(f"arith.select {condition}, {a}, {b} : {types}")


def floats(element, lanes):
    kind = shaped(element, lanes)
    kernel = Kernel(f"floats_{element}_{lanes}", {"x": element, "w": element, "y": element})
    x, w = kernel.load("x", element, lanes), kernel.load("w", element, lanes)
    c = kernel.value(f"arith.constant {'dense<2.5>' if lanes else '2.5'} : {kind}")
    values = [kernel.value(f"{name} {x} : {kind}") for name in FLOAT_UNARY]
    values += [kernel.value(f"{name} {a}, {b} : {kind}") for name in FLOAT_BINARY for a, b in ((x, w), (c, w), (x, c))]
    values += [kernel.value(f"math.fma {x}, {w}, {c} : {kind}"), kernel.value(f"math.clampf {x} to [{w}, {c}] : {kind}"),
               kernel.value(f"kernel.round {x} to bf16 : {kind}")]
    conditions = [kernel.value(f"arith.cmpf {name}, {x}, {w} : {kind}") for name in FLOAT_COMPARISONS]
    conditions += [kernel.value(f"math.{name} {x} : {kind}") for name in ("isnan", "isinf", "isfinite")]
    values += [select(kernel, condition, x, c, element, lanes) for condition in conditions]
    kernel.store(kernel.fold("arith.addf", values, kind), element, lanes)
    kernel.print()


def integers(element, lanes):
    kind = shaped(element, lanes)
    kernel = Kernel(f"integers_{element}_{lanes}", {"x": element, "w": element, "y": element})
    x, w = kernel.load("x", element, lanes), kernel.load("w", element, lanes)
    c = kernel.value(f"arith.constant {'dense<5>' if lanes else '5'} : {kind}")
    values = [kernel.value(f"arith.{name} {a}, {b} : {kind}") for name in INTEGER_BINARY for a, b in ((x, w), (c, w), (x, c))]
    values += [kernel.value(f"math.absi {x} : {kind}"), kernel.value(f"kernel.round {x} to i8 : {kind}"),
               kernel.value(f"math.ipowi {x}, {c} : {kind}"), kernel.value(f"math.ipowi {c}, {w} : {kind}")]
    for name in INTEGER_COMPARISONS:
        values.append(select(kernel, kernel.value(f"arith.cmpi {name}, {x}, {w} : {kind}"), c, x, element, lanes))
    kernel.store(kernel.fold("arith.addi", values, kind), element, lanes)
    kernel.print()


def bools(lanes):
    kind = shaped("i1", lanes)
    kernel = Kernel(f"bools_{lanes}", {"x": "i1", "w": "i1", "y": "i1"})
    x, w = kernel.load("x", "i1", lanes), kernel.load("w", "i1", lanes)
    for name in ("andi", "ori", "xori", "addi", "subi", "muli"):
        x = kernel.value(f"arith.{name} {x}, {w} : {kind}")
    for name in INTEGER_COMPARISONS:
        x = kernel.value(f"arith.cmpi {name}, {x}, {w} : {kind}")
    kernel.store(x, "i1", lanes)
    kernel.print()


def casts(lanes, index_width):
    kernel = Kernel(f"casts_{lanes}_{index_width}", {"x": "f32", "y": "i64"}, index_width)
    values = {"f32": kernel.load("x", "f32", lanes)}
    for name, source, target in CASTS:
        values[target] = kernel.value(f"arith.{name} {values[source]} : {shaped(source, lanes)} to {shaped(target, lanes)}")
    kernel.store(values["i64"], "i64", lanes)
    kernel.print()


def views(element, index_width):
    kernel = Kernel(f"views_{element.lower()}_{index_width}", {"x": element, "y": element}, index_width)
    view = f"!kernel.view<{element}>"
    kernel.line("%in = arith.cmpi slt, %i, %n : index")
    for lanes in (0, 1, 2, 4, 8):
        kind, places, flags = (shaped(base, lanes) for base in (COMPUTE_TYPES[element], "index", "i1"))
        kernel.store(kernel.load("x", element, lanes), element, lanes, flag="" if lanes % 4 else "streaming ")
        if not lanes:
            gathered = kernel.value(f"kernel.vgather %x[%i : index] if %in : i1 : {view} -> {kind}")
            kernel.line(f"kernel.vscatter {gathered}, %y[%t : index] : {kind}, {view}")
            continue
        lane = kernel.value(f"kernel.lanes %i : {places}")
        place = kernel.value(f"kernel.vindex_expr affine_map<(d0, d1)[s0] -> (d0 * 3 + d1 floordiv s0 + d0 mod 5)>"
                             f"({lane}, %t, %n : {places}, index, index) : {places}")
        same = kernel.value(f"kernel.vindex_expr affine_map<(d0) -> (d0 * 3)>(%t : index) : {places}")
        limit = kernel.value(f"kernel.splat %n : index -> {places}")
        wanted = kernel.value(f"arith.cmpi slt, {place}, {limit} : {places}")
        for clause in (f"[{place} : {places}] if {wanted} : {flags}", f"[{same} : {places}] if %in : i1", f"[{same} : {places}]"):
            gathered = kernel.value(f"kernel.vgather %x{clause} : {view} -> {kind}")
            kernel.line(f"kernel.vscatter {gathered}, %y[{lane} : {places}] : {kind}, {view}")
    kernel.print()


def reductions(element):
    folds = ["max", "min"] + (["or", "and"] if element[0] == "i" else []) + (["add", "mul"] if element != "i1" else [])
    kernel = Kernel(f"reductions_{element}", {"x": element, "y": element})
    x = kernel.load("x", element, 4)
    for fold in folds:
        part = kernel.value(f"kernel.vector_reduce {fold} {x} : vector<4x{element}> -> {element}")
        for width in (1, 8, 32):
            kernel.store(kernel.value(f"kernel.group_reduce {fold} {part} width {width} : {element}"), element, 0)
        scratch = kernel.value(f"kernel.shared : !kernel.shared<4 x {element}>")
        kernel.line(f"kernel.share_partial {part}, {scratch} : {element}, !kernel.shared<4 x {element}>")
        kernel.line("kernel.barrier")
        for warps in (1, 2, 4):
            kernel.store(kernel.value(f"kernel.gather_partials {fold} {scratch} warps {warps} : !kernel.shared<4 x {element}> -> {element}"), element, 0)
        for flags, width in (("", 8), ("exclusive ", 32), ("reverse ", 64), ("exclusive reverse ", 128)):
            kernel.count += 1
            kernel.line(f"%s{kernel.count}, %c{kernel.count} = kernel.group_scan {fold} {x} carry {part} width {width} {flags}: vector<4x{element}>, {element}")
            kernel.store(f"%s{kernel.count}", element, 4)
            part = f"%c{kernel.count}"
    kernel.print()


def random_bits():
    kernel = Kernel("random_bits", {"s": "i64", "y": "i32"})
    seed, seeds = kernel.load("s", "i64", 0), kernel.load("s", "i64", 4)
    kernel.store(kernel.value(f"kernel.random_bits {seed}, {seed}, {seed} : i64 -> i32"), "i32", 0)
    kernel.store(kernel.value(f"kernel.random_bits {seeds}, {seeds}, {seeds} : vector<4xi64> -> vector<4xi32>"), "i32", 4)
    splat = kernel.value(f"kernel.splat {seed} : i64 -> vector<4xi64>")
    kernel.store(kernel.value(f"kernel.random_bits {splat}, {splat}, {seeds} : vector<4xi64> -> vector<4xi32>"), "i32", 4)
    kernel.print()


def indices(index_width):
    kernel = Kernel(f"indices_{index_width}", {"y": "i64"}, index_width)
    c, x = kernel.value("arith.constant 7 : index"), "%i"
    for name in INDEX_BINARY:
        x = kernel.value(f"arith.{name} {kernel.value(f'arith.{name} {x}, {c} : index')}, %n : index")
    for name in INTEGER_COMPARISONS:
        x = select(kernel, kernel.value(f"arith.cmpi {name}, {x}, %n : index"), x, c, "index", 0)
    wide = kernel.value(f"arith.index_cast {x} : index to i64")
    kernel.store(kernel.value(f"kernel.splat {wide} : i64 -> vector<2xi64>"), "i64", 2)
    kernel.print()


for lane_count in (0, 4):
    floats("f32", lane_count)
    floats("f64", lane_count // 2)
    for compute in ("i32", "i64"):
        integers(compute, lane_count)
    bools(lane_count)
for width in (32, 64):
    indices(width)
    casts(0, width)
    casts(4, width)
    for memory in COMPUTE_TYPES:
        views(memory, width)
for compute in ("f64", "f32", "i64", "i32", "i1"):
    reductions(compute)
random_bits()
