"""Selective Gaussian naive Bayes: Gaussian naive Bayes on some of the attributes. Attributes are ranked by
their mutual information with the class, and inner cross-validation chooses how many are used.

Angles are used as raw radians in (-pi, pi], and nominal and ordinal attributes are counted, as in `mixed_nb`;
`selective` explains how attributes are chosen. SelGNB of Lopez-Cruz, Bielza and Larranaga 2013;
docs/methods/directional.md#selective-naive-bayes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from naivebench.core.grouped import flat
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import DISCRETE, Attribute, Table
from naivebench.methods.directional.helpers import mutual_information, selective
from naivebench.methods.directional.helpers.selective import Model
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb

REAL = ("linear", "angular")


def restrict(
    model: mixed_nb.Model, attributes: tuple[Attribute, ...], chosen: Iterable[int]
) -> mixed_nb.Model:
    """The model of the attributes `chosen` (indices into `attributes`)."""
    places = selective.positions(attributes, chosen, REAL)
    real = gnb.Model(model.real.log_prior, *(a[places] for a in model.real[1:]))
    return mixed_nb.Model(
        selective.restrict_tables(model.discrete, selective.positions(attributes, chosen, DISCRETE)), real
    )


def without_prior(model: mixed_nb.Model) -> mixed_nb.Model:
    """The model with log P(c) = 0."""
    return model._replace(discrete=model.discrete._replace(log_prior=np.zeros_like(model.discrete.log_prior)))


def _log_likelihood(model: mixed_nb.Model, table: Table) -> np.ndarray:
    discrete, real = mixed_nb.parts(table)
    total = nb.log_joint(without_prior(model).discrete, discrete)
    return total + gnb.log_likelihood(model.real, real) if real.attributes else total


def real_information(
    model: mixed_nb.Model, *, how: str, samples: int, rng: np.random.Generator
) -> np.ndarray:
    """MI of the attributes that are normal given the class, nats; 0, without drawing samples, for those that
    do not vary.
    """
    real, prior = model.real, np.exp(model.discrete.log_prior)
    mean, variance = (real.mean / real.scale[:, None])[real.varies], real.variance[real.varies]
    nats = np.zeros(len(real.varies))
    if how == "sampling":
        found = mutual_information.gaussian_sampled(prior, mean, variance, rng=rng, samples=samples).value
    else:
        found = mutual_information.gaussian(prior, mean, variance)
    nats[real.varies] = found
    return nats


def _information(
    model: mixed_nb.Model,
    attributes: tuple[Attribute, ...],
    *,
    how: str,
    samples: int,
    rng: np.random.Generator,
) -> np.ndarray:
    real = real_information(model, how=how, samples=samples, rng=rng)
    return selective.merge(attributes, discrete=selective.table_information(model.discrete), real=real)


BASE = selective.Base(
    "sel_gnb",
    mixed_nb.fit,
    lambda model: model.discrete.log_prior,
    restrict,
    _log_likelihood,
    _information,
    lambda model: mixed_nb.summarize(model)["n_parameters"],
)


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    selection: selective.Selection = selective.Selection(),
    estimates: mixed_nb.Estimates = mixed_nb.Estimates(),
) -> Model:
    """Select attributes, then fit a model of them. The first five parameters are those of `selective.fit`,
    the others those of `mixed_nb.fit`.
    """
    return selective.fit(BASE, train, rng=rng, selection=selection, estimates=estimates)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return selective.predict_log_proba(BASE, model, table)


def summarize(model: Model) -> dict[str, Any]:
    """Summary of the selected attributes, see `selective.summarize`."""
    return selective.summarize(BASE, model)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops for `n_folds` fits of this size before time is measured."""
    nb.warm_up(mixed_nb.parts(train)[0], 10 * n_folds)
