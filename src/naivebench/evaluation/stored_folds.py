"""Folds that a data set brings along: its groups are the training and test parts.

Group 2 f is the training part of fold f, group 2 f + 1 its test part. A case can therefore have other values
in every fold, as in tables that were discretised fold by fold. docs/protocols/honest.md#stored-folds.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.folds import Folds, collected
from naivebench.core.table import Table

SCHEME = "stored"


def make(table: Table, *, folds: int, repeats: int = 1) -> Folds:
    """The folds whose parts are the groups of the table, in their order; nothing is drawn.

    Raises InputError for repeats, and for a table without exactly two groups for each fold.
    """
    if repeats > 1:
        raise InputError(
            f"scheme 'stored' does not draw at random, so all {repeats} repeats would be the same: leave "
            "`repeats` out"
        )
    sizes = np.zeros(0, int) if table.groups is None else np.bincount(table.groups)
    if len(sizes) != 2 * folds:
        raise InputError(
            f"scheme 'stored' needs {2 * folds} groups, a training and a test part for each of {folds} "
            f"folds, but the data set has {len(sizes) or 'none'}: set `groups` of its stanza to the "
            "column of "
            "the parts, and `folds` of the protocol to their number"
        )
    order = np.argsort(table.groups, kind="stable")  # type: ignore[arg-type]
    parts = np.split(order, np.cumsum(sizes)[:-1])
    return collected([parts[1::2]], SCHEME, ())._replace(
        train=np.concatenate(parts[::2]).astype(np.int32),
        train_offsets=np.concatenate([[0], np.cumsum(sizes[::2])]).astype(np.int64),
    )
