"""Fitted models as queries: posteriors, decisions and contributions, computed in the database.

Results agree with `predict_log_proba`, `predict` and `explain` to 1e-9. docs/sql.md#models-as-queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import decide
from naivebench.core.checks import InputError
from naivebench.models.fitted import Fitted
from naivebench.sql import scoring_terms
from naivebench.sql import scoring_text as sql
from naivebench.sql.scoring_text import Writer

# nats; exp of smaller values is replaced by 0, because PostgreSQL raises an error on underflow
SMALLEST = -700.0
MOST_COLUMNS = 1500  # largest number of columns of one stage; PostgreSQL allows 1,600


class Labels(NamedTuple):
    """The classes as they appear in the query."""

    values: Sequence[Any]  # (K,) text, numbers or booleans, in the order of the columns
    order: Sequence[int]  # (K,) class index of each


def to_sql(
    model: Any,
    dialect: str,
    *,
    table: str | Sequence[str] = "t",
    keep: Sequence[str] = (),
    contributions: bool = True,
    log: bool = False,
) -> str:
    """Write a query that predicts every row of a table.

    model: a fitted estimator, or a `models.fitted.Fitted`. dialect: duckdb, sqlite, postgres, bigquery,
    snowflake or spark. table: its name, or schema and name, spelt as in the database. keep: columns of the
    table to copy, such as a key. contributions: also return the log-odds of the predicted class against the
    runner-up, in total and by attribute. log: return log P(c | x) in nats instead of P(c | x).

    Columns of the result: the kept columns, `predicted`, `P(<class>)` or `log P(<class>)`; then `against`,
    `log_odds`, `log_odds_of_prior` and `log_odds(<attribute>)`. Raises InputError for methods and names that
    cannot be written as SQL, and without the package sqlglot.
    """
    fitted, labels = parts_of(model)
    return written(fitted, labels, dialect, table, keep, contributions=contributions, log=log)


def written(
    fitted: Fitted,
    labels: Labels,
    dialect: str,
    table: str | Sequence[str],
    keep: Sequence[str],
    *,
    contributions: bool,
    log: bool = False,
) -> str:
    """Write the query of `to_sql` for a fitted method and its labels."""
    query, source = writer_for(dialect, table)
    return _query(query, fitted, labels, source, _Wanted(keep, contributions, log))


def writer_for(dialect: str, table: str | Sequence[str]) -> tuple[Writer, str]:
    """Return an empty query and the quoted name of the table."""
    parts = [table] if isinstance(table, str) else list(table)
    query = sql.writer(dialect, _prefix(parts))
    return query, ".".join(sql.name(query, part, "table") for part in parts)


def posteriors(
    model: Any, table: Any, *, keep: Sequence[str] = (), contributions: bool = False, log: bool = False
) -> str:
    """Write the query of `to_sql` for an ibis expression, in the dialect of its backend."""
    import ibis

    fitted, labels = parts_of(model)
    query = sql.writer(table.get_backend().name)
    query.tables.append(f"nb_source AS ({ibis.to_sql(table)})")
    return _query(query, fitted, labels, "nb_source", _Wanted(keep, contributions, log))


class _Wanted(NamedTuple):
    """Content of the result; see `to_sql`."""

    keep: Sequence[str]
    contributions: bool
    log: bool


def of_query(model: Any, dialect: str, inner: str, label: str) -> tuple[str, list[str]]:
    """Write a query of log P(c | x) for the rows of another query in the same dialect.

    Also returns the quoted names of its columns: `label`, which is copied from the other query, the predicted
    class, then one column per class.
    """
    fitted, labels = parts_of(model)
    query = sql.writer(dialect)
    source = f"{query.prefix}rows"
    query.tables.append(f"{source} AS ({inner})")
    text = _query(query, fitted, labels, source, _Wanted([label], contributions=False, log=True))
    classes = _names(query, "log P", labels.values)
    return text, [sql.name(query, label), sql.name(query, "predicted"), *classes]


def parts_of(model: Any) -> tuple[Fitted, Labels]:
    """The fitted method of a model, and its labels."""
    if isinstance(model, Fitted):
        return model, Labels(model.classes, range(len(model.classes)))
    fitted = getattr(model, "fitted_", None)
    if not isinstance(fitted, Fitted):
        raise InputError(f"model is a {type(model).__name__} that has not been fitted: call fit first")
    return fitted, Labels(model.classes_.tolist(), model._order.tolist())


def _prefix(names: Sequence[str]) -> str:
    """Prefix for the names of inner tables that none of the given names starts with."""
    prefix = "nb_"
    while any(name.lower().startswith(prefix) for name in names):
        prefix = f"n{prefix}"
    return prefix


def _query(query: Writer, fitted: Fitted, labels: Labels, source: str, wanted: _Wanted) -> str:
    scoring_terms.check(fitted)
    kept = {f"k{i}": f"t.{sql.name(query, column)}" for i, column in enumerate(wanted.keep)}
    sql.start(query, source, kept | scoring_terms.cells(query, fitted))
    scoring_terms.encode(query, fitted)
    found = scoring_terms.terms(query, fitted)
    added, members = (found, {}) if isinstance(found, scoring_terms.Sum) else (found.fallback, found.members)
    log_prior = added.log_prior
    _check_size(fitted, added, members, wanted.contributions)
    scores = _add_up(query, added, wanted.contributions)
    if members:
        scores = _average(query, members, scores)
    normalise(query, scores, log_prior)
    columns = decided(query, fitted, labels, wanted.keep, wanted.log)
    if wanted.contributions:
        columns += _contributions(query, fitted, added, members, _in_code_order(query, labels))
    _check_columns(columns)
    return sql.finished(query, columns)


def decided(
    query: Writer, fitted: Fitted, labels: Labels, keep: Sequence[str], log: bool
) -> list[tuple[str, str]]:
    """Columns of the result: kept columns, the predicted class and the posteriors.

    Adds a stage with the index of the predicted class as w1.
    """
    values = [f"p.d{c}" for c in range(len(fitted.classes))]
    sql.extend(query, {"w1": _leader(query, fitted.class_counts, values, "")})
    columns = [(sql.name(query, name), f"p.k{i}") for i, name in enumerate(keep)]
    columns.append((sql.name(query, "predicted"), sql.choose("p.w1", _in_code_order(query, labels))))
    for index, name in zip(labels.order, _names(query, "log P" if log else "P", labels.values), strict=True):
        columns.append((name, f"p.d{index} - p.z" if log else _exp(query, f"p.d{index} - p.z")))
    return columns


def _in_code_order(query: Writer, labels: Labels) -> list[str]:
    """The labels as SQL literals, ordered by class index."""
    texts = [_label(query, value) for value in labels.values]
    return [text for _, text in sorted(zip(labels.order, texts, strict=True))]


def _check_size(
    fitted: Fitted, added: scoring_terms.Sum, members: dict[int, list[str]], contributions: bool
) -> None:
    """Raise InputError if a stage would have more columns than databases allow."""
    k = len(added.log_prior)
    joined = sum(bool(part.joins) for part in added.parts.values())
    terms = len(added.parts) if contributions else joined
    if len(fitted.attributes) * 3 + (terms + len(members) + 8) * (k + 2) > MOST_COLUMNS:
        cure = "set contributions=False" if contributions else "join or leave out attributes"
        raise InputError(
            f"a query for {len(fitted.attributes)} attributes and {k} classes needs more columns than "
            f"databases allow: {cure}"
        )


def _add_up(query: Writer, added: scoring_terms.Sum, contributions: bool) -> list[str]:
    """Add stages with the sums over attributes, and return the names of the sums.

    The terms t<attribute>_<class> become columns if they are contributions of the result or come from a join.
    """
    k = len(added.log_prior)
    made = {
        tuple(f"t{j}_{c}" for c in range(k)): part
        for j, part in added.parts.items()
        if contributions or part.joins
    }
    sql.extend_by_parts(query, made)
    sums = {}
    for c, prior in enumerate(added.log_prior.tolist()):
        terms = [
            f"p.t{j}_{c}" if contributions or part.joins else part.columns[c]
            for j, part in added.parts.items()
        ]
        terms = [f"COALESCE({term}, {sql.number(query, 0)})" for term in terms]
        sums[f"s{c}"] = sql.sum_of([sql.number(query, prior), *terms])
    sql.extend(query, sums)
    return [f"p.{total}" for total in sums]


def _average(query: Writer, members: dict[int, list[str]], fallback: Sequence[str]) -> list[str]:
    """Add stages that average the members, and return the names of the results.

    The stages contain the members g<attribute>_<class> and `alone`, which is 1 if no member is possible, so
    that the fallback is used.
    """
    k = len(fallback)
    sql.extend(query, {f"g{i}_{c}": term for i, terms in members.items() for c, term in enumerate(terms)})
    _log_sums(query, {f"f{c}": [f"p.g{i}_{c}" for i in members] for c in range(k)})
    largest = sql.greatest(query, [f"p.f{c}" for c in range(k)])
    sql.extend(query, {"alone": f"CASE WHEN {largest} = {query.dialect.infinity} THEN 1 ELSE 0 END"})
    sums = {
        f"u{c}": f"CASE WHEN p.alone = 1 THEN {other} ELSE p.f{c} END" for c, other in enumerate(fallback)
    }
    sql.extend(query, sums)
    return [f"p.{made}" for made in sums]


def _log_sums(query: Writer, sums: dict[str, list[str]]) -> None:
    """Add stages with the log of sums of exponentials. sums: by name, the expressions of the last stage to
    combine.
    """
    largest = {f"{made}_m": sql.greatest(query, terms) for made, terms in sums.items()}
    sql.extend(query, largest)
    never, columns = query.dialect.infinity, {}
    for made, terms in sums.items():
        total = sql.sum_of([_exp(query, f"{term} - p.{made}_m") for term in terms])
        columns[made] = f"CASE WHEN p.{made}_m = {never} THEN {never} ELSE p.{made}_m + LN({total}) END"
    sql.extend(query, columns)


def normalise(query: Writer, scores: Sequence[str], log_prior: np.ndarray) -> None:
    """Add stages with d0, d1, ... (log posteriors minus the largest) and z (log of the sum of their
    exponentials), computed from the scores, K expressions of the last stage.

    Rows that are impossible in every class get the prior.
    """
    k = len(log_prior)
    sql.extend(query, {"m": sql.greatest(query, scores)})
    rest = log_prior - log_prior.max()
    differences = {
        f"d{c}": f"CASE WHEN p.m = {query.dialect.infinity} THEN {sql.number(query, rest[c])} "
        f"ELSE {score} - p.m END"
        for c, score in enumerate(scores)
    }
    sql.extend(query, differences)
    total = sql.sum_of([_exp(query, f"p.d{c}") for c in range(k)])
    sql.extend(query, {"z": f"LN({total})"})


def _exp(query: Writer, x: str) -> str:
    return f"CASE WHEN {x} < {sql.number(query, SMALLEST)} THEN {sql.number(query, 0)} ELSE EXP({x}) END"


def _leader(
    query: Writer, class_counts: np.ndarray, values: Sequence[str], but: str, largest: str = ""
) -> str:
    """Expression for the class that `core.decide` chooses: among those within its tolerance of the largest
    value (0, or `largest`), the class with the most cases, then the first.

    but: an expression for a class to exclude.
    """
    order = np.argsort(-np.asarray(class_counts, dtype=np.float64), kind="stable")
    tie = sql.number(query, -decide.TIE)
    level = f"{largest} + {tie}" if largest else tie
    branches = [
        f"WHEN {f'{but} <> {c} AND ' if but else ''}{values[c]} >= {level} THEN {c}" for c in order.tolist()
    ]
    return f"CASE {' '.join(branches)} END"


def _label(query: Writer, value: Any) -> str:
    """A class label as an SQL literal."""
    if isinstance(value, bool):
        return {True: "TRUE", False: "FALSE"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return sql.number(query, value)
    return sql.literal(query, str(value), "class")


def _names(query: Writer, of: str, values: Sequence[Any]) -> list[str]:
    """Quoted column names with the value that each is about, or with numbers if the database does not allow
    such names.
    """
    names = [f"{of}({value})" for value in values]
    if query.dialect.name == "postgres" and any(len(name.encode()) > sql.MOST_BYTES for name in names):
        names = [f"{of}({i})" for i in range(1, len(names) + 1)]
    if query.dialect.name == "bigquery":
        names = [f"{of.replace(' ', '_')}_{i}" for i in range(1, len(names) + 1)]
    return [sql.name(query, name) for name in names]


def _check_columns(columns: Sequence[tuple[str, str]]) -> None:
    names = [name for name, _ in columns]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputError(f"two columns of the result have the name {repeated}: rename the column in `keep`")


def _contributions(
    query: Writer,
    fitted: Fitted,
    added: scoring_terms.Sum,
    members: dict[int, list[str]],
    labels: Sequence[str],
) -> list[tuple[str, str]]:
    """Columns with the runner-up and the log-odds against it."""
    k, zero, parts = len(labels), sql.number(query, 0), added.parts
    places = range(k)
    if k > 1:
        never = query.dialect.infinity
        others = [f"CASE WHEN p.w1 = {c} THEN {never} ELSE p.d{c} END" for c in places]
        sql.extend(query, {"m2": sql.greatest(query, others)})
        values = [f"p.d{c}" for c in places]
        sql.extend(query, {"w2": _leader(query, fitted.class_counts, values, "p.w1", "p.m2")})
    else:
        sql.extend(query, {"w2": "p.w1"})
    if members:
        _log_sums(query, {f"h{i}": [f"p.g{i}_{c}" for c in places] for i in members})
        _log_sums(query, {"h": [f"p.h{i}" for i in members]})
    of = {"d": [f"p.d{c}" for c in places], "p": [sql.number(query, x) for x in added.log_prior]}
    of |= {f"t{j}": [f"COALESCE(p.t{j}_{c}, {zero})" for c in places] for j in parts}
    of |= {f"g{i}": [f"p.g{i}_{c}" for c in places] for i in members}
    sides = {
        f"{side}_{name}": sql.choose(f"p.{side}", terms)
        for name, terms in of.items()
        for side in ("w1", "w2")
    }
    sql.extend(query, sides)

    def odds(name: str) -> str:
        one, other = f"p.w1_{name}", f"p.w2_{name}"
        return f"CASE WHEN {one} = {other} THEN {zero} ELSE {one} - {other} END"

    def of_attribute(j: int) -> str:
        alone = odds(f"t{j}") if j in parts else zero
        return f"CASE WHEN p.alone = 1 THEN {alone} ELSE {odds(f'g{j}')} END" if j in members else alone

    prior = f"CASE WHEN p.alone = 1 THEN {odds('p')} END" if members else odds("p")
    against = sql.choose("p.w2", labels) if k > 1 else "NULL"
    names = [sql.name(query, name) for name in ("against", "log_odds", "log_odds_of_prior")]
    columns = list(zip(names, [against, odds("d"), prior], strict=True))
    attributes = [attribute.name for attribute in fitted.attributes]
    columns += [(name, of_attribute(j)) for j, name in enumerate(_names(query, "log_odds", attributes))]
    weights = _names(query, "weight", attributes)
    for i in members:
        share = f"CASE WHEN p.alone = 1 THEN {zero} ELSE {_exp(query, f'p.h{i} - p.h')} END"
        columns.append((weights[i], share))
    return columns
