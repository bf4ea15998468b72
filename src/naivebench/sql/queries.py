"""Queries to a database: counts by combinations of values, and sums. Each result is small, and no row of the
table is returned.

Queries are ibis expressions, so the library quotes names and values. Two features that ibis lacks are added
to its syntax tree: GROUPING SETS, which give all counts in one scan on engines that support them, and
COLLATE.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from naivebench.core.checks import InputError
from naivebench.core.one_line import one_line

if TYPE_CHECKING:
    import ibis

GROUPING_SETS = frozenset({"bigquery", "databricks", "duckdb", "postgres", "pyspark", "snowflake", "trino"})
# limits of one query: PostgreSQL allows at most 4,096 sets, and wide results are slow
MOST_COLUMNS, MOST_SETS = 24, 500
# columns per block; sets of the same blocks share a query, so that few queries cover all pairs
NEIGHBOURS = 12

EXACT = "naivebench_exact"  # stands for COLLATE "C" in expressions of ibis

Row = tuple[Any, ...]


def check_available() -> None:
    """Raise InputError if ibis is not installed."""
    try:
        import ibis  # noqa: F401
    except ImportError:
        raise InputError(
            "fitting in a database needs ibis, which is not installed: run pip install 'naivebench[sql]'"
        ) from None


@contextlib.contextmanager
def _asking(backend: Any) -> Iterator[None]:
    """Turn any error of a database or its driver into an InputError of one sentence."""
    try:
        yield
    except Exception as error:
        said = one_line(str(error).strip().split("\n\n")[0], 300).rstrip(".") or type(error).__name__
        raise InputError(
            f"the database ({backend.name}) did not answer a query ({said}), so no model was written: "
            "check the connection, your permissions and the free disk space of the database, and fit again"
        ) from error


def rows_of(table: ibis.Table) -> list[Row]:
    """The rows of a query with a small result, as Python values."""
    backend = table.get_backend()
    return _fetch(backend, _query(backend, table))


def text_of(table: ibis.Table) -> str:
    """Text of the query in the database's dialect."""
    backend = table.get_backend()
    return str(_query(backend, table).sql(dialect=backend.dialect))


def rows_of_text(backend: Any, query: str) -> list[Row]:
    """The rows of a query given as text in the database's dialect."""
    return _fetch(backend, query)


def exact(cells: Any) -> Any:
    """Texts that are compared by all their letters, even if the collation of their column ignores case."""
    name = cells.get_backend().name
    if name == "sqlite":
        return cells.concat("")  # only a column has a collation, not the result of an operator
    return _function(EXACT)(cells) if name in ("duckdb", "postgres") else cells


def type_of(cells: Any) -> Any:
    """Name of the type of texts in PostgreSQL."""
    return _function("pg_typeof")(cells)


@functools.cache
def _function(name: str) -> Any:
    """A function of the database from text to text; `_query` replaces `EXACT`."""
    import ibis

    @ibis.udf.scalar.builtin(name=name)
    def function(text: str) -> str:  # type: ignore[empty-body]
        """The function `name`."""

    return function


def _query(backend: Any, table: ibis.Table) -> Any:
    """Syntax tree of the query."""
    from sqlglot import expressions as tree

    with _asking(backend):
        query = backend.compiler.to_sqlglot(table)
    letters = tree.to_identifier("C", quoted=True)
    for call in list(query.find_all(tree.Anonymous)):
        if call.name.lower() == EXACT:
            call.replace(tree.Collate(this=call.expressions[0], expression=letters.copy()))
    return query


def counts(table: ibis.Table, sets: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, list[Row]]]:
    """Count the rows of the table for each combination of values that occurs, for every set of columns.

    Yields the index of each set in `sets` and its rows (value of each column ..., cases), in no particular
    order.
    """
    backend = table.get_backend()
    source = _query(backend, table)
    for places in _batches(table.columns, sets, grouped=backend.name in GROUPING_SETS):
        asked = [sets[place] for place in places]
        found: list[list[Row]] = [[] for _ in asked]
        query, columns = grouped_counts(source, asked)
        place_of = {column: i for i, column in enumerate(columns)}
        wanted = {_mask(columns, s): (i, [place_of[c] for c in s]) for i, s in enumerate(asked)}
        for *values, mask, cases in _fetch(backend, query):
            i, used = wanted[int(mask)]
            found[i].append((*(values[c] for c in used), int(cases)))
        yield from zip(places, found, strict=True)


def grouped_counts(source: Any, sets: Sequence[tuple[str, ...]]) -> tuple[Any, list[str]]:
    """Build the query that counts each set of columns of the query `source`.

    Returns its syntax tree and its columns in order; in the result, they are followed by the mask of the
    columns that a row does not group, and the number of rows.
    """
    import sqlglot
    from sqlglot import expressions as tree

    columns = list(dict.fromkeys(c for s in sets for c in s))
    named = {c: sqlglot.column(c, quoted=True) for c in columns}
    mask: Any = tree.Literal.number(_mask(columns, sets[0]))
    group = tree.Group(expressions=[named[c] for c in sets[0]])
    if len(sets) > 1:
        bits = [f"{1 << i} * GROUPING({named[c].sql()})" for i, c in enumerate(columns)]
        mask = sqlglot.parse_one(" + ".join(bits))
        tuples = [tree.Tuple(expressions=[named[c] for c in s]) for s in sets]
        group = tree.Group(grouping_sets=[tree.GroupingSets(expressions=tuples)])
    query = sqlglot.select(*named.values(), mask.as_("m"), tree.Count(this=tree.Star()).as_("n"))
    query = query.from_(source.subquery("t"))
    if sets != [()]:
        query.set("group", group)
    return query, columns


def _mask(columns: Sequence[str], grouped: tuple[str, ...]) -> int:
    """Bit mask with a 1 for every column that is not grouped."""
    return sum(1 << i for i, column in enumerate(columns) if column not in grouped)


def _batches(
    columns: Sequence[str], sets: Sequence[tuple[str, ...]], *, grouped: bool
) -> Iterator[list[int]]:
    """Indices of the sets that each query counts: one per query, or, with GROUPING SETS, as many as together
    have few columns.
    """
    if not grouped:
        yield from ([place] for place in range(len(sets)))
        return
    block = {column: i // NEIGHBOURS for i, column in enumerate(columns)}
    order = sorted(range(len(sets)), key=lambda place: sorted({block[c] for c in sets[place]}))
    batch: list[int] = []
    used: set[str] = set()
    for place in order:
        if batch and (len(used | {*sets[place]}) > MOST_COLUMNS + 2 or len(batch) == MOST_SETS):
            yield batch
            batch, used = [], set()
        batch.append(place)
        used |= {*sets[place]}
    if batch:
        yield batch


def _fetch(backend: Any, query: Any) -> list[Row]:
    with _asking(backend):
        answer = backend.raw_sql(query if isinstance(query, str) else query.sql(dialect=backend.dialect))
        try:
            return [tuple(row) for row in answer.fetchall()]
        finally:
            if backend.name != "duckdb":  # in DuckDB, the cursor is the connection itself
                answer.close()
