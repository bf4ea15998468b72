"""Bias and variance of all methods on one data set under one protocol, from stored predictions."""

from __future__ import annotations

import numpy as np

from naivebench.benchmark.retrieval import Tested
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation.bias_variance import decompose


def facts(table: Table, methods: dict[str, Tested], n_folds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Scores of every method all of whose `n_folds` test parts are there, as JSON has them; over the cases
    that are predicted at least twice.
    """
    figures = {}
    for method, tested in methods.items():
        votes = np.zeros((n_cases(table), n_classes(table)), np.int64)
        np.add.at(votes, (tested.rows, tested.predicted), 1)
        often = votes.sum(axis=1) > 1
        if len(tested.labels) == n_folds and often.any():
            figures[method] = decompose(votes[often], table.y[often])._asdict()
    return {"methods": figures}
