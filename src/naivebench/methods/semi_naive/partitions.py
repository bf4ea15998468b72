"""Naive Bayes on groups of attributes. `semi_naive.partition_search` finds the best groups.

Each group is one attribute, whose values are the combinations of its members' values:

    P(v | c) = (n_vc + alpha) / (n_c + alpha r)

Here v is a joint value, n_c is the number of cases of class c in which it is known, and r is the product of
the members' numbers of values. A joint value is missing if any member is missing. A partition is a tuple of
groups, a group a tuple of ascending attribute indices; attributes in no group are not used. Pazzani 1996;
docs/methods/semi-naive.md#joined-attributes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, patterns
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Table, cardinalities, discrete_attributes, n_cases, n_classes
from naivebench.methods.naive_bayes import nb

LARGEST = 1e300  # replaces any larger product of lengths of value lists
STORED_CELLS = 1_000_000  # joint tables with more cells are reported as the combinations that occur

Group = tuple[int, ...]
Groups = tuple[Group, ...]


class Joined(NamedTuple):
    """The mapping from the codes of a group's members to the row of its joint value.

    Row 0 is for a missing value. A group of one attribute has a row for every value of its list. A group of
    several attributes has a row for every combination that occurs, and a last row for all others.
    """

    members: np.ndarray  # (m,) int64 attribute indices
    steps: tuple[patterns.Step, ...]  # how combinations are numbered; none for a single attribute
    cells: float  # product r of the lengths of the members' value lists, at most LARGEST
    n_rows: int


class Structure(NamedTuple):
    """The result of a search for a partition."""

    groups: Groups
    correct: int  # cases classified correctly, leave-one-out
    evaluations: int  # as Robles et al. 2003 count them
    evaluations_to_solution: int  # evaluations up to the step or generation that found the solution
    trace: dict[str, list[Any]] | None = None


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (R, K) nats, row offsets[g] for a missing value of group g
    offsets: np.ndarray  # (G + 1,) first row of every group
    joined: tuple[Joined, ...]  # one per group
    names: tuple[str, ...]  # of all attributes
    alpha: float
    prior_alpha: float
    facts: dict[str, Any] | None = None  # about the search for the groups, for the summary


def fit_groups(train: Table, groups: Sequence[Group], alpha: float = 1.0, prior_alpha: float = 1.0) -> Model:
    """Fit naive Bayes on groups of discrete attributes."""
    train = counts.select_labelled_cases(train)
    joined = tuple(join_attributes(train, group) for group in groups)
    offsets = np.cumsum([0, *(group.n_rows for group in joined)])
    n_gvc = count_by_row(find_table_rows(joined, train), train.y, int(offsets[-1]), n_classes(train))
    n_gc, cells = counts.count_observed(n_gvc, offsets), np.array([group.cells for group in joined])
    table = nb.estimate_log_table(n_gvc, n_gc, offsets, cells, np.any(n_gvc, axis=1), alpha)
    prior = log_prior(np.bincount(train.y, minlength=n_classes(train)), prior_alpha)
    names = tuple(attribute.name for attribute in discrete_attributes(train))
    return Model(prior, table, offsets, joined, names, alpha, prior_alpha)


def join_attributes(table: Table, group: Group) -> Joined:
    """Number the joint values of the group that occur in the table."""
    members = np.array(group, dtype=np.int64)
    lengths = cardinalities(table)[members]
    cells = float(min(math.prod(np.maximum(lengths, 1).tolist()), int(LARGEST)))
    if len(group) == 1:
        return Joined(members, (), cells, 1 + int(lengths[0]))
    steps, _ = patterns.learn_patterns(np.ascontiguousarray(table.codes.T[members]))
    return Joined(members, tuple(steps), cells, patterns.count_patterns(steps) + 2)


def find_table_rows(joined: Sequence[Joined], table: Table) -> np.ndarray:
    """Find the row of every case's joint values in the common table, (G, n) int64."""
    rows, first = np.empty((len(joined), n_cases(table)), dtype=np.int64), 0
    for g, group in enumerate(joined):
        codes = table.codes.T[group.members].astype(np.int64)
        values = codes[0]
        if group.steps:
            values = patterns.locate_patterns(group.steps, codes)
            values[values < 0] = group.n_rows - 2  # the last row is for combinations that did not occur
        rows[g] = first + np.where((codes < 0).any(axis=0), 0, values + 1)
        first += group.n_rows
    return rows


def count_by_row(rows: np.ndarray, y: np.ndarray, n_rows: int, n_classes: int) -> np.ndarray:
    """Count the cases per row and class, (R, K) int64; rows: (G, n)."""
    result = np.zeros(n_rows * n_classes, dtype=np.int64)
    for row in rows:
        result += np.bincount(row * n_classes + y, minlength=n_rows * n_classes)
    return result.reshape(n_rows, n_classes)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; a case that is impossible under every class gets the prior."""
    rows = find_table_rows(model.joined, table).astype(np.int32)
    return normalize_rows(counts.sum_table_rows(model.log_prior, rows, model.log_table), model.log_prior)


def leave_one_out(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x_i) without case i in row i, (n, K) nats, for the training cases `table`.

    Value lists and r stay fixed. A case of unknown class is predicted by the model.
    """
    result, known = predict_log_proba(model, table), np.flatnonzero(table.y >= 0)
    table = counts.select_labelled_cases(table)
    y, k, rows = table.y, n_classes(table), find_table_rows(model.joined, table)
    counted = np.bincount(y, minlength=k), count_by_row(rows, y, int(model.offsets[-1]), k), model.offsets
    cells = np.array([group.cells for group in model.joined])
    result[known] = nb.predict_left_out(rows, y, *counted, cells, model.alpha, model.prior_alpha)
    return result


def summarize(model: Model) -> dict[str, Any]:
    """Report the structure, the number of groups and attributes, the free parameters K - 1 + sum (r_g - 1) K,
    and the cost of the search with the accuracy that it maximised.

    In tables of more than a million cells, the combinations that occur count, and one for all others.
    """
    k, groups = len(model.log_prior), [group.members.tolist() for group in model.joined]
    sizes = [g.cells if g.cells <= STORED_CELLS else g.n_rows - 1 for g in model.joined]
    named = ("{" + " x ".join(model.names[j] for j in group) + "}" for group in groups)
    summary: dict[str, Any] = {
        "n_parameters": int(k - 1 + sum(r - 1 for r in sizes) * k),
        "attributes_used": sum(map(len, groups)),
        "groups": len(groups),
        "structure": " ".join(named) or "{}",
    }
    return summary | (model.facts or {})
