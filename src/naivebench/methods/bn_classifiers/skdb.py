"""Selective k-dependence Bayesian classifier: KDB that chooses how many attributes and how many parents it
uses. Leave-one-out error on the training part decides, in one additional pass over the cases.

Attributes and the parents of each attribute are ordered as in KDB. The network of the first a attributes with
the first k parents each is part of the networks with larger a and k, so one pass over the cases scores all
networks:

    loss(a, k) = root of the mean over cases i of (1 - P(y_i | x_i, counts without i))^2

Fit O(n d^2 + n d k_max K), predict O(n d k K).
docs/methods/bayesian-networks.md#selective-k-dependence-bayesian-classifier; Martinez, Webb, Chen and Zaidi
2016.

When a case is left out, only the counts of its own class and the share phat of its own value change. Two
tables with one row per combination that occurs, one for the other classes and one for the case's own, are
therefore enough for all cases. A family costs O(n + cells K), and its terms are looked up
(docs/methods/conventions.md#leave-one-out-by-subtraction).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, patterns, table_sums
from naivebench.core.checks import check_at_least, check_whole
from naivebench.core.information import mutual_information
from naivebench.core.logspace import log_prior
from naivebench.core.table import Table, cardinalities, class_counts, n_classes
from naivebench.methods.bn_classifiers import families, kdb
from naivebench.methods.bn_classifiers.families import Model, Smoothing
from naivebench.methods.bn_classifiers.families import contributions as contributions
from naivebench.methods.bn_classifiers.families import predict_log_proba as predict_log_proba
from naivebench.methods.bn_classifiers.families import summarize as summarize

TIE = 1e-12


class Terms(NamedTuple):
    """Terms log P(x_j | c, parents) of all cases, each left out of the counts, in nats."""

    rows: np.ndarray  # (n,) row of every case; row 0, zeros, where x_j is missing
    others: np.ndarray  # (rows, K) for the classes that are not the case's own
    own: np.ndarray  # (rows, K) for its own class


def compute_left_out_prior(train: Table, prior_alpha: float) -> np.ndarray:
    """Return log P(c) with each case left out, (n, K) nats; all classes of `train` must be known."""
    k = n_classes(train)
    left = np.maximum(class_counts(train) - np.eye(k, dtype=np.int64), 0)
    return log_prior(left, prior_alpha)[train.y]


def generate_left_out_terms(
    train: Table, j: int, parents: tuple[int, ...], smoothing: Smoothing
) -> Iterator[Terms]:
    """Yield the terms of attribute j without parents, with its first parent, with its first two, ..."""
    x, y, k = train.codes[:, j].astype(np.int64), train.y, n_classes(train)
    r = int(cardinalities(train)[j])
    n_x = np.bincount(x[x >= 0], minlength=max(r, 1))
    if smoothing.smoothing == "friedman":
        total, limit = smoothing.n0, np.maximum(n_x - 1, 0) / max(n_x.sum() - 1, 1)
    else:  # m-estimates
        total, limit = smoothing.alpha, np.full(len(n_x), 1 / max(r, 1))
    pseudo = total * limit
    silent = (n_x <= 1) & (pseudo == 0)
    place, others, own = np.where(x >= 0, 0, -1), [np.zeros((1, k))], [np.zeros((1, k))]
    rows, n_rows = np.zeros(len(x), np.int64), 1
    for depth in range(len(parents) + 1):
        if depth:
            place = patterns.extend_patterns(place, train.codes[:, parents[depth - 1]])[1]
        cells = patterns.extend_patterns(place, np.where(place >= 0, x, -1), max(r, 1))[1]
        here = np.flatnonzero(cells >= 0)
        above = np.where(cells >= 0, place, -1)
        joint = patterns.count_classes_by_pattern(cells, y, int(cells.max(initial=-1)) + 1, k)
        marginal = patterns.count_classes_by_pattern(above, y, int(above.max(initial=-1)) + 1, k)
        of_cell = np.zeros((2, len(joint)), np.int64)
        of_cell[:, cells[here]] = place[here], x[here]
        value, all_of = of_cell[1], marginal[of_cell[0]]
        prior = pseudo[value, None], np.array(total), limit[value, None]
        for table, less in ((others, 0), (own, 1)):
            n, n_pa = np.maximum(joint - less, 0), np.maximum(all_of - less, 0)
            logs = counts.log_dirichlet_mean(n, n_pa, *prior)
            logs[silent[value]] = 0.0
            table.append(logs)
        rows = rows.copy()
        rows[here] = n_rows + cells[here]
        n_rows += len(joint)
        yield Terms(rows, np.concatenate(others), np.concatenate(own))


def add_left_out_terms(scores: np.ndarray, terms: Terms, y: np.ndarray) -> np.ndarray:
    """Return the scores (n, K) plus the terms of one attribute."""
    of_case = terms.others[terms.rows]
    cases = np.arange(len(y))
    of_case[cases, y] = terms.own[terms.rows, y]
    return scores + of_case


@njit(cache=True)
def add_terms_and_sum_errors(scores, rows, others, own, y):
    """Add terms to scores (n, K) in place, and return the sum over cases of (1 - P(own class))^2."""
    total = 0.0
    for i in range(y.shape[0]):
        c, row = y[i], rows[i]
        scores[i, c] += own[row, c]
        mine, rivals = scores[i, c], 0.0
        for k in range(scores.shape[1]):
            if k != c:
                scores[i, k] += others[row, k]
                rivals += math.exp(min(scores[i, k] - mine, 700.0)) if mine > -math.inf else math.inf
        doubt = 1.0 - 1.0 / (1.0 + rivals)
        total += doubt * doubt
    return total


def compute_losses(
    train: Table, order: np.ndarray, parents: tuple[tuple[int, ...], ...], k_max: int, smoothing: Smoothing
) -> np.ndarray:
    """Compute loss(a, k) at [a - 1, k], shape (len(order), k_max + 1), for the first a attributes in `order`
    with the first k of their `parents`. All cases of `train` have a known class.
    """
    scores = [compute_left_out_prior(train, smoothing.prior_alpha) for _ in range(k_max + 1)]
    result = np.zeros((len(order), k_max + 1))
    for a, j in enumerate(order):
        terms = list(generate_left_out_terms(train, int(j), parents[j][:k_max], smoothing))
        for k in range(k_max + 1):
            if k >= 1 and k > a:  # the same as with k - 1 parents, because only a attributes come before
                scores[k][:], result[a, k] = scores[k - 1], result[a, k - 1]
                continue
            doubts = add_terms_and_sum_errors(scores[k], *terms[min(k, len(terms) - 1)], train.y)
            result[a, k] = np.sqrt(doubts / len(train.y))
    return result


def locate_least_loss(loss: np.ndarray) -> tuple[int, int]:
    """Return (a - 1, k) of the least loss; of losses within TIE, choose the smaller k, then the smaller a."""
    near = loss.T - loss.min() <= TIE
    k, a = np.argwhere(near)[0]
    return int(a), int(k)


def fit(train: Table, *, rng: np.random.Generator | None = None, k_max: int = 5, alpha: float = 1.0) -> Model:
    """Choose a network and estimate its tables by m-estimates. k_max: largest number of parents to try, at
    least 0. alpha: weight of the m-estimates, at least 0. Raises InputError for bad parameters and for
    attributes that are not discrete.
    """
    k_max = check_whole(k_max, 0, "k_max", "skdb")
    check_at_least(alpha, 0, "alpha", "skdb")
    estimates = Smoothing("m_estimate", alpha=alpha)
    train = counts.prepare_discrete_training(train, "skdb")
    parents = kdb.learn_parents(table_sums.count_table(train, pairs=True), k_max)
    order = np.argsort(-mutual_information(train), kind="stable")
    k, search = k_max, dict[str, float]()
    if len(order) and len(train.y):
        loss = compute_losses(train, order, parents, k_max, estimates)
        a, k = locate_least_loss(loss)
        search, order = {"leave_one_out_rmse": float(loss[a, k])}, order[: a + 1]

    # attributes that are not chosen say nothing about the class
    columns = np.sort(order)
    used = set(columns.tolist())
    structure = tuple(pa[:k] if j in used else () for j, pa in enumerate(parents))
    network = families.fit_tables(train, structure, estimates)
    for j in set(range(len(parents))) - used:
        network.log_table[network.offsets[j] : network.offsets[j + 1]] = 0.0
    r, summary = cardinalities(train), families.summarize(network)
    others = np.maximum(np.delete(r, columns) - 1, 0).sum() * n_classes(train)
    chosen = {
        "n_parameters": int(summary["n_parameters"] - others),
        "attributes_used": int((r[columns] > 1).sum()),
        "structure": {network.names[j]: summary["structure"][network.names[j]] for j in columns},
    }
    return network._replace(facts=chosen | {"k": k} | search)
