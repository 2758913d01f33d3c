# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the measured times of a chain have to be, and whether they are: the arithmetic of compare.py's verdicts, and nothing that measures.
import math
import re
import statistics

# A chain may take LAUNCH_US and the time of its bytes at the share eta of a ceiling: `mix`, the bandwidth that hand-written kernels reach in its own mix
# of reads and writes, or `copy`.
LAUNCH_US = 1.2
BOUNDS = {
    "streams": (0.98, "mix"),  # pointwise, broadcasts, moved data, reductions, softmaxes and norms of rows of 1 KB to 64 KB
    "transposes": (0.96, "mix"),  # with an addition
    "cluster rows": (0.95, "mix"),  # of 64 KB to 1 MB, which a cluster's shared memory holds
    "longest rows": (0.62, "copy"),  # read twice
    "short rows": (0.92, "mix"),  # below 1 KB
    "quantisation": (0.92, "mix"),  # of rows, to fp8 or int8
    "gathers": (0.92, "mix"),  # and a norm
    "odd": (0.92, "mix"),  # sizes that no vector divides
    "scans": (0.92, "mix"),
    "gelu": (0.90, "mix"),  # with erf, in bf16 and f32, forward and backward
    "norm gradients": (0.88, "mix"),
    "dropout": (0.85, "mix"),  # with its mask, by Philox
    "large group norms": (0.80, "mix"),  # and SiLU
    "long chains": (0.75, "mix"),  # 20 operators in f32, fast numerics
}
# What each chain of bench/chains/cases is: the first pattern that its name matches. A chain that none matches is of no kind, and has no bound.
CASES = [
    (r"bias_gelu_\w+|gelu_bwd_l", "gelu"),
    (r"long20_\w+", "long chains"),
    (r"layernorm_bwd_\w+", "norm gradients"),
    (r"groupnorm_silu_l", "large group norms"),
    (r"dropout_fwd_l", "dropout"),
    (r"embed_pos_ln", "gathers"),
    (r"quant_fp8_l", "quantisation"),
    (r"cumsum_rows", "scans"),
    (r"nchw_nhwc_add", "transposes"),
    (r"softmax_128|masked_softmax_s", "short rows"),
    (r"softmax_131072", "cluster rows"),
    (r"(adamw|add_layernorm|argmax|bcast|bn_res_relu|colsum|concat|fullsum|groupnorm_silu|l2norm|masked_softmax|meanvar|rmsnorm_res|rope|scale_res|slice|softmax|"
     r"swiglu|up_nearest|xent)_\w+", "streams"),
]
# What ends the name of the second of two measurements of one side.
AGAIN = "_again"
# More of its own mix's ceiling, in percent, is a fault of the measurement.
GREATEST_SHARE = 102
# How far a chain may be behind the better peer, in percent: this, or so many times what two measurements of the same differ by.
LEAST_MARGIN, MARGIN_OF_SPREADS = 2, 2
# Geometric means over the chains of at least so many bytes.
MEAN_BYTES, OVER_TORCH, OVER_BETTER = 50e6, 1.28, 1.21


def kind_of(case):
    return next((kind for pattern, kind in CASES if re.fullmatch(pattern, case)), None)


def bound_us(size, bandwidth, eta):
    """The time that `size` bytes may take, at the share `eta` of `bandwidth` GB/s."""
    return LAUNCH_US + size / (1e3 * bandwidth * eta)


def gap_beyond(gaps, kernel_us):
    """What a node of a graph takes beyond a kernel of `kernel_us` on average: of the gaps that were measured, that of the kernel which took about as long. A profiler's end of a long
    kernel may lie behind the next one's start; then there is none."""
    if not gaps:
        return 0.0
    nearest = min(gaps, key=lambda gap: abs(math.log(max(gap["kernel_us"], 1e-3) / max(kernel_us, 1e-3))))
    return max(0.0, nearest["gap_us"])


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


def ratios(times, others):
    """The other side's time over this one's, round by round."""
    return [other / time for time, other in zip(times, others)]


