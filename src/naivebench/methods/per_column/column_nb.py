"""Naive Bayes in which every column has its own distribution: categories, a normal or kernel density, a
Poisson or Bernoulli distribution, a von Mises density for angles, or a multinomial for words and for groups
of counts. You choose it by the kind, name or pattern of the column.

    log P(c | x) = log P(c) + sum over observed columns j of log p_j(x_j | c) + const

Missing cells are summed out. The parts are those of `nb`, `gnb`, `flexible_nb`, `vmnb`, `nb_mn` and
`nb_bernoulli`; Poisson, Bernoulli and multinomial columns of numbers are in `helpers.counted_numbers`. Fit
O(n d), predict O(n d K). docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, exact
from naivebench.core.checks import InputError, at_least
from naivebench.core.explanations import Contributions
from naivebench.core.grouped import flat
from naivebench.core.logspace import normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import REAL, Attribute, Table, few_cases, n_cases, n_classes
from naivebench.methods.directional import angles as circles
from naivebench.methods.directional import von_mises
from naivebench.methods.naive_bayes import flexible_nb, gnb, nb
from naivebench.methods.per_column.helpers import chosen as columns
from naivebench.methods.per_column.helpers import counted_numbers as numbers
from naivebench.methods.per_column.helpers.chosen import Chosen
from naivebench.methods.sequences import bags, nb_bernoulli, nb_mn


class Values(NamedTuple):
    """The numbers of a column with a kernel density."""

    values: np.ndarray  # (m,) ascending
    cases: np.ndarray  # (m, K) cases of every class with the value


class Statistics(NamedTuple):
    """Additive statistics of the cases whose class is known."""

    chosen: Chosen
    cells: additive.Statistics  # statistics of all attributes but text; Bernoulli columns as 0 and 1
    kernels: tuple[Values, ...]
    texts: tuple[bags.Statistics, ...]


class Estimates(NamedTuple):
    """Parameters of the estimates of all distributions."""

    alpha: float = 1.0  # >= 0, pseudo-count of every value, column and word; cases more of a Poisson mean
    prior_alpha: float = 0.0  # >= 0, of every class
    variance_divisor: str = "n"  # these three: see `gnb.estimate`
    var_floor: float = 1e-9
    gap_floor: float = 0.0
    width: float = 1.0  # > 0, factor of the width of all kernels


class Model(NamedTuple):
    chosen: Chosen
    discrete: nb.Model  # with the prior
    gaussian: gnb.Model
    angles: circles.Angles
    kernels: tuple[flexible_nb.Kernels, ...]
    poisson: numbers.Poisson
    bernoulli: numbers.Bernoulli
    groups: tuple[np.ndarray, ...]  # (d, K) log p_ic of the columns of every group, nats
    texts: tuple[nb_mn.Model | nb_bernoulli.Model, ...]  # their priors are 0


def count(
    table: Table,
    weights: np.ndarray | None = None,
    *,
    distributions: Mapping[str, str] | str | None = None,
) -> Statistics:
    """Additive statistics of the cases of known class; weights: (n,) >= 0, by default 1 each.

    distributions: see `fit`. Raises InputError for kinds that do not fit, for infinite numbers, for numbers
    that a distribution does not take, and for bad weights.
    """
    chosen = columns.choose(table.attributes, distributions)
    table, weights = additive.counted_cases(table, weights)
    _checked(table, chosen)
    k, kernels = n_classes(table), columns.part(table, chosen, "kernel").reals.T
    return Statistics(
        chosen,
        additive.count(_present(table, chosen), weights, circular=True, distinct=True),
        tuple(Values(*flexible_nb.distinct_values(x, table.y, k, weights)) for x in kernels),
        tuple(_module(chosen, j).count(text, weights) for j, text in columns.texts(table)),
    )


def _checked(table: Table, chosen: Chosen) -> None:
    """Raise InputError for numbers that are not counts in columns that need counts."""
    for word in ("poisson", "multinomial"):
        seen = columns.part(table, chosen, word)
        for attribute, x in zip(seen.attributes, seen.reals.T, strict=True):
            numbers.check(x, attribute.name, word)


def _present(table: Table, chosen: Chosen) -> Table:
    """The table without text, Bernoulli columns as 0 and 1."""
    used = np.array([w == "bernoulli" for a, w in _pairs(table, chosen) if a.kind in REAL], dtype=bool)
    reals = table.reals.copy(order="F") if used.any() else table.reals
    reals[:, used] = numbers.is_present(reals[:, used])
    attributes = tuple(a for a in table.attributes if a.kind not in columns.TEXT)
    return table._replace(attributes=attributes, reals=reals, counts=None, sequences=None)


def _pairs(table: Table, chosen: Chosen) -> Iterable[tuple[Attribute, str]]:
    return zip(table.attributes, chosen.distributions, strict=True)


def _module(chosen: Chosen, place: int) -> ModuleType:
    """The functions of the attribute of text at this place."""
    return nb_bernoulli if chosen.distributions[place] == "bernoulli_text" else nb_mn


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases. Raises InputError if columns, value lists or classes
    differ.
    """
    if a.chosen != b.chosen:
        raise InputError(
            "the statistics to merge have different columns or distributions: count both with the same "
            "columns and distributions"
        )
    return Statistics(
        a.chosen,
        additive.merge(a.cells, b.cells),
        tuple(_merged(*both) for both in zip(a.kernels, b.kernels, strict=True)),
        tuple(bags.merge(*both) for both in zip(a.texts, b.texts, strict=True)),
    )


