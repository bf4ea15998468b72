"""Fixed frequency discretization: intervals of about `size` cases each, whatever the number of cases.

Cuts are those of `equal_frequency`; the class is not used. Yang and Webb 2009;
docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import whole
from naivebench.data.discretization import equal_frequency


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int, *, size: int = 30) -> np.ndarray:
    """Cut points of one attribute, ascending float64; `values` (n,) without NaN; size >= 1."""
    size = whole(size, 1, "size", "fixed_frequency")
    return equal_frequency.cuts(values, y, n_classes, bins=max(1, len(values) // size))
