"""Sentences specific to Lopez-Cruz et al. 2013."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.tables import raw
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import ranks, rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.judges import holm
from naivebench.report.papers.run import Run, difference
from naivebench.report.papers.verdicts import Statement, estimated

SAMPLES = 200


def against_gaussian(run: Run) -> list[str]:
    """Sentences on how many data sets vMNB is significantly better or worse than GNB.

    The first is the count of the paper's own test on its folds. The second keeps related cases together and
    counts without and with correction for the number of data sets.
    """
    own = [row for row in ranks.sorted_tests(run) if row["pair"] == "vMNB – GNB"]
    args = rules.Arguments(first="vMNB", second="GNB", under=("grouped", "paper"))
    tests = [difference(p) for p in rules.pairs(run, args)]
    if not own or not tests:
        return []
    stars = [row["side"] for row in own if raw(row["one_sided"]) <= rules.ALPHA]
    alone = _count_sides(tests, [1.0 if t.p is None else t.p for t in tests])
    corrected = _count_sides(tests, holm(tests))
    return [
        "The paper's own test (Wilcoxon's on sorted differences, one-sided, on its folds, without correction)"
        f" finds vMNB significantly better than GNB on {stars.count('>')} of {plural(len(own), 'data set')}"
        f" and worse on {stars.count('<')}.",
        "If related cases stay together, corrected resampled t tests (McNemar's for a single test fold) on"
        f" {plural(len(tests), 'data set')} find vMNB {alone} if each data set is tested by itself, and"
        f" {corrected} with Holm's correction over the data sets, as the claim is judged.",
    ]


def _count_sides(tests: Sequence[Interval], p: Sequence[float]) -> str:
    """Number of significant differences in both directions: `better on 3 and worse on 1`."""
    better, worse = (
        sum(q <= rules.ALPHA and t.value * side > 0 for t, q in zip(tests, p, strict=True))
        for side in (1, -1)
    )
    return f"better on {better} and worse on {worse}"


def described(run: Run) -> list[str]:
    """Sentences that describe the drawn examples, in runs with the paper's protocol."""
    return run.paper.more["examples"] if runs.stands(run, "paper") else []


def at_the_cut(_: Run) -> list[Statement]:
    """Judge how often GNB decides as the paper says of Fig. 14: the angle pi for class 2, 0 for class 1.

    The paper shows one sample of its densities. These are `SAMPLES` seeded ones, the same in every run.
    """
    import numpy as np
    from scipy.stats import binomtest

    from naivebench.report.papers.lopezcruz2013 import examples

    example, found = examples.EXAMPLES[14], []
    for i in range(SAMPLES):
        sample = examples.sample(example, np.random.default_rng([2013, i]))
        found.append(examples.decisions(sample, [np.pi, 0.0])["GNB"])
    statements = []
    for angle, label, decided in zip("π0", (2, 1), zip(*found, strict=True), strict=True):
        limits = binomtest(decided.count(label), SAMPLES).proportion_ci(method="wilson")
        interval = Interval(decided.count(label) / SAMPLES, limits.low, limits.high, SAMPLES)
        what, quantity = (
            f"GNB gives {angle} to class {label}",
            f"share of samples of {2 * example.cases:,} cases",
        )
        plain = f"GNB gives the angle {angle} to class {label} in {{}} of the samples"
        of = ("sample", (0.5, math.inf), "percent")
        statements.append(estimated(what, quantity, "", ("gnb", ""), interval, *of, plain=plain))
    return statements
