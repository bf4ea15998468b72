"""The equations of HPB for one pattern family: prior from the sub-patterns, calibration, smoothing, and the
choice of S.

Probabilities are natural logs in arrays (K, m), one column per pattern. Products over overlapping
sub-patterns become so extreme at level 3 and above that the probabilities themselves would underflow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled as compiled_loops
from naivebench.core import kernels
from naivebench.core.logspace import log
from naivebench.methods.pattern_smoothing.helpers import pattern_loops

CALIBRATIONS = ("V1", "V2", "V3")
LARGEST_ODDS = 1e290
STEPS = 300  # per item: two binary searches for each value of the grid
SPLIT = 4097.0  # Veltkamp's constant for 41 significant bits


class LeftOut(NamedTuple):
    """Inputs of leave-one-out for one family, except S. P: number of pairs of a pattern and the class of the
    case left out.
    """

    label: np.ndarray  # (P,) class of the case left out
    weight: np.ndarray  # (P,) int64 or float64, number of cases of the pair
    counts: np.ndarray  # (K, P) cases per class of the pattern without the case
    total: np.ndarray  # (P,) their sum
    log_prior: np.ndarray  # (K, P) log P(c | g(W)) without the case


def normalize(scores: np.ndarray, log_prior: np.ndarray) -> np.ndarray:
    """Shift the columns of scores (K, m) so that their exponentials sum to 1. A column of -inf becomes
    log_prior, (K, 1) or (K, m).
    """
    largest = scores.max(axis=0)
    impossible = np.isneginf(largest)
    if impossible.any():
        scores = np.where(impossible, log_prior, scores)
        largest = scores.max(axis=0)
    scores = scores - largest
    return scores - np.log(np.exp(scores).sum(axis=0))


def combined(
    parents: Sequence[np.ndarray], log_prior: np.ndarray, b: float, calibration: str = "V1"
) -> np.ndarray:
    """log P(c | g(W)), (K, m), from log P(c | W_j) of the L sub-patterns (K, m) each; log_prior: log P(c),
    (K, 1) or (K, m).

    P'(c | g) is proportional to P(c) prod_j P(c | W_j) / P(c), and B = b (L - 1). The calibration V1 is (P' +
    B P(c)) / (1 + B); V2 is P(c) prod_j (P(c | W_j) / P(c))^(1 / (1 + B)); V3 is the same with the exponent
    B.
    """
    base = np.where(np.isneginf(log_prior), 0.0, log_prior)
    evidence = np.zeros_like(parents[0])
    for parent in parents:
        evidence += parent - base
    weight = b * (len(parents) - 1)
    if calibration == "V2":
        evidence /= 1 + weight
    elif calibration == "V3":
        evidence = evidence * weight if weight > 0 else np.zeros_like(evidence)
    result = normalize(evidence + log_prior, log_prior)
    if calibration != "V1" or weight == 0:
        return result
    return log((np.exp(result) + weight * np.exp(log_prior)) / (1 + weight))


def posterior(counts: np.ndarray, total: np.ndarray, log_prior: np.ndarray, s: float) -> np.ndarray:
    """log (N_Wc + S P(c | g)) / (N_W + S), (K, m); counts: (K, m), total: (m,) their sums, log_prior: (K, m).
    0 / 0 gives the prior.
    """
    denominator = total + s
    empty = denominator == 0
    scale = np.log(np.where(empty, 1.0, denominator))
    result = log_prior + (np.log(s) - scale if s > 0 else np.where(empty, 0.0, -np.inf))
    occurs = counts > 0
    shares = counts[occurs] + s * np.exp(log_prior[occurs])
    result[occurs] = np.log(shares) - np.broadcast_to(scale, counts.shape)[occurs]
    return result


def best_s(
    left_out: LeftOut, grid: Sequence[float], criterion: str, present: np.ndarray, n: int
) -> tuple[float, float]:
    """Value of S in the grid with the best leave-one-out score (the largest of ties), and the score.

    area: area under the hit curve; for more than two classes `present`, the mean over the classes, each
    against the rest, weighted by class frequency. log_loss: minus the mean of -log P(true class), with P
    clipped at 1 / (n + 2). With a single class, S is the largest value and the score NaN.
    """
    if not len(left_out.label) or len(present) < 2:
        return float(max(grid)), float("nan")
    scores = _areas(left_out, grid, present) if criterion == "area" else _losses(left_out, grid, n)
    top = scores.max()
    return float(max(s for s, v in zip(grid, scores, strict=True) if v >= top - 1e-13)), float(top)


def _losses(left_out: LeftOut, grid: Sequence[float], n: int) -> np.ndarray:
    pairs = np.arange(len(left_out.label))
    same, prior = left_out.counts[left_out.label, pairs], np.exp(left_out.log_prior[left_out.label, pairs])
    clip, scores = 1 / (n + 2), np.empty(len(grid))
    for i, s in enumerate(grid):
        denominator = left_out.total + s
        share = np.where(
            denominator > 0, (same + s * prior) / np.where(denominator > 0, denominator, 1.0), prior
        )
        scores[i] = left_out.weight @ np.log(np.maximum(share, clip)) / left_out.weight.sum()
    return scores


def _areas(left_out: LeftOut, grid: Sequence[float], present: np.ndarray) -> np.ndarray:
    """Area under the hit curve for every S of the grid: of the rarer class if only two occur, otherwise the
    weighted mean over classes.
    """
    sizes = np.bincount(left_out.label, weights=left_out.weight, minlength=len(left_out.counts))
    n, weights = sizes.sum(), sizes[present]
    rare = weights.argmin()
    used = [int(present[rare])] if len(present) == 2 else [int(c) for c in present]
    areas = []
    for c in used:
        share = sizes[c] / n
        if not 0 < share < 1:
            return np.full(len(grid), 0.5)
        twice = _twice_concordant(left_out, c, grid)
        areas.append(share / 2 + (1 - share) * (twice / (2.0 * sizes[c] * (n - sizes[c]))))
    return areas[0] if len(present) == 2 else np.average(areas, axis=0, weights=weights)


def _odds(items: Sequence[np.ndarray], s: float) -> np.ndarray:
    """(a + s g) / (b + s h), rounded to 41 bits so that equal fractions from different counts tie; items: a,
    b, g, h.
    """
    a, b, g, h = items
    share, rest = a + s * g, b + s * h
    with np.errstate(over="ignore"):
        odds = np.where(
            rest > 0, np.minimum(share / np.where(rest > 0, rest, 1.0), LARGEST_ODDS), LARGEST_ODDS
        )
    high = odds * SPLIT
    return high - (high - odds)


def _twice_concordant(left_out: LeftOut, c: int, grid: Sequence[float]) -> np.ndarray:
    """For every S of the grid, twice the number of pairs (case of class c, other case) in which the former
    has the larger leave-one-out P(c); a tie counts once.

    The score of a case that is alone in its pattern is the prior P(c | g) for every S, so these cases are
    sorted only once.
    """
    g = np.exp(left_out.log_prior[c])
    others = np.delete(left_out.log_prior, c, axis=0)
    h = np.exp(others[0]) if len(others) == 1 else np.exp(others).sum(axis=0)
    a = left_out.counts[c].astype(np.float64)
    parts = (a, left_out.total - a, g, h)
    positive, alone = left_out.label == c, left_out.total == 0
    inside, weight = [p[positive] for p in parts], left_out.weight[positive]
    shared = ~positive & ~alone
    outside, outside_weight = [p[shared] for p in parts], left_out.weight[shared]
    single = ~positive & alone
    fixed = _odds([p[single] for p in parts], 1.0)
    order = np.argsort(fixed)
    fixed, below = fixed[order], np.concatenate([[0], np.cumsum(left_out.weight[single][order])])
    return np.array([_count(inside, weight, outside, outside_weight, fixed, below, float(s)) for s in grid])


def _count(
    inside: list[np.ndarray],
    weight: np.ndarray,
    outside: list[np.ndarray],
    outside_weight: np.ndarray,
    fixed: np.ndarray,
    below: np.ndarray,
    s: float,
) -> float:
    odds = np.where(inside[0] + inside[1] + s > 0, _odds(inside, s), _odds(inside, 1.0))
    distinct, place = np.unique(odds, return_inverse=True)
    cases = np.bincount(place, weights=weight, minlength=len(distinct)).astype(weight.dtype)
    twice = cases @ (
        below[np.searchsorted(fixed, distinct, "left")] + below[np.searchsorted(fixed, distinct, "right")]
    )
    return float(twice + twice_below(distinct, cases, outside, outside_weight, s))


def twice_below(
    distinct: np.ndarray,
    cases: np.ndarray,
    items: Sequence[np.ndarray],
    weight: np.ndarray,
    s: float,
    *,
    compiled: bool | None = None,
) -> float:
    """Sum over items of weight times (twice the number of cases with larger odds + the number with equal
    odds).

    distinct: odds of the `cases`, ascending; items: a, b, g and h of `_odds`.
    """
    above = np.concatenate([np.cumsum(cases[::-1])[::-1], [0]])
    if weight.dtype.kind != "f" and kernels.use_compiled(STEPS * len(weight), compiled):
        loops = compiled_loops.loops(pattern_loops)
        return int(loops.twice_below(distinct, above, *items, weight, s))
    odds = _odds(items, s)
    return (
        weight
        @ (above[np.searchsorted(distinct, odds, "left")] + above[np.searchsorted(distinct, odds, "right")])
    ).item()
