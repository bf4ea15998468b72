"""Naive Bayes in which every column has its own distribution: categories, a normal or kernel density, a
Poisson or Bernoulli distribution, a von Mises density for angles, or a multinomial for words and for groups
of counts. You choose it by the kind, name or pattern of the column.

    log P(c | x) = log P(c) + sum over observed columns j of log p_j(x_j | c) + const

Missing cells are summed out. The parts are as in `nb`, `gnb`, `flexible_nb`, `vmnb`, `nb_mn` and
`nb_bernoulli`. The module `distributions` chooses among them, and adds Poisson and multinomial distributions
of numbers. Numbers with a Bernoulli distribution are categories: present or absent. Fit O(n d), predict O(n d
K). docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, exact_sums, explanations, table_sums
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, drop_attributes, n_cases, subset
from naivebench.methods.directional import angles as circles
from naivebench.methods.directional import vmnb, von_mises
from naivebench.methods.naive_bayes import flexible_nb, gnb, nb
from naivebench.methods.per_column import distributions as columns
from naivebench.methods.per_column.distributions import Chosen
from naivebench.methods.sequences import bags, nb_bernoulli, nb_mn

CATEGORIES = ("categorical", "bernoulli")
OF_TEXT = {"multinomial_text": nb_mn, "bernoulli_text": nb_bernoulli}  # methods for words and letters


class Statistics(NamedTuple):
    """Additive statistics of the cases whose class is known."""

    chosen: Chosen
    columns: vmnb.Statistics  # of all attributes but text; numbers with a kernel density are values here
    texts: tuple[bags.Statistics, ...]


class Model(NamedTuple):
    chosen: Chosen
    discrete: nb.Model  # with the prior
    gaussian: gnb.Model
    angles: circles.Angles
    kernels: tuple[flexible_nb.Kernels, ...]
    poisson: np.ndarray  # (d, K) means; 0 for a column that is 0 everywhere, which is skipped
    groups: tuple[np.ndarray, ...]  # (d, K) log p_ic of the columns of every group, nats
    texts: tuple[nb_mn.Model | nb_bernoulli.Model, ...]  # their priors are 0


def count(
    table: Table, weights: np.ndarray | None = None, *, distributions: Mapping[str, str] | str | None = None
) -> Statistics:
    """Add up the statistics of the cases of known class; weights: (n,) >= 0, by default 1 each. Raises
    InputError for kinds and numbers that a distribution does not accept, and for bad weights.
    """
    chosen = columns.choose_distributions(table.attributes, distributions)
    table, weights = counts.select_weighted_cases(table, weights)
    columns.check_numbers(table, chosen)
    texts = list(pair_texts_with_methods(table, chosen))
    others = drop_attributes(table, [a.name for a in table.attributes if a.kind in columns.TEXT])
    of_others = chosen._replace(words=tuple(word for word in chosen.words if word not in OF_TEXT))
    values = columns.turn_numbers_into_values(others, of_others, "bernoulli", "kernel")
    of_texts = tuple(method.count(text, weights) for method, text in texts)
    return Statistics(chosen, vmnb.count(values, weights), of_texts)


def pair_texts_with_methods(table: Table, chosen: Chosen) -> Iterator[tuple[ModuleType, Table]]:
    """Yield the method of every attribute of words or letters, and a table with this attribute alone."""
    for attribute, word in zip(table.attributes, chosen.words, strict=True):
        if word in OF_TEXT:
            others = [other.name for other in table.attributes if other is not attribute]
            yield OF_TEXT[word], drop_attributes(table, others)


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases, see `table_sums.merge`."""
    return Statistics(a.chosen, vmnb.merge(a.columns, b.columns), tuple(map(bags.merge, a.texts, b.texts)))


