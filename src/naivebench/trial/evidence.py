"""Measure how much every attribute or word of a case speaks for its prediction, for any method.

Methods that explain themselves give exact log-odds (docs/explanations.md). For other methods, the evidence of
an attribute is the decrease of the log-odds when its value is missing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.table import (
    DISCRETE,
    MISSING,
    Attribute,
    Table,
    discrete_attributes,
    n_cases,
    real_attributes,
    real_width,
)
from naivebench.models import explain, fitted
from naivebench.models.fitted import Fitted


class Piece(NamedTuple):
    """Evidence of one attribute or word of a case."""

    name: str
    value: str
    nats: float  # log-odds of the predicted class against the second most probable one


class Case(NamedTuple):
    """A case and its pieces of evidence, largest first."""

    predicted: str
    against: str
    pieces: list[Piece]


def of_cases(model: Fitted, table: Table) -> list[Case]:
    """The evidence for every case of a table that has the columns of the training table."""
    try:
        records = explain.explain(model, table)
    except InputError:
        return _without_each(model, table)
    if any("contributions" not in record for record in records):
        return _without_each(model, table)
    cases = []
    for record in records:
        pieces = [
            Piece(
                str(item.get("attribute") or item.get("word")),
                _shown(item.get("value", item.get("count"))),
                odds,
            )
            for item in record["contributions"]
            if (odds := item["log_odds"]) is not None
        ]
        cases.append(Case(record["predicted"], record["against"] or "", pieces))
    return cases


def _without_each(model: Fitted, table: Table) -> list[Case]:
    """Evidence from the change of the log-odds when one attribute is missing.

    Texts and sequences have none.
    """
    log_proba = fitted.predict_log_proba(model, table)
    first = fitted.predict(model, log_proba)
    second = explain.runner_up(log_proba, first, model.class_counts)
    rows = np.arange(n_cases(table))

    def odds(values: np.ndarray) -> np.ndarray:
        return values[rows, first] - values[rows, second]

    whole, columns = odds(log_proba), []
    named = [a for a in table.attributes if a in discrete_attributes(table) + real_attributes(table)]
    for attribute in named:
        with np.errstate(invalid="ignore"):
            columns.append(whole - odds(fitted.predict_log_proba(model, _blank(table, attribute))))
    cases = []
    for i in rows:
        pieces = [
            Piece(a.name, _cell(table, a, int(i)), float(column[i]))
            for a, column in zip(named, columns, strict=True)
            if np.isfinite(column[i])
        ]
        pieces.sort(key=lambda piece: -abs(piece.nats))
        cases.append(Case(model.classes[first[i]], model.classes[second[i]], pieces))
    return cases


def _cell(table: Table, attribute: Attribute, row: int) -> str:
    """The value of an attribute as text; empty for directions and missing values."""
    column = explain.columns(table)[table.attributes.index(attribute)]
    if column is None:
        return ""
    if attribute.kind in DISCRETE:
        return attribute.values[column[row]] if column[row] >= 0 else ""
    number = float(column[row]) * explain.in_raw_unit(attribute)
    return "" if np.isnan(number) else _shown(number)


def _blank(table: Table, attribute: Attribute) -> Table:
    """The table with every cell of one attribute set to missing."""
    if attribute.kind in DISCRETE:
        codes = table.codes.copy()
        codes[:, discrete_attributes(table).index(attribute)] = MISSING
        return table._replace(codes=codes)
    others = real_attributes(table)
    start = sum(map(real_width, others[: others.index(attribute)]))
    reals = table.reals.copy()
    reals[:, start : start + real_width(attribute)] = np.nan
    return table._replace(reals=reals)


def _shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
