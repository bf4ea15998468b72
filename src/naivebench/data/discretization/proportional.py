"""Proportional discretization (PKID): as many intervals as cases in each, the square root of the number of
cases.

More cases give both more intervals, which lowers the bias, and more cases in each, which lowers the variance.
Cuts are those of `equal_frequency`; the class is not used. Yang and Webb 2001;
docs/methods/conventions.md#discretizers.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.data.discretization import equal_frequency


def cuts(values: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Cut points of one attribute, ascending float64; `values` (n,) without NaN."""
    return equal_frequency.cuts(values, y, n_classes, bins=max(1, math.isqrt(len(values))))
