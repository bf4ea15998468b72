"""Selective von Mises naive Bayes: von Mises naive Bayes on some of the attributes. Attributes are ranked by
their mutual information with the class, and inner cross-validation chooses how many are used.

Linear attributes are normal given the class, and nominal and ordinal ones are counted, as in `vmnb`;
`selective` explains how attributes are chosen. SelvMNB of Lopez-Cruz, Bielza and Larranaga 2013;
docs/methods/directional.md#selective-naive-bayes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import DISCRETE, Attribute, Table
from naivebench.methods.directional import sel_gnb, vmnb
from naivebench.methods.directional.helpers import angular, mutual_information, selective, von_mises
from naivebench.methods.directional.helpers.parts import at_cap, log_prior
from naivebench.methods.directional.helpers.selective import Model
from naivebench.methods.naive_bayes import mixed_nb

PLAIN = (*DISCRETE, "linear")


def _restrict(model: vmnb.Model, attributes: tuple[Attribute, ...], chosen: Iterable[int]) -> vmnb.Model:
    plain = tuple(a for a in attributes if a.kind in PLAIN)
    angles = selective.positions(attributes, chosen, ("angular",))
    return vmnb.Model(
        sel_gnb.restrict(model.plain, plain, selective.positions(attributes, chosen, PLAIN)),
        angular.Model(*(a[angles] for a in model.angular)),
    )


def _angular_information(
    model: vmnb.Model, *, how: str, samples: int, rng: np.random.Generator
) -> np.ndarray:
    prior, (mu, kappa, varies, _) = np.exp(log_prior(model.plain)), model.angular
    nats = np.zeros(len(varies))
    if how == "sampling":
        found = mutual_information.von_mises_sampled(
            prior, mu[varies], kappa[varies], rng=rng, samples=samples
        ).value
    else:
        found = mutual_information.von_mises(prior, mu[varies], kappa[varies])
    nats[varies] = found  # no samples are drawn for angles that do not vary
    return nats


def _information(
    model: vmnb.Model,
    attributes: tuple[Attribute, ...],
    *,
    how: str,
    samples: int,
    rng: np.random.Generator,
) -> np.ndarray:
    return selective.merge(
        attributes,
        discrete=selective.table_information(model.plain.discrete),
        linear=sel_gnb.real_information(model.plain, how=how, samples=samples, rng=rng),
        angular=_angular_information(model, how=how, samples=samples, rng=rng),
    )


BASE = selective.Base(
    "sel_vmnb",
    vmnb.fit,
    lambda model: log_prior(model.plain),
    _restrict,
    vmnb.log_likelihood,
    _information,
    lambda model: vmnb.summarize(model)["n_parameters"],
)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    selection: selective.Selection = selective.Selection(),
    estimator: str = "exact",
    kappa_cap: float = von_mises.CAP,
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Select attributes, then fit a model of them. The first five parameters are those of `selective.fit`,
    the others those of `vmnb.fit`.
    """
    return selective.fit(
        BASE,
        train,
        rng=rng,
        selection=selection,
        estimator=estimator,
        kappa_cap=kappa_cap,
        estimates=estimates,
    )


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return selective.predict_log_proba(BASE, model, table)


def summarize(model: Model) -> dict[str, Any]:
    """Summary as in `selective.summarize`, plus the densities of selected angles at the largest
    concentration.
    """
    return selective.summarize(BASE, model) | at_cap(angular.n_capped(model.part.angular))


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before time is measured, if fits of this size call them."""
    vmnb.warm_up(train, 10 * n_folds)
