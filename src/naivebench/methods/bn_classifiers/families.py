"""Families of a network classifier: every attribute given the class and a list of parent attributes.

A family keeps one conditional table per prefix of its parent list (level 0: class only, level 1: class and
first parent, ...), counted on the cases where the child and these parents are observed. A case uses the
longest prefix of parents that are observed. Small tables are dense rows of one common array; large ones are
sorted keys with counts. Smoothing: docs/methods/bayesian-networks.md#network-tables-and-missing-parents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, table_sums
from naivebench.core.checks import InputError, check_at_least, check_one_of
from naivebench.core.counts import Sparse
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table
from naivebench.core.table_sums import Statistics

LARGEST_KEY = 1 << 62  # of a child, its parents and the class
SMOOTHING = ("friedman", "laplace", "m_estimate")


class Smoothing(NamedTuple):
    """Parameters by which tables are estimated from counts."""

    smoothing: str = "friedman"  # or laplace, m_estimate
    n0: float = 5.0  # >= 0, used by friedman
    alpha: float = 1.0  # >= 0, used by the others
    prior_alpha: float = 1.0  # >= 0, pseudo-count of every class


class SparsePair(NamedTuple):
    """Counts of a child x and the joint values pa of its parents, for tables too large to be dense."""

    joint: Sparse  # N_{x,pa} by key (pa r + x) K + c
    parents: Sparse  # N_pa by key pa K + c


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    # (R, K) nats: level 0 as laid out in naivebench.core.counts, then the dense deeper levels
    log_table: np.ndarray
    offsets: np.ndarray  # (d + 1,) first row of every attribute at level 0
    parents: tuple[tuple[int, ...], ...]  # (d,) parent attributes besides the class
    # (d,) levels 1, 2, ...: the first row of a dense table, or the counts of a larger one
    levels: tuple[tuple[int | SparsePair, ...], ...]
    prior: counts.Prior
    silent: np.ndarray  # (offsets[-1],) bool: values without case and prior, which are skipped
    names: tuple[str, ...]  # (d,) attribute names
    facts: dict[str, Any]  # results of a search for the structure or the smoothing, for the summary


def check_smoothing(method: str, estimates: Smoothing) -> Smoothing:
    """Return the parameters unchanged. Raises InputError for a parameter outside its range."""
    smoothing, n0, alpha, prior_alpha = estimates
    check_one_of(smoothing, SMOOTHING, "smoothing", method)
    check_at_least(n0, 0, "n0", method)
    check_at_least(alpha, 0, "alpha", method)
    check_at_least(prior_alpha, 0, "prior_alpha", method)
    return estimates


def fit_tables(train: Table, parents: tuple[tuple[int, ...], ...], estimates: Smoothing) -> Model:
    """Estimate all conditional tables of a given structure. `train` has only discrete attributes."""
    return estimate(table_sums.count_table(train, cases=True), parents, estimates)


def fit_super_parent_networks(train: Table, estimates: Smoothing) -> dict[int, Model]:
    """Fit a super-parent one-dependence estimator for every attribute with two values among the cases. In its
    network, this attribute is the parent of all others. Keys are indices of attributes. O(n d^2).
    """
    statistics, networks = table_sums.count_table(train, cases=True), {}
    used = find_varying_attributes(statistics).tolist()
    for i in used:
        children = [j in used and j != i for j in range(len(train.attributes))]
        networks[i] = estimate(statistics, tuple((i,) if child else () for child in children), estimates)
    return networks


def estimate(
    statistics: Statistics,
    parents: tuple[tuple[int, ...], ...],
    estimates: Smoothing,
    counted: Sequence[Sequence[np.ndarray | SparsePair]] | None = None,
) -> Model:
    """Estimate all conditional tables of a structure. counted: result of `count_family_tables`, if known."""
    n_jvc, offsets = statistics.n_jvc, counts.row_offsets(statistics.attributes)
    n_jc = counts.count_observed(n_jvc, offsets)
    prior, occurs = _compute_prior_counts(n_jvc, n_jc, offsets, estimates), np.any(n_jvc, axis=1)
    silent = ~occurs & (prior.pseudo == 0)
    tables = [counts.log_conditional(n_jvc, n_jc, offsets, prior, occurs)]

    # dense tables follow each other; every parent configuration has the values of its child
    levels, size = list[tuple[int | SparsePair, ...]](), len(n_jvc)
    for j, of_child in enumerate(count_family_tables(statistics, parents) if counted is None else counted):
        value, places = slice(offsets[j], offsets[j + 1]), list[int | SparsePair]()
        for cells in of_child:
            if isinstance(cells, SparsePair):
                places.append(cells)
                continue
            n_pa = cells[:, 1:].sum(axis=1, keepdims=True)
            table = counts.log_dirichlet_mean(cells, n_pa, *_select_prior(prior, value, j))
            table[:, silent[value]] = table[:, 0] = 0.0
            tables.append(table.reshape(-1, table.shape[2]))
            places.append(size)
            size += len(tables[-1])
        levels.append(tuple(places))
    of_class, table = log_prior(statistics.n_c, estimates.prior_alpha), np.concatenate(tables)
    names = tuple(a.name for a in statistics.attributes)
    return Model(of_class, table, offsets, parents, tuple(levels), prior, silent, names, {})


def _compute_prior_counts(
    n_jvc: np.ndarray, n_jc: np.ndarray, offsets: np.ndarray, estimates: Smoothing
) -> counts.Prior:
    smoothing, n0, alpha, _ = estimates
    r = np.diff(offsets) - 1
    uniform = np.repeat(1 / np.maximum(r, 1), r + 1)
    if smoothing == "laplace":
        return counts.Prior(np.full(len(n_jvc), float(alpha)), float(alpha) * r, uniform)
    if smoothing == "m_estimate":
        return counts.Prior(alpha * uniform, np.full(len(r), float(alpha)), uniform)
    n_j = n_jc.sum(axis=1)
    phat = n_jvc.sum(axis=1) / np.repeat(np.where(n_j > 0, n_j, 1), r + 1)
    return counts.Prior(n0 * phat, np.full(len(r), float(n0)), phat)


def _select_prior(prior: counts.Prior, rows: Any, j: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the pseudo-counts of these rows of attribute j, their sum, and the limits."""
    return prior.pseudo[rows, None], prior.total[j], prior.limit[rows, None]