def estimate(
    statistics: Statistics,
    *,
    alpha: float = 1.0,
    prior_alpha: float = 0.0,
    var_floor: float = 1e-9,
    gap_floor: float = 0.0,
) -> Model:
    """Estimate the model of the counted cases. alpha: pseudo-count of every value, column and word, and
    number of additional cases of a Poisson mean. For the other parameters see `nb.estimate` and
    `gnb.estimate`. Raises InputError for bad parameters.
    """
    chosen, (mixed, turns) = statistics.chosen, statistics.columns
    of_mixed = [word for word in chosen.words if word not in (*OF_TEXT, "von_mises")]

    def keep_columns(*words: str) -> table_sums.Statistics:
        return table_sums.select_attributes(mixed, [word in words for word in of_mixed])

    kernels, of_kernels = [], keep_columns("kernel")
    offsets = counts.row_offsets(of_kernels.attributes)
    for attribute, (first, last) in zip(of_kernels.attributes, pairwise(offsets), strict=True):
        numbers = np.array(attribute.values, dtype=np.float64)
        kernels.append(flexible_nb.make_kernels(numbers, of_kernels.n_jvc[first + 1 : last], 1.0))
    n, total, _ = exact_sums.round_moments(keep_columns("multinomial").moments)
    groups = columns.locate_groups(chosen)
    methods = [OF_TEXT[word] for word in chosen.words if word in OF_TEXT]
    texts = [m.estimate(text, alpha=alpha) for m, text in zip(methods, statistics.texts, strict=True)]
    return Model(
        chosen,
        nb.estimate(keep_columns(*CATEGORIES), alpha=alpha, prior_alpha=prior_alpha),
        gnb.estimate(keep_columns("gaussian"), var_floor=var_floor, gap_floor=gap_floor),
        circles.estimate_densities(von_mises.Resultants(*exact_sums.round_moments(turns))),
        tuple(kernels),
        columns.estimate_poisson_means(*exact_sums.round_moments(keep_columns("poisson").moments)[:2], alpha),
        tuple(columns.estimate_multinomial(mixed.n_c, n[g], total[g], alpha) for g in groups),
        tuple(text._replace(log_prior=np.zeros_like(text.log_prior)) for text in texts),
    )


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    distributions: Mapping[str, str] | str | None = None,
    **params: Any,
) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`. distributions: the
    distribution of all numbers, or a mapping from names, patterns and kinds of columns to one of categorical,
    gaussian, kernel, poisson, bernoulli, multinomial and von_mises.
    """
    return estimate(count(train, distributions=distributions), **params)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed columns of log p_j(x_j | c) + const, (n, K) nats."""
    n, k = n_cases(table), len(model.discrete.log_prior)
    result = np.empty((n, k))
    for block in counts.list_blocks(n, 4 * k * len(table.attributes)):
        result[block] = explanations.log_joint(contributions(model, subset(table, np.arange(n)[block])))
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.discrete.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """Return the terms of every column except text; the text columns form the remainder."""
    chosen = model.chosen
    columns.check_numbers(table, chosen)
    select = partial(
        columns.select_columns, columns.turn_numbers_into_values(table, chosen, "bernoulli"), chosen
    )
    prior, of_categories = nb.contributions(model.discrete, select(*CATEGORIES))[:2]
    k = prior.shape[1]
    of_distribution = {
        CATEGORIES: of_categories,
        ("gaussian",): gnb.contributions(model.gaussian, select("gaussian")).terms,
        ("von_mises",): circles.compute_log_densities(model.angles, select("von_mises").reals),
        ("poisson",): columns.compute_poisson_terms(model.poisson, select("poisson").reals),
        ("kernel",): flexible_nb.compute_log_density_terms(model.kernels, select("kernel").reals, k),
    }
    terms = np.zeros((len(prior), len(table.attributes), k))
    for distributions, of_columns in of_distribution.items():
        terms[:, columns.find_columns(chosen, *distributions)] = of_columns
    x = select("multinomial").reals
    for group, place, log_p in zip(chosen.groups, columns.locate_groups(chosen), model.groups, strict=True):
        terms[:, group] = columns.compute_multinomial_terms(log_p, x[:, place])

    if not model.texts:
        return Contributions(prior, terms)
    texts = zip(pair_texts_with_methods(table, chosen), model.texts, strict=True)
    words = [method.log_joint(text_model, text) for (method, text), text_model in texts]
    return Contributions(prior, terms, np.sum(words, axis=0), "words")


def summarize(model: Model) -> dict[str, Any]:
    """Report the numbers of free parameters and of used columns, as in the methods of the parts. A Poisson
    column has K parameters, and a group of d columns K (d - 1).
    """
    k, methods = len(model.discrete.log_prior), [OF_TEXT[w] for w in model.chosen.words if w in OF_TEXT]
    parts = [nb.summarize(model.discrete), gnb.summarize(model.gaussian)]
    parts += [module.summarize(text) for module, text in zip(methods, model.texts, strict=True)]
    free = sum(part["n_parameters"] for part in parts) - (len(parts) - 1) * (k - 1)
    free += 2 * model.angles.mu.size + sum(len(kernels.values) for kernels in model.kernels)
    free += model.poisson.size + sum(k * (len(log_p) - 1) for log_p in model.groups)
    used = sum(part["attributes_used"] for part in parts) + int(model.angles.varies.sum())
    used += sum(bool(kernels.width.max() > 0) for kernels in model.kernels)
    used += len(model.poisson) + sum(map(len, model.groups))
    return {"n_parameters": int(free), "attributes_used": int(used)}
