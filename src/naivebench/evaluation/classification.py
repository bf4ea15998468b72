"""Metrics of class posteriors, from the true class and the log-probabilities of each case.

Every metric is `f(y, log_proba, *, predicted=None, weights=None) -> float` with

    y          (n,) int, true class, 0..K-1
    log_proba  (n, K) natural logs of normalised posteriors, -inf allowed, any float type
    predicted  (n,) int, the decided class; by default the first largest posterior of each case
    weights    (n,) non-negative case weights, by default all 1; a case of weight 0 counts as absent

Without cases (n = 0) every metric is NaN.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core.logspace import log

BINS = 15  # bins of the expected calibration error


class _Cases(NamedTuple):
    """Checked arguments of a metric, without cases of weight 0."""

    y: np.ndarray  # (n,) int
    log_proba: np.ndarray  # (n, K) float
    predicted: np.ndarray  # (n,) int
    weights: np.ndarray | None  # (n,) float64, None: all 1


def _cases(
    y: ArrayLike, log_proba: ArrayLike, predicted: ArrayLike | None, weights: ArrayLike | None
) -> _Cases:
    y, log_proba = np.asarray(y), np.asarray(log_proba)
    if log_proba.ndim != 2 or len(log_proba) != len(y):
        raise ValueError(f"log_proba has shape {log_proba.shape}, expected ({len(y)}, number of classes)")
    if len(y) and not 0 <= y.min() <= y.max() < log_proba.shape[1]:
        raise ValueError(
            f"y contains classes from {y.min()} to {y.max()}, expected 0 to {log_proba.shape[1] - 1}"
        )
    if predicted is None:
        predicted = log_proba.argmax(axis=1) if len(y) else np.empty(0, dtype=np.int64)
    predicted = np.asarray(predicted)
    if predicted.shape != y.shape:
        raise ValueError(f"predicted has shape {predicted.shape}, expected {y.shape}")
    if weights is None:
        return _Cases(y, log_proba, predicted, None)
    weights = np.asarray(weights, dtype=np.float64)
    if weights.shape != y.shape or (weights < 0).any():
        raise ValueError(f"weights must be {len(y)} non-negative numbers")
    used = weights > 0
    return _Cases(y[used], log_proba[used], predicted[used], weights[used])


def _mean(values: np.ndarray, weights: np.ndarray | None) -> float:
    """Weighted mean, NaN without values."""
    if not len(values):
        return float("nan")
    return float(
        values.mean(dtype=np.float64) if weights is None else (values * weights).sum() / weights.sum()
    )


def _true_log_proba(cases: _Cases) -> np.ndarray:
    """Log posterior of the true class, (n,) float64."""
    return cases.log_proba[np.arange(len(cases.y)), cases.y].astype(np.float64)


def _confusion(cases: _Cases) -> np.ndarray:
    """Weight of the cases of class i (row) predicted as j (column), (K, K) float64."""
    k = cases.log_proba.shape[1]
    cells = cases.y.astype(np.int64) * k + cases.predicted
    return np.bincount(cells, weights=cases.weights, minlength=k * k).reshape(k, k).astype(np.float64)


def accuracy(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Share of cases whose predicted class is the true one."""
    cases = _cases(y, log_proba, predicted, weights)
    return _mean(cases.predicted == cases.y, cases.weights)


