"""Naive Bayes with von Mises kernel densities: nothing is assumed about the shape of an angle's distribution
in a class.

Each angular attribute has a kernel density per class (see `kernel_density`), linear ones are Gaussian and
discrete ones counts, as in `vmnb`. Fit O(n log n d), predict O(n d K) from tables of 1,024 points. Cf. John
and Langley 1995 (flexible naive Bayes) and Taylor 2008.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import one_of
from naivebench.core.grouped import flat
from naivebench.core.logspace import normalize
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import vmnb
from naivebench.methods.directional.helpers import angular, kernel_density, von_mises
from naivebench.methods.directional.helpers.parts import log_prior, plain_joint, ready, split, split_alike
from naivebench.methods.naive_bayes import mixed_nb

BANDWIDTHS = ("cross_validation", "taylor")


class Model(NamedTuple):
    plain: mixed_nb.Model  # discrete and linear attributes, with the prior
    density: np.ndarray  # (d, 1024, K) densities at the grid points of the circle, which start at angle 0
    bandwidth: np.ndarray  # (d, K) concentrations of the kernels, 0 without cases
    n: np.ndarray  # (d, K) angles per class
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    bandwidth: str = "cross_validation",
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """bandwidth: cross_validation (of the likelihood, per attribute and class) or taylor; the others as in
    `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.
    """
    one_of(bandwidth, BANDWIDTHS, "bandwidth", "kernel_vmnb")
    train = counts.known_cases(train)
    parts, k = split(train, "kernel_vmnb"), n_classes(train)
    d = parts.angular.shape[1]
    table, nu = np.empty((d, kernel_density.GRID, k)), np.zeros((d, k))
    for j, x in enumerate(parts.angular.T):
        for c in range(k):
            angles = x[train.y == c]
            table[j, :, c], nu[j, c] = kernel_density.density(angles[~np.isnan(angles)], bandwidth)
    sums = von_mises.resultants(parts.angular, train.y, k)
    return Model(
        mixed_nb.fit(parts.plain, estimates=estimates),
        table,
        nu,
        sums.n,
        angular.varies(sums),
    )


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    parts = split_alike(table, "kernel_vmnb", len(model.varies))
    total = plain_joint(model.plain, parts.plain)
    for j in np.flatnonzero(model.varies):
        rows = np.flatnonzero(~np.isnan(parts.angular[:, j]))
        density = kernel_density.interpolate(model.density[j], parts.angular[rows, j])
        total[rows] += np.log(np.maximum(density, 1 / (2 * np.pi * (model.n[j] + 1))))
    return normalize(total, log_prior(model.plain))


def warm_up(train: Table, n_folds: int) -> None:
    """Imports and compilation for fits of this size, before any clock runs."""
    ready(split(train, "kernel_vmnb"), n_folds)


def summarize(model: Model) -> dict:
    """Numbers of the model: those of the counts and Gaussians, every angle stored, and one bandwidth per
    attribute and class.
    """
    return vmnb.counted(model.plain, int(model.n.sum()) + model.n.size, int(model.varies.sum()))