def figures_of(case):
    """A case's medians: microseconds of each side, GB/s of the ceilings and the share that each side has of the case's own mix's, `bound_us`; of the judged
    side's two measurements the `spread_percent`; and how many times as long as it each peer takes (`over`), and the better of them."""
    times, size, judged = case["microseconds"], case["read"] + case["written"], case["judged"]
    figures = {"bytes": size, "us": {side: statistics.median(samples) for side, samples in times.items()}, "over": {}, "better": None, "bound_us": None}
    if judged + AGAIN in times:
        # How far the two are apart in a usual round.
        figures["spread_percent"] = 100 * statistics.median(abs(ratio - 1) for ratio in ratios(times[judged], times[judged + AGAIN]))
    if case["ceilings"]:
        figures["gbs"] = {name: case["ceilings"]["bytes"] / 1e3 / statistics.median(case["ceilings"][name]) for name in ("copy", "mix")}
        if case["kind"]:
            eta, ceiling = BOUNDS[case["kind"]]
            figures["bound_us"] = bound_us(size, figures["gbs"][ceiling], eta)
    if "torch" in times:
        figures["over"]["torch"] = statistics.median(ratios(times[judged], times["torch"]))
    if case["xla"]:
        figures["us"]["xla"] = case["xla"]["kernel_us"] + case["xla"]["kernels"] * case["xla"]["gap_us"]
        figures["over"]["xla"] = figures["us"]["xla"] / figures["us"][judged]
    if case["ceilings"]:
        figures["share"] = {side: 100 * size / 1e3 / us / figures["gbs"]["mix"] for side, us in figures["us"].items() if side != judged + AGAIN}
    if figures["over"]:
        figures["better"] = min(figures["over"], key=figures["over"].get)
    return figures


def margin_percent(figures):
    return max(LEAST_MARGIN, MARGIN_OF_SPREADS * figures.get("spread_percent", 0))


def judge_case(case, figures):
    """Verdicts on one case, each a word (PASS, FAIL, FAULT), what it is about, and a sentence."""
    verdicts, name, us, mine = [], case["case"], figures["us"], figures["us"][case["judged"]]

    def say(good, about, text, bad="FAIL"):
        verdicts.append(("PASS" if good else bad, name, about, text))

    for side, share in figures.get("share", {}).items():
        if share > GREATEST_SHARE:
            say(False, "measurement", "%s has %.1f %% of the ceiling of its own mix, which is at most %d %%" % (side, share, GREATEST_SHARE), "FAULT")
    for side, facts in case["sides"].items():
        if facts.get("programmatic"):
            say(False, "measurement", "%s: %d repetitions may start before the one ahead has ended" % (side, facts["programmatic"]), "FAULT")
    if figures["bound_us"]:
        eta, ceiling = BOUNDS[case["kind"]]
        say(mine <= figures["bound_us"], "form", "%.2f us, at most %.2f: %.1f us and %.1f MB at %.2f of %.0f GB/s, its %s" %
            (mine, figures["bound_us"], LAUNCH_US, figures["bytes"] / 1e6, eta, figures["gbs"][ceiling], ceiling))
    if figures["better"]:
        taken, allowed = 1 / figures["over"][figures["better"]], 1 + margin_percent(figures) / 100
        say(taken <= allowed, "peers", "%.2f us, %s %.2f us: %.3f of its time, at most %.3f" % (mine, figures["better"], us[figures["better"]], taken, allowed))
    return verdicts


def judge_means(all_figures, engines):
    """Verdicts on the geometric means over the large chains, of those where every engine of `engines` was measured."""
    large = [f for f in all_figures.values() if f["bytes"] >= MEAN_BYTES]
    verdicts = []
    for about, wanted, ratio_of, needed in (
        ("over torch.compile", OVER_TORCH, lambda f: f["over"].get("torch"), {"torch"}),
        ("over the better", OVER_BETTER, lambda f: min(f["over"].values()) if set(f["over"]) >= {"torch", "xla"} else None, {"torch", "xla"}),
    ):
        if not needed <= set(engines):
            continue
        found = [ratio for ratio in map(ratio_of, large) if ratio]
        mean = geometric_mean(found) if found else 0
        is_good = mean >= wanted and len(found) == len(large)
        text = "geometric mean %.3f, at least %.2f, over %d of %d chains of at least %.0f MB" % (mean, wanted, len(found), len(large), MEAN_BYTES / 1e6)
        verdicts.append(("PASS" if is_good else "FAIL", "all", about, text))
    return verdicts