def balanced_accuracy(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Mean recall over the classes present in y."""
    confusion = _confusion(_cases(y, log_proba, predicted, weights))
    size = confusion.sum(axis=1)
    present = size > 0
    return _mean(confusion.diagonal()[present] / size[present], None)


def macro_f1(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Mean over the classes present in y or predicted of 2 hits / (cases + predictions)."""
    confusion = _confusion(_cases(y, log_proba, predicted, weights))
    total = confusion.sum(axis=0) + confusion.sum(axis=1)
    present = total > 0
    return _mean(2 * confusion.diagonal()[present] / total[present], None)


def mcc(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Matthews correlation of true and predicted class for any number of classes (Gorodkin 2004, R_K); 0 if
    either is constant.
    """
    confusion = _confusion(_cases(y, log_proba, predicted, weights))
    n, true, guessed = confusion.sum(), confusion.sum(axis=1), confusion.sum(axis=0)
    if not n:
        return float("nan")
    spread = (n**2 - true @ true) * (n**2 - guessed @ guessed)
    return float((n * np.trace(confusion) - true @ guessed) / np.sqrt(spread)) if spread > 0 else 0.0


def log_loss(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Mean of -log P(true class) in nats; infinite as soon as one true class has probability 0."""
    cases = _cases(y, log_proba, predicted, weights)
    return _mean(-_true_log_proba(cases), cases.weights)


def log_loss_clipped(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    clip: float | None = None,
) -> float:
    """Log loss in nats with P(true class) raised to at least `clip`, by default 1 / (n + 2) for n cases in y;
    never infinite.
    """
    floor = np.log(1 / (len(np.asarray(y)) + 2) if clip is None else clip)
    cases = _cases(y, log_proba, predicted, weights)
    return _mean(-np.maximum(_true_log_proba(cases), floor), cases.weights)


def brier(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Mean over cases of the squared error summed over all classes, in [0, 2] (Brier 1950)."""
    cases = _cases(y, log_proba, predicted, weights)
    proba = np.exp(cases.log_proba, dtype=np.float64)
    true = proba[np.arange(len(cases.y)), cases.y]
    return _mean(np.einsum("ik,ik->i", proba, proba) - 2 * true + 1, cases.weights)


def rmse(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Root of the mean of (1 - P(true class))^2, in [0, 1]."""
    cases = _cases(y, log_proba, predicted, weights)
    return float(np.sqrt(_mean(np.square(1 - np.exp(_true_log_proba(cases))), cases.weights)))


def auc(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Area under the ROC curve, each class against the rest, weighted by the prevalence of the class in y;
    ties count half.

    Classes that are absent from y or fill it are left out and the weights renormalised; NaN if none is left.
    Posteriors that round to 1 are still told apart. With two classes it is the ordinary AUC.
    """
    cases = _cases(y, log_proba, predicted, weights)
    sizes = np.bincount(
        cases.y.astype(np.int64), weights=cases.weights, minlength=cases.log_proba.shape[1]
    ).astype(np.float64)
    usable = np.flatnonzero(
        (sizes > 0) & (np.bincount(cases.y.astype(np.int64), minlength=len(sizes)) < len(cases.y))
    )
    if not len(usable):
        return float("nan")
    order = _order(cases.log_proba)
    areas = [_area(order[c], cases.y == c, cases.weights) for c in usable]
    return float(np.average(areas, weights=sizes[usable]))


def _order(log_proba: np.ndarray) -> np.ndarray:
    """Scores that increase with the posterior of each class, also where that rounds to 1, (K, n) float64.

    With two classes, these are the log odds. With more, they are the log posterior, which keeps exact ties,
    up to 1 - 1e-6; above, where its digits run out, -log P(any other class).
    """
    columns = np.ascontiguousarray(log_proba.T, dtype=np.float64)
    if len(columns) == 2:
        return columns - columns[::-1]
    others = _others(np.exp(columns))
    saturated = others < 1e-6
    columns[saturated] = -log(others[saturated])
    return columns


def _others(proba: np.ndarray) -> np.ndarray:
    """Sum of the probabilities (K, n) over the other classes, (K, n), computed without subtraction."""
    rest = np.zeros_like(proba)
    np.cumsum(proba[:-1], axis=0, out=rest[1:])
    rest[:-1] += np.cumsum(proba[:0:-1], axis=0)[::-1]
    return rest


def _area(score: np.ndarray, positive: np.ndarray, weights: np.ndarray | None) -> float:
    """Weighted share of (positive, other) pairs in which the positive case has the higher score; a tie is
    half a pair.
    """
    others, inside = score[~positive], np.sort(score[positive])
    if weights is None:
        others.sort()
        return float(
            (np.searchsorted(others, inside, "left") + np.searchsorted(others, inside, "right")).mean()
            / (2 * len(others))
        )
    inside, order = score[positive], np.argsort(others)
    below = np.concatenate([[0.0], np.cumsum(weights[~positive][order])])
    left, right = (below[np.searchsorted(others[order], inside, side)] for side in ("left", "right"))
    return float(weights[positive] @ (left + right) / (2 * below[-1] * weights[positive].sum()))


def ece(
    y: ArrayLike,
    log_proba: ArrayLike,
    *,
    predicted: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> float:
    """Expected calibration error: |accuracy - mean top posterior| averaged over 15 equal-width bins of the
    top posterior.

    Guo, Pleiss, Sun, Weinberger (2017). Bins are closed below: [0, 1/15), ..., [14/15, 1].
    """
    cases = _cases(y, log_proba, predicted, weights)
    if not len(cases.y):
        return float("nan")
    confidence = np.exp(cases.log_proba.max(axis=1), dtype=np.float64)
    bins = np.clip((confidence * BINS).astype(np.int64), 0, BINS - 1)
    gap = (cases.predicted == cases.y) - confidence
    weights = np.ones(len(gap)) if cases.weights is None else cases.weights
    return float(np.abs(np.bincount(bins, weights=gap * weights)).sum() / weights.sum())
