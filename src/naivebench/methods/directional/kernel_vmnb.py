"""Naive Bayes with kernel densities of the angles: a von Mises kernel on every training case. It makes no
assumption about the shape of an angle's distribution in a class.

Each angular attribute has a kernel density per class (see `density_of`); linear attributes are Gaussian and
discrete ones counted, as in `vmnb`. Fit O(n log n d), predict O(n d K) from tables of 1,024 points. Cf. John
and Langley 1995 (flexible naive Bayes) and Taylor 2008.

Kernel densities of angles have von Mises kernels, tabulated on a grid of the circle.

    f(x) = (sum_i vM(x; x_i, nu) + 1 / (2 pi)) / (n + 1)

The concentration nu of the kernels is the bandwidth. The uniform density counts as one more case, so that f
is uniform without cases and at least 1 / (2 pi (n + 1)) everywhere. The sum is a convolution: the angles are
binned linearly on 8,192 points, the Fourier coefficients of the histogram are multiplied by I_p(nu) /
I_0(nu), which vanish beyond p = 160 for nu <= 500, and f is tabulated on 1,024 points, between which it is
interpolated by cubics. The relative error is below 1e-4. The bandwidth is chosen by a rule of thumb
(Taylor 2008) or by maximum likelihood cross-validation (Hall, Watson and Cabrera 1987).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import one_of
from naivebench.core.grouped import flat
from naivebench.core.logspace import normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import vmnb
from naivebench.methods.directional.helpers import angular, von_mises
from naivebench.methods.directional.helpers.parts import log_prior, plain_joint, ready, split, split_alike
from naivebench.methods.naive_bayes import mixed_nb

BANDWIDTHS = ("cross_validation", "taylor")
FINE, GRID, HARMONICS = 8192, 1024, 160
SMOOTHEST, SHARPEST = 0.5, 500.0
CANDIDATES = np.geomspace(SMOOTHEST, SHARPEST, 21)
ROUNDED = 5  # different angles that occur more than once; from so many on, angles are taken as rounded
JUDGED = 2000  # number of angles, evenly spaced in sorted order, on which bandwidths are compared


class Model(NamedTuple):
    plain: mixed_nb.Model  # discrete and linear attributes, with the prior
    density: np.ndarray  # (d, 1024, K) densities at the grid points of the circle, which start at angle 0
    bandwidth: np.ndarray  # (d, K) concentrations of the kernels, 0 without cases
    n: np.ndarray  # (d, K) number of angles per class
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part


def position(x: np.ndarray, points: int) -> tuple[np.ndarray, np.ndarray]:
    """The grid point below every angle, in 0..points-1, and the distance to it in grid steps."""
    steps = (x % (2 * np.pi)) * (points / (2 * np.pi))
    below = np.floor(steps)
    return below.astype(np.int64) % points, steps - below


def harmonics(x: np.ndarray) -> np.ndarray:
    """Sums of exp(-i p x) over the angles x (n,), binned linearly, for p = 0..HARMONICS."""
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
    """Interpolate by cubics along the circle: table (GRID, ...), x (n,) -> (n, ...), at least 0."""
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
    """The candidate nu with the largest mean leave-one-out log f of the angles; the smoothest of equally good
    ones. x: (n,) radians, n >= 1.

    All cases with the same angle of rounded angles are left out together, since otherwise these would select
    infinitely sharp kernels. A few angles that repeat are no rounding: such cases are left out one by one, as
    angles that differ a little are, so that the density is continuous when angles become equal.
    """
    from scipy import special

    values, times = np.unique(x % (2 * np.pi), return_counts=True)
    judged = np.linspace(0, len(values) - 1, min(len(values), JUDGED)).astype(np.int64)
    is_rounded = (times > 1).sum() >= ROUNDED
    values, times = values[judged], times[judged]
    left_out = times[:, None] if is_rounded else 1
    at_zero = 1 / (2 * np.pi * special.i0e(CANDIDATES))
    others = interpolate(tabulate(sums, CANDIDATES).T, values) - left_out * at_zero
    left = (np.maximum(others, 0.0) + 1 / (2 * np.pi)) / (len(x) - left_out + 1)
    score = times @ np.log(left)
    return float(CANDIDATES[np.argmax(score > score.max() - 1e-9 * len(x))])


def taylor(x: np.ndarray) -> float:
    """Rule of thumb of Taylor 2008 for a von Mises density: nu = (3 n kappa^2 I_2(2 kappa) / (4 sqrt(pi)
    I_0(kappa)^2))^(2/5).
    """
    from scipy import special

    from naivebench.methods.directional.helpers.von_mises import estimate, resultants

    # beyond 1e6 the library cannot compute I_2, and nu is at its limit anyway
    _, kappa = estimate(resultants(x[:, None], np.zeros(len(x), np.int64), 1), cap=1e6)
    k = float(kappa[0, 0])
    nu = (3 * len(x) * k**2 * special.ive(2, 2 * k) / (4 * np.sqrt(np.pi) * special.i0e(k) ** 2)) ** 0.4
    return float(np.clip(nu, SMOOTHEST, SHARPEST))


def density_of(x: np.ndarray, bandwidth: str) -> tuple[np.ndarray, float]:
    """The density f at the grid points, (GRID,), and nu, for angles x (n,) without NaN. bandwidth:
    cross_validation or taylor. nu = 0 without angles.
    """
    if len(x) == 0:
        return np.full(GRID, 1 / (2 * np.pi)), 0.0
    sums = harmonics(x)
    nu = taylor(x) if bandwidth == "taylor" else cross_validated(x, sums)
    return (tabulate(sums, np.array([nu]))[0] + 1 / (2 * np.pi)) / (len(x) + 1), nu


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    bandwidth: str = "cross_validation",
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Fit the kernel densities. bandwidth: cross_validation (of the likelihood, per attribute and class) or
    taylor; the other parameters as in `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.
    """
    one_of(bandwidth, BANDWIDTHS, "bandwidth", "kernel_vmnb")
    train = counts.known_cases(train)
    parts, k = split(train, "kernel_vmnb"), n_classes(train)
    d = parts.angular.shape[1]
    table, nu = np.empty((d, GRID, k)), np.zeros((d, k))
    for j, x in enumerate(parts.angular.T):
        for c in range(k):
            angles = x[train.y == c]
            table[j, :, c], nu[j, c] = density_of(angles[~np.isnan(angles)], bandwidth)
    sums = von_mises.resultants(parts.angular, train.y, k)
    return Model(
        mixed_nb.fit(parts.plain, estimates=estimates),
        table,
        nu,
        sums.n,
        angular.varies(sums),
    )


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed attributes of log f(x_j | c), shape (n, K), nats, not normalised."""
    parts = split_alike(table, "kernel_vmnb", len(model.varies))
    total = plain_joint(model.plain, parts.plain)
    for j in np.flatnonzero(model.varies):
        rows = np.flatnonzero(~np.isnan(parts.angular[:, j]))
        density = interpolate(model.density[j], parts.angular[rows, j])
        total[rows] += np.log(np.maximum(density, 1 / (2 * np.pi * (model.n[j] + 1))))
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    return normalize(log_joint(model, table), log_prior(model.plain))


def warm_up(train: Table, n_folds: int) -> None:
    """Import and compile what fits of this size need before time is measured."""
    ready(split(train, "kernel_vmnb"), n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """Numbers that the model stores: those of the counts and Gaussians, every angle, and one bandwidth per
    attribute and class.
    """
    return vmnb.counted(model.plain, int(model.n.sum()) + model.n.size, int(model.varies.sum()))
