"""Equal-frequency binning: cut b of `bins` - 1 is the boundary between distinct values nearest to case b n /
bins.

Equal values are never split, so heavily repeated values lead to fewer bins. The class is not used.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import whole
from naivebench.data.discretization.mdl import midpoint


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, bins: int = 10) -> np.ndarray:
    """Cut points of one attribute, ascending, (at most bins - 1,) float64; `values` (n,) without NaN."""
    bins = whole(bins, 1, "bins", "equal_frequency")
    distinct, repeats = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    if len(distinct) < 2:
        return np.zeros(0)
    ends = np.cumsum(repeats)[:-1]  # cases at or below each boundary
    bins = min(bins, len(values))  # with as many bins as cases, or more, every boundary is a cut
    targets = np.arange(1, bins) * (len(values) / bins)
    right = np.searchsorted(ends, targets).clip(max=len(ends) - 1)
    left = np.maximum(right - 1, 0)
    nearest = np.unique(np.where(abs(targets - ends[left]) <= abs(ends[right] - targets), left, right))
    return np.array([midpoint(distinct[i], distinct[i + 1]) for i in nearest])
