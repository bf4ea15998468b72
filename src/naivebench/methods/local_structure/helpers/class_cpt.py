"""Code shared by the structured tables P(class | all attributes): values that occur, graphs of splits,
smoothing, prediction.

Only attributes with at least two values among the training cases are used. A case that lacks the attribute of
a split stops there and gets the class frequencies of all training cases that reached the node; at the root
these are the prior N_c / N, which is not smoothed. Training cases stop in the same way, so a split is
evaluated on the cases that have its attribute. A value that never occurred in training is not the value of
any row or binary split, so there the case goes where all other values go; at a complete split, which has no
child for the value, the case stops.

Smoothing at prediction is direct estimation, P(c) = (N_c + s) / (N + K s), N = cases at the node
(docs/methods/high-cardinality.md#structured-class-tables); the structure does not depend on s.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from naivebench.core import compiled, counts, tuning
from naivebench.core.checks import one_of, whole
from naivebench.core.logspace import log_prior
from naivebench.core.table import MISSING, UNSEEN, Attribute, Table
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure.helpers import table_loops

LEAF, BINARY, COMPLETE = 0, 1, 2

Fitted = TypeVar("Fitted")


class Tuned(NamedTuple):
    """Smoothing of the predictions, and how it is chosen."""

    smoothing: float | str = "auto"  # s >= 0, or auto: the best value of the grid by inner folds
    smoothing_grid: Sequence[float] = tuning.SMOOTHING_GRID
    criterion: str = "auto"  # see naivebench.core.tuning; auto: area_10 for two classes, log_loss for more
    folds: int = 5


class Columns(NamedTuple):
    """The attributes and values that occur in the training part."""

    offsets: np.ndarray  # (d + 1,) first row of every attribute in `recode`, see naivebench.core.counts
    # (offsets[-1],) int32 number of each value among those that occur, UNSEEN for values that do not occur,
    # MISSING for missing ones
    recode: np.ndarray
    used: np.ndarray  # (d',) attributes with at least two values that occur
    sizes: np.ndarray  # (d',) how many of its values occur
    attributes: tuple[Attribute, ...]  # (d,) of the training part
    values: tuple[np.ndarray, ...]  # (d',) codes of the values that occur, in order


class Graph(NamedTuple):
    """Splits and leaves; node 0 is the root. Attributes and values are numbered as in `Columns`."""

    kind: np.ndarray  # (t,) int8 LEAF, BINARY or COMPLETE
    attribute: np.ndarray  # (t,) int32 attribute of a split
    value: np.ndarray  # (t,) int32 value that a binary split sends to `yes`
    yes: np.ndarray  # (t,) int32
    # (t,) int32 child for all other values of a binary split, or for the values of a complete split that have
    # no case
    no: np.ndarray
    first: np.ndarray  # (t + 1,) int64 place of the first child of a complete split in the next two fields
    child_values: np.ndarray  # sorted within a node
    child_nodes: np.ndarray
    counts: np.ndarray  # (t, K) int64 training cases that reached the node


class Node(NamedTuple):
    """A node of a graph that is still growing; children are given by their numbers in the list of nodes."""

    counts: np.ndarray  # (K,)
    kind: int = LEAF
    attribute: int = 0
    value: int = -1
    yes: int = -1
    no: int = -1
    child_values: tuple[int, ...] = ()
    child_nodes: tuple[int, ...] = ()


def occurring(train: Table) -> Columns:
    """Attributes and values that occur in a training part."""
    offsets = counts.row_offsets(train)
    occurs = np.any(counts.value_counts(train, offsets), axis=1)
    occurs[offsets[:-1]] = False
    recode, used, values = np.full(len(occurs), UNSEEN, np.int32), [], []
    recode[offsets[:-1]] = MISSING
    for j, (a, b) in enumerate(itertools.pairwise(offsets)):
        rows = a + np.flatnonzero(occurs[a:b])
        recode[rows] = np.arange(len(rows))
        if len(rows) > 1:
            used.append(j)
            values.append(rows - a - 1)
    sizes = np.array([len(v) for v in values], dtype=np.int64)
    return Columns(offsets, recode, np.array(used, dtype=np.int64), sizes, train.attributes, tuple(values))


def recoded(table: Table, columns: Columns) -> np.ndarray:
    """Codes of the used attributes, numbered among the values that occur, (d', n) int32; MISSING and UNSEEN
    stay as they are.
    """
    codes = counts.checked_codes(np.maximum(table.codes, MISSING), columns.offsets)
    rows = counts.rows_of(codes, columns.offsets)[columns.used]
    result = np.where(table.codes.T[columns.used] == UNSEEN, UNSEEN, columns.recode[rows])
    return np.ascontiguousarray(result, dtype=np.int32).reshape(len(columns.used), len(table.y))


def by_value(x: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """The values >= 0 that occur in x (n,), and the positions of each in x."""
    order = np.argsort(x, kind="stable")
    order = order[np.searchsorted(x[order], 0) :]
    values, first = np.unique(x[order], return_index=True)
    return values, np.split(order, first[1:]) if len(values) else []


def label(columns: Columns, attribute: int, value: int) -> str:
    """Label of a value that is numbered as in `Columns`."""
    return columns.attributes[columns.used[attribute]].values[columns.values[attribute][value]]


def assemble(nodes: list[Node], forward: dict[int, int]) -> Graph:
    """Graph of the nodes that can be reached from node 0. forward: for a merged node, the node that replaces
    it.
    """
    order, number = [0], {0: 0}

    def numbered(node: int) -> int:
        while node in forward:
            node = forward[node]
        if node >= 0 and node not in number:
            number[node] = len(order)
            order.append(node)
        return number.get(node, -1)

    rows: list[tuple[int, ...]] = []
    children: list[tuple[int, int]] = []
    for node in order:  # the list grows in the loop
        at = nodes[node]
        rows.append(
            (at.kind, at.attribute, at.value, numbered(at.yes), numbered(at.no), len(at.child_values))
        )
        children += zip(at.child_values, [numbered(c) for c in at.child_nodes], strict=True)
    kind, attribute, value, yes, no, width = np.array(rows, dtype=np.int32).T
    first = np.concatenate([[0], np.cumsum(width)]).astype(np.int64)
    child_values, child_nodes = np.array(children, dtype=np.int32).reshape(-1, 2).T
    parts = (kind.astype(np.int8), attribute, value, yes, no, first, child_values, child_nodes)
    class_counts = np.array([nodes[node].counts for node in order], dtype=np.int64)
    return Graph(*map(np.ascontiguousarray, (*parts, class_counts)))


def nodes_of(graph: Graph, codes: np.ndarray) -> np.ndarray:
    """Node where each case ends, (n,) int64. codes: (d', n) as from `recoded`."""
    node = np.zeros(codes.shape[1], np.int64)
    if len(graph.kind) > 1:
        compiled.loops(table_loops).route(codes, *graph[:8], node)
    return node


def log_proba_of_nodes(graph: Graph, smoothing: float) -> np.ndarray:
    """log P(c | node), (t, K) nats; the root has the class frequencies N_c / N of the training part."""
    result = log_prior(graph.counts, smoothing)
    result[0] = log_prior(graph.counts[0], 0.0)
    return result


def log_proba(graph: Graph, smoothing: float, codes: np.ndarray) -> np.ndarray:
    """log P(c | x), (n, K) nats; codes: (d', n) as from `recoded`.

    A case stops at the split whose attribute it lacks.
    """
    return log_proba_of_nodes(graph, smoothing)[nodes_of(graph, codes)]


def fit_tuned(
    train: Table,
    tuned: Tuned,
    method: str,
    fit: Callable[[Table, Choice], Fitted],
    predict_log_proba: Callable[[Fitted, Table], np.ndarray],
) -> Fitted:
    """Fit the model to the cases of known class, with s as given or, for `auto`, chosen by inner folds. The
    model fitted on a fold is reused for all values of the grid.

    fit(table, s) -> model with the field `smoothing`. Raises InputError for parameters outside their range
    and for attributes that are not discrete.
    """
    counts.only_discrete(train, method)
    train = counts.known_cases(train)
    one_of(tuned.criterion, ("auto", *tuning.CRITERIA), "criterion", method)
    tuning.check(tuned.smoothing, "smoothing", method, grid=tuned.smoothing_grid)
    folds = whole(tuned.folds, 2, "folds", method)
    if not tuning.is_auto(tuned.smoothing):
        return fit(train, tuning.fixed(tuned.smoothing))

    def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
        model: Any = fit(inside, tuning.fixed(1.0))
        for s in tuned.smoothing_grid:
            yield predict_log_proba(model._replace(smoothing=tuning.fixed(s)), outside)

    criterion = tuning.criterion_of(train, tuned.criterion)
    return fit(
        train,
        tuning.by_cross_validation(
            train, tuned.smoothing_grid, fit_predict, folds=folds, criterion=criterion
        ),
    )


def split_counts(graph: Graph, columns: Columns) -> dict[str, int]:
    """Number of splits on each attribute of the table, by name; 0 for attributes without a split."""
    splits = np.bincount(columns.used[graph.attribute[graph.kind != LEAF]], minlength=len(columns.attributes))
    return {a.name: int(m) for a, m in zip(columns.attributes, splits, strict=True)}
