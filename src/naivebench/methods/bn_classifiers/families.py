"""Families of a network classifier: every attribute given the class and a list of parent attributes.

A family keeps one conditional table per prefix of its parent list (level 0: class only, level 1: class and
first parent, ...). A case uses the longest prefix of parents that are observed, so a missing or unseen parent
removes only this parent and those after it; level m is counted on the cases where the child and its first m
parents are observed. Small tables are dense rows of one common array; large ones are sorted keys with counts.

Smoothing (N = counts of one level, pa = class and parent values):
    friedman   (N_{x,pa} + n0 phat(x)) / (N_pa + n0)
    laplace    (N_{x,pa} + alpha) / (N_pa + alpha r)
    m_estimate (N_{x,pa} + alpha / r) / (N_pa + alpha)
phat(x) is the share of x among all training cases in which the attribute is observed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, table_sums
from naivebench.core.checks import check_at_least, check_one_of
from naivebench.core.counts import Sparse
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table
from naivebench.core.table_sums import Statistics

# larger configuration numbers are replaced by their rank, so that products of two stay below 2^63
LARGEST_KEY = 1 << 31
SMOOTHING = ("friedman", "laplace", "m_estimate")


class Smoothing(NamedTuple):
    """The way in which tables are estimated from counts."""

    smoothing: str = "friedman"  # or laplace, m_estimate
    n0: float = 5.0  # >= 0, used by friedman
    alpha: float = 1.0  # >= 0, used by the others
    prior_alpha: float = 1.0  # >= 0, pseudo-count of every class


class SparsePair(NamedTuple):
    """Counts of a child x and the joint values pa of its parents, for tables that are too large to be dense.
    Only cases in which all these attributes are observed are counted.
    """

    joint: Sparse  # N_{x,pa} by key (pa r + x) K + c
    parents: Sparse  # N_pa by key pa K + c


class Level(NamedTuple):
    """The conditional table of a child given the class and its first m parents."""

    # (q - 1,) sorted configuration numbers that occur; None: numbers stay as they are
    renumber: np.ndarray | None
    q: int  # number of parent configurations
    base: int  # first row of the dense table, -1 if sparse
    sparse: SparsePair | None


class Counted(NamedTuple):
    """The counts from which the tables of a structure are estimated."""

    levels: tuple[tuple[Level, ...], ...]  # (d,) levels 1, 2, ...
    children: tuple[int, ...]  # the attribute of every dense table
    dense: tuple[np.ndarray, ...]  # counts of every dense table, (q (r + 1), K)


class Unstored(NamedTuple):
    """Cases whose term for one attribute is not stored, and the counts from which it is computed."""

    attribute: int
    cases: np.ndarray  # (m,)
    value: np.ndarray  # (m,) row of the value at level 0
    n_xpa: np.ndarray  # (m, K)
    n_pa: np.ndarray  # (m, K)


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    # (R, K) nats: level 0 as laid out in naivebench.core.counts, then the dense deeper levels
    log_table: np.ndarray
    offsets: np.ndarray  # (d + 1,) first row of every attribute at level 0
    parents: tuple[tuple[int, ...], ...]  # (d,) parent attributes besides the class
    levels: tuple[tuple[Level, ...], ...]  # (d,) levels 1, 2, ...
    pseudo: np.ndarray  # (offsets[-1],) prior count of every value
    pseudo_total: np.ndarray  # (d,) their sum per attribute
    limit: np.ndarray  # (offsets[-1],) probability where neither prior nor case exists
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
    statistics = table_sums.count_table(train, cases=True)
    used = find_varying_attributes(statistics).tolist()
    return {
        i: estimate(
            statistics,
            tuple((i,) if j != i and j in used else () for j in range(len(train.attributes))),
            estimates,
        )
        for i in used
    }


def estimate(statistics: Statistics, parents: tuple[tuple[int, ...], ...], estimates: Smoothing) -> Model:
    """Estimate all conditional tables of a structure from counts of pairs, or from cases."""
    return estimate_tables(statistics, parents, count_family_tables(statistics, parents), estimates)


def estimate_tables(
    statistics: Statistics, parents: tuple[tuple[int, ...], ...], counted: Counted, estimates: Smoothing
) -> Model:
    """Estimate all conditional tables of a structure from the counts of `count_family_tables`."""
    n_jvc, offsets = statistics.n_jvc, counts.row_offsets(statistics.attributes)
    n_jc = counts.count_observed(n_jvc, offsets)
    pseudo, pseudo_total, limit = _compute_prior_counts(n_jvc, n_jc, offsets, *estimates[:3])
    occurs = np.any(n_jvc, axis=1)
    tables = [counts.log_conditional(n_jvc, n_jc, offsets, pseudo, pseudo_total, limit, occurs)]
    silent = ~occurs & (pseudo == 0)

    # dense tables follow each other; every parent configuration has the values of its child
    largest = max(map(np.size, counted.dense), default=0)
    for block in counts.list_blocks(len(counted.dense), largest) if counted.dense else ():
        n_xpc, width = np.concatenate(counted.dense[block]), np.diff(offsets)[list(counted.children[block])]
        q = np.array([len(cells) for cells in counted.dense[block]]) // width
        child, width = np.repeat(counted.children[block], q), np.repeat(width, q)
        rows = np.append(0, np.cumsum(width))
        value = np.arange(rows[-1]) + np.repeat(offsets[child] - rows[:-1], width)
        n_pc, priors = counts.count_observed(n_xpc, rows), (pseudo[value], pseudo_total[child], limit[value])
        tables.append(counts.log_conditional(n_xpc, n_pc, rows, *priors, ~silent[value]))
    return Model(
        log_prior(statistics.n_c, estimates.prior_alpha),
        np.concatenate(tables),
        offsets,
        parents,
        counted.levels,
        pseudo,
        pseudo_total,
        limit,
        silent,
        tuple(a.name for a in statistics.attributes),
        {},
    )


def _compute_prior_counts(
    n_jvc: np.ndarray, n_jc: np.ndarray, offsets: np.ndarray, smoothing: str, n0: float, alpha: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Compute prior counts (R,), their sums (d,), and the probabilities (R,) if all counts are 0."""
    r = np.diff(offsets) - 1
    uniform = np.repeat(1 / np.maximum(r, 1), r + 1)
    if smoothing == "laplace":
        return np.full(len(n_jvc), float(alpha)), float(alpha) * r, uniform
    if smoothing == "m_estimate":
        return alpha * uniform, np.full(len(r), float(alpha)), uniform
    n_j = n_jc.sum(axis=1)
    phat = n_jvc.sum(axis=1) / np.repeat(np.where(n_j > 0, n_j, 1), r + 1)
    return n0 * phat, np.full(len(r), float(n0)), phat


