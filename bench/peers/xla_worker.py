#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The worker that executes JAX's functions of the chains, which XLA compiles, in a process of its own: JAX puts nothing into a graph or a
# stream of the caller's, so that its profiler tells the time of each kernel instead. compare.py asks it.
#   xla_worker.py [--device=cpu]
import argparse
import glob
import os
import re
import shutil
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import references
import values
import worker

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
# Sets of buffers: as many as the other side has, but no more than take a second to make.
MOST_SETS, LEAST_CALLS = 2048, 24


class Bench:
    def __init__(self, options):
        if options.device == "cpu":
            os.environ["JAX_PLATFORMS"] = "cpu"
        import jax
        import jax.numpy as jnp

        self.is_cpu, self.jax, self.jnp, self.chains = options.device == "cpu", jax, jnp, __import__("jax_chains")
        self.device = jax.devices()[0]
        if not self.is_cpu and self.device.platform != "gpu":
            raise RuntimeError("JAX %s has no GPU here, but %s" % (jax.__version__, self.device))
        # JAX has no integers of 64 bits by default.
        self.types = {"f32": jnp.float32, "f16": jnp.float16, "bf16": jnp.bfloat16, "i64": jnp.int32, "i32": jnp.int32, "i8": jnp.int8, "bool": jnp.bool_}

    def about(self):
        return {"jax": self.jax.__version__, "device": str(self.device.device_kind)}

    def prepare(self, case, inputs, sets):
        """Makes the inputs, which the other worker described, and compiles the chain's function."""
        self.drop()
        function = getattr(self.chains, case, None) or getattr(self.chains, values.family_of(case), None)
        if function is None:
            raise RuntimeError("JAX has no function for `%s`" % case)
        self.sets = [[self._make(case, one, i) for one in inputs] for i in range(min(sets, MOST_SETS))]
        self.jax.block_until_ready(self.sets)
        self.function = self.jax.jit(function)
        begin = time.perf_counter()
        self.jax.block_until_ready(self.function(*self.sets[0]))
        return {"first_call_s": round(time.perf_counter() - begin, 3), "sets": len(self.sets)}

    def time(self):
        """Of one execution: `kernel_us`, the sum of its kernels' times, and `kernels`, how many. The host's time where there is no GPU."""
        calls = self.sets * -(-LEAST_CALLS // len(self.sets))
        if self.is_cpu:
            begin = time.perf_counter()
            self.jax.block_until_ready([self.function(*one) for one in calls])
            return {"kernel_us": (time.perf_counter() - begin) * 1e6 / len(calls), "kernels": 0}
        self._execute(self.sets[:8])
        return self._profile(calls)

    def sample(self):
        """Elements of the outputs of set 0, as references.py places them, as text where they are no numbers."""
        leaves = self.jax.tree_util.tree_leaves(self.function(*self.sets[0]))
        samples = []
        for leaf in leaves:
            places = self.jnp.asarray(references.sample_places(leaf.size), self.jnp.int32)
            chosen = leaf.reshape(-1)[places]
            chosen = chosen.astype(self.jnp.float32) if self.jnp.issubdtype(leaf.dtype, self.jnp.floating) else chosen
            samples.append([value if value == value and abs(value) != float("inf") else str(value) for value in chosen.tolist()])
        return {"samples": samples}

    def drop(self):
        self.sets = self.function = None
        self.jax.clear_caches()

    def _make(self, case, one, i):
        # As it lies in memory.
        order = sorted(range(len(one["dims"])), key=lambda d: (-one["strides"][d], d))
        dims = tuple(one["dims"][d] for d in order)
        return self._filled(one["kind"], dims, one["type"])(self.jnp.uint32(values.seed_of(case, one["called"], i)))

    def _filled(self, kind, dims, type_name):
        key = (kind, dims, type_name)
        self.fillers = getattr(self, "fillers", {})
        if key not in self.fillers:
            count = 1
            for dim in dims:
                count *= dim

            def fill(seed):
                index = self.jnp.arange(count, dtype=self.jnp.uint32)
                return values.make(kind, index, seed, JaxNumbers(self.jnp)).astype(self.types[type_name]).reshape(dims)

            self.fillers[key] = self.jax.jit(fill)
        return self.fillers[key]

    def _execute(self, calls):
        # Each set's results live until it has others, so that they, too, lie elsewhere each time.
        kept = [None] * len(self.sets)
        for i, one in enumerate(calls):
            kept[i % len(kept)] = self.function(*one)
        self.jax.block_until_ready(kept)

    def _profile(self, calls):
        folder = tempfile.mkdtemp()
        try:
            options = self.jax.profiler.ProfileOptions()
            options.python_tracer_level = options.host_tracer_level = 0
            with self.jax.profiler.trace(folder, profiler_options=options):
                self._execute(calls)
            found = glob.glob(os.path.join(folder, "**", "*.xplane.pb"), recursive=True)
            if not found:
                raise RuntimeError("JAX's profiler wrote nothing")
            return self._read_profile(found[0], len(calls))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _read_profile(self, path, calls):
        """Kernels and copies in the order of their starts; the median over the calls where each has the same number of them."""
        events = []
        for plane in self.jax.profiler.ProfileData.from_file(path).planes:
            if not plane.name.startswith("/device:GPU"):
                continue
            for line in plane.lines:
                # Other lines tell the same events by XLA's operators.
                if line.name.lower().startswith("stream"):
                    events += [(event.start_ns, event.duration_ns / 1e3, event.name) for event in line.events]
        if not events:
            raise RuntimeError("JAX's profiler saw no kernel")
        events.sort()
        names = sorted({re.sub(r"\d+", "#", name) for _, _, name in events})
        each = len(events) // calls
        if each * calls != len(events) or each == 0:
            # Not all calls alike, or events lost: the mean.
            return {"kernel_us": sum(event[1] for event in events) / calls, "kernels": len(events) / calls, "names": names[:12]}
        sums = [sum(event[1] for event in events[i * each : (i + 1) * each]) for i in range(calls)]
        return {"kernel_us": statistics.median(sums), "kernels": each, "names": names[:12]}


class JaxNumbers:
    def __init__(self, jnp):
        self.jnp = jnp

    def constant(self, value):
        return self.jnp.uint32(value)

    def real(self, word):
        return word.astype(self.jnp.float32)

    @staticmethod
    def rounded(value):
        return value


def main():
    parser = argparse.ArgumentParser(description="Executes JAX's functions for compare.py.")
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda")
    options = parser.parse_args()
    worker.serve(lambda: Bench(options))


if __name__ == "__main__":
    main()
