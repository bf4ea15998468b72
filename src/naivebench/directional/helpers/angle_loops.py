"""Loops over angles in plain Python, compiled by `core.compiled` for `von_mises` and `angular`.

Cosine and sine are taken once per value, in blocks that fit the cache, by the polynomials of the Cephes
library (error below 2e-16): written without branches, the compiler makes vector instructions of them.
"""

from __future__ import annotations

import numpy as np

BLOCK = 512
FAR = 1e5  # beyond it the reduction to a quarter turn would lose digits
# sum: pi / 2
QUARTER_1, QUARTER_2, QUARTER_3 = (
    2 * 7.85398125648498535156e-1,
    2 * 3.77489470793079817668e-8,
    2 * 2.69515142907905952645e-15,
)


def cosine_sine(x, cosine, sine):
    """Fill cosine and sine of x (m,) radians; zeros where x is NaN. Returns the number of NaN."""
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


def class_resultants(angles, y, missing, c, s):
    """Add to c, s (d, K) the cosines and sines of angles (d, n), to missing (d, K) the NaN; sums block by
    block keep their digits.
    """
    n, n_classes = y.shape[0], c.shape[1]
    cosine, sine = np.empty(BLOCK), np.empty(BLOCK)
    part_c, part_s = np.empty(n_classes), np.empty(n_classes)
    for j in range(angles.shape[0]):
        for first in range(0, n, BLOCK):
            x, labels = angles[j, first : first + BLOCK], y[first : first + BLOCK]
            n_missing = cosine_sine(x, cosine, sine)
            part_c[:], part_s[:] = 0.0, 0.0
            for i in range(x.shape[0]):
                label = np.uint64(labels[i])
                part_c[label] += cosine[i]
                part_s[label] += sine[i]
            for k in range(n_classes):
                c[j, k] += part_c[k]
                s[j, k] += part_s[k]
            if n_missing > 0:
                for i in range(x.shape[0]):
                    missing[j, np.uint64(labels[i])] += x[i] != x[i]


def add_log_density(angles, a, b, constant, total):
    """Add to total (n, K) the sums over observed j of a[j] cos x_j + b[j] sin x_j + constant[j]; angles (d,
    n), a, b, constant (d, K).
    """
    d, n = angles.shape
    n_classes = total.shape[1]
    cosine, sine, known = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    sums = np.empty((n_classes, BLOCK))
    for first in range(0, n, BLOCK):
        m = min(BLOCK, n - first)
        sums[:] = 0.0
        for j in range(d):
            x = angles[j, first : first + m]
            n_missing = cosine_sine(x, cosine, sine)
            if n_missing > 0:
                for i in range(m):
                    known[i] = 1.0 if x[i] == x[i] else 0.0
            for k in range(n_classes):
                row, ak, bk, ck = sums[k], a[j, k], b[j, k], constant[j, k]
                if n_missing > 0:
                    for i in range(m):
                        row[i] += ak * cosine[i] + bk * sine[i] + ck * known[i]
                else:
                    for i in range(m):
                        row[i] += ak * cosine[i] + bk * sine[i] + ck
        for k in range(n_classes):
            for i in range(m):
                total[first + i, k] += sums[k, i]
