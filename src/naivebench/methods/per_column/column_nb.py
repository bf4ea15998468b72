"""Naive Bayes in which every column has its own distribution: categories, a normal or kernel density, a
Poisson or Bernoulli distribution, a von Mises density for angles, or a multinomial for words and for groups
of counts. You choose it by the kind, name or pattern of the column.

    log P(c | x) = log P(c) + sum over observed columns j of log p_j(x_j | c) + const

Missing cells are summed out. The parts are as in `nb`, `gnb`, `flexible_nb`, `vmnb`, `nb_mn` and
`nb_bernoulli`; `distributions` chooses among them, and has the Poisson and multinomial columns of numbers.
Numbers with a Bernoulli distribution are categories: present or absent. Fit O(n d), predict O(n d K).
docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, exact_sums, explanations, table_sums
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, drop_attributes, n_cases, n_classes, subset
from naivebench.methods.directional import angles as circles
from naivebench.methods.directional import von_mises
from naivebench.methods.naive_bayes import flexible_nb, gnb, nb
from naivebench.methods.per_column import distributions as columns
from naivebench.methods.per_column.distributions import Chosen
from naivebench.methods.sequences import bags, nb_bernoulli, nb_mn

CATEGORIES = ("categorical", "bernoulli")
OF_TEXT = {"multinomial_text": nb_mn, "bernoulli_text": nb_bernoulli}  # methods for words and letters


class Values(NamedTuple):
    """The numbers of a column with a kernel density."""

    values: np.ndarray  # (m,) ascending
    cases: np.ndarray  # (m, K) cases of every class with the value


class Statistics(NamedTuple):
    """Additive statistics of the cases whose class is known."""

    chosen: Chosen
    cells: table_sums.Statistics  # of all attributes but text
    angles: exact_sums.Moments
    kernels: tuple[Values, ...]
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
    """Add up the statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    distributions: see `fit`. Raises InputError for kinds that do not fit, for infinite numbers, and for
    numbers that a distribution does not accept.
    """
    chosen = columns.choose_distributions(table.attributes, distributions)
    table, weights = counts.select_weighted_cases(table, weights)
    columns.check_count_columns(table, chosen)
    seen, k = columns.binarise_bernoulli_columns(table, chosen), n_classes(table)
    texts = list(pair_text_columns_with_methods(table, chosen))
    turns, kernels = (columns.select_columns(seen, chosen, word).reals.T for word in ("von_mises", "kernel"))
    return Statistics(
        chosen,
        table_sums.count_table(drop_attributes(seen, [t.attributes[0].name for _, t in texts]), weights),
        exact_sums.compute_angle_moments(turns, table.y, weights, k),
        tuple(Values(*flexible_nb.count_classes_by_value(x, table.y, k, weights)) for x in kernels),
        tuple(module.count(text, weights) for module, text in texts),
    )


def pair_text_columns_with_methods(table: Table, chosen: Chosen) -> Iterator[tuple[ModuleType, Table]]:
    """Yield the method of every attribute of words or letters, and a table with this attribute alone."""
    for attribute, word in zip(table.attributes, chosen.words, strict=True):
        if word in OF_TEXT:
            others = [other.name for other in table.attributes if other is not attribute]
            yield OF_TEXT[word], drop_attributes(table, others)


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases, see `table_sums.merge`."""
    cells = table_sums.merge(a.cells, b.cells)
    places = [table_sums.locate_labels(part.cells.classes, cells.classes) for part in (a, b)]
    k = len(cells.classes)
    return Statistics(
        a.chosen,
        cells,
        exact_sums.merge_moments(a.angles, b.angles, places[0], places[1], k),
        tuple(merge_distinct_values(both, places, k) for both in zip(a.kernels, b.kernels, strict=True)),
        tuple(bags.merge(*both) for both in zip(a.texts, b.texts, strict=True)),
    )


