"""Bias and variance of all methods on one data set under one protocol, from stored predictions."""

from __future__ import annotations

import numpy as np

from naivebench.benchmark.retrieval import Tested
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.evaluation.bias_variance import decompose


def facts(table: Table, methods: dict[str, Tested], n_folds: int) -> dict[str, dict[str, dict[str, float]]]:
    """Bias and variance of every method that has all `n_folds` test parts, in the form for JSON.

    Only cases that are predicted at least twice count.
    """
    figures = {}
    for method, tested in methods.items():
        votes = np.zeros((n_cases(table), n_classes(table)), np.int64)
        np.add.at(votes, (tested.rows, tested.predicted), 1)
        often = votes.sum(axis=1) > 1
        if len(tested.labels) == n_folds and often.any():
            figures[method] = decompose(votes[often], table.y[often])._asdict()
    return {"methods": figures}
