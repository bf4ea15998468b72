"""Naive Bayes on groups of attributes: each group is one attribute whose values are the combinations of its
members' values.

    P(v | c) = (n_vc + alpha) / (n_c + alpha r)

Here v is a joint value, n_c is the number of cases of class c in which it is known, and r is the product of
the members' r_j (smoothing_cells: product) or the number of combinations that occur (observed).

A partition is a tuple of groups, a group a tuple of ascending attribute indices; attributes in no group are
not used. With join_missing `skip`, a joint value is missing if any member is missing. With `value`, it is
missing only if all members are, and missing is one more value of each member that has missing cases. Groups
of one attribute are always treated as in naive Bayes. docs/methods/semi-naive.md#joined-attributes; Pazzani
1996.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import at_least, one_of
from naivebench.core.kernels import gather_sum
from naivebench.core.logspace import log_prior, normalize
from naivebench.core.table import Table, discrete_attributes, n_cases, n_classes

JOIN_MISSING = ("skip", "value")
SMOOTHING_CELLS = ("product", "observed")
LARGEST = 1e300  # replaces any larger product of value list lengths
STORED_CELLS = 1_000_000  # joint tables with more cells are counted as the combinations that occur

Group = tuple[int, ...]


class Smoothing(NamedTuple):
    """How the probabilities of joint values are estimated."""

    alpha: float = 1.0
    prior_alpha: float = 1.0
    join_missing: str = "skip"
    smoothing_cells: str = "product"


class Joined(NamedTuple):
    """The mapping from the codes of a group's members to the code of its joint value."""

    members: np.ndarray  # (m,) int64 attribute indices
    radices: np.ndarray  # (m,) int64 number of values of each member, including missing if it is a value
    as_value: bool  # missing is a value
    # m - 1 ascending int64 arrays: combinations of the first 2, 3, ... members that occur
    keys: tuple[np.ndarray, ...]
    cells: float  # r
    n_rows: int  # missing, then the values; of several members: those that occur, then one for all others


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (R, K) nats, row offsets[g] for a missing value of group g
    offsets: np.ndarray  # (G + 1,) first row of every group
    joined: tuple[Joined, ...]  # one per group
    names: tuple[str, ...]  # of all attributes


def check_params(smoothing: Smoothing, method: str) -> None:
    """Raise InputError for a parameter outside its range."""
    at_least(smoothing.alpha, 0, "alpha", method)
    at_least(smoothing.prior_alpha, 0, "prior_alpha", method)
    one_of(smoothing.join_missing, JOIN_MISSING, "join_missing", method)
    one_of(smoothing.smoothing_cells, SMOOTHING_CELLS, "smoothing_cells", method)


def smoothing_in(params: dict[str, Any]) -> Smoothing:
    """The smoothing parameters among all parameters of a method."""
    return Smoothing(**{name: params[name] for name in Smoothing._fields if name in params})


def canonical(batch: np.ndarray) -> np.ndarray:
    """Individuals (m, d) with their groups renumbered 1, 2, ... by first occurrence; 0 (unused) stays 0."""
    batch = np.asarray(batch)
    m, d = batch.shape
    result, known = np.zeros_like(batch), np.zeros(m, dtype=batch.dtype)
    new_label = np.zeros((m, max(int(batch.max(initial=0)), 0) + 1), dtype=batch.dtype)
    rows = np.arange(m)
    for j in range(d):
        labels = batch[:, j]
        fresh = (labels > 0) & (new_label[rows, labels] == 0)
        known += fresh
        new_label[rows[fresh], labels[fresh]] = known[fresh]
        result[:, j] = new_label[rows, labels]
    return result


def groups_of(individual: Sequence[int]) -> tuple[Group, ...]:
    """Groups of an individual (d,), in the order of their first attributes."""
    groups: dict[int, list[int]] = {}
    for attribute, label in enumerate(individual):
        if label:
            groups.setdefault(label, []).append(attribute)
    return tuple(map(tuple, groups.values()))


def ordered(groups: Sequence[Group]) -> tuple[Group, ...]:
    """The partition with members in ascending order and groups in the order of their first attributes."""
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def describe(groups: Sequence[Group], names: Sequence[str]) -> str:
    """Readable structure: "{petal width} {sepal length x sepal width}"; "{}" for the empty one."""
    return " ".join("{" + " x ".join(names[j] for j in group) + "}" for group in groups) or "{}"


