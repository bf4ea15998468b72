"""Decide on kinds, value lists and classes from the findings of the scan, and make the sample and the record
of a data set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from naivebench.benchmark.streaming import layout, scan
from naivebench.benchmark.streaming.blocks import Block
from naivebench.benchmark.streaming.layout import Layout
from naivebench.core.checks import InputError, did_you_mean, one_of
from naivebench.core.table import DISCRETE, Attribute, Table, subset
from naivebench.data import raw_columns
from naivebench.data.profile import AttributeRecord, Record
from naivebench.data.stanza import DatasetStanza


def settle(found: scan.Found, stanza: DatasetStanza, where: str) -> tuple[Layout, list[str]]:
    """Kinds, value lists and classes of a data set, and warnings.

    Value lists that the scan found count as declared. Raises InputError for columns in `kinds` or `cuts` that
    do not exist, for too many different values, for a kind that cannot be streamed, for a data set without
    rows, and for fewer than two classes.
    """
    if not found.rows:
        raise InputError(f"{where} has no rows: expected one row per case")
    names, marks = list(found.columns), raw_columns.marks_of(stanza.get("missing"))
    target = layout.target_of(stanza, names, where)
    kinds = stanza.get("kinds")
    for name in kinds if isinstance(kinds, dict) else ():
        if name != "default" and "*" not in name and name not in names:
            raise InputError(
                f"kinds of {where} names {name!r}, which is not a column{did_you_mean(name, names)}"
            )
    declared = layout.kind_of(stanza, target).get("values") if isinstance(kinds, dict) else None
    classes = tuple(map(str, declared or raw_columns.natural_order(found.classes)))
    if len(found.classes) < 2:
        raise InputError(
            f"class column {target!r} of {where} contains only "
            f"{', '.join(found.classes) or 'missing cells'}: a "
            "classifier needs at least two classes"
        )
    _listed(found.columns[target], "class column", target, stanza, where)
    attributes = tuple(
        _attribute(name, column, stanza, marks, where)
        for name, column in found.columns.items()
        if name != target
    )
    unlabelled = found.rows - sum(found.classes.values())
    warnings = [f"{unlabelled} of {found.rows} rows have no class and are left out"] if unlabelled else []
    points = _declared_cuts(stanza, attributes, where)
    cut = {a.name for a in attributes if a.kind not in DISCRETE} - points.keys()
    bound = scan.bound(found) if cut else 0
    settled = Layout(target, attributes, classes, tuple(sorted(marks)), points, bound, found.ranges)
    return settled, warnings


def _attribute(
    name: str, column: scan.Column, stanza: DatasetStanza, marks: frozenset[str], where: str
) -> Attribute:
    stated = layout.kind_of(stanza, name)
    kind = stated.get("kind")
    if kind is None:
        others = column.words is None or column.words - raw_columns.NO_NUMBER
        figures = column.sort == "numbers" or column.figures is None or column.figures
        kind = "linear" if column.sort != "labels" and not others and figures else "nominal"
    one_of(kind, layout.KINDS, f"kind of column {name!r}", f"{where}, which is streamed")
    if kind in scan.NUMBERS:
        return Attribute(name, kind, period=float(stated.get("period", 0.0)))
    values = stated.get("values")
    if values is None:
        listed = raw_columns.natural_order(_listed(column, "column", name, stanza, where))
    else:
        listed = [v for v in dict.fromkeys(map(str, values)) if v not in marks]
    return Attribute(name, kind, tuple(listed), declared=True)


def _listed(column: scan.Column, what: str, name: str, stanza: DatasetStanza, where: str) -> set[str]:
    """The different cells of a column.

    Raises InputError if there are too many.
    """
    most = stanza.get("most_values", scan.MOST_VALUES)
    if column.words is None or column.figures is None or len(column.words | column.figures) > most:
        odd = f", among them {min(column.words)!r}, which is not a number" if column.words else ""
        raise InputError(
            f"{what} {name!r} of {where} has more than {most:,} different values{odd}: list it under "
            "`drop`, give it the kind linear, or raise `most_values`"
        )
    return set(column.words | column.figures)


def _declared_cuts(
    stanza: DatasetStanza, attributes: Iterable[Attribute], where: str
) -> dict[str, np.ndarray]:
    of = {a.name: a for a in attributes if a.kind not in DISCRETE}
    points = {}
    for name, given in stanza.get("cuts", {}).items():
        if name not in of:
            raise InputError(
                f"cuts of {where} names {name!r}, which is not a numeric column{did_you_mean(name, of)}"
            )
        unit = 2 * math.pi / of[name].period if of[name].kind == "angular" else 1.0
        points[name] = np.unique(np.array(given, dtype=np.float64) * unit)
    return points


def sampled(found: scan.Found, settled: Layout) -> Table:
    """The sampled rows with a known class, in the order of their hashes."""
    batch = found.sample.combine_chunks()
    columns = {name: batch.column(name).combine_chunks() for name in batch.column_names}
    table = layout.encoded(Block("the sample", 0, columns, batch.num_rows), settled)
    return subset(table, np.flatnonzero(table.y >= 0))


def record(found: scan.Found, settled: Layout, warnings: Sequence[str], dataset: str, source: str) -> Record:
    """The record of data/prepared/{dataset}.json, with the keys of `profile.describe`."""
    attributes: list[AttributeRecord] = []
    for a in settled.attributes:
        column = found.columns[a.name]
        number = a.kind in scan.NUMBERS and column.low <= column.high
        attributes.append(
            {
                "name": a.name,
                "kind": a.kind,
                "values": len(a.values) if a.kind in DISCRETE else None,
                "missing": column.missing + (column.no_number if a.kind in scan.NUMBERS else 0),
                "constant": len(a.values) == 1 if a.kind in DISCRETE else column.low == column.high,
                "min": column.low if number else None,
                "max": column.high if number else None,
                "period": a.period or None,
            }
        )
    counts = {label: found.classes.get(label, 0) for label in settled.classes}
    return {
        "dataset": dataset,
        "status": "ok",
        "reason": "",
        "remedy": "",
        "rows": sum(counts.values()),
        "classes": counts,
        "attributes": attributes,
        "missing_cells": sum(a["missing"] for a in attributes),
        "groups": None,
        "warnings": list(warnings),
        "source": source,
        "sha256": "",
        "holdout": None,
        "majority_rate": max(counts.values()) / sum(counts.values()),
    }
