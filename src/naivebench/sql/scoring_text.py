"""The text of queries: dialects, names and values quoted by sqlglot, numbers in full, and look-ups in tables.

A query is a chain of common table expressions. Each has all columns of the one before and some of its own,
whose names are made here, so that no column of the user's table can meet them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean

INLINE = 128  # rows of a table that is written as nested conditions; longer ones are joined
LEAF = 8  # branches of the innermost conditions
MOST_JOINS = 40  # in one expression: SQLite joins at most 64 tables
MOST_BYTES = 63  # of a name in PostgreSQL, which cuts longer ones
NEEDED = "queries need the package sqlglot, which is not installed: run `pip install naivebench[sql]`"


class Dialect(NamedTuple):
    """How a database writes what the queries need."""

    name: str  # as sqlglot knows it
    double: str  # type of numbers
    text: str  # type of text
    number: str  # a finite number
    infinity: str  # minus infinity
    greatest: str = "GREATEST"
    cte: str = "AS"  # begins an expression that is computed once
    end: str = ""  # ends one, so that it is not merged with the next, which would repeat its terms
    exact: str = ""  # follows text that is compared, so that upper and lower case differ


DIALECTS = {
    "duckdb": Dialect("duckdb", "DOUBLE", "VARCHAR", "{}", "CAST('-inf' AS DOUBLE)"),
    "sqlite": Dialect(
        "sqlite", "REAL", "TEXT", "{}", "-9e999", "MAX", "AS MATERIALIZED", exact=" COLLATE BINARY"
    ),
    "postgres": Dialect(
        "postgres", "DOUBLE PRECISION", "TEXT", "'{}'::float8", "'-inf'::float8", end=" OFFSET 0"
    ),
    "bigquery": Dialect("bigquery", "FLOAT64", "STRING", "{}", "CAST('-inf' AS FLOAT64)"),
    "snowflake": Dialect("snowflake", "DOUBLE", "VARCHAR", "{}::DOUBLE", "'-inf'::DOUBLE"),
    "spark": Dialect("spark", "DOUBLE", "STRING", "{}D", "CAST('-inf' AS DOUBLE)"),
}
ALIASES = {"postgresql": "postgres", "databricks": "spark", "pyspark": "spark"}


class Writer(NamedTuple):
    """A query that grows."""

    dialect: Dialect
    quoting: Any  # sqlglot's generator of the dialect
    prefix: str  # of the names of common table expressions
    tables: list[str]  # common table expressions with constants
    stages: list[str]  # the chain


def writer(dialect: str, prefix: str = "nb_") -> Writer:
    """An empty query. Raises InputError for another dialect, and without the package sqlglot."""
    try:
        import sqlglot
    except ImportError:
        raise InputError(NEEDED) from None
    name = ALIASES.get(dialect, dialect)
    if name not in DIALECTS:
        raise InputError(
            f"dialect is {dialect!r}, expected one of {', '.join(DIALECTS)}{did_you_mean(dialect, DIALECTS)}"
        )
    return Writer(DIALECTS[name], sqlglot.Dialect.get_or_raise(name).generator(), prefix, [], [])


def name(query: Writer, text: str, what: str = "column") -> str:
    """A quoted name. Raises InputError for one that no query can hold."""
    from sqlglot import exp

    _check(text, what)
    if not text:
        raise InputError(f"a {what} has an empty name, which no query can hold: rename it")
    return str(query.quoting.identifier_sql(exp.to_identifier(text, quoted=True)))


def literal(query: Writer, text: str, what: str = "value") -> str:
    """A quoted text. Raises InputError for one that no query can hold."""
    from sqlglot import exp

    _check(text, what)
    if query.dialect.name == "postgres" and "\\" in text:  # whatever standard_conforming_strings is
        return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'"
    return str(query.quoting.literal_sql(exp.Literal.string(text)))


def _check(text: str, what: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InputError(
            f"the {what} {text!r} has a character that is not allowed in SQL (NUL, or half of a pair): "
            "replace it and fit again"
        )


def number(query: Writer, x: float) -> str:
    """A number in full; minus infinity; NULL for NaN."""
    if math.isnan(x):
        return f"CAST(NULL AS {query.dialect.double})"
    if math.isinf(x):
        return query.dialect.infinity
    text = repr(float(x))  # the shortest that is read as the same number; with an exponent it is no decimal
    return query.dialect.number.format(text if "e" in text else f"{text}e0")


def sum_of(terms: Sequence[str]) -> str:
    """A sum in pairs, so that no expression nests deeply."""
    if len(terms) <= 4:
        return " + ".join(terms)
    middle = len(terms) // 2
    return f"({sum_of(terms[:middle])}) + ({sum_of(terms[middle:])})"


def greatest(query: Writer, terms: Sequence[str]) -> str:
    """The largest term, by calls of few arguments."""
    if len(terms) == 1:
        return terms[0]
    width = 50
    if len(terms) > width:
        terms = [greatest(query, terms[i : i + width]) for i in range(0, len(terms), width)]
        return greatest(query, terms)
    return f"{query.dialect.greatest}({', '.join(terms)})"


def choose(place: str, values: Sequence[str], first: int = 0) -> str:
    """The value at an integer place, by nested conditions; NULL elsewhere."""
    if len(values) <= LEAF:
        branches = " ".join(f"WHEN {first + i} THEN {value}" for i, value in enumerate(values))
        return f"CASE {place} {branches} END"
    middle = len(values) // 2
    low, high = choose(place, values[:middle], first), choose(place, values[middle:], first + middle)
    return f"CASE WHEN {place} < {first + middle} THEN {low} ELSE {high} END"


def table(query: Writer, columns: Sequence[tuple[str, str]], rows: Sequence[str]) -> str:
    """The name of a table of constants; columns: names and types, rows: values separated by commas."""
    made = f"{query.prefix}v{len(query.tables)}"
    if query.dialect.name == "bigquery":
        fields = ", ".join(f"{column} {kind}" for column, kind in columns)
        body = f"SELECT * FROM UNNEST(ARRAY<STRUCT<{fields}>>[{', '.join(f'({row})' for row in rows)}])"
        query.tables.append(f"{made} AS ({body})")
    else:
        names = ", ".join(column for column, _ in columns)
        values = ", ".join(f"({row})" for row in rows)
        query.tables.append(f"{made}({names}) AS (SELECT * FROM (VALUES {values}) AS v)")
    return made


class Part(NamedTuple):
    """Expressions of the last stage `p`, and what is joined to it for them."""

    columns: list[str]
    joins: tuple[str, ...] = ()


def by_place(query: Writer, place: str, values: np.ndarray, places: np.ndarray | None = None) -> Part:
    """Rows of numbers (R, K) found by an integer expression, NULL elsewhere: conditions if they are few, else
    a join. places: (R,) that of every row, by default 0, 1, ...; NaN is NULL.
    """
    r, k = values.shape
    if r == 0:
        return Part([number(query, math.nan)] * k)
    if r <= INLINE and places is None:
        return Part([choose(place, [number(query, x) for x in column]) for column in values.T.tolist()])
    columns = [("i", "INT64"), *((f"v{c}", query.dialect.double) for c in range(k))]
    keys = range(r) if places is None else places.tolist()
    rows = [
        f"{i}, {', '.join(number(query, x) for x in row)}"
        for i, row in zip(keys, values.tolist(), strict=True)
    ]
    made = table(query, columns, rows)
    return Part([f"{made}.v{c}" for c in range(k)], (f"LEFT JOIN {made} ON {made}.i = {place}",))


def by_text(query: Writer, text: str, codes: dict[str, int]) -> Part:
    """Codes found by an expression that is text, NULL elsewhere."""
    keys = [(literal(query, value), code) for value, code in codes.items()]
    if not keys:
        return Part(["CAST(NULL AS INTEGER)"])
    if len(keys) <= 2 * LEAF:
        branches = " ".join(f"WHEN {key} THEN {code}" for key, code in keys)
        return Part([f"CASE {text} {branches} END"])
    made = table(query, [("k", query.dialect.text), ("i", "INT64")], [f"{key}, {code}" for key, code in keys])
    return Part([f"{made}.i"], (f"LEFT JOIN {made} ON {made}.k = {text}",))


def start(query: Writer, source: str, columns: Mapping[str, str]) -> None:
    """The first stage: columns by their names here, computed from the user's table `t`."""
    listed = ", ".join(f"{expression} AS {made}" for made, expression in columns.items()) or "1 AS one"
    _add(query, f"SELECT {listed} FROM {source} AS t", [])


