"""Confidence intervals of the probabilities of naive Bayes, and individuals inside them. `semi_naive.ienb`
searches for the best individual.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.logspace import log
from naivebench.core.table import Table, class_counts
from naivebench.methods.semi_naive import partitions

Z = 1.96  # standard errors: intervals of 95 per cent, as in the paper
LEAST = 1e-6  # lower end of an interval, unless the estimate is smaller
BISECTIONS = 200  # limit; a bracket of floats cannot be halved more often


class Genes(NamedTuple):
    """The meaning of the g genes, which belong to S distributions."""

    # (R + K, K) gene of each cell of the table, -1 in rows of missing values; the last K rows: the prior
    of_cell: np.ndarray
    starts: np.ndarray  # (S + 1,) first gene of every distribution
    weights: np.ndarray  # (g,) values that share the gene: several that no case has may do so
    counts: np.ndarray  # (g,) cases with the value
    totals: np.ndarray  # (S,) cases where the attribute is observed
    cases: np.ndarray  # (S,) N of the intervals: cases of the class, or all for the prior
    alphas: np.ndarray  # (S,) pseudo-count of each value


class Problem(NamedTuple):
    genes: Genes
    rows: np.ndarray  # (d, n) int64 row of every case in the table of R rows
    y: np.ndarray  # (n,) int64
    n_c: np.ndarray  # (K,)
    lower: np.ndarray  # (g,) ends of the intervals
    upper: np.ndarray  # (g,)
    z: float
    repair: str
    left_out: bool  # the genes are relative positions in the intervals without the own case


def make_search_problem(
    train: Table, fitted: partitions.Model, z: float = Z, repair: str = "projection", left_out: bool = False
) -> Problem:
    """Make the search problem of naive Bayes on groups of attributes from its training cases."""
    train, offsets, k = counts.select_labelled_cases(train), fitted.offsets, len(fitted.log_prior)
    rows, n_c = partitions.find_table_rows(fitted.joined, train), class_counts(train)
    n_jvc, sizes = partitions.count_by_row(rows, train.y, int(offsets[-1]), k), np.diff(offsets) - 1
    shared = np.ones(len(n_jvc))  # values that a row stands for
    for group, end in zip(fitted.joined, offsets[1:], strict=True):
        if len(group.members) > 1:  # the last row stands for all combinations that no case has
            shared[end - 1] = max(group.cells - (group.n_rows - 2), 0.0)

    # the prior's genes come first, then those of every attribute: class after class, value after value
    of_cell = np.full((len(n_jvc) + k, k), -1, np.int64)
    of_cell[len(n_jvc) :] = np.arange(k)
    lengths, gene = [k], k
    for start, size in zip(offsets[:-1] + 1, sizes, strict=True):
        of_cell[start : start + size] = gene + np.arange(k) * size + np.arange(size)[:, None]
        lengths += [size] * k
        gene += size * k
    cells, index = of_cell[: len(n_jvc)] >= 0, of_cell[: len(n_jvc)]
    counted, weights = np.concatenate([n_c, np.zeros(gene - k)]).astype(np.float64), np.ones(gene)
    counted[index[cells]] = n_jvc[cells]
    weights[index[cells]] = np.broadcast_to(shared[:, None], n_jvc.shape)[cells]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    observed = counts.count_observed(n_jvc, offsets).reshape(-1)
    totals = np.concatenate([[n_c.sum()], observed]).astype(np.float64)
    cases = np.concatenate([[n_c.sum()], np.tile(n_c, len(sizes))]).astype(np.float64)
    alphas = np.append(float(fitted.prior_alpha), np.full(len(sizes) * k, float(fitted.alpha)))
    genes = Genes(of_cell, starts, weights, counted, totals, cases, alphas)

    p = estimate_genes(genes)
    half = z * np.sqrt(p * (1 - p) / np.repeat(np.maximum(cases, 1), np.diff(starts)))
    lower, upper = np.maximum(p - half, np.minimum(LEAST, p)), np.minimum(p + half, 1.0)
    return Problem(genes, rows, train.y.astype(np.int64), n_c, lower, upper, float(z), repair, left_out)


def sum_within_distributions(genes: Genes, values: np.ndarray) -> np.ndarray:
    """Compute weighted sums of values (..., g) within the distributions, (..., S)."""
    padded = np.concatenate([values * genes.weights, np.zeros((*values.shape[:-1], 1))], axis=-1)
    return np.where(np.diff(genes.starts) > 0, np.add.reduceat(padded, genes.starts[:-1], axis=-1), 0.0)


def estimate_genes(genes: Genes) -> np.ndarray:
    """Return smoothed estimates (g,) of naive Bayes, uniform without cases and pseudo-counts."""
    lengths = np.diff(genes.starts)
    values = sum_within_distributions(genes, np.ones(len(genes.weights)))
    denominator = np.repeat(genes.totals + genes.alphas * values, lengths)
    empty = denominator == 0
    estimate = (genes.counts + np.repeat(genes.alphas, lengths)) / np.where(empty, 1, denominator)
    return np.where(empty, 1 / np.repeat(np.maximum(values, 1), lengths), estimate)


def repair_genes(problem: Problem, batch: np.ndarray, repair: str) -> np.ndarray:
    """Change individuals (m, g) so that their distributions sum to one.

    repair: `projection` onto {sum = 1, lower <= p <= upper}, which is always possible because the estimates
    lie there; or `remainder`, where the last value of each distribution gets the rest of the sum, and the
    distribution is projected only if the rest is outside the interval.
    """
    genes, lower, upper = problem.genes, problem.lower, problem.upper
    result = np.array(batch, dtype=np.float64, order="C")
    if repair == "remainder":
        last = genes.starts[1:][np.diff(genes.starts) > 0] - 1
        last = last[genes.weights[last] > 0]
        sums = sum_within_distributions(genes, result)
        left = 1 - sums[:, np.searchsorted(genes.starts, last, side="right") - 1]
        result[:, last] = np.clip(result[:, last] + left / genes.weights[last], lower[last], upper[last])
    project_genes(result, lower, upper, genes.weights, genes.starts)
    return result


@njit(cache=True)
def project_genes(genes, lower, upper, weights, starts):
    """Move every distribution of every individual, in place, to the nearest point with lower <= p <= upper
    and sum w p = 1.

    genes: (m, g); lower, upper, weights: (g,); distribution s consists of the genes starts[s] to
    starts[s + 1] - 1. The nearest point is clip(p + t, lower, upper); the shift t is found by bisection, with
    Newton steps where they stay in the bracket.
    """
    for i in range(genes.shape[0]):
        for s in range(starts.shape[0] - 1):
            first, last = starts[s], starts[s + 1]
            low, high = np.inf, -np.inf
            for k in range(first, last):
                low = min(low, lower[k] - genes[i, k])
                high = max(high, upper[k] - genes[i, k])
            t = min(max(0.0, low), high)
            for _ in range(BISECTIONS):
                total, free = -1.0, 0.0
                for k in range(first, last):
                    p = genes[i, k] + t
                    inside = p > lower[k] and p < upper[k]
                    total += weights[k] * (p if inside else (lower[k] if p <= lower[k] else upper[k]))
                    free += weights[k] if inside else 0.0
                if abs(total) <= 1e-15:
                    break
                if total > 0:
                    high = t
                else:
                    low = t
                step = t - total / free if free > 0 else low
                t = step if low < step < high else (low + high) / 2
                if not low < t < high:
                    break
            for k in range(first, last):
                p = genes[i, k] + t
                genes[i, k] = lower[k] if p <= lower[k] else (upper[k] if p >= upper[k] else p)


def decode_individuals(problem: Problem, batch: np.ndarray) -> np.ndarray:
    """Compute the probabilities (m, g) that individuals (m, g) represent."""
    if not problem.left_out:
        return batch
    inside = problem.lower + batch * (problem.upper - problem.lower)
    return repair_genes(problem, inside, "projection")


def decode_left_out(problem: Problem, positions: np.ndarray, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute the probability of every value without one of its cases, (g,), and the priors without a case of
    class c in row c, (K, K). positions: (g,) an individual; p: (g,) its probabilities.
    """
    genes, k = problem.genes, len(problem.n_c)
    values, priors = p.copy(), np.full((k, k), 1 / k)
    arguments = genes.counts, genes.weights, genes.starts, genes.alphas, genes.cases, problem.z
    fill_left_out_probabilities(positions, *arguments, priors, values)
    return values, priors


