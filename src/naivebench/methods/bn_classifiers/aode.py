"""Averaged one-dependence estimators: the average over all models in which one attribute (the super-parent)
and the class are the parents of every other attribute. There is no search for a structure, so the method is
stable and fast to train.

    P(c, x) proportional to  sum over observed i of  W_i P(c, x_i) prod over j != i of P(x_j | c, x_i)

    smoothing    P(c, x_i)                              P(x_j | c, x_i)
    m_estimate   (n_{c,x_i} + a / (K r_i)) / (n_i + a)  (n_{c,x_i,x_j} + a / r_j) / (n_{c,x_i} + a)
    laplace      (n_{c,x_i} + a) / (n_i + a K r_i)      (n_{c,x_i,x_j} + a) / (n_{c,x_i} + a r_j)

Missing super-parents and children are skipped, and a count includes only cases with all attributes that it
concerns. An attribute with one value is a super-parent, too. Without any super-parent the prediction equals
naive Bayes. The weights W_i are 1, or I(X_i; C) with `weighting` information (all 1 if no attribute has any).
Fit O(n d^2), predict O(n d^2 K). docs/methods/bayesian-networks.md#averaged-one-dependence-estimators; Webb,
Boughton and Wang 2005; Jiang and Zhang 2006.
"""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, table_sums
from naivebench.core.checks import InputError, check_at_least, check_one_of
from naivebench.core.information import information_of_counts
from naivebench.core.logspace import log, log_prior, logsumexp, normalize_rows
from naivebench.core.table import Table, cardinalities
from naivebench.core.table_sums import Statistics
from naivebench.core.table_sums import merge as merge
from naivebench.methods.bn_classifiers import families
from naivebench.methods.bn_classifiers.families import SparsePair
from naivebench.methods.naive_bayes import nb

MOST_PAIRS = 500_000  # limit on pairs of attributes: about a minute, and several GB with many values
AT_ONCE = 1 << 20  # scores of all super-parents that are worked on together: 8 MB
LISTED = 1 << 16  # numbers of cases whose logarithms are computed once


class Model(NamedTuple):
    nb: nb.Model  # used where no super-parent qualifies
    log_prior: np.ndarray  # (K,) nats: P(c), the sum of P(c, x_i) over the values
    smoothing: str
    alpha: float
    log_parent: np.ndarray  # (R, K) nats: W_i P(c, x_i) by value, -inf where missing or never seen
    # (R, R, K) nats: P(x_j | c, x_i) by value of i and value of j, 0 where either is missing; or (0, 0, K)
    log_child: np.ndarray
    sparse: dict[tuple[int, int], SparsePair]  # otherwise, counts by (super-parent, child)


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Count all pairs of attributes in the cases of known class. weights: (n,) >= 0, by default 1 each.
    Raises InputError for attributes that are not discrete, for more than MOST_PAIRS pairs, for bad weights.
    """
    counts.check_kinds(table.attributes, "aode")
    used = int((cardinalities(table) > 0).sum())
    n_pairs = used * (used - 1) // 2
    if n_pairs > MOST_PAIRS:
        raise InputError(
            f"aode counts all pairs of attributes, but {used} attributes have {n_pairs:,} pairs, more than "
            f"{MOST_PAIRS:,}: use fewer attributes, or choose nb"
        )
    return table_sums.count_table(table, weights, pairs=True)


def estimate(
    statistics: Statistics, *, alpha: float = 1.0, smoothing: str = "m_estimate", weighting: str = "uniform"
) -> Model:
    """Estimate the model of the counted cases. alpha: a of the formulas, at least 0. smoothing: m_estimate or
    laplace. weighting: uniform or information. Raises InputError for bad parameters.
    """
    check_at_least(alpha, 0, "alpha", "aode")
    check_one_of(smoothing, ("m_estimate", "laplace"), "smoothing", "aode")
    check_one_of(weighting, ("uniform", "information"), "weighting", "aode")
    n_jvc, offsets, k = statistics.n_jvc, counts.row_offsets(statistics.attributes), len(statistics.n_c)
    r = np.diff(offsets) - 1
    log_parent = _estimate_log_parents(n_jvc, offsets, *compute_pseudo_counts(smoothing, alpha, k * r))
    if weighting == "information":
        information = information_of_counts(n_jvc, offsets, statistics.n_c.sum())
        if information.any():
            log_parent += np.repeat(log(information), r + 1)[:, None]
    log_child, sparse = np.zeros((0, 0, k)), {}
    if len(statistics.pairs):
        lists = tabulate_logarithms(int(statistics.n_c.sum()), *compute_pseudo_counts(smoothing, alpha, r))
        log_child = np.zeros(statistics.pairs.shape)
        fill_child_tables(statistics.pairs, offsets, *lists, np.isfinite(log_parent).any(axis=1), log_child)
        for first, last in itertools.pairwise(offsets):
            log_child[first:last, first:last] = 0.0  # a super-parent is not its own child
    else:
        codes, y, weights = table_sums.reconstruct_cases(statistics)
        for i, j in itertools.permutations(np.flatnonzero(r > 0).tolist(), 2):
            sparse[i, j] = families.count_sparse_pair(codes[i], codes[j], y, int(r[j]), k, weights)
    naive = nb.estimate(statistics, alpha=alpha, prior_alpha=alpha)
    of_class = log_prior(statistics.n_c, compute_pseudo_counts(smoothing, alpha, np.array([k]))[0][0])
    return Model(naive, of_class, smoothing, float(alpha), log_parent, log_child, sparse)


def fit(train: Table, *, rng: np.random.Generator | None = None, **params: Any) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate`."""
    return estimate(count(train), **params)


