"""Tables of the report, with the same rows in HTML and CSV.

Numbers are stored raw (full precision, accuracy as a share of 1) and become text only in the page.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from naivebench.benchmark.results import formats

Row = dict[str, Any]  # column key -> raw value or Cell

TEXTUAL = ("text", "id", "long", "code")


class Column(NamedTuple):
    """A column, declared once for tables, the scripts of the page (`page.columns`) and the audit.

    `kind` is id (row header), text, long, code, or a key of `formats.FORMATS`; `metric` and `difference` are
    formatted like a value, and a difference of two values, of the table's metric. `time` columns are written
    to a separate CSV file.
    """

    key: str
    label: str
    kind: str = "text"
    title: str = ""  # explanation on hover and for screen readers
    time: bool = False
    method: str = ""  # method whose scores the column contains
    hidden: bool = False  # only in the CSV
    scripts: bool = False  # only the page's scripts fill it
    cost: str = ""  # the cost of a cell (`arrays.COSTS`) whose median over the data sets is shown


class Cell(NamedTuple):
    """A cell with more than its value: `text` replaces the value, `css` are classes, `title` is shown on
    hover.
    """

    value: object
    text: str | None = None
    css: str = ""
    title: str = ""
    href: str = ""


class Table(NamedTuple):
    """A table of the report.

    Rows map column keys to raw values or Cells; the keys `dataset` and `method` connect a row with the
    filters.
    """

    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: str = ""


class View(NamedTuple):
    """A table for one protocol and metric."""

    protocol: str
    metric: str
    table: Table


def raw(cell: object) -> Any:
    """The raw value of a cell: numbers as int or float, None for a missing one."""
    value: Any = cell.value if isinstance(cell, Cell) else cell
    if value is None or isinstance(value, (str, bool, int)):
        return value
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and math.isnan(value) else value


def strong(value: Any, alpha: float) -> Any:
    """A p-value, in bold if it is at most the level of significance."""
    return Cell(value, css="strong") if isinstance(value, (int, float)) and value <= alpha else value


def without_empty(columns: Iterable[Column], rows: Iterable[Row]) -> tuple[Column, ...]:
    """The columns, except hidden ones without a value in any row."""
    filled = {key for row in rows for key, value in row.items() if value is not None}
    return tuple(c._replace(hidden=c.hidden or c.key not in filled) for c in columns)


def shown(cell: object, column: Column) -> str:
    """The text of a cell in the page."""
    if isinstance(cell, Cell) and cell.text is not None:
        return cell.text
    return formats.text(raw(cell), column.kind)


def exact(cell: object) -> str:
    """The value as the CSV contains it: the shortest text that gives the same number back; empty if
    missing.
    """
    value = raw(cell)
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)


def sort_key(cell: object, text: str) -> str | None:
    """The number behind a cell with six significant digits, by which the page sorts and saves; None if the
    text already is that number.
    """
    value = raw(cell)
    key = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    return None if key and key == text else key


def in_units(columns: Iterable[Column], metric: str) -> tuple[Column, ...]:
    """The columns with the formats of a metric, except those that only scripts fill."""
    kind = formats.metric_kind(metric)
    units = {"metric": kind, "difference": "points" if kind == "percent" else "signed"}
    percent = {"metric": " %"} if kind == "percent" else {}
    return tuple(
        c._replace(kind=units.get(c.kind, c.kind), label=c.label + percent.get(c.kind, ""))
        for c in columns
        if not c.scripts
    )


def is_number(column: Column) -> bool:
    """Whether the column is aligned and sorted as numbers."""
    return column.kind not in TEXTUAL


_LEAD = (Column("protocol", "Protocol"), Column("metric", "Metric"))


def _csv(columns: Sequence[Column], rows: Iterable[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([c.key for c in columns])
    for row in rows:
        writer.writerow([exact(row.get(c.key)) for c in columns])
    return out.getvalue()


def _split(columns: Sequence[Column]) -> dict[str, list[Column]]:
    """Split the columns into those of the plain file and those of the file of times (which repeats the
    textual columns as keys).
    """
    plain, times = [c for c in columns if not c.time], [c for c in columns if c.time]
    parts = {"": plain} if any(is_number(c) for c in plain) or not times else {}
    if times:
        parts["time_"] = [*(c for c in plain if c.kind in ("id", "text")), *times]
    return parts


def csv_files(table: Table) -> dict[str, str]:
    """File name -> text: `<id>.csv`, and `time_<id>.csv` if there are columns of times."""
    return {
        f"{prefix}{table.id}.csv": _csv(columns, table.rows)
        for prefix, columns in _split(table.columns).items()
    }


def csv_views(views: Iterable[View]) -> dict[str, str]:
    """One file for all views of a table, with the protocol and the metric as first columns.

    A column that only some views have is empty in the others.
    """
    parts: dict[str, list[tuple[View, list[Column]]]] = {}
    for view in views:
        for prefix, columns in _split(view.table.columns).items():
            parts.setdefault(f"{prefix}{view.table.id}.csv", []).append((view, columns))
    files = {}
    for name, found in parts.items():
        by_key = {c.key: c for _, of_view in found for c in of_view}
        files[name] = _csv(
            [*_LEAD, *by_key.values()],
            [row | {"protocol": v.protocol, "metric": v.metric} for v, _ in found for row in v.table.rows],
        )
    return files


def file_names(table: Table) -> list[str]:
    """The CSV files that the page links to next to the table."""
    return [f"{prefix}{table.id}.csv" for prefix in _split(table.columns)]
