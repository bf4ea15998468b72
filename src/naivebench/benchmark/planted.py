"""Compare predictions with the source of a generated data set: its true probabilities and the critical
patterns planted in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.table import Table
from naivebench.data import customs_generator
from naivebench.data.customs_generator import Customs, Pattern

FIRST = 0.01  # selection rate that defines the first cases, among which the cases of a pattern are counted


class Distance(NamedTuple):
    """Distance between predicted and true probabilities: root mean square error, and mean Kullback-Leibler
    divergence in nats.

    The divergence is None if it is infinite (a positive probability was predicted to be 0).
    """

    rmse: float
    divergence: float | None


class Described(NamedTuple):
    """A planted pattern: its values, their number, the number of cases that match it, and their mean true
    probability.
    """

    values: dict[str, str]
    order: int
    cases: int
    true: float | None


class Fate(NamedTuple):
    """How predictions treat a planted pattern; values are None if no case matches it.

    found: whether, for each attribute of the pattern, its cases are on average inspected before the cases
    that match the pattern except in that attribute; the pattern is then recognised among its more general
    competitors. predicted: mean P(positive). first: share of its cases that are among the first 1 %.
    """

    found: bool | None
    predicted: float | None
    first: float | None


def truth_of(source: Mapping[str, Any] | None, table: Table) -> Customs | None:
    """The generated data behind the table; None unless the source in the stanza is the generator `customs`
    and the labels are unchanged.
    """
    if not isinstance(source, Mapping) or source.get("generator") != "customs":
        return None
    made = customs_generator.truth(**source.get("params", {}))
    return made if len(made.y) == len(table.y) and bool((made.y == table.y).all()) else None


def probabilities(made: Customs, rows: np.ndarray, predicted: np.ndarray) -> Distance:
    """Distance between the predicted and true P(positive) of the cases `rows`."""
    p, q = made.probability[rows], predicted
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * np.log(p / q), 0) + np.where(
            p < 1, (1 - p) * np.log((1 - p) / (1 - q)), 0
        )
    divergence = float(terms.mean())
    rmse = float(np.sqrt(np.mean(np.square(q - p))))
    return Distance(rmse, divergence if np.isfinite(divergence) else None)


def described(made: Customs, rows: np.ndarray) -> list[Described]:
    """Describe every planted pattern, with the cases among `rows` that match it."""
    patterns: list[Described] = []
    for pattern in made.patterns:
        hits = customs_generator.matches(made.codes[rows], pattern)
        names = {
            customs_generator.NAMES[j]: f"{customs_generator.NAMES[j][:2]}{v}"
            for j, v in zip(pattern.attributes, pattern.values, strict=True)
        }
        true = float(made.probability[rows[hits]].mean()) if len(hits) else None
        patterns.append(Described(names, len(names), len(hits), true))
    return patterns


def recovered(made: Customs, rows: np.ndarray, predicted: np.ndarray, rates: np.ndarray) -> list[Fate]:
    """How predictions of the cases `rows` treat each planted pattern.

    `predicted`: P(positive), `rates`: selection rates (early = small), (m,) each.
    """
    codes = made.codes[rows]
    fates: list[Fate] = []
    for pattern in made.patterns:
        hits = customs_generator.matches(codes, pattern)
        if not len(hits):
            fates.append(Fate(None, None, None))
            continue
        best_other = min(
            (float(rates[miss].mean()) for miss in _near_misses(codes, pattern, hits) if len(miss)),
            default=1.0,
        )
        fates.append(
            Fate(
                found=bool(rates[hits].mean() < best_other),
                predicted=float(predicted[hits].mean()),
                first=float((rates[hits] <= FIRST).mean()),
            )
        )
    return fates


def _near_misses(codes: np.ndarray, pattern: Pattern, hits: np.ndarray) -> Iterator[np.ndarray]:
    """For every attribute, the cases that match the pattern except in this attribute."""
    for j in range(len(pattern.attributes)):
        keep = [i for i in range(len(pattern.attributes)) if i != j]
        rest = Pattern(
            tuple(pattern.attributes[i] for i in keep), tuple(pattern.values[i] for i in keep), 0.0, 0
        )
        yield np.setdiff1d(customs_generator.matches(codes, rest), hits, assume_unique=True)
