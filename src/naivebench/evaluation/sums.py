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

from naivebench.core import exact
from naivebench.evaluation import classification
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


def of(y: np.ndarray, log_proba: np.ndarray, predicted: np.ndarray, clip: float) -> Sums:
    """Sums of cases: y (n,) true classes, log_proba (n, K), predicted (n,); clip as in `log_loss_clipped`."""
    n, k = log_proba.shape
    one = np.zeros(n, np.int64)
    proba = np.exp(log_proba)
    true_log, true = log_proba[np.arange(n), y], proba[np.arange(n), y]
    possible = np.flatnonzero(true_log > -np.inf)
    squares = np.einsum("ik,ik->i", proba, proba) - 2 * true + 1
    losses = [
        exact.class_sums([-true_log[possible]], one[: len(possible)], 1),
        exact.class_sums([-np.maximum(true_log, math.log(clip))], one, 1),
        exact.class_sums([squares], one, 1),
        exact.class_sums([1 - true, 1 - true], one, 1),
    ]
    top = proba.max(axis=1) if n else np.zeros(0)
    bins = np.clip((top * classification.BINS).astype(np.int64), 0, classification.BINS - 1)
    right = np.bincount(bins[predicted == y], minlength=classification.BINS)
    return Sums(
        np.bincount(y.astype(np.int64) * k + predicted, minlength=k * k).reshape(k, k),
        np.array(n - len(possible)),
        np.concatenate(losses),
        np.array([np.bincount(bins, minlength=classification.BINS), right]),
        exact.class_sums([top], bins, classification.BINS),
        _histogram(y, classification.log_odds(log_proba)),
    )


def _histogram(y: np.ndarray, log_odds: np.ndarray) -> np.ndarray:
    cells = np.concatenate([(2 * c + (y == c)) * STEPS + step(odds) for c, odds in enumerate(log_odds)])
    if 2 * len(y) < STEPS:  # few cases: a histogram would be larger than the list of cases
        return np.column_stack(np.unique(cells, return_counts=True))
    times = np.bincount(cells)
    occurring = np.flatnonzero(times)
    return np.column_stack([occurring, times[occurring]])


def step(log_odds: np.ndarray) -> np.ndarray:
    """Step of the histogram, (n,) int64, never decreasing in the log odds: sign, exponent and the first
    `BITS` binary digits.
    """
    digits = (np.abs(log_odds).view(np.int64) >> 52 - BITS) - ((1023 + LOWEST) << BITS)
    return np.sign(log_odds).astype(np.int64) * np.clip(digits + 1, 0, SIDE) + SIDE


def merge(a: Sums, b: Sums) -> Sums:
    """Sums of the cases of `a` and `b` together."""
    cells, place = np.unique(np.concatenate([a.histogram[:, 0], b.histogram[:, 0]]), return_inverse=True)
    times = np.zeros(len(cells), np.int64)
    np.add.at(times, place, np.concatenate([a.histogram[:, 1], b.histogram[:, 1]]))
    added = [one + other for one, other in zip(a[:-1], b[:-1], strict=True)]
    return Sums._make([*added, np.column_stack([cells, times])])


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
