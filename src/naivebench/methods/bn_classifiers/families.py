"""Families of a network classifier: every attribute given the class and a list of parent attributes.

A family keeps one conditional table per prefix of its parent list (level 0: class only, level 1: class and
first parent, ...). A case uses the longest prefix of parents that are observed, so a missing or unseen parent
removes only this parent and those after it; level m is counted on the cases where the child and its first m
parents are observed. Small tables are dense rows of one common array, large ones sorted keys with counts.

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

from naivebench.core import additive, counts
from naivebench.core.additive import Statistics
from naivebench.core.checks import check_at_least, check_one_of
from naivebench.core.counts import Sparse
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table

# larger configuration numbers are replaced by their rank, so that products of two stay below 2^63
LARGEST_KEY = 1 << 31
SMOOTHING = ("friedman", "laplace", "m_estimate")


class Smoothing(NamedTuple):
    """How tables are estimated from counts."""

    smoothing: str = "friedman"  # or laplace, m_estimate
    n0: float = 5.0  # >= 0, used by friedman
    alpha: float = 1.0  # >= 0, used by the others
    prior_alpha: float = 1.0  # >= 0, pseudo-count of every class


class SparsePair(NamedTuple):
    """Counts of a child x and the joint values pa of its parents, where their table is too large: of the
    cases in which all of them are observed.
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


def check_params(method: str, estimates: Smoothing) -> Smoothing:
    """The parameters. Raises InputError for one outside its range."""
    smoothing, n0, alpha, prior_alpha = estimates
    check_one_of(smoothing, SMOOTHING, "smoothing", method)
    check_at_least(n0, 0, "n0", method)
    check_at_least(alpha, 0, "alpha", method)
    check_at_least(prior_alpha, 0, "prior_alpha", method)
    return estimates


def fit_tables(train: Table, parents: tuple[tuple[int, ...], ...], estimates: Smoothing) -> Model:
    """Estimate all conditional tables of a given structure. `train` has discrete attributes alone."""
    return estimate(additive.count(train, cases=True), parents, estimates)


def make_spodes(train: Table, estimates: Smoothing) -> dict[int, Model]:
    """Super-parent one-dependence estimators, by the index of the super-parent: for every attribute with two
    values among the cases, the network in which it is the parent of all others. O(n d^2).
    """
    statistics = additive.count(train, cases=True)
    used = find_informative(statistics).tolist()
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
    n_c, n_jvc, offsets = statistics.n_c, statistics.n_jvc, counts.offsets_of(statistics.attributes)
    n_jc = counts.observed_totals(n_jvc, offsets)
    pseudo, pseudo_total, limit = _prior_counts(n_jvc, n_jc, offsets, *estimates[:3])
    occurs, names = np.any(n_jvc, axis=1), tuple(a.name for a in statistics.attributes)
    tables = [counts.log_conditional(n_jvc, n_jc, offsets, pseudo, pseudo_total, limit, occurs)]
    model = Model(
        log_prior(n_c, estimates.prior_alpha),
        tables[0],
        offsets,
        parents,
        (),
        pseudo,
        pseudo_total,
        limit,
        ~occurs & (pseudo == 0),
        names,
        {},
    )

    # count the deeper levels; dense tables follow each other in the common array
    if max(map(len, parents), default=0) > 1:
        statistics = statistics._replace(cases=additive.reconstruct_cases(statistics))
    levels: list[list[Level]] = [[] for _ in parents]
    children, dense, first = list[int](), list[np.ndarray](), len(tables[0])
    for j in range(len(parents)):
        for level, cells in count_levels(statistics, model, j):
            if cells is not None:
                level = level._replace(base=first)
                children.append(j)
                dense.append(cells.reshape(-1, len(n_c)))
                first += len(dense[-1])
            levels[j].append(level)

    for block in counts.list_blocks(len(dense), max((cells.size for cells in dense), default=0)):
        tables.append(_dense_rows(model, children[block], dense[block]))
    return model._replace(levels=tuple(map(tuple, levels)), log_table=np.concatenate(tables))


