"""Intervals of the probabilities of naive Bayes, and the genes that represent points within them.

An individual contains the class prior and every P(x_j = v | c): distribution 0 is the prior, followed by one
distribution per attribute and class, each with a gene per value. The interval of a probability is
    p +- z sqrt(p (1 - p) / N)
with p smoothed as in naive Bayes and N the number of cases of the class, or of all classes for the prior. It
is cut to [1e-6, 1] but always contains p. Several values that no case has can share one gene (`weights`).
docs/methods/semi-naive.md#interval-estimation-naive-bayes; Robles et al. 2003.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.core.compiled import in_threads
from naivebench.methods.semi_naive.helpers import weight_loops

LEAST = 1e-6


class Genes(NamedTuple):
    """The meaning of the g genes, which belong to S distributions."""

    # (R + K, K) gene of each cell of the table, -1 in rows of missing values; the last K rows: the prior
    of_cell: np.ndarray
    starts: np.ndarray  # (S + 1,) first gene of every distribution
    weights: np.ndarray  # (g,) values that share the gene
    counts: np.ndarray  # (g,) cases with the value
    totals: np.ndarray  # (S,) cases where the attribute is observed
    cases: np.ndarray  # (S,) N of the intervals
    alphas: np.ndarray  # (S,) pseudo-count of each value


def genes_of(
    n_jvc: np.ndarray,
    n_jc: np.ndarray,
    offsets: np.ndarray,
    n_c: np.ndarray,
    weights: np.ndarray,
    alpha: float,
    prior_alpha: float,
) -> Genes:
    """Genes of the table with counts n_jvc (R, K), n_jc (d, K) and class counts n_c (K,); weights: (R,)
    values per row.
    """
    k, r = len(n_c), np.diff(offsets) - 1
    index = np.full((len(n_jvc) + k, k), -1, np.int64)
    index[len(n_jvc) :] = np.arange(k)
    sizes, next_gene = [k], k
    for start, size in zip(offsets[:-1] + 1, r, strict=True):
        index[start : start + size] = next_gene + np.arange(k) * size + np.arange(size)[:, None]
        sizes += [size] * k
        next_gene += size * k
    cells, of_cell = index[: len(n_jvc)] >= 0, index[: len(n_jvc)]
    counts, shared = np.concatenate([n_c, np.zeros(next_gene - k)]).astype(np.float64), np.ones(next_gene)
    counts[of_cell[cells]] = n_jvc[cells]
    shared[of_cell[cells]] = np.broadcast_to(weights[:, None], n_jvc.shape)[cells]
    totals, cases = (
        np.concatenate([[n_c.sum()], n_jc.reshape(-1)]),
        np.concatenate([[n_c.sum()], np.tile(n_c, len(r))]),
    )
    alphas = np.concatenate([[prior_alpha], np.full(len(r) * k, alpha)])
    return Genes(
        index,
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        shared,
        counts,
        *(a.astype(np.float64) for a in (totals, cases, alphas)),
    )


def sums(genes: Genes, values: np.ndarray) -> np.ndarray:
    """Weighted sums of values (..., g) within the distributions, (..., S)."""
    padded = np.concatenate([values * genes.weights, np.zeros((*values.shape[:-1], 1))], axis=-1)
    return np.where(np.diff(genes.starts) > 0, np.add.reduceat(padded, genes.starts[:-1], axis=-1), 0.0)


def point(genes: Genes) -> np.ndarray:
    """The smoothed estimates (g,) of naive Bayes; uniform where there are neither cases nor pseudo-counts."""
    lengths = np.diff(genes.starts)
    values = sums(genes, np.ones(len(genes.weights)))
    denominator = np.repeat(genes.totals + genes.alphas * values, lengths)
    empty = denominator == 0
    estimate = (genes.counts + np.repeat(genes.alphas, lengths)) / np.where(empty, 1, denominator)
    return np.where(empty, 1 / np.repeat(np.maximum(values, 1), lengths), estimate)


def bounds(genes: Genes, z: float) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper ends (g,) of the intervals."""
    p = point(genes)
    half = z * np.sqrt(p * (1 - p) / np.repeat(np.maximum(genes.cases, 1), np.diff(genes.starts)))
    return np.maximum(p - half, np.minimum(LEAST, p)), np.minimum(p + half, 1.0)


def repaired(
    genes: Genes, batch: np.ndarray, lower: np.ndarray, upper: np.ndarray, repair: str, threads: int = 1
) -> np.ndarray:
    """Individuals (m, g) whose distributions sum to one.

    repair: `projection` onto {sum = 1, lower <= p <= upper}, which is always possible because the estimates
    lie there; `remainder`: the last value of each distribution gets what the others leave, and the
    distribution is projected only if that is outside its interval; or `renormalise`, which may leave the
    intervals.
    """
    if repair == "renormalise":
        return batch / np.repeat(sums(genes, batch), np.diff(genes.starts), axis=1)
    result, project = np.array(batch, dtype=np.float64, order="C"), compiled.loops(weight_loops).project
    if repair == "remainder":
        last = genes.starts[1:][np.diff(genes.starts) > 0] - 1
        last = last[genes.weights[last] > 0]
        left = 1 - sums(genes, result)[:, np.searchsorted(genes.starts, last, side="right") - 1]
        result[:, last] = np.clip(result[:, last] + left / genes.weights[last], lower[last], upper[last])

    def work(rows: np.ndarray) -> None:
        if len(rows):
            project(result[rows[0] : rows[-1] + 1], lower, upper, genes.weights, genes.starts)

    in_threads(work, len(result), threads)
    return result
