"""Sums of cosines and sines that do not depend on the order of the cases and their blocks.

Each cosine or sine is rounded to a multiple of 2^-52, which adds no more than half of its own error, so the
sums are integers. docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import numpy as np
from numba import njit

BITS = 52
HALF = 26


def round_turns(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cosine and sine of the angles x (n,), radians, in units of 2^-BITS: whole numbers, float64 each.

    A contiguous copy is made because NumPy may compute the last bit of strided arrays in another way.
    """
    x = np.ascontiguousarray(x, dtype=np.float64)
    return np.rint(np.cos(x) * 2.0**BITS), np.rint(np.sin(x) * 2.0**BITS)


def class_sums(x: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, float, float]:
    """Number of angles of every class and sums of their cosines and sines in units of 2^-BITS, (3, K) Python
    integers; smallest and largest angle (inf, -inf if there are none).

    x: (n,) radians, NaN is skipped; y: (n,) in 0..K-1. The sums leave out infinite numbers.
    """
    finite = np.isfinite(x)
    if finite.all():
        extent = float(x.min(initial=np.inf)), float(x.max(initial=-np.inf))
    else:
        known = x[~np.isnan(x)]
        extent = float(known.min(initial=np.inf)), float(known.max(initial=-np.inf))
        x, y = x[finite], y[finite]
    sums = [np.bincount(y, minlength=n_classes).astype(object) << BITS]
    for whole in round_turns(x):
        pieces = np.zeros((2, n_classes), np.int64)
        add_pieces(whole, y, pieces)
        high, low = pieces.astype(object)
        sums.append((high << HALF) + low)
    return np.array(sums), *extent


@njit(cache=True)
def add_pieces(whole, y, pieces):
    """Add whole numbers (n,) to the sums of their classes y (n,): the bits above the lowest 26 to row 0 of
    pieces (2, K), the others to row 1, so that no sum overflows.
    """
    for i in range(len(whole)):
        number = np.int64(whole[i])
        pieces[0, y[i]] += number >> HALF
        pieces[1, y[i]] += number & ((1 << HALF) - 1)
