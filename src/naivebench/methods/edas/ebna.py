"""EBNA with BIC: a Bayesian network over the discrete genes, learned from scratch in every generation by
algorithm B.

The search starts from the graph without arcs and adds the arc with the largest gain until no arc has a
positive gain. The gain is the change of
    BIC = sum N_ijk log(N_ijk / N_ij) - (log N / 2) sum (r_i - 1) q_i
The parameters are (N_ijk + 1) / (N_ij + r_i); individuals are drawn by probabilistic logic sampling. Among
arcs whose gains differ by at most MIN_GAIN, the lower parent wins, then the lower child. Etxeberria and
Larranaga 1999; Buntine 1991 (algorithm B).
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from graphlib import TopologicalSorter
from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.genes import Discrete, accumulate_frequencies, draw_from_cumulative_rows

MIN_GAIN = 1e-9  # nats: rounding error of the sums; gains that differ by less count as equal


class Model(NamedTuple):
    parents: tuple[tuple[int, ...], ...]  # of every gene
    order: tuple[int, ...]  # genes, parents before children
    # of every gene: cumulative probabilities (q_i, r_i), parents as digits, first parent highest
    running: tuple[np.ndarray, ...]
    cardinalities: np.ndarray  # (g,)


def learn_network(selected: np.ndarray, space: Discrete) -> Model:
    """Learn structure and parameters from the selected individuals (N, g)."""
    r, running = space.cardinalities, []
    parents = search_structure(selected, r)
    for gene, above in enumerate(parents):
        q = int(np.prod(r[list(above)]))  # few, because BIC subtracts log(N) / 2 for each
        cells = encode_joint_values(selected, r, above) * r[gene] + selected[:, gene]
        running.append(accumulate_frequencies(cells, q, r[gene]))
    return Model(parents, sort_genes(parents), tuple(running), r)


def search_structure(selected: np.ndarray, r: np.ndarray) -> tuple[tuple[int, ...], ...]:
    """Find the parents of every gene by algorithm B under BIC."""
    g = len(r)
    parents: list[list[int]] = [[] for _ in range(g)]
    # of every gene: the parents' joint value, numbered compactly
    states = np.zeros((g, len(selected)), np.int64)
    reaches = np.eye(g, dtype=bool)  # reaches[a, b]: a path leads from a to b
    gains = np.full((g, g), -np.inf)  # [parent, child]
    for child in range(g):
        gains[:, child] = compute_parent_gains(selected, r, child, parents[child], states[child])
    while g:
        allowed = np.where(reaches.T, -np.inf, gains)
        parent, child = np.argwhere(allowed >= allowed.max() - MIN_GAIN)[0].tolist()
        if allowed[parent, child] <= MIN_GAIN:
            break
        parents[child].append(parent)
        states[child] = np.unique(states[child] * r[parent] + selected[:, parent], return_inverse=True)[1]
        reaches |= reaches[:, [parent]] & reaches[[child], :]
        gains[:, child] = compute_parent_gains(selected, r, child, parents[child], states[child])
    return tuple(map(tuple, parents))


def compute_parent_gains(
    selected: np.ndarray, r: np.ndarray, child: int, parents: list[int], state: np.ndarray
) -> np.ndarray:
    """Compute the gain in BIC from adding each gene as a parent of the child, (g,); -inf where the penalty
    excludes it. state: (N,) joint value of the present parents.
    """
    n, q = len(selected), float(np.prod(r[parents].astype(np.float64)))
    present = sum_n_log_n(state * r[child] + selected[:, child]) - sum_n_log_n(state)
    penalties = np.log(n) / 2 * (r[child] - 1) * q * (r - 1)
    possible = penalties < -present  # a log-likelihood is at most 0
    possible[[child, *parents]] = False
    gains = np.full(len(r), -np.inf)
    for j in np.flatnonzero(possible):
        joint = state * r[j] + selected[:, j]
        log_likelihood = sum_n_log_n(joint * r[child] + selected[:, child]) - sum_n_log_n(joint)
        gains[j] = log_likelihood - present - penalties[j]
    return gains


def sum_n_log_n(values: np.ndarray) -> float:
    """Sum m log m, where m is the number of times that each of the values (N,) occurs.

    The difference of two such sums, with and without the child, is a log-likelihood.
    """
    ordered = np.sort(values)
    ends = np.concatenate([np.flatnonzero(ordered[1:] != ordered[:-1]), [len(ordered) - 1]])
    counts = np.diff(ends, prepend=-1)
    return float((counts * np.log(counts)).sum())


def sort_genes(parents: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Sort the genes, parents before children; of several possible genes, the lowest index comes first."""
    sorter = TopologicalSorter(dict(enumerate(parents)))
    sorter.prepare()
    free, order = sorted(sorter.get_ready()), []
    while free:
        order.append(heapq.heappop(free))
        sorter.done(order[-1])
        for gene in sorter.get_ready():
            heapq.heappush(free, gene)
    return tuple(order)


def encode_joint_values(individuals: np.ndarray, r: np.ndarray, genes: Sequence[int]) -> np.ndarray:
    """Combine the values of some genes into a joint value, a mixed-radix number, shape (m,)."""
    state = np.zeros(len(individuals), np.int64)
    for gene in genes:
        state = state * r[gene] + individuals[:, gene]
    return state


def sample_individuals(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g) by probabilistic logic sampling."""
    result = np.zeros((m, len(model.order)), np.int64)
    for gene in model.order:
        state = encode_joint_values(result, model.cardinalities, model.parents[gene])
        result[:, gene] = draw_from_cumulative_rows(model.running[gene][state], rng)
    return result
