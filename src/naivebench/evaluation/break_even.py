"""Precision and recall of one class against the rest: break-even point, F1, average precision, sensitivity
and precision per class.

Cases are taken in the order of decreasing score; cases of equal score are taken together. Precision is the
share of taken cases that are positive, recall the share of positive cases that are taken. They are equal
where as many cases are taken as there are positive ones: the break-even point. Without cases of the class
every value is NaN, and precision is NaN where nothing is predicted positive. What Kang, Silvescu and Honavar
2006 call specificity in their protein table is the precision.

The positive class of a two-class problem is the one with fewer cases (`hit_curves.positive_class`). With more
classes a metric is the mean of the classes against the rest, weighted by class frequency.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import one_of
from naivebench.core.hit_curves import positive_class, scores

RULES = ("interpolate", "nearest")
NAN = float("nan")


class Sweep(NamedTuple):
    """One point per distinct score, falling: everything with at least this score is predicted positive."""

    taken: np.ndarray  # (m,) cases predicted positive (sum of weights)
    hits: np.ndarray  # (m,) positive ones among them
    n_positive: float


class PerClass(NamedTuple):
    """Every class against the rest, (K,) each; NaN where undefined."""

    n: np.ndarray  # cases (sum of weights)
    sensitivity: np.ndarray  # TP / (TP + FN)
    precision: np.ndarray  # TP / (TP + FP), the "specificity" of Kang et al.
    specificity: np.ndarray  # TN / (TN + FP)
    f1: np.ndarray
    mcc: np.ndarray  # Matthews correlation of class against rest; 0 if either side is constant


def sweep(positive: np.ndarray, score: np.ndarray, weights: np.ndarray | None = None) -> Sweep:
    """Cases taken and hits at every threshold. positive: (n,) bool, score: (n,) without NaN, weights: (n,)
    non-negative.

    Raises ValueError for NaN scores.
    """
    positive, score = np.asarray(positive, dtype=bool), np.asarray(score, dtype=np.float64)
    if positive.shape != score.shape or np.isnan(score).any():
        raise ValueError(
            f"the cases have shape {positive.shape} and the scores {score.shape}, with "
            f"{int(np.isnan(score).sum())} NaN: expected one number per case"
        )
    w = np.ones(len(score)) if weights is None else np.asarray(weights, dtype=np.float64)
    order = np.argsort(-score, kind="stable")
    ends = np.flatnonzero(score[order][1:] != score[order][:-1]) if len(score) else np.zeros(0, int)
    ends = np.append(ends, len(score) - 1)[: len(score)]
    hits, taken = np.cumsum(np.where(positive, w, 0.0)[order]), np.cumsum(w[order])
    return Sweep(taken[ends], hits[ends], float(hits[-1]) if len(hits) else 0.0)


def _nearest(points: Sweep) -> int:
    """The point of smallest |precision - recall|; among equal ones, the one where the number of cases taken
    is closest to the number of positive cases.

    Without a hit both are 0 at every threshold; such points count only if at least as many cases are taken as
    are positive.
    """
    taken = np.where(points.taken > 0, points.taken, 1)
    gap = np.abs(points.hits / taken - points.hits / points.n_positive)
    gap[(points.taken <= 0) | ((points.hits == 0) & (points.taken < points.n_positive))] = np.inf
    return int(np.lexsort((np.abs(points.taken - points.n_positive), np.round(gap, 12)))[0])


def break_even(
    positive: np.ndarray, score: np.ndarray, *, rule: str = "interpolate", weights: np.ndarray | None = None
) -> float:
    """Break-even point of precision and recall, with the threshold swept over the same cases that are judged.

    interpolate: precision where exactly as many cases are taken as are positive; inside a block of equal
    scores hits grow along a straight line (the expected value if ties are broken at random). nearest:
    (precision + recall) / 2 at the threshold where they differ least, as in the paper. Both rules agree
    unless a block of equal scores spans that place.
    """
    one_of(rule, RULES, "rule", "break_even")
    points = sweep(positive, score, weights)
    if points.n_positive == 0:
        return NAN
    if rule == "interpolate":
        return float(
            np.interp(points.n_positive, np.append(0, points.taken), np.append(0, points.hits))
            / points.n_positive
        )
    i = _nearest(points)
    return float((points.hits[i] / points.taken[i] + points.hits[i] / points.n_positive) / 2)


def average_precision(positive: np.ndarray, score: np.ndarray, weights: np.ndarray | None = None) -> float:
    """Sum over thresholds of precision times the growth of recall, without interpolation; ties are taken
    together.
    """
    points = sweep(positive, score, weights)
    if points.n_positive == 0:
        return NAN
    precision = points.hits / np.where(points.taken > 0, points.taken, 1)
    return float(precision @ np.diff(points.hits, prepend=0.0) / points.n_positive)


def _ratio(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
    return np.where(denominator > 0, numerator / np.where(denominator > 0, denominator, 1), NAN)


def per_class(
    y: np.ndarray, predicted: np.ndarray, n_classes: int, weights: np.ndarray | None = None
) -> PerClass:
    """Sensitivity, precision and other rates of every class against the rest; y, predicted: (n,) in
    0..K-1.
    """
    y, predicted = np.asarray(y, dtype=np.int64), np.asarray(predicted, dtype=np.int64)
    cells = np.bincount(y * n_classes + predicted, weights=weights, minlength=n_classes**2)
    confusion = cells.reshape(n_classes, n_classes).astype(np.float64)
    n, tp = confusion.sum(), confusion.diagonal()
    true, guessed = confusion.sum(axis=1), confusion.sum(axis=0)
    spread = true * (n - true) * guessed * (n - guessed)
    mcc = np.where(
        spread > 0, (n * tp - true * guessed) / np.sqrt(np.where(spread > 0, spread, 1)), 0.0 if n else NAN
    )
    specificity = _ratio(n - true - guessed + tp, n - true)
    return PerClass(
        true, _ratio(tp, true), _ratio(tp, guessed), specificity, _ratio(2 * tp, true + guessed), mcc
    )


def averaged(
    y: np.ndarray,
    log_proba: np.ndarray,
    figure: Callable[[np.ndarray, np.ndarray, np.ndarray | None], float],
    weights: np.ndarray | None = None,
) -> float:
    """`figure(positive, score, weights)` of the positive class; with K > 2 its mean over the classes in y,
    each against the rest, weighted by frequency.
    """
    y, log_proba = np.asarray(y), np.asarray(log_proba)
    sizes = np.bincount(y, weights=weights, minlength=log_proba.shape[1])
    present = np.flatnonzero(sizes > 0)
    if log_proba.shape[1] == 2 and len(present) == 2:
        present = np.array([positive_class(sizes)])
    if len(present) == 0 or (len(present) == 1 and sizes[present[0]] == sizes.sum()):
        return NAN
    figures = [figure(y == c, scores(log_proba, int(c)), weights) for c in present]
    return float(np.average(figures, weights=sizes[present]))


def decided(
    y: np.ndarray,
    log_proba: np.ndarray,
    name: str,
    predicted: np.ndarray | None = None,
    weights: np.ndarray | None = None,
) -> float:
    """Field `name` of `per_class` for the positive class; with K > 2 the mean over classes in y where it is
    defined, weighted by frequency.
    """
    y, k = np.asarray(y), np.asarray(log_proba).shape[1]
    if not len(y):
        return NAN
    figures = per_class(y, np.argmax(log_proba, axis=1) if predicted is None else predicted, k, weights)
    values = getattr(figures, name)
    if k == 2:
        return float(values[positive_class(figures.n)])
    used = (figures.n > 0) & ~np.isnan(values)
    return float(np.average(values[used], weights=figures.n[used])) if used.any() else NAN
