"""Sums of cosines and sines that do not depend on the order of the cases and their blocks.

Each cosine or sine is rounded to a multiple of 2^-52, which adds no more than its own error (half of that),
so the sums are integers. NumPy is used for small inputs and compiled loops for large ones, with the same
polynomials in the same order of operations, so the bits are the same.
docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import circle_loops, kernels
from naivebench.core import compiled as compiled_loops
from naivebench.core.circle_loops import FAR, QUARTER_1, QUARTER_2, QUARTER_3

BITS = 52
STEPS = 20  # elementary steps per angle, as counted in `core.kernels`


def class_sums(
    x: np.ndarray, y: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> tuple[np.ndarray, float, float]:
    """Number of angles of every class and sums of their cosines and sines in units of 2^-BITS, (3, K) Python
    integers; smallest and largest angle (inf, -inf if there are none).

    x: (n,) radians, NaN is skipped; y: (n,) in 0..K-1. compiled: True forces loops, False forces NumPy; the
    sums are the same.
    """
    x = np.ascontiguousarray(x, dtype=np.float64)
    n, c, s = (np.zeros(shape, np.int64) for shape in (n_classes, (2, n_classes), (2, n_classes)))
    if kernels.use_compiled(STEPS * len(x), compiled):
        low, high = compiled_loops.loops(circle_loops).add_turns(near(x), y, 2.0**BITS, n, c, s)
    else:
        observed = ~np.isnan(x)
        x, y = near(x[observed]), y[observed]
        low, high = x.min(initial=np.inf), x.max(initial=-np.inf)
        n += np.bincount(y, minlength=n_classes)
        for total, part in zip((c, s), cosine_sine(x), strict=True):
            whole = np.rint(part * 2.0**BITS).astype(np.int64)
            for half, piece in enumerate((whole & (1 << 26) - 1, whole >> 26)):
                total[half] += np.bincount(y, piece, n_classes).astype(np.int64)
    sums = [n.astype(object) << BITS, *(t[0].astype(object) + (t[1].astype(object) << 26) for t in (c, s))]
    return np.array(sums), float(low), float(high)


def near(x: np.ndarray) -> np.ndarray:
    """Angles x, those beyond FAR radians reduced by whole turns, because larger angles would lose digits."""
    far = np.abs(x) > FAR
    return np.where(far & np.isfinite(x), np.remainder(x, 2 * np.pi), x) if far.any() else x


def cosine_sine(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cosine and sine (n,) of angles of at most FAR radians, the same bits as from
    `circle_loops.cosine_sine`.
    """
    quarters = np.floor(x * (2 / np.pi) + 0.5)
    r = ((x - quarters * QUARTER_1) - quarters * QUARTER_2) - quarters * QUARTER_3
    z = r * r
    p = (
        ((1.58962301576546568060e-10 * z - 2.50507477628578072866e-8) * z + 2.75573136213857245213e-6) * z
        - 1.98412698295895385996e-4
    ) * z
    s = r + r * z * ((p + 8.33333333332211858878e-3) * z - 1.66666666666666307295e-1)
    q = (
        ((-1.13585365213876817300e-11 * z + 2.08757008419747316778e-9) * z - 2.75573141792967388112e-7) * z
        + 2.48015872888517045348e-5
    ) * z
    c = 1.0 - 0.5 * z + z * z * ((q - 1.38888888888730564116e-3) * z + 4.16666666666665929218e-2)
    odd, half = quarters % 2 == 1, quarters % 4
    cosine, sine = np.where(odd, s, c), np.where(odd, c, s)
    return np.where((half == 1) | (half == 2), -cosine, cosine), np.where(half >= 2, -sine, sine)
