"""Discretizers that do not use the class: intervals with equally many cases, or of equal width.

docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.checks import check_whole
from naivebench.data.discretization.mdl import compute_midpoints


def find_cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, bins: int = 10) -> np.ndarray:
    """Find cut points of one attribute, ascending, (at most bins - 1,) float64; `values` (n,) without NaN.

    Cut b is the boundary between distinct values nearest to case b n / bins. Equal values are never split, so
    heavily repeated values lead to fewer bins.
    """
    bins = check_whole(bins, 1, "bins", "equal_frequency")
    distinct, repeats = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    if len(distinct) < 2:
        return np.zeros(0)
    ends = np.cumsum(repeats)[:-1]  # cases at or below each boundary
    bins = min(bins, len(values))  # with as many bins as cases, or more, every boundary is a cut
    targets = np.arange(1, bins) * (len(values) / bins)
    right = np.searchsorted(ends, targets).clip(max=len(ends) - 1)
    left = np.maximum(right - 1, 0)
    nearest = np.unique(np.where(abs(targets - ends[left]) <= abs(ends[right] - targets), left, right))
    return compute_midpoints(distinct, nearest + 1)


def find_fixed_frequency_cuts(
    values: np.ndarray, y: np.ndarray, n_classes: int, *, size: int = 30
) -> np.ndarray:
    """Return the cut points of `find_cuts` for about `size` cases per interval. Yang and Webb 2009."""
    size = check_whole(size, 1, "size", "fixed_frequency")
    return find_cuts(values, y, n_classes, bins=max(1, len(values) // size))


def find_proportional_cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Return the cut points of `find_cuts` with as many intervals as cases in each interval, the square root
    of n (PKID). More cases lower both the bias and the variance. Yang and Webb 2001.
    """
    return find_cuts(values, y, n_classes, bins=max(1, math.isqrt(len(values))))


def find_equal_width_cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, bins: int = 10) -> np.ndarray:
    """Return the cut points between `bins` intervals of equal width from the smallest to the largest of
    `values` (n,) without NaN, ascending float64; none if these two are equal. Catlett 1991.
    """
    bins = check_whole(bins, 1, "bins", "equal_width")
    if not len(values) or np.min(values) == np.max(values):
        return np.zeros(0)
    return np.unique(np.linspace(np.min(values), np.max(values), bins + 1)[1:-1])


def count_possible_classes(numbers: np.ndarray, parts: int) -> int:
    """Return the largest number of classes, at most `parts`, into which the step `cut` can cut numbers (n,),
    NaN = missing; 1 without two different numbers.
    """
    return next((k for k in range(parts, 1, -1) if len(find_class_bounds(numbers, k)) == k - 1), 1)


def find_class_bounds(numbers: np.ndarray, parts: int) -> np.ndarray:
    """List the lowest number of each class but the first; fewer than parts - 1 if a class were empty."""
    ordered = np.sort(numbers[~np.isnan(numbers)])
    distinct = np.unique(ordered)
    if parts >= len(distinct):
        return distinct[1:]
    # the lowest number, if it is frequent, is a class of its own
    return np.unique(np.maximum(ordered[len(ordered) * np.arange(1, parts) // parts], distinct[1]))