def radices_of(
    cardinalities: np.ndarray, any_missing: np.ndarray, group: Group, join_missing: str
) -> tuple[np.ndarray, float]:
    """Number of values of each member for numbering joint values, (m,) int64, and r, the number of cells of
    the group.
    """
    members = list(group)
    lengths = np.maximum(cardinalities[members], 1)
    if join_missing == "skip" or len(members) == 1:
        return lengths, product(lengths)
    return lengths + 1, product(lengths + any_missing[members])


def product(lengths: np.ndarray) -> float:
    """The product of whole numbers, rounded once and at most LARGEST."""
    return float(min(math.prod(lengths.tolist()), int(LARGEST)))


def learn_joined(table: Table, groups: Sequence[Group], smoothing: Smoothing) -> tuple[Joined, ...]:
    """Number the joint values of the groups by the cases of `table`."""
    lengths = np.diff(counts.row_offsets(table)) - 1
    missing = np.any(table.codes < 0, axis=0)
    return tuple(
        _learn(
            table,
            tuple(group),
            *radices_of(lengths, missing, tuple(group), smoothing.join_missing),
            smoothing,
        )
        for group in groups
    )


def _learn(table: Table, group: Group, radices: np.ndarray, cells: float, smoothing: Smoothing) -> Joined:
    members, as_value = np.array(group, dtype=np.int64), smoothing.join_missing == "value" and len(group) > 1
    if len(group) == 1:
        return Joined(
            members, radices, as_value, (), cells, 1 + int(np.diff(counts.row_offsets(table))[group[0]] - 1)
        )
    digits = _digits(table, members, as_value)
    values, keys = digits[0], []
    for digit, radix in zip(digits[1:], radices[1:], strict=True):
        combined = np.where((values < 0) | (digit < 0), -1, values * radix + digit)
        known = np.unique(combined[combined >= 0])
        keys.append(known)
        values = np.where(combined < 0, -1, np.searchsorted(known, combined))
    n_values = len(keys[-1])
    return Joined(
        members,
        radices,
        as_value,
        tuple(keys),
        float(n_values) if smoothing.smoothing_cells == "observed" else cells,
        n_values + 2,
    )


def _digits(table: Table, members: np.ndarray, as_value: bool) -> list[np.ndarray]:
    """Codes of the members, (n,) int64 each, -1 = missing. Where missing is a value, it has code 0, unless
    all members are missing.
    """
    digits = [table.codes[:, j].astype(np.int64) for j in members]
    if not as_value:
        return digits
    nothing = np.all([digit < 0 for digit in digits], axis=0)
    return [np.where(nothing, -1, np.maximum(digit, -1) + 1) for digit in digits]


def joint_codes(joined: Sequence[Joined], table: Table) -> np.ndarray:
    """Row of every case within each group, (G, n) int64: 0 = missing, then the values; the last row is for
    combinations that do not occur.
    """
    rows = np.empty((len(joined), n_cases(table)), dtype=np.int64)
    for g, group in enumerate(joined):
        digits = _digits(table, group.members, group.as_value)
        values, new = digits[0], np.zeros(n_cases(table), bool)
        missing = np.any([digit < 0 for digit in digits], axis=0)
        for digit, radix, known in zip(digits[1:], group.radices[1:], group.keys, strict=True):
            combined = np.maximum(values, 0) * radix + digit
            values = np.minimum(np.searchsorted(known, combined), max(len(known) - 1, 0))
            new |= (known[values] != combined) if len(known) else True
        rows[g] = np.where(missing, 0, np.where(new, group.n_rows - 1, values + 1))
    return rows


def offsets_of(joined: Sequence[Joined]) -> np.ndarray:
    """First row of every group in the common table, and R at the end, (G + 1,) int64."""
    return np.concatenate([[0], np.cumsum([group.n_rows for group in joined], dtype=np.int64)]).astype(
        np.int64
    )


def count(rows: np.ndarray, y: np.ndarray, n_rows: int, n_classes: int) -> np.ndarray:
    """Number of cases per row and class, (R, K) int64; rows: (G, n)."""
    result = np.zeros(n_rows * n_classes, dtype=np.int64)
    for row in rows:
        result += np.bincount(row * n_classes + y, minlength=n_rows * n_classes)
    return result.reshape(n_rows, n_classes)


def log_table(
    n_gvc: np.ndarray, n_gc: np.ndarray, joined: Sequence[Joined], occurs: np.ndarray, smoothing: Smoothing
) -> np.ndarray:
    """log P(v | c) of all groups, (R, K), nats; zeros for missing values (and for new combinations if r
    counts only the known ones).
    """
    offsets = offsets_of(joined)
    cells = np.array([group.cells for group in joined])
    limit = np.repeat(1 / np.maximum(cells, 1), np.diff(offsets))
    pseudo = np.full(len(n_gvc), float(smoothing.alpha))
    table = counts.log_conditional(n_gvc, n_gc, offsets, pseudo, smoothing.alpha * cells, limit, occurs)
    if smoothing.smoothing_cells == "observed":
        table[[offsets[g + 1] - 1 for g, group in enumerate(joined) if len(group.members) > 1]] = 0.0
    return table