def count_family_tables(statistics: Statistics, parents: tuple[tuple[int, ...], ...]) -> Counted:
    """Count the tables of a structure: every attribute with its first parent, its first two, and so on."""
    if max(map(len, parents), default=0) > 1:
        statistics = statistics._replace(cases=table_sums.reconstruct_cases(statistics))
    children, dense, first = list[int](), list[np.ndarray](), len(statistics.n_jvc)
    levels: list[list[Level]] = [[] for _ in parents]
    for j in range(len(parents)):
        for renumber, q, cells in count_level_tables(statistics, j, parents[j]):
            if isinstance(cells, SparsePair):
                levels[j].append(Level(renumber, q, -1, cells))
            else:
                levels[j].append(Level(renumber, q, first, None))
                children.append(j)
                dense.append(cells.reshape(-1, cells.shape[2]))
                first += len(dense[-1])
    return Counted(tuple(map(tuple, levels)), tuple(children), tuple(dense))


def count_level_tables(
    statistics: Statistics, j: int, parents: tuple[int, ...]
) -> Iterator[tuple[np.ndarray | None, int, np.ndarray | SparsePair]]:
    """Yield the first two fields of the levels 1, 2, ... of attribute j with their counts, (q, r + 1, K) if
    the counts fit in a table.
    """
    offsets, k = counts.row_offsets(statistics.attributes), len(statistics.n_c)
    r = np.diff(offsets) - 1
    if len(parents) == 1 and len(statistics.pairs):
        (i,) = parents
        yield None, int(r[i]), statistics.pairs[offsets[i] + 1 : offsets[i + 1], offsets[j] : offsets[j + 1]]
        return
    if not parents:
        return
    assert statistics.cases is not None  # the caller makes them from pairs
    codes, y, weights = statistics.cases
    n, q, configuration = int(statistics.n_c.sum()), 1, np.zeros(1, np.int64)
    for parent in parents:
        # the configuration of one more parent; -1 where any parent is missing
        missing = (configuration < 0) | (codes[parent] < 0)
        configuration = np.where(missing, -1, configuration * r[parent] + codes[parent])
        q, renumber = q * int(r[parent]), None
        if q * int(r[j]) * k >= LARGEST_KEY:
            renumber = np.unique(configuration[configuration >= 0])
            configuration = np.where(configuration >= 0, np.searchsorted(renumber, configuration), -1)
            q = len(renumber) + 1

        if counts.allows_full_table((q + 1) * (int(r[j]) + 1) * k, n):
            cells = np.zeros((q + 1, r[j] + 1, k), weights.dtype)
            add_joint_counts(configuration, codes[j], y, weights, cells)
            yield renumber, q, cells[1:]
        else:
            yield renumber, q, count_sparse_pair(configuration, codes[j], y, int(r[j]), k, weights)


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
        scores[block] = sum_terms(model, *find_table_rows(model, columns[:, block]))
    return scores


