"""Hybrid naive Bayes: counts for discrete attributes, normal densities for numbers, and von Mises or von
Mises-Fisher densities for angles and directions. The numbers may be independent or have a covariance matrix.

    log P(c | x) = log P(c) + sum over discrete j of log P(x_j | c) + log N(x_linear; mu_c, Sigma_c)
                   + sum over angular j of log vM(x_j | c) + sum over directions j of log vMF(x_j | c) + const

covariance of the linear attributes: independent (as in `vmnb`), full (one matrix per class) or pooled (one
for all classes: their part of the boundary is linear). Missing values are left out; the Gaussian block
marginalises over them. With directions alone, the method is von Mises-Fisher naive Bayes, id `vmfnb`.
Lopez-Cruz, Bielza and Larranaga 2013, sections 3.3 to 3.5;
docs/methods/directional.md#von-mises-fisher-naive-bayes and docs/methods/directional.md#hybrid-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import at_least, one_of
from naivebench.core.grouped import flat
from naivebench.core.logspace import normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional.helpers import angular, directions, gaussian, von_mises_fisher
from naivebench.methods.directional.helpers.parts import KINDS as PLAIN_KINDS
from naivebench.methods.directional.helpers.parts import (
    Parts,
    at_cap,
    check_estimator,
    log_prior,
    plain_joint,
    ready,
    split,
)
from naivebench.methods.naive_bayes import mixed_nb

KINDS = (*PLAIN_KINDS, "direction")
COVARIANCES = ("independent", "full", "pooled")


class Model(NamedTuple):
    plain: mixed_nb.Model  # discrete attributes, the linear ones if independent, and the prior
    linear: gaussian.Model  # without attributes if independent
    angular: angular.Model
    directions: tuple[directions.Model, ...]  # one per direction attribute
    covariance: str


def parts_of(table: Table, covariance: str) -> tuple[Parts, np.ndarray]:
    """The parts of a table, and the linear attributes (n, d) that are modelled jointly."""
    parts = split(table, "hybrid_nb", KINDS)
    if covariance == "independent":
        return parts, parts.plain.reals[:, :0]
    discrete = tuple(a for a in parts.plain.attributes if a.kind != "linear")
    return parts._replace(
        plain=parts.plain._replace(attributes=discrete, reals=parts.plain.reals[:, :0])
    ), parts.plain.reals


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    covariance: str = "independent",
    estimator: str = "exact",
    kappa_cap: float = von_mises_fisher.CAP,
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Fit all densities by maximum likelihood. covariance: independent, full or pooled; estimator: exact, sra
    or best_fisher; kappa_cap: largest concentration.

    var_floor: smallest variance (eigenvalue) in units of the overall variance; variance_divisor and gap_floor
    are used by `independent` only. Raises InputError for bad parameters and for count and sequence
    attributes.
    """
    one_of(covariance, COVARIANCES, "covariance", "hybrid_nb")
    check_estimator("hybrid_nb", estimator, kappa_cap)
    one_of(estimator, von_mises_fisher.ESTIMATORS, "estimator", "hybrid_nb")
    at_least(estimates.var_floor, 0, "var_floor", "hybrid_nb")
    train = counts.known_cases(train)
    (parts, linear), k = parts_of(train, covariance), n_classes(train)
    return Model(
        mixed_nb.fit(parts.plain, estimates=estimates),
        gaussian.fit(linear, train.y, k, pooled=covariance == "pooled", var_floor=estimates.var_floor),
        angular.fit(parts.angular, train.y, k, estimator=estimator, kappa_cap=kappa_cap),
        tuple(
            directions.fit(x, train.y, k, estimator=estimator, kappa_cap=kappa_cap) for x in parts.directions
        ),
        covariance,
    )


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + log f(x | c), shape (n, K), nats, not normalised."""
    parts, linear = parts_of(table, model.covariance)
    if len(parts.directions) != len(model.directions):
        raise ValueError(
            f"the model has {len(model.directions)} directions, but the table has {len(parts.directions)}"
        )
    total = plain_joint(model.plain, parts.plain)
    gaussian.add_log_likelihood(model.linear, linear, total)
    angular.add_log_likelihood(model.angular, parts.angular, total)
    for density, x in zip(model.directions, parts.directions, strict=True):
        directions.add_log_likelihood(density, x, total)
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    return normalize(log_joint(model, table), log_prior(model.plain))


def warm_up(train: Table, n_folds: int) -> None:
    """Import and compile what fits of this size need before time is measured."""
    ready(parts_of(train, "independent")[0], n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters as in `vmnb`, K d + K d (d + 1) / 2 for d linear attributes modelled jointly (pooled:
    one matrix) and p K per direction in R^p; densities at the largest concentration.
    """
    plain = mixed_nb.summarize(model.plain)
    angular_used = int(model.angular.varies.sum())
    used = angular_used + int(model.linear.varies.sum()) + sum(x.varies for x in model.directions)
    n_parameters = (
        gaussian.n_parameters(model.linear)
        + 2 * model.angular.mu.size
        + sum(map(directions.n_parameters, model.directions))
    )
    capped = angular.n_capped(model.angular) + sum(x.capped for x in model.directions if x.varies)
    return {
        "n_parameters": plain["n_parameters"] + n_parameters,
        "attributes_used": plain["attributes_used"] + used,
        "angular_used": angular_used,
        **at_cap(capped),
    }
