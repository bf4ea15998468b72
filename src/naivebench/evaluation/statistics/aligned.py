"""Friedman's test on aligned ranks: data sets differ in level, and the size of a difference counts across
data sets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics.ranks import rank_rows
from naivebench.evaluation.statistics.rounding import without_noise


class AlignedResult(NamedTuple):
    """Result of Friedman's test on aligned ranks.

    `average_ranks` are over all N k aligned scores, so they are between 1 and N k; 1 = best.
    """

    statistic: float
    p: float
    df: int
    n: int  # data sets
    average_ranks: np.ndarray  # (k,)


def friedman_aligned(scores: np.ndarray, *, lower_is_better: bool = False) -> AlignedResult:
    """Friedman's test on aligned ranks: each score minus the mean of its data set, all N k ranked together;
    chi-square with k - 1 degrees of freedom.

    The statistic is (k - 1) sum_j (R_j - N (N k + 1) / 2)^2 / sum_ij (r_ij - mean of row i)^2 with column
    sums R_j, which without ties is the formula of Hodges and Lehmann (1962) as in Garcia, Fernandez, Luengo
    and Herrera (2010), Information Sciences 180, section 3.1, and with ties the same permutation statistic.
    The statistic is 0 and p is 1 if all methods tie on all data sets. `scores`: (N, k). Raises InputError for
    infinite scores, which have no aligned score.
    """
    from scipy.special import chdtrc

    ranks = _aligned_ranks(np.asarray(scores, dtype=np.float64), lower_is_better)
    n, k = ranks.shape
    within = np.square(ranks - ranks.mean(axis=1, keepdims=True)).sum()
    between = np.square(ranks.sum(axis=0) - n * (n * k + 1) / 2).sum()
    statistic = float((k - 1) * between / within) if within > 0 else 0.0
    return AlignedResult(statistic, float(chdtrc(k - 1, statistic)), k - 1, n, ranks.mean(axis=0))


def _aligned_ranks(scores: np.ndarray, lower_is_better: bool) -> np.ndarray:
    """Ranks of the scores, with row means subtracted, among all scores, (N, k)."""
    if not np.isfinite(scores).all():
        raise InputError(
            f"{int((~np.isfinite(scores)).sum())} scores are not finite: leave them out before aligning "
            "the data sets"
        )
    centred = without_noise(scores - scores.mean(axis=1, keepdims=True), scores)
    return rank_rows(centred.reshape(1, -1), lower_is_better=lower_is_better).reshape(scores.shape)
