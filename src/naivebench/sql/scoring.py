"""Fitted models as queries: posteriors, decisions and contributions, computed where the rows are.

The query agrees with `predict_log_proba`, `predict` and `explain` to 1e-9. docs/sql.md#models-as-queries.
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

SMALLEST = -700.0  # nats: exp of less is taken as 0, as PostgreSQL refuses numbers that it cannot hold
MOST_COLUMNS = 1500  # of one stage; PostgreSQL allows 1,600


class Labels(NamedTuple):
    """The classes as the query has them."""

    values: Sequence[Any]  # (K,) text, numbers or truth values in the order of the columns
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
    """A query that predicts every row of a table.

    model: a fitted estimator, or a `models.fitted.Fitted`. dialect: duckdb, sqlite, postgres, bigquery,
    snowflake or spark. table: its name, or schema and name, as the database has stored them. keep: columns of
    the table to copy, such as a key. contributions: also log-odds of the class predicted against the one that
    comes second, in all and by attribute. log: log P(c | x) in nats instead of P(c | x).

    Columns of the result: those kept, `predicted`, `P(<class>)` or `log P(<class>)`; then `against`,
    `log_odds`, `log_odds_of_prior` and `log_odds(<attribute>)`. Raises InputError for methods and names that
    have no form in SQL, and without the package sqlglot.
    """
    fitted, labels = _parts(model)
    parts = [table] if isinstance(table, str) else list(table)
    query = sql.writer(dialect, _prefix(parts))
    source = ".".join(sql.name(query, part, "table") for part in parts)
    return _query(query, fitted, labels, source, keep, contributions, log)


def _parts(model: Any) -> tuple[Fitted, Labels]:
    """The fitted method of a model, and its labels."""
    if isinstance(model, Fitted):
        return model, Labels(model.classes, range(len(model.classes)))
    fitted = getattr(model, "fitted_", None)
    if not isinstance(fitted, Fitted):
        raise InputError(f"model is a {type(model).__name__} that is not fitted: call fit first")
    return fitted, Labels(model.classes_.tolist(), model._order.tolist())


def _prefix(names: Sequence[str]) -> str:
    """The beginning of the names of inner tables, with which no given name begins."""
    prefix = "nb_"
    while any(name.lower().startswith(prefix) for name in names):
        prefix = f"n{prefix}"
    return prefix


def _query(
    query: Writer,
    fitted: Fitted,
    labels: Labels,
    source: str,
    keep: Sequence[str],
    contributions: bool,
    log: bool,
    before: Sequence[str] = (),
) -> str:
    scoring_terms.check(fitted)
    kept = {f"k{i}": f"t.{sql.name(query, column)}" for i, column in enumerate(keep)}
    sql.start(query, source, kept | scoring_terms.cells(query, fitted))
    scoring_terms.encode(query, fitted)
    log_prior, parts = scoring_terms.terms(query, fitted)
    k = len(log_prior)
    if contributions and (len(parts) + 8) * (k + 2) > MOST_COLUMNS:
        raise InputError(
            f"the contributions of {len(parts)} attributes for {k} classes need too many columns for one "
            "query: set contributions=False"
        )
    sql.extend_by_parts(query, {tuple(f"t{j}_{c}" for c in range(k)): part for j, part in parts.items()})
    joint = {
        f"s{c}": sql.sum_of(
            [sql.number(query, prior), *(f"COALESCE(p.t{j}_{c}, {sql.number(query, 0)})" for j in parts)]
        )
        for c, prior in enumerate(log_prior.tolist())
    }
    sql.extend(query, joint)
    _normalise(query, log_prior)
    sql.extend(query, {"w1": _leader(query, fitted.class_counts, [f"p.d{c}" for c in range(k)], "")})
    columns = [(sql.name(query, name), f"p.k{i}") for i, name in enumerate(keep)]
    texts = [_label(query, value) for value in labels.values]
    code = {index: text for index, text in zip(labels.order, texts, strict=True)}
    in_code_order = [code[c] for c in range(k)]
    columns.append((sql.name(query, "predicted"), sql.choose("p.w1", in_code_order)))
    for index, name in zip(labels.order, _names(query, "log P" if log else "P", labels.values), strict=True):
        columns.append((name, f"p.d{index} - p.z" if log else _exp(query, f"p.d{index} - p.z")))
    if contributions:
        columns += _contributions(query, fitted, parts, log_prior, in_code_order)
    _check_columns(columns)
    return sql.finished(query, columns, before)


def _normalise(query: Writer, log_prior: np.ndarray) -> None:
    """Stages with d0, d1, ... (log posteriors less the largest) and z (log of the sum of their exponentials).

    Rows that are impossible under every class get the prior.
    """
    k = len(log_prior)
    sql.extend(query, {"m": sql.greatest(query, [f"p.s{c}" for c in range(k)])})
    rest = log_prior - log_prior.max()
    differences = {
        f"d{c}": f"CASE WHEN p.m = {query.dialect.infinity} THEN {sql.number(query, rest[c])} "
        f"ELSE p.s{c} - p.m END"
        for c in range(k)
    }
    sql.extend(query, differences)
    total = sql.sum_of([_exp(query, f"p.d{c}") for c in range(k)])
    sql.extend(query, {"z": f"LN({total})"})


def _exp(query: Writer, x: str) -> str:
    return f"CASE WHEN {x} < {sql.number(query, SMALLEST)} THEN {sql.number(query, 0)} ELSE EXP({x}) END"


def _leader(
    query: Writer, class_counts: np.ndarray, values: Sequence[str], but: str, largest: str = ""
) -> str:
    """The class that `core.decide` decides for: of those within its tolerance of the largest value (0, or
    `largest`) the one with the most cases, then the first. but: an expression of a class that is left out.
    """
    order = np.argsort(-np.asarray(class_counts, dtype=np.float64), kind="stable")
    tie = sql.number(query, -decide.TIE)
    level = f"{largest} + {tie}" if largest else tie
    branches = [
        f"WHEN {f'{but} <> {c} AND ' if but else ''}{values[c]} >= {level} THEN {c}" for c in order.tolist()
    ]
    return f"CASE {' '.join(branches)} END"


def _label(query: Writer, value: Any) -> str:
    """A class label as a literal."""
    if isinstance(value, bool):
        return {True: "TRUE", False: "FALSE"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return sql.number(query, value)
    return sql.literal(query, str(value), "class")


def _names(query: Writer, of: str, values: Sequence[Any]) -> list[str]:
    """Quoted names of columns, by what they are of; numbers where the database does not allow such names."""
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
        raise InputError(f"two columns of the result are called {repeated}: rename the column in keep")


def _contributions(
    query: Writer,
    fitted: Fitted,
    parts: dict[int, sql.Part],
    log_prior: np.ndarray,
    labels: Sequence[str],
) -> list[tuple[str, str]]:
    """Columns of the class that comes second, and of log-odds against it."""
    k = len(log_prior)
    if k > 1:
        others = [f"CASE WHEN p.w1 = {c} THEN {query.dialect.infinity} ELSE p.d{c} END" for c in range(k)]
        sql.extend(query, {"m2": sql.greatest(query, others)})
        values = [f"p.d{c}" for c in range(k)]
        sql.extend(query, {"w2": _leader(query, fitted.class_counts, values, "p.w1", "p.m2")})
    else:
        sql.extend(query, {"w2": "p.w1"})
    zero = sql.number(query, 0)
    sides: dict[str, str] = {}
    for side in ("w1", "w2"):
        sides[f"{side}_d"] = sql.choose(f"p.{side}", [f"p.d{c}" for c in range(k)])
        priors = [sql.number(query, x) for x in log_prior]
        sides[f"{side}_p"] = sql.choose(f"p.{side}", priors)
        for j in parts:
            terms = [f"COALESCE(p.t{j}_{c}, {zero})" for c in range(k)]
            sides[f"{side}_{j}"] = sql.choose(f"p.{side}", terms)
    sql.extend(query, sides)

    def odds(of: str) -> str:
        one, other = f"p.w1_{of}", f"p.w2_{of}"
        return f"CASE WHEN {one} = {other} THEN {zero} ELSE {one} - {other} END"

    against = sql.choose("p.w2", labels) if k > 1 else "NULL"
    names = [sql.name(query, name) for name in ("against", "log_odds", "log_odds_of_prior")]
    columns = list(zip(names, [against, odds("d"), odds("p")], strict=True))
    of_attributes = _names(query, "log_odds", [attribute.name for attribute in fitted.attributes])
    columns += [(name, odds(str(j)) if j in parts else zero) for j, name in enumerate(of_attributes)]
    return columns
