"""Writing the text of queries: dialects, names and values quoted by sqlglot, numbers with all digits, and
table look-ups.

A query is a chain of common table expressions. Each has all columns of the previous one and some new columns.
Their names are generated, so that they cannot clash with columns of the user's table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean

INLINE = 128  # largest number of rows of a table written as nested conditions; longer tables are joined
LEAF = 8  # number of branches of the innermost conditions
MOST_JOINS = 40  # largest number in one expression: SQLite joins at most 64 tables
MOST_BYTES = 63  # length of a name in PostgreSQL, which truncates longer ones
NEEDED = "queries need the package sqlglot, which is not installed: run `pip install naivebench[sql]`"


class Dialect(NamedTuple):
    """Syntax of a database for the elements that the queries need."""

    name: str  # name in sqlglot
    double: str  # type of numbers
    text: str  # type of text
    number: str  # a finite number
    infinity: str  # minus infinity
    greatest: str = "GREATEST"
    cte: str = "AS"  # starts an expression that is computed only once
    # ends such an expression, so that it is not merged with the next one, which would repeat its terms
    end: str = ""
    exact: str = ""  # appended to text before comparison, to make it case-sensitive


DIALECTS = {
    "duckdb": Dialect("duckdb", "DOUBLE", "VARCHAR", "{}", "CAST('-inf' AS DOUBLE)", exact=' COLLATE "C"'),
    "sqlite": Dialect(
        "sqlite", "REAL", "TEXT", "{}", "-9e999", "MAX", "AS MATERIALIZED", exact=" COLLATE BINARY"
    ),
    "postgres": Dialect(
        "postgres",
        "DOUBLE PRECISION",
        "TEXT",
        "'{}'::float8",
        "'-inf'::float8",
        end=" OFFSET 0",
        exact=' COLLATE "C"',
    ),
    "bigquery": Dialect("bigquery", "FLOAT64", "STRING", "{}", "CAST('-inf' AS FLOAT64)"),
    "snowflake": Dialect("snowflake", "DOUBLE", "VARCHAR", "{}::DOUBLE", "'-inf'::DOUBLE"),
    "spark": Dialect("spark", "DOUBLE", "STRING", "{}D", "CAST('-inf' AS DOUBLE)"),
}
ALIASES = {"postgresql": "postgres", "databricks": "spark", "pyspark": "spark"}


class Writer(NamedTuple):
    """A query under construction."""

    dialect: Dialect
    quoting: Any  # sqlglot's generator for the dialect
    prefix: str  # prefix of the names of common table expressions
    tables: list[str]  # common table expressions with constants
    stages: list[str]  # the chain of common table expressions


def writer(dialect: str, prefix: str = "nb_") -> Writer:
    """Create an empty query. Raises InputError for an unknown dialect, and without the package sqlglot."""
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
    """Quote a name. Raises InputError for a name that is not allowed in queries."""
    from sqlglot import exp

    _check(text, what)
    if not text:
        raise InputError(f"a {what} has an empty name, which is not allowed in a query: rename it")
    return str(query.quoting.identifier_sql(exp.to_identifier(text, quoted=True)))


def literal(query: Writer, text: str, what: str = "value") -> str:
    """Quote a text. Raises InputError for a text that is not allowed in queries."""
    from sqlglot import exp

    _check(text, what)
    # correct with any setting of standard_conforming_strings
    if query.dialect.name == "postgres" and "\\" in text:
        return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'"
    return str(query.quoting.literal_sql(exp.Literal.string(text)))


def _check(text: str, what: str) -> None:
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InputError(
            f"the {what} {text!r} has a character that is not allowed in SQL (NUL, or half of a pair): "
            "replace it and fit again"
        )


def number(query: Writer, x: float) -> str:
    """A number with all digits; minus infinity; NULL for NaN."""
    if math.isnan(x):
        return f"CAST(NULL AS {query.dialect.double})"
    if math.isinf(x):
        return query.dialect.infinity
    # the shortest text that reads as the same number; the exponent makes it a float instead of a decimal
    text = repr(float(x))
    return query.dialect.number.format(text if "e" in text else f"{text}e0")


def sum_of(terms: Sequence[str]) -> str:
    """A sum with pairwise nesting, so that expressions are not deeply nested."""
    if len(terms) <= 4:
        return " + ".join(terms)
    middle = len(terms) // 2
    return f"({sum_of(terms[:middle])}) + ({sum_of(terms[middle:])})"


def greatest(query: Writer, terms: Sequence[str]) -> str:
    """The largest of the terms, by nested calls with few arguments each."""
    if len(terms) == 1:
        return terms[0]
    width = 50
    if len(terms) > width:
        terms = [greatest(query, terms[i : i + width]) for i in range(0, len(terms), width)]
        return greatest(query, terms)
    return f"{query.dialect.greatest}({', '.join(terms)})"


def choose(place: str, values: Sequence[str], first: int = 0) -> str:
    """The value at an integer index, by nested conditions; NULL for other integers."""
    if len(values) <= LEAF:
        branches = " ".join(f"WHEN {first + i} THEN {value}" for i, value in enumerate(values))
        return f"CASE {place} {branches} END"
    middle = len(values) // 2
    low, high = choose(place, values[:middle], first), choose(place, values[middle:], first + middle)
    return f"CASE WHEN {place} < {first + middle} THEN {low} ELSE {high} END"


def table(query: Writer, columns: Sequence[tuple[str, str]], rows: Sequence[str]) -> str:
    """Add a table of constants and return its name. columns: names and types. rows: values separated by
    commas.
    """
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
    """Expressions of the last stage `p`, and the joins that they need."""

    columns: list[str]
    joins: tuple[str, ...] = ()


def by_place(query: Writer, place: str, values: np.ndarray, places: np.ndarray | None = None) -> Part:
    """Look up rows of numbers (R, K) by an integer expression: nested conditions if they are few, otherwise a
    join.

    places: (R,) the integer of every row, by default 0, 1, ... Other integers, and NaN, give NULL.
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
    """Look up codes by a text expression; other texts give NULL."""
    keys = [(literal(query, value), code) for value, code in codes.items()]
    if not keys:
        return Part(["CAST(NULL AS INTEGER)"])
    if len(keys) <= 2 * LEAF:
        branches = " ".join(f"WHEN {key} THEN {code}" for key, code in keys)
        return Part([f"CASE {text} {branches} END"])
    made = table(query, [("k", query.dialect.text), ("i", "INT64")], [f"{key}, {code}" for key, code in keys])
    return Part([f"{made}.i"], (f"LEFT JOIN {made} ON {made}.k = {text}",))


