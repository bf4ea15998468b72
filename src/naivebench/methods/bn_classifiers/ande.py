"""Averaged n-dependence estimators: the average over all models in which n attributes (the super-parents) and
the class are the parents of every other attribute. A larger n finds more dependences, but takes more memory
and time.

    P(c, x) proportional to  sum over sets i of n attributes with F(x_i) > 0 of
                             P(c, x_i) prod over j not in i of P(x_j | c, x_i)
    P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
    P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

x_i: the values of all parents, r_i: the number of their combinations, F(x_i): number of training cases with
these values, e = alpha. Each count uses the cases where the attributes concerned are
observed; sets with a missing parent are skipped, and so are missing children. Where no set qualifies, the
model with n - 1 parents is used. n = 0 is naive Bayes with alpha for both pseudo-counts, n = 1 is `aode`, to
the byte.
Fit O(n_cases d^(n+1)), predict O(n_cases d^(n+1) K); memory O((d r)^(n+1) K).
docs/methods/bayesian-networks.md#averaged-n-dependence-estimators; Webb, Boughton, Zheng, Ting and Salem
2012.
"""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts
from naivebench.core.checks import InputError, at_least
from naivebench.core.logspace import log, logsumexp, normalize
from naivebench.core.table import Table, cardinalities, n_classes
from naivebench.methods.bn_classifiers import aode
from naivebench.methods.naive_bayes import nb

MOST_CELLS = 1 << 27  # int32: 512 MB
PARENTS_AT_ONCE = 16  # sets of parents whose scores are in memory together


class Sets(NamedTuple):
    """The layout of the count tables of all sets of w attributes, concatenated; see `count_sets`."""

    attributes: np.ndarray  # (S, w) int32, ascending within a set
    strides: np.ndarray  # (S, w) int64
    base: np.ndarray  # (S + 1,) int64: first combination of every table


class Level(NamedTuple):
    """The part of the model with n parents, n >= 2."""

    fewer: aode.Model | Level  # n - 1 parents
    parents: Sets
    log_table: np.ndarray  # (combinations, K) log P(c, x_i), -inf where it never occurs
    families: Sets  # of n + 1 attributes
    cells: np.ndarray  # (combinations, K) int32 counts of the families
    children: np.ndarray  # (number of sets of parents, d' - n, 2): family, and axis of the child in it
    r: np.ndarray  # (d,) number of values
    n_cases: int
    alpha: float


class Model(NamedTuple):
    estimator: nb.Model | aode.Model | Level
    implied: np.ndarray | None  # result of `implications`, None without subsumption resolution


def check_params(n: int, alpha: float, minimum: float) -> None:
    """Raise InputError for a parameter outside its range."""
    at_least(n, 0, "n", "ande")
    aode.check_params(alpha)
    at_least(minimum, 1, "minimum", "ande")
    if n != int(n):
        raise InputError(f"n in ande is {n!r}, expected a whole number")


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    n: int = 2,
    alpha: float = 1.0,
    subsumption_resolution: bool = False,
    minimum: float = 100,
) -> Model:
    """Count all combinations of values of n + 1 attributes. alpha >= 0 (e of the formula).

    subsumption_resolution: leave out values that another value of the case implies in all training cases, if
    at least `minimum` training cases have that other value (see `implications`). Raises InputError for bad
    parameters, for attributes that are not discrete, and for more tables than memory is allowed for.
    """
    check_params(n, alpha, minimum)
    counts.only_discrete(train, "ande")
    train = counts.known_cases(train)
    implied = implications(train, minimum) if subsumption_resolution else None
    if n == 0:
        return Model(nb.fit(train, alpha=alpha, prior_alpha=alpha), implied)
    if n > 1:
        check_size(train, int(n))
    estimator: aode.Model | Level = aode.fit(train, alpha=alpha)
    for parents in range(2, int(n) + 1):
        estimator = _level(train, parents, float(alpha), estimator)
    return Model(estimator, implied)


