"""Check a table before a trial: which columns to leave out, and what to warn about."""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from naivebench.core.table import DISCRETE, Attribute, Table, class_counts, n_cases
from naivebench.data.class_labels import label_key
from naivebench.data.profile import attribute_columns, row_codes, share_told

ALMOST_ALL = 0.95  # share of different values among the rows from which on a column is an identifier
ENOUGH = 50  # number of rows from which on that is not a coincidence
WORDS = 5  # mean number of words from which on a column contains texts
FEW_CASES = 10  # cases of a class below which its scores are rough


class Columns(NamedTuple):
    """Columns to leave out, with the reason, and warnings about others."""

    left_out: dict[str, str]
    warnings: list[str]


def columns(
    table: Table,
    looks: dict[str, str],
    labels: dict[str, str],
    *,
    cells: Callable[[str], Collection[str]] = lambda name: (),
    rows: str = "rows",
    leave_out: str = "leave it out with --drop {}",
) -> Columns:
    """Find columns to leave out (identifiers, dates, texts and constants), and warn about columns that give
    the class away.

    looks, labels: findings of `encode.to_table`. cells: different cells of a column of the file, without
    missing ones. rows: what the rows of the table are, for example "training rows".
    leave_out: what to do about a column.
    """
    left_out: dict[str, str] = {}
    warnings: list[str] = []
    for attribute, column in attribute_columns(table):
        if why := _find_useless_columns(attribute, column, looks, labels, cells, rows):
            left_out[attribute.name] = why
        elif share := share_told(attribute, column, table):
            percent = math.floor(1000 * share) / 10  # 99.96 % is not all of the rows
            warnings.append(
                f"Column {attribute.name!r} alone tells the class of {percent:g} % of the rows. If it is "
                f"known only after the class, {leave_out.format(shlex.quote(attribute.name))}."
            )
    return Columns(left_out, warnings)


def _find_useless_columns(
    attribute: Attribute,
    column: np.ndarray,
    looks: dict[str, str],
    labels: dict[str, str],
    cells: Callable[[str], Collection[str]],
    rows: str,
) -> str:
    """Why nothing can be learned from a column; "" if something can. The other arguments are those of
    `columns`.
    """
    name, n, discrete = attribute.name, len(column), attribute.kind in DISCRETE
    if not discrete and attribute.kind != "linear":
        return ""
    known = column[column >= 0] if discrete else column[~np.isnan(column)]
    different = len(np.unique(known))
    if not different:
        return f"has only missing cells in all {rows}"
    if different == 1:
        values = set(map(label_key, cells(name)))
        if len(values) > 1 and all(isinstance(value, Decimal) for value in values):
            return (
                "has numbers that differ by less than a computer can tell; subtract a number from all, or "
                f"pass --kind {shlex.quote(name)}=nominal"
            )
        if len(known) < n:
            return f"has one value in {len(known)} of {n} {rows} and is missing in the others"
        return f"has one value in all {rows}"
    texts = attribute.kind == "nominal" and looks.get(name) != "numbers"
    if texts and _words(attribute.values) >= WORDS:
        return (
            f"contains texts; to compare methods for texts, pass --kind {shlex.quote(name)}=count and leave "
            "the other columns out with --drop"
        )
    if looks.get(name) == "dates":
        return "contains dates or times; to predict later rows from earlier ones, use --time"
    if looks.get(name) == "times":
        return "contains times or durations; write them as minutes or seconds"
    is_key = n >= ENOUGH and different >= ALMOST_ALL * n and (discrete or name in labels)
    if is_key and looks.get(name) != "numbers":
        return (
            "looks like an identifier: nearly every row has its own value; to keep it, pass --kind "
            f"{shlex.quote(name)}={'nominal' if discrete and looks.get(name) != 'zeros' else 'linear'}"
        )
    return ""


def _words(values: Sequence[str]) -> float:
    """Mean number of words of the values; 0 if there are few values."""
    return sum(len(value.split()) for value in values) / len(values) if len(values) >= ENOUGH else 0.0


def as_sentences(notes: Iterable[str]) -> list[str]:
    """Notes as sentences with a capital letter and a full stop."""
    return [f"{note[0].upper()}{note[1:]}." for note in notes]


def rows(table: Table, texts: Sequence[np.ndarray] = (), holdout: int | None = None) -> list[str]:
    """Warnings about classes and rows; texts: codes (n,) of the cells of kind count, holdout: number of
    leading rows that are the training part.
    """
    counts = class_counts(table)
    found = [
        f"Class {label!r} has {count} case{'s' * (count != 1)}, so its scores are imprecise."
        for label, count in zip(table.classes, counts.tolist(), strict=True)
        if count < FEW_CASES
    ]
    return found + _copies(table, row_codes(table, texts), holdout)


def _copies(table: Table, codes: np.ndarray, holdout: int | None) -> list[str]:
    """A warning about rows with equal `codes` (n,) that are in a training and in a test part: those of the
    test file that are in the training file, of several groups, or any.
    """
    n, columns = n_cases(table), attribute_columns(table)
    # few values in few columns leave no other choice
    possible = math.prod(len(a.values) + 1 if a.kind in DISCRETE else math.inf for a, _ in columns)
    if n >= possible * len(table.classes):
        return []
    if holdout is not None:
        double = int(np.isin(codes[holdout:], codes[:holdout]).sum())
        among, parts = " of the test file repeat a row of the training file", "in both files"
    elif table.groups is not None:
        pairs = np.unique(np.column_stack([codes, table.groups]), axis=0)
        double = len(pairs) - len(np.unique(codes))
        among, parts = " repeat a row of another group", "in several groups"
    else:
        double = n - len(np.unique(codes))
        among, parts = " repeat another row", "in a training and a test fold"
    if not double:
        return []
    subject = "1 row" + among.replace("repeat", "repeats") if double == 1 else f"{double} rows{among}"
    said = f"{subject} exactly in the columns that are used."
    # as among birthdays, equal rows are no surprise if the possible ones are fewer than the pairs of rows
    sizes = [len(np.unique(c)) if a.kind in DISCRETE or a.kind == "linear" else math.inf for a, c in columns]
    if math.prod(sizes) * len(table.classes) < n * (n - 1) / 2:
        return [f"{said} With so few possible values, they may be different cases."]
    return [
        f"{said} Copies of one case {parts} make scores look better: remove copies, and keep cases that are "
        "alike."
    ]
