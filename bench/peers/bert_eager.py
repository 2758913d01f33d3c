#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""BERT base by eager PyTorch in one CUDA graph beside Sinter's plan of it, in turn on one GPU.

    bert_eager.py --run 'PROGRAM ARGUMENT...' [--rounds N] [--iterations N]

The network is that of test/models/bert_base: batch 1, 128 tokens, 12 layers of width 768, f32, TF32 off, here with random
weights: times only, the two networks' outputs are not compared. The command of --run times Sinter
(`sinter run PLAN --iterations=N --json`). Each round measures one and then the other. The times to compare are those in a row, of
20 launches of the graph without a wait between them, over 20: Python's share of a single launch and wait does not count there.
Sinter's are by the host's clock, its last wait included, PyTorch's between two events. Prints JSON. Exit codes: 0 good, 1 something
failed, 77 with the reason where PyTorch or a GPU is missing.
"""
import argparse
import json
import shlex
import statistics
import subprocess
import sys
import time

LAYERS, WIDTH, HEADS, INNER, TOKENS, VOCABULARY = 12, 768, 12, 3072, 128, 30522


def skip(reason):
    print(f"SKIP bert_eager: {reason}")
    sys.exit(77)


try:
    import torch
    from torch import nn
    import torch.nn.functional as F
except ImportError as error:
    skip(f"PyTorch is missing: {error}")


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attention_norm, self.output_norm = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x, mask):
        def heads(y):
            return y.view(*y.shape[:2], HEADS, WIDTH // HEADS).transpose(1, 2)

        attended = F.scaled_dot_product_attention(heads(self.query(x)), heads(self.key(x)), heads(self.value(x)),
                                                  attn_mask=mask)
        x = self.attention_norm(x + self.out(attended.transpose(1, 2).reshape(x.shape)))
        return self.output_norm(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    def __init__(self):
        super().__init__()
        self.words, self.positions, self.kinds = (nn.Embedding(n, WIDTH) for n in (VOCABULARY, 512, 2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.pool = nn.Linear(WIDTH, WIDTH)

    def forward(self, ids, kinds, mask):
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.positions(places) + self.kinds(kinds))
        added = (1.0 - mask[:, None, None, :].to(x.dtype)) * torch.finfo(x.dtype).min
        for layer in self.layers:
            x = layer(x, added)
        return x, torch.tanh(self.pool(x[:, 0]))


def capture():
    """The graph, its outputs, and the outputs that it must give."""
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    torch.set_grad_enabled(False)
    model = Bert().eval().cuda()
    ids = torch.randint(0, VOCABULARY, (1, TOKENS), device="cuda")
    kinds, mask = torch.zeros_like(ids), torch.ones_like(ids)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):  # what is set up once must not fall into the capture
        for _ in range(3):
            expected = model(ids, kinds, mask)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        outputs = model(ids, kinds, mask)
    return model, graph, outputs, expected


def time_eager(graph, iterations):
    """Milliseconds of one replay: median from launch to end of wait, and of replays in a row between two events."""
    for _ in range(10):
        graph.replay()
    torch.cuda.synchronize()
    walls = []
    for _ in range(iterations):
        start = time.perf_counter()
        graph.replay()
        torch.cuda.synchronize()
        walls.append((time.perf_counter() - start) * 1e3)
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    first.record()
    for _ in range(20):
        graph.replay()
    last.record()
    last.synchronize()
    return statistics.median(walls), first.elapsed_time(last) / 20


def time_sinter(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    report = json.loads(done.stdout)
    if not report.get("graph_nodes"):
        raise RuntimeError("sinter did not run one graph")
    return report["time_ms_median"], report["time_ms_in_a_row"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", required=True, help="the command that times Sinter and prints its report as JSON")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--iterations", type=int, default=100, help="replays of PyTorch's graph a round")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        skip("PyTorch finds no GPU")
    model, graph, outputs, expected = capture()
    ours, ours_in_a_row, eager, in_a_row = [], [], [], []
    for _ in range(options.rounds):
        wall, device = time_sinter(shlex.split(options.run))
        ours.append(wall)
        ours_in_a_row.append(device)
        wall, device = time_eager(graph, options.iterations)
        eager.append(wall)
        in_a_row.append(device)
    for got, wanted in zip(outputs, expected):
        error = (got - wanted).abs().max().item()
        if not error < 1e-4:
            raise RuntimeError(f"PyTorch's graph gives something else than PyTorch: {error}")
    print(json.dumps({
        "device": torch.cuda.get_device_name(0), "torch": torch.__version__, "cuda": torch.version.cuda,
        "rounds": options.rounds, "iterations": options.iterations,
        "sinter_in_a_row_ms": statistics.median(ours_in_a_row), "eager_in_a_row_ms": statistics.median(in_a_row),
        "sinter_ms": statistics.median(ours), "eager_ms": statistics.median(eager),
        "sinter_in_a_row_ms_rounds": ours_in_a_row, "eager_in_a_row_ms_rounds": in_a_row,
    }, indent=1))


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, ValueError, KeyError, OSError) as error:
        print(f"bert_eager: {error}", file=sys.stderr)
        sys.exit(1)
