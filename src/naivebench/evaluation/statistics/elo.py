"""Elo ratings of methods over data sets, as on leaderboards of tabular learning.

Every data set is one game between every two methods: the better score wins, a tie is half a win for each. The
ratings are the maximum of the likelihood of Bradley and Terry (1952), P(i beats j) = 1 / (1 + 10^((E_j - E_i)
/ 400)), with the ridge of the package bencheval, which keeps the rating finite for a method that wins or
loses everything. Rank tests say whether methods differ; a rating says how often one beats the other, and
depends on which other methods take part.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from naivebench.evaluation.statistics.draws import SEED, resamples

SCALE = 400 / math.log(10)  # Elo points per unit of log-strength
CENTRE = 1000.0  # mean rating
RIDGE = 0.5 / (1e6 * math.log(10) ** 2)  # on squared log-strengths: a logistic regression with C = 1e6
DRAWS = 200
LEVEL = 0.95
STEPS, LARGEST_STEP, SMALLEST_STEP = 100, 2.0, 1e-9  # of Newton's method, in log-strengths


class Ratings(NamedTuple):
    """Elo ratings with mean `CENTRE`, and percentile intervals of a bootstrap over the data sets."""

    elo: np.ndarray  # (k,)
    low: np.ndarray  # (k,)
    high: np.ndarray  # (k,)
    level: float
    draws: int


def win_rates(ranks: np.ndarray) -> np.ndarray:
    """Mean share of games that each method wins, (k,), ties half, from ranks (N, k), ties averaged: a rank r
    has k - r wins of k - 1.
    """
    k = ranks.shape[1]
    return (k - ranks.mean(axis=0)) / (k - 1)


def games(ranks: np.ndarray) -> np.ndarray:
    """Wins of row against column on each data set, (N, k, k): 1, 1/2 for a tie, 0; the diagonal is 0."""
    wins = (ranks[:, :, None] < ranks[:, None, :]) + 0.5 * (ranks[:, :, None] == ranks[:, None, :])
    wins[:, np.arange(ranks.shape[1]), np.arange(ranks.shape[1])] = 0
    return wins


def log_strengths(wins: np.ndarray) -> np.ndarray:
    """Log-strengths (..., k) with mean 0 that maximise the likelihood of wins (..., k, k), by Newton's
    method.

    The gradient is summed over pairs, W_ij P(j beats i) - W_ji P(i beats j): where one of a pair always wins,
    its terms are small numbers, and not differences of large ones.
    """
    k = wins.shape[-1]
    strengths, total = np.zeros(wins.shape[:-1]), wins + np.swapaxes(wins, -1, -2)
    diagonal = np.arange(k)
    for _ in range(STEPS):
        beaten = 1 / (1 + np.exp(strengths[..., :, None] - strengths[..., None, :]))  # P(column beats row)
        lost = wins * beaten
        gradient = (lost - np.swapaxes(lost, -1, -2)).sum(axis=-1) - 2 * RIDGE * strengths
        curvature = -total * beaten * np.swapaxes(beaten, -1, -2)
        curvature[..., diagonal, diagonal] = 2 * RIDGE - curvature.sum(axis=-1)
        step = np.linalg.solve(curvature, gradient[..., None])[..., 0]
        largest = np.abs(step).max(axis=-1, keepdims=True)
        strengths = strengths + step * np.minimum(1, LARGEST_STEP / np.maximum(largest, LARGEST_STEP))
        if largest.max(initial=0) < SMALLEST_STEP:
            break
    return strengths - strengths.mean(axis=-1, keepdims=True)


def ratings(ranks: np.ndarray, *, draws: int = DRAWS, level: float = LEVEL, seed: int = SEED) -> Ratings:
    """Ratings of k methods from their ranks (N, k) on N data sets, ties averaged.

    The intervals are relative to the mean of all methods, whichever rating is later set to a round number.
    """
    won, (n, k) = games(ranks), ranks.shape
    counts = resamples(n, draws, seed).astype(np.float64)
    samples = log_strengths((counts @ won.reshape(n, k * k)).reshape(draws, k, k))
    low, high = np.quantile(samples, [(1 - level) / 2, (1 + level) / 2], axis=0)
    elo, low, high = (CENTRE + SCALE * x for x in (log_strengths(won.sum(axis=0)), low, high))
    return Ratings(elo, low, high, float(level), draws)


def improvement(scores: np.ndarray, reference: np.ndarray, *, lower_is_better: bool) -> np.ndarray:
    """Mean over data sets of (e_0 - e) / max(e_0, e), (k,), from scores (N, k) and those of the reference
    (N,).

    e is the error: the score if lower is better, otherwise 1 minus the score. The mean is in [-1, 1]: 0.2
    means a fifth less error than the reference, -0.2 that the reference has a fifth less error than the
    method; swapping the two changes the sign. Two errors of 0, or two infinite ones, give 0.
    """
    error, base = (x if lower_is_better else 1 - x for x in (scores, reference[:, None]))
    error, base = np.broadcast_arrays(error, base)
    larger = np.maximum(error, base)
    with np.errstate(invalid="ignore", divide="ignore"):
        gain = np.where(
            np.isinf(larger), 1.0 * (error < base) - 1.0 * (error > base), (base - error) / larger
        )
    return np.where((error == base) | (larger == 0), 0.0, gain).mean(axis=0)