def start(query: Writer, source: str, columns: Mapping[str, str]) -> None:
    """Add the first stage: the given columns, computed from the user's table `t`."""
    listed = ", ".join(f"{expression} AS {made}" for made, expression in columns.items()) or "1 AS one"
    _add(query, f"SELECT {listed} FROM {source} AS t", [])


def extend(query: Writer, columns: Mapping[str, str], joins: Sequence[str] = ()) -> None:
    """Add a stage with all columns of the previous stage, `p`, and the given columns."""
    if columns:
        listed = "".join(f", {expression} AS {made}" for made, expression in columns.items())
        _add(query, f"SELECT p.*{listed} FROM {last(query)} AS p", joins)


def group(query: Writer, by: Sequence[str], columns: Mapping[str, str]) -> None:
    """Add a stage with aggregates over the rows of the previous stage, `p`, grouped by the columns `by`."""
    keys = ", ".join(f"p.{made}" for made in by)
    listed = "".join(f", {expression} AS {made}" for made, expression in columns.items())
    _add(query, f"SELECT {keys}{listed} FROM {last(query)} AS p GROUP BY {keys}", [])


def extend_by_parts(query: Writer, parts: Mapping[tuple[str, ...], Part]) -> None:
    """Add stages with the given parts, each with few joins. parts: keyed by the names of their columns."""
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
    """Name of the last expression in the chain."""
    return f"{query.prefix}{len(query.stages) - 1}"


def _add(query: Writer, select: str, joins: Sequence[str]) -> None:
    body = " ".join([select, *joins]) + query.dialect.end
    query.stages.append(f"{query.prefix}{len(query.stages)} {query.dialect.cte} ({body})")


def finished(query: Writer, columns: Sequence[tuple[str, str]]) -> str:
    """Return the whole query. columns: quoted names with their expressions of the last stage."""
    parts = ",\n".join([*query.tables, *query.stages])
    listed = ",\n  ".join(f"{expression} AS {quoted}" for quoted, expression in columns)
    return f"WITH {parts}\nSELECT\n  {listed}\nFROM {last(query)} AS p\n"
