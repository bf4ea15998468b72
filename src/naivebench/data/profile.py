"""Profile of a data set: the record data/prepared/{dataset}.json, with warnings about suspicious columns."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypedDict

import numpy as np

from naivebench.core.table import DISCRETE, MISSING, Attribute, Table, class_counts, list_columns
from naivebench.data import text_columns
from naivebench.data.column_notes import Note, compose_sentences
from naivebench.data.discretization import mdl

GIVEN_AWAY = 0.995  # least share of the cases whose class one column alone determines that is reported
CHANCE = 10  # least bits in the order of the labels; with fewer, a column may determine the class by chance
CASES_OF_A_VALUE = 5  # least mean number of cases per value or interval; with fewer, values identify cases
MOST_VALUES = 20  # different numbers; more are cut into intervals
SAMPLE = 20_000  # cases from which the intervals are learned


AttributeRecord = dict[str, Any]  # as `_describe_attribute` returns it
Record = dict[str, Any]  # with the keys of EMPTY
EMPTY: Record = {
    "dataset": "",
    "status": "ok",
    "reason": "",
    "remedy": "",
    "rows": 0,
    "classes": {},  # label -> number of cases
    "attributes": [],  # list of AttributeRecord
    "missing_cells": 0,
    "groups": None,  # their number, None without groups
    "warnings": [],  # sentences
    "source": "",
    "sha256": "",
    "holdout": None,  # cases of the data set's own training part
    "majority_rate": None,
}


class Findings(TypedDict, total=False):
    """Findings of the encoding of a table."""

    rows: np.ndarray  # kept rows, indices into the file
    warnings: list[str]
    looks: dict[str, str]  # column -> what it looks like (`column_kinds.ColumnKind`), or "labels" for numbers


def describe_table(
    table: Table,
    findings: Findings | None = None,
    *,
    dataset: str = "",
    source: str = "",
    sha256: str = "",
    holdout: int | None = None,
) -> Record:
    """Return a record of a table for JSON: counts, attributes, missing cells, and warnings as sentences.

    `findings`: result of `encode.encode_table`; `holdout`: number of cases of the data set's own training
    part.
    """
    findings = findings or {}
    summaries, counts = summarize_attributes(table), class_counts(table)
    attributes = [_describe_attribute(summary) for summary in summaries]
    return EMPTY | {
        "dataset": dataset,
        "rows": len(table.y),
        "classes": {label: int(count) for label, count in zip(table.classes, counts, strict=True)},
        "attributes": attributes,
        "missing_cells": sum(a["missing"] for a in attributes),
        "groups": None if table.groups is None else len(np.unique(table.groups)),
        "warnings": [*findings.get("warnings", ()), *_list_warnings(table, summaries, findings)],
        "source": source,
        "sha256": sha256,
        "holdout": holdout,
        "majority_rate": float(counts.max() / counts.sum()),
    }


def describe_absence(dataset: str, status: str, reason: str, remedy: str, source: str = "") -> Record:
    """Return the record of a data set that is not available."""
    given = {"dataset": dataset, "status": status, "reason": reason, "remedy": remedy, "source": source}
    return EMPTY | given


def list_attribute_columns(table: Table) -> list[tuple[Attribute, np.ndarray]]:
    """Return the attributes with their columns, shape (n,) each; (n, p) for a direction; lengths of the cases
    for a count or sequence.
    """
    lengths = {}
    if table.counts is not None:
        lengths["count"] = text_columns.count_words_per_case(table.counts)
    if table.sequences is not None:
        lengths["sequence"] = np.diff(table.sequences.offsets).astype(np.float64)
    return [(attribute, lengths.get(attribute.kind, column)) for attribute, column in list_columns(table)]


class Summary(NamedTuple):
    """An attribute, its column as in `list_attribute_columns`, and the contents of the column."""

    attribute: Attribute
    column: np.ndarray
    present: np.ndarray  # the entries that are not missing
    values: np.ndarray  # the different ones among them

    @property
    def is_text(self) -> bool:
        """Whether the column has the lengths of texts."""
        return self.attribute.kind in text_columns.KINDS


def summarize_attributes(table: Table) -> list[Summary]:
    """Return the contents of every attribute."""
    summaries = []
    for attribute, column in list_attribute_columns(table):
        present = column[find_observed_entries(column)]
        different = np.unique(present, axis=0 if present.ndim > 1 else None)
        summaries.append(Summary(attribute, column, present, different))
    return summaries


def find_observed_entries(column: np.ndarray) -> np.ndarray:
    """Return which entries of a column (n,) are observed. A direction (n, p) needs all its components."""
    if column.ndim == 2:
        return ~np.isnan(column).any(axis=1)
    return ~np.isnan(column) if column.dtype.kind == "f" else column >= 0


def _describe_attribute(summary: Summary) -> AttributeRecord:
    """Return the profile of an attribute. min and max are in the raw unit, angles in (-period/2, period/2];
    those of a count or sequence are the lengths of its cases, in words or letters.
    """
    attribute, present = summary.attribute, summary.present
    listed = summary.is_text or attribute.kind in DISCRETE
    low = high = None
    if (summary.is_text or attribute.kind in ("linear", "angular")) and len(present):
        unit = attribute.period / (2 * math.pi) if attribute.kind == "angular" else 1.0
        low, high = float(present.min() * unit), float(present.max() * unit)
    return {
        "name": attribute.name,
        "kind": attribute.kind,
        "values": len(attribute.values) if listed else len(summary.values),
        "missing": len(summary.column) - len(present),
        "constant": len(summary.values) == 1 and not summary.is_text,
        "min": low,
        "max": high,
        "period": attribute.period or None,
    }


def _list_warnings(table: Table, summaries: list[Summary], findings: Findings) -> list[str]:
    """List warnings about columns, classes and rows that look wrong, unless the encoding warns about them."""
    n, repeats = len(table.y), len(table.y) - len(np.unique(number_equal_rows(table)))
    looks = findings.get("looks", {})
    columns = {s.attribute.name: s for s in summaries if not s.is_text}
    names = {
        "has no values": [s.attribute.name for s in summaries if not len(s.present)],
        "has only one value": [name for name, summary in columns.items() if len(summary.values) == 1],
        "determines the class by itself (check whether it is known before the class)": [
            name
            for name, summary in columns.items()
            if looks.get(name) != "labels" and measure_leakage(summary.attribute, summary.column, table)
        ],
        "classes with only one case, which cannot be in both parts of a fold": [
            label for label, count in zip(table.classes, class_counts(table), strict=True) if count == 1
        ],
    }
    sentences = [] if summaries else ["there is no column besides the class"]
    sentences += compose_sentences(Note(text, name) for text, listed in names.items() for name in listed)
    if repeats:
        sentences.append(f"{repeats} of {n} rows repeat an earlier row in all attributes and the class")
    return sentences


def measure_leakage(attribute: Attribute, column: np.ndarray, table: Table) -> float:
    """Return the share of cases whose class one attribute determines; 0 if it is below `GIVEN_AWAY`.

    A value predicts the class that most of its cases have. Numbers are replaced by the intervals between the
    cut points of Fayyad and Irani, so that one cut suffices and rounding changes nothing. Missing cells are a
    separate value. With few cases of other classes, or with many columns, a large share may be chance, so the
    order of the labels, log2 n! / (n_1! ... n_K!) bits, must outweigh the choice of a column.
    """
    n, k, counts = len(table.y), len(table.classes), class_counts(table)
    others = n - int(counts.max())
    bits = (math.lgamma(n + 1) - math.fsum(math.lgamma(count + 1) for count in counts)) / math.log(2)
    too_few = bits < CHANCE + 2 * math.log2(len(table.attributes))
    if too_few or column.ndim > 1 or attribute.kind in text_columns.KINDS:
        return 0.0

    # codes of values or of intervals, 0 for missing cells
    if column.dtype.kind == "f":
        known = find_observed_entries(column)
        points = np.unique(column[known])
        if len(points) > MOST_VALUES:
            some = np.flatnonzero(known)
            some = some[np.unique(np.linspace(0, len(some) - 1, SAMPLE).astype(int))]
            points = mdl.find_fayyad_irani_cuts(column[some], table.y[some], k)
        codes = np.where(known, np.searchsorted(points, column) + 1, 0)
    else:
        codes = np.maximum(column, MISSING).astype(np.int64) + 1

    cells = np.bincount(codes * k + table.y, minlength=k * (int(codes.max()) + 1)).reshape(-1, k)
    wrong = n - int(cells.max(axis=1).sum())
    enough = np.count_nonzero(cells.any(axis=1)) <= n / CASES_OF_A_VALUE
    return (n - wrong) / n if enough and wrong <= min((1 - GIVEN_AWAY) * n, others / 10) else 0.0


def number_equal_rows(table: Table) -> np.ndarray:
    """Return a number (n,) for every row, equal for rows that agree in all attributes and the class. Missing
    values are equal, and so are texts with the same numbers of words.
    """
    reals = np.where(np.isnan(table.reals), np.nan, table.reals + 0.0)
    content = text_columns.number_equal_texts(table.counts, table.sequences, len(table.y))
    joined = np.column_stack([table.codes, reals.view(np.int64), content, table.y])
    joined = np.ascontiguousarray(joined, dtype=np.int64)
    rows = joined.view(np.dtype((np.void, joined.dtype.itemsize * joined.shape[1]))).ravel()
    return np.unique(rows, return_inverse=True)[1]