def check_size(table: Table, n: int) -> None:
    """Raise InputError if the count tables of up to n >= 2 parents would take more than MOST_CELLS."""
    r = cardinalities(table)
    combinations = np.zeros(n + 2)  # of values of 0, 1, ..., n + 1 attributes, all sets together
    combinations[0] = n_classes(table)
    for size in r[r > 0] + 1:
        combinations[1:] += combinations[:-1] * size
    largest = int(combinations[2:].argmax()) + 2
    if combinations[largest] > MOST_CELLS:
        raise InputError(
            f"ande with n = {n} counts all sets of {largest} attributes: {(r > 0).sum()} attributes with "
            f"{n_classes(table)} classes make {combinations[largest]:,.0f} cells, more than "
            f"{MOST_CELLS:,}: select attributes first, cut numbers into fewer intervals, or use a smaller n"
        )


def _level(table: Table, n: int, alpha: float, fewer: aode.Model | Level) -> Level:
    r, k = cardinalities(table), n_classes(table)
    codes = counts.checked_codes(table.codes, counts.row_offsets(table))
    used = np.flatnonzero(r > 0)
    parents, families = (_sets(used, r, width) for width in (n, n + 1))
    cells = _count(families, codes, table.y, k)
    add_sums(families.strides, families.base, cells)
    log_table = _log_parents(parents, _count(parents, codes, table.y, k), r, alpha)
    place = {tuple(s): i for i, s in enumerate(parents.attributes.tolist())}
    children: list[list[tuple[int, int]]] = [[] for _ in place]
    for f, family in enumerate(families.attributes.tolist()):
        for axis in range(n + 1):
            children[place[*family[:axis], *family[axis + 1 :]]].append((f, axis))
    of_parents = np.array(children, dtype=np.int32).reshape(len(place), max(len(used) - n, 0), 2)
    return Level(fewer, parents, log_table, families, cells, of_parents, r, len(table.y), alpha)


@njit(cache=True)
def combination(codes, attributes, strides, case):
    """Place of a case in a table; -1 if one of its values is missing."""
    place = 0
    for m in range(attributes.shape[0]):
        value = np.int64(codes[attributes[m], case])
        if value < 0:
            return -1
        place += (value + 1) * strides[m]
    return place


