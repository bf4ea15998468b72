"""Decision tree of P(class | attributes) that is found by the description length. Hill climbing grows the
tree while the length of tree and data falls, and then trims it.

    bits = structure + 1/2 (K - 1) log2(n) per leaf - sum over cases of log2 P(c_i | leaf),
    P = frequencies at the leaf
    structure: 1 per leaf, 1 + log2(attributes not yet on the path) per split

A split is complete: one leaf per value that occurs in the training part, whether or not it occurs at the
leaf. A leaf is split on the attribute that saves the most bits (ties: the first) as long as some attribute
saves any. With `grow: full` every leaf is split on its best attribute until all leaves are pure, so that the
search also finds attributes that help only in combination. Then, from the bottom up, subtrees that save no
bits become leaves. Cases that lack the attribute of a split stay at its node; they cost the bits of all cases
there minus the bits of the cases that have the attribute. Prediction: local_structure.helpers.class_cpt.
docs/methods/high-cardinality.md#class-table-as-decision-tree; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled, tuning
from naivebench.core.checks import one_of
from naivebench.core.grouped import flat
from naivebench.core.information import fixed_point
from naivebench.core.table import Table, few_cases, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure.helpers import class_cpt, table_loops
from naivebench.methods.local_structure.helpers.class_cpt import COMPLETE, LEAF, Columns, Graph, Node

GROW = ("while_cost_falls", "full")


class Model(NamedTuple):
    columns: Columns
    graph: Graph
    bits: float  # description length
    smoothing: Choice


class _Task(NamedTuple):
    codes: np.ndarray  # (d, n)
    y: np.ndarray  # (n,)
    sizes: np.ndarray  # (d,)
    n_classes: int
    weights: np.ndarray  # (n + 1,) int64 m log m in fixed point
    units_per_bit: float
    bits_per_leaf: float  # for the frequencies of the leaf


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    tuned: class_cpt.Tuned = class_cpt.Tuned(),
    grow: str = "while_cost_falls",
) -> Model:
    """Grow and trim the tree. grow: while_cost_falls or full.

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    one_of(grow, GROW, "grow", "hc_dt")
    climb = functools.partial(_climb, full=grow == "full")
    return class_cpt.fit_tuned(train, tuned, "hc_dt", climb, predict_log_proba)


def _climb(train: Table, smoothing: Choice, *, full: bool) -> Model:
    columns = class_cpt.occurring(train)
    codes = class_cpt.recoded(train, columns)
    graph, bits = tree(codes, train.y, columns.sizes, n_classes(train), n_cases(train), full)
    return Model(columns, graph, bits, smoothing)


def tree(
    codes: np.ndarray, y: np.ndarray, sizes: np.ndarray, n_classes: int, n: int, full: bool = False
) -> tuple[Graph, float]:
    """Learn the tree of the classes y (m,), 0 to n_classes - 1, from the attributes codes (d, m).

    Returns the tree and its bits; frequencies are described to the precision of n cases.
    """
    weights, scale = fixed_point(len(y))
    units_per_bit, bits_per_leaf = scale * float(np.log(2)), (n_classes - 1) / 2 * float(np.log2(max(n, 1)))
    task = _Task(codes, y, sizes, n_classes, weights, units_per_bit, bits_per_leaf)
    nodes, savings = _grow(task, full)
    saved = _trim(nodes, savings)
    n_c = nodes[0].counts
    data_bits = float(weights[n_c.sum()] - weights[n_c].sum()) / units_per_bit
    return class_cpt.assemble(nodes, {}), 1 + bits_per_leaf + data_bits - saved


def _best_split(task: _Task, cases: np.ndarray, path: tuple[int, ...]) -> tuple[int, float]:
    """Attribute whose split saves the most bits, among those not on the path, and the bits saved; (-1, 0) if
    every attribute is constant here.
    """
    d = len(task.sizes)
    complete, occurring, binary, value = (np.zeros(d, np.int64) for _ in range(4))
    compiled.loops(table_loops).score_splits(
        task.codes,
        task.y,
        cases,
        task.weights,
        task.weights,
        int(task.sizes.max(initial=1)),
        task.n_classes,
        complete,
        occurring,
        binary,
        value,
    )
    price = np.log2(max(d - len(path), 1)) + task.sizes + (task.sizes - 1) * task.bits_per_leaf
    saving = np.where(occurring > 1, complete / task.units_per_bit - price, -np.inf)
    saving[list(path)] = -np.inf
    j = int(np.argmax(saving)) if d else -1
    return (j, float(saving[j])) if d and saving[j] > -np.inf else (-1, 0.0)


def _grow(task: _Task, full: bool) -> tuple[list[Node], list[float]]:
    """Grow the nodes, children after their parents; return them with the bits that each split saves by itself
    (0 for a leaf).
    """

    def add(cases: np.ndarray) -> int:
        nodes.append(Node(np.bincount(task.y[cases], minlength=task.n_classes)))
        savings.append(0.0)
        return len(nodes) - 1

    nodes: list[Node] = []
    savings: list[float] = []
    everything = np.arange(len(task.y))
    waiting: list[tuple[int, np.ndarray, tuple[int, ...]]] = [(add(everything), everything, ())]
    while waiting:
        node, cases, path = waiting.pop()
        if nodes[node].counts.max() == len(cases):
            continue
        j, saving = _best_split(task, cases, path)
        if j < 0 or (saving <= 0 and not full):
            continue
        values, parts = class_cpt.by_value(task.codes[j, cases])
        children = [add(cases[part]) for part in parts]
        no = add(cases[:0]) if len(values) < task.sizes[j] else -1
        savings[node] = saving
        nodes[node] = nodes[node]._replace(
            kind=COMPLETE,
            attribute=j,
            no=no,
            child_values=tuple(values.tolist()),
            child_nodes=tuple(children),
        )
        waiting += [(child, cases[part], (*path, j)) for child, part in zip(children, parts, strict=True)]
    return nodes, savings


def _trim(nodes: list[Node], savings: list[float]) -> float:
    """Turn subtrees that save no bits into leaves, from the bottom up; return the bits that the remaining
    tree saves.
    """
    total = list(savings)
    for i in range(len(nodes) - 1, -1, -1):
        total[i] += sum(total[child] for child in nodes[i].child_nodes)
        if total[i] <= 0:
            nodes[i], total[i] = Node(nodes[i].counts), 0.0
    return total[0]


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return class_cpt.log_proba(model.graph, model.smoothing.value, class_cpt.recoded(table, model.columns))


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any time is measured."""
    few = few_cases(train, 50)
    predict_log_proba(fit(few, grow="full", smoothing=1.0), few)
    compiled.loops(table_loops)


def n_leaves(graph: Graph, sizes: np.ndarray) -> int:
    """Number of leaves of a tree, including those for values that do not occur at their split."""
    return int(1 + (sizes[graph.attribute[graph.kind != LEAF]] - 1).sum())


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters, attributes_used, leaves, description length in bits, and splits per attribute by name."""
    splits, leaves = (
        class_cpt.split_counts(model.graph, model.columns),
        n_leaves(model.graph, model.columns.sizes),
    )
    return {
        "n_parameters": leaves * (model.graph.counts.shape[1] - 1),
        "attributes_used": sum(m > 0 for m in splits.values()),
        "leaves": leaves,
        "bits": model.bits,
        "splits": splits,
        **tuning.summary(model.smoothing, "smoothing"),
    }
