"""Bayesian network with a decision graph per variable, by greedy search on a Bayesian score.

Every variable, the class among them, starts with a single leaf. The operators on leaves of
local_structure.helpers.graph_search (C complete split, B binary split, M merge) are offered for
all variables at once, and the one that raises the score of the network most is applied, until none does. A
graph may split on every variable that is not below its own in the network; a split on another variable adds
the arc. The score of the network is the sum of those of its graphs, for r values of a variable

    sum over variables and leaves of [ log Gamma(r a) - log Gamma(r a + N) + sum over v of (
        log Gamma(a + N_v) - log Gamma(a)) ] + log(kappa) (r - 1) per leaf

Equal changes: the lower attribute, the class last; within a variable as in `graph_search`. Prediction:
local_structure.helpers.network. docs/methods.md#networks-with-local-structure; Chickering,
Heckerman and Meek 1997.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from naivebench.core import counts, tuning
from naivebench.core.table import Table, few_cases
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure import decision_graph
from naivebench.methods.local_structure.helpers import class_cpt, graph_search, network
from naivebench.methods.local_structure.helpers.class_cpt import LEAF
from naivebench.methods.local_structure.helpers.graph_search import Search
from naivebench.methods.local_structure.helpers.network import Family, Model, predict_log_proba, summarize

__all__ = ["Model", "fit", "predict_log_proba", "summarize", "warm_up"]

TELLS_UNSEEN = True


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
) -> Model:
    """Search the network. 0 < kappa <= 1, alpha > 0.

    smoothing: s >= 0 of the prediction, or auto: from its grid by inner folds
    (`class_cpt.choose_smoothing`). Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    decision_graph.check_params(operators, kappa, alpha, None)
    counts.only_discrete(train, "bn_dg")
    return network.fit(
        counts.known_cases(train),
        functools.partial(search, operators=operators, kappa=float(kappa), alpha=float(alpha)),
        method="bn_dg",
        smoothing=smoothing,
        smoothing_grid=smoothing_grid,
        criterion=criterion,
        folds=folds,
    )


def search(train: Table, smoothing: Choice, *, operators: str, kappa: float, alpha: float) -> Model:
    """The network where no operator raises the score."""
    columns = class_cpt.occurring(train)
    codes, sizes = network.variables(train, columns)
    states = []
    for i, r in enumerate(sizes.tolist()):
        known = np.ascontiguousarray(codes[:, codes[i] >= 0])
        score = graph_search.score_tables(codes.shape[1], r, alpha, kappa, int(sizes.max()))
        usable = np.arange(len(sizes)) != i
        states.append(
            graph_search.start(known, known[i], sizes, r, score=score, operators=operators, usable=usable)
        )
    above = np.eye(len(sizes), dtype=bool)  # [i, j]: variable j is i or above it
    while max(gains := [graph_search.best(state) for state in states]) > 0:
        child = int(np.argmax(gains))
        parent = graph_search.apply(states[child])
        if parent >= 0 and not above[child, parent]:
            above[above[:, child]] |= above[parent]
            for state, at_or_below in zip(states, above.T, strict=True):
                state.usable[:] = ~at_or_below
    log_score = sum(map(graph_search.log_score, states))
    return Model(columns, tuple(map(_family, states)), log_score, smoothing)


def _family(state: Search) -> Family:
    graph = class_cpt.assemble(state.nodes, state.forward)
    parents = np.unique(graph.attribute[graph.kind != LEAF])
    attribute = np.where(graph.kind != LEAF, np.searchsorted(parents, graph.attribute), 0)
    leaves = sum(state.multiplicity.get(leaf, 1) for leaf in state.cases)
    return Family(
        tuple(parents.tolist()),
        graph._replace(attribute=attribute.astype(np.int32)),
        leaves,
        graph.counts.shape[1],
    )


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any clock runs."""
    few = few_cases(train, 50)
    predict_log_proba(fit(few, kappa=1.0, smoothing=1.0), few)
