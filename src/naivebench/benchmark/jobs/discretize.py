"""Learn the cut points of one data set under one protocol: on the training part of every fold, or once on all
cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

import numpy as np

from naivebench.core.checks import one_of
from naivebench.core.table import Table, n_cases, subset
from naivebench.data.discretization import apply
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds


class CutPoints(TypedDict):
    """The content of the file; `per` says what the entries of `cuts` belong to: fold, case or data set."""

    discretizer: str
    per: str
    attributes: list[str]
    cuts: list[list[list[float]]]  # entry -> attribute -> its cut points


def training_parts(table: Table, folds: Folds) -> Iterator[np.ndarray]:
    """Training rows fold by fold; under leave_one_out all cases but one, case by case."""
    n = n_cases(table)
    if folds.scheme == "leave_one_out":
        return (np.delete(np.arange(n), row) for row in folds.test)
    return (splits.train_rows(folds, f, n) for f in range(len(folds.fold)))


def learn(table: Table, folds: Folds, discretizer: str, cuts: str) -> CutPoints:
    """Cut points of every fold, case or data set. `cuts`: training or all, the cases that they may see."""
    one_of(cuts, ("training", "all"), "cuts", "protocol")
    attributes = apply.cut_attributes(table)
    reals = table._replace(
        attributes=attributes,
        codes=table.codes[:, :0],
        reals=table.reals[:, apply.cut_columns(table)],
        counts=None,
        sequences=None,
    )
    parts = [reals] if cuts == "all" else (subset(reals, rows) for rows in training_parts(reals, folds))
    return {
        "discretizer": discretizer,
        "per": "data set" if cuts == "all" else "case" if folds.scheme == "leave_one_out" else "fold",
        "attributes": [a.name for a in attributes],
        "cuts": [[points.tolist() for points in apply.learn(part, discretizer)] for part in parts],
    }
