"""Von Mises-Fisher naive Bayes: directions by von Mises-Fisher densities on the sphere.

block = attributes: one density per direction attribute, and one von Mises density (the same on the circle)
per angular attribute. block = all: all directions and angles of a case end to end, divided by the square root
of their number, are one unit vector x, which has one density per class (Theorem 3 of the paper); a case that
lacks one of them is treated as if it lacked all. Linear attributes are Gaussian, discrete ones counts, as in
`vmnb`. Lopez-Cruz, Bielza and Larranaga 2013; docs/methods.md#von-mises-fisher-density and
docs/methods.md#von-mises-fisher-naive-bayes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import one_of
from naivebench.core.logspace import normalize
from naivebench.core.table import Table, n_classes
from naivebench.directional import vmnb
from naivebench.directional.helpers import angular, directions, von_mises_fisher
from naivebench.directional.helpers.parts import KINDS as PLAIN_KINDS
from naivebench.directional.helpers.parts import Parts, check_estimator, log_prior, plain_joint, ready, split
from naivebench.naive_bayes import mixed_nb

KINDS = (*PLAIN_KINDS, "direction")
BLOCKS = ("attributes", "all")


class Model(NamedTuple):
    plain: mixed_nb.Model  # discrete and linear attributes, with the prior
    angular: angular.Model  # empty with block = all
    directions: tuple[directions.Model, ...]  # one per direction attribute, or one of all
    block: str


def joined(parts: Parts) -> Parts:
    """All angles and directions as one direction of length one: the parts end to end, divided by the square
    root of their number.
    """
    angles = [np.column_stack([np.cos(x), np.sin(x)]) for x in parts.angular.T]
    vectors = [*angles, *(von_mises_fisher.unit(x) for x in parts.directions)]
    block = (np.hstack(vectors) / np.sqrt(len(vectors)),) if vectors else ()
    return Parts(parts.plain, parts.angular[:, :0], block)


def parts_of(table: Table, block: str) -> Parts:
    """The parts of a table as the model with this `block` sees them."""
    parts = split(table, "vmfnb", KINDS)
    return joined(parts) if block == "all" else parts


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    block: str = "attributes",
    estimator: str = "exact",
    kappa_cap: float = von_mises_fisher.CAP,
    alpha: float = 1.0,
    prior_alpha: float = 0.0,
    smoothing: str = "laplace",
    variance_divisor: str = "n",
    var_floor: float = 1e-9,
) -> Model:
    """Maximum likelihood. block: attributes or all; estimator: exact or sra; kappa_cap: largest
    concentration.

    The other parameters are those of `nb` and `gnb`. Raises InputError for bad parameters and for count and
    sequence attributes.
    """
    one_of(block, BLOCKS, "block", "vmfnb")
    check_estimator("vmfnb", estimator, kappa_cap)
    one_of(estimator, von_mises_fisher.ESTIMATORS, "estimator", "vmfnb")
    train = counts.known_cases(train)
    parts, k = parts_of(train, block), n_classes(train)
    plain = mixed_nb.fit(
        parts.plain,
        rng=rng,
        alpha=alpha,
        prior_alpha=prior_alpha,
        smoothing=smoothing,
        variance_divisor=variance_divisor,
        var_floor=var_floor,
    )
    angles = angular.fit(parts.angular, train.y, k, estimator=estimator, kappa_cap=kappa_cap)
    vectors = tuple(
        directions.fit(x, train.y, k, estimator=estimator, kappa_cap=kappa_cap) for x in parts.directions
    )
    return Model(plain, angles, vectors, block)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    parts = parts_of(table, model.block)
    if len(parts.directions) != len(model.directions):
        raise ValueError(
            f"the model has {len(model.directions)} directions, the table {len(parts.directions)}"
        )
    total = plain_joint(model.plain, parts.plain)
    angular.add_log_likelihood(model.angular, parts.angular, total)
    for density, x in zip(model.directions, parts.directions, strict=True):
        directions.add_log_likelihood(density, x, total)
    return normalize(total, log_prior(model.plain))


def warm_up(train: Table, n_folds: int) -> None:
    """Imports and compilation for fits of this size, before any clock runs."""
    ready(parts_of(train, "attributes"), n_folds)


def summarize(model: Model) -> dict:
    """Free parameters: as `vmnb`, and p K per direction in R^p.

    With block = all the angles and directions count as one attribute used.
    """
    n_parameters = 2 * model.angular.mu.size + sum(map(directions.n_parameters, model.directions))
    summary = vmnb.counted(model.plain, n_parameters, int(model.angular.varies.sum()))
    return {
        **summary,
        "attributes_used": summary["attributes_used"] + sum(x.varies for x in model.directions),
    }
