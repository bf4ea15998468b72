"""Direction attributes as blocks of naive Bayes: one von Mises-Fisher density per attribute and class;
missing vectors add nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.directional.helpers import von_mises_fisher
from naivebench.methods.directional.helpers.angular import SAME


class Model(NamedTuple):
    mu: np.ndarray  # (K, p) mean directions, unit vectors
    kappa: np.ndarray  # (K,) concentrations, 0 for fewer than two cases
    varies: bool  # the training part has two different directions
    capped: int  # number of classes whose concentration is the cap


def fit(
    x: np.ndarray,
    y: np.ndarray,
    n_classes: int,
    *,
    estimator: str = "exact",
    kappa_cap: float = von_mises_fisher.CAP,
) -> Model:
    """Maximum likelihood estimates from vectors x (n, p), which are scaled to length one; rows with NaN or of
    length zero are missing.
    """
    n, sums = von_mises_fisher.resultants(von_mises_fisher.unit(x), y, n_classes)
    mu, kappa = von_mises_fisher.estimate(n, sums, estimator=estimator, cap=kappa_cap)
    varies = bool(n.sum() - np.linalg.norm(sums.sum(axis=0)) > SAME * n.sum())
    return Model(mu, kappa, varies, int(von_mises_fisher.capped(n, sums, kappa_cap).sum()))


def add_log_likelihood(model: Model, x: np.ndarray, total: np.ndarray) -> None:
    """Add the log densities of vectors x (n, p), nats, to `total` (n, K) in place."""
    if x.shape[1] != model.mu.shape[1]:
        raise ValueError(
            f"the model has directions of {model.mu.shape[1]} components, but the table has {x.shape[1]}"
        )
    if model.varies:
        density = von_mises_fisher.log_density(von_mises_fisher.unit(x), model.mu, model.kappa)
        density[np.isnan(x).any(axis=1) | np.isnan(density).any(axis=1)] = 0.0
        total += density


def n_parameters(model: Model) -> int:
    """Number of free parameters: p - 1 for the mean direction and 1 for the concentration of every class."""
    return model.mu.size
