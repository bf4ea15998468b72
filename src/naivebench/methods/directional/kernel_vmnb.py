"""Naive Bayes with kernel densities of the angles: a von Mises kernel on every training case. It makes no
assumption about the shape of an angle's distribution in a class.

    f(x) = (sum_i vM(x; x_i, nu) + 1 / (2 pi)) / (n + 1)

The density is used for every angular attribute and class. Linear attributes are Gaussian and discrete ones
counted, as in `vmnb`. The concentration nu of the kernels is the bandwidth, chosen by maximum likelihood
cross-validation (Hall, Watson and Cabrera 1987; Taylor 2008).

The sum is a convolution: the angles are binned linearly on 8,192 points, and the Fourier coefficients of the
histogram are multiplied by I_p(nu) / I_0(nu), which vanish beyond p = 160 for nu <= 500. Then f is tabulated
on 1,024 points and interpolated by cubics. The relative error is below 1e-4. Fit O(n log n d), predict O(n d
K). John and Langley 1995 (flexible naive Bayes for numbers);
docs/methods/directional.md#kernel-von-mises-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import special

from naivebench.core import counts
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import angles, von_mises
from naivebench.methods.naive_bayes import mixed_nb

FINE, GRID, HARMONICS = 8192, 1024, 160
CANDIDATES = np.geomspace(0.5, 500.0, 21)  # bandwidths that are tried
ROUNDED = 5  # angles count as rounded if at least this number of values occur more than once
MAX_COMPARED = 2000  # number of angles, evenly spaced in sorted order, on which bandwidths are compared
EQUAL = 1e-9  # nats per case: likelihoods closer than this are equal


class Model(NamedTuple):
    mixed: mixed_nb.Model  # discrete and linear attributes, with the prior
    density: np.ndarray  # (d, 1024, K) densities at the grid points of the circle, which start at angle 0
    bandwidth: np.ndarray  # (d, K) concentrations of the kernels, 0 without cases
    n: np.ndarray  # (d, K) number of angles per class
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part


def locate_angles_on_grid(x: np.ndarray, points: int) -> tuple[np.ndarray, np.ndarray]:
    """Find the grid point below every angle, in 0..points-1, and the distance from it in grid steps."""
    steps = (x % (2 * np.pi)) * (points / (2 * np.pi))
    below = np.floor(steps)
    return below.astype(np.int64) % points, steps - below


def compute_fourier_sums(x: np.ndarray) -> np.ndarray:
    """Sum exp(-i p x) over the angles x (n,), binned linearly, for p = 0..HARMONICS."""
    below, part = locate_angles_on_grid(x, FINE)
    histogram = np.bincount(below, 1 - part, minlength=FINE)
    histogram += np.bincount((below + 1) % FINE, part, minlength=FINE)
    return np.fft.rfft(histogram)[: HARMONICS + 1]


def tabulate_densities(harmonics: np.ndarray, nu: np.ndarray) -> np.ndarray:
    """Tabulate sum_i vM(x; x_i, nu) on the grid, (len(nu), GRID), from the harmonics of the angles."""
    kernels = special.ive(np.arange(HARMONICS + 1), nu[:, None]) / special.i0e(nu)[:, None]
    return np.maximum(np.fft.irfft(harmonics * kernels, n=GRID) * (GRID / (2 * np.pi)), 0.0)


def interpolate_table(table: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Interpolate a table (GRID, ...) at x (n,) by cubics along the circle, (n, ...), at least 0."""
    below, t = locate_angles_on_grid(x, GRID)
    t = t.reshape(-1, *[1] * (table.ndim - 1))
    weights = (
        -t * (t - 1) * (t - 2) / 6,
        (t + 1) * (t - 1) * (t - 2) / 2,
        -(t + 1) * t * (t - 2) / 2,
        (t + 1) * t * (t - 1) / 6,
    )
    return np.maximum(sum(w * table[(below + k) % GRID] for k, w in enumerate(weights, start=-1)), 0.0)


def choose_bandwidth(x: np.ndarray, harmonics: np.ndarray) -> float:
    """Choose the candidate nu with the largest mean leave-one-out log f of the angles x (n,), n >= 1, in
    radians; of equally good candidates, the smoothest.

    If the angles are rounded, all cases with the same angle are left out together; otherwise they would
    select infinitely sharp kernels. If only a few angles repeat, cases are left out one by one, even equal
    ones, so that the density is continuous when angles become equal.
    """
    values, times = np.unique(x % (2 * np.pi), return_counts=True)
    is_rounded = (times > 1).sum() >= ROUNDED
    compared = np.linspace(0, len(values) - 1, min(len(values), MAX_COMPARED)).astype(np.int64)
    values, times = values[compared], times[compared]

    # The density without the cases that are left out, whose kernels are at their own angle.
    left_out = times[:, None] if is_rounded else 1
    own_kernel = 1 / (2 * np.pi * special.i0e(CANDIDATES))
    others = interpolate_table(tabulate_densities(harmonics, CANDIDATES).T, values) - left_out * own_kernel
    density = (np.maximum(others, 0.0) + 1 / (2 * np.pi)) / (len(x) - left_out + 1)

    score = times @ np.log(density)
    return float(CANDIDATES[np.argmax(score > score.max() - EQUAL * len(x))])


def estimate_density(x: np.ndarray) -> tuple[np.ndarray, float]:
    """Estimate f on the grid, (GRID,), and nu (0 without angles), from angles x (n,) without NaN."""
    if len(x) == 0:
        return np.full(GRID, 1 / (2 * np.pi)), 0.0
    harmonics = compute_fourier_sums(x)
    nu = choose_bandwidth(x, harmonics)
    return (tabulate_densities(harmonics, np.array([nu]))[0] + 1 / (2 * np.pi)) / (len(x) + 1), nu


def fit(train: Table, *, rng: np.random.Generator | None = None, alpha: float = 1.0) -> Model:
    """Fit the kernel densities; parameters as in `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.
    """
    train = counts.select_labelled_cases(train)
    parts, k = angles.split_by_kind(train, "kernel_vmnb"), n_classes(train)
    d = parts.angular.shape[1]
    density, bandwidth = np.empty((d, GRID, k)), np.zeros((d, k))
    for j, x in enumerate(parts.angular.T):
        for c in range(k):
            observed = (train.y == c) & ~np.isnan(x)
            density[j, :, c], bandwidth[j, c] = estimate_density(x[observed])
    sums = von_mises.compute_resultants(parts.angular, train.y, k)
    mixed = mixed_nb.fit(parts.mixed, alpha=alpha)
    return Model(mixed, density, bandwidth, sums.n, angles.find_varying_attributes(sums))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    parts = angles.split_by_kind(table, "kernel_vmnb", n_angular=len(model.varies))
    total = mixed_nb.log_joint(model.mixed, parts.mixed)
    for j in np.flatnonzero(model.varies):
        rows = np.flatnonzero(~np.isnan(parts.angular[:, j]))
        density = interpolate_table(model.density[j], parts.angular[rows, j])
        total[rows] += np.log(np.maximum(density, 1 / (2 * np.pi * (model.n[j] + 1))))
    return normalize_rows(total, model.mixed.discrete.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Count the stored numbers: counts, Gaussians, angles, and a bandwidth per attribute and class."""
    used = int(model.varies.sum())
    return angles.summarize_with_angles(model.mixed, model.n.sum() + model.n.size, used, angular_used=used)
