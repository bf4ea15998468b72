"""Draw the folds of one data set as its protocol asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.evaluation import folds
from naivebench.evaluation.folds import Folds


def draw(
    table: Table,
    holdout: int | None,
    *,
    split: Mapping[str, Any],
    own_holdout: bool,
    seed: Sequence[int],
) -> Folds | Absence:
    """Draw the folds; if there are none, return the reason.

    `holdout`: number of leading rows that form the training part of the data set's own hold-out, which
    replaces the scheme if `own_holdout` is set; `split`: arguments of `evaluation.folds.make`.
    """
    own = {"scheme": "holdout"} if own_holdout and holdout else {}
    try:
        return folds.make(table, holdout=holdout, seed=seed, **{**split, **own})
    except InputError as error:
        remedy = "correct the data set's stanza or the protocol's folds"
        return Absence("failed", "discretize", str(error), remedy)
