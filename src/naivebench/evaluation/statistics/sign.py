"""Sign test: wins against losses of two methods over data sets."""

from __future__ import annotations

from typing import NamedTuple


class SignResult(NamedTuple):
    """Result of the two-sided sign test."""

    statistic: int  # wins
    p: float
    n: int  # wins and losses


def sign_test(wins: int, losses: int) -> SignResult:
    """Two-sided exact binomial p of the wins against the losses; ties are left out."""
    from scipy.special import bdtr

    n = wins + losses
    p = min(1.0, 2 * float(bdtr(min(wins, losses), n, 0.5))) if n else 1.0
    return SignResult(wins, p, n)
