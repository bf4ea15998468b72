"""Counts and probabilities of a fitted model, as arrays whose first axis is the classes.

scikit-learn's naive Bayes classes offer them as fitted attributes (`estimators.learned`). Here, classes are
in code order. Arguments are a method's `Model` and, for counts, the statistics returned by its `count`.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive
from naivebench.core.table import DISCRETE
from naivebench.methods.naive_bayes import gnb, nb
from naivebench.methods.sequences import bags, cnb, nb_bernoulli, nb_mn
from naivebench.models.fitted import Fitted, summary

# fields of models that contain a model with a prior
INNER = ("discrete", "plain", "nb", "composition", "estimator", "fewer")


class Gaussian(NamedTuple):
    mean: np.ndarray  # (K, d) in the attribute's unit
    variance: np.ndarray  # (K, d) in that unit squared, after the floor; 0 for attributes that do not vary


class Progress(NamedTuple):
    """Progress of an optimiser."""

    iterations: int  # largest number over classes
    converged: bool


def progress(fitted: Fitted) -> Progress:
    """Progress of a method that has `max_iter` or `max_iterations`."""
    found = summary(fitted)
    each = found.get("iterations", found.get("steps", 0))
    each = list(each.values()) if isinstance(each, dict) else each if isinstance(each, list) else [each]
    most, limit = max(each, default=0), fitted.params.get("max_iter", 0)
    return Progress(int(most), bool(found.get("converged", most < limit or not limit)))


def log_prior(model: Any) -> np.ndarray:
    """log P(c), (K,) nats, from the model of a method that has `log_joint`."""
    while not hasattr(model, "log_prior"):
        model = next(getattr(model, name) for name in INNER if hasattr(model, name))
    return model.log_prior


def category_counts(statistics: additive.Statistics) -> list[np.ndarray]:
    """Cases per class and value of every discrete attribute, (K, r_j) each, as total weights."""
    offsets = additive.row_offsets(additive.part(statistics, DISCRETE).attributes)
    return _by_attribute(statistics.n_jvc, offsets)


def category_log_proba(model: nb.Model) -> list[np.ndarray]:
    """log P(x_j = v | c) for every discrete attribute, (K, r_j) nats each."""
    return _by_attribute(model.log_table, model.offsets)


def _by_attribute(rows: np.ndarray, offsets: np.ndarray) -> list[np.ndarray]:
    return [rows[a + 1 : b].T.copy() for a, b in itertools.pairwise(offsets)]


def gaussian(model: gnb.Model, statistics: additive.Statistics | None) -> Gaussian:
    """Means and variances of the numeric attributes. For an attribute that does not vary, the mean is its
    only value, or NaN if that is unknown because `statistics` is not given.
    """
    mean, variance = model.mean.T.copy(), (model.variance * np.square(model.scale)[:, None]).T
    constant = ~model.varies
    mean[:, constant], variance[:, constant] = np.nan, 0.0
    if statistics is not None and constant.any():
        extent = [extent for _, extent in additive.attribute_sums(statistics)]
        for j in np.flatnonzero(constant):
            mean[:, j] = extent[j][0] if np.isfinite(extent[j][0]) else np.nan
    return Gaussian(mean, variance)


def word_counts(
    statistics: bags.Statistics, model: nb_mn.Model | nb_bernoulli.Model | cnb.Model
) -> np.ndarray:
    """Sum of the counts of every vocabulary word per class, or for Bernoulli models the number of cases that
    contain it, (K, columns).
    """
    width = bags.n_columns(model.vocabulary)
    sums = statistics.cases if isinstance(model, nb_bernoulli.Model) else statistics.totals
    kept = np.arange(width) if model.vocabulary.kept is None else model.vocabulary.kept
    place = np.minimum(np.searchsorted(statistics.columns, kept), max(len(statistics.columns) - 1, 0))
    found = statistics.columns[place] == kept if len(statistics.columns) else np.zeros(len(kept), bool)
    counts = np.zeros((len(sums), len(kept)))
    counts[:, found] = sums[:, place[found]]
    return counts


def word_log_proba(model: nb_mn.Model | nb_bernoulli.Model | cnb.Model) -> np.ndarray:
    """log p_ic of every vocabulary word, (K, columns) nats: that the word is drawn, or for Bernoulli models
    present; for `cnb`, the weight that a count is multiplied by.
    """
    if isinstance(model, nb_bernoulli.Model):
        return -np.logaddexp(0.0, -model.log_odds.T)
    return (model.weights if isinstance(model, cnb.Model) else model.log_table).T.copy()