def count_family_tables(
    statistics: Statistics, parents: tuple[tuple[int, ...], ...]
) -> list[list[np.ndarray | SparsePair]]:
    """Count every attribute with its first parent, its first two, ...: (q, r + 1, K), or sparse if larger."""
    if max(map(len, parents), default=0) > 1:
        statistics = statistics._replace(cases=table_sums.reconstruct_cases(statistics))
    return [list(count_level_tables(statistics, j, above)) for j, above in enumerate(parents)]


def count_level_tables(
    statistics: Statistics, j: int, parents: tuple[int, ...]
) -> Iterator[np.ndarray | SparsePair]:
    """Yield the counts of attribute j at the levels 1, 2, ... InputError for more than LARGEST_KEY cells."""
    offsets, k = counts.row_offsets(statistics.attributes), len(statistics.n_c)
    r = np.diff(offsets) - 1
    if len(parents) == 1 and len(statistics.pairs):
        (i,) = parents
        yield statistics.pairs[offsets[i] + 1 : offsets[i + 1], offsets[j] : offsets[j + 1]]
        return
    q, configuration = 1, np.zeros(1, np.int64)
    for parent in parents:
        assert statistics.cases is not None  # the caller makes them from pairs
        codes, y, weights = statistics.cases
        # the configuration of one more parent; -1 where any parent is missing
        missing = (configuration < 0) | (codes[parent] < 0)
        configuration = np.where(missing, -1, configuration * r[parent] + codes[parent])
        q *= int(r[parent])
        if q * int(r[j]) * k >= LARGEST_KEY:
            raise InputError(
                f"attribute {statistics.attributes[j].name!r} and its {len(parents)} parents have too many "
                "combinations of values: drop attributes with many values, or allow fewer parents"
            )
        if counts.allows_full_table((q + 1) * (int(r[j]) + 1) * k, int(statistics.n_c.sum())):
            cells = np.zeros((q + 1, r[j] + 1, k), weights.dtype)
            add_joint_counts(configuration, codes[j], y, weights, cells)
            yield cells[1:]
        else:
            yield count_sparse_pair(configuration, codes[j], y, int(r[j]), k, weights)


@njit(cache=True)
def add_joint_counts(parent, child, y, weights, cells):
    """Add every case to cells (q + 1, r + 1, K) at [parent + 1, child + 1, class]."""
    k = cells.shape[2]
    width, flat = cells.shape[1] * k, cells.reshape(-1)
    for i in range(child.shape[0]):
        place = (np.int64(parent[i]) + 1) * width + (np.int64(child[i]) + 1) * k + y[i]
        flat[np.uint64(place)] += weights[i]


def count_sparse_pair(
    parent: np.ndarray, x: np.ndarray, y: np.ndarray, r: int, n_classes: int, weights: np.ndarray
) -> SparsePair:
    """Count a parent (or configuration of parents) and a child x of r values. All arrays are (n,)."""
    rows = np.flatnonzero((parent >= 0) & (x >= 0))
    above, y, weights = parent[rows].astype(np.int64), y[rows], weights[rows]
    joint = counts.count_distinct((above * r + x[rows]) * n_classes + y, weights)
    return SparsePair(Sparse(*joint), Sparse(*counts.count_distinct(above * n_classes + y, weights)))


