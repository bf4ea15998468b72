"""Wilcoxon's signed-rank test of the paired differences of two methods over data sets."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import one_of
from naivebench.evaluation.statistics import ranks

EXACT_UP_TO = 25  # non-zero differences
REMEMBERED = 10_000  # numbers; longer distributions, which follow from many zeros, are not kept


class WilcoxonResult(NamedTuple):
    """Result of Wilcoxon's signed-rank test."""

    # two-sided: the smaller of the rank sums of either sign; one-sided: that of the positive differences
    statistic: float
    p: float
    n: int  # non-zero differences
    zeros: int
    method: str  # exact or normal
    rank_biserial: float  # effect size in [-1, 1]: (W+ - W-) / (W+ + W-)


def signed_rank(
    differences: np.ndarray, *, sides: str = "two-sided", zeros: str = "drop", method: str = "auto"
) -> WilcoxonResult:
    """Wilcoxon's test that paired differences (n,) are symmetric about 0; infinite differences rank last.

    `method` exact: null distribution under random signs, given the ranks, including ties and, under `pratt`,
    without the ranks of zeros; normal: variance corrected for ties, without continuity correction; auto:
    exact up to 25 non-zero differences. `sides` greater: differences tend to be positive. `zeros` drop
    (Wilcoxon 1945): left out; pratt (Pratt 1959): ranked, then their ranks left out. If all differences are
    zero, the statistic is 0 and p is 1. Exact p of few differences are multiples of 2^-n, so the test stays
    below its level; a two-sided p of 0.05 needs six of them. The exact distribution is computed here, because
    that of scipy.stats.wilcoxon is for ranks without ties and zeros.
    """
    one_of(sides, ("two-sided", "greater", "less"), "sides")
    one_of(zeros, ("drop", "pratt"), "zeros")
    one_of(method, ("auto", "exact", "normal"), "method")
    d = np.asarray(differences, dtype=np.float64)
    return _of_ranks(ranks.signed_ranks(d[None, :])[0], sides, zeros, method)


def signed_rank_rows(differences: np.ndarray) -> list[tuple[WilcoxonResult, WilcoxonResult]]:
    """`signed_rank` of every row of differences (m, n), with zeros left out and by Pratt."""
    found = []
    for row in ranks.signed_ranks(differences):
        dropped = _of_ranks(row, "two-sided", "drop", "auto")
        same = dropped.zeros == 0 or dropped.n == 0
        found.append((dropped, dropped if same else _of_ranks(row, "two-sided", "pratt", "auto")))
    return found


def _of_ranks(signed: np.ndarray, sides: str, zeros: str, method: str) -> WilcoxonResult:
    """`signed_rank` of differences with these `ranks.signed_ranks` (n,)."""
    kept = signed[signed != 0]
    n, n_zeros = len(kept), len(signed) - len(kept)
    if n == 0:
        return WilcoxonResult(0.0, 1.0, 0, n_zeros, "exact", 0.0)
    of_all = np.abs(kept) + (n_zeros if zeros == "pratt" else 0)
    plus = float(of_all[kept > 0].sum())
    minus = float(of_all.sum()) - plus  # both are exact
    exact = method == "exact" or (method == "auto" and n <= EXACT_UP_TO)
    upper, lower = (_exact_tails if exact else _normal_tails)(plus, of_all)
    p = {"two-sided": min(1.0, 2 * min(upper, lower)), "greater": upper, "less": lower}[sides]
    statistic = min(plus, minus) if sides == "two-sided" else plus
    return WilcoxonResult(
        statistic, p, n, n_zeros, "exact" if exact else "normal", (plus - minus) / (plus + minus)
    )


def _exact_tails(plus: float, of_all: np.ndarray) -> tuple[float, float]:
    """P(W+ >= plus) and P(W+ <= plus) for the given ranks, multiples of one half, with random signs."""
    values = np.sort(np.rint(2 * of_all).astype(np.int64))
    short = values.sum() < REMEMBERED
    probability = _of_sorted(tuple(values.tolist())) if short else sum_distribution(values)
    w = round(2 * plus)
    return float(probability[w:].sum()), float(probability[: w + 1].sum())


@lru_cache(maxsize=1024)
def _of_sorted(values: tuple[int, ...]) -> np.ndarray:
    """`sum_distribution`, computed once for many pairs without ties."""
    return sum_distribution(np.array(values))


def sum_distribution(values: np.ndarray) -> np.ndarray:
    """Probabilities of each sum of the positive whole numbers `values`, (sum + 1,), each taken with
    probability 1/2; exact up to 52.
    """
    probability = np.zeros(int(values.sum()) + 1)
    probability[0] = 1
    for value in values:
        moved = np.zeros_like(probability)
        moved[value:] = probability[:-value]
        probability = (probability + moved) / 2
    return probability


def _normal_tails(plus: float, of_all: np.ndarray) -> tuple[float, float]:
    """Both tails of the normal approximation.

    Under random signs W+ has the variance sum r^2 / 4, which for tied ranks is the one corrected for ties.
    """
    from scipy.special import ndtr

    z = (plus - of_all.sum() / 2) / np.sqrt(np.square(of_all).sum() / 4)
    return float(ndtr(-z)), float(ndtr(z))
