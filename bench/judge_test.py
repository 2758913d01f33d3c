#!/usr/bin/env python3
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The arithmetic of the verdicts, and that each chain has a bound, values and functions of its name.
import argparse
import ast
import glob
import os
import random
import re
import sys
import tempfile
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "peers")]
import cover
import judge
import limits
import races
import references
import sanitize
import scheduled
import sweep
import values
import worker

CASES = sorted(os.path.basename(path)[: -len(".mlir")] for path in glob.glob(os.path.join(HERE, "chains/cases/*.mlir")))


def case(sinter, torch=None, xla=None, size=400_000_000, ceiling=100.0, kind="streams", again=None, name="swiglu_l"):
    """A measured case; times are lists of microseconds, the ceiling that of as many bytes."""
    made = {"case": name, "kind": kind, "judged": "sinter", "read": size // 2, "written": size // 2, "sides": {"sinter": {}}, "xla": {},
            "microseconds": {"sinter": sinter, "sinter_again": again or sinter}, "ceilings": {"bytes": size, "copy": [ceiling * 1.1], "mix": [ceiling]}}
    if torch:
        made["microseconds"]["torch"] = torch
    if xla:
        made["xla"] = {"kernel_us": xla - 2.0, "kernels": 2, "gap_us": 1.0}
    return made


def verdicts_of(measured):
    return {about: word for word, _, about, _ in judge.judge_case(measured, judge.figures_of(measured))}


class FormTest(unittest.TestCase):
    def test_bound(self):
        # 400 MB at 4000 GB/s take 100 us, at 0.8 of it 125.
        self.assertAlmostEqual(judge.bound_us(400e6, 4000, 0.8), 126.2)
        self.assertAlmostEqual(judge.bound_us(0, 4000, 0.8), judge.LAUNCH_US)

    def test_verdict_at_the_bound(self):
        bound = 1.2 + 100 / 0.98
        self.assertEqual(verdicts_of(case([bound - 0.01]))["form"], "PASS")
        self.assertEqual(verdicts_of(case([bound + 0.01]))["form"], "FAIL")

    def test_longest_rows_are_held_to_the_copy(self):
        bound = 1.2 + 110 / 0.62
        self.assertEqual(verdicts_of(case([bound - 0.01], kind="longest rows"))["form"], "PASS")
        self.assertEqual(verdicts_of(case([bound + 0.01], kind="longest rows"))["form"], "FAIL")

    def test_no_kind_no_bound(self):
        self.assertNotIn("form", verdicts_of(case([1000.0], kind=None)))

    def test_ceilings_of_other_sizes_are_bandwidths(self):
        measured = case([26.0], size=100_000_000, ceiling=100.0)
        measured["ceilings"]["bytes"] = 400_000_000
        self.assertAlmostEqual(judge.figures_of(measured)["bound_us"], 1.2 + 25 / 0.98)


class FaultTest(unittest.TestCase):
    def test_more_than_the_ceiling(self):
        self.assertNotIn("measurement", verdicts_of(case([98.1])))
        self.assertEqual(verdicts_of(case([98.0]))["measurement"], "FAULT")  # 102.04 %

    def test_a_peer_that_is_too_fast(self):
        self.assertEqual(verdicts_of(case([101.0], torch=[97.0]))["measurement"], "FAULT")

    def test_overlapping_repetitions(self):
        measured = case([101.0])
        measured["sides"]["sinter"]["programmatic"] = 3
        self.assertEqual(verdicts_of(measured)["measurement"], "FAULT")


