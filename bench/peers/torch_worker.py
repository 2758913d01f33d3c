#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The worker that executes Sinter's plans and torch's functions of a chain by turns on the same inputs, in one process and CUDA context.
# compare.py asks it. Without torch it executes the plans alone.
#   torch_worker.py --runtime=FILE [--device=cpu] [--no-torch]
#   torch_worker.py ... --warm=PART/PARTS GRAPH=PLAN...     compiles torch's functions of these chains, for the cache that it keeps
import argparse
import gc
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import cuda_driver
import references
import sinter_capi
import values
import worker

ALIGNMENT = 512
LEAST_SETS, MOST_SETS, MOST_EXECUTIONS = 3, 4096, 4096
# About what a GPU of this decade moves, and a node takes; only the length of a replay follows from them.
BYTES_PER_MICROSECOND, MICROSECONDS_PER_NODE = 4e6, 1.5


class Side:
    """What is timed: `run(i)` is execution i on its set of buffers. `facts` is what is told of it."""

    def __init__(self, run, results):
        self.run, self.results, self.facts, self.replay, self.graph = run, results, {}, None, None


class Arena:
    """Memory of one argument for each set of buffers, one behind the other, as `pointers` and, with torch, as `tensors`."""

    def __init__(self, bench, argument, sets, byte):
        self.step = max(ALIGNMENT, -(-argument.bytes // ALIGNMENT) * ALIGNMENT)
        self.bench, self.argument, self.tensors = bench, argument, None
        if bench.torch:
            self.memory = bench.torch.full((self.step * sets,), byte, dtype=bench.torch.uint8, device=bench.torch_device)
            base = self.memory.data_ptr()
            self.tensors = [bench.tensor_in(self.memory[i * self.step : (i + 1) * self.step], argument) for i in range(sets)]
        else:
            self.memory = base = bench.device.allocate(self.step * sets)
            for i in range(sets):
                bench.device.write(base + i * self.step, bytes([byte]) * argument.bytes, bench.stream)
        self.pointers = [base + i * self.step for i in range(sets)]

    def close(self):
        if not self.bench.torch:
            self.bench.device.free(self.memory)


class TorchNumbers:
    constant = int

    def __init__(self, torch):
        self.torch = torch

    def real(self, word):
        return word.to(self.torch.float32)

    @staticmethod
    def rounded(value):
        return value


class Bench:
    def __init__(self, options):
        self.is_cpu, self.torch = options.device == "cpu", None
        self.device = sinter_capi.Device(sinter_capi.Runtime(options.runtime), self.is_cpu)
        self.driver = None if self.is_cpu else cuda_driver.Driver()
        if not options.no_torch:
            self._set_torch_up()
        self.torch_stream = None
        if self.torch and not self.is_cpu:
            # All of torch's work and all of Sinter's goes into one stream, and so happens in the order of its calls.
            self.torch_stream = self.torch.cuda.Stream()
            self.torch.cuda.set_stream(self.torch_stream)
            self.stream = self.torch_stream.cuda_stream
        else:
            self.stream = self.device.create_stream()
        self.case, self.sides, self.executions_, self.arenas = None, {}, [], []

    def _set_torch_up(self):
        import torch

        self.torch, self.torch_device = torch, "cpu" if self.is_cpu else "cuda"
        self.chains = __import__("torch_chains")
        torch.set_grad_enabled(False)
        if self.is_cpu:
            torch.set_num_threads(1)
        elif not torch.cuda.is_available():
            raise RuntimeError("torch %s has no GPU here" % torch.__version__)
        # What a process that only warms the cache chose by timing on a busy GPU is not kept.
        inductor = __import__("torch._inductor.config", fromlist=["config"])
        if hasattr(inductor, "autotune_local_cache"):
            inductor.autotune_local_cache = False
        self.types = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "f8e4m3": torch.float8_e4m3fn,
                      "f8e5m2": torch.float8_e5m2, "i64": torch.int64, "i32": torch.int32, "i16": torch.int16, "i8": torch.int8, "u8": torch.uint8,
                      "bool": torch.bool}

    def tensor_in(self, memory, argument):
        used = memory[: argument.bytes]
        return used.view(self.types[argument.type]).as_strided(argument.dims, argument.strides, used.storage_offset() // self.types[argument.type].itemsize + argument.offset)

    # Requests.

    def about(self):
        about = {"device": self.device.name, "torch": None}
        if self.torch:
            about.update(torch=self.torch.__version__, cuda=self.torch.version.cuda)
            if not self.is_cpu:
                about["device"] = self.torch.cuda.get_device_name()
        return about

    def prepare(self, graph, plans, engines, rotate_bytes, replay_us):
        """Makes buffers and graphs for the plans of a chain, by their columns' names, and for torch's function of it."""
        self.drop()
        self.case = case = os.path.splitext(os.path.basename(graph))[0]
        failed = {}
        for name, path in plans.items():
            try:
                self.executions_.append((name, sinter_capi.Execution(self.device, path)))
            except sinter_capi.SinterError as error:
                failed[name] = str(error)
        if not self.executions_:
            raise RuntimeError("; ".join(failed.values()))
        first = self.executions_[0][1]
        self.inputs, self.outputs = first.inputs, first.outputs
        read, written = sum(a.bytes for a in self.inputs), sum(a.bytes for a in self.outputs)
        self._choose_sets(read + written, rotate_bytes, replay_us)
        self.names = values.input_names(graph)
        kinds = [values.kind_of(case, name, a.type) for name, a in zip(self.names, self.inputs)]
        for name, argument, kind in zip(self.names, self.inputs, kinds):
            if kind is None:
                raise RuntimeError("nothing is said in values.py of what the input `%s` of `%s` holds, which is %s" % (name, case, argument.type))
        self.input_arenas = [self._own(self._fill(name, a, kind)) for name, a, kind in zip(self.names, self.inputs, kinds)]
        for name, execution in self.executions_:
            self._try(name, failed, lambda: self._prepare_sinter(execution))
        for engine in engines:
            self._try(engine, failed, lambda: self._prepare_torch(engine == "torch"))
        largest = max(self.inputs + self.outputs, key=lambda a: a.bytes)
        return {
            "inputs": [dict(a.as_json(), kind=kind, called=name) for name, a, kind in zip(self.names, self.inputs, kinds)],
            "outputs": [a.as_json() for a in self.outputs],
            "read": read, "written": written, "sets": self.sets, "executions": self.count,
            "row_bytes": largest.bytes // max(1, product(largest.dims) // (largest.dims or [1])[-1]),
            "sides": {name: side.facts for name, side in self.sides.items()}, "failed": failed,
        }

    def time(self, side):
        """Microseconds of one execution: the mean of a replay that follows another without a pause."""
        side = self.sides[side]
        if self.is_cpu:
            begin = time.perf_counter()
            side.replay()
            return {"microseconds": (time.perf_counter() - begin) * 1e6 / self.count}
        side.replay()
        self.driver.start(self.stream)
        side.replay()
        return {"microseconds": self.driver.stop(self.stream) / self.count}

    def check(self, samples):
        """What is wrong with each side's outputs, by its name: nothing, or a list of lines. `samples` are other processes' outputs, by their
        names: of each output some elements."""
        return {"wrong": references.check(self, samples), "reference": references.NAME_WITH_TORCH if self.torch else references.NAME_WITHOUT_TORCH}

    def drop(self):
        self.device.synchronize(self.stream)
        for side in self.sides.values():
            if isinstance(side.graph, cuda_driver.Graph):
                side.graph.close()
        self.sides = {}
        for _, execution in self.executions_:
            execution.close()
        for arena in self.arenas:
            arena.close()
        self.executions_, self.arenas, self.input_arenas = [], [], []
        if self.torch:
            self.torch._dynamo.reset()
            gc.collect()
            if not self.is_cpu:
                self.torch.cuda.empty_cache()

    def gaps(self):
        """The time that a node of a graph takes beyond its kernel's, which a profiler tells, for a small and a larger kernel."""
        return {"gaps": references.node_gaps(self)} if self.torch and not self.is_cpu else {"gaps": []}

    def kernels(self):
        """The kernels of one execution of each side, as a profiler sees them, by the side's name."""
        if not self.torch or self.is_cpu:
            return {"kernels": {}}
        return {"kernels": {name: references.profile(self.torch, lambda: side.run(0)) for name, side in self.sides.items()}}

    # Parts of `prepare`.

    def _own(self, arena):
        self.arenas.append(arena)
        return arena

    def _try(self, name, failed, prepare):
        try:
            self.sides[name] = prepare()
        except Exception:
            failed[name] = worker.short_error()

    def _choose_sets(self, size, rotate_bytes, replay_us):
        self.sets = min(max(-(-rotate_bytes // max(1, size)), LEAST_SETS), MOST_SETS)
        self.count = self.sets
        if not self.is_cpu:
            turn = self.sets * max(size / BYTES_PER_MICROSECOND, MICROSECONDS_PER_NODE)
            self.count *= min(max(int(replay_us / turn) + 1, 1), max(1, MOST_EXECUTIONS // self.sets))

    def _fill(self, name, argument, kind):
        arena = Arena(self, argument, self.sets, 0)
        seeds = [values.seed_of(self.case, name, i) for i in range(self.sets)]
        if not self.torch:
            # One number after the other is slow: values repeat after a few sets.
            packed = [references.pack(argument.type, kind, seed, argument.bytes) for seed in seeds[:LEAST_SETS]]
            for i, pointer in enumerate(arena.pointers):
                self.device.write(pointer, packed[i % LEAST_SETS], self.stream)
            return arena
        torch, kept = self.torch, self.types[argument.type]
        count, step = argument.bytes // kept.itemsize, arena.step // kept.itemsize
        sets = arena.memory.view(kept).view(self.sets, step)
        at_once = max(1, 2**25 // max(1, count))
        index = torch.arange(count, dtype=torch.int64, device=self.torch_device)
        for begin in range(0, self.sets, at_once):
            seed = torch.tensor(seeds[begin : begin + at_once], dtype=torch.int64, device=self.torch_device)[:, None]
            sets[begin : begin + at_once, :count] = values.make(kind, index, seed, TorchNumbers(torch)).to(kept)
        return arena

    def _prepare_sinter(self, execution):
        if [a.as_json() for a in execution.inputs + execution.outputs] != [a.as_json() for a in self.inputs + self.outputs]:
            raise RuntimeError("its arguments are not those of `%s`" % self.executions_[0][0])
        arenas = [self._own(Arena(self, a, self.sets, 0xFF)) for a in execution.outputs]
        inputs = [[arena.pointers[i] for arena in self.input_arenas] for i in range(self.sets)]
        outputs = [[arena.pointers[i] for arena in arenas] for i in range(self.sets)]
        execution.bind(inputs[0], outputs[0])
        execution.prepare()
        execution.run(self.stream)
        self.device.synchronize(self.stream)
        launches = execution.launches()

        def run(i):
            execution.move(inputs[i % self.sets], outputs[i % self.sets])
            execution.run(self.stream)

        side = Side(run, lambda i: [arena.tensors[i] for arena in arenas] if self.torch else [self._read(arena, i) for arena in arenas])
        side.facts["launches"] = launches
        if self.is_cpu:
            side.replay = lambda: [run(i) for i in range(self.count)]
        else:
            side.graph = self.driver.capture(self.stream, lambda boundary: [(run(i), boundary()) for i in range(self.count)])
            side.replay = lambda: side.graph.launch(self.stream)
            side.facts.update(nodes=side.graph.nodes / self.count, programmatic=side.graph.programmatic)
        return side

    def _read(self, arena, i):
        return self.device.read(arena.pointers[i], arena.argument.bytes, self.stream)

    def function(self):
        """Torch's function of the chain, or None."""
        known = self.torch and values.VARIANT not in self.case
        return getattr(self.chains, values.family_of(self.case), None) if known else None

    def arguments(self, i):
        """Set i of the inputs as torch's function takes them."""
        tensors = [arena.tensors[i] for arena in self.input_arenas]
        return [self.torch.nn.Parameter(t, requires_grad=False) if values.is_parameter(self.case, name) else t for t, name in zip(tensors, self.names)]

    def _prepare_torch(self, is_compiled):
        function = self.function()
        if function is None:
            raise RuntimeError("torch has no function for `%s`" % self.case)
        arguments, results = [self.arguments(i) for i in range(self.sets)], [None] * self.sets
        if is_compiled:
            function = self.torch.compile(function, dynamic=False)

        def run(i):
            # The set's results before these live until these are there, so that they, too, lie elsewhere each time.
            made = function(*arguments[i % self.sets])
            results[i % self.sets] = list(made) if isinstance(made, (list, tuple)) else [made]

        side = Side(run, lambda i: results[i])
        begin = time.perf_counter()
        if self.is_cpu:
            run(0)
            side.replay = lambda: [run(i) for i in range(self.count)]
        else:
            for i in range(LEAST_SETS):
                run(i)
            self.torch_stream.synchronize()
        side.facts["first_calls_s"] = round(time.perf_counter() - begin, 3)
        if not self.is_cpu:
            side.graph = self.torch.cuda.CUDAGraph(keep_graph=True)
            boundaries = cuda_driver.Boundaries(self.driver, self.stream)
            with self.torch.cuda.graph(side.graph, stream=self.torch_stream, capture_error_mode="thread_local"):
                for i in range(self.count):
                    run(i)
                    boundaries.mark()
            graph = cuda_driver.c_void_p(side.graph.raw_cuda_graph())
            side.facts.update(nodes=cuda_driver.count_nodes(self.driver, graph) / self.count, programmatic=boundaries.programmatic_edges(graph))
            side.graph.instantiate()
            side.replay = side.graph.replay
        return side


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def warm(bench, part, parts, chains):
    for chain in chains[part::parts]:
        graph, _, plan = chain.partition("=")
        try:
            bench.prepare(graph, {"sinter": plan}, [], 1, 1)
            if bench.function() is not None:
                bench.torch.compile(bench.function(), dynamic=False)(*bench.arguments(0))
        except Exception:
            # The process that measures tells it again.
            print("%s: %s" % (graph, worker.short_error()), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description="Executes plans and torch's functions for compare.py.")
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    parser.add_argument("--no-torch", action="store_true")
    parser.add_argument("--warm", metavar="PART/PARTS")
    parser.add_argument("chains", nargs="*", metavar="GRAPH=PLAN")
    options = parser.parse_args()
    if options.warm:
        part, parts = (int(number) for number in options.warm.split("/"))
        return warm(Bench(options), part, parts, options.chains)
    worker.serve(lambda: Bench(options))


if __name__ == "__main__":
    sys.exit(main())
