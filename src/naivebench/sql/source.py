"""A database table prepared for counting: its columns with their kinds, its classes, and the values of
columns.

Content that no estimator supports is rejected here, with the same messages as for data frames.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import DISCRETE
from naivebench.data import column_kinds, raw_columns
from naivebench.data.readers.raw_table import Hint, Names, RawTable
from naivebench.estimators import class_balance
from naivebench.sql import queries

if TYPE_CHECKING:
    import ibis

CLASS = "y"  # class column of the prepared table; its other columns are c0, c1, ...
FOLD = "fold"  # column of the prepared table for a cross-validation
# largest number of different numbers that are counted; with more, the engine ranks or sums them
DISTINCT = 100_000


class Column(NamedTuple):
    """One column of the database and its role for the method."""

    name: str
    place: str  # its name in the prepared table
    kind: str  # kind of the attribute
    period: float
    dtype: Any  # type in ibis


class Profile(NamedTuple):
    """Properties of a numeric column, known before it is cut or summed."""

    smallest: float | None
    largest: float | None
    listed: bool  # whether the column has at most `DISTINCT` different numbers, so that each is counted


class Classes(NamedTuple):
    """The classes of a table; those of weight 0 are left out."""

    labels: list[Any]  # as Python values
    cases: list[int]
    weights: np.ndarray | None  # (K,) float64, above 0; None if cases are not weighted


class Source(NamedTuple):
    """A database table with the results of the first queries."""

    name: str
    table: ibis.Table  # with class and columns prepared: numbers as float64, angles in their own unit
    columns: tuple[Column, ...]
    classes: Classes
    profiles: dict[str, Profile]  # for numeric columns, by place
    # (value, label, cases) of columns whose values are counted, by place
    values: dict[str, list[queries.Row]]


def name_of(table: Any) -> str:
    import ibis

    if not isinstance(table, ibis.Table):
        raise InputError(
            f"table is of type {type(table).__name__}, expected a table of ibis, such as "
            "ibis.duckdb.connect('file.db').table('t')"
        )
    return table.get_name() if hasattr(table.op(), "name") else "the query"


def columns_of(table: ibis.Table, target: str, kinds: Any, name: str) -> list[Column]:
    """The columns of the attributes. Raises InputError for unknown names and unsuitable kinds."""
    schema = table.schema()
    if target not in schema:
        raise InputError(f"target {target!r} is not a column of {name}{did_you_mean(target, schema)}")
    names = [n for n in schema if n != target]
    if not names:
        raise InputError(f"{name} has no column besides the target {target!r}: add attributes")
    _check_types(schema, name)
    hints: dict[str, Hint] = {
        n: {"held": "numeric", "kind": "linear"}
        if _is_number(schema[n])
        else {"held": "string", "kind": "nominal"}
        for n in names
    }
    raw = RawTable(Names(names), tuple([] for _ in names), hints, None, (), [], ((0, "X"),))
    wanted = column_kinds.kinds_of(raw, names, kinds, raw_columns.marks_of(None), "X")
    for n, want in wanted.items():
        if want.kind in ("count", "sequence"):
            raise InputError(
                f"column {n!r} of {name} is text, whose words a database does not count: turn it into a "
                "table of documents, words and counts, and give that to `fit_words`"
            )
        if want.kind not in DISCRETE and not _is_number(schema[n]):
            raise InputError(
                f"column {n!r} of {name} is {want.kind}, but the database contains {schema[n]} values: "
                "cast it to a number, or leave its kind out"
            )
    return [Column(n, f"c{i}", wanted[n].kind, wanted[n].period, schema[n]) for i, n in enumerate(names)]


def _is_number(dtype: Any) -> bool:
    return dtype.is_numeric() and not dtype.is_boolean()


def _check_types(schema: Any, name: str) -> None:
    for column, dtype in schema.items():
        if dtype.is_temporal() or dtype.is_interval():
            raise InputError(
                f"column {column!r} of {name} contains {dtype} values: convert them to numbers or labels, "
                f"such as the hour, which is angular with period 24, or leave it out by .drop({column!r})"
            )
        if not (dtype.is_numeric() or dtype.is_boolean() or dtype.is_string()):
            raise InputError(
                f"column {column!r} of {name} contains {dtype} values, which are neither labels nor "
                f"numbers: cast it, or leave it out by .drop({column!r})"
            )


def prepared(table: ibis.Table, target: str, columns: Sequence[Column], **others: Any) -> ibis.Table:
    """Table with the prepared class and attributes, and other columns, including rows without a label."""
    entries = {CLASS: _no_nan(table[target]) if table[target].type().is_floating() else exact(table[target])}
    for column in columns:
        cells = exact(table[column.name])
        if column.kind not in DISCRETE:
            cells = _no_nan(cells) if cells.type().is_floating() else cells
            cells = cells.cast("float64")
        entries[column.place] = cells
    return table.select(**entries, **others)


def exact(cells: Any) -> Any:
    """Cells that are grouped by all their letters if they are text."""
    return queries.exact(cells) if cells.type().is_string() else cells


def _no_nan(cells: Any) -> Any:
    """Numbers with NaN replaced by NULL; SQLite has no NaN."""
    import ibis

    if cells.get_backend().name == "sqlite":
        return cells
    return ibis.ifelse(cells.isnan(), ibis.null(cells.type()), cells)


def profiled(table: ibis.Table, columns: list[Column], name: str, class_weight: Any) -> Source:
    """Run the first queries: classes, ranges of numbers, and the values of every column."""
    _check_cells(table, columns, name)
    [(_, found)] = queries.counts(table, [(CLASS,)])
    without = sum(cases for label, cases in found if label is None)
    if without:
        warnings.warn(f"{without} rows of {name} have no label and are left out", stacklevel=3)
    classes = _classes(table, found, name, class_weight)
    table = _of_classes(table, found, classes)
    numbers = [c for c in columns if c.kind not in DISCRETE]
    profiles = _profiles(table, numbers)
    counted = [c.place for c in columns if c.kind in DISCRETE or profiles[c.place].listed]
    values: dict[str, list[queries.Row]] = {}
    for place, rows in queries.counts(table, [(column, CLASS) for column in counted]):
        values[counted[place]] = rows
    source = Source(name, table, tuple(columns), classes, profiles, values)
    for rows in values.values():
        check_same(source, rows)
    return source


def without_folds(
    table: ibis.Table,
    fold: Any,
    folds: int,
    target: str,
    columns: list[Column],
    name: str,
    class_weight: Any,
) -> Iterator[Source]:
    """For every fold, the source of the rows outside it.

    fold: the fold of every row, 0 to folds - 1. The values in all folds are counted together, unless a
    column has too many different numbers to list.
    """
    parts = [prepared(table.filter(fold != number), target, columns) for number in range(folds)]
    whole = prepared(table, target, columns, **{FOLD: fold})
    _check_cells(whole, columns, name)
    whole = whole.filter(whole[CLASS].notnull())
    numbers = [c for c in columns if c.kind not in DISCRETE]
    if not all(profile.listed for profile in _profiles(whole, numbers).values()):
        yield from (profiled(part, columns, name, class_weight) for part in parts)
        return
    sets = [(CLASS, FOLD), *((c.place, CLASS, FOLD) for c in columns)]
    counted = dict(queries.counts(whole, sets))
    for number, part in enumerate(parts):
        found, *rows = (_outside(counted[place], number) for place in range(len(sets)))
        classes = _classes(whole, found, name, class_weight)
        known = set(classes.labels)
        rows = [[row for row in of if row[1] in known] for of in rows]
        values = {c.place: of for c, of in zip(columns, rows, strict=True)}
        profiles = {c.place: _profile(values[c.place]) for c in numbers}
        source = Source(name, _of_classes(part, found, classes), tuple(columns), classes, profiles, values)
        for of in rows:
            check_same(source, of)
        yield source


def _outside(rows: Iterable[queries.Row], number: int) -> list[queries.Row]:
    """Counts of the combinations that occur outside a fold, from counts (..., fold, cases)."""
    cases: dict[queries.Row, int] = {}
    for *values, fold, n in rows:
        if fold != number:
            cases[tuple(values)] = cases.get(tuple(values), 0) + n
    return [(*values, n) for values, n in cases.items()]


def _profile(rows: Iterable[queries.Row]) -> Profile:
    """The range of a column whose numbers are listed."""
    known = [row[0] for row in rows if row[0] is not None]
    return Profile(min(known, default=None), max(known, default=None), True)


def _classes(table: ibis.Table, found: Iterable[queries.Row], name: str, class_weight: Any) -> Classes:
    """The labels in order, with the number of cases and the weight of each."""
    pairs = sorted((label, cases) for label, cases in found if label is not None)
    as_bool = table[CLASS].type().is_boolean()
    labels, cases = [bool(p[0]) if as_bool else p[0] for p in pairs], [p[1] for p in pairs]
    if not labels:
        raise InputError(f"{name} has no row with a label: a classifier needs at least two classes")
    return weighted_classes(labels, cases, class_weight)


def weighted_classes(labels: list[Any], cases: list[int], class_weight: Any) -> Classes:
    """The classes whose weight is not 0. Raises InputError if there are none, and as `of_classes`."""
    if class_weight is None:
        return Classes(labels, cases, None)
    weights = class_balance.of_classes(class_weight, label_array(labels), np.array(cases, np.float64))
    kept = np.flatnonzero(weights)
    if not len(kept):
        raise InputError("class_weight is 0 for every class: give a weight above 0")
    return Classes([labels[i] for i in kept], [cases[i] for i in kept], weights[kept])


def _of_classes(table: ibis.Table, found: Sequence[queries.Row], classes: Classes) -> ibis.Table:
    """The rows of these classes. found: (label, cases) of all rows."""
    label = table[CLASS]
    known = sum(value is not None for value, _ in found)
    return table.filter(label.notnull() if known == len(classes.labels) else label.isin(classes.labels))


def check_letters(table: ibis.Table, columns: Mapping[str, str], name: str) -> None:
    """Raise InputError for PostgreSQL's type citext, which ignores case in every collation.

    columns: names of the columns of the prepared table in the database, except for the target.
    """
    texts = [place for place, dtype in table.schema().items() if dtype.is_string()]
    if table.get_backend().name != "postgres" or not texts:
        return
    types = table.select(**{place: queries.type_of(table[place]) for place in texts})
    for row in queries.rows_of(types.limit(1)):
        for place, dtype in zip(texts, row, strict=True):
            if dtype.endswith("citext"):
                column = f"column {columns[place]!r}" if place in columns else "the target"
                raise InputError(
                    f"{column} of {name} has the type citext, which ignores case: pass a view in which it "
                    "has the type text"
                )


def _check_cells(table: ibis.Table, columns: Sequence[Column], name: str) -> None:
    """Raise InputError as `check_letters` does, and for text in a numeric column, which SQLite allows and
    would count as 0.
    """
    check_letters(table, {c.place: c.name for c in columns}, name)
    if table.get_backend().name != "sqlite":
        return

    inner = table.op().parent.to_expr()
    for column in columns:
        if column.kind in DISCRETE:
            continue
        text = inner[column.name].typeof().isin(["text", "blob"])
        [(cell,)] = queries.rows_of(inner.aggregate(cell=inner[column.name].cast("string").max(where=text)))
        if cell is not None:
            raise InputError(
                f"{cell!r} in column {column.name!r} of {name} is not a finite number: correct it, or "
                "declare the column nominal"
            )


def _profiles(table: ibis.Table, numbers: Sequence[Column]) -> dict[str, Profile]:
    """Range of every numeric column, and whether its numbers can be listed."""
    if not numbers:
        return {}
    cells = [table[c.place] for c in numbers]
    asked = {
        f"{c.place}_{what}": value
        for c, x in zip(numbers, cells, strict=True)
        for what, value in (("low", x.min()), ("high", x.max()))
    }
    [answer] = queries.rows_of(table.aggregate(**asked))
    profiles = {}
    for i, (column, x) in enumerate(zip(numbers, cells, strict=True)):
        known = table.filter(x.notnull()).select(column.place)
        for part in (known.limit(3 * DISTINCT), known):  # a few rows often show that there are too many
            found = part.distinct().limit(DISTINCT + 1)
            [(n,)] = queries.rows_of(found.aggregate(n=found.count()))
            if n > DISTINCT:
                break
        low, high = answer[2 * i : 2 * i + 2]
        profiles[column.place] = Profile(low, high, n <= DISTINCT)
    return profiles


def check_same(source: Source, rows: Iterable[queries.Row]) -> None:
    """Raise InputError unless the counts of a query add up to the cases of every class."""
    cases = dict.fromkeys(source.classes.labels, 0)
    for *_, label, n in rows:
        if label not in cases:
            raise changed(source.name)
        cases[label] += n
    if list(cases.values()) != source.classes.cases:
        raise changed(source.name)


def changed(name: str) -> InputError:
    """The error for a table that is written to during `fit`."""
    return InputError(
        f"{name} changed while it was counted, so no model was written: fit again while no program writes "
        "to it, or in a transaction that keeps a snapshot"
    )


def few_cases(source: Source) -> tuple[Any, np.ndarray]:
    """A small data frame with labels that contains every value of each discrete column, the smallest and
    largest number of each numeric column, and every label.
    """
    import pandas as pd

    lists, labels = [values_of(source, c) for c in source.columns], source.classes.labels
    n = max(2, len(labels), *map(len, lists))
    frame = {
        c.name: pd.Series([*values, *[None] * (n - len(values))], dtype=_pandas_type(c))
        for c, values in zip(source.columns, lists, strict=True)
    }
    return pd.DataFrame(frame), label_array([*labels, *[labels[-1]] * (n - len(labels))])


def label_array(labels: Sequence[Any]) -> np.ndarray:
    """Labels with the type that a column of a data frame has, so that `classes_` has it too."""
    return np.array(labels, dtype=object if isinstance(labels[0], str) else None)


def values_of(source: Source, column: Column) -> list[Any]:
    if column.kind not in DISCRETE:
        profile = source.profiles[column.place]
        return [profile.smallest, profile.largest]
    return [
        value for value in dict.fromkeys(row[0] for row in source.values[column.place]) if value is not None
    ]


def _pandas_type(column: Column) -> str:
    if column.kind not in DISCRETE:
        return "float64"
    if column.dtype.is_boolean():
        return "boolean"
    if column.dtype.is_integer():
        return "UInt64" if column.dtype.is_unsigned_integer() else "Int64"
    return "string" if column.dtype.is_string() else "float64" if column.dtype.is_floating() else "object"
