"""Discretization of a table: learned cut points turn linear and angular attributes into ordinal ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from naivebench.core.checks import check_one_of
from naivebench.core.table import Attribute, Table, join_columns, list_columns, n_classes, real_attributes
from naivebench.data.discretization import caim, chimerge, equal_frequency, mdl

CUT = ("linear", "angular")
DISCRETIZERS = {
    "fayyad_irani": mdl.find_fayyad_irani_cuts,
    "better_encoding": mdl.find_better_encoding_cuts,
    "equal_frequency": equal_frequency.find_cuts,
    "kononenko": mdl.find_kononenko_cuts,
    "equal_width": equal_frequency.find_equal_width_cuts,
    "proportional": equal_frequency.find_proportional_cuts,
    "fixed_frequency": equal_frequency.find_fixed_frequency_cuts,
    "chimerge": chimerge.find_cuts,
    "caim": caim.find_cuts,
}


def list_cut_attributes(table: Table) -> tuple[Attribute, ...]:
    """Return the attributes that are discretized (linear and angular), in the order of their columns."""
    return tuple(a for a in table.attributes if a.kind in CUT)


def list_cut_columns(table: Table) -> list[int]:
    """Return the columns of `reals` that belong to the attributes that are discretized."""
    return [j for j, attribute in enumerate(real_attributes(table)) if attribute.kind in CUT]


def learn_cuts(table: Table, discretizer: str, **params: Any) -> list[np.ndarray]:
    """Learn cut points of all linear and angular attributes from cases with a known value and class.

    An angle is cut on (-pi, pi] like a line. Raises InputError if the discretizer does not exist.
    """
    check_one_of(discretizer, DISCRETIZERS, "discretize")
    labelled, result = table.y >= 0, []
    for column in list_cut_columns(table):
        values = table.reals[:, column]
        rows = labelled & ~np.isnan(values)
        x, y = (values, table.y) if rows.all() else (values[rows], table.y[rows])
        result.append(DISCRETIZERS[discretizer](x, y, n_classes(table), **params))
    return result


def apply_cuts(table: Table, cuts: Sequence[ArrayLike]) -> Table:
    """Return the table with every linear and angular attribute as an ordinal one. A value x <= t is left of
    the cut t; NaN becomes -1.

    `cuts`: one ascending list per such attribute, as `learn_cuts` returns them. Attributes keep their order.
    """
    remaining, columns = iter(cuts), []
    for attribute, column in list_columns(table):
        if attribute.kind in CUT:
            points = np.asarray(next(remaining), dtype=np.float64)
            column = find_intervals(column, points)
            attribute = Attribute(attribute.name, "ordinal", name_intervals(points), declared=True)
        columns.append((attribute, column))
    return join_columns(columns, table.classes, table.y, table.counts, table.sequences, table.groups)


def find_intervals(values: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the index of the interval of each value, shape (n,); -1 where the value is NaN."""
    return np.where(np.isnan(values), -1, np.searchsorted(points, values, side="left"))


def name_intervals(points: np.ndarray) -> tuple[str, ...]:
    """Return the names of the intervals, e.g. "<= 2.45", "(2.45, 4.75]", "> 4.75"; "all" for a single one."""
    if len(points) == 0:
        return ("all",)
    texts = [f"{t:.6g}" for t in points]
    if len(set(texts)) < len(texts):
        texts = [repr(float(t)) for t in points]
    between = [f"({a}, {b}]" for a, b in pairwise(texts)]
    return (f"<= {texts[0]}", *between, f"> {texts[-1]}")
