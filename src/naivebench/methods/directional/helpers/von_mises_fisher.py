"""The von Mises-Fisher density of unit vectors in R^p: log density, maximum likelihood, samples.

    f(x) = C_p(kappa) exp(kappa mu'x),   C_p(kappa) = kappa^(p/2-1) / ((2 pi)^(p/2) I_{p/2-1}(kappa)),
    |x| = |mu| = 1, kappa >= 0

The estimates are mu = sum x / |sum x| and the kappa with A_p(kappa) = |sum x| / n (see `bessel`), at most a
cap, which equal vectors reach; for fewer than two vectors the density is uniform. p = 2 is the von Mises
density of the angle. Lopez-Cruz, Bielza and Larranaga 2013, section 2.2; Sra 2012;
docs/methods/directional.md#von-mises-fisher-density and docs/methods/directional.md#bessel-ratios.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.directional.helpers import bessel, von_mises

ESTIMATORS = ("exact", "sra", "best_fisher")
CAP = bessel.CAP


def log_normalizer(kappa: np.ndarray, p: int) -> np.ndarray:
    """log C_p(kappa), nats, same shape as kappa; at kappa = 0, minus the logarithm of the area of the unit
    sphere.
    """
    return math.lgamma(p / 2) - math.log(2) - p / 2 * math.log(math.pi) - bessel.log_iv_scaled(kappa, p)


def log_density(x: np.ndarray, mu: np.ndarray, kappa: np.ndarray) -> np.ndarray:
    """log f(x), nats. x: (n, p) unit vectors; mu: (p,) and a number kappa give (n,), mu: (K, p) and kappa:
    (K,) give (n, K).
    """
    mu, kappa = np.asarray(mu, dtype=np.float64), np.asarray(kappa, dtype=np.float64)
    return kappa * (np.asarray(x, dtype=np.float64) @ mu.T) + log_normalizer(kappa, mu.shape[-1])


def unit(x: np.ndarray) -> np.ndarray:
    """Rows of x (n, p) scaled to length one; a row with a NaN or without a direction becomes NaN."""
    length = np.sqrt(np.square(x).sum(axis=1, keepdims=True))
    return np.where(length > 0, x, np.nan) / np.where(length > 0, length, 1.0)


def resultants(x: np.ndarray, y: np.ndarray, n_classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers of unit vectors (K,) and their sums (K, p) per class. x: (n, p), rows with NaN are skipped; y:
    (n,) in 0..K-1.
    """
    observed = ~np.isnan(x).any(axis=1)
    x, y = x[observed], y[observed]
    sums = np.array([np.bincount(y, column, minlength=n_classes) for column in x.T]).reshape(-1, n_classes).T
    return np.bincount(y, minlength=n_classes), sums


def estimate(
    n: np.ndarray, sums: np.ndarray, *, estimator: str = "exact", cap: float = CAP
) -> tuple[np.ndarray, np.ndarray]:
    """Mean directions (K, p) and concentrations (K,) from the number n (K,) and the sums (K, p) of unit
    vectors.

    best_fisher: the root, corrected for fewer than 16 vectors as in `von_mises` (p = 2) or by the factor
    (1 - 1/n)^2 (p = 3; Fisher, Lewis and Embleton 1987). Raises InputError for other p.
    """
    p = sums.shape[1]
    length = np.sqrt(np.square(sums).sum(axis=1))
    mu = np.where(length[:, None] > 0, sums / np.where(length > 0, length, 1.0)[:, None], np.eye(p)[0])
    r = length / np.maximum(n, 1)
    if p == 2:
        kappa = von_mises.inverse_bessel_ratio(r, estimator=estimator, n=n, cap=cap)
    else:
        kappa = bessel.inverse_ratio(r, p, estimator="sra" if estimator == "sra" else "exact", cap=cap)
        if estimator == "best_fisher":
            kappa = kappa * _less_biased(n, p)
    return mu, np.where(n > 1, kappa, 0.0)


def _less_biased(n: np.ndarray, p: int) -> np.ndarray:
    """Factor (1 - 1/n)^2 that corrects the concentration of fewer than 16 vectors for bias; 1 for more."""
    if p != 3:
        raise InputError(
            f"estimator best_fisher is defined for angles and for directions of 3 components, not of {p}: "
            "choose exact"
        )
    return np.where(n < von_mises.FEW["best_fisher"], np.square(1 - 1 / np.maximum(n, 1)), 1.0)


def capped(n: np.ndarray, sums: np.ndarray, cap: float) -> np.ndarray:
    """Whether two or more vectors are so close that their concentration is the cap, shape (K,) bool."""
    r = np.sqrt(np.square(sums).sum(axis=1)) / np.maximum(n, 1)
    return (n > 1) & (r >= bessel.ratio(cap, sums.shape[1]))


def sample(mu: np.ndarray, kappa: float, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw n unit vectors from the density, shape (n, p), by the rejection method of Wood 1994. mu: (p,) unit
    vector.
    """
    mu = np.asarray(mu, dtype=np.float64)
    cosine = _cosines(float(kappa), len(mu), n, rng)
    tangent = rng.normal(size=(n, len(mu)))
    tangent = unit(tangent - (tangent @ mu)[:, None] * mu)
    return cosine[:, None] * mu + np.sqrt(np.maximum(1 - np.square(cosine), 0.0))[:, None] * tangent


def _cosines(kappa: float, p: int, n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw n values of mu'x, shape (n,)."""
    b = (p - 1) / (2 * kappa + math.hypot(2 * kappa, p - 1))
    x0 = (1 - b) / (1 + b)
    limit = kappa * x0 + (p - 1) * math.log(4 * b / (1 + b) ** 2)
    kept = np.zeros(0)
    while len(kept) < n:
        z = rng.beta((p - 1) / 2, (p - 1) / 2, size=n)
        w = (1 - (1 + b) * z) / (1 - (1 - b) * z)
        accepted = kappa * w + (p - 1) * np.log1p(-x0 * w) - limit >= -rng.exponential(size=n)
        kept = np.append(kept, w[accepted])
    return kept[:n]
