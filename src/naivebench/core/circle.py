"""Sums of cosines and sines that do not depend on the order of the cases and their blocks.

Each cosine or sine is rounded to a multiple of 2^-52, which adds no more than half of its own error, so the
sums are integers. docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import numpy as np

BITS = 52
HALF = 26  # bits of the pieces whose sums over 2^27 cases are exact in floating point


def round_turns(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cosine and sine of the angles x (n,), radians, in units of 2^-BITS, int64 each.

    A contiguous copy is made because NumPy may compute the last bit of strided arrays in another way.
    """
    x = np.ascontiguousarray(x, dtype=np.float64)
    cosine, sine = (np.rint(part * 2.0**BITS).astype(np.int64) for part in (np.cos(x), np.sin(x)))
    return cosine, sine


def class_sums(x: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, float, float]:
    """Number of angles of every class and sums of their cosines and sines in units of 2^-BITS, (3, K) Python
    integers; smallest and largest angle (inf, -inf if there are none).

    x: (n,) radians, NaN is skipped; y: (n,) in 0..K-1. The sums leave out infinite numbers.
    """
    x, y = x[~np.isnan(x)], y[~np.isnan(x)]
    extent = float(x.min(initial=np.inf)), float(x.max(initial=-np.inf))
    x, y = x[np.isfinite(x)], y[np.isfinite(x)]
    sums = [np.bincount(y, minlength=n_classes).astype(object) << BITS]
    for whole in round_turns(x):
        low, high = (np.bincount(y, part, n_classes) for part in (whole & (1 << HALF) - 1, whole >> HALF))
        sums.append(low.astype(np.int64).astype(object) + (high.astype(np.int64).astype(object) << HALF))
    return np.array(sums), *extent
