"""Search for the probabilities within their intervals that classify most training cases correctly.

The fitness can be read in two ways (docs/methods/semi-naive.md#interval-estimation-naive-bayes). With
resubstitution, the genes are the probabilities. With leave_one_out, the genes are relative positions u in
[0, 1] between the ends of the intervals, which are recomputed without the case. The repair does not write
positions back, so `remainder` is the same as `projection` there.

Why repair matters: projection moves independently drawn genes of a two-valued distribution to their common
middle, which halves their variance in every generation, so UMDAc stops early; with `remainder` all but the
last gene keep theirs. With `start: naive_bayes`, the first population contains the estimates of naive Bayes,
so the result is never worse than naive Bayes; the paper's first population is random.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.core.checks import at_least, one_of
from naivebench.core.compiled import in_threads
from naivebench.core.kernels import gather_sum
from naivebench.core.logspace import log, normalize
from naivebench.methods.edas.helpers.space import Continuous
from naivebench.methods.edas.optimise import Result, Search, optimise
from naivebench.methods.semi_naive.helpers import weight_loops
from naivebench.methods.semi_naive.helpers.class_weights import tie_order
from naivebench.methods.semi_naive.helpers.intervals import Genes, bounds, point, repaired

REPAIRS, FITNESS = ("projection", "remainder", "renormalise"), ("resubstitution", "leave_one_out")
STARTS = ("random", "naive_bayes")
CASES_PER_COMBINATION = 16  # smallest average for which columns are joined
GENES_AT_ONCE = 1 << 21  # genes that are evaluated together: 16 MB for each array


class Options(NamedTuple):
    """Options of the intervals and of the search within them."""

    z: float = 1.96  # half width of the intervals in standard errors
    repair: str = "projection"  # how tuples are made valid, see `intervals.repaired`: a name of REPAIRS
    fitness: str = "resubstitution"  # or leave_one_out
    start: str = "random"  # first population; naive_bayes: it contains the estimates of naive Bayes


class Problem(NamedTuple):
    genes: Genes
    rows: np.ndarray  # (d, n) int64 row of every case in the table of R rows
    y: np.ndarray  # (n,)
    n_c: np.ndarray  # (K,)
    lower: np.ndarray  # (g,)
    upper: np.ndarray  # (g,)
    options: Options


class Distinct(NamedTuple):
    """Distinct cases in the form that `weight_loops.correct_cases` expects. Cases that naive Bayes classifies
    wrongly come first, because other individuals mostly fail there too.
    """

    rows: np.ndarray  # (u, 1 + G) of the table, to which the sums of `pairs` are added
    pairs: np.ndarray  # (p, 2) int64: the two earlier rows of the table whose sum is each additional row
    y: np.ndarray  # (u,)
    weights: np.ndarray  # (u,) number of equal cases
    order: np.ndarray  # (K + 1, K)


def check_params(options: Options, method: str) -> None:
    """Raise InputError for a parameter outside its range (`optimise` checks those of the search)."""
    at_least(options.z, 0, "z", method)
    one_of(options.repair, REPAIRS, "repair", method)
    one_of(options.fitness, FITNESS, "fitness", method)
    one_of(options.start, STARTS, "start", method)


def make_problem(genes: Genes, rows: np.ndarray, y: np.ndarray, n_c: np.ndarray, options: Options) -> Problem:
    """The search problem with the intervals of its probabilities."""
    return Problem(genes, rows.astype(np.int64), y.astype(np.int64), n_c, *bounds(genes, options.z), options)


def relative(problem: Problem) -> bool:
    """Whether the genes are relative positions within the intervals."""
    return problem.options.fitness == "leave_one_out"


def estimates(problem: Problem) -> np.ndarray:
    """The individual (g,) that represents the estimates of naive Bayes."""
    p, width = point(problem.genes), problem.upper - problem.lower
    return (
        np.where(width > 0, (p - problem.lower) / np.where(width > 0, width, 1), 0.5)
        if relative(problem)
        else p
    )


def probabilities(problem: Problem, batch: np.ndarray, threads: int = 1) -> np.ndarray:
    """Probabilities (m, g) that individuals (m, g) represent."""
    if not relative(problem):
        return batch
    inside = problem.lower + batch * (problem.upper - problem.lower)
    repair = "renormalise" if problem.options.repair == "renormalise" else "projection"
    return repaired(problem.genes, inside, problem.lower, problem.upper, repair, threads)


def without_own_case(problem: Problem, individual: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Probability of every value after one case with it is left out, (g,), and the priors (K, K), in row c
    after a case of class c is left out.
    """
    genes, k = problem.genes, len(problem.n_c)
    values, one_left = (
        probabilities(problem, individual[None, :])[0].copy(),
        np.tile(np.full(k, 1 / k), (k, 1)),
    )
    arguments = (
        genes.counts,
        genes.weights,
        genes.starts,
        genes.alphas,
        genes.cases,
        float(problem.options.z),
    )
    compiled.loops(weight_loops).left_out_values(
        individual, *arguments, problem.options.repair != "renormalise", one_left, values
    )
    return values, one_left


