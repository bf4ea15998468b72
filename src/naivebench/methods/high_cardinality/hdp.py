"""Hierarchical Dirichlet process smoothing of P(class | attributes). The attributes form a chain, and the
estimate given the first k values is smoothed towards the estimate given the first k - 1.

The chain begins with the most informative attribute. Level l of the tree has a node per combination of values
of the first l attributes; its class distribution has a Dirichlet prior around that of its prefix,

    theta_u ~ Dirichlet(c_l theta_parent(u)),    P(c | u) = (n_uc + c_l P(c | parent(u))) / (n_u. + c_l),

with one concentration c_l ~ Gamma(2, 1) per level. The count n of a leaf is its number of cases. In an
inner node, n counts the tables of its children and the cases whose next value is missing. The root
has the class frequencies, as in HPB and ADE. Probabilities are averaged over sweeps of a sampler after the
burn-in. Most sweeps draw the table counts only, given the concentrations (`resample_tables`); every fifth one
draws all variables.

A test case gets the distribution of the longest prefix that occurred in training. If the first value of the
chain is missing or unseen, a tree of the rest of the chain is used.

Fit O(n L log n) for a tree and O(M K) per sweep for M nodes, L trees; memory O(M K); predict O(L log M) per
case. Petitjean, Buntine, Webb and Zaidi 2018;
docs/methods/high-cardinality.md#hierarchical-dirichlet-process.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.special import digamma

from naivebench.core import counts, patterns
from naivebench.core.checks import check_at_least, check_whole
from naivebench.core.logspace import log, log_prior
from naivebench.core.patterns import Step
from naivebench.core.table import Table, class_counts, discrete_attributes, n_cases
from naivebench.methods.high_cardinality import hdp_seating

SAMPLE_EVERY = 5  # every fifth sweep draws all variables, and after the burn-in it is recorded
START = 2.0  # initial value of every concentration: the mean of its prior
CONCENTRATIONS = np.exp(np.arange(-2.0, 12.0))  # grid on which the evidence of a level is maximised
TABLE_LIMIT = 1024  # largest number of customers with exact Stirling numbers: 4 MB
TINY = 1e-300  # smallest probability of a class at a node while sampling
SHAPE = 2.0  # shape of the gamma prior of a concentration; the rate is 1
LOG_C_RANGE = (-14.0, 14.0)


class Tree(NamedTuple):
    """Back-off tree of prefixes: a node per occurring combination of values of the first l attributes of a
    chain, M nodes on levels 0..L. Nodes are sorted by level and, within a level, by their codes, so the
    children of a node follow one another; node 0 is the empty combination.
    """

    starts: np.ndarray  # (L + 2,) int64: level l has the nodes starts[l]..starts[l + 1] - 1
    parent: np.ndarray  # (M,) int32; 0 for node 0
    steps: tuple[Step, ...]  # per level 1..L, from the combinations of the level above
    reached: np.ndarray  # (n,) int32: deepest node of every training case; a missing value ends its path


def grow_prefix_tree(columns: np.ndarray) -> Tree:
    """Grow the tree from codes (L, n), down to the last level on which a combination occurs twice."""
    ids, reached = np.zeros(columns.shape[1], np.int64), np.zeros(columns.shape[1], np.int32)
    parents, steps, starts = [np.zeros(1, np.int32)], [], [0, 1]
    for column in columns:
        step, ids = patterns.extend_patterns(ids, column)
        rows = np.flatnonzero(ids >= 0)
        if len(step.keys) == len(rows):
            break
        reached[rows] = starts[-1] + ids[rows]
        parents.append((starts[-2] + step.keys // step.radix).astype(np.int32))
        steps.append(step)
        starts.append(starts[-1] + len(step.keys))
    return Tree(np.array(starts, np.int64), np.concatenate(parents), tuple(steps), reached)


def find_nodes(tree: Tree, columns: np.ndarray) -> np.ndarray:
    """Find the deepest node that each of n cases reaches, (n,); columns: (L, n) codes in chain order."""
    node, ids = np.zeros(columns.shape[1], np.int64), np.zeros(columns.shape[1], np.int64)
    for start, step, column in zip(tree.starts[1:], tree.steps, columns, strict=False):
        ids = patterns.extend_ids(step, ids, column)
        node[ids >= 0] = start + ids[ids >= 0]
    return node


def _add_to_parent_rows(tree: Tree, level: int, total: np.ndarray, values: np.ndarray) -> None:
    """Add the values (nodes, K) of the nodes of a level to their parents' rows of `total` (M, K)."""
    parent = tree.parent[tree.starts[level] : tree.starts[level + 1]]
    first = np.flatnonzero(np.diff(parent, prepend=-1))
    total[parent[first]] += np.add.reduceat(values, first, axis=0)