def _prior_counts(
    n_jvc: np.ndarray, n_jc: np.ndarray, offsets: np.ndarray, smoothing: str, n0: float, alpha: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Prior counts per value (R,), their sums (d,), and the limits (R,) of the probabilities without them."""
    r = np.diff(offsets) - 1
    uniform = np.repeat(1 / np.maximum(r, 1), r + 1)
    if smoothing == "laplace":
        return np.full(len(n_jvc), float(alpha)), float(alpha) * r, uniform
    if smoothing == "m_estimate":
        return alpha * uniform, np.full(len(r), float(alpha)), uniform
    n_j = n_jc.sum(axis=1)
    phat = n_jvc.sum(axis=1) / np.repeat(np.where(n_j > 0, n_j, 1), r + 1)
    return n0 * phat, np.full(len(r), float(n0)), phat


def count_levels(statistics: Statistics, model: Model, j: int) -> Iterator[tuple[Level, np.ndarray | None]]:
    """Levels 1, 2, ... of attribute j, still without a base, and the counts (q, r + 1, K) of dense tables."""
    offsets, parents, k = model.offsets, model.parents[j], len(model.log_prior)
    r = int(offsets[j + 1] - offsets[j] - 1)
    if len(parents) == 1 and len(statistics.pairs):
        (i,) = parents
        pair = statistics.pairs[offsets[i] + 1 : offsets[i + 1], offsets[j] : offsets[j + 1]]
        yield Level(None, len(pair), -1, None), pair
        return
    if not parents:
        return
    assert statistics.cases is not None  # the caller makes them from pairs
    codes, y, weights = statistics.cases
    n, q, configuration = int(statistics.n_c.sum()), 1, np.zeros(1, np.int64)
    for parent in parents:
        # the configuration of one more parent; -1 where any parent is missing
        r_parent, column = int(offsets[parent + 1] - offsets[parent] - 1), codes[parent]
        missing = (configuration < 0) | (column < 0)
        configuration, q = np.where(missing, -1, configuration * r_parent + column), q * r_parent
        renumber = None
        if q * r * k >= LARGEST_KEY:
            renumber = np.unique(configuration[configuration >= 0])
            configuration = np.where(configuration >= 0, np.searchsorted(renumber, configuration), -1)
            q = len(renumber) + 1

        if counts.fits_in_table((q + 1) * (r + 1) * k, n):
            cells = np.zeros((q + 1, r + 1, k), weights.dtype)
            add_joint(configuration, codes[j], y, weights, cells)
            yield Level(renumber, q, -1, None), cells[1:]
        else:
            yield Level(renumber, q, -1, count_sparse(configuration, codes[j], y, r, k, weights)), None


@njit(cache=True)
def add_joint(parent, child, y, weights, cells):
    """Add every case to cells (q + 1, r + 1, K) at [parent + 1, child + 1, class]."""
    k = cells.shape[2]
    width, flat = cells.shape[1] * k, cells.reshape(-1)
    for i in range(child.shape[0]):
        place = (np.int64(parent[i]) + 1) * width + (np.int64(child[i]) + 1) * k + y[i]
        flat[np.uint64(place)] += weights[i]


def _dense_rows(model: Model, attributes: list[int], cells: list[np.ndarray]) -> np.ndarray:
    """log P(x | pa, c) from counts of parent configurations and values, (q (r + 1), K) each, as rows in the
    same order; zeros where x is missing.
    """
    if not cells:
        return np.zeros((0, len(model.log_prior)))
    width = np.diff(model.offsets)[attributes]
    q = np.array([len(t) for t in cells]) // width
    child, width = np.repeat(attributes, q), np.repeat(width, q)  # one per configuration
    offsets = np.append(0, np.cumsum(width))
    value = np.arange(offsets[-1]) + np.repeat(model.offsets[child] - offsets[:-1], width)
    n_xpc = np.concatenate(cells)
    return counts.log_conditional(
        n_xpc,
        counts.observed_totals(n_xpc, offsets),
        offsets,
        model.pseudo[value],
        model.pseudo_total[child],
        model.limit[value],
        ~model.silent[value],
    )


def count_sparse(
    parent: np.ndarray, x: np.ndarray, y: np.ndarray, r: int, n_classes: int, weights: np.ndarray
) -> SparsePair:
    """The counts of a parent (or configuration of parents) and a child x of r values; all arrays are (n,)."""
    rows = np.flatnonzero((parent >= 0) & (x >= 0))
    above, y, weights = parent[rows].astype(np.int64), y[rows], weights[rows]
    joint = counts.count_distinct((above * r + x[rows]) * n_classes + y, weights)
    return SparsePair(Sparse(*joint), Sparse(*counts.count_distinct(above * n_classes + y, weights)))


def look_up_pair(
    pair: SparsePair, parent: np.ndarray, x: np.ndarray, r: int, n_classes: int
) -> tuple[np.ndarray, np.ndarray]:
    """N_{x,pa} and N_pa of cases (n,), shape (n, K) each."""
    n_xpa = counts.look_up_counts(pair.joint, parent * r + x, n_classes)
    return n_xpa, counts.look_up_counts(pair.parents, parent, n_classes)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c) + sum over observed attributes of log P(x_j | c, parents), (n, K) nats, not normalised."""
    columns = counts.check_codes(table.codes, model.offsets)
    n, n_classes = columns.shape[1], len(model.log_prior)
    parts = [
        _log_joint(model, columns[:, block]) for block in counts.list_blocks(n, 2 * len(columns) + n_classes)
    ]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _log_joint(model: Model, columns: np.ndarray) -> np.ndarray:
    rows, sparse = find_rows(model, columns)
    scores = counts.sum_rows(model.log_prior, rows, model.log_table)
    for _, cases, terms in sparse:
        scores[cases] += terms
    return scores


def find_rows(
    model: Model, columns: np.ndarray
) -> tuple[np.ndarray, list[tuple[int, np.ndarray, np.ndarray]]]:
    """Row of every code (d, n) in the table, at the deepest level whose parents are observed; and attribute,
    cases (m,) and terms (m, K) in nats of the sparse levels, whose rows are zeros.
    """
    rows, sparse, r = counts.rows_of(columns, model.offsets), [], np.diff(model.offsets) - 1
    n, no_keys = columns.shape[1], np.zeros(0, np.int64)
    for j, levels in enumerate(model.levels):
        if not levels:
            continue
        depth, configuration = np.zeros(n, np.int32), np.zeros(n, np.int64)
        for m, (parent, level) in enumerate(zip(model.parents[j], levels, strict=True), start=1):
            keys = no_keys if level.renumber is None else level.renumber
            last = -1 if level.renumber is None else level.q - 1
            pair = columns[parent], columns[j], int(r[parent]), int(r[j]) + 1
            deepen_rows(
                *pair, keys, last, level.base, int(model.offsets[j]), m, depth, configuration, rows[j]
            )
        for m, level in enumerate(levels, start=1):
            cases = np.flatnonzero(depth == m) if level.base < 0 else no_keys
            if len(cases):
                terms = sparse_terms(
                    model, j, level, columns[j, cases].astype(np.int64), configuration[cases]
                )
                sparse.append((j, cases, terms))
    return rows, sparse


@njit(cache=True)
def deepen_rows(parent, child, r_parent, width, keys, last, base, zeros, m, depth, configuration, rows):
    """Add the m-th parent to the configuration (n,) of the cases in which it, the child and the parents
    before it are observed; set their depth (n,) to m, and rows (n,) to those of the table at `base`, or to
    the row `zeros` if base is -1.

    width: number of values of the child plus one; keys, last: configuration numbers that have a rank, and the
    rank of all others, -1 if numbers stay as they are.
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
    """log P(c | x), (n, K) nats; a case impossible under every class (no smoothing) gets the prior."""
    return normalize_rows(log_joint(model, table), model.log_prior)


def contributions(model: Model, table: Table) -> Contributions:
    """The terms log P(x_j | c, observed parents) of every attribute, and the parents that were used."""
    columns = counts.check_codes(table.codes, model.offsets)
    prior = np.tile(model.log_prior, (columns.shape[1], 1))
    return Contributions(
        prior, compute_terms(model, columns), 0.0, "", model.parents, find_depths(model, columns)
    )


def compute_terms(model: Model, columns: np.ndarray) -> np.ndarray:
    """log P(x_j | c, observed parents) of codes (d, n), shape (n, d, K), nats; zeros for missing values."""
    rows, sparse = find_rows(model, columns)
    result = model.log_table[rows.T]
    for j, cases, of_cases in sparse:
        result[cases, j] += of_cases
    return result


def find_depths(model: Model, columns: np.ndarray) -> np.ndarray:
    """Number of parents of every attribute that a case uses, (n, d): those before the first missing one."""
    used = [np.cumprod(columns[list(p)] >= 0, axis=0).sum(axis=0) for p in model.parents]
    return np.array(used, dtype=np.int64).reshape(columns.shape).T


def sparse_terms(model: Model, j: int, level: Level, x: np.ndarray, configuration: np.ndarray) -> np.ndarray:
    """log P(x | pa, c) of cases (n,) from sparse counts, shape (n, K)."""
    assert level.sparse is not None  # a level without rows in the table has sparse counts
    r, value = int(model.offsets[j + 1] - model.offsets[j] - 1), model.offsets[j] + 1 + x
    n_xpa, n_pa = look_up_pair(level.sparse, configuration, x, r, len(model.log_prior))
    pseudo, limit = model.pseudo[value, None], model.limit[value, None]
    terms = counts.log_dirichlet(n_xpa, n_pa, pseudo, model.pseudo_total[j], limit)
    terms[model.silent[value]] = 0.0
    return terms


def n_parameters(model: Model) -> int:
    """K - 1 + sum over attributes of K (r_j - 1) times the number of parent configurations; tables of shorter
    parent lists are not counted.
    """
    r, n_classes = np.diff(model.offsets) - 1, len(model.log_prior)
    free = [
        max(int(r[j]) - 1, 0) * n_classes * int(np.prod([int(r[p]) for p in pa], dtype=object))
        for j, pa in enumerate(model.parents)
    ]
    return n_classes - 1 + sum(free)


def summarize(model: Model) -> dict[str, Any]:
    """Number of free parameters, attributes with more than one value, the parents (besides the class) of
    every attribute by name, and the facts of a search.
    """
    r = np.diff(model.offsets) - 1
    structure = {
        name: [model.names[p] for p in pa] for name, pa in zip(model.names, model.parents, strict=True)
    }
    return {
        "n_parameters": n_parameters(model),
        "attributes_used": int((r > 1).sum()),
        "structure": structure,
    } | model.facts


def find_informative(statistics: Statistics) -> np.ndarray:
    """Attributes with at least two values among the cases, (d',) indices; the others are in no structure."""
    offsets = counts.offsets_of(statistics.attributes)
    occurs = np.any(statistics.n_jvc, axis=1)
    occurs[offsets[:-1]] = False
    return np.flatnonzero(np.diff(np.append(0, np.cumsum(occurs))[offsets]) > 1)