def distinct(problem: Problem) -> Distinct:
    """Distinct cases: cases with equal values and class are merged and weighted."""
    k, left_out = len(problem.n_c), relative(problem)
    n_rows = len(problem.genes.of_cell) - k
    prior = n_rows + (problem.y if left_out else np.zeros_like(problem.y))
    columns = np.concatenate([prior[None, :], problem.rows, problem.y[None, :]]).T
    found, first, weights = np.unique(columns, axis=0, return_index=True, return_counts=True)
    hardest_first = np.argsort(_lead(problem)[first], kind="stable")
    found, weights = found[hardest_first], weights[hardest_first]
    rows, pairs = _joined(found[:, :-1], len(problem.genes.of_cell))
    y = np.ascontiguousarray(found[:, -1])
    return Distinct(rows, pairs, y, weights.astype(np.float64), tie_order(problem.n_c, left_out))


def _lead(problem: Problem) -> np.ndarray:
    """Margin of log P(own class) over the most probable other class under naive Bayes, (n,) nats."""
    posterior, cases = training_posterior(problem, estimates(problem)), np.arange(len(problem.y))
    own = posterior[cases, problem.y]
    posterior[cases, problem.y] = -np.inf
    return own - posterior.max(axis=1, initial=-np.inf)


def _joined(rows: np.ndarray, n_rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Join neighbouring columns as long as few combinations occur, so that the sum of a combination's rows is
    computed once for all its cases.
    """
    columns, pairs, n_pairs = [rows[:, 0]], [np.zeros((0, 2), np.int64)], 0
    for column in rows[:, 1:].T:
        if len(columns) > 1:
            combinations, which = np.unique(np.stack([columns[-1], column]), axis=1, return_inverse=True)
            if combinations.shape[1] * CASES_PER_COMBINATION <= len(rows):
                columns[-1] = n_rows + n_pairs + which.reshape(-1)
                pairs.append(combinations.T)
                n_pairs += combinations.shape[1]
                continue
        columns.append(column)
    return np.ascontiguousarray(np.stack(columns, axis=1)), np.ascontiguousarray(np.concatenate(pairs))


def _indices(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """Columns of `_logs` that fill the cells of the table, and of the table for a case's own class."""
    genes, k = problem.genes, len(problem.n_c)
    g = len(genes.weights)
    if not relative(problem):
        return genes.of_cell, genes.of_cell[:0]
    table, own_class = genes.of_cell.copy(), np.where(genes.of_cell >= 0, genes.of_cell + g, -1)
    table[-k:] = 2 * g + np.arange(k * k).reshape(k, k)
    return table, own_class


def _logs(problem: Problem, batch: np.ndarray) -> np.ndarray:
    """Logs of the probabilities of individuals (m, g); for leave-one-out, followed by those without the own
    case.
    """
    logs = log(probabilities(problem, batch))
    if not relative(problem):
        return logs
    own_class = [
        np.concatenate([part.reshape(-1) for part in without_own_case(problem, individual)])
        for individual in batch
    ]
    return np.concatenate([logs, log(np.array(own_class))], axis=1)


def accuracy_of(problem: Problem, threads: int = 1) -> Callable[..., np.ndarray]:
    """Fitness function: individuals (m, g) -> accuracy (m,).

    With a floor as second argument, an individual whose accuracy does not exceed it may get a lower value,
    because counting stops early.

    The result does not depend on the number of threads. O(n d K) per individual.
    """
    loops, lanes = compiled.loops(weight_loops), weight_loops.LANES
    cases, (index, own_index) = distinct(problem), _indices(problem)
    n, k, whole = max(len(problem.y), 1), len(problem.n_c), len(cases.y)
    ends = sorted({whole // 8, whole // 4, whole // 2, whole} - {0})

    def evaluate_some(batch: np.ndarray, correct: np.ndarray, floor: float) -> None:
        logs = _logs(problem, batch)
        tables = np.empty((len(index) + len(cases.pairs), k, lanes))
        own_class = np.empty(tables.shape if len(own_index) else (0, k, lanes))
        counted, alive, left = np.empty(lanes), np.arange(len(batch)), cases.weights.sum()
        correct[:] = 0
        for begin, end in pairwise([0, *ends]):
            part = slice(begin, end)
            for first in range(0, len(alive), lanes):
                some = alive[first : first + lanes]
                loops.side_by_side(logs[np.resize(some, lanes)], index, cases.pairs, tables)
                if len(own_index):
                    loops.side_by_side(logs[np.resize(some, lanes)], own_index, cases.pairs, own_class)
                loops.correct_cases(
                    cases.rows[part],
                    tables,
                    own_class,
                    cases.y[part],
                    cases.order,
                    cases.weights[part],
                    counted,
                )
                correct[some] += counted[: len(some)]
            left -= cases.weights[part].sum()
            alive = alive[correct[alive] + left > floor]

    def fitness(batch: np.ndarray, floor: float = -np.inf) -> np.ndarray:
        correct = np.empty(len(batch))
        step = max(lanes, GENES_AT_ONCE // max(batch.shape[1], 1) // lanes * lanes)

        def work(individuals: np.ndarray) -> None:
            for first in range(0, len(individuals), step):
                part = individuals[first : first + step]
                evaluate_some(batch[part], correct[part[0] : part[-1] + 1], np.round(floor * n))

        in_threads(work, len(batch), threads, lanes)
        return correct / n

    return fitness


def search(problem: Problem, eda: Search, rng: np.random.Generator, threads: int = 1) -> Result:
    """The fittest individual found."""
    options, g = problem.options, len(problem.lower)
    space = (
        Continuous(np.zeros(g), np.ones(g)) if relative(problem) else Continuous(problem.lower, problem.upper)
    )

    def repair(batch: np.ndarray) -> np.ndarray:
        return repaired(problem.genes, batch, problem.lower, problem.upper, options.repair, threads)

    return optimise(
        accuracy_of(problem, threads),
        space,
        floored=True,
        rng=rng,
        search=eda,
        seeds=estimates(problem)[None, :] if options.start == "naive_bayes" else None,
        repair=None if relative(problem) else repair,
    )


def log_tables(problem: Problem, individual: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """log prior (K,) and log table (R, K), nats, of an individual; zeros for missing values."""
    return _tables(problem, probabilities(problem, individual[None, :])[0])


def _tables(problem: Problem, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    k, index = len(problem.n_c), problem.genes.of_cell
    logs = log(p)
    return logs[:k], np.where(index[:-k] >= 0, logs[np.maximum(index[:-k], 0)], 0.0)


def training_posterior(problem: Problem, individual: np.ndarray) -> np.ndarray:
    """Posteriors (n, K), nats, of the training cases, from which the fitness is computed."""
    prior, table = log_tables(problem, individual)
    if not relative(problem):
        return normalize(gather_sum(prior, problem.rows.astype(np.int32), table), prior)
    values, one_left = without_own_case(problem, individual)
    own_class, priors, n = _tables(problem, values)[1], log(one_left), len(problem.y)
    scores = gather_sum(np.zeros(len(prior)), problem.rows.astype(np.int32), table) + priors[problem.y]
    own_scores = priors[problem.y, problem.y]
    for row in problem.rows:
        own_scores = own_scores + own_class[row, problem.y]
    scores[np.arange(n), problem.y] = own_scores
    return normalize(scores, priors[problem.y])
