"""Break-even point and average precision: numbers of a hit curve (`core.hit_curves`).

Cases are taken in the order of decreasing score; cases of equal score are taken together. Recall is the
share of positive cases that are taken, and precision the share of taken cases that are positive: recall times
the base rate over the selection rate. They are equal where as many cases are taken as there are positive
ones: the break-even point. Without positive cases every value is NaN.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.hit_curves import HitCurve, recall_at


def break_even(curve: HitCurve) -> float:
    """Precision and recall where exactly as many cases are taken as are positive.

    Inside a block of equal scores hits grow along a straight line, which is the expected value if ties are
    broken at random.
    """
    if not curve.n_positive:
        return float("nan")
    return float(recall_at(curve, [curve.n_positive / curve.n])[0])


def nearest_break_even(curve: HitCurve) -> float:
    """(precision + recall) / 2 at the threshold where they differ least; among equal ones, where the number
    of cases taken is closest to the number of positive cases.

    This is the rule of Kang, Silvescu and Honavar 2006. It agrees with `break_even` unless a block of equal
    scores spans that place. Without a hit, precision and recall are both 0 at every threshold; such points
    count only if at least as many cases are taken as are positive.
    """
    if not curve.n_positive:
        return float("nan")
    rate, (selected, recall, precision) = curve.n_positive / curve.n, _points(curve)
    gap = np.where((recall == 0) & (selected < rate), np.inf, np.abs(precision - recall))
    i = np.lexsort((np.abs(selected - rate).round(12), gap.round(12)))[0]
    return float((precision[i] + recall[i]) / 2)


def average_precision(curve: HitCurve) -> float:
    """Sum over thresholds of precision times the growth of recall, without interpolation."""
    if not curve.n_positive:
        return float("nan")
    _, recall, precision = _points(curve)
    return float(precision @ np.diff(recall, prepend=0.0))


def _points(curve: HitCurve) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Selection rate, recall and precision at every threshold, (m,) each."""
    selected, recall = curve.selected[1:], curve.recall[1:]
    return selected, recall, recall * (curve.n_positive / curve.n) / selected