def _merged(a: Values, b: Values) -> Values:
    values, place = np.unique(np.concatenate([a.values, b.values]), return_inverse=True)
    cases = np.zeros((len(values), a.cases.shape[1]), np.result_type(a.cases, b.cases))
    np.add.at(cases, place, np.concatenate([a.cases, b.cases]))
    return Values(values, cases)


def widen(
    statistics: Statistics,
    attributes: Iterable[Attribute],
    classes: Iterable[str],
    alphabet: Iterable[str] = (),
) -> Statistics:
    """Convert statistics to longer value lists and more classes, in any order.

    Raises InputError if a value or class is not in the new list, or the attributes differ.
    """
    attributes, classes = tuple(attributes), tuple(classes)
    cells = additive.widen(statistics.cells, [a for a in attributes if a.kind not in columns.TEXT], classes)
    label = additive.class_places(statistics.cells, classes)
    kernels = []
    for old in statistics.kernels:
        cases = np.zeros((len(old.cases), len(classes)), old.cases.dtype)
        cases[:, label] = old.cases
        kernels.append(old._replace(cases=cases))
    words = [a for a in attributes if a.kind in columns.TEXT]
    texts = [bags.widen(old, [a], classes, alphabet) for old, a in zip(statistics.texts, words, strict=True)]
    return Statistics(statistics.chosen, cells, tuple(kernels), tuple(texts))


@flat
def estimate(statistics: Statistics, *, estimates: Estimates = Estimates()) -> Model:
    """The model of the cases counted; parameters as in `Estimates`. Raises InputError for bad parameters."""
    alpha, prior_alpha = estimates.alpha, estimates.prior_alpha
    at_least(estimates.width, 1e-9, "width", "column_nb")
    discrete = nb.estimate(_part(statistics, "categorical"), alpha=alpha, prior_alpha=prior_alpha)
    gaussian = gnb.estimate(
        _part(statistics, "gaussian"),
        variance_divisor=estimates.variance_divisor,
        var_floor=estimates.var_floor,
        gap_floor=estimates.gap_floor,
    )
    angles = circles.estimate_angles(von_mises.Resultants(*_sums(statistics, "von_mises")))
    places = [j for j, word in enumerate(statistics.chosen.distributions) if word.endswith("_text")]
    texts = [
        _module(statistics.chosen, j).estimate(text, alpha=alpha)
        for j, text in zip(places, statistics.texts, strict=True)
    ]
    return Model(
        statistics.chosen,
        discrete,
        gaussian,
        angles,
        tuple(flexible_nb.kernels_of(*values, estimates.width) for values in statistics.kernels),
        numbers.poisson(*_cells(statistics, "poisson"), alpha),
        numbers.bernoulli(*_cells(statistics, "bernoulli"), alpha),
        tuple(_groups(statistics, alpha)),
        tuple(text._replace(log_prior=np.zeros_like(text.log_prior)) for text in texts),
    )


def _part(statistics: Statistics, word: str) -> additive.Statistics:
    """Statistics of the attributes that have a given distribution."""
    plain = [other for other in statistics.chosen.distributions if not other.endswith("_text")]
    return additive.chosen(statistics.cells, [word == other for other in plain])


def _sums(statistics: Statistics, word: str) -> list[np.ndarray]:
    """Sums of weights, numbers and squares (of angles: cosines and sines), each (d, K), rounded once, of the
    attributes with a distribution.
    """
    return [exact.floats(sums) for sums in np.moveaxis(_part(statistics, word).sums, 1, 0)]


def _cells(statistics: Statistics, word: str) -> tuple[np.ndarray, np.ndarray]:
    """Observed cells and sums of numbers, (d, K) each."""
    n, total, _ = _sums(statistics, word)
    return n, total


