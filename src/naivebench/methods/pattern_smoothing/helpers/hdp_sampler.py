"""Gibbs sampling of the seating behind hierarchical Dirichlet process smoothing; see
`pattern_smoothing.hdp`.

Two kinds of steps alternate. `sweep` draws the table counts by collapsed Gibbs sampling with Stirling
numbers. `refresh` first draws the class distributions of all inner nodes from the root down. Then, from the
leaves up, it draws the concentration of each level, with the level's own distributions and table counts
integrated out, and the table counts again. Concentrations drawn given the table counts, as in the paper,
hardly change from sweep to sweep if there are many nodes: thousands of sweeps are not enough.
"""

from __future__ import annotations

import types
from typing import NamedTuple

import numpy as np

from naivebench.core import compiled
from naivebench.core.logspace import log
from naivebench.methods.pattern_smoothing.helpers import hdp_tree, pattern_loops
from naivebench.methods.pattern_smoothing.helpers.hdp_tree import Tree
from naivebench.methods.pattern_smoothing.helpers.pattern_loops import CACHED

TABLE_LIMIT = 1024  # largest number of customers with exact Stirling numbers: 4 MB
TINY = 1e-300  # smallest probability of a class at a node while sampling
SHAPE = 2.0  # shape of the gamma prior of a concentration; the rate is 1
LOG_C_RANGE = (-14.0, 14.0)


class State(NamedTuple):
    """State of the sampler.

    The nodes on levels first..L have their own distributions; the distribution above them is `base`.
    """

    tree: Tree
    n: np.ndarray  # (M, K) int64 customers: cases of a leaf, tables of the children of an inner node
    total: np.ndarray  # (M,) int64, n summed over classes
    t: np.ndarray  # (M, K) int64 tables
    c: np.ndarray  # (L + 1,) concentrations
    # per level 0..L: nodes and classes whose table counts can vary
    slots: tuple[tuple[np.ndarray, np.ndarray], ...]
    largest: np.ndarray  # (L + 1,) largest number of customers that a node of the level can have
    base: np.ndarray  # (K,)
    first: int  # 0 or 1
    stirling: np.ndarray  # log Stirling numbers, see pattern_loops.stirling_table
    limit: int


def loops() -> types.SimpleNamespace:
    """The functions of `pattern_loops`, compiled."""
    return compiled.loops(pattern_loops)


def seated(tree: Tree, y: np.ndarray, base: np.ndarray, first: int, c: float) -> State:
    """Initial seating of n cases with classes y in 0..K-1: expected table counts under concentration `c`,
    computed from the leaves up.
    """
    n_nodes, n_classes, n_levels = int(tree.starts[-1]), len(base), len(tree.keys)
    n = np.bincount(tree.reached.astype(np.int64) * n_classes + y, minlength=n_nodes * n_classes).reshape(
        n_nodes, n_classes
    )
    below = hdp_tree.counts_below(tree, n)
    slots, largest = [], []
    for start, stop in zip(tree.starts[:-1], tree.starts[1:], strict=True):
        nodes, classes = np.nonzero(below[start:stop] > 1)
        slots.append((nodes + start, np.ascontiguousarray(classes)))
        largest.append(int(below[start:stop].sum(axis=1).max()))
    total, t = n.sum(axis=1), np.zeros_like(n)
    for level in range(n_levels, first - 1, -1):
        loops().first_tables(*tree.starts[level : level + 2], tree.parent, level == first, n, total, t, c)
    limit = max(1, min(TABLE_LIMIT, max(largest[first:], default=1)))
    stirling = loops().stirling_table(limit)
    return State(
        tree,
        n,
        total,
        t,
        np.full(n_levels + 1, c),
        tuple(slots),
        np.array(largest),
        base,
        first,
        stirling,
        limit,
    )


def levels_up(state: State) -> range:
    """Levels whose nodes have their own distributions, from the leaves up."""
    return range(len(state.c) - 1, state.first - 1, -1)


def rising(state: State) -> list[np.ndarray]:
    """Per level: log c (c + 1) ... (c + N - 1) for N = 0..largest."""
    return [
        np.concatenate([[0.0], np.cumsum(np.log(c + np.arange(most)))])
        for c, most in zip(state.c, state.largest, strict=True)
    ]