class Part(NamedTuple):
    """The estimates of one tree with M nodes on levels 0..L and K classes."""

    tree: Tree
    chain: np.ndarray  # (L,) discrete attribute of every level
    log_proba: np.ndarray  # (M, K) nats
    concentrations: np.ndarray  # mean of the recorded c_l of levels 1..L


class Model(NamedTuple):
    parts: tuple[Part, ...]  # of the whole chain, then of the chain without its first 1, 2, ... attributes
    names: tuple[str, ...]  # names of the attributes in the chain


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    max_depth: int = 8,
    concentration: float | None = None,
    sweeps: int = 100,
    burn_in: int = 25,
) -> Model:
    """Grow the trees and sample their probabilities.

    max_depth: largest number of attributes in the chain. concentration: one value for all levels instead of
    sampling. sweeps: total number of sweeps (5000 in the paper); after the first `burn_in`, every fifth is
    recorded. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    max_depth = check_whole(max_depth, 1, "max_depth", "hdp")
    burn_in = check_whole(burn_in, 0, "burn_in", "hdp")
    sweeps = check_whole(sweeps, burn_in + SAMPLE_EVERY, "sweeps", f"hdp (at least burn_in + {SAMPLE_EVERY})")
    if concentration is not None:
        check_at_least(concentration, 1e-12, "concentration", "hdp")
    train = counts.prepare_discrete_training(train, "hdp")
    chain, base = choose_attribute_chain(train, max_depth), np.exp(log_prior(class_counts(train), 0))

    def fit_tree(chain: np.ndarray) -> Part:
        tree = grow_prefix_tree(np.ascontiguousarray(train.codes.T)[chain])
        chain = chain[: len(tree.steps)]
        if not len(chain):
            return Part(tree, chain, log(base[None, :]), np.zeros(0))
        state = seat_cases(tree, train.y, base, START if concentration is None else float(concentration))
        p, c = average_samples(state, rng, draw_c=concentration is None, sweeps=sweeps, burn_in=burn_in)
        return Part(tree, chain, log(p), c[1:])

    first, *others = [fit_tree(chain[start:]) for start in range(max(len(chain), 1))]
    names = tuple(discrete_attributes(train)[j].name for j in first.chain)
    return Model((first, *(part for part in others if len(part.chain))), names)


def choose_attribute_chain(train: Table, max_depth: int) -> np.ndarray:
    """Choose at most `max_depth` discrete attributes with two occurring values, in the order of the chain.

    The next attribute is the one that raises the log evidence of the classes most, given the chain so far. If
    none raises it, the next one has the fewest new nodes (from general to specific).
    """
    columns, n_c = np.ascontiguousarray(train.codes.T).astype(np.int64), class_counts(train)
    waiting = [j for j, column in enumerate(columns) if len(np.unique(column[column >= 0])) > 1]
    node, theta = np.zeros(n_cases(train), np.int64), n_c[None, :] / max(n_c.sum(), 1)
    chain: list[int] = []
    while waiting and len(chain) < max_depth:
        splits = [(*split_nodes_by_column(node, columns[j], train.y, theta), j) for j in waiting]
        _, theta, node, j = min(splits, key=lambda split: (-max(split[0], 0.0), len(split[1]), split[3]))
        chain.append(j)
        waiting.remove(j)
    return np.array(chain, dtype=np.intp)


def split_nodes_by_column(
    node: np.ndarray, column: np.ndarray, y: np.ndarray, theta: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Split nodes by one more attribute; return the gain in log evidence (nats) over no split, the class
    distributions (new nodes, K) and the new node of every case. The distributions have Dirichlet priors
    c theta with the c of the grid that makes the classes most probable.
    node: (n,), -1 where the path has ended; column: (n,) codes; theta: (nodes, K).
    """
    step, new = patterns.extend_patterns(node, column)
    paths = len(step.keys)
    n = patterns.count_classes_by_pattern(new, y, paths, theta.shape[1])
    total, parent = n.sum(axis=1), (step.keys // step.radix).astype(np.int32)
    prior = theta[parent]
    unsplit = (n * np.log(np.where(n > 0, prior, 1.0)))[total > 1].sum()
    evidences = [hdp_seating.log_likelihood(0, paths, parent, n, total, theta, c) for c in CONCENTRATIONS]
    c = CONCENTRATIONS[int(np.argmax(evidences))]
    return float(max(evidences) - unsplit), (n + c * prior) / (total + c)[:, None], new


class State(NamedTuple):
    """State of the sampler. The nodes on levels 1..L have separate distributions; node 0 has `base`."""

    tree: Tree
    n: np.ndarray  # (M, K) int64 customers: cases of a leaf, tables of the children of an inner node
    total: np.ndarray  # (M,) int64, n summed over classes
    t: np.ndarray  # (M, K) int64 tables
    c: np.ndarray  # (L + 1,) concentrations; the first is not used
    # per level 0..L: nodes and classes whose table counts can vary
    slots: tuple[tuple[np.ndarray, np.ndarray], ...]
    largest: np.ndarray  # (L + 1,) largest number of customers that a node of the level can have
    base: np.ndarray  # (K,)
    stirling: np.ndarray  # log Stirling numbers, see `hdp_seating.tabulate_log_stirling`
    limit: int


def seat_cases(tree: Tree, y: np.ndarray, base: np.ndarray, c: float) -> State:
    """Seat the cases y (n,): from the leaves up, each node has its expected table counts under c."""
    n_nodes, n_classes, levels = int(tree.starts[-1]), len(base), len(tree.steps)
    cells = tree.reached.astype(np.int64) * n_classes + y
    n = np.bincount(cells, minlength=n_nodes * n_classes).reshape(n_nodes, n_classes)
    below, t = n.copy(), np.zeros_like(n)
    for level in range(levels, 0, -1):
        nodes = slice(tree.starts[level], tree.starts[level + 1])
        _add_to_parent_rows(tree, level, below, below[nodes])
        expected = (c * (digamma(c + n[nodes]) - digamma(c))).astype(np.int64)
        t[nodes] = np.where(n[nodes] > 1, np.clip(expected, 1, np.maximum(n[nodes], 1)), n[nodes])
        if level > 1:
            _add_to_parent_rows(tree, level, n, t[nodes])
    slots, largest = [], []
    for start, stop in zip(tree.starts[:-1], tree.starts[1:], strict=True):
        varies, classes = np.nonzero(below[start:stop] > 1)
        slots.append((varies + start, np.ascontiguousarray(classes)))
        largest.append(int(below[start:stop].sum(axis=1).max()))
    limit = max(1, min(TABLE_LIMIT, max(largest[1:], default=1)))
    concentrations, stirling = np.full(levels + 1, c), hdp_seating.tabulate_log_stirling(limit)
    return State(
        tree, n, n.sum(axis=1), t, concentrations, tuple(slots), np.array(largest), base, stirling, limit
    )


def average_samples(
    state: State, rng: np.random.Generator, *, draw_c: bool, sweeps: int, burn_in: int
) -> tuple[np.ndarray, np.ndarray]:
    """Average probabilities (M, K) and concentrations (L + 1,) over the recorded sweeps."""
    sums, c_sums, recorded = np.zeros(state.n.shape), np.zeros(len(state.c)), 0
    log_rising = _tabulate_rising_factorials(state)
    for step in range(1, sweeps + 1):
        if step % SAMPLE_EVERY:
            resample_tables(state, rng, log_rising)
            continue
        resample_all_variables(state, rng, draw_c=draw_c)
        log_rising = _tabulate_rising_factorials(state) if draw_c else log_rising
        if step > burn_in:
            sums += _compute_expected_distributions(state)
            c_sums, recorded = c_sums + state.c, recorded + 1
    return sums / recorded, c_sums / recorded


def _tabulate_rising_factorials(state: State) -> list[np.ndarray]:
    """Tabulate log c (c + 1) ... (c + N - 1) for N = 0..largest on every level."""
    return [
        np.concatenate([[0.0], np.cumsum(np.log(c + np.arange(most)))])
        for c, most in zip(state.c, state.largest, strict=True)
    ]


def resample_tables(state: State, rng: np.random.Generator, log_rising: list[np.ndarray]) -> None:
    """Draw the table counts of all levels once by collapsed Gibbs sampling, from the leaves up."""
    log_base = log(state.base)
    for level in range(len(state.c) - 1, 0, -1):
        nodes, classes = state.slots[level]
        draws, log_c = rng.random((len(nodes), 2)), float(np.log(state.c[level]))
        slots, above = (nodes, classes, draws), (state.tree.parent, level == 1, log_base)
        seats, stirling = (state.n, state.total, state.t), (state.stirling, state.limit)
        hdp_seating.resample_level_tables(*slots, *above, *seats, log_c, log_rising[level - 1], *stirling)


def resample_all_variables(state: State, rng: np.random.Generator, *, draw_c: bool) -> None:
    """Draw the distributions; then, per level from the leaves up, concentration and table counts."""
    theta, tree = _draw_distributions(state, rng), state.tree
    for level in range(len(state.c) - 1, 0, -1):
        start, stop = tree.starts[level : level + 2]
        if draw_c:
            state.c[level] = _draw_concentration(state, level, theta, rng)
        nodes, classes = state.slots[level]
        before = state.t[start:stop].copy()
        draws = rng.random(int(np.maximum(state.n[nodes, classes] - 1, 0).sum()))
        hdp_seating.draw_seating(nodes, classes, draws, tree.parent, state.n, state.t, theta, state.c[level])
        if level > 1:
            _add_to_parent_rows(tree, level, state.n, state.t[start:stop] - before)
            above = slice(*tree.starts[level - 1 : level + 1])
            state.total[above] = state.n[above].sum(axis=1)


def _draw_distributions(state: State, rng: np.random.Generator) -> np.ndarray:
    """Draw the class distributions above the last level given the seating, (M, K), from the root down."""
    theta = np.empty(state.n.shape)
    theta[0] = np.maximum(state.base, TINY)
    for level in range(1, len(state.c) - 1):
        nodes = slice(*state.tree.starts[level : level + 2])
        prior = theta[state.tree.parent[nodes]]
        drawn = np.maximum(
            rng.standard_gamma(np.maximum(state.c[level] * prior, TINY) + state.n[nodes]), TINY
        )
        theta[nodes] = np.maximum(drawn / drawn.sum(axis=1, keepdims=True), TINY)
    return theta


def _draw_concentration(state: State, level: int, theta: np.ndarray, rng: np.random.Generator) -> float:
    """Take a slice-sampling step for log c (Neal 2003, stepping out and shrinkage)."""

    def log_density(x: float) -> float:
        c = np.exp(x)
        start, stop = state.tree.starts[level : level + 2]
        evidence = hdp_seating.log_likelihood(start, stop, state.tree.parent, state.n, state.total, theta, c)
        return float(SHAPE * x - c + evidence)

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


def _compute_expected_distributions(state: State) -> np.ndarray:
    """Compute the expected class distributions of all nodes given the seating, (M, K)."""
    p = np.empty(state.n.shape)
    p[0] = state.base
    for level in range(1, len(state.c)):
        nodes, c = slice(*state.tree.starts[level : level + 2]), state.c[level]
        above = p[state.tree.parent[nodes]]
        p[nodes] = (state.n[nodes] + c * above) / (state.total[nodes] + c)[:, None]
    return p


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | longest prefix that occurred), (n, K) nats, from the first tree in which a prefix of
    the case occurs, or else from the root.
    """
    columns, rows = np.ascontiguousarray(table.codes.T), np.arange(n_cases(table))
    result = np.tile(model.parts[0].log_proba[0], (n_cases(table), 1))
    for part in model.parts:
        node = find_nodes(part.tree, columns[part.chain][:, rows])
        result[rows[node > 0]] = part.log_proba[node[node > 0]]
        rows = rows[node == 0]
    return result


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters (K - 1 per node of all trees) and the chain."""
    first = model.parts[0]
    return {
        "n_parameters": sum(part.log_proba.shape[0] * (part.log_proba.shape[1] - 1) for part in model.parts),
        "attributes_used": len(first.chain),
        "structure": " > ".join(model.names),
    }
