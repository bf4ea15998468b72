"""Hit curves: share of the positive cases found (recall) when a share of all cases (selection rate) is
inspected, best score first.

Inside a block of equal scores the order is unknown, so the curve is the straight line across the block, and
does not depend on the order of cases. For base rate pi the area is A = pi / 2 + (1 - pi) AUC(ROC). Source:
Jambeiro and Wainer 2007, who draw the selection rate on a log scale; docs/protocols/metrics.md#hit-curves.

The positive class of a two-class problem is the one with fewer cases (`positive_class`). With more classes,
every score is the mean over the classes, each against the rest, weighted by class frequency.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.logspace import logsumexp

RATES = (0.01, 0.02, 0.05, 0.1, 0.2)  # selection rates of the recall table
UP_TO = 0.1  # selection rate where the area of the beginning of the curve ends


class HitCurve(NamedTuple):
    """Corners of the curve: (0, 0) and one per distinct score, connected by straight lines."""

    selected: np.ndarray  # (m + 1,) selection rate, rising from 0 to 1
    recall: np.ndarray  # (m + 1,) from 0 to 1
    n: float  # cases (sum of weights)
    n_positive: float


def positive_class(class_counts: np.ndarray, labels: Sequence[str] | None = None) -> int:
    """Return the class with the fewest cases, at least one; ties go to the last label ("no" < "yes")."""
    present = np.flatnonzero(np.asarray(class_counts) > 0)
    rare = [int(c) for c in present if class_counts[c] == class_counts[present].min()]
    if not rare:
        return len(class_counts) - 1
    # without labels, the classes count as sorted
    return max(rare, key=lambda c: ("" if labels is None else str(labels[c]), c))


def score_cases(log_proba: np.ndarray, positive: int) -> np.ndarray:
    """Return scores that increase with P(positive), (n,) float64: log P(positive) - log P(not positive),
    which order cases in which either rounds to 1. With more than two classes, P(not positive) is computed as
    1 - P(positive) up to 1 - 1e-6, so that equal posteriors tie however the rest is spread.
    """
    own = np.asarray(log_proba[:, positive], dtype=np.float64)
    rest = logsumexp(np.delete(np.asarray(log_proba, dtype=np.float64), positive, axis=1), axis=1)
    if log_proba.shape[1] > 2:
        p = np.exp(own)
        rest = np.where(p > 1 - 1e-6, rest, np.log1p(-np.minimum(p, 1 - 1e-6)))
    return own - rest


def hit_curve(
    y: np.ndarray, score: np.ndarray, *, positive: int = 1, weights: np.ndarray | None = None
) -> HitCurve:
    """Return the hit curve of scores (n,), larger = inspected earlier; recall is NaN without a positive case.
    y: (n,) classes, weights: (n,) non-negative case weights.
    """
    y, score = np.asarray(y), np.asarray(score, dtype=np.float64)
    order = np.argsort(-score)
    w = np.ones(len(y)) if weights is None else np.asarray(weights, dtype=np.float64)[order]
    selected = np.append(0.0, np.cumsum(w))
    hits = np.append(0.0, np.cumsum(np.where(y[order] == positive, w, 0.0)))

    # corners: before the first case, and after every block of equal scores
    ends = np.append(score[order][1:] != score[order][:-1], True)[: len(y)]
    corners = np.append(0, 1 + np.flatnonzero(ends))
    n, n_positive = float(selected[-1]), float(hits[-1])
    x = selected[corners] / n if n else selected[corners]
    recall = hits[corners] / n_positive if n_positive else np.full(len(corners), np.nan)
    return HitCurve(x, recall, n, n_positive)


def _integrate_trapezoids(y: np.ndarray, x: np.ndarray) -> float:
    """Integrate y over x by the trapezoidal rule. (`np.trapezoid` needs NumPy 2.)"""
    return float((np.diff(x) * (y[1:] + y[:-1]) / 2.0).sum())


def compute_area(curve: HitCurve) -> float:
    """Return the area under the whole curve; 0.5 without information, NaN without positive cases."""
    return _integrate_trapezoids(curve.recall, curve.selected) if curve.n_positive else float("nan")


def area_up_to(curve: HitCurve, rate: float = UP_TO) -> float:
    """Return the area for selection rates 0..rate; NaN without positive cases."""
    inside = curve.selected < rate
    x = np.append(curve.selected[inside], rate)
    recall = np.append(curve.recall[inside], recall_at(curve, [rate]))
    return _integrate_trapezoids(recall, x)


def recall_at(curve: HitCurve, rates: Sequence[float] | np.ndarray = RATES) -> np.ndarray:
    """Return the recall at the given selection rates, (R,)."""
    return np.interp(np.asarray(rates, dtype=np.float64), curve.selected, curve.recall)


def precision_at(curve: HitCurve, k: int) -> float:
    """Return the expected share of positive cases among the first k (or all), ties broken at random."""
    first = min(float(k), curve.n)
    if not (first > 0 and curve.n_positive):
        return float("nan")
    return float(recall_at(curve, [first / curve.n])[0]) * curve.n_positive / first


def average_curves(
    y: np.ndarray,
    log_proba: np.ndarray,
    measure: Callable[[HitCurve], float],
    *,
    positive: int | None = None,
    weights: np.ndarray | None = None,
) -> float:
    """Compute `measure` of the hit curve of class `positive`, by default the rarer of two classes. With more,
    average it over all classes in y, each against the rest, weighted by frequency; NaN for a single class.
    """
    y = np.asarray(y)
    sizes = np.bincount(y, weights=weights, minlength=log_proba.shape[1])
    present = np.flatnonzero(sizes > 0)
    if len(present) < 2:
        return float("nan")
    if positive is None and log_proba.shape[1] == 2:
        positive = positive_class(sizes)
    used = present.tolist() if positive is None else [positive]
    values = [measure(hit_curve(y, score_cases(log_proba, c), positive=c, weights=weights)) for c in used]
    return float(np.average(values, weights=sizes[used] if positive is None else None))
