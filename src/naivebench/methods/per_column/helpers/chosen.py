"""Choose the distribution of every attribute from names, patterns and kinds."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.core.table import DISCRETE, Attribute, Table, without_attributes

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

    distributions: tuple[str, ...]  # those of text are multinomial_text and bernoulli_text
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
    found, groups = [], dict[str, list[int]]()
    for j, (attribute, key) in enumerate(zip(attributes, keys, strict=True)):
        word = USUAL.get(attribute.kind) if key is None else given[key]
        if word is None or attribute.kind not in TAKEN[word]:
            raise InputError(_unfit(attribute, word))
        if word == "bernoulli" and attribute.kind in DISCRETE:
            _check_two(attribute)
            word = "categorical"  # the same for two values
        found.append(f"{word}_text" if attribute.kind in TEXT else word)
        if word == "multinomial" and attribute.kind == "linear":
            groups.setdefault("" if key == attribute.name else str(key), []).append(j)
    return Chosen(tuple(found), tuple(map(tuple, groups.values())))


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
    kinds = " or ".join(TAKEN[word])
    return (
        f"the distribution {word} is for columns of kind {kinds}, but column {attribute.name!r} is "
        f"{attribute.kind}: declare its kind, or choose one of {', '.join(_words(attribute.kind))}"
    )


def _words(kind: str) -> Iterable[str]:
    return (word for word, kinds in TAKEN.items() if kind in kinds)


def places(chosen: Chosen, word: str) -> np.ndarray:
    """Places of the attributes with a distribution, (d,) int64."""
    return np.flatnonzero([word == other for other in chosen.distributions])


def part(table: Table, chosen: Chosen, word: str) -> Table:
    """The table of the attributes with a distribution. Raises ValueError for a table of other attributes."""
    pairs = zip(table.attributes, chosen.distributions, strict=True)
    return without_attributes(table, [a.name for a, other in pairs if other != word])


def texts(table: Table) -> list[tuple[int, Table]]:
    """Place of every attribute of words or letters, and a table of it alone."""
    return [
        (j, without_attributes(table, [a.name for a in table.attributes if a is not attribute]))
        for j, attribute in enumerate(table.attributes)
        if attribute.kind in TEXT
    ]