def look_up_pair_counts(
    pair: SparsePair, parent: np.ndarray, x: np.ndarray, r: int, n_classes: int
) -> tuple[np.ndarray, np.ndarray]:
    """Look up N_{x,pa} and N_pa of cases (n,), (n, K) each."""
    n_xpa = counts.look_up_counts(pair.joint, parent * r + x, n_classes)
    return n_xpa, counts.look_up_counts(pair.parents, parent, n_classes)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c) + sum over observed attributes of log P(x_j | c, parents), (n, K) nats."""
    columns = counts.check_codes(table.codes, model.offsets)
    scores = np.empty((columns.shape[1], len(model.log_prior)))
    for block in counts.list_blocks(len(scores), 2 * len(columns) + scores.shape[1]):
        scores[block] = counts.sum_table_rows(model.log_prior, *find_table_rows(model, columns[:, block]))
    return scores


def find_table_rows(model: Model, columns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the row of every code (d, n) at the deepest level whose parents are observed. Also return the
    table that has these rows: the model's table, followed by rows for codes whose table is not stored.
    """
    rows, tables, size = counts.codes_to_rows(columns, model.offsets), [model.log_table], len(model.log_table)
    n, k, r = columns.shape[1], len(model.log_prior), np.diff(model.offsets) - 1
    for j, levels in enumerate(model.levels):
        depth, configuration = np.zeros(n, np.int32), np.zeros(n, np.int64)
        for m, (parent, level) in enumerate(zip(model.parents[j], levels, strict=True), start=1):
            first, width = 0 if isinstance(level, SparsePair) else level, int(r[j]) + 1
            add_parent(
                columns[parent], columns[j], int(r[parent]), width, first, m, depth, configuration, rows[j]
            )
        for m, level in enumerate(levels, start=1):
            if isinstance(level, SparsePair):
                cases = np.flatnonzero(depth == m)
                x = columns[j, cases].astype(np.int64)
                value = model.offsets[j] + 1 + x
                n_xpa, n_pa = look_up_pair_counts(level, configuration[cases], x, int(r[j]), k)
                tables.append(counts.log_dirichlet_mean(n_xpa, n_pa, *_select_prior(model.prior, value, j)))
                tables[-1][model.silent[value]] = 0.0
                rows[j, cases] = np.arange(size, size + len(cases))
                size += len(cases)
    return rows, np.concatenate(tables) if len(tables) > 1 else model.log_table


@njit(cache=True)
def add_parent(parent, child, r_parent, width, first, m, depth, configuration, rows):
    """Add the m-th parent to the configuration (n,) of cases in which it, the child and the earlier parents
    are observed; set their depth (n,) and rows (n,) in the table at `first`. width: values of the child + 1.
    """
    for i in range(rows.shape[0]):
        if depth[i] == m - 1 and parent[i] >= 0 and child[i] >= 0:
            configuration[i], depth[i] = configuration[i] * r_parent + parent[i], m
            rows[i] = first + configuration[i] * width + child[i] + 1


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """Return the term log P(x_j | c, observed parents) of every attribute, and the parents that were used."""
    columns = counts.check_codes(table.codes, model.offsets)
    prior = np.tile(model.log_prior, (columns.shape[1], 1))
    # the parents before the first missing one are used
    depths = [np.cumprod(columns[list(p)] >= 0, axis=0).sum(axis=0) for p in model.parents]
    depth = np.array(depths, dtype=np.int64).reshape(columns.shape).T
    return Contributions(prior, compute_attribute_terms(model, columns), 0.0, "", model.parents, depth)


def compute_attribute_terms(model: Model, columns: np.ndarray) -> np.ndarray:
    """Return log P(x_j | c, observed parents) of codes (d, n), (n, d, K) nats; zeros for missing values."""
    rows, table = find_table_rows(model, columns)
    return table[rows.T]


def count_parameters(model: Model) -> int:
    """Count K - 1 parameters plus K (r_j - 1) per configuration of all parents of every attribute."""
    r, n_classes = np.diff(model.offsets) - 1, len(model.log_prior)
    free = [
        max(int(r[j]) - 1, 0) * n_classes * int(np.prod([int(r[p]) for p in pa], dtype=object))
        for j, pa in enumerate(model.parents)
    ]
    return n_classes - 1 + sum(free)


def summarize(model: Model) -> dict[str, Any]:
    """Report the number of free parameters, the attributes with more than one value, the names of every
    attribute's parents besides the class, and the facts of a search.
    """
    r = np.diff(model.offsets) - 1
    structure = {
        name: [model.names[p] for p in pa] for name, pa in zip(model.names, model.parents, strict=True)
    }
    return {
        "n_parameters": count_parameters(model),
        "attributes_used": int((r > 1).sum()),
        "structure": structure,
    } | model.facts


def find_varying_attributes(statistics: Statistics) -> np.ndarray:
    """Find the indices (d',) of attributes with at least two values among the cases, which structures use."""
    offsets = counts.row_offsets(statistics.attributes)
    occurs = np.any(statistics.n_jvc, axis=1)
    occurs[offsets[:-1]] = False
    return np.flatnonzero(np.diff(np.append(0, np.cumsum(occurs))[offsets]) > 1)
