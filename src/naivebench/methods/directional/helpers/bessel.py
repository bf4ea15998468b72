"""The ratio of modified Bessel functions that relates concentration and mean resultant length, its inverse,
and logarithms of Bessel functions.

    A_p(kappa) = I_{p/2}(kappa) / I_{p/2-1}(kappa)

is the expected length of the mean of unit vectors in R^p under a von Mises-Fisher density of concentration
kappa, so that the maximum likelihood estimate solves A_p(kappa) = R. Everything is vectorised over kappa or R
and keeps its accuracy for any dimension p >= 2 and any kappa >= 0. Bounds: Hornik and Grun 2014, "On maximum
likelihood estimation of the concentration parameter of von Mises-Fisher distributions"; approximation: Sra
2012; docs/methods/directional.md#bessel-ratios.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

# below it a scaled Bessel function is about to underflow, and the order is so large that other formulas hold
TINY = 1e-250
BACKWARD_STEPS = 60
NEWTON_STEPS = 30
# largest concentration: 1 - R is known to about 1e-16, so larger estimates are not accurate
CAP = 1e9
STEEP = 1e6  # concentration per dimension above which rounding dominates A_p', and a series is exact


def ratio(kappa: ArrayLike, p: int = 2) -> np.ndarray:
    """The ratio A_p(kappa) in [0, 1), same shape as kappa >= 0."""
    from scipy import special

    kappa = np.asarray(kappa, dtype=np.float64)
    if p == 2:
        return special.i1e(kappa) / special.i0e(kappa)
    below = special.ive(p / 2 - 1, kappa)
    usable = below > TINY  # false for NaN too, which the library returns beyond kappa = 1e9 or so
    if usable.all():
        return special.ive(p / 2, kappa) / below
    return np.where(
        usable, special.ive(p / 2, kappa) / np.where(usable, below, 1.0), _ratio_backward(kappa, p)
    )


def _ratio_backward(kappa: np.ndarray, p: int) -> np.ndarray:
    """A_p by the recurrence r_nu = kappa / (2 (nu + 1) + kappa r_{nu+1}), which starts from a bound at a
    higher order; errors shrink by r_nu^2 per step.
    """
    order = p / 2 - 1 + BACKWARD_STEPS
    r = kappa / (order + 0.5 + np.hypot(kappa, order + 1.5))
    for step in range(1, BACKWARD_STEPS + 1):
        r = kappa / (2 * (order - step + 1) + kappa * r)
    return r


def derivative(a: np.ndarray, kappa: np.ndarray, p: int = 2) -> np.ndarray:
    """dA_p / dkappa = 1 - A^2 - (p - 1) A / kappa for a = A_p(kappa); 1 / p at kappa = 0."""
    return np.where(kappa > 0, 1 - np.square(a) - (p - 1) * a / np.where(kappa > 0, kappa, 1.0), 1 / p)


def _bound(r: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    """Inverse of kappa / (alpha + sqrt(kappa^2 + beta^2))."""
    rest = (1 - r) * (1 + r)
    return r / rest * (alpha + np.sqrt(alpha**2 * np.square(r) + beta**2 * rest))


def bracket(r: np.ndarray, p: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper bound of the root of A_p(kappa) = r, 0 <= r < 1; their ratio is at most 1 + 1.5 (1 -
    r^2).
    """
    nu = p / 2 - 1
    lower = np.maximum(_bound(r, nu, nu + 2), _bound(r, nu + 0.5, math.sqrt((nu + 0.5) * (nu + 1.5))))
    return lower, _bound(r, nu + 0.5, nu + 1.5)


def _steep(r: np.ndarray, kappa: np.ndarray, p: int) -> np.ndarray:
    """kappa or, where it is very large, the root of
    1 - r = (p - 1) / (2 kappa) - (p - 1) (p - 3) / (8 kappa^2), whose relative error is of the order
    (p / kappa)^2.
    """
    series = (p - 1) / (2 * np.maximum(1 - r, np.finfo(float).tiny)) - (p - 3) / 4
    return np.where(series > STEEP * p, series, kappa)


