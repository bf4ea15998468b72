"""Rotation of all angles of a data set by the same offset. Angles have no natural starting point, so
predictions should not change.

The von Mises density turns with the angles; a density on the raw angle in (-pi, pi] depends on where the
circle is cut.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple

import numpy as np

from naivebench.core import folds as cross_validation
from naivebench.core.decide import decide
from naivebench.core.table import (
    REAL,
    Table,
    class_counts,
    n_cases,
    real_width,
    restrict_values,
    subset,
    to_radians,
    without_labels,
)

OFFSETS = (0, 45, 90, 135, 180, 225, 270, 315)


class Rotated(NamedTuple):
    """Results of one method at one offset, over the test cases of all folds."""

    method: str
    offset_degrees: float  # degrees of the full circle of every angle, whatever its period
    accuracy: float
    changed: float  # share of the predictions that differ from those without rotation


def rotated(table: Table, radians: float) -> Table:
    """The table with all angular attributes rotated by `radians`, wrapped to (-pi, pi]."""
    reals, column = table.reals.copy(order="F"), 0
    for attribute in (a for a in table.attributes if a.kind in REAL):
        if attribute.kind == "angular":
            reals[:, column] = to_radians(reals[:, column] + radians, 2 * math.pi)
        column += real_width(attribute)
    return table._replace(reals=reals)


def experiment(
    table: Table,
    methods: dict[str, ModuleType],
    *,
    offsets: Sequence[float] = OFFSETS,
    folds: int = 10,
    seed: Sequence[int] = (0,),
) -> list[Rotated]:
    """Accuracy and changed predictions of every method at every offset, by stratified cross-validation with
    the same folds.

    `methods`: name -> module with fit and predict_log_proba, called with their own defaults; the first offset
    is 0.
    """
    drawn = cross_validation.stratified(table, folds=folds, seed=seed)
    tables = [rotated(table, math.radians(offset)) if offset else table for offset in offsets]
    rows = []
    for name, module in methods.items():
        predicted = [_predictions(module, turned, drawn) for turned in tables]
        rows += [
            Rotated(
                name, float(offset), float((labels == table.y).mean()), float((labels != predicted[0]).mean())
            )
            for offset, labels in zip(offsets, predicted, strict=True)
        ]
    return rows


def _predictions(module: ModuleType, table: Table, drawn: cross_validation.Folds) -> np.ndarray:
    """Predicted label of every case, (n,), by the model of the fold that did not train on it."""
    labels = np.empty(n_cases(table), dtype=np.int32)
    for f in range(len(drawn.fold)):
        train, test = (
            cross_validation.train_rows(drawn, f, n_cases(table)),
            cross_validation.test_rows(drawn, f),
        )
        restricted = restrict_values(table, train)
        inside = subset(restricted, train)
        model = module.fit(inside, rng=np.random.default_rng(f))
        hidden = without_labels(subset(restricted, test))
        labels[test] = decide(module.predict_log_proba(model, hidden), class_counts(inside))
    return labels