def sweep(state: State, rng: np.random.Generator, log_rising: list[np.ndarray]) -> None:
    """Draw the table counts of all levels once by collapsed Gibbs, from the leaves up.

    `log_rising`: see `rising`.
    """
    cache, log_base, tree = np.empty((len(state.base), CACHED)), log(state.base), state.tree
    for level in levels_up(state):
        nodes, classes = state.slots[level]
        draws, log_c, is_top = (
            rng.random((len(nodes), 2)),
            float(np.log(state.c[level])),
            level == state.first,
        )
        above = log_rising[max(level - 1, 0)]
        counts = (state.n, state.total, state.t)
        loops().sweep(
            nodes,
            classes,
            draws,
            tree.parent,
            is_top,
            log_base,
            *counts,
            log_c,
            above,
            state.stirling,
            state.limit,
            cache,
        )


def distributions(state: State, rng: np.random.Generator) -> np.ndarray:
    """Draw the class distributions of all nodes above the last level given the seating, (M, K), from the root
    down.
    """
    theta = np.empty(state.n.shape)
    theta[0] = np.maximum(state.base, TINY)
    for level in range(state.first, len(state.c) - 1):
        nodes = slice(*state.tree.starts[level : level + 2])
        prior = theta[state.tree.parent[nodes]]
        drawn = np.maximum(
            rng.standard_gamma(np.maximum(state.c[level] * prior, TINY) + state.n[nodes]), TINY
        )
        theta[nodes] = np.maximum(drawn / drawn.sum(axis=1, keepdims=True), TINY)
    return theta


def refresh(state: State, rng: np.random.Generator, *, draw_c: bool) -> None:
    """Draw the distributions; then, from the leaves up, draw the concentration (if `draw_c`) and the table
    counts of each level jointly.
    """
    theta, tree = distributions(state, rng), state.tree
    for level in levels_up(state):
        if level == 0:  # node 0 is its own parent, so its prior is set to the base
            theta[0] = np.maximum(state.base, TINY)
        start, stop = tree.starts[level : level + 2]
        if draw_c:
            state.c[level] = _concentration(state, level, theta, rng)
        nodes, classes = state.slots[level]
        old = state.t[start:stop].copy()
        draws = rng.random(int(np.maximum(state.n[nodes, classes] - 1, 0).sum()))
        loops().seat(nodes, classes, draws, tree.parent, state.n, state.t, theta, state.c[level])
        if level > state.first:
            loops().pass_up(start, stop, tree.parent, state.n, state.total, state.t, old)


def _concentration(state: State, level: int, theta: np.ndarray, rng: np.random.Generator) -> float:
    """One slice-sampling step for log c of a level given the parents' distributions (Neal 2003, stepping out
    and shrinkage).
    """

    def log_density(x: float) -> float:
        c = np.exp(x)
        start, stop = state.tree.starts[level : level + 2]
        return (
            SHAPE * x
            - c
            + loops().log_likelihood(start, stop, state.tree.parent, state.n, state.total, theta, c)
        )

    now = float(np.log(state.c[level]))
    height = log_density(now) - rng.standard_exponential()
    low = now - rng.random()
    high = low + 1.0
    while low > LOG_C_RANGE[0] and log_density(low) > height:
        low -= 1.0
    while high < LOG_C_RANGE[1] and log_density(high) > height:
        high += 1.0
    while True:
        x = low + (high - low) * rng.random()
        if log_density(x) >= height or high - low < 1e-12:
            return float(np.exp(x))
        low, high = (x, high) if x < now else (low, x)


def probabilities(state: State, sums: np.ndarray) -> None:
    """Add the expected class distributions of all nodes given the seating, (M, K), to `sums`."""
    p = np.empty(state.n.shape)
    p[0] = (
        state.base if state.first else (state.n[0] + state.c[0] * state.base) / (state.total[0] + state.c[0])
    )
    sums[0] += p[0]
    for level in range(1, len(state.c)):
        loops().accumulate(
            *state.tree.starts[level : level + 2],
            state.tree.parent,
            state.n,
            state.total,
            state.c[level],
            p,
            sums,
        )


def average(
    state: State, rng: np.random.Generator, *, draw_c: bool, sweeps: int, burn_in: int, every: int
) -> tuple[np.ndarray, np.ndarray, int]:
    """Mean probabilities (M, K) and concentrations (L + 1,) over every `every`-th sweep after the burn-in,
    and the number of these sweeps.
    """
    sums, c_sums, recorded = np.zeros(state.n.shape), np.zeros(len(state.c)), 0
    log_rising = rising(state)
    for step in range(1, sweeps + 1):
        if step % every:
            sweep(state, rng, log_rising)
            continue
        refresh(state, rng, draw_c=draw_c)
        log_rising = rising(state) if draw_c else log_rising
        if step > burn_in:
            probabilities(state, sums)
            c_sums, recorded = c_sums + state.c, recorded + 1
    return sums / recorded, c_sums / recorded, recorded
