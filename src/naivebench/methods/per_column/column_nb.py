"""Naive Bayes in which every column has its own distribution: categories, a normal or kernel density, a
Poisson or Bernoulli distribution, a von Mises density for angles, or a multinomial for words and for groups
of counts. You choose it by the kind, name or pattern of the column.

    log P(c | x) = log P(c) + sum over observed columns j of log p_j(x_j | c) + const

Missing cells are summed out. The parts are those of `nb`, `gnb`, `flexible_nb`, `vmnb`, `nb_mn` and
`nb_bernoulli`; the choice, and Poisson, Bernoulli and multinomial columns of numbers, are in `distributions`.
Fit O(n d), predict O(n d K). docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, counts, exact
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import normalize
from naivebench.core.table import Table, n_classes
from naivebench.methods.directional import angles as circles
from naivebench.methods.directional import von_mises
from naivebench.methods.naive_bayes import flexible_nb, gnb, nb
from naivebench.methods.per_column import distributions as columns
from naivebench.methods.per_column.distributions import Chosen
from naivebench.methods.sequences import bags, nb_bernoulli, nb_mn


class Values(NamedTuple):
    """The numbers of a column with a kernel density."""

    values: np.ndarray  # (m,) ascending
    cases: np.ndarray  # (m, K) cases of every class with the value


class Statistics(NamedTuple):
    """Additive statistics of the cases whose class is known."""

    chosen: Chosen
    cells: additive.Statistics  # of all attributes but text; Bernoulli columns as 0 and 1
    angles: exact.Moments
    kernels: tuple[Values, ...]
    texts: tuple[bags.Statistics, ...]


class Model(NamedTuple):
    chosen: Chosen
    discrete: nb.Model  # with the prior
    gaussian: gnb.Model
    angles: circles.Angles
    kernels: tuple[flexible_nb.Kernels, ...]
    poisson: np.ndarray  # (d, K) means; 0 for a column that is 0 everywhere, which is skipped
    bernoulli: columns.Bernoulli
    groups: tuple[np.ndarray, ...]  # (d, K) log p_ic of the columns of every group, nats
    texts: tuple[nb_mn.Model | nb_bernoulli.Model, ...]  # their priors are 0


def count(
    table: Table, weights: np.ndarray | None = None, *, distributions: Mapping[str, str] | str | None = None
) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    distributions: see `fit`. Raises InputError for kinds that do not fit, for infinite numbers, for numbers
    that a distribution does not take, and for bad weights.
    """
    chosen = columns.choose(table.attributes, distributions)
    table, weights = counts.counted_cases(table, weights)
    columns.check_numbers(table, chosen)
    k, turns, kernels = (
        n_classes(table),
        *(columns.part(table, chosen, w).reals.T for w in ("von_mises", "kernel")),
    )
    return Statistics(
        chosen,
        additive.count(columns.mark_present(table, chosen), weights),
        exact.add_turns(turns, table.y, weights, k),
        tuple(Values(*flexible_nb.distinct_values(x, table.y, k, weights)) for x in kernels),
        tuple(_module(chosen, j).count(text, weights) for j, text in columns.texts(table)),
    )


def _module(chosen: Chosen, place: int) -> ModuleType:
    """The functions of the attribute of text at this place."""
    return nb_bernoulli if chosen.words[place] == "bernoulli_text" else nb_mn


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases, see `additive.merge`."""
    cells = additive.merge(a.cells, b.cells)
    places = [additive.find_places(part.cells.classes, cells.classes) for part in (a, b)]
    k = len(cells.classes)
    return Statistics(
        a.chosen,
        cells,
        exact.merge(a.angles, b.angles, places[0], places[1], k),
        tuple(_join_values(both, places, k) for both in zip(a.kernels, b.kernels, strict=True)),
        tuple(bags.merge(*both) for both in zip(a.texts, b.texts, strict=True)),
    )


def _join_values(both: tuple[Values, Values], places: list[np.ndarray], n_classes: int) -> Values:
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
    """The model of the cases counted. alpha: pseudo-count of every value, column and word, and cases more of
    a
    Poisson mean; others as in `nb.estimate` and `gnb.estimate`. Raises InputError for bad parameters.
    """
    chosen, cells = statistics.chosen, statistics.cells

    def part(word: str) -> additive.Statistics:
        plain = [other for other in chosen.words if not other.endswith("_text")]
        return additive.part(cells, [word == other for other in plain])

    sums = {w: exact.round_sums(part(w).moments) for w in ("poisson", "bernoulli", "multinomial")}
    n, total, _ = sums["multinomial"]
    texts = [
        _module(chosen, j).estimate(text, alpha=alpha)
        for j, text in zip(columns.text_places(chosen), statistics.texts, strict=True)
    ]
    return Model(
        chosen,
        nb.estimate(part("categorical"), alpha=alpha, prior_alpha=prior_alpha),
        gnb.estimate(part("gaussian"), var_floor=var_floor, gap_floor=gap_floor),
        circles.estimate_angles(von_mises.Resultants(*exact.round_sums(statistics.angles))),
        tuple(flexible_nb.kernels_of(*values, 1.0) for values in statistics.kernels),
        columns.poisson_means(*sums["poisson"][:2], alpha),
        columns.estimate_bernoulli(*sums["bernoulli"][:2], alpha),
        tuple(
            columns.estimate_group(cells.n_c, n[g], total[g], alpha) for g in columns.group_columns(chosen)
        ),
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
    """Count and estimate. distributions: the distribution of all numbers, or a mapping from names, patterns
    and kinds of columns to one of categorical, gaussian, kernel, poisson, bernoulli, multinomial and
    von_mises. Raises InputError as `count` and `estimate`.
    """
    statistics = count(train, distributions=distributions)
    return estimate(
        statistics, alpha=alpha, prior_alpha=prior_alpha, var_floor=var_floor, gap_floor=gap_floor
    )


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed columns of log p_j(x_j | c), shape (n, K), nats, not normalised.

    Coefficients of multinomials, which are the same for all classes, are left out.
    """
    chosen = model.chosen
    total = nb.log_joint(model.discrete, columns.part(table, chosen, "categorical"))
    gnb.add_log_likelihood(model.gaussian, columns.part(table, chosen, "gaussian"), total)
    circles.add_log_densities(model.angles, columns.part(table, chosen, "von_mises").reals, total)
    for _, term in _number_terms(model, table):
        total += term
    for term in _text_terms(model, table):
        total += term
    return total