class PeersTest(unittest.TestCase):
    def test_the_better_one_counts(self):
        figures = judge.figures_of(case([100.0], torch=[120.0], xla=110.0))
        self.assertEqual(figures["better"], "xla")
        self.assertAlmostEqual(figures["over"]["torch"], 1.2)
        self.assertAlmostEqual(figures["over"]["xla"], 1.1)
        self.assertAlmostEqual(figures["us"]["xla"], 110.0)  # two gaps of 1 us among them

    def test_the_gap_beyond_a_kernel_of_that_length(self):
        gaps = [{"kernel_us": 0.9, "gap_us": 0.07}, {"kernel_us": 6.2, "gap_us": -0.05}]
        self.assertEqual(judge.gap_beyond(gaps, 1.5), 0.07)
        self.assertEqual(judge.gap_beyond(gaps, 80.0), 0.0)
        self.assertEqual(judge.gap_beyond([], 1.5), 0.0)

    def test_two_percent_behind(self):
        self.assertEqual(verdicts_of(case([101.9], torch=[100.0]))["peers"], "PASS")
        self.assertEqual(verdicts_of(case([102.1], torch=[100.0]))["peers"], "FAIL")

    def test_twice_the_spread_behind(self):
        noisy = dict(again=[101.9 * 1.04])
        self.assertEqual(verdicts_of(case([107.9], torch=[100.0], again=[107.9 * 1.04]))["peers"], "PASS")
        self.assertEqual(verdicts_of(case([108.1], torch=[100.0], again=[108.1 * 1.04]))["peers"], "FAIL")
        self.assertAlmostEqual(judge.margin_percent(judge.figures_of(case([101.9], torch=[100.0], **noisy))), 8.0)

    def test_ratios_are_of_rounds(self):
        # A slow second round slows both.
        figures = judge.figures_of(case([100.0, 200.0, 100.0], torch=[120.0, 240.0, 130.0]))
        self.assertAlmostEqual(figures["over"]["torch"], 1.2)

    def test_without_peers_no_verdict(self):
        self.assertNotIn("peers", verdicts_of(case([100.0])))


class MeansTest(unittest.TestCase):
    def means(self, *measured, engines=("torch", "xla")):
        figures = {str(i): judge.figures_of(one) for i, one in enumerate(measured)}
        return {about: (word, text) for word, _, about, text in judge.judge_means(figures, engines)}

    def test_geometric(self):
        self.assertAlmostEqual(judge.geometric_mean([1.0, 4.0]), 2.0)
        means = self.means(case([100.0], torch=[100.0], xla=150.0), case([100.0], torch=[170.0], xla=150.0))
        self.assertEqual(means["over torch.compile"][0], "PASS")  # 1.304
        self.assertEqual(means["over the better"][0], "PASS")  # 1.225
        means = self.means(case([100.0], torch=[100.0], xla=150.0), case([100.0], torch=[160.0], xla=140.0))
        self.assertEqual(means["over torch.compile"][0], "FAIL")  # 1.265
        self.assertEqual(means["over the better"][0], "FAIL")  # 1.183

    def test_small_chains_do_not_count(self):
        means = self.means(case([100.0], torch=[200.0], xla=200.0), case([100.0], torch=[50.0], xla=50.0, size=49_000_000))
        self.assertIn("2.000", means["over torch.compile"][1])

    def test_a_large_chain_without_a_peer_fails(self):
        means = self.means(case([100.0], torch=[200.0], xla=200.0), case([100.0], torch=[200.0]))
        self.assertEqual(means["over torch.compile"][0], "PASS")
        self.assertEqual(means["over the better"][0], "FAIL")

    def test_what_was_not_asked_is_not_judged(self):
        self.assertEqual(list(self.means(case([100.0], torch=[200.0]), engines=("torch",))), ["over torch.compile"])


