"""The decisions of any fitted classifier over the angles of a data set, on a grid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.decide import decide
from naivebench.core.table import DISCRETE, REAL, Table, class_counts, n_classes, real_width


class Grid(NamedTuple):
    """Decisions of a classifier on a grid of one or two attributes; the other attributes are missing."""

    # attributes of the table on the axes: one angle, two angles, or one angle and one linear attribute
    axes: tuple[int, ...]
    values: tuple[np.ndarray, ...]  # (m,) each: radians or the unit of the linear attribute
    winner: np.ndarray  # (m,) or (m of the first axis, m of the second) class codes
    log_proba: np.ndarray  # winner's shape + (K,), nats


def real_columns(table: Table) -> dict[int, int]:
    """Map each attribute to its first column in `reals`."""
    columns, next_column = {}, 0
    for j, attribute in enumerate(table.attributes):
        if attribute.kind in REAL:
            columns[j] = next_column
            next_column += real_width(attribute)
    return columns


def axes_of(table: Table) -> tuple[int, ...]:
    """The attributes that `decision_grid` puts on its axes: two angles, an angle and the first linear one, or
    one angle; () without angles.
    """
    kinds = [a.kind for a in table.attributes]
    angular, linear = (
        [j for j, kind in enumerate(kinds) if kind == wanted] for wanted in ("angular", "linear")
    )
    return tuple(angular[:2]) if len(angular) > 1 else tuple(angular + linear[:1]) if angular else ()


def _axis(table: Table, j: int, column: int, n: int) -> np.ndarray:
    """Midpoints of n cells that cover the circle from -pi, or the range of a linear attribute with a
    margin.
    """
    edges = (np.arange(n) + 0.5) / n
    if table.attributes[j].kind == "angular":
        return np.pi * (2 * edges - 1)
    x = table.reals[:, column]
    x = x[np.isfinite(x)]
    low, high = (
        (x.min(), x.max())
        if len(x) and x.min() < x.max()
        else (x.min() - 1, x.min() + 1)
        if len(x)
        else (-1.0, 1.0)
    )
    return low + (high - low) * (1.04 * edges - 0.02)


def decision_grid(
    predict_log_proba: Callable[[Any, Table], np.ndarray],
    model: Any,
    table: Table,
    n: int = 180,
    axes: tuple[int, ...] | None = None,
) -> Grid:
    """Compute the decisions of any fitted classifier on a grid with n cells per axis.

    The classifier is `predict_log_proba(model, table) -> (m, K)`; `axes` are those of `axes_of(table)`.

    `table`: the data the model was fitted on; its attributes, class counts and ranges are used. Attributes
    off the axes are missing. Raises InputError for a table without an angular attribute.
    """
    axes = axes_of(table) if axes is None else tuple(axes)
    if not axes:
        raise InputError(
            "a decision surface needs a data set with an angular attribute, but this one has none: declare "
            "its kind in the stanza"
        )
    columns = real_columns(table)
    values = tuple(_axis(table, j, columns[j], n) for j in axes)
    points = np.stack(np.meshgrid(*values, indexing="ij"), axis=-1).reshape(-1, len(axes))
    reals = np.full((len(points), table.reals.shape[1]), np.nan, order="F")
    reals[:, [columns[j] for j in axes]] = points
    codes = np.full(
        (len(points), sum(a.kind in DISCRETE for a in table.attributes)), -1, table.codes.dtype, order="F"
    )
    blank = table._replace(codes=codes, reals=reals, y=np.full(len(points), -1, np.int32), groups=None)
    log_proba = predict_log_proba(model, blank)
    shape = tuple(len(v) for v in values)
    return Grid(
        axes,
        values,
        decide(log_proba, class_counts(table)).reshape(shape),
        log_proba.reshape(*shape, n_classes(table)),
    )
