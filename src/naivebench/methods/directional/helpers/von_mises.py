"""The von Mises density of angles: log density, sums of cosines and sines, maximum likelihood, samples.

    f(x) = exp(kappa cos(x - mu)) / (2 pi I_0(kappa)),   x, mu in radians, kappa >= 0

The estimates are mu = atan2(S, C) and the kappa with I_1(kappa) / I_0(kappa) = R = sqrt(C^2 + S^2) / n, where
C and S are the sums of the cosines and sines of n angles. kappa is at most a cap, which R = 1 reaches. A
single angle does not determine the concentration (its likelihood has no maximum), so its density is uniform,
as it is without any angle. Lopez-Cruz, Bielza and Larranaga 2013, section 2.1;
docs/methods/directional.md#von-mises-density.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core import compiled as compiled_loops
from naivebench.methods.directional.helpers import angle_loops, bessel
from naivebench.methods.directional.helpers.bessel import log_i0 as log_i0

ESTIMATORS = ("exact", "circstat", "sra", "best_fisher")
CAP = bessel.CAP
# numbers of angles below which the concentration is corrected for its bias
FEW = {"circstat": 15, "best_fisher": 16}
# number of angles times classes above which compiled loops are used. It depends only on the size, so that
# results do not depend on the process.
LARGE_WORK = 4_000_000


class Resultants(NamedTuple):
    """Sums over the cases where the attribute is observed, by attribute and class."""

    n: np.ndarray  # (d, K) int64 number of angles
    c: np.ndarray  # (d, K) sum of cosines
    s: np.ndarray  # (d, K) sum of sines


def log_density(x: ArrayLike, mu: ArrayLike, kappa: ArrayLike) -> np.ndarray:
    """log f(x), nats; x, mu in radians and kappa >= 0 broadcast. NaN stays NaN."""
    from scipy import special

    x, mu, kappa = (np.asarray(a, dtype=np.float64) for a in (x, mu, kappa))
    return -2 * kappa * np.square(np.sin((x - mu) / 2)) - np.log(2 * np.pi * special.i0e(kappa))


def inverse_bessel_ratio(
    r: np.ndarray, *, estimator: str = "exact", n: np.ndarray | None = None, cap: float = CAP
) -> np.ndarray:
    """kappa for mean resultant lengths r in [0, 1], any shape, at most `cap`; r = 1 gives the cap.

    exact: the root of A(kappa) = r. sra: Sra 2012, two Newton steps. circstat: the piecewise approximation of
    Fisher 1993 that the Circular Statistics Toolbox uses, with its correction where n < 15. best_fisher: the
    root, with the same correction where n < 16, as Best and Fisher 1981 advise. n: number of angles,
    broadcasts with r; without n, nothing is corrected.
    """
    r = np.clip(np.asarray(r, dtype=np.float64), 0.0, 1.0)
    if estimator == "circstat":
        kappa = np.where(r < 1, np.minimum(_fisher(r), cap), cap)
    else:
        kappa = bessel.inverse_ratio(r, 2, estimator="sra" if estimator == "sra" else "exact", cap=cap)
    if n is None or estimator not in FEW:
        return kappa
    return _less_biased(kappa, np.asarray(n, dtype=np.float64), FEW[estimator])


def _fisher(r: np.ndarray) -> np.ndarray:
    """Approximate inverse of A: Fisher 1993, p. 88."""
    inside = np.minimum(r, 1 - 1e-15)
    low = 2 * r + r**3 + 5 * r**5 / 6
    middle = -0.4 + 1.39 * r + 0.43 / (1 - inside)
    high = 1 / np.maximum(inside * (1 - inside) * (3 - inside), 1e-300)
    return np.where(r < 0.53, low, np.where(r < 0.85, middle, high))


def _less_biased(kappa: np.ndarray, n: np.ndarray, few: int) -> np.ndarray:
    """The concentration, corrected for bias if n < `few`: max(kappa - 2 / (n kappa), 0) for kappa below 2,
    otherwise (n - 1)^3 kappa / (n^3 + n); 0 for one angle. Best and Fisher 1981.
    """
    at_least_one = np.maximum(n, 1)
    positive = np.where(kappa > 0, kappa, 1.0)
    low = np.where(kappa > 0, np.maximum(kappa - 2 / (at_least_one * positive), 0.0), 0.0)
    high = (at_least_one - 1) ** 3 * kappa / (at_least_one**3 + at_least_one)
    return np.where(n < few, np.where(kappa < 2, low, high), kappa)


def use_compiled(steps: int, compiled: bool | None = None) -> bool:
    """Whether the compiled loops do work of `steps` elementary steps; tests and benchmarks force it by
    `compiled`.
    """
    return steps > LARGE_WORK if compiled is None else compiled


def loops() -> SimpleNamespace:
    """The compiled loops over angles."""
    return compiled_loops.loops(angle_loops)


def rows_of(angles: np.ndarray) -> np.ndarray:
    """Angles (n, d) transposed to (d, n) with contiguous rows; not copied if they are column-major."""
    return np.ascontiguousarray(angles.T, dtype=np.float64)


def resultants(
    angles: np.ndarray, y: np.ndarray, n_classes: int, *, compiled: bool | None = None
) -> Resultants:
    """Numbers of angles and sums of cosines and sines per attribute and class.

    angles: (n, d) radians, NaN = missing; y: (n,) in 0..n_classes-1.
    """
    shape = (angles.shape[1], n_classes)
    n, c, s = np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape)
    if use_compiled(angles.size * n_classes, compiled):
        missing = np.zeros(shape, np.int64)
        loops().class_resultants(rows_of(angles), np.ascontiguousarray(y, dtype=np.int32), missing, c, s)
        return Resultants(np.bincount(y, minlength=n_classes) - missing, c, s)
    for j, x in enumerate(angles.T):
        observed = ~np.isnan(x)
        x, labels = (x, y) if observed.all() else (x[observed], y[observed])
        n[j] = np.bincount(labels, minlength=n_classes)
        c[j] = np.bincount(labels, np.cos(x), minlength=n_classes)
        s[j] = np.bincount(labels, np.sin(x), minlength=n_classes)
    return Resultants(n, c, s)


def estimate(
    resultants: Resultants, *, estimator: str = "exact", cap: float = CAP
) -> tuple[np.ndarray, np.ndarray]:
    """Mean directions in radians in [-pi, pi] and concentrations, shapes (d, K); concentration 0 (uniform)
    for fewer than two angles.
    """
    n, c, s = resultants
    kappa = inverse_bessel_ratio(lengths(resultants), estimator=estimator, n=n, cap=cap)
    return np.arctan2(s, c), np.where(n > 1, kappa, 0.0)


def lengths(resultants: Resultants) -> np.ndarray:
    """Mean resultant lengths R, shape (d, K); 0 without any angle."""
    n, c, s = resultants
    return np.hypot(c, s) / np.maximum(n, 1)


def capped(resultants: Resultants, cap: float) -> np.ndarray:
    """Whether two or more angles are so close that their concentration is the cap, shape (d, K) bool."""
    return (resultants.n > 1) & (lengths(resultants) >= bessel.ratio(cap))


def sample(mu: float, kappa: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw n angles in [-pi, pi] from the density, shape (n,)."""
    return rng.vonmises(mu, kappa, n)
