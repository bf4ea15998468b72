"""Break-even point and average precision: numbers of a hit curve (`core.hit_curves`), without case weights.

Cases are taken in the order of decreasing score; cases of equal score are taken together. Precision is the
share of taken cases that are positive, recall the share of positive cases that are taken. They are equal
where as many cases are taken as there are positive ones: the break-even point. Without positive cases every
value is NaN.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.hit_curves import HitCurve


def break_even(curve: HitCurve) -> float:
    """Return the precision, which equals the recall, where as many cases are taken as are positive.

    Inside a block of equal scores hits grow along a straight line, which is the expected value if ties are
    broken at random.
    """
    if not curve.n_positive:
        return float("nan")
    return float(np.interp(curve.n_positive, *_count_selected_cases(curve)) / curve.n_positive)


def average_at_break_even(curve: HitCurve) -> float:
    """Average precision and recall at the threshold where they differ least; among equal thresholds, the one
    at which the number of cases taken is closest to the number of positive cases.

    This is the rule of Kang, Silvescu and Honavar 2006. The result equals `break_even` unless a block of
    equal scores spans the threshold. Without a hit, precision and recall are both 0 at every threshold; such
    points count only if at least as many cases are taken as are positive.
    """
    if not curve.n_positive:
        return float("nan")
    positive, (taken, hits) = curve.n_positive, (counts[1:] for counts in _count_selected_cases(curve))
    precision, recall = hits / taken, hits / positive
    gap = np.where((hits == 0) & (taken < positive), np.inf, np.abs(precision - recall))
    i = np.lexsort((np.abs(taken - positive), gap.round(12)))[0]
    return float((precision[i] + recall[i]) / 2)


def average_precision(curve: HitCurve) -> float:
    """Return the sum over thresholds of precision times the growth of recall, without interpolation."""
    if not curve.n_positive:
        return float("nan")
    taken, hits = _count_selected_cases(curve)
    return float(hits[1:] / taken[1:] @ np.diff(hits) / curve.n_positive)


def _count_selected_cases(curve: HitCurve) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of cases taken and of positive ones among them, (m + 1,) each, from (0, 0)."""
    return np.rint(curve.selected * curve.n), np.rint(curve.recall * curve.n_positive)