def extend(query: Writer, columns: Mapping[str, str], joins: Sequence[str] = ()) -> None:
    """The next stage: all columns of the last, `p`, and these."""
    if columns:
        listed = "".join(f", {expression} AS {made}" for made, expression in columns.items())
        _add(query, f"SELECT p.*{listed} FROM {last(query)} AS p", joins)


def group(query: Writer, by: Sequence[str], columns: Mapping[str, str]) -> None:
    """The next stage: sums over the rows of the last, `p`, that agree in the columns `by`."""
    keys = ", ".join(f"p.{made}" for made in by)
    listed = "".join(f", {expression} AS {made}" for made, expression in columns.items())
    _add(query, f"SELECT {keys}{listed} FROM {last(query)} AS p GROUP BY {keys}", [])


def extend_by_parts(query: Writer, parts: Mapping[tuple[str, ...], Part]) -> None:
    """The next stages, each with few joins. parts: by the names of their columns."""
    columns: dict[str, str] = {}
    joins: list[str] = []
    for names, part in parts.items():
        columns |= dict(zip(names, part.columns, strict=True))
        joins += part.joins
        if len(joins) >= MOST_JOINS:
            extend(query, columns, joins)
            columns, joins = {}, []
    extend(query, columns, joins)


def last(query: Writer) -> str:
    """The name of the last expression of the chain."""
    return f"{query.prefix}{len(query.stages) - 1}"


def _add(query: Writer, select: str, joins: Sequence[str]) -> None:
    body = " ".join([select, *joins]) + query.dialect.end
    query.stages.append(f"{query.prefix}{len(query.stages)} {query.dialect.cte} ({body})")


def finished(query: Writer, columns: Sequence[tuple[str, str]]) -> str:
    """The whole query. columns: quoted names with their expressions of the last stage."""
    parts = ",\n".join([*query.tables, *query.stages])
    listed = ",\n  ".join(f"{expression} AS {quoted}" for quoted, expression in columns)
    return f"WITH {parts}\nSELECT\n  {listed}\nFROM {last(query)} AS p\n"
