"""Subsumption resolution: a value that another value of the same case implies says nothing new and is left
out.

x_j implies x_i if all training cases with x_j have x_i, and there are at least `minimum` of them; of two
values that imply one another the first attribute stays. Zheng and Webb 2006;
docs/methods.md#averaged-n-dependence-estimators.
"""

from __future__ import annotations

import numpy as np

from naivebench.core import counts
from naivebench.core.table import Table


def learn(train: Table, minimum: float = 100) -> np.ndarray:
    """Code of attribute i that value v of attribute j implies, -1 without one: (R, d) int32, row
    offsets[j] + v + 1. O(n d^2).
    """
    offsets = counts.row_offsets(train)
    columns = counts.checked_codes(train.codes, offsets)
    implied = np.full((offsets[-1], len(columns)), -1, np.int32)
    for j, column in enumerate(columns):
        order = np.argsort(column, kind="stable")
        values, first, size = np.unique(column[order], return_index=True, return_counts=True)
        if len(values) == 0:
            continue
        low, high = (part.reduceat(columns[:, order], first, axis=1) for part in (np.minimum, np.maximum))
        enough = (size >= minimum) & (values >= 0)
        implied[(offsets[j] + 1 + values)[enough]] = np.where(low == high, low, -1).T[enough]
        implied[offsets[j] : offsets[j + 1], j] = -1  # itself
    return implied


def without_implied(implied: np.ndarray, table: Table) -> Table:
    """The table without the values that others imply: they are missing."""
    offsets = counts.row_offsets(table)
    columns = counts.checked_codes(table.codes, offsets)
    rows = counts.rows_of(columns, offsets)
    by = np.zeros((len(rows), *table.codes.shape), bool)  # attribute j of the case implies i
    for j, row in enumerate(rows):
        by[j] = implied[row] == table.codes
    by &= (columns >= 0)[:, :, None] & (columns >= 0).T[None]
    mutual = by & by.transpose(2, 1, 0)
    earlier = np.arange(len(rows))[:, None, None] < np.arange(len(rows))
    gone = (by & (~mutual | earlier)).any(axis=0)
    return table._replace(codes=np.asfortranarray(np.where(gone, -1, table.codes).astype(table.codes.dtype)))
