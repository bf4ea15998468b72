"""The von Mises density of angles and the von Mises-Fisher density of unit vectors in R^p.

    angles      f(x) = exp(kappa cos(x - mu)) / (2 pi I_0(kappa))
    directions  f(x) = C_p(kappa) exp(kappa mu'x)
                C_p(kappa) = kappa^(p/2-1) / ((2 pi)^(p/2) I_{p/2-1}(kappa))

x and mu are radians, or vectors of length one; kappa >= 0. The maximum likelihood estimates are the direction
of the sum of the cases (of their cosines and sines), and the kappa with

    A_p(kappa) = I_{p/2}(kappa) / I_{p/2-1}(kappa) = R,

where R is the length of the sum divided by the number of cases. kappa is at most a cap, which equal cases
reach. Fewer than two cases have the uniform density.

Bessel functions and their ratios keep their accuracy for any p >= 2 and kappa >= 0. Bounds: Hornik and Grun
2014, "On maximum likelihood estimation of the concentration parameter of von Mises-Fisher distributions";
approximation: Sra 2012. Densities: Lopez-Cruz, Bielza and Larranaga 2013, sections 2.1 and 2.2;
docs/methods/directional.md#von-mises-density and docs/methods/directional.md#bessel-ratios.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

# largest concentration: 1 - R is known to about 1e-16, so larger estimates are not accurate
CAP = 1e9
# below it a scaled Bessel function is about to underflow, and the order is so large that other formulas hold
TINY = 1e-250
BACKWARD_STEPS = 60
NEWTON_STEPS = 30
STEEP = 1e6  # concentration per dimension above which rounding dominates A_p', and a series is exact
SMALLEST = np.finfo(float).tiny


def bessel_ratio(kappa: ArrayLike, p: int = 2) -> np.ndarray:
    """Compute the ratio A_p(kappa) in [0, 1), same shape as kappa >= 0."""
    kappa = np.asarray(kappa, dtype=np.float64)
    if p == 2:
        return special.i1e(kappa) / special.i0e(kappa)
    below = special.ive(p / 2 - 1, kappa)
    usable = below > TINY  # false for NaN too, which the library returns beyond kappa = 1e9 or so
    if usable.all():
        return special.ive(p / 2, kappa) / below
    return np.where(
        usable, special.ive(p / 2, kappa) / np.where(usable, below, 1.0), _bessel_ratio_backward(kappa, p)
    )


def _bessel_ratio_backward(kappa: np.ndarray, p: int) -> np.ndarray:
    """Compute A_p by the recurrence r_nu = kappa / (2 (nu + 1) + kappa r_{nu+1}), which starts from a bound
    at a higher order. Errors shrink by the factor r_nu^2 per step.
    """
    order = p / 2 - 1 + BACKWARD_STEPS
    r = kappa / (order + 0.5 + np.hypot(kappa, order + 1.5))
    for step in range(1, BACKWARD_STEPS + 1):
        r = kappa / (2 * (order - step + 1) + kappa * r)
    return r


def bracket_kappa(r: np.ndarray, p: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Return a lower and an upper bound of the kappa with A_p(kappa) = r, 0 <= r < 1. Their ratio is at most
    1 + 1.5 (1 - r^2). Hornik and Grun 2014.
    """

    def invert_bound(alpha: float, beta: float) -> np.ndarray:
        """Invert the function kappa / (alpha + sqrt(kappa^2 + beta^2))."""
        rest = (1 - r) * (1 + r)
        return r / rest * (alpha + np.sqrt(alpha**2 * np.square(r) + beta**2 * rest))

    nu = p / 2 - 1
    lower = np.maximum(invert_bound(nu, nu + 2), invert_bound(nu + 0.5, math.sqrt((nu + 0.5) * (nu + 1.5))))
    return lower, invert_bound(nu + 0.5, nu + 1.5)


def _newton_step(kappa: np.ndarray, r: np.ndarray, p: int) -> np.ndarray:
    """Take a step of Newton's method for A_p(kappa) = r, with A_p' = 1 - A_p^2 - (p - 1) A_p / kappa."""
    a = bessel_ratio(kappa, p)
    positive = np.where(kappa > 0, kappa, 1.0)
    slope = np.where(kappa > 0, 1 - np.square(a) - (p - 1) * a / positive, 1 / p)
    return kappa - (a - r) / np.maximum(slope, SMALLEST)