class SweepTest(unittest.TestCase):
    def test_points_between_two(self):
        points = [(64, 0.9, 256e6, "a", True), (256, 0.65, 256e6, "b", True), (1024, 0.7, 256e6, "c", True), (4096, 0.9, 256e6, "d", True)]
        # b lies halfway between 0.9 and 0.7, c between 0.65 and 0.9.
        self.assertEqual([(good, name) for good, name, _ in sweep.judge_points(points, 0.80)], [(True, "b"), (True, "c")])
        points[1] = (256, 0.63, 256e6, "b", True)
        self.assertEqual([(good, name) for good, name, _ in sweep.judge_points(points, 0.80)], [(False, "b"), (True, "c")])
        points[1] = (256, 0.1, 63e6, "b", True)
        self.assertEqual([name for _, name, _ in sweep.judge_points(points, 0.80)], ["c"])

    def test_the_step_to_two_reads(self):
        judged = lambda *points: [good for good, *_ in sweep.judge_points([(64 << i, share, 256e6, "", holds) for i, (share, holds) in enumerate(points)], 0.80)]
        # Over it, 0.62 would be less than 0.8 of what lies between 0.95 and 0.62; on its own side it is as its neighbour is.
        self.assertEqual(judged((0.95, True), (0.95, True), (0.62, False), (0.62, False)), [True, True])
        self.assertEqual(judged((0.95, True), (0.75, True), (0.62, False), (0.62, False)), [False, True])
        self.assertEqual(judged((0.95, True), (0.95, True), (0.45, False), (0.62, False)), [True, False])
        # A length that is not held before others that are is a hole, and no step.
        self.assertEqual(judged((0.95, True), (0.62, False), (0.95, True), (0.62, False)), [False, True])
        self.assertEqual(judged((0.95, True), (0.62, False), (0.62, False), (0.62, False)), [True, True])

    def test_pairs(self):
        def measured(*times):
            made = [case([time], name=name) for time, name in zip(times, ("a", "b"))]
            return {one["case"]: (one["judged"], judge.figures_of(one)) for one in made}

        index = {"what": "neighbours", "graphs": [{"graph": "a", "beside": "b"}]}
        self.assertEqual([good for good, *_ in sweep.judge_all(index, measured(105.0, 100.0))], [True])
        self.assertEqual([good for good, *_ in sweep.judge_all(index, measured(105.5, 100.0))], [False])
        self.assertEqual([good for good, *_ in sweep.judge_all(index, measured(105.0))], [False])  # b was not measured
        index["graphs"] = [{"beside": "b", "note": "2 of 3", "good": True}, {"beside": "b", "note": "no graph", "good": False}]
        self.assertEqual([good for good, *_ in sweep.judge_all(index, {})], [True, False])

    def test_extents_change_together(self):
        text = "func.func @main(%x: tensor<?x64x8xf32, #sinter.dims<rows, 64, 8>>) -> () {\n  tensor<?x512xf32, #sinter.dims<rows, 512>> rows = #sinter.range<1, 64, 1>\n"
        self.assertEqual(sweep.extents_of(text), [("rows", 64), (64, 64)])
        self.assertIn("tensor<?x96x8xf32, #sinter.dims<rows, 96, 8>>", sweep.changed(text, 64, 96, [1]))
        self.assertIn("tensor<?x768xf32, #sinter.dims<rows, 768>> rows = #sinter.range<1, 64, 1>", sweep.changed(text, 64, 96, [1]))
        self.assertIn("tensor<?x512xf32", sweep.changed(text, 64, 96, [0]))
        self.assertIn("range<1, 70, 1>", sweep.changed(text, "rows", 70, []))


    def test_groups_stay_whole(self):
        text = "func.func @main(%x: tensor<?x128x8xf32, #sinter.dims<rows, 128, 8>>) -> () {\n  tensor<?x32x32xf32, #sinter.dims<rows, 32, 32>>\n"
        drawn = {sweep.near(random.Random(seed), 128, 128, sweep.inner_numbers(text)) for seed in range(40)}
        self.assertEqual({extent % 32 for extent in drawn}, {0})
        self.assertGreater(len(drawn), 1)


class ScheduledTest(unittest.TestCase):
    def judge(self, text="", **takes):
        return scheduled.judge_machine_code({"kernel": "k", "registers": 32, "stack_bytes": 0, "spilled_bytes": 0, **takes}, text)

    def test_spills_and_local_memory(self):
        self.assertEqual(self.judge(), ([], []))
        self.assertEqual(self.judge(stack_bytes=8, spilled_bytes=16), (["spills 16 bytes a thread"], []))
        self.assertEqual(self.judge(stack_bytes=32), (["32 bytes of local memory a thread"], []))
        wrong, said = self.judge("y = sinter::cos(x);", stack_bytes=32)
        self.assertEqual((wrong, len(said)), ([], 1))
        self.assertEqual(self.judge("y = sinter::cosh(x);", stack_bytes=32)[0], ["32 bytes of local memory a thread"])
        self.assertEqual(self.judge("y = sinter::cos(x);", stack_bytes=40)[0], ["40 bytes of local memory a thread"])
        with self.assertRaises(races.Failure):
            self.judge(registers=None)

    def test_sizes_that_are_alike(self):
        graph = scheduled.Graph("", os.path.join(HERE, "chains/cases/masked_softmax_l.mlir"), "sm_90")
        graph.megabytes = lambda sizes: sizes["batch"] * sizes["heads"]
        self.assertEqual(graph.full, {"batch": 8, "heads": 16})
        self.assertEqual(graph.size_within(128, lambda sizes: False), graph.full)
        self.assertEqual(graph.size_within(40, lambda sizes: True), {"batch": 2, "heads": 16})
        self.assertEqual(graph.size_within(40, lambda sizes: sizes["batch"] > 2), {"batch": 4, "heads": 16})
        self.assertEqual(graph.size_within(3, lambda sizes: True), {"batch": 1, "heads": 2})


