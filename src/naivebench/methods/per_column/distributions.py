"""The distribution of every column, chosen by names, patterns and kinds, and the distributions of counts:
Poisson, and multinomials over groups of columns.

Those of counts are estimated from the number of observed cells n_jc and the sum S_jc of every column and
class, in arrays (d, K). Their terms are log probabilities in nats, (n, d, K), with zeros for missing cells.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_one_of, did_you_mean
from naivebench.core.logspace import log, logsumexp
from naivebench.core.table import DISCRETE, Attribute, Table, drop_attributes, list_columns
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
    given = check_distributions(attributes, distributions)
    words, groups = list[str](), dict[str, list[int]]()
    for j, attribute in enumerate(attributes):
        patterns = (key for key in given if key not in USUAL and fnmatch.fnmatchcase(attribute.name, key))
        key = attribute.name if attribute.name in given else next(patterns, attribute.kind)
        word = given.get(key, USUAL.get(attribute.kind, ""))
        check_column_kind(attribute, word)
        if word == "multinomial" and attribute.kind == "linear":
            groups.setdefault("" if key == attribute.name else key, []).append(j)
        words.append(f"{word}_text" if attribute.kind in TEXT else word)
    return Chosen(tuple(words), tuple(map(tuple, groups.values())))


def check_distributions(
    attributes: Sequence[Attribute], distributions: Mapping[str, str] | str | None
) -> dict[str, str]:
    """Return the distributions as a mapping; a single one applies to all numbers. Raises InputError
    for an unknown distribution, and for a key that is neither a kind nor a name or pattern of attributes.
    """
    if not isinstance(distributions, (str, Mapping, type(None))):
        raise InputError(
            f"distributions is {distributions!r}, expected a mapping of columns to distributions, or one "
            "distribution for all numbers"
        )
    given = {"linear": distributions} if isinstance(distributions, str) else dict(distributions or {})
    names = [attribute.name for attribute in attributes]
    for key, word in given.items():
        if not isinstance(key, str):
            raise InputError(
                f"distributions has the key {key!r}, expected the name or pattern of a column, or a "
                "kind; the columns of an array are named x0, x1 and so on"
            )
        check_one_of(word, KINDS, f"the distribution of {key!r}")
        if key not in USUAL and not fnmatch.filter(names, key) and key not in names:
            raise InputError(
                f"distributions has the key {key!r}, which is not a column, pattern of columns or kind"
                f"{did_you_mean(key, [*names, *USUAL])}"
            )
    return given


def check_column_kind(attribute: Attribute, distribution: str) -> None:
    """Raise InputError if the distribution does not fit the kind of the attribute, or is "" (none fits)."""
    if not distribution:
        raise InputError(
            f"column_nb accepts {', '.join(USUAL)} columns, but column {attribute.name!r} is "
            f"{attribute.kind}: drop the column, or choose another method"
        )
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


def find_columns_by_distribution(chosen: Chosen, *distributions: str) -> np.ndarray:
    """Find the indices of the attributes with one of these distributions, (d,) int64."""
    return np.flatnonzero(np.isin(chosen.words, distributions))


def select_columns(table: Table, chosen: Chosen, *distributions: str) -> Table:
    """Select the attributes with these distributions. Raises ValueError if `chosen` is for another table."""
    pairs = zip(table.attributes, chosen.words, strict=True)
    return drop_attributes(table, [a.name for a, word in pairs if word not in distributions])


def check_count_columns(table: Table, chosen: Chosen) -> None:
    """Raise InputError for numbers that a Poisson or multinomial distribution does not accept."""
    for word, wanted in (("poisson", "whole numbers"), ("multinomial", "numbers")):
        part = select_columns(table, chosen, word)
        for attribute, x in zip(part.attributes, part.reals.T, strict=True):
            known = x[~np.isnan(x)]
            odd = known[(known < 0) | ((word == "poisson") & (known != np.floor(known)))]
            if len(odd):
                raise InputError(
                    f"column {attribute.name!r} has the distribution {word}, which needs {wanted} of at "
                    f"least 0, but contains {odd[0]:g}: correct the value, or choose another distribution"
                )


def binarise_bernoulli_columns(table: Table, chosen: Chosen) -> Table:
    """Replace numbers with a Bernoulli distribution by the categories 0, and 1 for numbers above 0."""
    attributes, discrete, real = list[Attribute](), list[np.ndarray](), list[np.ndarray]()
    for (attribute, column), word in zip(list_columns(table), chosen.words, strict=True):
        if attribute.kind in DISCRETE:
            discrete.append(column)
        elif word == "bernoulli":
            attribute = Attribute(attribute.name, "nominal", ("0", "1"), declared=True)
            discrete.append(np.where(np.isnan(column), -1, column > 0))
        elif attribute.kind not in TEXT:
            real.append(column)
        attributes.append(attribute)
    n = len(table.y)
    return table._replace(
        attributes=tuple(attributes),
        codes=np.array(discrete, table.codes.dtype).reshape(len(discrete), n).T,
        reals=np.array(real, table.reals.dtype).reshape(len(real), n).T,
    )


def estimate_poisson_means(n: np.ndarray, total: np.ndarray, alpha: float) -> np.ndarray:
    """Estimate mean_jc = (S_jc + alpha m_j) / (n_jc + alpha), where m_j is the mean of all classes. A class
    without any cell has the mean m_j.
    """
    cells = n.sum(axis=1, keepdims=True)
    overall = total.sum(axis=1, keepdims=True) / np.where(cells > 0, cells, 1)
    weight = n + alpha
    known = weight > 0
    mean = (total + alpha * overall) / np.where(known, weight, 1)
    return np.where(known, mean, overall)


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
