"""Check a table before a trial: which columns to leave out, and what to warn about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.table import DISCRETE, Table, class_counts, n_cases
from naivebench.data.profile import attribute_columns, repeated_rows

ALMOST_ALL = 0.95  # share of different values among the rows from which on a column is an identifier
ENOUGH = 50  # number of rows from which on that is not a coincidence
GIVEN_AWAY = 0.995  # share of the cases whose class one column alone determines
WORDS = 5  # mean number of words from which on a column contains texts
FEW_CASES = 10  # cases of a class below which its scores are rough
BINS = 20  # number of bins of equal frequency for numbers


class Columns(NamedTuple):
    """Columns to leave out, with the reason, and warnings about others."""

    left_out: dict[str, str]
    warnings: list[str]


def columns(table: Table, looks: dict[str, str], labels: dict[str, str]) -> Columns:
    """Find columns to leave out (identifiers, dates, texts and constants), and warn about columns that give
    the class away.

    looks, labels: findings of `encode.to_table`.
    """
    left_out: dict[str, str] = {}
    warnings: list[str] = []
    usual = class_counts(table).max() / n_cases(table)
    for attribute, column in attribute_columns(table):
        if column.ndim > 1 or attribute.kind in ("count", "sequence", "angular", "direction"):
            continue
        known = column[column >= 0] if attribute.kind in DISCRETE else column[~np.isnan(column)]
        different = len(np.unique(known))
        if different <= 1:
            left_out[attribute.name] = "has one value in all rows" if different else "has only missing cells"
        elif attribute.kind == "nominal" and _words(attribute.values) >= WORDS:
            left_out[attribute.name] = (
                f"contains texts; to compare methods for texts, pass --kind {attribute.name}=count and "
                "leave the other columns out with --drop"
            )
        elif looks.get(attribute.name) == "dates":
            left_out[attribute.name] = "contains dates; to predict later rows from earlier ones, use --time"
        elif (
            n_cases(table) >= ENOUGH
            and different >= ALMOST_ALL * n_cases(table)
            and (attribute.kind in DISCRETE or attribute.name in labels)
        ):
            left_out[attribute.name] = "looks like an identifier: nearly every row has its own value"
        elif usual < GIVEN_AWAY <= (share := _told(column, attribute.kind in DISCRETE, table)):
            warnings.append(
                f"Column {attribute.name!r} alone tells the class of {share:.1%} of the rows. If it is known "
                f"only after the class, leave it out with --drop {attribute.name}."
            )
    return Columns(left_out, warnings)


def _words(values: Sequence[str]) -> float:
    """Mean number of words of the values; 0 if there are few values."""
    return sum(len(value.split()) for value in values) / len(values) if len(values) >= ENOUGH else 0.0


def _told(column: np.ndarray, discrete: bool, table: Table) -> float:
    """Share of the cases whose class is the most frequent one among the cases with the same value, or in the
    same bin of numbers.
    """
    if discrete:
        codes = column + 1
    else:
        known = ~np.isnan(column)
        cuts = np.unique(np.quantile(column[known], np.arange(1, BINS) / BINS))
        codes = np.where(known, np.searchsorted(cuts, column, side="right") + 1, 0)
    if len(np.unique(codes)) > n_cases(table) / 5:
        return 0.0
    counts = np.zeros((int(codes.max()) + 1, len(table.classes)), dtype=np.int64)
    np.add.at(counts, (codes, table.y), 1)
    return float(counts.max(axis=1).sum() / n_cases(table))


def as_sentences(notes: Iterable[str]) -> list[str]:
    """Notes as sentences with a capital letter and a full stop."""
    return [f"{note[0].upper()}{note[1:]}." for note in notes]


def rows(table: Table) -> list[str]:
    """Warnings about classes and rows."""
    counts = class_counts(table)
    found = [
        f"Class {label!r} has {count} case{'s' * (count != 1)}, so its scores are imprecise."
        for label, count in zip(table.classes, counts.tolist(), strict=True)
        if count < FEW_CASES
    ]
    if double := repeated_rows(table):
        repeat = "row repeats" if double == 1 else "rows repeat"
        found.append(
            f"{double} {repeat} another row exactly in the columns "
            "that are used. Copies in a training and a test fold make scores look better; remove them unless "
            "they are real cases."
        )
    return found
