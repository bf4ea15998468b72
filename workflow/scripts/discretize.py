"""Learn the cut points of one data set under one protocol: on the training part of every fold, or once on all
cases.
"""

from __future__ import annotations

import json

import numpy as np

from naivebench.core import absence
from naivebench.core import table as tables
from naivebench.core.checks import one_of
from naivebench.core.files import replace
from naivebench.discretization import apply
from naivebench.evaluation import folds as splits
from naivebench.pipeline import arguments
from naivebench.pipeline.permuted import load_for


def training_parts(table: tables.Table, folds: splits.Folds):
    """Training rows fold by fold; under leave_one_out all cases but one, case by case."""
    n = tables.n_cases(table)
    if folds.scheme == "leave_one_out":
        return (np.delete(np.arange(n), row) for row in folds.test)
    return (splits.train_rows(folds, f, n) for f in range(len(folds.fold)))


def learn(table: tables.Table, folds: splits.Folds, discretizer: str, cuts: str, params: dict) -> dict:
    """The content of the file; `per` says what the entries of `cuts` belong to: fold, case or data set."""
    one_of(cuts, ("training", "all"), "cuts", "protocol")
    attributes = apply.cut_attributes(table)
    own = table._replace(
        attributes=attributes,
        codes=table.codes[:, :0],
        reals=table.reals[:, apply.cut_columns(table)],
        counts=None,
        sequences=None,
    )
    parts = [own] if cuts == "all" else (tables.subset(own, rows) for rows in training_parts(own, folds))
    found = [[points.tolist() for points in apply.learn(part, discretizer, **params)] for part in parts]
    per = "data set" if cuts == "all" else "case" if folds.scheme == "leave_one_out" else "fold"
    return {
        "discretizer": discretizer,
        "params": params,
        "per": per,
        "attributes": [a.name for a in attributes],
        "cuts": found,
    }


def main(
    table: str,
    folds: str,
    out: str,
    discretizer: str,
    cuts: str = "training",
    params: str = "{}",
    permute: str = "null",
) -> None:
    """`cuts`: training or all; `params`: JSON object of the discretizer's parameters; `permute`: see
    permuted.load_for.
    """
    missing = absence.read(table) or absence.read(folds)
    content = (
        None
        if missing
        else learn(
            load_for(table, json.loads(permute)), splits.load(folds), discretizer, cuts, json.loads(params)
        )
    )
    with replace(out) as temporary:
        temporary.write_text(json.dumps(content or {"absent": missing._asdict()}))


if __name__ == "__main__":
    arguments.call(main)