@njit(cache=True)
def fill_left_out_probabilities(positions, counts, weights, starts, alphas, cases, z, priors, values):
    """Set values[k] to the probability that gene k, a relative position, represents when one case with its
    value is left out. Genes without cases keep their values.

    positions, counts, weights: (g,). Distribution s consists of the genes starts[s] to starts[s + 1] - 1, is
    smoothed by alphas[s], and has intervals as wide as for cases[s] cases. For the prior, distribution 0,
    priors[k] (K, K) is the whole distribution without a case of class k.
    """
    for s in range(starts.shape[0] - 1):
        first, last = starts[s], starts[s + 1]
        total, size = -1.0, 0.0
        for k in range(first, last):
            total += counts[k] * weights[k]
            size += weights[k]
        n = max(cases[s] - 1.0, 1.0)
        ends = np.array([0, last - first])
        lower, upper, drawn = np.empty(last - first), np.empty(last - first), np.empty((1, last - first))
        for out in range(first, last):
            if counts[out] == 0:
                continue
            for k in range(first, last):
                p = counts[k] + alphas[s] - (1.0 if k == out else 0.0)
                p = p / (total + alphas[s] * size) if total + alphas[s] * size > 0 else 1 / size
                half = z * np.sqrt(max(p * (1 - p), 0.0) / n)
                lower[k - first] = max(p - half, min(LEAST, p))
                upper[k - first] = min(p + half, 1.0)
                drawn[0, k - first] = lower[k - first] + positions[k] * (upper[k - first] - lower[k - first])
            project_genes(drawn, lower, upper, weights[first:last], ends)
            values[out] = drawn[0, out - first]
            if s == 0:
                priors[out] = drawn[0]


def make_log_tables(problem: Problem, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compute log prior (K,) and log table (R, K) from probabilities (g,); zeros for missing values."""
    k, index, logs = len(problem.n_c), problem.genes.of_cell, log(p)
    return logs[:k], np.where(index[:-k] >= 0, logs[np.maximum(index[:-k], 0)], 0.0)