class LimitsTest(unittest.TestCase):
    HEAD = '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"'

    def csv(self, *rows):
        lines = ["==PROF== Connected to process 7", "==PROF== Profiling \"k\" - 0: 0%....50%....100% - 9 passes", '{"forms": []}', self.HEAD]
        lines += ['"%d","7","sinter-bench","127.0.0.1","%s","1","7","(256, 1, 1)","(528, 1, 1)","0","9.0","Command line profiler metrics","%s","x","%s"' % row for row in rows]
        return "\n".join(lines) + "\n"

    def test_metrics_by_launch(self):
        text = self.csv((10, "rest", "gpu__time_duration.sum", "2,500"), (9, "parts", "gpu__time_duration.sum", "12,345.5"), (9, "parts", "dram__bytes_read.sum", "1000000"),
                        (9, "parts", "lts__throughput.avg.pct_of_peak_sustained_elapsed", "n/a"))
        kernels = limits.read_csv(text)
        self.assertEqual([name for name, _ in kernels], ["parts", "rest"])
        self.assertEqual(kernels[0][1], {"gpu__time_duration.sum": 12345.5, "dram__bytes_read.sum": 1e6})
        self.assertEqual(limits.read_csv("==ERROR== ERR_NVGPUCTRPERM"), [])
        self.assertEqual(limits.read_csv(self.HEAD), [])

    def test_table(self):
        metrics = {"gpu__time_duration.sum": 12345.5, "launch__shared_mem_per_block_static": 32.0, "launch__shared_mem_per_block_dynamic": 1024.0, "launch__registers_per_thread": 40.0,
                   limits.STALLED % "long_scoreboard": 6.0, limits.STALLED % "barrier": 3.0, limits.STALLED % "selected": 1.0}
        head, _, line, other = limits.table([("a", [("k", metrics)]), ("b", [("k", {})])])
        cells = dict(zip(*([cell.strip() for cell in row.strip("|").split("|")] for row in (head, line))))
        self.assertEqual((cells["us"], cells["shared B"], cells["registers"], cells["DRAM %"]), ("12.3", "1056", "40", "?"))
        self.assertEqual(cells["warps wait for"], "long scoreboard 60 %, barrier 30 %")
        self.assertEqual(other.count("?"), len(limits.COLUMNS) + 1)

    def test_why_nothing_was_counted(self):
        self.assertIn("root", limits.explain_failure("==ERROR== ERR_NVGPUCTRPERM - The user"))
        self.assertIn("oops", limits.explain_failure("x\n==ERROR== oops\n"))
        self.assertEqual(limits.explain_failure("x"), "no kernel was counted")


class CoverTest(unittest.TestCase):
    ROWS = "#kernel.schedule<rows, threads = 256, threads_per_row = %d, vector = 8, vectors = 1, hold = true packed = true%s blocks = 6>"

    def test_features_of_schedules(self):
        of = lambda text: list(cover.features_of_schedule(text))
        self.assertEqual(of(self.ROWS % (2048, " shared = true")), ["rows: a cluster of 8 blocks holds shared", "rows: vectors of 8", "rows: limited registers"])
        self.assertEqual(of(self.ROWS % (32, ""))[0], "rows: a warp, several rows a block holds packed")
        self.assertEqual(of(self.ROWS % (8, ""))[0], "rows: part of a warp holds packed")
        tiles = "#kernel.schedule<tiles, threads = 256, threads_per_row = 16, vector = 4, vectors = 4, hold = false, tiling = <across = 1, vector = 2, views = [0, 3]>>"
        self.assertEqual(of(tiles), ["tiles: vectors of 4", "tiles: 2 views, vectors of 2 across"])

    def test_features_of_texts(self):
        kernel = 'kernel.func @k(%%x: f32) schedule %s operators ["sinter.top_k", "sinter.exp"] attributes {kernel.ragged = #r}\n' % (self.ROWS % (8, ""))
        cuda = 'x\nextern "C" __global__ void __launch_bounds__(256) k(const float* x) {\n  if (a) store<2>(y, sinter::exp(load_unaligned<vec<float, 2>>(x)));\n}\n'
        found = cover.features_of(kernel, cuda)
        self.assertEqual(found - set(cover.features_of_schedule(self.ROWS % (8, ""))), {"rows: top_k", "rows: kernel.ragged", "rows: store", "rows: load_unaligned"})

    def test_few_cases_have_every_feature(self):
        case = lambda name, features, megabytes=1: cover.Case(name + ".mlir", "g", {}, True, set(features), megabytes)
        cases = [case("a", "abc"), case("b", "cd"), case("c", "abcd", 9), case("d", "e"), case("e", "e", 2), case("f", "")]
        chosen = cover.choose(cases)
        self.assertEqual([one.name for one, _ in chosen], ["g/c", "g/d"])
        self.assertEqual(set().union(*(one.features for one, _ in chosen)), set("abcde"))
        self.assertEqual([new for _, new in chosen], [list("abcd"), ["e"]])
        # The first is no longer needed once the others are there.
        self.assertEqual([one.name for one, _ in cover.choose([case("a", "abc"), case("b", "abx"), case("c", "cy")])], ["g/b", "g/c"])


