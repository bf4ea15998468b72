"""Averaged n-dependence estimators: the average over all models in which n attributes (the super-parents) and
the class are the parents of every other attribute. A larger n finds more dependences, but costs memory and
time.

    P(c, x) proportional to  sum over sets i of n attributes with F(x_i) > 0 of
                             P(c, x_i) prod over j not in i of P(x_j | c, x_i)
    P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
    P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

x_i: the values of all parents, r_i: the number of their combinations, F(x_i): number of training cases with
these values, e = alpha. A set of n parents is one super-parent whose values are the combinations that occur,
so its tables are as in `aode`, and n = 1 is `aode`. Where no set qualifies, the model with n - 1 parents is
used. Fit O(n_cases d^(n+1)), predict O(n_cases d^(n+1) K); memory O(n_cases or r^n, d^n r K).
docs/methods/bayesian-networks.md#averaged-n-dependence-estimators; Webb, Boughton, Zheng, Ting and Salem
2012.
"""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns
from naivebench.core.checks import InputError, check_at_least, check_whole
from naivebench.core.logspace import log, normalize_rows
from naivebench.core.table import Table, cardinalities, n_classes
from naivebench.methods.bn_classifiers import aode

MOST_CELLS = 1 << 27  # of sets of n + 1 attributes; each is stored n + 1 times, int32: 1.5 GB for n = 2


class Parents(NamedTuple):
    """A set of n attributes as one super-parent with q values: the combinations that occur."""

    attributes: tuple[int, ...]
    steps: tuple[patterns.Step, ...]  # how the combinations are numbered
    log_parent: np.ndarray  # (q, K) nats: P(c, x_i)
    cells: np.ndarray  # (q, R, K) int32 cases with each value of the other attributes, as in `core.counts`


class Model(NamedTuple):
    aode: aode.Model  # n = 1
    levels: tuple[tuple[Parents, ...], ...]  # the sets of 2, 3, ..., n parents
    n_cases: int
    implied: np.ndarray | None  # result of `find_implied_values`, None without subsumption resolution


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    n: int = 2,
    alpha: float = 1.0,
    subsumption_resolution: bool = False,
    minimum: float = 100,
) -> Model:
    """Count all combinations of values of n + 1 attributes. alpha: e of the formula, at least 0. For minimum,
    see `find_implied_values`. Raises InputError for bad parameters, for attributes that are not discrete, and
    for more than MOST_CELLS cells.
    """
    n = check_whole(n, 1, "n", "ande")
    check_at_least(minimum, 1, "minimum", "ande")
    train = counts.prepare_discrete_training(train, "ande")
    implied = find_implied_values(train, minimum) if subsumption_resolution else None
    if n > 1:
        check_number_of_cells(train, n)
    one = aode.fit(train, alpha=alpha)
    levels = tuple(count_values_by_parent_set(train, size, one.alpha) for size in range(2, n + 1))
    return Model(one, levels, len(train.y), implied)


def check_number_of_cells(table: Table, n: int) -> None:
    """Raise InputError if all sets of up to n + 1 attributes, n >= 2, have more than MOST_CELLS cells."""
    r = cardinalities(table)
    combinations = np.zeros(n + 2)  # of values of 0, 1, ..., n + 1 attributes, all sets together
    combinations[0] = n_classes(table)
    for size in r[r > 0] + 1:
        combinations[1:] += combinations[:-1] * size
    largest = int(combinations[2:].argmax()) + 2
    if combinations[largest] > MOST_CELLS:
        raise InputError(
            f"ande with n = {n} counts all sets of {largest} attributes, but {(r > 0).sum()} attributes with "
            f"{n_classes(table)} classes have {combinations[largest]:,.0f} cells, more than {MOST_CELLS:,}: "
            "use fewer attributes, discretize numbers into fewer intervals, or set a smaller n"
        )


