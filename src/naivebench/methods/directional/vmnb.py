"""Von Mises naive Bayes: angles have a von Mises density per class, numbers have a normal density, and other
attributes are counted. An angle just below 360 degrees is thus near an angle just above 0.

    log P(c | x) = log P(c) + sum over observed j of log f(x_j | c) + const

f is a von Mises density for an angular attribute, a Gaussian for a linear one, a smoothed frequency for a
nominal or ordinal one; the prior is n_c / n. Rotating all angles of an attribute changes no prediction. Fit
O(n d), predict O(n d K). Lopez-Cruz, Bielza and Larranaga 2013;
docs/methods/directional.md#von-mises-naive-bayes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, circle, exact, kernels
from naivebench.core.additive import Statistics
from naivebench.core.additive import merge as merge
from naivebench.core.additive import widen as widen
from naivebench.core.explanations import Contributions
from naivebench.core.grouped import flat
from naivebench.core.logspace import normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import DISCRETE, Table
from naivebench.methods.directional.helpers import angular, von_mises
from naivebench.methods.directional.helpers.parts import (
    at_cap,
    check_estimator,
    check_kinds,
    log_prior,
    plain_joint,
    ready,
    split,
)
from naivebench.methods.naive_bayes import mixed_nb


class Model(NamedTuple):
    plain: mixed_nb.Model  # discrete and linear attributes, with the prior
    angular: angular.Model


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    Raises InputError for direction, count and sequence attributes, for infinite numbers and for bad weights.
    """
    check_kinds(table, "vmnb")
    return additive.count(table, weights, circular=True, distinct=True)


@flat
def estimate(
    statistics: Statistics,
    *,
    estimator: str = "exact",
    kappa_cap: float = von_mises.CAP,
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Estimate all densities by maximum likelihood from the counted cases. estimator: exact, circstat, sra or
    best_fisher (see `von_mises`); kappa_cap: largest concentration.

    The other parameters are those of `nb` and `gnb`. A class with fewer than two angles gets the uniform
    density. Raises InputError for bad parameters.
    """
    check_estimator("vmnb", estimator, kappa_cap)
    plain = mixed_nb.estimate(additive.part(statistics, (*DISCRETE, "linear")), estimates=estimates)
    n, c, s = (exact.floats(sums) for sums in np.moveaxis(additive.part(statistics, ["angular"]).sums, 1, 0))
    return Model(
        plain,
        angular.of_resultants(von_mises.Resultants(n, c, s), estimator=estimator, kappa_cap=kappa_cap),
    )


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    estimator: str = "exact",
    kappa_cap: float = von_mises.CAP,
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate` and the errors of both
    functions.
    """
    return estimate(count(train), estimator=estimator, kappa_cap=kappa_cap, estimates=estimates)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed attributes of log f(x_j | c), shape (n, K), nats, not normalised."""
    parts = split(table, "vmnb")
    total = plain_joint(model.plain, parts.plain)
    angular.add_log_likelihood(model.angular, parts.angular, total)
    return total


def log_likelihood(model: Model, table: Table) -> np.ndarray:
    """Sum over observed attributes of log f(x_j | c), shape (n, K), nats, without the prior."""
    without = model.plain.discrete._replace(log_prior=np.zeros_like(model.plain.discrete.log_prior))
    return log_joint(model._replace(plain=model.plain._replace(discrete=without)), table)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    return normalize(log_joint(model, table), log_prior(model.plain))


def explain(model: Model, table: Table) -> Contributions:
    """The term log f(x_j | c) of every attribute in each prediction."""
    parts = split(table, "vmnb")
    prior, of_plain = mixed_nb.explain(model.plain, parts.plain)[:2]
    terms = np.empty((len(prior), len(table.attributes), prior.shape[1]))
    is_angular = np.array([a.kind == "angular" for a in table.attributes], dtype=bool)
    terms[:, is_angular], terms[:, ~is_angular] = angular.terms(model.angular, parts.angular), of_plain
    return Contributions(prior, terms)


def warm_up(train: Table, n_folds: int) -> None:
    """Import and compile what fits of this size need before time is measured."""
    kernels.warm_up(fit, predict_log_proba, train, n_folds, circle.STEPS * train.reals.size)
    ready(split(train, "vmnb"), n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters: (r_j - 1) K per discrete, 2 K per linear or angular attribute, K - 1 for the prior;
    attributes that vary; densities at the largest concentration.
    """
    summary = counted(model.plain, 2 * model.angular.mu.size, int(model.angular.varies.sum()))
    return summary | at_cap(angular.n_capped(model.angular))


def counted(plain: mixed_nb.Model, n_angular_parameters: int, angular_used: int) -> dict[str, Any]:
    """Summary of a model of discrete, linear and angular attributes."""
    summary = mixed_nb.summarize(plain)
    return {
        "n_parameters": summary["n_parameters"] + int(n_angular_parameters),
        "attributes_used": summary["attributes_used"] + angular_used,
        "angular_used": angular_used,
    }
