"""Sums of products of floats without any rounding: the same whatever the order of the cases and their blocks.

A float is a whole number of 53 bits times a power of two. Products of such numbers are added up as integers,
in pieces small enough that every step is exact, so that a sum is a Python integer in units of 2^-UNIT, and
two of them are added by +. docs/methods.md#additive-statistics.
"""

from __future__ import annotations

import numpy as np

MOST_FACTORS = 3
UNIT = MOST_FACTORS * (1073 + 54)  # no product of so many floats has a bit below 2^-UNIT
LIMB, PART = 18, 26  # bits: products of three limbs fit in 57, and sums of parts in the 53 of a float
BLOCK = 1 << 20  # cases whose parts add up to less than 2^53


def class_sums(factors: list[np.ndarray], y: np.ndarray, n_classes: int) -> np.ndarray:
    """Sum over the cases of every class of the product of one to three factors, (K,) Python integers in units
    of 2^-UNIT.

    factors: (n,) finite float64 each; y: (n,) in 0..K-1. O(n), about 0.1 microseconds per case.
    """
    total = np.full(n_classes, 0, dtype=object)
    for first in range(0, len(y), BLOCK):
        block = slice(first, first + BLOCK)
        total += _block_sums([f[block] for f in factors], y[block], n_classes)
    return total


def _block_sums(factors: list[np.ndarray], y: np.ndarray, n_classes: int) -> np.ndarray:
    exponent, product = np.zeros(len(y), np.int64), [np.ones(len(y), np.int64)]
    for factor in factors:
        mantissa, e = np.frexp(factor)
        whole = np.ldexp(mantissa, 3 * LIMB).astype(np.int64)
        mask = (1 << LIMB) - 1
        limbs = [whole & mask, whole >> LIMB & mask, whole >> 2 * LIMB]
        exponent += e - 3 * LIMB
        product = [
            sum(product[i - j] * limbs[j] for j in range(3) if 0 <= i - j < len(product))
            for i in range(len(product) + 2)
        ]
    smallest = int(exponent.min())
    cells = (exponent - smallest) * n_classes + y
    n_cells = (int(exponent.max()) - smallest + 1) * n_classes
    total = np.full(n_classes, 0, dtype=object)
    for i, coefficient in enumerate(product):
        parts = [coefficient] if len(factors) == 1 else [coefficient & (1 << PART) - 1, coefficient >> PART]
        for p, part in enumerate(parts):
            by_exponent = np.bincount(cells, part, minlength=n_cells).reshape(-1, n_classes)
            for row in np.flatnonzero(by_exponent.any(axis=1)):
                total += by_exponent[row].astype(np.int64).astype(object) << int(row + LIMB * i + PART * p)
    return total << smallest + UNIT


def ratio(numerator: int, denominator: int, shift: int = 0) -> float:
    """numerator / denominator * 2^shift, rounded once."""
    return (numerator << max(shift, 0)) / (denominator << max(-shift, 0))


def floats(sums: np.ndarray) -> np.ndarray:
    """Sums of `class_sums`, any shape, rounded to float64."""
    return np.array([ratio(s, 1, -UNIT) for s in sums.ravel()], dtype=np.float64).reshape(sums.shape)
