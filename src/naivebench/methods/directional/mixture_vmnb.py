"""Naive Bayes with mixtures of von Mises densities: an angle may have several peaks in a class. BIC chooses
the number of components per attribute and class.

Linear attributes are Gaussian and discrete ones counted, as in `vmnb`, which is the special case of one
component. See `mixture`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import at_least, whole
from naivebench.core.grouped import flat
from naivebench.core.logspace import logsumexp, normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import vmnb
from naivebench.methods.directional.helpers import angular, mixture, von_mises
from naivebench.methods.directional.helpers.parts import (
    at_cap,
    log_prior,
    plain_joint,
    ready,
    split,
    split_alike,
)
from naivebench.methods.naive_bayes import mixed_nb


class Model(NamedTuple):
    plain: mixed_nb.Model  # discrete and linear attributes, with the prior
    angular: tuple[tuple[mixture.Mixture, ...], ...]  # per attribute and class
    varies: np.ndarray  # (d,) bool: the attribute has two different angles in the training part
    kappa_cap: float  # largest concentration


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    max_components: int = 5,
    kappa_cap: float = 500.0,
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Fit the mixtures. max_components >= 1 per attribute and class; kappa_cap: largest concentration; the
    other parameters as in `vmnb`.

    Raises InputError for bad parameters and for direction, count and sequence attributes.
    """
    max_components = whole(max_components, 1, "max_components", "mixture_vmnb")
    at_least(kappa_cap, 1e-3, "kappa_cap", "mixture_vmnb")
    train = counts.known_cases(train)
    parts, k = split(train, "mixture_vmnb"), n_classes(train)
    fits = []
    for x in parts.angular.T:
        observed = [x[(train.y == c) & ~np.isnan(x)] for c in range(k)]
        fits.append(
            tuple(mixture.fit(a, max_components=max_components, kappa_cap=kappa_cap) for a in observed)
        )
    varies = angular.varies(von_mises.resultants(parts.angular, train.y, k))
    return Model(
        mixed_nb.fit(parts.plain, estimates=estimates),
        tuple(fits),
        varies,
        float(kappa_cap),
    )


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed attributes of log f(x_j | c), shape (n, K), nats, not normalised."""
    parts = split_alike(table, "mixture_vmnb", len(model.varies))
    total = plain_joint(model.plain, parts.plain)
    for j in np.flatnonzero(model.varies):
        rows = np.flatnonzero(~np.isnan(parts.angular[:, j]))
        direction = np.array([np.cos(parts.angular[rows, j]), np.sin(parts.angular[rows, j])])
        for c, of_class in enumerate(model.angular[j]):
            total[rows, c] += logsumexp(mixture.log_terms(of_class, direction), 0)
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    return normalize(log_joint(model, table), log_prior(model.plain))


def warm_up(train: Table, n_folds: int) -> None:
    """Import and compile what fits of this size need before time is measured."""
    ready(split(train, "mixture_vmnb"), n_folds)


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters: 3 m - 1 per angular attribute and class with m components, the others as in `vmnb`;
    `components`: the sum of all m; the number of components at the largest concentration.
    """
    components = sum(len(of_class.weight) for fits in model.angular for of_class in fits)
    mixtures = sum(len(fits) for fits in model.angular)
    used = [of_class for j in np.flatnonzero(model.varies) for of_class in model.angular[j]]
    capped = sum(int((of_class.kappa >= model.kappa_cap).sum()) for of_class in used)
    return {
        **vmnb.counted(model.plain, 3 * components - mixtures, int(model.varies.sum())),
        **at_cap(capped),
        "components": components,
    }
