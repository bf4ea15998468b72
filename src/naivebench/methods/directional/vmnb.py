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

from naivebench.core import counts, exact_sums, table_sums
from naivebench.core.checks import check_at_least
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import angles, von_mises
from naivebench.methods.naive_bayes import mixed_nb


class Model(NamedTuple):
    mixed: mixed_nb.Model  # discrete and linear attributes, with the prior
    angular: angles.Angles


class Statistics(NamedTuple):
    mixed: table_sums.Statistics  # of the discrete and linear attributes
    angles: exact_sums.Moments  # sums of weights, cosines and sines of the angular ones


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Add up the statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    Raises InputError for direction, count and sequence attributes, and for infinite numbers.
    """
    counts.check_kinds(table.attributes, "vmnb", angles.KINDS)
    known, weights = counts.select_weighted_cases(table, weights)
    parts = angles.split_by_kind(known, "vmnb")
    turns = exact_sums.compute_angle_moments(parts.angular.T, known.y, weights, n_classes(known))
    return Statistics(table_sums.count_table(parts.mixed, weights), turns)


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases, see `table_sums.merge`."""
    mixed = table_sums.merge(a.mixed, b.mixed)
    of_a, of_b = (table_sums.locate_labels(part.mixed.classes, mixed.classes) for part in (a, b))
    return Statistics(mixed, exact_sums.merge_moments(a.angles, b.angles, of_a, of_b, len(mixed.classes)))


def estimate(statistics: Statistics, *, alpha: float = 1.0, kappa_cap: float = von_mises.CAP) -> Model:
    """Estimate all densities by maximum likelihood from the counted cases.

    alpha: pseudo-count of every value. kappa_cap: largest concentration. A class with fewer than two angles
    gets the uniform density. Raises InputError for bad parameters.
    """
    check_at_least(kappa_cap, angles.LEAST_CAP, "kappa_cap", "vmnb")
    sums = von_mises.Resultants(*exact_sums.round_moments(statistics.angles))
    mixed = mixed_nb.estimate(statistics.mixed, alpha=alpha)
    return Model(mixed, angles.estimate_densities(sums, kappa_cap))


def fit(train: Table, *, rng: np.random.Generator | None = None, **params: Any) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`."""
    return estimate(count(train), **params)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed attributes of log f(x_j | c), (n, K) nats, not normalised."""
    parts = angles.split_by_kind(table, "vmnb")
    total = mixed_nb.log_joint(model.mixed, parts.mixed)
    angles.add_log_densities(model.angular, parts.angular, total)
    return total


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.mixed.discrete.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """Return the term log f(x_j | c) of every attribute in each prediction."""
    parts = angles.split_by_kind(table, "vmnb")
    prior, of_mixed = mixed_nb.contributions(model.mixed, parts.mixed)[:2]
    of_angles = angles.compute_log_densities(model.angular, parts.angular)
    return mixed_nb.join_terms_by_kind(table, prior, of_angles, of_mixed, ("angular",))


def summarize(model: Model) -> dict[str, Any]:
    """Report free parameters, (r_j - 1) K per discrete, 2 K per linear or angular attribute and K - 1 for the
    prior; the attributes that vary; and the densities at the largest concentration.
    """
    mu, _, varies, capped = model.angular
    used = int(varies.sum())
    return angles.summarize_with_angles(
        model.mixed, 2 * mu.size, used, angular_used=used, n_capped=int(capped[varies].sum())
    )