def _replace_large_kappa(kappa: np.ndarray, r: np.ndarray, p: int) -> np.ndarray:
    """Replace a very large kappa by the root of
    1 - r = (p - 1) / (2 kappa) - (p - 1) (p - 3) / (8 kappa^2). Its relative error is of the order
    (p / kappa)^2.
    """
    series = (p - 1) / (2 * np.maximum(1 - r, SMALLEST)) - (p - 3) / 4
    return np.where(series > STEEP * p, series, kappa)


def solve_for_kappa(r: ArrayLike, p: int = 2, *, cap: float = CAP, approximate: bool = False) -> np.ndarray:
    """Find the kappa with A_p(kappa) = r, at most `cap`, for r (any shape) in [0, 1]; r = 1 gives the cap.

    The relative error is about 1e-15 / (1 - r). If `approximate` and p = 2, two steps of Newton's method from
    r (p - r^2) / (1 - r^2) (Sra 2012) leave an error below 3e-5.
    """
    r = np.clip(np.asarray(r, dtype=np.float64), 0.0, 1.0)
    reachable = r < bessel_ratio(np.float64(cap), p)
    r = np.where(reachable, r, 0.5)
    if approximate:
        kappa = r * (p - np.square(r)) / ((1 - r) * (1 + r))
        for _ in range(2):
            kappa = np.maximum(_newton_step(kappa, r, p), 0.0)
    else:
        # A_p is concave, so from the second step on the iterates rise to the root
        lower, upper = bracket_kappa(r, p)
        kappa = (lower + upper) / 2
        for _ in range(NEWTON_STEPS):
            before, kappa = kappa, np.clip(_newton_step(kappa, r, p), lower, upper)
            if (np.abs(kappa - before) <= 1e-14 * kappa).all():
                break
    return np.where(reachable, np.minimum(_replace_large_kappa(kappa, r, p), cap), cap)


def log_i0(kappa: ArrayLike) -> np.ndarray:
    """Return log I_0(kappa), nats."""
    kappa = np.asarray(kappa, dtype=np.float64)
    return np.log(special.i0e(kappa)) + kappa


def log_iv_scaled(kappa: ArrayLike, p: int) -> np.ndarray:
    """Compute log of Gamma(p/2) (2 / kappa)^(p/2-1) I_{p/2-1}(kappa), nats. It is 0 at kappa = 0, so that the
    density there is uniform.
    """
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
        _log_iv_series(np.where(small, kappa, 0.0), nu),
        log_i + special.gammaln(nu + 1) - nu * np.log(positive / 2),
    )


def _log_iv_series(kappa: np.ndarray, nu: float) -> np.ndarray:
    """Compute log of sum_m (kappa^2 / 4)^m / (m! (nu + 1)_m) for kappa^2 <= 2 nu + 2. Terms are at most 0.5^m
    / m!, so 20 of them are enough for all digits.
    """
    z, term, total = np.square(kappa) / 4, np.ones_like(kappa), np.zeros_like(kappa)
    for m in range(1, 21):
        term = term * z / (m * (nu + m))
        total = total + term
    return np.log1p(total)


def _log_iv_debye(kappa: np.ndarray, nu: float) -> np.ndarray:
    """Compute log I_nu(kappa) by Debye's uniform expansion, with an error below 1e-9, for the large orders
    (nu > 50) at which I_nu underflows.
    """
    root = np.hypot(1.0, kappa / nu)
    t = 1 / root
    t2 = t * t
    u1 = t * (3 - 5 * t2) / 24
    u2 = t2 * (81 - 462 * t2 + 385 * t2**2) / 1152
    u3 = t * t2 * (30375 - 369603 * t2 + 765765 * t2**2 - 425425 * t2**3) / 414720
    eta = root + np.log(kappa / nu / (1 + root))
    return nu * eta - 0.5 * np.log(2 * np.pi * nu * root) + np.log1p(u1 / nu + u2 / nu**2 + u3 / nu**3)


