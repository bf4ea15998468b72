"""P(class | all attributes) as a decision graph (local_structure.helpers.graph_search finds it).

operators: C complete splits, B binary splits (one value against the others), M merges; the variants of
Jambeiro and Wainer 2007 are C, CB, CM and CBM. The search scores with `alpha` per class and `kappa` per free
parameter, prediction smooths the leaves with `smoothing` (local_structure.helpers.class_cpt). Fit
O(d) per case and split on its path. docs/methods.md#class-table-as-decision-graph; Chickering, Heckerman and
Meek 1997.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.checks import InputError, at_least, whole
from naivebench.core.table import Table, few_cases, n_cases, n_classes
from naivebench.core.tuning import Choice
from naivebench.methods.bn_classifiers.helpers.marginal import check_missing
from naivebench.methods.local_structure.helpers import class_cpt, graph_marginal, graph_search
from naivebench.methods.local_structure.helpers.class_cpt import Columns, Graph

TELLS_UNSEEN = True
OPERATORS = "CBM"
SHOWN = 20  # steps of the search in a summary


class Model(NamedTuple):
    columns: Columns
    graph: Graph
    steps: tuple[graph_search.Step, ...]
    n_leaves: int  # leaves without cases, which the graph holds as one per split, counted one by one
    log_score: float  # nats
    smoothing: Choice
    # (d',) P(x_j) over the values that occur, to sum missing attributes out; None: skip
    marginals: tuple[np.ndarray, ...] | None = None


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    operators: str = "CBM",
    smoothing: float | str = "auto",
    smoothing_grid: Sequence[float] = tuning.SMOOTHING_GRID,
    criterion: str = "auto",
    folds: int = 5,
    kappa: float = 0.1,
    alpha: float = 1.0,
    max_steps: int | None = None,
    missing: str = "skip",
) -> Model:
    """Search the graph. 0 < kappa <= 1, alpha > 0; `max_steps` ends the search early.

    missing: at prediction, skip (a case stops at the split whose attribute it lacks) or marginalise (exact
    sum over missing attributes). smoothing: s >= 0 of the prediction, or auto: from its grid by inner folds
    (`class_cpt.choose_smoothing`). Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    check_params(operators, kappa, alpha, max_steps)
    check_missing(missing, "decision_graph")
    counts.only_discrete(train, "decision_graph")
    train = counts.known_cases(train)
    settings: dict[str, Any] = {
        "operators": operators,
        "kappa": float(kappa),
        "alpha": float(alpha),
        "max_steps": max_steps,
        "missing": missing,
    }
    choice = class_cpt.choose_smoothing(
        train,
        smoothing,
        method="decision_graph",
        grid=smoothing_grid,
        criterion=criterion,
        folds=folds,
        fit=lambda part: _search(part, tuning.fixed(1.0), **settings),
        predict=lambda model, part, s: predict_log_proba(model._replace(smoothing=tuning.fixed(s)), part),
    )
    return _search(train, choice, **settings)


def _search(
    train: Table,
    smoothing: Choice,
    *,
    operators: str,
    kappa: float,
    alpha: float,
    max_steps: int | None,
    missing: str,
) -> Model:
    columns, k = class_cpt.occurring(train), n_classes(train)
    score, codes = (
        graph_search.score_tables(n_cases(train), k, alpha, kappa),
        class_cpt.recoded(train, columns),
    )
    state = graph_search.search(
        codes, train.y, columns.sizes, k, score=score, operators=operators, max_steps=max_steps
    )
    graph = class_cpt.assemble(state.nodes, state.forward)
    n_leaves = sum(state.multiplicity.get(leaf, 1) for leaf in state.cases)
    summed = graph_marginal.marginals(codes, columns.sizes) if missing == "marginalise" else None
    return Model(
        columns, graph, tuple(state.steps), n_leaves, graph_search.log_score(state), smoothing, summed
    )


def check_params(operators: str, kappa: float, alpha: float, max_steps: int | None) -> None:
    """Raise InputError for a parameter of the search outside its range."""
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
            f"alpha {alpha!r} and kappa {kappa!r} in decision_graph: expected alpha above 0 and kappa "
            "above 0 and at most 1"
        )
    if max_steps is not None:
        whole(max_steps, 0, "max_steps", "decision_graph")


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    return graph_marginal.log_proba(
        model.graph, model.smoothing.value, model.marginals, class_cpt.recoded(table, model.columns)
    )


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any clock runs."""
    few = few_cases(train, 50)
    predict_log_proba(fit(few, kappa=1.0, smoothing=1.0), few)


def summarize(model: Model) -> dict:
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
