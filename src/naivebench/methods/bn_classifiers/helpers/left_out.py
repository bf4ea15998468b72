"""The terms of every family of a network for each case, with that case left out of the counts.

Leaving out case i changes only the counts of its own class and the share phat of its own value. Two tables
with one row per combination that occurs, one for the other classes and one for the own class, are therefore
enough for all cases: a family costs O(n + cells K), and its terms are looked up. Value lists stay fixed; a
family uses the longest prefix of observed parents (bn_classifiers.helpers.families), so that sums of terms
are the leave-one-out predictions of `families.fit_parameters`.
docs/methods/conventions.md#leave-one-out-by-subtraction.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled, counts, patterns
from naivebench.core.decide import TIE
from naivebench.core.logspace import log_prior
from naivebench.core.table import Table, cardinalities, class_counts, n_cases, n_classes
from naivebench.methods.bn_classifiers.helpers import bn_loops
from naivebench.methods.bn_classifiers.helpers.families import Smoothing


class Terms(NamedTuple):
    """log P(x_j | c, parents) of all cases, each left out of the counts, in nats."""

    rows: np.ndarray  # (n,) row of every case; row 0, zeros, where x_j is missing
    others: np.ndarray  # (rows, K) for the classes that are not the case's own
    own: np.ndarray  # (rows, K) for its own class


def prior(train: Table, prior_alpha: float) -> np.ndarray:
    """log P(c) with each case left out, (n, K) nats; all classes of `train` must be known."""
    k = n_classes(train)
    left = np.maximum(class_counts(train) - np.eye(k, dtype=np.int64), 0)
    return log_prior(left, prior_alpha)[train.y]


def prefixes(train: Table, j: int, parents: tuple[int, ...], smoothing: Smoothing) -> Iterator[Terms]:
    """Terms of attribute j without parents, with its first parent, with its first two parents, and so on."""
    x, y, k = train.codes[:, j].astype(np.int64), train.y, n_classes(train)
    r = int(cardinalities(train)[j])
    n_x = np.bincount(x[x >= 0], minlength=max(r, 1))
    share = np.maximum(n_x - 1, 0) / max(n_x.sum() - 1, 1)
    alike = np.full(len(n_x), 1 / max(r, 1))
    pseudo, total, limit = {
        "friedman": (smoothing.n0 * share, smoothing.n0, share),
        "laplace": (smoothing.alpha * r * alike, smoothing.alpha * r, alike),
        "m_estimate": (smoothing.alpha * alike, smoothing.alpha, alike),
    }[smoothing.smoothing]
    silent = (n_x <= 1) & (pseudo == 0)
    place, others, own = np.where(x >= 0, 0, -1), [np.zeros((1, k))], [np.zeros((1, k))]
    rows, n_rows = np.zeros(len(x), np.int64), 1
    for depth in range(len(parents) + 1):
        if depth:
            place = patterns.extend(place, train.codes[:, parents[depth - 1]])[1]
        cells = patterns.extend(place, np.where(place >= 0, x, -1), max(r, 1))[1]
        here = np.flatnonzero(cells >= 0)
        above = np.where(cells >= 0, place, -1)
        joint = patterns.class_counts(cells, y, int(cells.max(initial=-1)) + 1, k)
        marginal = patterns.class_counts(above, y, int(above.max(initial=-1)) + 1, k)
        of_cell = np.zeros((2, len(joint)), np.int64)
        of_cell[:, cells[here]] = place[here], x[here]
        value, all_of = of_cell[1], marginal[of_cell[0]]
        for table, less in ((others, 0), (own, 1)):
            logs = counts.log_dirichlet(
                np.maximum(joint - less, 0),
                np.maximum(all_of - less, 0),
                pseudo[value, None],
                np.array(total),
                limit[value, None],
            )
            logs[silent[value]] = 0.0
            table.append(logs)
        rows = rows.copy()
        rows[here] = n_rows + cells[here]
        n_rows += len(joint)
        yield Terms(rows, np.concatenate(others), np.concatenate(own))


def add(scores: np.ndarray, terms: Terms, y: np.ndarray) -> np.ndarray:
    """Scores (n, K) plus the terms."""
    of_case = terms.others[terms.rows]
    cases = np.arange(len(y))
    of_case[cases, y] = terms.own[terms.rows, y]
    return scores + of_case


def family(train: Table, j: int, parents: tuple[int, ...], smoothing: Smoothing) -> Terms:
    """Terms of attribute j with all its parents."""
    return list(prefixes(train, j, parents, smoothing))[-1]


def precedence(train: Table) -> np.ndarray:
    """Whether class b wins a tie against the own class a of a case that is left out, bool (K, K): it then has
    more cases, or as many cases and the lower index.
    """
    n_c = class_counts(train)
    own, other = (n_c - 1)[:, None], n_c[None, :]
    lower = np.arange(len(n_c))[None, :] < np.arange(len(n_c))[:, None]
    return (other > own) | ((other == own) & lower)


def correct_cases(scores: np.ndarray, terms: Terms, y: np.ndarray, precedes: np.ndarray) -> int:
    """Number of cases that scores (n, K) plus the terms classify correctly; ties as in
    naivebench.core.decide.
    """
    return int(_loops().correct_cases(scores, *terms, y, precedes, TIE))


def add_squared_doubts(scores: np.ndarray, terms: Terms, y: np.ndarray) -> float:
    """Add terms to scores (n, K) in place, and return the sum over cases of (1 - P(own class))^2. A case that
    is impossible under its own class counts 1.
    """
    return float(_loops().add_squared_doubts(scores, *terms, y))


def _loops() -> types.SimpleNamespace:
    return compiled.loops(bn_loops)


def nothing(train: Table) -> Terms:
    """Terms that are all zero."""
    zeros = np.zeros((1, n_classes(train)))
    return Terms(np.zeros(n_cases(train), np.int64), zeros, zeros)
