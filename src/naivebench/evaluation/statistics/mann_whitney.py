"""Mann and Whitney's test of two independent samples, such as the runs of two randomised searches."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, one_of
from naivebench.evaluation.statistics.ranks import rank_rows
from naivebench.evaluation.statistics.rounding import without_noise

EXACT_UP_TO = 50  # observations of both samples together


class MannWhitneyResult(NamedTuple):
    """Result of the two-sided test. `rank_biserial` is positive where the first sample is larger (Cliff's
    delta).
    """

    statistic: float  # U of the first sample: pairs in which it is larger, ties half
    p: float
    n: tuple[int, int]
    method: str  # exact or normal
    rank_biserial: float  # 2 U / (n1 n2) - 1, in [-1, 1]


def mann_whitney(x: np.ndarray, y: np.ndarray, *, method: str = "auto") -> MannWhitneyResult:
    """Test that x (n1,) and y (n2,) come from one distribution.

    `method` exact: the null distribution given the tied ranks, over all choices of n1 of the n1 + n2
    observations, whereas scipy.stats.mannwhitneyu ignores ties; normal: with tie and continuity correction;
    auto: exact up to 50 observations in both samples together. The test is for independent samples: folds of
    one cross-validation are paired and share training cases, so they are not. The smallest p for 10 against
    10 is 2 / C(20, 10) = 1.1e-5, whatever the size of the effect. Raises InputError for an empty sample or
    NaN.
    """
    one_of(method, ("auto", "exact", "normal"), "method")
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if not (len(x) and len(y)) or np.isnan(x).any() or np.isnan(y).any():
        raise InputError(
            f"Mann and Whitney's test needs two samples without missing values, got {len(x)} and "
            f"{len(y)} values"
        )
    both = without_noise(np.concatenate([x, y]))
    ranks = rank_rows(both[None, :], lower_is_better=True)[0]
    u = float(ranks[: len(x)].sum() - len(x) * (len(x) + 1) / 2)
    exact = method == "exact" or (method == "auto" and len(both) <= EXACT_UP_TO)
    p = _exact_p(ranks, len(x)) if exact else _normal_p(both, len(x))
    return MannWhitneyResult(
        u, p, (len(x), len(y)), "exact" if exact else "normal", 2 * u / (len(x) * len(y)) - 1
    )


def _exact_p(ranks: np.ndarray, n: int) -> float:
    """Twice the smaller tail of the sum of the first n ranks among all choices of n."""
    doubled = np.rint(2 * ranks).astype(np.int64)
    ways = np.zeros((n + 1, int(doubled.sum()) + 1))
    ways[0, 0] = 1
    for rank in doubled:
        ways[1:, rank:] = ways[1:, rank:] + ways[:-1, : ways.shape[1] - rank]
    share, observed = ways[n] / ways[n].sum(), int(doubled[:n].sum())
    return float(min(1.0, 2 * min(share[: observed + 1].sum(), share[observed:].sum())))


def _normal_p(both: np.ndarray, n: int) -> float:
    from scipy.stats import mannwhitneyu

    if (both == both[0]).all():
        return 1.0
    return float(mannwhitneyu(both[:n], both[n:], alternative="two-sided", method="asymptotic").pvalue)
