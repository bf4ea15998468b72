"""Sums of products of floats without any rounding: the same whatever the order of the cases and their blocks.

A float is a whole number of 53 bits times a power of two. Products of such numbers are added up as integers,
in pieces small enough that every step is exact, so that a sum is a Python integer in units of 2^-UNIT, and
two of them are added by +. docs/methods.md#additive-statistics.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import compiled as compiled_loops
from naivebench.core import exact_loops, kernels

MOST_FACTORS = 3
UNIT = MOST_FACTORS * 1074  # no product of so many floats has a bit below 2^-UNIT
LIMB, PART = 18, 26  # bits: products of three limbs fit in 57, and sums of parts in the 53 of a float
BLOCK = 1 << 20  # cases whose parts add up to less than 2^53
STEPS = 20  # elementary steps of a factor, as of `core.kernels`


def class_sums(
    factors: list[np.ndarray], y: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> np.ndarray:
    """Sum over the cases of every class of the product of one to three factors, (K,) Python integers in units
    of 2^-UNIT.

    factors: (n,) finite float64 each; y: (n,) in 0..K-1. O(n). compiled forces loops or NumPy; the sums are
    the same.
    """
    loops = kernels.use_compiled(STEPS * len(factors) * len(y), compiled)
    total = np.full(n_classes, 0, dtype=object)
    for first in range(0, len(y), BLOCK):
        block = slice(first, first + BLOCK)
        part = np.array([f[block] for f in factors], dtype=np.float64).view(np.int64)
        smallest, sums = (_block_sums_compiled if loops else _block_sums)(part, y[block], n_classes)
        for e, limb, piece in np.argwhere(sums.any(axis=3)):
            shift = int(e + LIMB * limb + PART * piece) + smallest - 1075 * len(factors) + UNIT
            total += sums[e, limb, piece].astype(object) << shift
    return total


def _block_sums(bits: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[int, np.ndarray]:
    """The smallest exponent, and the sums of the pieces of the products by exponent, limb and class.

    bits: (f, n) floats as int64. A product is the sum of its 2 f + 1 limbs, limb i times 2^(LIMB i); the sums
    (exponents, 2 f + 1, 2, K) int64 are those of the low PART bits of every limb and of the rest.
    """
    exponent, product = np.zeros(len(y), np.int64), [np.ones(len(y), np.int64)]
    mask, fraction = (1 << LIMB) - 1, (1 << 52) - 1
    for word in bits:
        biased = word >> 52 & 2047
        whole = np.where(word < 0, -1, 1) * ((word & fraction) + np.where(biased > 0, 1 << 52, 0))
        limbs = [whole & mask, whole >> LIMB & mask, whole >> 2 * LIMB]
        exponent += np.maximum(biased, 1)
        product = [
            sum(product[i - j] * limbs[j] for j in range(3) if 0 <= i - j < len(product))
            for i in range(len(product) + 2)
        ]
    exponent[(bits << 1 == 0).any(axis=0)] = exponent.max()  # a zero has no exponent
    smallest = int(exponent.min())
    rows = int(exponent.max()) - smallest + 1
    cells = (exponent - smallest) * n_classes + y
    pieces = [piece for limb in product for piece in (limb & (1 << PART) - 1, limb >> PART)]
    sums = [np.bincount(cells, p, rows * n_classes).reshape(rows, n_classes) for p in pieces]
    return smallest, np.stack(sums, axis=1).reshape(rows, -1, 2, n_classes).astype(np.int64)


def _block_sums_compiled(bits: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[int, np.ndarray]:
    loops = compiled_loops.loops(exact_loops)
    smallest, largest = loops.extent(bits)
    sums = np.zeros((largest - smallest + 1, 2 * len(bits) + 1, 2, n_classes), np.int64)
    loops.add_products(bits, y, smallest, LIMB, PART, sums)
    return smallest, sums


def ratio(numerator: int, denominator: int, shift: int = 0) -> float:
    """numerator / denominator * 2^shift, rounded once."""
    return (numerator << max(shift, 0)) / (denominator << max(-shift, 0))


def floats(sums: np.ndarray) -> np.ndarray:
    """Sums of `class_sums`, any shape, rounded to float64."""
    return np.array([ratio(s, 1, -UNIT) for s in sums.ravel()], dtype=np.float64).reshape(sums.shape)
