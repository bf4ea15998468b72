"""Cosines and sines in plain Python, compiled by `core.compiled` for `circle` and for loops over angles.

Polynomials of the Cephes library (error below 2e-16), without branches so that the compiler can vectorise
them.
"""

from __future__ import annotations

import numpy as np

BLOCK = 512
FAR = 1e5  # radians; reducing larger angles to a quarter turn would lose digits
# sum: pi / 2
QUARTER_1, QUARTER_2, QUARTER_3 = (
    2 * 7.85398125648498535156e-1,
    2 * 3.77489470793079817668e-8,
    2 * 2.69515142907905952645e-15,
)


def cosine_sine(x, cosine, sine):
    """Fill `cosine` and `sine` with those of x (m,) radians, and with zeros where x is NaN. Return the number
    of NaN.
    """
    far, missing = 0, 0
    for i in range(x.shape[0]):
        far += abs(x[i]) > FAR
        missing += x[i] != x[i]
    if far > 0:
        for i in range(x.shape[0]):
            cosine[i], sine[i] = (np.cos(x[i]), np.sin(x[i])) if x[i] == x[i] else (0.0, 0.0)
        return missing
    for i in range(x.shape[0]):
        quarters = np.floor(x[i] * (2 / np.pi) + 0.5)
        r = ((x[i] - quarters * QUARTER_1) - quarters * QUARTER_2) - quarters * QUARTER_3
        z = r * r
        p = (
            ((1.58962301576546568060e-10 * z - 2.50507477628578072866e-8) * z + 2.75573136213857245213e-6) * z
            - 1.98412698295895385996e-4
        ) * z
        s = r + r * z * ((p + 8.33333333332211858878e-3) * z - 1.66666666666666307295e-1)
        q = (
            ((-1.13585365213876817300e-11 * z + 2.08757008419747316778e-9) * z - 2.75573141792967388112e-7)
            * z
            + 2.48015872888517045348e-5
        ) * z
        c = 1.0 - 0.5 * z + z * z * ((q - 1.38888888888730564116e-3) * z + 4.16666666666665929218e-2)
        half = np.floor(quarters * 0.5)
        odd, flip = quarters - 2.0 * half, half - 2.0 * np.floor(half * 0.5)
        sign_c, sign_s = 1.0 - 2.0 * (odd + flip - 2.0 * odd * flip), 1.0 - 2.0 * flip
        cos_x, sin_x = sign_c * (s if odd == 1.0 else c), sign_s * (c if odd == 1.0 else s)
        cosine[i] = cos_x if x[i] == x[i] else 0.0
        sine[i] = sin_x if x[i] == x[i] else 0.0
    return missing


def add_turns(x, y, unit, n, cosines, sines):
    """Add the cosines and sines of the angles x (n,) to the sums per class.

    They are rounded to multiples of 1 / unit; row 0 of the sums (2, K) contains their low 26 bits, row 1 the
    rest. Adds 1 to n (K,) for every angle; NaN is skipped. Returns the smallest and largest angle.
    """
    low, high = np.inf, -np.inf
    cosine, sine = np.empty(BLOCK), np.empty(BLOCK)
    part_c, part_s = np.empty(n.shape[0], np.int64), np.empty(n.shape[0], np.int64)
    for first in range(0, x.shape[0], BLOCK):
        part, labels = x[first : first + BLOCK], y[first : first + BLOCK]
        cosine_sine(part, cosine, sine)
        for i in range(part.shape[0]):
            cosine[i], sine[i] = np.rint(cosine[i] * unit), np.rint(sine[i] * unit)
        part_c[:], part_s[:] = 0, 0
        for i in range(part.shape[0]):
            if part[i] == part[i]:
                low, high = min(low, part[i]), max(high, part[i])
                label = np.uint64(labels[i])
                n[label] += 1
                part_c[label] += np.int64(cosine[i])
                part_s[label] += np.int64(sine[i])
        for k in range(n.shape[0]):  # sums of a block have at most 61 bits
            cosines[0, k] += part_c[k] & (1 << 26) - 1
            cosines[1, k] += part_c[k] >> 26
            sines[0, k] += part_s[k] & (1 << 26) - 1
            sines[1, k] += part_s[k] >> 26
    return low, high
