"""EGNA with BGe: a Gaussian network over the genes, learned from scratch in every generation by greedy
search.

The search starts from the graph without arcs and makes the addition, deletion or reversal of an arc that
raises the BGe score most, until none raises it (Larranaga et al. 2000; Geiger and Heckerman 1994 with the
prior of Kuipers, Moffa and Heckerman 2014). docs/methods/semi-naive.md#egna.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.edas.ebna import sort_genes
from naivebench.methods.edas.genes import Continuous, draw_truncated_normals, floor_deviations

A_M = 1.0  # weight of the prior mean, in cases
MIN_GAIN = 1e-9  # nats: rounding error of the determinants
MOST_GENES = 1000  # every step of the search stores several numbers per pair of genes


class Model(NamedTuple):
    parents: tuple[tuple[int, ...], ...]  # of every gene
    order: tuple[int, ...]  # genes, parents before children
    mean: np.ndarray  # (g,)
    slopes: tuple[np.ndarray, ...]  # of every gene: slopes on its parents
    sd: np.ndarray  # (g,) of the residuals
    space: Continuous


class Score(NamedTuple):
    """The statistics for computing BGe scores."""

    matrix: np.ndarray  # (g, g) R = T + S_N + N a_m / (N + a_m) (nu - mean)(nu - mean)'
    constants: np.ndarray  # (g + 1,) of log p(D^Y) by number l of genes in Y
    exponents: np.ndarray  # (g + 1,) (N + a_w - g + l) / 2


def compute_score_statistics(data: np.ndarray) -> Score:
    """Compute the statistics of data (N, g) for BGe with prior mean 0, a_w = g + A_M + 1, T = t I with t =
    A_M (a_w - g - 1) / (A_M + 1).
    """
    from scipy.special import multigammaln

    n, g = data.shape
    a_w = g + A_M + 1
    t = A_M * (a_w - g - 1) / (A_M + 1)
    mean = data.mean(axis=0)
    centred = data - mean
    matrix = t * np.eye(g) + centred.T @ centred + n * A_M / (n + A_M) * np.outer(mean, mean)
    sizes = np.arange(g + 1)
    prior, posterior = (a_w - g + sizes) / 2, (n + a_w - g + sizes) / 2
    gammas = np.zeros(g + 1)
    for k in range(1, g + 1):
        gammas[k] = multigammaln(posterior[k], k) - multigammaln(prior[k], k)
    constants = sizes / 2 * np.log(A_M / (n + A_M)) + gammas - sizes * n / 2 * np.log(np.pi)
    return Score(matrix, constants + sizes * prior * np.log(t), posterior)


def score_family(score: Score, child: int, parents: Sequence[int]) -> float:
    """Return log p(D^{child and parents}) - log p(D^parents), nats, for complete networks of these genes."""
    log_p = []
    for genes in ([*parents, child], parents):
        log_determinant = np.linalg.slogdet(score.matrix[np.ix_(genes, genes)])[1]
        log_p.append(float(score.constants[len(genes)] - score.exponents[len(genes)] * log_determinant))
    return log_p[0] - log_p[1]


def compute_changes(score: Score, child: int, parents: list[int]) -> np.ndarray:
    """Compute the change of the score (g,) if gene j becomes a parent of the child or ceases to be one."""
    matrix, g, p = score.matrix, len(score.matrix), len(parents)
    inner = matrix[np.ix_(parents, parents)]
    weights = np.linalg.solve(inner, matrix[parents]) if p else np.zeros((0, g))
    variances = np.diag(matrix) - (matrix[parents] * weights).sum(axis=0)
    covariances = matrix[child] - matrix[child, parents] @ weights
    log_determinant = float(np.linalg.slogdet(inner)[1]) if p else 0.0

    def score_child(p: int, scatter: np.ndarray, log_determinant: np.ndarray | float) -> np.ndarray:
        """Score the family of a child from its residual scatter and the determinant of its p parents."""
        constant = score.constants[p + 1] - score.constants[p]
        return constant - score.exponents[p + 1] * np.log(scatter) - log_determinant / 2

    present = score_child(p, variances[child], log_determinant)
    changes = np.full(g, -np.inf)
    others = np.setdiff1d(np.arange(g), [child, *parents])
    if len(others):
        rest = variances[child] - covariances[others] ** 2 / variances[others]
        changes[others] = score_child(p + 1, rest, log_determinant + np.log(variances[others])) - present
    for j in parents:
        changes[j] = score_family(score, child, [k for k in parents if k != j]) - present
    return changes


def find_reachable_genes(arcs: np.ndarray) -> np.ndarray:
    """Return whether a path of arcs leads from a to b, at [a, b]; arcs: (g, g) [parent, child]."""
    reaches = np.zeros_like(arcs)
    parents = tuple(tuple(np.flatnonzero(column).tolist()) for column in arcs.T)
    for gene in reversed(sort_genes(parents)):
        children = np.flatnonzero(arcs[gene])
        reaches[gene] = arcs[gene] | reaches[children].any(axis=0)
    return reaches


def search_structure(score: Score) -> tuple[tuple[int, ...], ...]:
    """Find the parents of every gene by greedy addition, deletion and reversal of arcs."""
    g = len(score.matrix)
    arcs = np.zeros((g, g), dtype=bool)  # [parent, child], as in all arrays here
    changes = np.stack([compute_changes(score, i, []) for i in range(g)], axis=1) if g else np.zeros((0, 0))
    reaches = find_reachable_genes(arcs)
    while g:
        single = np.where(arcs | ~(reaches.T | np.eye(g, dtype=bool)), changes, -np.inf)
        turned = np.where(arcs, changes + changes.T, -np.inf)
        for parent, child in np.argwhere(turned > max(MIN_GAIN, single.max())):
            if (arcs[parent] & reaches[:, child]).any():  # another path would close a cycle
                turned[parent, child] = -np.inf
        best = single if single.max() >= turned.max() else turned
        parent, child = (int(i) for i in np.unravel_index(np.argmax(best), best.shape))
        if best[parent, child] <= MIN_GAIN:
            break
        arcs[parent, child] = not arcs[parent, child]
        changed = [child] if best is single else [child, parent]
        arcs[child, parent] = best is turned
        if best is single and arcs[parent, child]:
            reaches[reaches[:, parent] | (np.arange(g) == parent)] |= reaches[child] | (np.arange(g) == child)
        else:
            reaches = find_reachable_genes(arcs)
        for i in changed:
            changes[:, i] = compute_changes(score, i, np.flatnonzero(arcs[:, i]).tolist())
    return tuple(tuple(int(p) for p in np.flatnonzero(column)) for column in arcs.T)


def learn_network(selected: np.ndarray, space: Continuous) -> Model:
    """Learn structure and regressions from selected individuals. Raises InputError for too many genes."""
    if selected.shape[1] > MOST_GENES:
        raise InputError(
            f"egna learns a network over {selected.shape[1]} genes, more than {MOST_GENES}: choose umdac or "
            "mimicc"
        )
    mean, sd = selected.mean(axis=0), selected.std(axis=0)
    centred = selected - mean
    parents = search_structure(compute_score_statistics(centred / np.where(sd > 0, sd, 1.0)))
    slopes, residual = [], np.empty(len(mean))
    for i, above in enumerate(parents):
        x = centred[:, list(above)]
        slopes.append(np.linalg.lstsq(x, centred[:, i], rcond=None)[0] if above else np.zeros(0))
        residual[i] = (centred[:, i] - x @ slopes[i]).std()
    return Model(parents, sort_genes(parents), mean, tuple(slopes), floor_deviations(residual, space), space)


def sample_individuals(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g), parents before children."""
    result = np.zeros((m, len(model.order)))
    for gene in model.order:
        above = list(model.parents[gene])
        mean = model.mean[gene] + (result[:, above] - model.mean[above]) @ model.slopes[gene]
        bounds = model.space.lower[gene], model.space.upper[gene]
        result[:, gene] = draw_truncated_normals(mean, model.sd[gene], *bounds, rng)
    return result