def count_values_by_parent_set(table: Table, n: int, alpha: float) -> tuple[Parents, ...]:
    """Count the cases of every set of n parents with each value of every attribute."""
    offsets, k = counts.row_offsets(table.attributes), n_classes(table)
    columns, r = counts.check_codes(table.codes, offsets), cardinalities(table)
    sets = []
    for attributes in itertools.combinations(np.flatnonzero(r > 0).tolist(), n):
        steps, combination = patterns.learn_patterns(columns[list(attributes)])
        q, observed = patterns.count_patterns(steps), np.flatnonzero(combination >= 0)

        # a combination and a class together are one label, so that values are counted as for naive Bayes
        label = (combination[observed] * k + table.y[observed]).astype(np.int32)
        ones = np.ones(len(observed), np.int32)
        cells = np.zeros((offsets[-1], q * k), np.int32)
        counts.add_value_counts(np.ascontiguousarray(columns[:, observed]), label, ones, offsets, cells)
        cells = np.ascontiguousarray(cells.reshape(offsets[-1], q, k).swapaxes(0, 1))

        n_ic = patterns.count_classes_by_pattern(combination, table.y, q, k)
        share = alpha / (k * math.prod(r[list(attributes)].tolist()))
        log_parent = log((n_ic + share) / (len(observed) + alpha))
        sets.append(Parents(attributes, steps, log_parent, cells))
    return tuple(sets)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    return normalize_rows(log_joint(model, table), model.aode.nb.log_prior)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return the log of the sum over sets of parents, (n, K) nats, not normalised."""
    if model.implied is not None:
        table = hide_implied_values(model.implied, table)
    return log_sum_over_parent_sets(model, table, len(model.levels) + 1)


def log_sum_over_parent_sets(model: Model, table: Table, n: int) -> np.ndarray:
    """Return the log of the sum over sets of n parents (n - 1 where none qualifies), (n, K) nats."""
    if n == 1:
        return aode.log_joint(model.aode, table)
    offsets, k = model.aode.nb.offsets, len(model.aode.nb.log_prior)
    columns = counts.check_codes(table.codes, offsets)
    rows = counts.codes_to_rows(columns, offsets)
    pseudo = aode.compute_pseudo_counts("m_estimate", model.aode.alpha, np.diff(offsets) - 1)
    lists = aode.tabulate_logarithms(model.n_cases, *pseudo)
    total, of_set = np.full((rows.shape[1], k), -np.inf), np.empty((rows.shape[1], k))
    for attributes, steps, log_parent, cells in model.levels[n - 2]:
        combination = patterns.locate_patterns(steps, columns[list(attributes)])

        # conditional probabilities are computed only for the combinations of these cases
        occurs = np.bincount(combination + 1, minlength=len(cells) + 1)[1:] > 0
        log_child = np.zeros(cells.shape)
        aode.fill_child_tables(cells, offsets, *lists, occurs, log_child)
        for i in attributes:
            log_child[:, offsets[i] : offsets[i + 1]] = 0.0  # a parent is no child
        aode.fill_super_parent_scores(combination.astype(np.int32), rows, log_parent, log_child, of_set)
        total = np.logaddexp(total, of_set)
    alone = np.flatnonzero(np.isneginf(total.max(axis=1)))
    if len(alone):
        total[alone] = log_sum_over_parent_sets(model, table._replace(codes=table.codes[alone]), n - 1)
    return total


def find_implied_values(train: Table, minimum: float = 100) -> np.ndarray:
    """Find the values that each value implies, as codes (R, d) int32. O(n d^2).

    The entry at [offsets[j] + v + 1, i] is the value of attribute i that value v of attribute j implies, or
    -2. A value x_j implies x_i if all training cases with x_j have x_i, and at least `minimum` cases have
    x_j. A value that another value of the same case implies is redundant. If two values imply each other,
    the value of the first attribute is kept (subsumption resolution, Zheng and Webb 2006).
    """
    offsets = counts.row_offsets(train.attributes)
    columns = counts.check_codes(train.codes, offsets)
    implied = np.full((offsets[-1], len(columns)), -2, np.int32)
    for j, column in enumerate(columns):
        order = np.argsort(column, kind="stable")
        values, first, size = np.unique(column[order], return_index=True, return_counts=True)
        low, high = (part.reduceat(columns[:, order], first, axis=1) for part in (np.minimum, np.maximum))
        enough = (size >= minimum) & (values >= 0)
        implied[(offsets[j] + 1 + values)[enough]] = np.where((low == high) & (low >= 0), low, -2).T[enough]
        implied[offsets[j] : offsets[j + 1], j] = -2  # j does not imply itself
    return implied


def hide_implied_values(implied: np.ndarray, table: Table) -> Table:
    """Mark values as missing if another value of the same case implies them."""
    offsets = counts.row_offsets(table.attributes)
    rows = counts.codes_to_rows(counts.check_codes(table.codes, offsets), offsets)
    pairs = np.zeros((len(rows), *table.codes.shape), bool)  # attribute j of the case implies i
    for j, row in enumerate(rows):
        pairs[j] = implied[row] == table.codes
    mutual = pairs & pairs.transpose(2, 1, 0)
    earlier = np.arange(len(rows))[:, None, None] < np.arange(len(rows))
    redundant = (pairs & (~mutual | earlier)).any(axis=0)
    return table._replace(
        codes=np.asfortranarray(np.where(redundant, -1, table.codes).astype(table.codes.dtype))
    )


def summarize(model: Model) -> dict[str, Any]:
    """Report attributes_used, and K r_i - 1 + K r_i sum over j not in i of (r_j - 1) parameters per set i."""
    sets = next((level for level in reversed(model.levels) if level), ())
    if not sets:
        return aode.summarize(model.aode)
    r, k = np.diff(model.aode.nb.offsets) - 1, len(model.aode.nb.log_prior)
    of_parents = r[[one.attributes for one in sets]]
    joint, used = k * of_parents.prod(axis=1), r[r > 0]
    free = joint - 1 + joint * ((used - 1).sum() - (of_parents - 1).sum(axis=1))
    return {"n_parameters": int(free.sum()), "attributes_used": len(used)}
