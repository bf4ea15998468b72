"""Fit of a von Mises and a Gaussian density to one angle in every class, as drawn in Fig. 13 of the paper.

Angles are radians in (-pi, pi]; the Gaussian is that of `gnb`, on the raw angle. Lopez-Cruz, Bielza and
Larranaga 2013, section 4.2.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from naivebench.methods.directional.helpers import von_mises

BINS = 24
VAR_FLOOR = 1e-9  # smallest variance, as a share of the variance over all classes, as in gnb


class Fit(NamedTuple):
    """Both densities by maximum likelihood, fitted to the cases of one class in which the angle is observed.

    `von_mises` and `gaussian` are log-likelihoods in nats, summed over the cases.
    """

    n: int
    mu: float  # radians
    kappa: float
    von_mises: float
    mean: float  # radians
    sd: float  # radians, divisor n
    gaussian: float


def histogram(angles: np.ndarray, y: np.ndarray, n_classes: int, bins: int = BINS) -> np.ndarray:
    """Number of cases of every class in every sector, (K, bins); sector b starts at -pi + 2 pi b / bins.

    `angles` (n,) may contain NaN.
    """
    angles, y = _observed(angles, y)
    sector = np.clip(np.floor((angles + math.pi) * (bins / (2 * math.pi))).astype(np.int64), 0, bins - 1)
    return np.bincount(y * bins + sector, minlength=n_classes * bins).reshape(n_classes, bins)


def fits(angles: np.ndarray, y: np.ndarray, n_classes: int) -> list[Fit | None]:
    """Both fits for every class; None for a class without two different angles, where the likelihoods have no
    maximum.

    `angles` (n,) radians in (-pi, pi], NaN = missing; `y` (n,) class codes, -1 = unknown.
    """
    angles, y = _observed(angles, y)
    floor = VAR_FLOOR * float(angles.var()) if len(angles) else 0.0
    mu, kappa = von_mises.estimate(von_mises.resultants(angles[:, None], y, n_classes))
    of_class = [angles[y == c] for c in range(n_classes)]
    return [
        _fit(x, float(mu[0, c]), float(kappa[0, c]), floor) if len(x) and np.ptp(x) > 0 else None
        for c, x in enumerate(of_class)
    ]


def _observed(angles: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    angles, y = np.asarray(angles, dtype=np.float64), np.asarray(y)
    keep = ~np.isnan(angles) & (y >= 0)
    return angles[keep], y[keep].astype(np.int64)


def _fit(x: np.ndarray, mu: float, kappa: float, floor: float) -> Fit:
    mean, variance = float(x.mean()), max(float(x.var()), floor)
    gaussian = -0.5 * float(((x - mean) ** 2).sum()) / variance - 0.5 * len(x) * math.log(
        2 * math.pi * variance
    )
    return Fit(
        len(x),
        mu,
        kappa,
        float(np.sum(von_mises.log_density(x, mu, kappa))),
        mean,
        math.sqrt(variance),
        gaussian,
    )
