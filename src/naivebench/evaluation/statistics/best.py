"""Methods that are as good as the best one of a comparison.

The best method has the best average rank. Every other method is judged by two tests of this method and the
best one alone, so other methods influence the verdict only through the correction for their number. A test on
average ranks, whose answer depends on which other methods take part (Benavoli, Corani and Mangili 2016,
Journal of Machine Learning Research 17), is reported next to the verdict but does not influence it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics import bayes, posthoc, wilcoxon
from naivebench.evaluation.statistics.ranks import average_ranks
from naivebench.evaluation.statistics.rounding import find_differences, remove_noise

AHEAD = "ahead"
EQUIVALENT = "practically equivalent"
UNDECIDED = "cannot be told apart"
PROBABLY = "probably behind"
BEHIND = "behind"
AS_GOOD = (AHEAD, EQUIVALENT, UNDECIDED)
WORSE = 0.5  # P(practically worse) above which a method is not listed as good as the best


class AgainstBest(NamedTuple):
    """A method against the best one; p-values are two-sided.

    The three probabilities of the Bayesian signed-rank test are None without a region of practical
    equivalence or with infinite differences.
    """

    method: str
    wilcoxon: float  # p
    wilcoxon_holm: float  # corrected by Holm over the comparisons with the best method
    ranks_holm: float  # the same for the test of average ranks
    better: float | None
    rope: float | None
    worse: float | None
    verdict: str


class Best(NamedTuple):
    """The method with the best average rank, and all others against it, by average rank."""

    method: str
    alpha: float
    rope: float | None  # half the region of practical equivalence, in the unit of the scores
    comparisons: tuple[AgainstBest, ...]


def judge_method(p: float, effect: float, posterior: bayes.Probabilities | None, alpha: float) -> str:
    """Verdict on one method against the best one.

    `p`: of Wilcoxon's test, corrected; `effect`: its rank-biserial correlation, positive where the method is
    better; `posterior`: of the Bayesian signed-rank test, None where it is not defined.
    """
    if p <= alpha:
        return AHEAD if effect > 0 else BEHIND
    if posterior is not None and posterior.worse > WORSE:
        return PROBABLY
    if posterior is not None and posterior.rope >= bayes.SURE:
        return EQUIVALENT
    return UNDECIDED


def compare_with_best(
    scores: np.ndarray,
    methods: Sequence[str],
    *,
    lower_is_better: bool = False,
    alpha: float = 0.05,
    rope: float | None = None,
) -> Best:
    """Every other method against the one with the best average rank, or the first by name among ties.

    `scores`: (N data sets, k methods), complete, infinite values allowed. `rope`: half the region of
    practical equivalence in the unit of the scores; without it Wilcoxon's test decides alone.
    """
    values = np.asarray(scores, dtype=np.float64)
    average = average_ranks(remove_noise(values), lower_is_better=lower_is_better)
    sign = -1 if lower_is_better else 1
    best, *others = sorted(range(len(methods)), key=lambda j: (average[j], methods[j]))
    rows = np.ascontiguousarray(values.T)
    gaps = sign * find_differences(rows[others], np.broadcast_to(rows[best], (len(others), len(values))))
    tests = wilcoxon.signed_rank_rows(gaps)
    corrected = posthoc.holm(np.array([test.p for test in tests]))
    by_ranks = {
        of.method: of.holm
        for of in posthoc.compare_with_control(average, methods, methods[best], len(values))
    }
    comparisons = []
    for j, gap, test, p in zip(others, gaps, tests, corrected.tolist(), strict=True):
        posterior = None
        if rope is not None and np.isfinite(gap).all():
            posterior = bayes.signed_rank(gap, rope)
        said = judge_method(p, test.rank_biserial, posterior, alpha)
        better, within, worse = posterior or (None, None, None)
        holm = by_ranks[methods[j]]
        comparisons.append(AgainstBest(methods[j], test.p, p, holm, better, within, worse, said))
    return Best(methods[best], float(alpha), rope, tuple(comparisons))
