"""Naive Bayes in which every column has its own distribution: categories, a normal or kernel density, a
Poisson or Bernoulli distribution, a von Mises density for angles, or a multinomial for words and for groups
of counts. You choose it by the kind, name or pattern of the column.

    log P(c | x) = log P(c) + sum over observed columns j of log p_j(x_j | c) + const

Missing cells are summed out. The parts are as in `nb`, `gnb`, `flexible_nb`, `vmnb`, `nb_mn` and
`nb_bernoulli`. Poisson and multinomial columns of numbers are estimated from their sums S_jc over the n_jc
observed cells of a class. Numbers with a Bernoulli distribution are categories: present or absent. Fit O(n
d), predict O(n d K).
docs/methods/naive-bayes.md#naive-bayes-with-a-distribution-for-every-column.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, exact_sums, explanations, table_sums
from naivebench.core.checks import InputError, check_one_of, did_you_mean
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log, logsumexp, normalize_rows
from naivebench.core.table import (
    DISCRETE,
    Attribute,
    Table,
    drop_attributes,
    join_columns,
    list_columns,
    n_cases,
    subset,
)
from naivebench.methods.directional import angles as circles
from naivebench.methods.directional import vmnb, von_mises
from naivebench.methods.naive_bayes import flexible_nb, gnb, nb
from naivebench.methods.sequences import bags, nb_bernoulli, nb_mn

USUAL = {  # distribution of a kind that is not mentioned
    "nominal": "categorical",
    "ordinal": "categorical",
    "linear": "gaussian",
    "angular": "von_mises",
    "count": "multinomial",
    "sequence": "multinomial",
}
KINDS = {  # kinds of columns that a distribution serves
    "categorical": ("nominal", "ordinal"),
    "gaussian": ("linear",),
    "kernel": ("linear",),
    "poisson": ("linear",),
    "bernoulli": ("linear", "nominal", "ordinal", "count", "sequence"),
    "multinomial": ("linear", "count", "sequence"),
    "von_mises": ("angular",),
}
TEXT = ("count", "sequence")
CATEGORIES = ("categorical", "bernoulli")
OF_TEXT = {"multinomial_text": nb_mn, "bernoulli_text": nb_bernoulli}  # methods for words and letters


class Chosen(NamedTuple):
    """The distributions of a table's attributes, in their order."""

    words: tuple[str, ...]  # their names; those of text are multinomial_text and bernoulli_text
    groups: tuple[tuple[int, ...], ...]  # attributes whose counts are one multinomial


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
    chosen = choose_distributions(table.attributes, distributions)
    table, weights = counts.select_weighted_cases(table, weights)
    check_numbers(table, chosen)
    texts = list(pair_texts_with_methods(table, chosen))
    others = drop_attributes(table, [a.name for a in table.attributes if a.kind in TEXT])
    of_others = chosen._replace(words=tuple(word for word in chosen.words if word not in OF_TEXT))
    values = turn_numbers_into_values(others, of_others, "bernoulli", "kernel")
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
    groups = locate_groups(chosen)
    methods = [OF_TEXT[word] for word in chosen.words if word in OF_TEXT]
    texts = [m.estimate(text, alpha=alpha) for m, text in zip(methods, statistics.texts, strict=True)]
    return Model(
        chosen,
        nb.estimate(keep_columns(*CATEGORIES), alpha=alpha, prior_alpha=prior_alpha),
        gnb.estimate(keep_columns("gaussian"), var_floor=var_floor, gap_floor=gap_floor),
        circles.estimate_densities(von_mises.Resultants(*exact_sums.round_moments(turns))),
        tuple(kernels),
        estimate_poisson_means(*exact_sums.round_moments(keep_columns("poisson").moments)[:2], alpha),
        tuple(estimate_multinomial(mixed.n_c, n[g], total[g], alpha) for g in groups),
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
    check_numbers(table, chosen)
    select = partial(select_columns, turn_numbers_into_values(table, chosen, "bernoulli"), chosen)
    prior, of_categories = nb.contributions(model.discrete, select(*CATEGORIES))[:2]
    k = prior.shape[1]
    of_distribution = {
        CATEGORIES: of_categories,
        ("gaussian",): gnb.contributions(model.gaussian, select("gaussian")).terms,
        ("von_mises",): circles.compute_log_densities(model.angles, select("von_mises").reals),
        ("poisson",): compute_poisson_terms(model.poisson, select("poisson").reals),
        ("kernel",): flexible_nb.compute_log_density_terms(model.kernels, select("kernel").reals, k),
    }
    terms = np.zeros((len(prior), len(table.attributes), k))
    for distributions, of_columns in of_distribution.items():
        terms[:, find_columns(chosen, *distributions)] = of_columns
    x = select("multinomial").reals
    for group, place, log_p in zip(chosen.groups, locate_groups(chosen), model.groups, strict=True):
        terms[:, group] = compute_multinomial_terms(log_p, x[:, place])

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


def choose_distributions(
    attributes: Sequence[Attribute], distributions: Mapping[str, str] | str | None
) -> Chosen:
    """Choose the distribution of every attribute. distributions: one distribution for all numbers, or a
    mapping from names, patterns and kinds to distributions. A name has precedence over a pattern, an earlier
    pattern over later ones, and names and patterns over kinds.

    Numbers with `multinomial` form a group for every pattern and kind, and one for all names. Raises
    InputError for an unknown distribution, a key that matches nothing, and kinds that do not fit.
    """
    counts.check_kinds(attributes, "column_nb", tuple(USUAL))
    if not isinstance(distributions, (str, Mapping, type(None))):
        raise InputError(f"distributions is {distributions!r}, expected a word, a mapping or None")
    given = {"linear": distributions} if isinstance(distributions, str) else dict(distributions or {})
    names = [attribute.name for attribute in attributes]
    for key, word in given.items():
        check_one_of(word, KINDS, f"the distribution of {key!r}")
        if key not in (*USUAL, *names) and not fnmatch.filter(names, str(key)):
            raise InputError(
                f"distributions has the key {key!r}, which is not a column, pattern of columns or kind"
                f"{did_you_mean(key, [*names, *USUAL])}"
            )

    words, groups = list[str](), dict[str, list[int]]()
    for j, attribute in enumerate(attributes):
        patterns = (key for key in given if key not in USUAL and fnmatch.fnmatchcase(attribute.name, key))
        key = attribute.name if attribute.name in given else next(patterns, attribute.kind)
        word = given.get(key, USUAL[attribute.kind])
        check_column(attribute, word)
        if word == "multinomial" and attribute.kind == "linear":
            groups.setdefault("" if key == attribute.name else key, []).append(j)
        words.append(f"{word}_text" if attribute.kind in TEXT else word)
    return Chosen(tuple(words), tuple(map(tuple, groups.values())))


def check_column(attribute: Attribute, distribution: str) -> None:
    """Raise InputError if the distribution does not fit the kind or the values of the attribute."""
    if attribute.kind not in KINDS[distribution]:
        others = (other for other in KINDS if attribute.kind in KINDS[other])
        raise InputError(
            f"the distribution {distribution} is for {' or '.join(KINDS[distribution])} columns, but column "
            f"{attribute.name!r} is {attribute.kind}: declare its kind, or choose one of {', '.join(others)}"
        )
    if distribution == "bernoulli" and attribute.kind in DISCRETE and len(attribute.values) > 2:
        raise InputError(
            f"the distribution bernoulli needs two values, but column {attribute.name!r} has "
            f"{len(attribute.values)}: choose categorical"
        )


def find_columns(chosen: Chosen, *distributions: str) -> np.ndarray:
    """Find the indices of the attributes with one of these distributions, (d,) int64."""
    return np.flatnonzero(np.isin(chosen.words, distributions))


def locate_groups(chosen: Chosen) -> list[np.ndarray]:
    """Locate the columns of every group among all columns of numbers with a multinomial distribution."""
    among = find_columns(chosen, "multinomial")
    return [np.searchsorted(among, group) for group in chosen.groups]


def select_columns(table: Table, chosen: Chosen, *distributions: str) -> Table:
    """Select the attributes with these distributions. Raises ValueError if `chosen` is for another table."""
    pairs = zip(table.attributes, chosen.words, strict=True)
    return drop_attributes(table, [a.name for a, word in pairs if word not in distributions])


def check_numbers(table: Table, chosen: Chosen) -> None:
    """Raise InputError for numbers that a Poisson, multinomial or kernel distribution does not accept."""
    for (attribute, x), word in zip(list_columns(table), chosen.words, strict=True):
        if word not in ("poisson", "multinomial", "kernel"):
            continue
        odd = np.isinf(x) if word == "kernel" else (x < 0) | ((word == "poisson") & (x != np.floor(x)))
        odd &= ~np.isnan(x)
        if odd.any():
            wanted = {"poisson": "whole numbers of at least 0", "multinomial": "numbers of at least 0"}
            raise InputError(
                f"column {attribute.name!r} has the distribution {word}, which needs "
                f"{wanted.get(word, 'finite numbers')}, but contains {x[odd][0]:g}: correct the value, or "
                "choose another distribution"
            )


def turn_numbers_into_values(table: Table, chosen: Chosen, *distributions: str) -> Table:
    """Turn the numbers with these distributions into categories: 0 and above 0 for a Bernoulli distribution,
    otherwise one for each distinct number, which is its label.
    """
    columns = []
    for (attribute, column), word in zip(list_columns(table), chosen.words, strict=True):
        if attribute.kind == "linear" and word in distributions:
            known, is_flag = ~np.isnan(column), word == "bernoulli"
            values, codes = np.unique(column[known] + 0.0, return_inverse=True)
            labels = ("0", "1") if is_flag else tuple(map(repr, values.tolist()))
            cells = np.full(len(known), -1)
            cells[known] = column[known] > 0 if is_flag else codes
            attribute, column = Attribute(attribute.name, "ordinal", labels, declared=is_flag), cells
        columns.append((attribute, column))
    return join_columns(columns, table.classes, table.y, table.counts, table.sequences)


def estimate_poisson_means(n: np.ndarray, total: np.ndarray, alpha: float) -> np.ndarray:
    """Estimate mean_jc = (S_jc + alpha m_j) / (n_jc + alpha), where m_j is the mean of all classes. A class
    without any cell has the mean m_j.
    """
    cells = n.sum(axis=1, keepdims=True)
    overall = total.sum(axis=1, keepdims=True) / np.where(cells > 0, cells, 1)
    weight = n + alpha
    known = weight > 0
    return np.where(known, (total + alpha * overall) / np.where(known, weight, 1), overall)


def compute_poisson_terms(means: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Compute log p(x_j | c) of whole numbers x (n, d); 0 for a column that was always 0 in training."""
    from scipy.special import gammaln

    known = np.where(np.isnan(x), 0.0, x)[:, :, None]
    with np.errstate(invalid="ignore"):
        terms = np.where(known > 0, known * log(means), 0.0) - means - gammaln(known + 1)
    terms[np.isnan(x) | ~means.any(axis=1)] = 0.0
    return terms


def estimate_multinomial(n_c: np.ndarray, n: np.ndarray, total: np.ndarray, alpha: float) -> np.ndarray:
    """Estimate log p_ic, (d, K) nats; p_ic = (S_ic n_c / n_ic + alpha) / (the sum of this over columns).

    The factor n_c / n_ic puts the mean of the class in the place of missing cells.
    """
    filled = total * np.where(n > 0, n_c / np.where(n > 0, n, 1), 0)
    return nb_mn.estimate_word_log_proba(np.ascontiguousarray(filled.T), np.ones(len(n), dtype=bool), alpha)


def compute_multinomial_terms(log_p: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Compute f_i (log p_ic - log of the sum of p_ic over the observed columns) for counts x (n, d). Missing
    counts are summed out, given the total of the observed ones.
    """
    rest = logsumexp(np.where(np.isnan(x)[:, :, None], -np.inf, log_p), axis=1)[:, None, :]
    with np.errstate(invalid="ignore"):  # -inf less -inf: no observed column can occur in the class
        given = np.where(np.isneginf(log_p), -np.inf, log_p - rest)
        return np.where(x[:, :, None] > 0, x[:, :, None] * given, 0.0)
