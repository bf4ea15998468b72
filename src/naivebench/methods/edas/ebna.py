"""EBNA with BIC: a Bayesian network over the discrete genes, learned from scratch in every generation by
algorithm B.

The search starts from the graph without arcs and adds the arc with the largest gain until no arc has a
positive gain. The gain is the change of
    BIC = sum N_ijk log(N_ijk / N_ij) - (log N / 2) sum (r_i - 1) q_i
The parameters are (N_ijk + 1) / (N_ij + r_i); individuals are drawn by probabilistic logic sampling. Of gains
that differ by at most MIN_GAIN, the lower parent wins, then the lower child. Etxeberria and Larranaga 1999;
Buntine 1991 (algorithm B).
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np

from naivebench.methods.edas.helpers.space import Discrete
from naivebench.methods.edas.mimic import draw

MIN_GAIN = 1e-9  # nats: rounding error of the sums; gains that differ by less count as equal


class Model(NamedTuple):
    parents: tuple[tuple[int, ...], ...]  # of every gene
    order: tuple[int, ...]  # genes, parents before children
    # of every gene: cumulative probabilities (q_i, r_i), parents as digits, first parent highest
    running: tuple[np.ndarray, ...]
    cardinalities: np.ndarray  # (g,)


def learn(selected: np.ndarray, space: Discrete) -> Model:
    """Structure and parameters from the selected individuals (N, g)."""
    parents = structure(selected, space.cardinalities)
    tables = tuple(_running(selected, space.cardinalities, i, parents[i]) for i in range(len(parents)))
    return Model(parents, topological(parents), tables, space.cardinalities)


def structure(selected: np.ndarray, r: np.ndarray) -> tuple[tuple[int, ...], ...]:
    """Parents of every gene by algorithm B under BIC."""
    g = len(r)
    parents: list[list[int]] = [[] for _ in range(g)]
    # of every gene: the parents' joint value, numbered compactly
    states = np.zeros((g, len(selected)), np.int64)
    reaches = np.eye(g, dtype=bool)  # reaches[a, b]: a path leads from a to b
    gains = np.full((g, g), -np.inf)  # [parent, child]
    for child in range(g):
        gains[:, child] = _gains(selected, r, child, parents[child], states[child])
    while g:
        allowed = np.where(reaches.T, -np.inf, gains)
        equal = allowed >= allowed.max() - MIN_GAIN
        parent, child = (int(i) for i in np.argwhere(equal)[0])
        if allowed[parent, child] <= MIN_GAIN:
            break
        parents[child].append(parent)
        states[child] = np.unique(states[child] * r[parent] + selected[:, parent], return_inverse=True)[1]
        reaches |= reaches[:, [parent]] & reaches[[child], :]
        gains[:, child] = _gains(selected, r, child, parents[child], states[child])
    return tuple(tuple(p) for p in parents)


def _gains(
    selected: np.ndarray, r: np.ndarray, child: int, parents: list[int], state: np.ndarray
) -> np.ndarray:
    """Gain in BIC from adding each gene as a parent of the child, shape (g,); -inf where the penalty rules it
    out.
    """
    n, q = len(selected), float(np.prod(r[parents].astype(np.float64)))
    present = log_likelihood(state * r[child] + selected[:, child], state)
    penalties = np.log(n) / 2 * (r[child] - 1) * q * (r - 1)
    possible = penalties < -present  # a log-likelihood is at most 0
    possible[[child, *parents]] = False
    gains = np.full(len(r), -np.inf)
    for j in np.flatnonzero(possible):
        joint = state * r[j] + selected[:, j]
        gains[j] = log_likelihood(joint * r[child] + selected[:, child], joint) - present - penalties[j]
    return gains


def log_likelihood(family: np.ndarray, parents: np.ndarray) -> float:
    """Log-likelihood sum N_ijk log(N_ijk / N_ij), nats, from the joint values with and without the child,
    each (N,).
    """
    return _sum_m_log_m(family) - _sum_m_log_m(parents)


def _sum_m_log_m(values: np.ndarray) -> float:
    ordered = np.sort(values)
    ends = np.concatenate([np.flatnonzero(ordered[1:] != ordered[:-1]), [len(ordered) - 1]])
    counts = np.diff(ends, prepend=-1)
    return float((counts * np.log(counts)).sum())


def topological(parents: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Genes ordered with parents before children; of several possible genes, the lowest index comes first."""
    children: list[list[int]] = [[] for _ in parents]
    for gene, above in enumerate(parents):
        for parent in above:
            children[parent].append(gene)
    missing = [len(above) for above in parents]  # parents that are not in the order yet
    free = [gene for gene, count in enumerate(missing) if not count]
    order: list[int] = []
    while free:
        gene = heapq.heappop(free)
        order.append(gene)
        for child in children[gene]:
            missing[child] -= 1
            if not missing[child]:
                heapq.heappush(free, child)
    return tuple(order)


def _state(individuals: np.ndarray, r: np.ndarray, parents: tuple[int, ...]) -> np.ndarray:
    """Joint value of the parents, encoded as a mixed-radix number, shape (m,)."""
    state = np.zeros(len(individuals), np.int64)
    for p in parents:
        state = state * r[p] + individuals[:, p]
    return state


def _running(selected: np.ndarray, r: np.ndarray, gene: int, parents: tuple[int, ...]) -> np.ndarray:
    q = int(np.prod(r[list(parents)]))  # few, because BIC subtracts log(N) / 2 for each
    cells = _state(selected, r, parents) * r[gene] + selected[:, gene]
    counts = np.bincount(cells, minlength=q * r[gene]).reshape(q, r[gene]) + 1
    return np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1)


def sample(model: Model, m: int, rng: np.random.Generator) -> np.ndarray:
    """Draw m individuals (m, g) by probabilistic logic sampling."""
    result = np.zeros((m, len(model.order)), np.int64)
    for gene in model.order:
        result[:, gene] = draw(
            model.running[gene][_state(result, model.cardinalities, model.parents[gene])], rng
        )
    return result
