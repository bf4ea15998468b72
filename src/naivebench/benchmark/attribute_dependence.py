"""Dependence between the attributes of a data set, given the class; naive Bayes assumes that it is zero."""

from __future__ import annotations

import numpy as np

from naivebench.core.information import conditional_mutual_information
from naivebench.core.table import Attribute, Table, cardinalities, make_table, n_cases, n_classes, subset

MOST_CASES, MOST_ATTRIBUTES, MOST_VALUES = 5000, 40, 40
PARTS = 5  # number of intervals of equal frequency into which numbers and angles are cut


def measure_dependence(table: Table) -> float | None:
    """Average I(X_i; X_j | C) over the pairs of attributes of a prepared table, in nats.

    Attributes are used unless they are words, constant, or have more than `MOST_VALUES` values; the result is
    None if fewer than two remain. Numbers are cut into `PARTS` intervals of equal frequency, without using
    the class. The bias of each estimate under independence, (r_i - 1) (r_j - 1) K / (2 n), is subtracted
    (Miller 1955); negative results are set to zero. At most `MOST_CASES` cases and `MOST_ATTRIBUTES`
    attributes, evenly spaced, are used.
    """
    kept = np.unique(np.linspace(0, n_cases(table) - 1, MOST_CASES).astype(int))
    table = _discretize_columns(subset(table, kept) if n_cases(table) > MOST_CASES else table)
    r, n = cardinalities(table), n_cases(table)
    if len(r) < 2:
        return None
    information = conditional_mutual_information(table)
    information = information - np.outer(r - 1, r - 1) * n_classes(table) / (2 * n)
    pairs = np.maximum(information[np.triu_indices(len(r), 1)], 0)
    return float(pairs.mean())


def _discretize_columns(table: Table) -> Table:
    """Return the usable columns as nominal attributes, without values that do not occur."""
    columns = [*table.codes.T]
    for numbers in table.reals.T:
        known = ~np.isnan(numbers)
        shares = np.arange(1, PARTS) / PARTS
        cuts = np.unique(np.quantile(numbers[known], shares)) if known.any() else np.empty(0)
        columns.append(np.where(known, np.searchsorted(cuts, numbers, side="left"), -1))
    columns = [c for c in columns if 1 < len(np.unique(c[c >= 0])) <= MOST_VALUES]
    if len(columns) > MOST_ATTRIBUTES:
        columns = [columns[i] for i in np.linspace(0, len(columns) - 1, MOST_ATTRIBUTES).astype(int)]
    codes, attributes = np.empty((n_cases(table), len(columns)), np.int64), []
    for i, column in enumerate(columns):
        values = np.unique(column[column >= 0])
        codes[:, i] = np.where(column < 0, -1, np.searchsorted(values, column))
        attributes.append(Attribute(str(i), "nominal", tuple(map(str, range(len(values))))))
    return make_table(attributes, table.classes, table.y, codes=codes if columns else None)