def _exact(r: np.ndarray, p: int) -> np.ndarray:
    """Solve A_p(kappa) = r by Newton's method between the bounds. A_p is concave, so from the second step on
    the iterates rise to the root.
    """
    lower, upper = bracket(r, p)
    kappa = (lower + upper) / 2
    for _ in range(NEWTON_STEPS):
        a, before = ratio(kappa, p), kappa
        slope = np.maximum(derivative(a, kappa, p), np.finfo(float).tiny)
        kappa = np.clip(kappa - (a - r) / slope, lower, upper)
        if (np.abs(kappa - before) <= 1e-14 * kappa).all():
            break
    return _steep(r, kappa, p)


def _sra(r: np.ndarray, p: int) -> np.ndarray:
    """Sra's approximation r (p - r^2) / (1 - r^2), improved by two Newton steps (p = 2: relative error below
    3e-5).
    """
    kappa = r * (p - np.square(r)) / ((1 - r) * (1 + r))
    for _ in range(2):
        a = ratio(kappa, p)
        slope = np.maximum(derivative(a, kappa, p), np.finfo(float).tiny)
        kappa = np.maximum(kappa - (a - r) / slope, 0.0)
    return _steep(r, kappa, p)


def inverse_ratio(r: np.ndarray, p: int = 2, *, estimator: str = "exact", cap: float = CAP) -> np.ndarray:
    """The kappa with A_p(kappa) = r, at most `cap`, for r (any shape) in [0, 1]; r = 1 gives the cap.

    estimator: exact (Newton's method within bounds, relative error about 1e-15 / (1 - r)) or sra.
    """
    r = np.clip(np.asarray(r, dtype=np.float64), 0.0, 1.0)
    reachable = r < ratio(np.float64(cap), p)
    kappa = {"exact": _exact, "sra": _sra}[estimator](np.where(reachable, r, 0.5), p)
    return np.where(reachable, np.minimum(kappa, cap), cap)


def log_i0(kappa: ArrayLike) -> np.ndarray:
    """log I_0(kappa), nats."""
    from scipy import special

    kappa = np.asarray(kappa, dtype=np.float64)
    return np.log(special.i0e(kappa)) + kappa


def log_iv_scaled(kappa: np.ndarray, p: int) -> np.ndarray:
    """log of Gamma(p/2) (2 / kappa)^(p/2-1) I_{p/2-1}(kappa), nats: 0 at kappa = 0, so that the density there
    is uniform.
    """
    from scipy import special

    kappa, nu = np.asarray(kappa, dtype=np.float64), p / 2 - 1
    if p == 2:
        return log_i0(kappa)
    scaled = special.ive(nu, kappa)
    # here the power series converges fast, and avoids the cancellation of logarithms
    small = np.square(kappa) <= p
    usable = (scaled > TINY) & ~small
    positive = np.where(small, 1.0, kappa)
    log_i = np.where(
        usable, np.log(np.where(usable, scaled, 1.0)) + positive, _log_iv_debye(positive, max(nu, 0.5))
    )
    return np.where(
        small,
        _log_series(np.where(small, kappa, 0.0), nu),
        log_i + special.gammaln(nu + 1) - nu * np.log(positive / 2),
    )


def _log_series(kappa: np.ndarray, nu: float) -> np.ndarray:
    """log of sum_m (kappa^2 / 4)^m / (m! (nu + 1)_m) for kappa^2 <= 2 nu + 2. Terms are at most 0.5^m / m!,
    so 20 of them are exact.
    """
    z, term, total = np.square(kappa) / 4, np.ones_like(kappa), np.zeros_like(kappa)
    for m in range(1, 21):
        term = term * z / (m * (nu + m))
        total = total + term
    return np.log1p(total)


def _log_iv_debye(kappa: np.ndarray, nu: float) -> np.ndarray:
    """log I_nu(kappa) for the large orders nu at which I_nu underflows (nu > 50): Debye's uniform expansion,
    error below 1e-9.
    """
    root = np.hypot(1.0, kappa / nu)
    t = 1 / root
    t2 = t * t
    u1 = t * (3 - 5 * t2) / 24
    u2 = t2 * (81 - 462 * t2 + 385 * t2**2) / 1152
    u3 = t * t2 * (30375 - 369603 * t2 + 765765 * t2**2 - 425425 * t2**3) / 414720
    eta = root + np.log(kappa / nu / (1 + root))
    return nu * eta - 0.5 * np.log(2 * np.pi * nu * root) + np.log1p(u1 / nu + u2 / nu**2 + u3 / nu**3)