def fit(train: Table, groups: Sequence[Group], smoothing: Smoothing | None = None) -> Model:
    """Fit naive Bayes on the groups. Raises InputError for attributes that are not discrete."""
    smoothing = smoothing or Smoothing()
    counts.only_discrete(train, "naive Bayes on groups of attributes")
    train = counts.known_cases(train)
    joined = learn_joined(train, groups, smoothing)
    offsets = offsets_of(joined)
    n_gvc = count(
        joint_codes(joined, train) + offsets[:-1, None], train.y, int(offsets[-1]), n_classes(train)
    )
    table = log_table(n_gvc, counts.observed_totals(n_gvc, offsets), joined, np.any(n_gvc, axis=1), smoothing)
    n_c = np.bincount(train.y, minlength=n_classes(train))
    return Model(
        log_prior(n_c, smoothing.prior_alpha),
        table,
        offsets,
        joined,
        tuple(a.name for a in discrete_attributes(train)),
    )


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class gets the prior."""
    rows = (joint_codes(model.joined, table) + model.offsets[:-1, None]).astype(np.int32)
    return normalize(gather_sum(model.log_prior, rows, model.log_table), model.log_prior)


def leave_one_out(table: Table, groups: Sequence[Group], smoothing: Smoothing | None = None) -> np.ndarray:
    """Row i: log P(c | x_i) of the partition without case i, (n, K) nats, by subtraction; value lists and r
    stay fixed.

    A case of unknown class is predicted by the model of all known cases.
    """
    smoothing = smoothing or Smoothing()
    known = np.flatnonzero(table.y >= 0)
    if len(known) < n_cases(table):
        result = predict_log_proba(fit(table, groups, smoothing), table)
        result[known] = leave_one_out(counts.known_cases(table), groups, smoothing)
        return result
    counts.only_discrete(table, "naive Bayes on groups of attributes")
    joined = learn_joined(table, groups, smoothing)
    return _subtract(table, joined, smoothing) if n_cases(table) else np.zeros((0, n_classes(table)))


def _subtract(table: Table, joined: Sequence[Joined], smoothing: Smoothing) -> np.ndarray:
    """Leave-one-out posteriors by subtraction, (n, K) nats, from two tables: one for a case's own class, the
    only class whose counts change without the case, and one for the other classes.
    """
    n, y, offsets = n_cases(table), table.y, offsets_of(joined)
    rows = joint_codes(joined, table) + offsets[:-1, None]
    n_gvc = count(rows, y, int(offsets[-1]), n_classes(table))
    # another case has it too, not only the one left out
    n_gc, occurs = counts.observed_totals(n_gvc, offsets), n_gvc.sum(axis=1) > 1
    others = log_table(n_gvc, n_gc, joined, occurs, smoothing)
    own_class = log_table(np.maximum(n_gvc - 1, 0), np.maximum(n_gc - 1, 0), joined, occurs, smoothing)
    n_c = np.bincount(y, minlength=n_classes(table))
    priors = log_prior(np.maximum(n_c - np.eye(len(n_c)), 0), smoothing.prior_alpha)
    prior_rows = (len(others) + y)[None, :]
    scores = gather_sum(
        np.zeros(len(n_c)),
        np.concatenate([prior_rows, rows]).astype(np.int32),
        np.concatenate([others, priors]),
    )
    own_scores = priors[y, y]
    for row in rows:
        own_scores = own_scores + own_class[row, y]
    scores[np.arange(n), y] = own_scores
    return normalize(scores, priors[y])


def groups_in(model: Model) -> tuple[Group, ...]:
    """The partition of a model."""
    return tuple(tuple(group.members.tolist()) for group in model.joined)


def summarize(model: Model) -> dict[str, Any]:
    """Structure, number of groups and attributes, and free parameters K - 1 + sum (r_g - 1) K.

    Tables of more than a million cells count as the combinations that occur and one more for all others.
    """
    k = len(model.log_prior)
    cells = [group.cells if group.cells <= STORED_CELLS else group.n_rows - 1 for group in model.joined]
    groups = groups_in(model)
    return {
        "n_parameters": int(k - 1 + sum(max(r - 1, 0) for r in cells) * k),
        "attributes_used": sum(map(len, groups)),
        "groups": len(groups),
        "structure": describe(groups, model.names),
    }
