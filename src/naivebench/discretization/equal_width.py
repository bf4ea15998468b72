"""Cuts between intervals of equal width; the class is not used.

Catlett 1991; docs/methods.md#discretizers.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import whole


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, bins: int = 10) -> np.ndarray:
    """bins - 1 cuts between least and largest of `values` (n,) without NaN, float64; none if they agree."""
    bins = whole(bins, 1, "bins", "equal_width")
    distinct = np.unique(np.asarray(values, dtype=np.float64))
    if len(distinct) < 2:
        return np.zeros(0)
    return np.unique(np.linspace(distinct[0], distinct[-1], bins + 1)[1:-1])