@njit(cache=True)
def count_sets(codes, y, subsets, strides, base, cells):
    """Add every case to the tables of the subsets (S, w >= 2) in which none of its values is missing; table s
    is cells[base[s]:base[s + 1]] of the (combinations, K) cells.

    Subsets that differ only in the last attribute follow each other and share the places of the other
    attributes.
    """
    last, others = subsets.shape[1] - 1, np.empty(codes.shape[1], np.int64)
    for s in range(subsets.shape[0]):
        width = strides[s, last - 1]
        if s == 0 or (subsets[s, :last] != subsets[s - 1, :last]).any():
            for i in range(codes.shape[1]):
                others[i] = combination(codes, subsets[s, :last], strides[s, :last] // width, i)
        column = codes[subsets[s, last]]
        for i in range(codes.shape[1]):
            if others[i] >= 0 and column[i] >= 0:
                cells[base[s] + others[i] * width + column[i] + 1, y[i]] += 1


@njit(cache=True)
def add_sums(strides, base, cells):
    """Fill the entries 0 of every axis with the sums over its values."""
    width = strides.shape[1]
    for s in range(strides.shape[0]):
        size = base[s + 1] - base[s]
        for place in range(size):
            rest, inside = place, True
            for m in range(width):
                inside = inside and rest >= strides[s, m]
                rest %= strides[s, m]
            if not inside:
                continue
            rest = place
            for m in range(width):
                target = base[s] + place - rest // strides[s, m] * strides[s, m]
                rest %= strides[s, m]
                for c in range(cells.shape[1]):
                    cells[target, c] += cells[base[s] + place, c]


@njit(cache=True)
def score_set(
    codes, parents, strides, log_table, children, families, r, cells, logs, which, logs_total, scores
):
    """Write log P(c, x_i) + sum over j of log P(x_j | c, x_i) of one set of parents to scores (n, K), -inf
    where the set does not qualify.

    parents: (w,), log_table: (combinations, K) of this set; children: (m, 2) family and axis of the child;
    families: attributes, strides and base of the tables in cells; logs[which[j]]: (n + 1,) log (count +
    e / r_j), logs_total: (n + 1,) log (count + e). A distribution P(. | c, x_i) is computed when it is first
    needed.
    """
    n, n_classes = scores.shape
    places, known = np.empty(n, np.int64), np.zeros(log_table.shape[0], np.int64)
    for i in range(n):
        places[i] = combination(codes, parents, strides, i)
        if places[i] >= 0 and log_table[places[i]].max() == -np.inf:
            places[i] = -1
        for c in range(n_classes):
            scores[i, c] = log_table[places[i], c] if places[i] >= 0 else -np.inf
    attributes, family_strides, base = families
    widest = 0
    for t in range(children.shape[0]):
        widest = max(widest, r[attributes[children[t, 0], children[t, 1]]])
    parts = np.empty((log_table.shape[0] * widest, n_classes))
    for t in range(children.shape[0]):
        family, axis = children[t]
        child = attributes[family, axis]
        column, width, stride = codes[child], r[child], family_strides[family, axis]
        for i in range(n):
            place = places[i]
            if place < 0 or column[i] < 0:
                continue
            if known[place] <= t:
                known[place] = t + 1
                first = base[family]
                for m in range(attributes.shape[1]):
                    if m != axis:
                        first += (np.int64(codes[attributes[family, m], i]) + 1) * family_strides[family, m]
                for v in range(width):
                    for c in range(n_classes):
                        parts[place * width + v, c] = (
                            logs[which[child], cells[first + (v + 1) * stride, c]]
                            - logs_total[cells[first, c]]
                        )
            row = place * width + column[i]
            for c in range(n_classes):
                scores[i, c] += parts[row, c]


def _sets(used: np.ndarray, r: np.ndarray, width: int) -> Sets:
    """The layout of the tables of all sets of `width` attributes out of `used`."""
    attributes = np.array(list(itertools.combinations(used, width)), dtype=np.int32).reshape(-1, width)
    sizes = r[attributes] + 1
    strides = np.ones_like(sizes)
    strides[:, :-1] = np.cumprod(sizes[:, :0:-1], axis=1)[:, ::-1]
    return Sets(attributes, strides, np.concatenate([[0], np.cumsum(sizes.prod(axis=1))]))


def _count(sets: Sets, codes: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    cells = np.zeros((sets.base[-1], n_classes), np.int32)
    count_sets(codes, y, *sets[:2], sets.base, cells)
    return cells


def _log_parents(parents: Sets, cells: np.ndarray, r: np.ndarray, alpha: float) -> np.ndarray:
    """log P(c, x_i), (combinations, K); -inf where it never occurs."""
    table = np.full(cells.shape, -np.inf)
    for s, (a, b) in enumerate(itertools.pairwise(parents.base)):
        share = alpha / (cells.shape[1] * math.prod(r[parents.attributes[s]].tolist()))
        total = cells[a:b].sum() + alpha
        frequent = cells[a:b].sum(axis=1) >= 1
        table[a:b][frequent] = log((cells[a:b][frequent] + share) / (total if total > 0 else 1.0))
    return table


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class (alpha = 0) gets the
    prior.
    """
    return normalize(log_joint(model, table), _naive(model.estimator).log_prior)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log of the sum over sets of parents, shape (n, K), nats, not normalised."""
    if model.implied is not None:
        table = without_implied(model.implied, table)
    if isinstance(model.estimator, nb.Model):
        return nb.log_joint(model.estimator, table)
    if isinstance(model.estimator, aode.Model):
        return aode.log_joint(model.estimator, table)
    return _level_joint(model.estimator, table)


def _naive(estimator: nb.Model | aode.Model | Level) -> nb.Model:
    """The naive Bayes model to which all levels fall back."""
    while isinstance(estimator, Level):
        estimator = estimator.fewer
    return estimator.nb if isinstance(estimator, aode.Model) else estimator


def _level_joint(level: Level, table: Table) -> np.ndarray:
    """log of the sum over sets of parents, shape (n, K), nats, not normalised; from n - 1 parents where no
    set qualifies.
    """
    columns = counts.checked_codes(table.codes, _naive(level).offsets)
    n_classes = level.cells.shape[1]
    scores = np.empty((columns.shape[1], n_classes))
    for block in counts.blocks(columns.shape[1], 4 * PARENTS_AT_ONCE * n_classes):
        scores[block] = _sum_over_parents(level, np.ascontiguousarray(columns[:, block]))
    alone = np.flatnonzero(np.isneginf(scores.max(axis=1)))
    if len(alone):
        rest = table._replace(codes=table.codes[alone])
        fewer = level.fewer
        scores[alone] = (
            aode.log_joint(fewer, rest) if isinstance(fewer, aode.Model) else _level_joint(fewer, rest)
        )
    return scores


def _sum_over_parents(level: Level, columns: np.ndarray) -> np.ndarray:
    """log of the sum over the sets of parents of this level: columns (d, n) -> (n, K), nats."""
    m, (sizes, which) = np.arange(level.n_cases + 1), np.unique(level.r, return_inverse=True)
    logs = log(m + level.alpha / np.maximum(sizes, 1)[:, None])
    logs_total = log(np.where(m + level.alpha > 0, m + level.alpha, 1.0))  # 0 / 0 counts as probability 0
    total = np.full((columns.shape[1], level.cells.shape[1]), -np.inf)
    attributes, strides, base = level.parents
    for first in range(0, len(attributes), PARENTS_AT_ONCE):
        scores = np.empty((min(PARENTS_AT_ONCE, len(attributes) - first), *total.shape))
        for s, one in enumerate(scores, start=first):
            score_set(
                columns,
                attributes[s],
                strides[s],
                level.log_table[base[s] : base[s + 1]],
                level.children[s],
                tuple(level.families),
                level.r,
                level.cells,
                logs,
                which,
                logs_total,
                one,
            )
        total = np.logaddexp(total, logsumexp(scores, axis=0))
    return total


def implications(train: Table, minimum: float = 100) -> np.ndarray:
    """Code of attribute i that value v of attribute j implies, -1 if none: (R, d) int32, row offsets[j] + v +
    1. O(n d^2).

    x_j implies x_i if all training cases with x_j have x_i, and there are at least `minimum` of them. A value
    that another value of the same case implies is redundant; of two values that imply each other, the one of
    the first attribute is kept (subsumption resolution, Zheng and Webb 2006).
    """
    offsets = counts.row_offsets(train)
    columns = counts.checked_codes(train.codes, offsets)
    implied = np.full((offsets[-1], len(columns)), -1, np.int32)
    for j, column in enumerate(columns):
        order = np.argsort(column, kind="stable")
        values, first, size = np.unique(column[order], return_index=True, return_counts=True)
        if len(values) == 0:
            continue
        low, high = (part.reduceat(columns[:, order], first, axis=1) for part in (np.minimum, np.maximum))
        enough = (size >= minimum) & (values >= 0)
        implied[(offsets[j] + 1 + values)[enough]] = np.where(low == high, low, -1).T[enough]
        implied[offsets[j] : offsets[j + 1], j] = -1  # j does not imply itself
    return implied


def without_implied(implied: np.ndarray, table: Table) -> Table:
    """The table in which values that others imply are set to missing."""
    offsets = counts.row_offsets(table)
    columns = counts.checked_codes(table.codes, offsets)
    rows = counts.rows_of(columns, offsets)
    by = np.zeros((len(rows), *table.codes.shape), bool)  # attribute j of the case implies i
    for j, row in enumerate(rows):
        by[j] = implied[row] == table.codes
    by &= (columns >= 0)[:, :, None] & (columns >= 0).T[None]
    mutual = by & by.transpose(2, 1, 0)
    earlier = np.arange(len(rows))[:, None, None] < np.arange(len(rows))
    gone = (by & (~mutual | earlier)).any(axis=0)
    return table._replace(codes=np.asfortranarray(np.where(gone, -1, table.codes).astype(table.codes.dtype)))


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters = sum over sets of parents i of K r_i - 1 + K r_i sum over j not in i of (r_j - 1);
    attributes_used.
    """
    estimator = model.estimator
    if isinstance(estimator, nb.Model):
        return nb.summarize(estimator)
    if isinstance(estimator, aode.Model):
        return aode.summarize(estimator)
    if len(estimator.parents.attributes) == 0:
        return summarize(Model(estimator.fewer, None))
    of_parents = estimator.r[estimator.parents.attributes]
    joint = estimator.cells.shape[1] * of_parents.prod(axis=1)
    used = estimator.r[estimator.r > 0]
    free = joint - 1 + joint * ((used - 1).sum() - (of_parents - 1).sum(axis=1))
    return {"n_parameters": int(free.sum()), "attributes_used": len(used)}