def _number_terms(model: Model, table: Table) -> Iterator[tuple[int, np.ndarray]]:
    """Place of every column with kernels, Poisson, Bernoulli or multinomial, and its term, (n, K) nats."""
    chosen = model.chosen
    columns.check_numbers(table, chosen)
    x = {w: columns.part(table, chosen, w).reals for w in ("kernel", "poisson", "bernoulli", "multinomial")}
    densities = map(flexible_nb.log_densities, model.kernels, x["kernel"].T)
    yield from zip(columns.places(chosen, "kernel"), densities, strict=True)
    yield from zip(
        columns.places(chosen, "poisson"), columns.poisson_terms(model.poisson, x["poisson"]), strict=True
    )
    terms = columns.bernoulli_terms(model.bernoulli, x["bernoulli"])
    yield from zip(columns.places(chosen, "bernoulli"), terms, strict=True)
    groups = zip(chosen.groups, columns.group_columns(chosen), model.groups, strict=True)
    for places, group, log_p in groups:
        yield from zip(places, columns.group_terms(log_p, x["multinomial"][:, group]), strict=True)


def _text_terms(model: Model, table: Table) -> Iterator[np.ndarray]:
    for (place, text), known in zip(columns.texts(table), model.texts, strict=True):
        yield _module(model.chosen, place).log_joint(known, text)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    return normalize(log_joint(model, table), model.discrete.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """The terms of every column except text; the text columns form the remainder."""
    chosen = model.chosen
    prior, of_discrete = nb.contributions(model.discrete, columns.part(table, chosen, "categorical"))[:2]
    terms = np.zeros((len(prior), len(table.attributes), prior.shape[1]))
    terms[:, columns.places(chosen, "categorical")] = of_discrete
    of_gaussian = gnb.contributions(model.gaussian, columns.part(table, chosen, "gaussian")).terms
    terms[:, columns.places(chosen, "gaussian")] = of_gaussian
    turns = columns.part(table, chosen, "von_mises").reals
    terms[:, columns.places(chosen, "von_mises")] = circles.log_density_terms(model.angles, turns)
    for place, term in _number_terms(model, table):
        terms[:, place] = term
    if not model.texts:
        return Contributions(prior, terms)
    return Contributions(prior, terms, sum(_text_terms(model, table), np.zeros(prior.shape)), "words")


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters and columns that are used: see the methods of the parts; K per Poisson or Bernoulli
    column, K (d - 1) per group of d columns, and one per kernel.
    """
    k, modules = (
        len(model.discrete.log_prior),
        [_module(model.chosen, j) for j in columns.text_places(model.chosen)],
    )
    parts = [nb.summarize(model.discrete), gnb.summarize(model.gaussian)]
    parts += [module.summarize(text) for module, text in zip(modules, model.texts, strict=True)]
    free = sum(part["n_parameters"] for part in parts) - (len(parts) - 1) * (k - 1)
    free += 2 * model.angles.mu.size + sum(len(kernels.values) for kernels in model.kernels)
    free += model.poisson.size + model.bernoulli.log_present.size
    free += sum(k * (len(log_p) - 1) for log_p in model.groups)
    used = sum(part["attributes_used"] for part in parts) + int(model.angles.varies.sum())
    used += sum(bool(kernels.width.max() > 0) for kernels in model.kernels)
    used += len(model.poisson) + len(model.bernoulli.log_present) + sum(map(len, model.groups))
    return {"n_parameters": int(free), "attributes_used": int(used)}
