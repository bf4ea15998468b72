"""Sums of products of floats without any rounding, independent of the order of the cases and their blocks.

A float is a whole number of 53 bits times a power of two. Products of such numbers are added up as integers,
in pieces small enough that every step is exact, so that a sum is a Python integer in units of 2^-UNIT, and
two of them are added by +. `moments` sums numbers and their squares, in 3.4 ns per number if compiled (a
small superaccumulator, Neal 2015, extended to squares); `class_sums` sums any products, including those with
weights. docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import compiled as compiled_loops
from naivebench.core import exact_loops, kernels

MOST_FACTORS = 3
UNIT = MOST_FACTORS * 1074  # no product of MOST_FACTORS floats has a bit below 2^-UNIT
LIMB, PART = 18, 26  # bits: products of three limbs fit in 57, and sums of parts in the 53 of a float
BIAS = 1075  # a float is a whole number of 53 bits times 2^(exponent - BIAS)
BLOCK = 1 << 20  # cases whose parts add up to less than 2^53
STEPS = 20  # elementary steps per factor, as counted in `core.kernels`
HALF = 27  # bits of each of the PIECES of a number in `moments`; sums over 2^26 cases are exact
PIECES = 6


def moments(
    x: np.ndarray, y: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> tuple[np.ndarray, float, float]:
    """Number of values of every class, their sum and the sum of their squares, (3, K) Python integers in
    units of 2^-UNIT, and the smallest and largest number (inf, -inf if there are none).

    x: (n,) float64, NaN is skipped; y: (n,) in 0..K-1. An infinite number makes the sums meaningless.
    compiled: True forces loops, False forces NumPy; the sums are the same.
    """
    sums, low, high = np.full((3, n_classes), 0, dtype=object), np.inf, -np.inf
    loops = kernels.use_compiled(STEPS * len(x), compiled)
    for first in range(0, len(x), BLOCK):
        block = slice(first, first + BLOCK)
        n, smallest, pieces, *extent = (_pieces_compiled if loops else _pieces)(x[block], y[block], n_classes)
        low, high = min(low, extent[0]), max(high, extent[1])
        exponent = np.flatnonzero(pieces.any(axis=(1, 2)))
        a, b, *squares = np.moveaxis(pieces[exponent].astype(object), 2, 0)
        exponent = exponent.astype(object)[:, None]
        whole = ((a + (b << HALF)) << exponent).sum(axis=0)
        square = (sum(part << i * HALF for i, part in enumerate(squares)) << 2 * exponent).sum(axis=0)
        sums += np.array([n.astype(object), whole << smallest, square << 2 * smallest])
    return sums << np.array([[UNIT], [UNIT - BIAS], [UNIT - 2 * BIAS]], dtype=object), low, high


def _pieces(x: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, int, np.ndarray, float, float]:
    """Sums of the integer pieces of floats by exponent and class.

    A float is a whole number m times 2^(exponent - BIAS). Returns the number of floats per class (K,); the
    smallest exponent of those that are not 0; the sums (exponents, K, PIECES) int64 of both halves of m and
    of the four pieces of m^2; the smallest and the largest float.
    """
    observed = ~np.isnan(x)
    if not observed.all():
        x, y = x[observed], y[observed]
    n, low, high = np.bincount(y, minlength=n_classes), x.min(initial=np.inf), x.max(initial=-np.inf)
    if not x.any():
        return n, 0, np.zeros((0, n_classes, PIECES), np.int64), float(low), float(high)
    if not x.all():
        x, y = x[x != 0], y[x != 0]
    bits = np.ascontiguousarray(x, dtype=np.float64).view(np.int64)
    biased, mask = bits >> 52 & 2047, (1 << HALF) - 1
    m = (bits & (1 << 52) - 1) + ((biased > 0).astype(np.int64) << 52)
    whole, a, b = np.where(bits < 0, -m, m), m & mask, m >> HALF
    # m^2 = top 2^54 + bottom; m * m wraps around, its low bits are right
    top, bottom = b * b + (a * b + (a * a >> 28) >> 26), m * m & (1 << 54) - 1
    exponent = np.maximum(biased, 1)
    smallest = int(exponent.min())
    cells, size = (exponent - smallest) * n_classes + y, (int(exponent.max()) - smallest + 1) * n_classes
    parts = (whole & mask, whole >> HALF, bottom & mask, bottom >> HALF, top & mask, top >> HALF)
    sums = [np.bincount(cells, part, size) for part in parts]
    pieces = np.stack(sums, axis=1).reshape(-1, n_classes, PIECES).astype(np.int64)
    return n, smallest, pieces, float(low), float(high)


def _pieces_compiled(
    x: np.ndarray, y: np.ndarray, n_classes: int
) -> tuple[np.ndarray, int, np.ndarray, float, float]:
    x, n = np.ascontiguousarray(x, dtype=np.float64), np.zeros(n_classes, np.int64)
    pieces = np.zeros((2048, n_classes, 8), np.int64)  # a cache line for all pieces
    first, last, low, high = compiled_loops.loops(exact_loops).add_pieces(x, x.view(np.int64), y, n, pieces)
    return n, first, pieces[first : last + 1, :, :PIECES], low, high


def class_sums(
    factors: list[np.ndarray], y: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> np.ndarray:
    """Sum over the cases of every class of the product of one to three factors, (K,) Python integers in units
    of 2^-UNIT.

    factors: (n,) finite float64 each; y: (n,) in 0..K-1. O(n). compiled: True forces loops, False forces
    NumPy; the sums are the same.
    """
    loops = kernels.use_compiled(STEPS * len(factors) * len(y), compiled)
    total = np.full(n_classes, 0, dtype=object)
    for first in range(0, len(y), BLOCK):
        block = slice(first, first + BLOCK)
        part = np.array([f[block] for f in factors], dtype=np.float64).view(np.int64)
        smallest, sums = (_block_sums_compiled if loops else _block_sums)(part, y[block], n_classes)
        for e, limb, piece in np.argwhere(sums.any(axis=3)):
            shift = int(e + LIMB * limb + PART * piece) + smallest - BIAS * len(factors) + UNIT
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


def moments_of_counts(scores: np.ndarray, cases: np.ndarray) -> np.ndarray:
    """The sums of `moments` for finite numbers (r,), each in `cases` (r, K) cases, which may be fractions."""
    (x, x_shift), (n, n_shift) = _whole(scores), _whole(cases)
    shifts = np.array([[UNIT - n_shift - power * x_shift] for power in range(3)], dtype=object)
    return np.array([n.sum(axis=0), x @ n, x * x @ n]) << shifts


def _whole(x: np.ndarray) -> tuple[np.ndarray, int]:
    """Numbers x as Python integers and a common shift s, with x = integer / 2^s."""
    parts = [v.as_integer_ratio() for v in x.ravel().tolist()]
    shift = max((bottom.bit_length() - 1 for _, bottom in parts), default=0)
    whole = [(top << shift) // bottom for top, bottom in parts]
    return np.array(whole, dtype=object).reshape(x.shape), shift


def ratio(numerator: int, denominator: int, shift: int = 0) -> float:
    """Quotient numerator / denominator * 2^shift, rounded once."""
    return (numerator << max(shift, 0)) / (denominator << max(-shift, 0))


def floats(sums: np.ndarray) -> np.ndarray:
    """Round sums of `class_sums`, of any shape, to float64."""
    return np.array([ratio(s, 1, -UNIT) for s in sums.ravel()], dtype=np.float64).reshape(sums.shape)
