"""Posteriors of methods and of the formula of networks, and the cases that they label correctly."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
from scipy.special import log_softmax

from naivebench.core.decisions import decide_classes
from naivebench.core.table import Table, class_counts, n_classes, subset


def predict(method, train: Table, test: Table | None = None, **params) -> np.ndarray:
    """Log probabilities (n, K) of the test cases, or of the training cases, by one fit."""
    return method.predict_log_proba(method.fit(train, **params), train if test is None else test)


def leave_out(table: Table, log_proba_of: Callable[[Table, Table], np.ndarray]) -> np.ndarray:
    """Log probabilities (n, K) of each case by a fit on all others: `log_proba_of(others, case)`."""
    rows = np.arange(len(table.y))
    parts = [log_proba_of(subset(table, np.delete(rows, i)), subset(table, [i])) for i in rows]
    return np.concatenate(parts)


def is_correct(log_proba: np.ndarray, table: Table, left_out: bool = True) -> np.ndarray:
    """Which cases (n,) are labelled correctly; equal classes are decided by the counts without the case."""
    own = np.eye(n_classes(table), dtype=int)[table.y] if left_out else 0
    return decide_classes(log_proba, class_counts(table) - own) == table.y


def network_by_formula(
    train: Table, test: Table, parents, smoothing="friedman", n0=5.0, alpha=1.0, prior_alpha=1.0
) -> np.ndarray:
    """log P(c | x) case by case, from the class and the parents of every attribute; none is naive Bayes.

    A case uses the longest prefix of the parents that is observed. Smoothing is `friedman` or `laplace`.
    """
    k, n, r = len(train.classes), len(train.y), [len(a.values) for a in train.attributes]
    scores = np.zeros((len(test.y), k))
    for i, c in itertools.product(range(len(test.y)), range(k)):
        x = test.codes[i]
        scores[i, c] = np.log(((train.y == c).sum() + prior_alpha) / (n + k * prior_alpha))
        for j in np.flatnonzero(x >= 0):
            column = train.codes[:, j]
            base = (train.y == c) & (column >= 0)
            for p in parents[j]:
                if x[p] < 0:
                    break
                base &= train.codes[:, p] == x[p]
            phat = (column == x[j]).sum() / (column >= 0).sum()
            pseudo, total = (n0 * phat, n0) if smoothing == "friedman" else (alpha, alpha * r[j])
            if phat > 0 or pseudo > 0:
                scores[i, c] += np.log(((base & (column == x[j])).sum() + pseudo) / (base.sum() + total))
    return log_softmax(scores, axis=1)
