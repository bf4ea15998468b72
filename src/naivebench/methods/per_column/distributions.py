"""The distribution of every attribute, chosen from names, patterns and kinds, and those of whole numbers:
Poisson,
Bernoulli, and multinomials over groups of columns.

The latter are estimated from the number of observed cells n_jc and the sum S_jc of every column and class, in
arrays (d, K). Their terms are log probabilities in nats, (n, K) for every column; a missing cell has zeros.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.core.logspace import log, logsumexp
from naivebench.core.table import DISCRETE, REAL, Attribute, Table, without_attributes
from naivebench.methods.sequences import nb_mn

USUAL = {  # distribution of a kind that is not mentioned
    "nominal": "categorical",
    "ordinal": "categorical",
    "linear": "gaussian",
    "angular": "von_mises",
    "count": "multinomial",
    "sequence": "multinomial",
}
TAKEN = {  # kinds that a distribution serves
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


def choose(attributes: Sequence[Attribute], distributions: Mapping[str, str] | str | None) -> Chosen:
    """The distribution of every attribute. distributions: that of all numbers, or a mapping from names,
    patterns and kinds to distributions; a name wins over a pattern, the first pattern over later ones, and
    both over a kind.

    Numbers with `multinomial` form a group for every pattern and kind, and one for all names. Raises
    InputError for an unknown distribution, a key that matches nothing, and kinds that do not fit.
    """
    if not isinstance(distributions, (str, Mapping, type(None))):
        raise InputError(
            f"distributions is {distributions!r}, expected a mapping of columns to distributions, or one for "
            "all numbers"
        )
    given = {"linear": distributions} if isinstance(distributions, str) else dict(distributions or {})
    for name, wanted in given.items():
        if not isinstance(name, str):
            raise InputError(
                f"distributions has the key {name!r}, expected the name or pattern of a column, or a "
                "kind; the columns of an array are named x0, x1 and so on"
            )
        one_of(wanted, TAKEN, f"the distribution of {name!r}")
    keys = [_key(attribute, given) for attribute in attributes]
    _check_keys(given, attributes)
    words, groups = list[str](), dict[str, list[int]]()
    for j, (attribute, key) in enumerate(zip(attributes, keys, strict=True)):
        word = USUAL.get(attribute.kind) if key is None else given[key]
        if word is None or attribute.kind not in TAKEN[word]:
            raise InputError(_unfit(attribute, word))
        if word == "bernoulli" and attribute.kind in DISCRETE:
            _check_two(attribute)
            word = "categorical"  # the same for two values
        words.append(f"{word}_text" if attribute.kind in TEXT else word)
        if word == "multinomial" and attribute.kind == "linear":
            groups.setdefault("" if key == attribute.name else str(key), []).append(j)
    return Chosen(tuple(words), tuple(map(tuple, groups.values())))


def _key(attribute: Attribute, given: Mapping[str, str]) -> str | None:
    """The key of the entry that applies to the attribute; None if there is none."""
    if attribute.name in given:
        return attribute.name
    patterns = (key for key in given if key not in USUAL and fnmatch.fnmatchcase(attribute.name, key))
    return next(patterns, attribute.kind if attribute.kind in given else None)


def _check_keys(given: Mapping[str, str], attributes: Sequence[Attribute]) -> None:
    """Raise InputError for a key that is neither a kind nor the name or pattern of an attribute."""
    names = [attribute.name for attribute in attributes]
    for key in given:
        if key not in USUAL and not fnmatch.filter(names, key) and key not in names:
            raise InputError(
                f"distributions has the key {key!r}, which is not a column, pattern of columns or kind"
                f"{did_you_mean(key, [*names, *USUAL])}"
            )


def _check_two(attribute: Attribute) -> None:
    """Raise InputError for more than two values."""
    if len(attribute.values) > 2:
        raise InputError(
            f"the distribution bernoulli needs two values, but column {attribute.name!r} has "
            f"{len(attribute.values)}: choose categorical"
        )


def _unfit(attribute: Attribute, word: str | None) -> str:
    if word is None:
        return (
            f"column_nb accepts {', '.join(USUAL)} columns, but column {attribute.name!r} is {attribute.kind}"
        )
    kinds, other = " or ".join(TAKEN[word]), (w for w in TAKEN if attribute.kind in TAKEN[w])
    return (
        f"the distribution {word} is for columns of kind {kinds}, but column {attribute.name!r} is "
        f"{attribute.kind}: declare its kind, or choose one of {', '.join(other)}"
    )


def places(chosen: Chosen, word: str) -> np.ndarray:
    """Places of the attributes with a distribution, (d,) int64."""
    return np.flatnonzero([word == other for other in chosen.words])


def part(table: Table, chosen: Chosen, word: str) -> Table:
    """The table of the attributes with a distribution. Raises ValueError for a table of other attributes."""
    pairs = zip(table.attributes, chosen.words, strict=True)
    return without_attributes(table, [a.name for a, other in pairs if other != word])


def texts(table: Table) -> list[tuple[int, Table]]:
    """Place of every attribute of words or letters, and a table of it alone."""
    return [
        (j, without_attributes(table, [a.name for a in table.attributes if a is not attribute]))
        for j, attribute in enumerate(table.attributes)
        if attribute.kind in TEXT
    ]


def text_places(chosen: Chosen) -> list[int]:
    """Places of the attributes of words or letters."""
    return [j for j, word in enumerate(chosen.words) if word.endswith("_text")]


def group_columns(chosen: Chosen) -> list[np.ndarray]:
    """Places of the columns of every group among all columns with a multinomial."""
    among = places(chosen, "multinomial")
    return [np.searchsorted(among, group) for group in chosen.groups]


class Bernoulli(NamedTuple):
    """P(x > 0 | c)."""

    log_present: np.ndarray  # (d, K) nats
    log_absent: np.ndarray  # (d, K) nats


def poisson_means(n: np.ndarray, total: np.ndarray, alpha: float) -> np.ndarray:
    """mean_jc = (S_jc + alpha m_j) / (n_jc + alpha): alpha cases more, with the mean m_j of all classes. A
    class without any cell has the mean m_j.
    """
    cells = n.sum(axis=1, keepdims=True)
    overall = total.sum(axis=1, keepdims=True) / np.where(cells > 0, cells, 1)
    weight = n + alpha
    known = weight > 0
    mean = (total + alpha * overall) / np.where(known, weight, 1)
    return np.where(known, mean, overall)


def poisson_terms(means: np.ndarray, x: np.ndarray) -> Iterator[np.ndarray]:
    """log p(x_j | c) for columns x (n, d) of whole numbers."""
    from scipy.special import gammaln

    for column, mean in zip(x.T, means, strict=True):
        known = np.where(np.isnan(column), 0.0, column)[:, None]
        with np.errstate(invalid="ignore"):
            term = np.where(known > 0, known * log(mean), 0.0) - mean - gammaln(known + 1)
        term[np.isnan(column) | (not mean.any())] = 0.0
        yield term


def estimate_bernoulli(n: np.ndarray, present: np.ndarray, alpha: float) -> Bernoulli:
    """P(present | c) = (present_jc + alpha) / (n_jc + 2 alpha); 1/2 without any case and pseudo-count."""
    total = n + 2 * alpha
    known = total > 0
    counted = (np.where(known, part + alpha, 1.0) for part in (present, n - present))
    log_present, log_absent = (log(part / np.where(known, total, 2.0)) for part in counted)
    return Bernoulli(log_present, log_absent)


def bernoulli_terms(model: Bernoulli, x: np.ndarray) -> Iterator[np.ndarray]:
    """log P of presence or absence for columns x (n, d)."""
    for column, present, absent in zip(x.T, model.log_present, model.log_absent, strict=True):
        term = np.where(column[:, None] > 0, present, absent)
        term[np.isnan(column)] = 0.0
        yield term


def estimate_group(n_c: np.ndarray, n: np.ndarray, total: np.ndarray, alpha: float) -> np.ndarray:
    """log p_ic, (d, K) nats: p_ic = (S_ic n_c / n_ic + alpha) / (sum over columns of the same).

    The factor n_c / n_ic puts the mean of the class in the place of missing cells.
    """
    filled = total * np.where(n > 0, n_c / np.where(n > 0, n, 1), 0)
    return nb_mn.estimate_log_table(np.ascontiguousarray(filled.T), np.ones(len(n), dtype=bool), alpha)


def group_terms(log_p: np.ndarray, x: np.ndarray) -> Iterator[np.ndarray]:
    """f_i (log p_ic - log of the sum of p_ic over the observed columns) for counts x (n, d): missing counts
    are summed out, given the total of the others.
    """
    observed = ~np.isnan(x)
    rest = np.zeros((len(x), log_p.shape[1]))
    some = np.flatnonzero(~observed.all(axis=1) & observed.any(axis=1))
    rest[some] = logsumexp(np.where(observed[some, :, None], log_p, -np.inf), axis=1)
    for column, of_class in zip(x.T, log_p, strict=True):
        used = column > 0
        term = np.zeros(rest.shape)
        with np.errstate(invalid="ignore"):  # -inf less -inf: no observed column can occur in the class
            given = np.where(np.isneginf(of_class), -np.inf, of_class - rest[used])
        term[used] = column[used, None] * given
        yield term


def check_numbers(table: Table, chosen: Chosen) -> None:
    """Raise InputError for numbers that are not counts in columns that need counts."""
    for word, wanted in (("poisson", "whole numbers"), ("multinomial", "numbers")):
        seen = part(table, chosen, word)
        for attribute, x in zip(seen.attributes, seen.reals.T, strict=True):
            known = x[~np.isnan(x)]
            odd = known[(known < 0) | ((word == "poisson") & (known != np.floor(known)))]
            if len(odd):
                raise InputError(
                    f"column {attribute.name!r} has the distribution {word}, which needs {wanted} of at "
                    f"least 0, but contains {odd[0]:g}: correct the value, or choose another distribution"
                )


def mark_present(table: Table, chosen: Chosen) -> Table:
    """The table without text, Bernoulli columns as 0 and 1, and NaN as before."""
    both = zip(table.attributes, chosen.words, strict=True)
    used = np.array([w == "bernoulli" for a, w in both if a.kind in REAL], dtype=bool)
    reals = table.reals.copy(order="F") if used.any() else table.reals
    reals[:, used] = np.where(np.isnan(reals[:, used]), np.nan, reals[:, used] > 0)
    attributes = tuple(a for a in table.attributes if a.kind not in TEXT)
    return table._replace(attributes=attributes, reals=reals, counts=None, sequences=None)