def merge_distinct_values(both: tuple[Values, Values], places: list[np.ndarray], n_classes: int) -> Values:
    """Merge the distinct numbers of two sets of cases. `places`: Indices of the classes of each set."""
    values = np.unique(np.concatenate([part.values for part in both]))
    cases = np.zeros((len(values), n_classes), np.result_type(*(part.cases for part in both)))
    for part, of_class in zip(both, places, strict=True):
        cases[np.ix_(np.searchsorted(values, part.values), of_class)] += part.cases
    return Values(values, cases)


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
    chosen, cells = statistics.chosen, statistics.cells
    cell_words = [word for word in chosen.words if word not in OF_TEXT]

    def keep_columns(*words: str) -> table_sums.Statistics:
        return table_sums.select_attributes(cells, [word in words for word in cell_words])

    n, total, _ = exact_sums.round_moments(keep_columns("multinomial").moments)
    among = columns.find_columns_by_distribution(chosen, "multinomial")
    groups = [np.searchsorted(among, group) for group in chosen.groups]
    methods = [OF_TEXT[word] for word in chosen.words if word in OF_TEXT]
    texts = [m.estimate(text, alpha=alpha) for m, text in zip(methods, statistics.texts, strict=True)]
    return Model(
        chosen,
        nb.estimate(keep_columns(*CATEGORIES), alpha=alpha, prior_alpha=prior_alpha),
        gnb.estimate(keep_columns("gaussian"), var_floor=var_floor, gap_floor=gap_floor),
        circles.estimate_densities(von_mises.Resultants(*exact_sums.round_moments(statistics.angles))),
        tuple(flexible_nb.make_kernels(*values, 1.0) for values in statistics.kernels),
        columns.estimate_poisson_means(*exact_sums.round_moments(keep_columns("poisson").moments)[:2], alpha),
        tuple(columns.estimate_multinomial(cells.n_c, n[g], total[g], alpha) for g in groups),
        tuple(text._replace(log_prior=np.zeros_like(text.log_prior)) for text in texts),
    )


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    distributions: Mapping[str, str] | str | None = None,
    alpha: float = 1.0,
    prior_alpha: float = 0.0,
    var_floor: float = 1e-9,
    gap_floor: float = 0.0,
) -> Model:
    """Fit the model by `estimate(count(train))`. distributions: the distribution of all numbers, or a mapping
    from names, patterns and kinds of columns to one of categorical, gaussian, kernel, poisson, bernoulli,
    multinomial and von_mises. Raises the errors of `count` and `estimate`.
    """
    statistics = count(train, distributions=distributions)
    return estimate(
        statistics, alpha=alpha, prior_alpha=prior_alpha, var_floor=var_floor, gap_floor=gap_floor
    )


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed columns of log p_j(x_j | c), (n, K) nats, not normalised.

    Coefficients of multinomials, which are the same for all classes, are left out.
    """
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
    columns.check_count_columns(table, chosen)
    seen = columns.binarise_bernoulli_columns(table, chosen)
    select = partial(columns.select_columns, seen, chosen)

    # every distribution has the terms of its columns, (n, d, K)
    prior, of_categories = nb.contributions(model.discrete, select(*CATEGORIES))[:2]
    terms, k = np.zeros((len(prior), len(table.attributes), prior.shape[1])), prior.shape[1]
    terms[:, columns.find_columns_by_distribution(chosen, *CATEGORIES)] = of_categories
    of_word = {
        "gaussian": gnb.contributions(model.gaussian, select("gaussian")).terms,
        "von_mises": circles.compute_log_densities(model.angles, select("von_mises").reals),
        "poisson": columns.compute_poisson_terms(model.poisson, select("poisson").reals),
        "kernel": flexible_nb.compute_log_density_terms(model.kernels, select("kernel").reals, k),
    }
    for word, of_columns in of_word.items():
        terms[:, columns.find_columns_by_distribution(chosen, word)] = of_columns
    x, among = select("multinomial").reals, columns.find_columns_by_distribution(chosen, "multinomial")
    for group, log_p in zip(chosen.groups, model.groups, strict=True):
        terms[:, group] = columns.compute_multinomial_terms(log_p, x[:, np.searchsorted(among, group)])

    if not model.texts:
        return Contributions(prior, terms)
    texts = zip(pair_text_columns_with_methods(table, chosen), model.texts, strict=True)
    words = [module.log_joint(text_model, text) for (module, text), text_model in texts]
    return Contributions(prior, terms, np.sum(words, axis=0), "words")


def summarize(model: Model) -> dict[str, Any]:
    """Report the numbers of free parameters and of used columns, as in the methods of the parts. A Poisson or
    Bernoulli column has K parameters, a group of d columns K (d - 1), and a kernel column one per kernel.
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
