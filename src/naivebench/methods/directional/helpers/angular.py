"""Angular attributes as a block of naive Bayes: one von Mises density per attribute and class.

With a = kappa cos mu and b = kappa sin mu the log density is a cos x + b sin x - log(2 pi I_0(kappa)), so
that one cosine and one sine per value are enough for all classes. Missing angles add nothing. An attribute
whose angles in the training part are all equal is not informative and is skipped. Fit O(n d), predict
O(n d K).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.methods.directional.helpers import von_mises
from naivebench.methods.directional.helpers.von_mises import Resultants

SAME = 1e-12  # 1 - R of angles that are equal up to rounding


class Model(NamedTuple):
    mu: np.ndarray  # (d, K) mean directions in radians in [-pi, pi]
    kappa: np.ndarray  # (d, K) concentrations, 0 for fewer than two cases
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part
    capped: np.ndarray  # (d,) number of classes whose concentration is the cap


def varies(resultants: Resultants) -> np.ndarray:
    """Whether the angles of every attribute differ, whatever their class, shape (d,) bool."""
    n, c, s = (part.sum(axis=1) for part in resultants)
    return n - np.hypot(c, s) > SAME * n


def fit(
    angles: np.ndarray,
    y: np.ndarray,
    n_classes: int,
    *,
    estimator: str = "exact",
    kappa_cap: float = von_mises.CAP,
) -> Model:
    """Maximum likelihood estimates from angles (n, d) in radians, NaN = missing, and known classes y (n,)."""
    return of_resultants(von_mises.resultants(angles, y, n_classes), estimator=estimator, kappa_cap=kappa_cap)


def of_resultants(sums: Resultants, *, estimator: str = "exact", kappa_cap: float = von_mises.CAP) -> Model:
    """Maximum likelihood estimates from sums of cosines and sines."""
    mu, kappa = von_mises.estimate(sums, estimator=estimator, cap=kappa_cap)
    return Model(mu, kappa, varies(sums), von_mises.capped(sums, kappa_cap).sum(axis=1))


def n_capped(model: Model) -> int:
    """Number of densities whose concentration is the cap, among attributes that vary."""
    return int(model.capped[model.varies].sum())


def add_log_likelihood(
    model: Model, angles: np.ndarray, total: np.ndarray, *, compiled: bool | None = None
) -> None:
    """Add the sum over observed attributes of the log densities of angles (n, d), nats, to `total` (n, K) in
    place.
    """
    if angles.shape[1] != len(model.varies):
        raise ValueError(
            f"the model has {len(model.varies)} angular attributes, but the table has {angles.shape[1]}"
        )
    a, b = model.kappa * np.cos(model.mu), model.kappa * np.sin(model.mu)
    constant = -np.log(2 * np.pi) - von_mises.log_i0(model.kappa)
    if not model.varies.all():
        a, b, constant = (np.where(model.varies[:, None], part, 0.0) for part in (a, b, constant))
    if von_mises.use_compiled(angles.size * total.shape[1], compiled):
        von_mises.loops().add_log_density(von_mises.rows_of(angles), a, b, constant, total)
        return
    for x, aj, bj, cj in zip(angles.T, a, b, constant, strict=True):
        term = np.cos(x)[:, None] * aj + np.sin(x)[:, None] * bj + cj
        term[np.isnan(x)] = 0.0
        total += term


def terms(model: Model, angles: np.ndarray) -> np.ndarray:
    """Log densities of the single angles (n, d), shape (n, d, K), nats; zeros for missing ones."""
    result = np.zeros((*angles.shape, model.mu.shape[1]))
    for j in range(angles.shape[1]):
        one = slice(j, j + 1)
        add_log_likelihood(Model(*(part[one] for part in model)), angles[:, one], result[:, j])
    return result


def warm_up(angles: np.ndarray, n_classes: int) -> None:
    """Compile the loops before time is measured, if fits and predictions of this size call them."""
    if not von_mises.use_compiled(angles.size * n_classes):
        return
    few = angles[:2]
    von_mises.resultants(few, np.zeros(len(few), np.int32), n_classes, compiled=True)
    add_log_likelihood(
        fit(few, np.zeros(len(few), np.int32), n_classes), few, np.zeros((len(few), n_classes)), compiled=True
    )