class SanitizeTest(unittest.TestCase):
    def carried_out(self, text, code=0, tool="racecheck", device="cuda", errors="", seconds=1):
        options = argparse.Namespace(device=device, repeats=9)
        run = argparse.Namespace(what=tool, name="g", tool=tool, seconds=seconds)
        script = "import sys; print(%r); print(%r, file=sys.stderr); sys.exit(%d)" % (text, errors, code)
        with mock.patch.object(sanitize, "command_of", lambda *_: [sys.executable, "-c", script]):
            return sanitize.carry_out(options, run)

    def test_tools(self):
        self.assertEqual(self.carried_out("{}\n========= ERROR SUMMARY: 0 errors")[0], None)
        self.assertEqual(self.carried_out("========= RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)")[0], None)
        # Warnings do not change the exit code; a tool that was never there has no summary.
        self.assertIn("3 hazards", self.carried_out("========= RACECHECK SUMMARY: 3 hazards displayed (0 errors, 3 warnings)")[0])
        self.assertIn("none", self.carried_out("{}")[0])
        self.assertIn("Invalid __global__ read", self.carried_out("========= Invalid __global__ read of size 4\n========= ERROR SUMMARY: 1 error", code=9)[0])
        self.assertIn("no kernel", self.carried_out("", code=1, errors="sinter-run: error: no kernel")[0])
        with self.assertRaisesRegex(sanitize.Refused, "refuses"):
            self.carried_out("========= Error: device not supported", code=1)

    def test_what_should_take_long_may(self):
        report = '{"repeats": 9, "repeats_different": 0, "launches": 1, "time_ms_median": 1.0}'
        with mock.patch.object(sanitize.subprocess, "run", side_effect=lambda *_, timeout, **__: self.fail_after(timeout)):
            self.assertEqual(self.carried_out(report, tool=None, seconds=1)[0], "no end after 90 s")
            self.assertEqual(self.carried_out(report, tool=None, seconds=80)[0], "no end after 240 s")

    @staticmethod
    def fail_after(timeout):
        raise sanitize.subprocess.TimeoutExpired("sinter", timeout)

    def test_checks_of_the_cpu_path(self):
        self.assertEqual(self.carried_out('{"launches_checked": 2}', tool="races", device="cpu"), (None, "2 launches"))
        self.assertEqual(self.carried_out('{"launches_checked": 0}', tool="races", device="cpu")[0], "no launch was checked")
        self.assertIsNone(self.carried_out("", code=1, tool="races", device="cpu", errors="ThreadSanitizer: Thread limit (8128 threads) exceeded. Dying."))

    def test_repeats(self):
        report = '{"repeats": %d, "repeats_different": %d, "launches": 1, "time_ms_median": 1.0}'
        self.assertEqual(self.carried_out(report % (9, 0), tool=None)[0], None)
        self.assertIn("1 of 9", self.carried_out(report % (9, 1), tool=None)[0])
        self.assertIn("0 of 8", self.carried_out(report % (8, 0), tool=None)[0])
        self.assertIn("other bits", self.carried_out(report % (9, 1), code=1, tool=None, errors="sinter-run: error: output `y` other bits")[0])

    def test_what_was_good_is_known(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "results.jsonl")
            results = sanitize.Results(path)
            results.add("a", wrong=None, said="")
            results.add("b", wrong="bad", said="")
            with open(path, "a") as file:
                file.write('{"key": "c", "wro')
            self.assertEqual(sanitize.Results(path).good, {"a"})