def compute_pseudo_counts(smoothing: str, alpha: float, cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute the pseudo-counts per cell and in total, (d,) each; `cells`: cells per distribution, (d,)."""
    cells, all_of_them = np.maximum(cells, 1), np.full(len(cells), float(alpha))
    return (all_of_them / cells, all_of_them) if smoothing == "m_estimate" else (all_of_them, alpha * cells)


def _estimate_log_parents(
    n_jvc: np.ndarray, offsets: np.ndarray, pseudo: np.ndarray, pseudo_total: np.ndarray
) -> np.ndarray:
    """Return log P(c, x_i), (R, K) nats; -inf for missing values and for values that never occurred."""
    width = np.diff(offsets)
    n_i = counts.count_observed(n_jvc, offsets).sum(axis=1)
    total = np.repeat(n_i + pseudo_total, width)[:, None]
    table = log((n_jvc + np.repeat(pseudo, width)[:, None]) / np.where(total > 0, total, 1.0))
    table[~n_jvc.any(axis=1)] = -np.inf
    table[offsets[:-1]] = -np.inf
    return table


def tabulate_logarithms(
    n: int, pseudo: np.ndarray, pseudo_total: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the distinct pseudo-counts; the logarithms of 0, 1, ... n, each plus every pseudo-count; and for
    each attribute the indices of the pseudo-counts of one value and of all its values, (d,) each.
    """
    amounts, places = np.unique(np.concatenate([pseudo, pseudo_total]), return_inverse=True)
    logs = log(np.arange(min(n, LISTED) + 1) + amounts[:, None])
    return amounts, logs, places[: len(pseudo)], places[len(pseudo) :]


@njit(cache=True)
def log_with_pseudo_count(m, pseudo, logs):
    """Return log (m + pseudo). `logs` lists these logarithms for small whole numbers m."""
    place = np.int64(m)
    if place == m and place < logs.shape[0]:
        return logs[place]
    return math.log(m + pseudo)


@njit(cache=True)
def fill_child_tables(cells, offsets, amounts, logs, each, all_of_them, wanted, table):
    """Fill in log P(x_j | c, u), nats, in `table` (q, R, K) of zeros for the `wanted` values u (q,) of a
    super-parent. cells: (q, R, K) cases with u and every value; for other arrays see `tabulate_logarithms`.
    """
    d, k = offsets.shape[0] - 1, cells.shape[2]
    total = np.empty(k)
    for u in np.flatnonzero(wanted):
        for j in range(d):
            first, last, e, f = offsets[j] + 1, offsets[j + 1], each[j], all_of_them[j]
            total[:] = 0.0
            for v in range(first, last):
                for c in range(k):
                    total[c] += cells[u, v, c]
            for c in range(k):
                total[c] = (
                    log_with_pseudo_count(total[c], amounts[f], logs[f]) if total[c] + amounts[f] > 0 else 0.0
                )
            for v in range(first, last):
                for c in range(k):
                    table[u, v, c] = log_with_pseudo_count(cells[u, v, c], amounts[e], logs[e]) - total[c]


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return the log of the sum over super-parents (or of naive Bayes), (n, K) nats, not normalised."""
    columns = counts.check_codes(table.codes, model.nb.offsets)
    n, k = columns.shape[1], len(model.nb.log_prior)
    scores, step = np.full((n, k), -np.inf), max(1, AT_ONCE // max(1, len(columns) * k))
    for first in range(0, n, step):
        block = slice(first, first + step)
        scores[block] = logsumexp(_score_super_parents(model, columns[:, block]), axis=0)
    alone = np.flatnonzero(np.isneginf(scores.max(axis=1)))
    if len(alone):
        scores[alone] = nb.log_joint(model.nb, table._replace(codes=table.codes[alone]))
    return scores


def _score_super_parents(model: Model, columns: np.ndarray) -> np.ndarray:
    """Return log P(c, x_i) + sum over j of log P(x_j | c, x_i) of every super-parent, shape (d, n, K)."""
    rows = counts.codes_to_rows(columns, model.nb.offsets)
    if len(model.log_child):
        scores = np.empty((*rows.shape, len(model.nb.log_prior)))
        for i, row in enumerate(rows):
            fill_super_parent_scores(row, rows, model.log_parent, model.log_child, scores[i])
        return scores

    # pairs of many values have no table of logarithms
    scores, columns, r = model.log_parent[rows], columns.astype(np.int64), np.diff(model.nb.offsets) - 1
    pseudo, pseudo_total = compute_pseudo_counts(model.smoothing, model.alpha, r)
    for (i, j), pair in model.sparse.items():
        cases = np.flatnonzero((columns[i] >= 0) & (columns[j] >= 0))
        u, x = columns[i, cases], columns[j, cases]
        n_xu, n_u = families.look_up_pair_counts(pair, u, x, int(r[j]), scores.shape[2])
        scores[i, cases] += counts.log_dirichlet_mean(n_xu, n_u, pseudo[j], pseudo_total[j], np.zeros(()))
    return scores


@njit(cache=True)
def fill_super_parent_scores(parent, rows, log_parent, log_child, scores):
    """Write log P(c, u) + sum over j of log P(x_j | c, u), u = parent[i], to scores (n, K); rows: (d, n)."""
    d, k = rows.shape[0], scores.shape[1]
    for i in range(parent.shape[0]):
        sums = scores[i]
        if parent[i] < 0:
            sums[:] = -np.inf
            continue
        u = np.uint64(parent[i])
        terms = log_child[u]
        for c in range(k):
            sums[c] = log_parent[u, c]
        for j in range(d):
            child = np.uint64(rows[j, i])
            for c in range(k):
                sums[c] += terms[child, c]


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.nb.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report attributes_used and n_parameters, K r_i - 1 + K r_i sum over j != i of (r_j - 1) for each
    super-parent i; without super-parents, the parameters are those of naive Bayes.
    """
    r, k = np.diff(model.nb.offsets) - 1, len(model.nb.log_prior)
    r = r[r > 0]
    if not len(r):
        return nb.summarize(model.nb)
    free = k * r - 1 + k * r * ((r - 1).sum() - (r - 1))
    return {"n_parameters": int(free.sum()), "attributes_used": len(r)}