class Resultants(NamedTuple):
    """Sums over the cases in which the attribute is observed, by attribute and class."""

    n: np.ndarray  # (d, K) number of angles, or sum of their weights
    c: np.ndarray  # (d, K) sum of cosines
    s: np.ndarray  # (d, K) sum of sines


def compute_resultants(angles: np.ndarray, y: np.ndarray, n_classes: int) -> Resultants:
    """Compute numbers of angles and sums of cosines and sines per attribute and class.

    angles: (n, d) radians, NaN = missing; y: (n,) in 0..n_classes-1.
    """
    shape = (angles.shape[1], n_classes)
    n, c, s = np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape)
    for j, x in enumerate(angles.T):
        observed = ~np.isnan(x)
        x, labels = (x, y) if observed.all() else (x[observed], y[observed])
        n[j] = np.bincount(labels, minlength=n_classes)
        c[j] = np.bincount(labels, np.cos(x), minlength=n_classes)
        s[j] = np.bincount(labels, np.sin(x), minlength=n_classes)
    return Resultants(n, c, s)


def fit_von_mises(sums: Resultants, *, cap: float = CAP) -> tuple[np.ndarray, np.ndarray]:
    """Estimate mean directions (radians in [-pi, pi]) and concentrations of angles, (d, K) each."""
    n, c, s = sums
    kappa = solve_for_kappa(np.hypot(c, s) / np.maximum(n, 1), cap=cap)
    return np.arctan2(s, c), np.where(n > 1, kappa, 0.0)


def log_density(x: ArrayLike, mu: ArrayLike, kappa: ArrayLike) -> np.ndarray:
    """Return log f(x) of angles, nats; x, mu in radians and kappa >= 0 broadcast. NaN stays NaN."""
    x, mu, kappa = (np.asarray(a, dtype=np.float64) for a in (x, mu, kappa))
    return -2 * kappa * np.square(np.sin((x - mu) / 2)) - np.log(2 * np.pi * special.i0e(kappa))


def sum_directions(x: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers (K,) and sums (K, p) of the unit vectors of each class. x: (n, p), rows with NaN are
    skipped; y: (n,) in 0..K-1.
    """
    observed = ~np.isnan(x).any(axis=1)
    x, y = x[observed], y[observed]
    sums = np.array([np.bincount(y, column, minlength=n_classes) for column in x.T]).reshape(-1, n_classes).T
    return np.bincount(y, minlength=n_classes), sums


def fit_von_mises_fisher(
    n: np.ndarray, sums: np.ndarray, *, cap: float = CAP
) -> tuple[np.ndarray, np.ndarray]:
    """Estimate mean directions (K, p) and concentrations (K,) from numbers (K,) and vector sums (K, p)."""
    p = sums.shape[1]
    length = np.sqrt(np.square(sums).sum(axis=1))
    mu = np.where(length[:, None] > 0, sums / np.where(length > 0, length, 1.0)[:, None], np.eye(p)[0])
    kappa = solve_for_kappa(length / np.maximum(n, 1), p, cap=cap)
    return mu, np.where(n > 1, kappa, 0.0)


def log_normalizer(kappa: ArrayLike, p: int) -> np.ndarray:
    """Return log C_p(kappa), nats, same shape as kappa; at 0, minus the log area of the unit sphere."""
    return math.lgamma(p / 2) - math.log(2) - p / 2 * math.log(math.pi) - log_iv_scaled(kappa, p)


def log_density_of_directions(x: np.ndarray, mu: ArrayLike, kappa: ArrayLike) -> np.ndarray:
    """Return log f(x) of directions, nats. x: (n, p) unit vectors. With mu: (p,) and a number kappa, the
    result is (n,); with mu: (K, p) and kappa: (K,), it is (n, K).
    """
    mu, kappa = np.asarray(mu, dtype=np.float64), np.asarray(kappa, dtype=np.float64)
    return kappa * (np.asarray(x, dtype=np.float64) @ mu.T) + log_normalizer(kappa, mu.shape[-1])
