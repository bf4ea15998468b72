"""Equal-width binning: cuts between intervals of equal width; the class is not used.

Catlett 1991; docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError, whole

BINS_MAX = 1_000_000  # intervals of one attribute, most of which are empty


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, bins: int = 10) -> np.ndarray:
    """Cut points of one attribute, ascending float64: `bins` - 1 between the smallest and the largest of
    `values` (n,) without NaN, none if the two are equal.
    """
    bins = whole(bins, 1, "bins", "equal_width")
    if bins > BINS_MAX:
        raise InputError(f"bins in equal_width is {bins}, expected at most {BINS_MAX:,}")
    distinct = np.unique(np.asarray(values, dtype=np.float64))
    if len(distinct) < 2:
        return np.zeros(0)
    least, largest = float(distinct[0]), float(distinct[-1])
    part = 1.0 if np.isfinite(largest - least) else 0.5  # the width of the widest columns overflows
    return np.unique(np.linspace(part * least, part * largest, bins + 1)[1:-1] / part)
