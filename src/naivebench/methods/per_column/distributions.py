"""The distribution of every column, chosen by names, patterns and kinds, and the distributions of counts:
Poisson, and multinomials over groups of columns.

The distributions of counts are estimated from the number of observed cells n_jc and the sum S_jc of every
column and class, in arrays (d, K). Their terms are log probabilities in nats, (n, d, K), with zeros for
missing cells.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError, check_one_of, did_you_mean
from naivebench.core.logspace import log, logsumexp
from naivebench.core.table import DISCRETE, Attribute, Table, drop_attributes, join_columns, list_columns
from naivebench.methods.sequences import nb_mn

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


class Chosen(NamedTuple):
    """The distributions of a table's attributes, in their order."""

    words: tuple[str, ...]  # their names; those of text are multinomial_text and bernoulli_text
    groups: tuple[tuple[int, ...], ...]  # attributes whose counts are one multinomial


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
