"""Mann and Whitney's test of two independent samples, such as the runs of two randomised searches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.evaluation.statistics.rounding import remove_noise

EXACT_UP_TO = 50  # observations of both samples together


class MannWhitney(NamedTuple):
    """Result of the two-sided test. `rank_biserial` is positive where the first sample is larger (Cliff's
    delta).
    """

    statistic: float  # U of the first sample: pairs in which it is larger, ties half
    p: float
    n: tuple[int, int]
    rank_biserial: float  # 2 U / (n1 n2) - 1, in [-1, 1]
    method: str  # exact or normal


def mann_whitney(x: np.ndarray, y: np.ndarray) -> MannWhitney:
    """Test that x (n1,) and y (n2,) come from one distribution.

    Up to 50 observations in both samples together, p comes from the exact null distribution given the tied
    ranks, over all choices of n1 of the n1 + n2 observations, whereas scipy.stats.mannwhitneyu ignores ties;
    beyond, from the normal one with tie and continuity correction. The test is for independent samples: folds
    of one cross-validation are paired and share training cases, so they are not. The smallest p for 10
    against 10 is 2 / C(20, 10) = 1.1e-5, whatever the size of the effect. Raises InputError for an empty
    sample or NaN.
    """
    from scipy.stats import mannwhitneyu, rankdata

    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    n, m = len(x), len(y)
    if not (n and m) or np.isnan(x).any() or np.isnan(y).any():
        raise InputError(
            f"Mann and Whitney's test needs two samples without missing values, got {n} and {m} values"
        )
    both = remove_noise(np.concatenate([x, y]))
    ranks = rankdata(both)
    u = float(ranks[:n].sum() - n * (n + 1) / 2)
    exact = n + m <= EXACT_UP_TO
    p = _exact_p(ranks, n) if exact else 1.0
    if not exact and (both != both[0]).any():
        p = float(mannwhitneyu(both[:n], both[n:], method="asymptotic").pvalue)
    return MannWhitney(u, p, (n, m), 2 * u / (n * m) - 1, "exact" if exact else "normal")


def _exact_p(ranks: np.ndarray, n: int) -> float:
    """Twice the smaller tail of the sum of the first n ranks among all choices of n."""
    doubled = np.rint(2 * ranks).astype(np.int64)
    ways = np.zeros((n + 1, int(doubled.sum()) + 1))
    ways[0, 0] = 1
    for rank in doubled:
        ways[1:, rank:] = ways[1:, rank:] + ways[:-1, : ways.shape[1] - rank]
    share, observed = ways[n] / ways[n].sum(), int(doubled[:n].sum())
    return float(min(1.0, 2 * min(share[: observed + 1].sum(), share[observed:].sum())))
