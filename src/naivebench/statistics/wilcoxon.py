"""Tests of paired differences of two methods over data sets: Wilcoxon's signed ranks, and the sign test."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.checks import one_of
from naivebench.statistics.ranks import rank_rows, tied_excess

EXACT_UP_TO = 25  # non-zero differences


class WilcoxonResult(NamedTuple):
    """Wilcoxon's signed-rank test."""

    statistic: float  # two-sided: the smaller of the rank sums of either sign; one-sided: that of the positive differences
    p: float
    sides: str  # two-sided, greater or less
    n: int  # non-zero differences
    zeros: int
    method: str  # exact or normal
    rank_biserial: float  # effect size in [-1, 1]: (W+ - W-) / (W+ + W-)


class SignResult(NamedTuple):
    """Sign test, two-sided."""

    statistic: int  # wins
    p: float
    n: int  # wins and losses


def signed_rank(differences: np.ndarray, *, sides: str = "two-sided", zeros: str = "drop") -> WilcoxonResult:
    """Wilcoxon's test that paired differences (n,) are symmetric about 0; infinite differences rank last.

    Exact null distribution for up to 25 non-zero differences of unequal size and no zeros under `pratt`; else the normal
    approximation with variance corrected for ties and without continuity correction. `sides` greater: differences tend to
    be positive. `zeros` drop (Wilcoxon 1945): left out; pratt (Pratt 1959): ranked, then their ranks left out. Without
    any non-zero difference statistic 0 and p 1.
    """
    one_of(sides, ("two-sided", "greater", "less"), "sides")
    one_of(zeros, ("drop", "pratt"), "zeros")
    d = np.asarray(differences, dtype=np.float64)
    n_zeros = int((d == 0).sum())
    kept = d[d != 0] if zeros == "drop" else d
    n = len(d) - n_zeros
    if n == 0:
        return WilcoxonResult(0.0, 1.0, sides, 0, n_zeros, "exact", 0.0)
    ranks = rank_rows(np.abs(kept)[None, :], lower_is_better=True)[0]
    plus, minus = float(ranks[kept > 0].sum()), float(ranks[kept < 0].sum())
    exact = n <= EXACT_UP_TO and len(np.unique(np.abs(kept))) == len(kept) and not (zeros == "pratt" and n_zeros)
    upper, lower = _exact_tails(plus, n) if exact else _normal_tails(plus, ranks, kept)
    p = {"two-sided": min(1.0, 2 * min(upper, lower)), "greater": upper, "less": lower}[sides]
    statistic = min(plus, minus) if sides == "two-sided" else plus
    return WilcoxonResult(statistic, p, sides, n, n_zeros, "exact" if exact else "normal", (plus - minus) / (plus + minus))


def _exact_tails(plus: float, n: int) -> tuple[float, float]:
    """P(W+ >= plus) and P(W+ <= plus) for ranks 1..n with random signs."""
    probability = signed_rank_distribution(n)
    w = round(plus)
    return float(probability[w:].sum()), float(probability[: w + 1].sum())


def signed_rank_distribution(n: int) -> np.ndarray:
    """(n (n + 1) / 2 + 1,) probabilities of each sum of positive ranks under random signs; exact counts for n <= 60."""
    counts = np.zeros(n * (n + 1) // 2 + 1, dtype=np.int64)
    counts[0] = 1
    for rank in range(1, n + 1):
        counts[rank:] = counts[rank:] + counts[:-rank]
    return counts / 2.0**n


def _normal_tails(plus: float, ranks: np.ndarray, kept: np.ndarray) -> tuple[float, float]:
    """Both tails of the normal approximation; `kept` holds zeros under Pratt only."""
    from scipy.special import ndtr

    n, zeros = len(kept), int((kept == 0).sum())
    mean = (n * (n + 1) - zeros * (zeros + 1)) / 4
    variance = (n * (n + 1) * (2 * n + 1) - zeros * (zeros + 1) * (2 * zeros + 1)) / 24 - tied_excess(ranks[kept != 0]) / 48
    z = (plus - mean) / np.sqrt(variance)
    return float(ndtr(-z)), float(ndtr(z))


def sign_test(wins: int, losses: int) -> SignResult:
    """Two-sided exact binomial p of so many wins against losses, ties left out."""
    from scipy.special import bdtr

    n = wins + losses
    p = min(1.0, 2 * float(bdtr(min(wins, losses), n, 0.5))) if n else 1.0
    return SignResult(wins, p, n)
