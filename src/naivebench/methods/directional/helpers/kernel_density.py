"""Kernel densities of angles with von Mises kernels, tabulated on a grid of the circle.

    f(x) = (sum_i vM(x; x_i, nu) + 1 / (2 pi)) / (n + 1)

The concentration nu of the kernels is the bandwidth. The uniform density counts as one more case, so that f
is uniform without cases and nowhere below 1 / (2 pi (n + 1)). The sum is a convolution: the angles are binned
linearly on 8,192 points, the Fourier coefficients of the histogram are multiplied by I_p(nu) / I_0(nu), which
vanish beyond p = 160 for nu <= 500, and f is tabulated on 1,024 points, between which it is interpolated by
cubics. Relative error below 1e-4. Bandwidths: Taylor 2008 (a rule of thumb), or maximum likelihood
cross-validation (Hall, Watson and Cabrera 1987).
"""

from __future__ import annotations

import numpy as np

FINE, GRID, HARMONICS = 8192, 1024, 160
SMOOTHEST, SHARPEST = 0.5, 500.0
CANDIDATES = np.geomspace(SMOOTHEST, SHARPEST, 21)
JUDGED = 2000  # angles, evenly spaced in their order, on which bandwidths are compared


def position(x: np.ndarray, points: int) -> tuple[np.ndarray, np.ndarray]:
    """Grid point below every angle, in 0..points-1, and the distance to it in grid steps."""
    steps = (x % (2 * np.pi)) * (points / (2 * np.pi))
    below = np.floor(steps)
    return below.astype(np.int64) % points, steps - below


def harmonics(x: np.ndarray) -> np.ndarray:
    """Sums of exp(-i p x) over the angles x (n,) for p = 0..HARMONICS, of their linear binning."""
    below, part = position(x, FINE)
    histogram = np.bincount(below, 1 - part, minlength=FINE) + np.bincount(
        (below + 1) % FINE, part, minlength=FINE
    )
    return np.fft.rfft(histogram)[: HARMONICS + 1]


def kernel_harmonics(nu: np.ndarray) -> np.ndarray:
    """I_p(nu) / I_0(nu), shape (len(nu), HARMONICS + 1)."""
    from scipy import special

    nu = np.asarray(nu, dtype=np.float64)
    return special.ive(np.arange(HARMONICS + 1), nu[:, None]) / special.i0e(nu)[:, None]


def tabulate(sums: np.ndarray, nu: np.ndarray) -> np.ndarray:
    """sum_i vM(x; x_i, nu) at the grid points, shape (len(nu), GRID), from the harmonics of the angles."""
    return np.maximum(np.fft.irfft(sums * kernel_harmonics(nu), n=GRID) * (GRID / (2 * np.pi)), 0.0)


def interpolate(table: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Cubic interpolation along the circle: table (GRID, ...), x (n,) -> (n, ...), at least 0."""
    below, t = position(x, GRID)
    t = t.reshape(-1, *[1] * (table.ndim - 1))
    weights = (
        -t * (t - 1) * (t - 2) / 6,
        (t + 1) * (t - 1) * (t - 2) / 2,
        -(t + 1) * t * (t - 2) / 2,
        (t + 1) * t * (t - 1) / 6,
    )
    return np.maximum(sum(w * table[(below + k) % GRID] for k, w in enumerate(weights, start=-1)), 0.0)


def cross_validated(x: np.ndarray, sums: np.ndarray) -> float:
    """The candidate nu with the largest mean log f of an angle without it; the smoothest of equals. x: (n,)
    radians, n >= 1.

    All cases with the same angle are left out together, since rounded angles would call for infinitely sharp
    kernels.
    """
    from scipy import special

    values, times = np.unique(x % (2 * np.pi), return_counts=True)
    judged = np.linspace(0, len(values) - 1, min(len(values), JUDGED)).astype(np.int64)
    values, times = values[judged], times[judged]
    at_zero = 1 / (2 * np.pi * special.i0e(CANDIDATES))
    others = interpolate(tabulate(sums, CANDIDATES).T, values) - times[:, None] * at_zero
    left = (np.maximum(others, 0.0) + 1 / (2 * np.pi)) / (len(x) - times[:, None] + 1)
    score = times @ np.log(left)
    return float(CANDIDATES[np.argmax(score > score.max() - 1e-9 * len(x))])


def taylor(x: np.ndarray) -> float:
    """Rule of thumb of Taylor 2008 for a von Mises density: nu = (3 n kappa^2 I_2(2 kappa) / (4 sqrt(pi)
    I_0(kappa)^2))^(2/5).
    """
    from scipy import special

    from naivebench.methods.directional.helpers.von_mises import estimate, resultants

    # beyond 1e6 the library has no I_2, and nu is at its limit anyway
    _, kappa = estimate(resultants(x[:, None], np.zeros(len(x), np.int64), 1), cap=1e6)
    k = float(kappa[0, 0])
    nu = (3 * len(x) * k**2 * special.ive(2, 2 * k) / (4 * np.sqrt(np.pi) * special.i0e(k) ** 2)) ** 0.4
    return float(np.clip(nu, SMOOTHEST, SHARPEST))


def density(x: np.ndarray, bandwidth: str) -> tuple[np.ndarray, float]:
    """f at the grid points (GRID,) and nu, for angles x (n,) without NaN; bandwidth: cross_validation or
    taylor. nu = 0 without angles.
    """
    if len(x) == 0:
        return np.full(GRID, 1 / (2 * np.pi)), 0.0
    sums = harmonics(x)
    nu = taylor(x) if bandwidth == "taylor" else cross_validated(x, sums)
    return (tabulate(sums, np.array([nu]))[0] + 1 / (2 * np.pi)) / (len(x) + 1), nu
