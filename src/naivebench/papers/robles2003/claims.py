"""Robles et al. 2003: the paper's own test, on the runs of a search."""

from __future__ import annotations

import math
from collections.abc import Sequence

from naivebench.papers import run as runs
from naivebench.papers.rows import measured
from naivebench.papers.run import Run, stands
from naivebench.papers.verdicts import Statement

LEVEL = 0.001  # of the paper's tests


def mann_whitney(counts: Sequence[float], constant: float) -> float:
    """Two-sided p of the paper's test: `counts` of the runs against `constant` repeated as often; 1 if all
    are equal.
    """
    from scipy.stats import mannwhitneyu

    if all(k == constant for k in counts):
        return 1.0
    repeated = [constant] * len(counts)
    return float(mannwhitneyu(list(counts), repeated, alternative="two-sided", method="asymptotic").pvalue)


def run_counts(run: Run, role: str, dataset: str, name: str) -> tuple[float, ...]:
    """Correct cases of every run of a method under the protocol of a role."""
    figure = measured(run, role, dataset, runs.method_of(run, role, dataset, name), "accuracy")
    return tuple(share * figure.tested for share in figure.by_run) if figure and figure.tested else ()


def on_runs(
    run: Run, pairs: Sequence[Sequence[str]] = (), first: str = "", second: str = "", at_least: float = 1.0
) -> list[Statement] | str:
    """How many data sets the paper's test calls better at its level, under its protocol, uncorrected.

    Runs that are too few to reach the level whatever they give leave the count open; `at_least`: the share
    that is claimed.
    """
    p, unable = [], 0
    for a, b in pairs or [(first, second)]:
        for stand in stands(run, "paper", leading=True):
            one, other = (run_counts(run, "paper", stand.id, m) for m in (a, b))
            if len(one) > 1 and other and len(one) >= len(other):
                constant = math.fsum(other) / len(other)
                if mann_whitney([constant + 1] * len(one), constant) >= LEVEL:
                    unable += 1
                    continue
                above = math.fsum(one) / len(one) > constant
                p.append(mann_whitney(one, constant) if above else 1.0)
    total = len(p) + unable
    if not p:
        return "the paper's own test needs several runs of the search"
    better = sum(v < LEVEL for v in p)
    return [
        Statement(
            "Better by the paper's Mann-Whitney test of the runs",
            f"p < {LEVEL:g} uncorrected, of {total} comparisons",
            f"protocol {run.paper.protocols['paper']}",
            first,
            second,
            0,
            "comparison",
            better,
            better,
            better + unable,
            (math.ceil(at_least * total - 1e-9), math.inf),
            "integer",
            more=f"too few runs to tell: {unable}" if unable else "",
        )
    ]
