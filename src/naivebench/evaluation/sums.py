"""Metrics as sums over cases: the sums of blocks and shards are merged without rounding.

    of(cases of a and b) = merge(of(a), of(b)),   score(of(cases), metric) = the metric of all cases

Counts are integers and sums of numbers exact (`core.exact`), so the scores do not depend on the blocks. Only
the order of the posteriors, which the area under the ROC curve needs, is kept in classes of a histogram.
docs/protocols/metrics.md#streamed-metrics.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled as compiling
from naivebench.core import exact, kernels, logspace
from naivebench.evaluation import classification, sums_loops
from naivebench.evaluation.metrics import METRICS

# steps of the histogram: each doubling of a log odds from 2^LOWEST to 2^HIGHEST nats is cut into 2^BITS
BITS, LOWEST, HIGHEST = 9, -10, 11
SIDE = (HIGHEST - LOWEST) << BITS  # steps of one sign
STEPS = 2 * SIDE + 1  # the middle one is for log odds nearer to zero
LOSSES = ("log_loss", "log_loss_clipped", "brier", "rmse")


class Sums(NamedTuple):
    """Sums over the tested cases, with K classes."""

    confusion: np.ndarray  # (K, K) int64: cases of a class (row) decided as another
    impossible: np.ndarray  # () int64: cases whose class got probability 0
    # (4,) integers of `core.exact`: -log P(true class) where that is finite, the same clipped, squared errors
    # of the posterior, and of P(true class)
    losses: np.ndarray
    confident: np.ndarray  # (2, bins) int64: cases by their largest posterior, and those decided right
    confidence: np.ndarray  # (bins,) integers of `core.exact`: sums of the largest posterior
    # (m, 2) int64: cells of an array (K, 2, STEPS), ascending, and their cases: other ones and those of each
    # class, by the class's log odds
    histogram: np.ndarray


def of(
    y: np.ndarray,
    log_proba: np.ndarray,
    predicted: np.ndarray,
    clip: float,
    *,
    proba: np.ndarray | None = None,
    compiled: bool | None = None,
) -> Sums:
    """Sums of cases: y (n,) true classes, log_proba (n, K), predicted (n,); clip as in `log_loss_clipped`.

    proba: exp(log_proba), if it is known. compiled: True forces loops, False forces NumPy; the sums are the
    same.
    """
    proba = np.exp(log_proba) if proba is None else proba
    if compiled is None:
        compiled = 2 * len(y) >= STEPS and log_proba.dtype == np.float64
        compiled = compiled and kernels.use_compiled(log_proba.size)
    return (_of_compiled if compiled else _of)(y, log_proba, proba, predicted, math.log(clip))


def _of(y: np.ndarray, log_proba: np.ndarray, proba: np.ndarray, predicted: np.ndarray, floor: float) -> Sums:
    n, k = log_proba.shape
    true_log, true = log_proba[np.arange(n), y], proba[np.arange(n), y]
    possible = true_log > -np.inf
    squares = _squared_lengths(proba) - 2 * true + 1
    one = np.zeros(n, np.int32)
    losses = [np.where(possible, -true_log, 0), -np.maximum(true_log, floor), squares]
    top = proba.max(axis=1) if n else np.zeros(0)
    bins = np.clip((top * classification.BINS).astype(np.int32), 0, classification.BINS - 1)
    right = np.bincount(bins[predicted == y], minlength=classification.BINS)
    return Sums(
        np.bincount(y.astype(np.int64) * k + predicted, minlength=k * k).reshape(k, k),
        np.array(n - int(possible.sum())),
        np.concatenate(
            [*(exact.moments(x, one, 1)[0][1] for x in losses), exact.moments(1 - true, one, 1)[0][2]]
        ),
        np.array([np.bincount(bins, minlength=classification.BINS), right]),
        exact.moments(top, bins, classification.BINS)[0][1],
        _histogram(y, classification.log_odds(log_proba)),
    )


def _of_compiled(
    y: np.ndarray, log_proba: np.ndarray, proba: np.ndarray, predicted: np.ndarray, floor: float
) -> Sums:
    k, bins = log_proba.shape[1], classification.BINS
    confusion, confident = np.zeros((k, k), np.int64), np.zeros((2, bins), np.int64)
    histogram = np.zeros((k, 2, STEPS), np.int64)
    losses, doubts, confidence = exact.pieces(3, 1), exact.pieces(1, 2), exact.pieces(bins, 1)
    tally, impossible = compiling.loops(sums_loops).tally, 0
    for rows in logspace.blocks(len(y), k):
        impossible += tally(
            np.ascontiguousarray(y[rows], np.int32),
            np.ascontiguousarray(predicted[rows], np.int32),
            np.ascontiguousarray(log_proba[rows]),
            np.ascontiguousarray(proba[rows]),
            _squared_lengths(proba[rows]),
            classification.log_odds(log_proba[rows])[: 1 if k == 2 else k],
            (floor, BITS, LOWEST),
            (confusion, confident, histogram),
            (losses, doubts[0], confidence),
        )
    if k == 2:  # the log odds of the second class are those of the first one with the other sign
        histogram[1] = histogram[0, ::-1, ::-1]
    return Sums(
        confusion,
        np.array(impossible),
        np.concatenate([exact.whole(losses, 1), exact.whole(doubts, 2)]),
        confident,
        exact.whole(confidence, 1),
        _occurring(histogram.reshape(-1)),
    )


def _squared_lengths(proba: np.ndarray) -> np.ndarray:
    """Sum of the squares of every row, (n,)."""
    if proba.shape[1] == 2:  # the same bits in a third of the time
        squares = np.square(proba)
        return squares[:, 0] + squares[:, 1]
    return np.einsum("ik,ik->i", proba, proba)


def _histogram(y: np.ndarray, log_odds: np.ndarray) -> np.ndarray:
    cells = np.concatenate([(2 * c + (y == c)) * STEPS + step(odds) for c, odds in enumerate(log_odds)])
    if 2 * len(y) < STEPS:  # few cases: a histogram would be larger than the list of cases
        return np.column_stack(np.unique(cells, return_counts=True))
    return _occurring(np.bincount(cells))


def _occurring(times: np.ndarray) -> np.ndarray:
    """The cells that have cases, and these, (m, 2)."""
    cells = np.flatnonzero(times)
    return np.column_stack([cells, times[cells]])


def step(log_odds: np.ndarray) -> np.ndarray:
    """Step of the histogram, (n,) int64, never decreasing in the log odds: sign, exponent and the first
    `BITS` binary digits.
    """
    digits = (np.abs(log_odds).view(np.int64) >> 52 - BITS) - ((1023 + LOWEST) << BITS)
    return np.sign(log_odds).astype(np.int64) * np.clip(digits + 1, 0, SIDE) + SIDE


def merge(a: Sums, b: Sums) -> Sums:
    """Sums of the cases of `a` and `b` together."""
    added = [one + other for one, other in zip(a[:-1], b[:-1], strict=True)]
    return Sums._make([*added, _merged(a.histogram, b.histogram, 2 * len(a.confusion) * STEPS)])


def _merged(a: np.ndarray, b: np.ndarray, size: int) -> np.ndarray:
    """The sum of two histograms of `size` cells."""
    if 8 * (len(a) + len(b)) < size:  # few cells: sorting them is faster than counting them
        cells, place = np.unique(np.concatenate([a[:, 0], b[:, 0]]), return_inverse=True)
        times = np.zeros(len(cells), np.int64)
        np.add.at(times, place, np.concatenate([a[:, 1], b[:, 1]]))
        return np.column_stack([cells, times])
    times = np.zeros(size, np.int64)
    for cells, more in (a.T, b.T):
        times[cells] += more
    return _occurring(times)


def n_cases(sums: Sums) -> int:
    """Number of cases."""
    return int(sums.confusion.sum())


def score(sums: Sums, metric: str) -> float | None:
    """A metric computed from the sums; NaN without cases, None for a metric that needs all cases at once."""
    n = n_cases(sums)
    if METRICS[metric].decisions:
        k = len(sums.confusion)
        y, predicted = np.divmod(np.arange(k * k), k)
        nothing = np.zeros((k * k, k))
        weights = sums.confusion.ravel().astype(np.float64)
        return METRICS[metric].function(y, nothing, predicted=predicted, weights=weights)
    if metric not in (*LOSSES, "auc", "ece"):
        return None
    if n == 0 or metric == "auc":
        return auc(sums)[0]
    if metric == "ece":
        return float(np.abs(sums.confident[1] - exact.floats(sums.confidence)).sum() / n)
    if metric == "log_loss" and sums.impossible:
        return math.inf
    mean = exact.ratio(int(sums.losses[LOSSES.index(metric)]), n, -exact.UNIT)
    return math.sqrt(mean) if metric == "rmse" else mean


def auc(sums: Sums) -> tuple[float, float]:
    """Area under the ROC curve as in `classification.auc`, with cases of one step as ties, and a bound of the
    difference from the exact area: half the share of (positive, other) pairs within a step.
    """
    histogram = np.zeros((len(sums.confusion), 2, STEPS))
    histogram.reshape(-1)[sums.histogram[:, 0]] = sums.histogram[:, 1]
    sizes = histogram.sum(axis=2)
    usable = np.flatnonzero(sizes.min(axis=1) > 0)
    if not len(usable):
        return math.nan, math.nan
    others, inside = histogram[usable].transpose(1, 0, 2)
    pairs = sizes[usable].prod(axis=1)
    below = np.cumsum(others, axis=1) - others
    areas = (inside * (below + others / 2)).sum(axis=1) / pairs
    within = (inside * others).sum(axis=1) / (2 * pairs)
    weights = sizes[usable, 1]
    return float(np.average(areas, weights=weights)), float(np.average(within, weights=weights))