def _groups(statistics: Statistics, alpha: float) -> Iterator[np.ndarray]:
    n, total = _cells(statistics, "multinomial")
    for group in _group_columns(statistics.chosen):
        yield numbers.group(statistics.cells.n_c, n[group], total[group], alpha)


def _group_columns(chosen: Chosen) -> list[np.ndarray]:
    """Places of the columns of every group among all columns with a multinomial."""
    places = columns.places(chosen, "multinomial")
    return [np.searchsorted(places, group) for group in chosen.groups]


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    distributions: Mapping[str, str] | str | None = None,
    estimates: Estimates = Estimates(),
) -> Model:
    """Count and estimate. distributions: the distribution of all numbers, or a mapping from names, patterns
    and kinds of columns to one of categorical, gaussian, kernel, poisson, bernoulli, multinomial and
    von_mises. Raises InputError as `count` and `estimate`.
    """
    return estimate(count(train, distributions=distributions), estimates=estimates)


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
    """Place of every attribute with a distribution of `helpers.counted_numbers` or kernels, and its term."""
    chosen = model.chosen
    _checked(table, chosen)
    kernels, poisson, bernoulli, counts = (
        columns.part(table, chosen, word).reals for word in ("kernel", "poisson", "bernoulli", "multinomial")
    )
    densities = (
        flexible_nb.log_densities(known, x) for known, x in zip(model.kernels, kernels.T, strict=True)
    )
    yield from zip(columns.places(chosen, "kernel"), densities, strict=True)
    yield from zip(
        columns.places(chosen, "poisson"), numbers.poisson_terms(model.poisson, poisson), strict=True
    )
    yield from zip(
        columns.places(chosen, "bernoulli"), numbers.bernoulli_terms(model.bernoulli, bernoulli), strict=True
    )
    groups = zip(chosen.groups, _group_columns(chosen), model.groups, strict=True)
    for places, group, log_p in groups:
        yield from zip(places, numbers.group_terms(log_p, counts[:, group]), strict=True)


def _text_terms(model: Model, table: Table) -> Iterator[np.ndarray]:
    for (place, text), known in zip(columns.texts(table), model.texts, strict=True):
        yield _module(model.chosen, place).log_joint(known, text)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    return normalize(log_joint(model, table), model.discrete.log_prior)


def explain(model: Model, table: Table) -> Contributions:
    """The terms of every column except text; the text columns form the remainder."""
    chosen = model.chosen
    prior, of_discrete = nb.explain(model.discrete, columns.part(table, chosen, "categorical"))[:2]
    terms = np.zeros((len(prior), len(table.attributes), prior.shape[1]))
    terms[:, columns.places(chosen, "categorical")] = of_discrete
    of_gaussian = gnb.explain(model.gaussian, columns.part(table, chosen, "gaussian")).terms
    terms[:, columns.places(chosen, "gaussian")] = of_gaussian
    angles = columns.part(table, chosen, "von_mises").reals
    terms[:, columns.places(chosen, "von_mises")] = circles.log_density_terms(model.angles, angles)
    for place, term in _number_terms(model, table):
        terms[:, place] = term
    if not model.texts:
        return Contributions(prior, terms)
    return Contributions(prior, terms, sum(_text_terms(model, table), np.zeros(prior.shape)), "words")


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops of kernels before any fit is timed."""
    few = few_cases(train, 20)
    if n_cases(few):
        predict_log_proba(fit(few), few)


def summarize(model: Model) -> dict[str, Any]:
    """Free parameters and columns that are used: see the methods of the parts; K per Poisson or Bernoulli
    column, K (d - 1) per group of d columns, and one per kernel.
    """
    k = len(model.discrete.log_prior)
    parts = [nb.summarize(model.discrete), gnb.summarize(model.gaussian)]
    parts += [
        (nb_bernoulli if isinstance(t, nb_bernoulli.Model) else nb_mn).summarize(t) for t in model.texts
    ]
    free = sum(part["n_parameters"] for part in parts) - (len(parts) - 1) * (k - 1)
    free += 2 * model.angles.mu.size + sum(len(kernels.values) for kernels in model.kernels)
    free += model.poisson.mean.size + model.bernoulli.log_present.size
    free += sum(k * (len(log_p) - 1) for log_p in model.groups)
    used = sum(part["attributes_used"] for part in parts) + int(model.angles.varies.sum())
    used += sum(bool(kernels.width.max() > 0) for kernels in model.kernels)
    used += len(model.poisson.mean) + len(model.bernoulli.log_present) + sum(map(len, model.groups))
    return {"n_parameters": int(free), "attributes_used": int(used)}
