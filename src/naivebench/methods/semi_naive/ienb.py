"""Interval estimation naive Bayes (Robles et al. 2003): every probability of naive Bayes may move inside its
confidence interval. An estimation of distribution algorithm searches for the best probabilities.

    P(x_j = v | c) in p +- z sqrt(p (1 - p) / N_c),   P(c) in p +- z sqrt(p (1 - p) / N)

with the Laplace estimates p; the interval is clipped to [1e-6, 1], but always contains p. An individual
contains the class prior and every P(x_j = v | c): distribution 0 is the prior, followed by one distribution
per attribute and class, each with a gene per value. The algorithm searches for the valid tuple (all
distributions sum to one) that classifies most training cases correctly. With the fitness `resubstitution`,
genes are probabilities. With `leave_one_out`, they are relative positions in [0, 1] between the ends of the
intervals, which are recomputed without the case.

docs/methods/semi-naive.md#interval-estimation-naive-bayes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, patterns
from naivebench.core.checks import check_at_least, check_one_of
from naivebench.core.decisions import TIE
from naivebench.core.logspace import log
from naivebench.core.table import Table
from naivebench.methods.edas.eda_loop import Result, Search, check_search_settings, optimise_fitness
from naivebench.methods.edas.genes import Continuous
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import intervals, partitions

REPAIRS, FITNESS = ("projection", "remainder"), ("resubstitution", "leave_one_out")
PRIOR_ALPHA = 1.0  # the paper has Laplace estimates for both
LANES = 8  # individuals that are evaluated together, next to each other in memory
CASES_PER_COMBINATION = 16  # smallest average for which columns are joined


class Model(NamedTuple):
    nb: nb.Model  # with the tuned probabilities
    search: Result  # its best_fitness is an accuracy
    z: float
    left_out: bool  # the fitness leaves each case out


class Distinct(NamedTuple):
    """Distinct cases in the form that `fill_weights_of_correct_cases` expects. Cases that naive Bayes
    misclassifies come first, because most individuals misclassify them too.
    """

    rows: np.ndarray  # (u, 1 + G) of the table, to which the sums of `pairs` are added
    pairs: np.ndarray  # (p, 2) int64: the two earlier rows of the table whose sum is each additional row
    y: np.ndarray  # (u,)
    weights: np.ndarray  # (u,) number of equal cases


def merge_equal_cases(problem: intervals.Problem) -> Distinct:
    """Merge cases with equal values and class, and weight them by their number.

    Neighbouring columns are joined as long as few combinations occur, so that the sum of a combination's rows
    is computed once for all its cases.
    """
    n_rows, n, y = len(problem.genes.of_cell) - len(problem.n_c), len(problem.y), problem.y
    log_prior, log_table = intervals.make_log_tables(problem, intervals.estimate_genes(problem.genes))
    scores = counts.sum_table_rows(log_prior, problem.rows.astype(np.int32), log_table)
    own = scores[np.arange(n), y]
    scores[np.arange(n), y] = -np.inf
    lead = own - scores.max(axis=1, initial=-np.inf)
    prior = n_rows + (y if problem.left_out else np.zeros_like(y))
    columns = np.concatenate([prior[None, :], problem.rows, y[None, :]]).T
    distinct, first, weights = np.unique(columns, axis=0, return_index=True, return_counts=True)
    hardest_first = np.argsort(lead[first], kind="stable")
    distinct, weights = distinct[hardest_first], weights[hardest_first].astype(np.float64)

    rows, joined, pairs = len(problem.genes.of_cell), [distinct[:, 0]], [np.zeros((0, 2), np.int64)]
    for column in distinct[:, 1:-1].T:
        if len(joined) > 1:
            step, which = patterns.extend_patterns(joined[-1], column, len(problem.genes.of_cell))
            if len(step.keys) * CASES_PER_COMBINATION <= len(distinct):
                joined[-1] = rows + which
                pairs.append(np.stack(np.divmod(step.keys, step.radix), axis=1))
                rows += len(step.keys)
                continue
        joined.append(column)
    y = np.ascontiguousarray(distinct[:, -1])
    return Distinct(np.stack(joined, axis=1), np.concatenate(pairs), y, weights)


def order_tied_classes(n_c: np.ndarray, left_out: bool) -> np.ndarray:
    """Order the classes by precedence in ties, more cases first: (K, K), row c for cases of class c.

    With `left_out`, the case itself is not counted.
    """
    counted = n_c - (np.eye(len(n_c), dtype=int) if left_out else 0)
    return np.argsort(-np.broadcast_to(counted, (len(n_c), len(n_c))), axis=1, kind="stable")


def make_fitness_function(problem: intervals.Problem) -> Callable[[np.ndarray, float], np.ndarray]:
    """Make the fitness function: it maps individuals (m, g) and a floor to accuracies (m,). O(n d K) each.

    An individual whose accuracy does not exceed the floor may get a lower value: counting stops early.
    """
    genes, cases, n, k = problem.genes, merge_equal_cases(problem), max(len(problem.y), 1), len(problem.n_c)
    order, u, g = order_tied_classes(problem.n_c, problem.left_out), len(cases.y), len(genes.weights)
    ends = sorted({u // 8, u // 4, u // 2, u} - {0})
    # where the cells of the tables are among the logarithms: probabilities, then those without the own case
    index, own_index = genes.of_cell.copy(), genes.of_cell[:0]
    if problem.left_out:
        own_index = np.where(genes.of_cell >= 0, genes.of_cell + g, -1)
        index[-k:] = 2 * g + np.arange(k * k).reshape(k, k)
    tables = np.empty((len(index) + len(cases.pairs), k, LANES))
    own_tables = np.empty(tables.shape if problem.left_out else (0, k, LANES))

    def compute_fitness(batch: np.ndarray, floor: float) -> np.ndarray:
        p = intervals.decode_individuals(problem, batch)
        if problem.left_out:
            own = [intervals.decode_left_out(problem, *pair) for pair in zip(batch, p, strict=True)]
            p = np.array([np.concatenate([row, v, w.ravel()]) for row, (v, w) in zip(p, own, strict=True)])
        logs, correct, counted = log(p), np.zeros(len(batch)), np.empty(LANES)
        alive, left = np.arange(len(batch)), cases.weights.sum()
        for begin, end in pairwise([0, *ends]):
            part = slice(begin, end)
            for first in range(0, len(alive), LANES):
                some = alive[first : first + LANES]
                lanes = logs[np.resize(some, LANES)]
                fill_log_tables(lanes, index, cases.pairs, tables)
                if problem.left_out:
                    fill_log_tables(lanes, own_index, cases.pairs, own_tables)
                rows, y, weights = cases.rows[part], cases.y[part], cases.weights[part]
                fill_weights_of_correct_cases(rows, tables, own_tables, y, order, weights, counted)
                correct[some] += counted[: len(some)]
            left -= cases.weights[part].sum()
            alive = alive[correct[alive] + left > np.round(floor * n)]
        return correct / n

    return compute_fitness


@njit(cache=True)
def fill_log_tables(logs, index, pairs, tables):
    """Set tables[r, c, b] = logs[b, index[r, c]], and 0 where the index is -1 (rows of missing values), then
    append a row for each of `pairs` (p, 2): the sum of two earlier rows.
    """
    n_rows, n_classes = index.shape
    for r in range(n_rows):
        for c in range(n_classes):
            for b in range(LANES):
                tables[r, c, b] = logs[b, index[r, c]] if index[r, c] >= 0 else 0.0
    for p in range(pairs.shape[0]):
        for c in range(n_classes):
            for b in range(LANES):
                tables[n_rows + p, c, b] = tables[pairs[p, 0], c, b] + tables[pairs[p, 1], c, b]


@njit(cache=True)
def fill_weights_of_correct_cases(rows, tables, own_tables, y, order, weights, correct):
    """Set correct[b] to the sum of weights[i] over the rows i that individual b assigns to their class y[i].

    rows: (n, 1 + d) row numbers, the prior's first. tables: (R, K, LANES) log probabilities. Where
    own_tables (R, K, LANES) is not empty, it has the terms of a row's own class, except the prior. The
    decision is the first class in `order` (K, K), row y[i], within TIE of the largest score.
    """
    d, n_classes = rows.shape[1], tables.shape[1]
    width = n_classes * LANES
    flat = tables.reshape(tables.shape[0], width)
    scores = np.empty((n_classes, LANES))
    flat_scores = scores.reshape(width)
    own, rival = np.empty(LANES), np.empty(LANES)
    correct[:] = 0.0
    for i in range(rows.shape[0]):
        c, j = y[i], 1
        flat_scores[:] = flat[np.uint64(rows[i, 0])]
        while j + 3 < d:  # four at a time, so that sums stay in registers
            t0, t1 = flat[np.uint64(rows[i, j])], flat[np.uint64(rows[i, j + 1])]
            t2, t3 = flat[np.uint64(rows[i, j + 2])], flat[np.uint64(rows[i, j + 3])]
            for k in range(width):
                flat_scores[k] = (((flat_scores[k] + t0[k]) + t1[k]) + t2[k]) + t3[k]
            j += 4
        while j < d:
            t0 = flat[np.uint64(rows[i, j])]
            for k in range(width):
                flat_scores[k] += t0[k]
            j += 1
        if own_tables.shape[0]:
            scores[c] = tables[rows[i, 0], c]
            for j in range(1, d):
                scores[c] += own_tables[rows[i, j], c]
        for b in range(LANES):
            own[b], rival[b] = scores[c, b], -np.inf
        for k in range(n_classes):
            if k != c:
                for b in range(LANES):
                    rival[b] = scores[k, b] if scores[k, b] > rival[b] else rival[b]
        for b in range(LANES):
            if rival[b] < own[b] - TIE:
                correct[b] += weights[i]
            elif own[b] >= rival[b] - TIE:
                for k in order[c]:
                    if scores[k, b] >= max(rival[b], own[b]) - TIE:
                        correct[b] += weights[i] if k == c else 0.0
                        break


def search_intervals(
    problem: intervals.Problem, eda: Search, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, Result]:
    """Return log prior (K,) and log table (R, K), nats, of the fittest individual, and the search result."""
    g, lower, upper = len(problem.lower), problem.lower, problem.upper
    space = Continuous(np.zeros(g), np.ones(g)) if problem.left_out else Continuous(lower, upper)

    repair = None if problem.left_out else partial(intervals.repair_genes, problem, repair=problem.repair)
    result = optimise_fitness(make_fitness_function(problem), space, eda, rng=rng, repair=repair)
    p = intervals.decode_individuals(problem, result.best[None, :])[0]
    return *intervals.make_log_tables(problem, p), result


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    z: float = 1.96,
    repair: str = "projection",
    fitness: str = "resubstitution",
    optimiser: str = "umdac",
    population: int = 500,
    patience: int | None = None,
    max_generations: int = 105,
    alpha: float = 1.0,
) -> Model:
    """Search for probabilities on the cases of known class. z: half width of the intervals in standard
    errors. repair: projection or remainder. fitness: resubstitution or leave_one_out. optimiser: umdac,
    mimicc, egna or random; its size is set in `edas.eda_loop`. patience: generations without improvement
    after which the search stops, None for no limit. alpha: pseudo-count. Raises InputError for bad parameters
    and for attributes that are not discrete.
    """
    check_at_least(z, 0, "z", "ienb")
    check_one_of(repair, REPAIRS, "repair", "ienb")
    check_one_of(fitness, FITNESS, "fitness", "ienb")
    check_at_least(alpha, 0, "alpha", "ienb")
    eda = check_search_settings(Search(optimiser, population, patience, max_generations), "continuous")
    counts.check_kinds(train.attributes, "ienb")
    fitted = fit_naive_bayes(train, alpha)
    left_out = fitness == "leave_one_out"
    problem = intervals.make_search_problem(train, fitted, z, repair, left_out)
    prior, table, result = search_intervals(problem, eda, rng)
    tuned = nb.Model(prior, table, fitted.offsets, alpha, PRIOR_ALPHA, describe_search(result))
    return Model(tuned, result, z, left_out)


def fit_naive_bayes(train: Table, alpha: float) -> partitions.Model:
    """Fit naive Bayes as the partition in which every attribute is a group."""
    return partitions.fit_groups(train, [(j,) for j in range(train.codes.shape[1])], alpha, PRIOR_ALPHA)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return nb.predict_log_proba(model.nb, table)


def summarize(model: Model) -> dict[str, Any]:
    """Summarize naive Bayes, and report the accuracy that the search reached, evaluations and trace."""
    return nb.summarize(model.nb)


def describe_search(result: Result) -> dict[str, Any]:
    """Describe a search by its evaluations, accuracy and trace, as values that JSON can store."""
    return {
        "evaluations": result.evaluations,
        "evaluations_to_solution": result.evaluations_to_solution,
        "training_fitness": result.best_fitness,
        "trace": result.trace,
    }


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return the posteriors (n, K), nats, from which the fitness is computed; table: the training cases.

    With `fitness: resubstitution`, the case itself is among the training cases, as in the paper. A case of
    unknown class is predicted by the model.
    """
    result = predict_log_proba(model, table)
    if model.left_out:
        fitted = fit_naive_bayes(table, model.nb.alpha)
        problem = intervals.make_search_problem(table, fitted, model.z, left_out=True)
        result[table.y >= 0] = predict_left_out(problem, model.search.best)
    return result


def predict_left_out(problem: intervals.Problem, individual: np.ndarray) -> np.ndarray:
    """Return posteriors (n, K), nats, of the training cases by models without the case."""
    p = intervals.decode_individuals(problem, individual[None, :])[0]
    values, priors = intervals.decode_left_out(problem, individual, p)
    (_, table), (_, own_table) = (intervals.make_log_tables(problem, q) for q in (p, values))
    return nb.combine_left_out_tables(problem.rows, problem.y, table, own_table, log(priors))
