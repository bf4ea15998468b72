"""Loops of exact sums in plain Python, compiled by `core.compiled` for `exact`: the bits of floats as
integers.
"""

from __future__ import annotations

import numpy as np


def extent(bits):
    """Smallest and largest sum of the exponents of floats, bits (f, n), over the cases without a zero."""
    low, high = 1 << 20, 0
    for i in range(bits.shape[1]):
        exponent, zero = 0, False
        for f in range(bits.shape[0]):
            exponent += max(bits[f, i] >> 52 & 2047, 1)
            zero |= bits[f, i] << 1 == 0
        if not zero:
            low, high = min(low, exponent), max(high, exponent)
    return min(low, high), high


def add_products(bits, y, smallest, limb, part, sums):
    """Add the products of floats, bits (f, n), to sums (exponents, limbs, 2, K), see `exact._block_sums`."""
    width = sums.shape[1]
    limb_mask, part_mask, fraction = (1 << limb) - 1, (1 << part) - 1, (1 << 52) - 1
    product = np.zeros(width, np.int64)
    for i in range(y.shape[0]):
        exponent, zero = -smallest, False
        product[:] = 0
        product[0] = 1
        for f in range(bits.shape[0]):
            word = bits[f, i]
            zero |= word << 1 == 0
            biased = word >> 52 & 2047
            whole = (word & fraction) + (1 << 52 if biased > 0 else 0)
            exponent += max(biased, 1)
            if word < 0:
                whole = -whole
            low, middle, high = whole & limb_mask, whole >> limb & limb_mask, whole >> 2 * limb
            for j in range(2 * f + 2, 1, -1):
                product[j] = product[j] * low + product[j - 1] * middle + product[j - 2] * high
            product[1] = product[1] * low + product[0] * middle
            product[0] = product[0] * low
        if not zero:
            label = np.uint64(y[i])
            for j in range(width):
                sums[np.uint64(exponent), j, 0, label] += product[j] & part_mask
                sums[np.uint64(exponent), j, 1, label] += product[j] >> part


def add_pieces(x, bits, y, n, pieces):
    """Add numbers x (n,), bits their int64, to n (K,) and pieces (2048, K, 8), see `exact._pieces`; NaN is
    skipped.

    Returns the smallest and largest exponent of the nonzero numbers, and the smallest and largest number.
    """
    mask, low54, fraction = (1 << 27) - 1, (1 << 54) - 1, (1 << 52) - 1
    low, high, first, last = np.inf, -np.inf, 2047, 0
    for i in range(x.shape[0]):
        if x[i] != x[i]:
            continue
        low, high = min(low, x[i]), max(high, x[i])
        label = np.uint64(y[i])
        n[label] += 1
        if x[i] == 0:
            continue
        biased = bits[i] >> 52 & 2047
        m = (bits[i] & fraction) + (1 << 52 if biased > 0 else 0)
        exponent = max(biased, 1)
        first, last = min(first, exponent), max(last, exponent)
        whole, a, b = -m if bits[i] < 0 else m, m & mask, m >> 27
        top, bottom = b * b + ((a * b + (a * a >> 28)) >> 26), m * m & low54
        cell = pieces[np.uint64(exponent), label]
        cell[0] += whole & mask
        cell[1] += whole >> 27
        cell[2] += bottom & mask
        cell[3] += bottom >> 27
        cell[4] += top & mask
        cell[5] += top >> 27
    return first, last, low, high