def sum_terms(model: Model, rows: np.ndarray, unstored: list[Unstored]) -> np.ndarray:
    """Return log P(c, x), (n, K) nats, of the cases that `find_table_rows` looked up."""
    scores = counts.sum_table_rows(model.log_prior, rows, model.log_table)
    for part in unstored:
        scores[part.cases] += estimate_unstored_terms(model, part)
    return scores


def estimate_unstored_terms(model: Model, part: Unstored) -> np.ndarray:
    """Return log P(x | pa, c) of cases (m,) from sparse counts, (m, K) nats."""
    pseudo, limit = model.pseudo[part.value, None], model.limit[part.value, None]
    total = model.pseudo_total[part.attribute]
    terms = counts.log_dirichlet_mean(part.n_xpa, part.n_pa, pseudo, total, limit)
    terms[model.silent[part.value]] = 0.0
    return terms


def find_table_rows(model: Model, columns: np.ndarray) -> tuple[np.ndarray, list[Unstored]]:
    """Find the row of every code (d, n) in the table, at the deepest level whose parents are observed. Codes
    without a stored row get a row of zeros; return their counts, too. The smoothing affects neither result.
    """
    rows, unstored = counts.codes_to_rows(columns, model.offsets), list[Unstored]()
    n, k, r = columns.shape[1], len(model.log_prior), np.diff(model.offsets) - 1
    for j, levels in enumerate(model.levels):
        if not levels:
            continue
        depth, configuration = np.zeros(n, np.int32), np.zeros(n, np.int64)
        for m, (parent, level) in enumerate(zip(model.parents[j], levels, strict=True), start=1):
            keys = np.zeros(0, np.int64) if level.renumber is None else level.renumber
            last = -1 if level.renumber is None else level.q - 1
            pair = columns[parent], columns[j], int(r[parent]), int(r[j]) + 1
            add_parent(*pair, keys, last, level.base, int(model.offsets[j]), m, depth, configuration, rows[j])
        for m, level in enumerate(levels, start=1):
            if level.sparse is not None:
                cases = np.flatnonzero(depth == m)
                x = columns[j, cases].astype(np.int64)
                counted = look_up_pair_counts(level.sparse, configuration[cases], x, int(r[j]), k)
                unstored.append(Unstored(j, cases, model.offsets[j] + 1 + x, *counted))
    return rows, unstored


@njit(cache=True)
def add_parent(parent, child, r_parent, width, keys, last, base, zeros, m, depth, configuration, rows):
    """Add the m-th parent to the configuration (n,) of the cases in which this parent, the child and the
    earlier parents are observed. Set the depth (n,) of these cases to m, and their rows (n,) to rows of the
    table at `base`, or to the row `zeros` if base is -1.

    width: number of values of the child plus one. keys: configuration numbers that have a rank. last: rank of
    all other configurations, or -1 if the numbers stay unchanged.
    """
    for i in range(rows.shape[0]):
        if depth[i] == m - 1 and parent[i] >= 0 and child[i] >= 0:
            number = configuration[i] * r_parent + parent[i]
            if last >= 0:
                place = np.searchsorted(keys, number)
                number = place if place < keys.shape[0] and keys[place] == number else last
            configuration[i], depth[i] = number, m
            rows[i] = base + number * width + child[i] + 1 if base >= 0 else zeros


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
    rows, unstored = find_table_rows(model, columns)
    result = model.log_table[rows.T]
    for part in unstored:
        result[part.cases, part.attribute] += estimate_unstored_terms(model, part)
    return result


def count_parameters(model: Model) -> int:
    """Count K - 1 parameters plus K (r_j - 1) per parent configuration of every attribute. Tables of shorter
    parent lists are not counted.
    """
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
