"""Decision graph of P(class | attributes): a decision tree in which branches may join again. A greedy search
by a Bayesian score splits and merges leaves.

operators: C complete splits, B binary splits (one value against the others), M merges; the variants of
Jambeiro and Wainer 2007 are C, CB, CM and CBM. The score of the search uses `alpha` per class and `kappa` per
free parameter; prediction smooths the leaves with `smoothing` (local_structure.helpers.class_cpt). Fit O(d)
per case and split on its path. docs/methods/high-cardinality.md#class-table-as-decision-graph; Chickering,
Heckerman and Meek 1997.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import kernels, tuning
from naivebench.core.checks import InputError, at_least, whole
from naivebench.core.grouped import flat
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure.helpers import class_cpt, graph_search
from naivebench.methods.local_structure.helpers.class_cpt import Columns, Graph

TELLS_UNSEEN = True
OPERATORS = "CBM"
SHOWN = 20  # steps of the search listed in a summary


class Growth(NamedTuple):
    """Settings of the search for a graph."""

    operators: str = "CBM"  # letters of OPERATORS, each once
    kappa: float = 0.1  # above 0, at most 1
    alpha: float = 1.0  # above 0
    max_steps: int | None = None  # largest number of steps; None: no limit


class Model(NamedTuple):
    columns: Columns
    graph: Graph
    steps: tuple[graph_search.Step, ...]
    n_leaves: int  # number of leaves; leaves without cases, stored as one per split, are counted one by one
    log_score: float  # nats
    smoothing: Choice


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    tuned: class_cpt.Tuned = class_cpt.Tuned(),
    growth: Growth = Growth(),
) -> Model:
    """Search for the graph. Raises InputError for bad parameters and for attributes that are not discrete."""
    check_params(growth)
    search = functools.partial(_search, growth=growth)
    return class_cpt.fit_tuned(train, tuned, "decision_graph", search, predict_log_proba)


def _search(train: Table, smoothing: Choice, *, growth: Growth) -> Model:
    columns, k = class_cpt.occurring(train), n_classes(train)
    score = graph_search.score_tables(n_cases(train), k, float(growth.alpha), float(growth.kappa))
    codes, steps = class_cpt.recoded(train, columns), growth.max_steps
    state = graph_search.search(
        codes, train.y, columns.sizes, k, score=score, operators=growth.operators, max_steps=steps
    )
    graph = class_cpt.assemble(state.nodes, state.forward)
    n_leaves = sum(state.multiplicity.get(leaf, 1) for leaf in state.cases)
    return Model(columns, graph, tuple(state.steps), n_leaves, graph_search.log_score(state), smoothing)


def check_params(growth: Growth) -> None:
    """Raise InputError for a parameter of the search outside its range."""
    operators, kappa, alpha, max_steps = growth
    if (
        not isinstance(operators, str)
        or not set(operators) <= set(OPERATORS)
        or len(set(operators)) < len(operators)
    ):
        raise InputError(
            f"operators in decision_graph is {operators!r}, expected letters of {OPERATORS} (C "
            "complete, B binary split, M merge), each once"
        )
    at_least(alpha, 0, "alpha", "decision_graph")
    at_least(kappa, 0, "kappa", "decision_graph")
    if alpha == 0 or not 0 < kappa <= 1:
        raise InputError(
            f"alpha is {alpha!r} and kappa is {kappa!r} in decision_graph, expected alpha above 0, and "
            "kappa above 0 and at most 1"
        )
    if max_steps is not None:
        whole(max_steps, 0, "max_steps", "decision_graph")


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return class_cpt.log_proba(model.graph, model.smoothing.value, class_cpt.recoded(table, model.columns))


warm_up = kernels.warm_up_on_few(fit, predict_log_proba, n=50, kappa=1.0, smoothing=1.0)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters, attributes_used, leaves, log_score (nats), operators applied, splits per attribute, first
    steps as text.
    """
    splits = class_cpt.split_counts(model.graph, model.columns)
    applied = [step.operator for step in model.steps]
    return {
        "n_parameters": model.n_leaves * (model.graph.counts.shape[1] - 1),
        "attributes_used": sum(m > 0 for m in splits.values()),
        "leaves": model.n_leaves,
        "log_score": model.log_score,
        "operators": {
            letter: applied.count(operator) for letter, operator in zip(OPERATORS, range(3), strict=True)
        },
        "splits": splits,
        **tuning.summary(model.smoothing, "smoothing"),
        "structure": [_said(step, model.columns) for step in model.steps[:SHOWN]],
    }


def _said(step: graph_search.Step, columns: Columns) -> str:
    if step.operator == graph_search.MERGE:
        return f"merge of {step.cases} cases"
    name = columns.attributes[columns.used[step.attribute]].name
    value = "" if step.value < 0 else f" = {class_cpt.label(columns, step.attribute, step.value)}"
    return f"{name}{value} at {step.cases} cases"