class WorkerTest(unittest.TestCase):
    SCRIPT = """
import sys, time
sys.path.insert(0, %r)
import worker
class Bench:
    def add(self, a, b):
        print("printed by a library")
        return {"sum": a + b}
    def fail(self):
        raise ValueError("no")
    def end(self):
        sys.exit(3)
    def sleep(self):
        time.sleep(60)
worker.serve(Bench)
""" % os.path.join(HERE, "peers")

    def test_answers_errors_and_losses(self):
        with tempfile.TemporaryDirectory() as folder:
            start = lambda: worker.Worker([sys.executable, "-c", self.SCRIPT], os.path.join(folder, "log"))
            one = start()
            self.assertEqual(one.ask(30, do="add", a=2, b=3), {"sum": 5})
            with self.assertRaisesRegex(worker.WorkerError, "ValueError: no"):
                one.ask(30, do="fail")
            self.assertEqual(one.ask(30, do="add", a=2, b=4), {"sum": 6})
            with self.assertRaisesRegex(worker.WorkerLost, "ended with code"):
                one.ask(30, do="end")
            one = start()
            with self.assertRaisesRegex(worker.WorkerLost, "no answer to `sleep` after 0.5 s"):
                one.ask(0.5, do="sleep")
            with open(os.path.join(folder, "log")) as log:
                self.assertIn("printed by a library", log.read())


class ChecksTest(unittest.TestCase):
    def test_nan_never_passes(self):
        nan = float("nan")
        self.assertIsNone(references.compare("bf16", [1.0, 2.0], [1.001, 2.0]))
        self.assertIn("1 of 2", references.compare("bf16", [1.0, 2.0], [nan, 2.0]))
        self.assertIn("2 of 2", references.compare("bf16", [nan, 2.0], [nan, nan]))
        self.assertIn("1 of 2", references.compare("f32", [1.0, 2.0], [1.001, 2.0]))
        self.assertIn("1 of 2", references.compare("i64", [1, 2], [1, 3]))

    def test_shares_kept(self):
        self.assertEqual(references.is_share_wrong(0.9001, 1_000_000), [])
        self.assertNotEqual(references.is_share_wrong(0.91, 1_000_000), [])

    def test_bytes_and_back(self):
        for type_name in ("f32", "f16", "bf16"):
            data = references.pack(type_name, "normal", 7, 1024)
            numbers = references.unpack(type_name, data, range(100))
            made = [values.make("normal", i, 7, values.PlainNumbers) for i in range(100)]
            self.assertIsNone(references.compare(type_name, made, numbers))
        self.assertEqual(references.unpack("f8e4m3", bytes([0x38, 0xB8, 0x7E, 1]), range(4)), [1.0, -1.0, 448.0, 2.0**-9])


class ChainsTest(unittest.TestCase):
    def test_each_chain_has_a_bound_and_functions(self):
        names = {}
        for file in ("torch_chains.py", "jax_chains.py"):
            with open(os.path.join(HERE, "peers", file)) as text:
                names[file] = {node.name for node in ast.parse(text.read()).body if isinstance(node, ast.FunctionDef)}
        self.assertEqual(len(CASES), 55)
        for name in CASES:
            self.assertIn(judge.kind_of(name), judge.BOUNDS, name)
            for functions in names.values():
                self.assertIn(values.family_of(name), functions)

    def test_inputs_are_those_of_the_graph(self):
        for name in CASES:
            path = os.path.join(HERE, "chains/cases", name + ".mlir")
            with open(path) as file:
                inputs = re.findall(r"%(\w+): tensor<(?:[\d?]+x)*(\w+)", file.read().split("->")[0])
            self.assertEqual(values.input_names(path), [input_name for input_name, _ in inputs])
            for input_name, type_name in inputs:
                type_name = {"i1": "bool", "f8E4M3FN": "f8e4m3"}.get(type_name, type_name)
                self.assertIsNotNone(values.kind_of(name, input_name, type_name), "%s of %s" % (input_name, name))
            patterns = list(values.KINDS.get(values.family_of(name), {})) + [values.PARAMETERS.get(values.family_of(name), "")]
            for pattern in filter(None, patterns):
                self.assertTrue(any(re.fullmatch(pattern, input_name) for input_name, _ in inputs), "%s of %s" % (pattern, name))


if __name__ == "__main__":
    unittest.main()
