"""Bayesian network in which every variable has a decision graph instead of a full table. A greedy search by a
Bayesian score finds the arcs and the graphs.

Every variable, including the class, starts with a single leaf. Each step considers the operators of
local_structure.helpers.graph_search (C complete split, B binary split, M merge) on the leaves of all
variables, and applies the one that raises the score of the network most. The search stops when no operator
raises the score. The graph of a variable may split on every variable that is not a descendant of it in the
network. A split on a variable that is not yet a parent adds the arc. The score of the network is the sum of
the scores of its graphs; for a variable with r values it is

    sum over variables and leaves of [ log Gamma(r a) - log Gamma(r a + N) + sum over v of (
        log Gamma(a + N_v) - log Gamma(a)) ] + log(kappa) (r - 1) per leaf

Ties go to the attribute with the lower index, the class coming last; within a variable they are broken as in
`graph_search`. Prediction: local_structure.helpers.network.
docs/methods/high-cardinality.md#networks-with-local-structure; Chickering, Heckerman and Meek 1997.
"""

from __future__ import annotations

import functools

import numpy as np

from naivebench.core import kernels
from naivebench.core.grouped import flat
from naivebench.core.table import Table
from naivebench.core.tuning import Choice
from naivebench.methods.local_structure import decision_graph
from naivebench.methods.local_structure.decision_graph import Growth
from naivebench.methods.local_structure.helpers import class_cpt, graph_search, network
from naivebench.methods.local_structure.helpers.class_cpt import LEAF
from naivebench.methods.local_structure.helpers.graph_search import Search
from naivebench.methods.local_structure.helpers.network import Family, Model
from naivebench.methods.local_structure.helpers.network import with_class_prior as with_class_prior

TELLS_UNSEEN = True


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    operators: str = "CBM",
    tuned: class_cpt.Tuned = class_cpt.Tuned(),
    kappa: float = 0.1,
    alpha: float = 1.0,
) -> Model:
    """Search for the network. 0 < kappa <= 1, alpha > 0.

    Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    growth = Growth(operators, kappa, alpha)
    decision_graph.check_params(growth)
    return class_cpt.fit_tuned(
        train, tuned, "bn_dg", functools.partial(search, growth=growth), network.predict_log_proba
    )


def search(train: Table, smoothing: Choice, *, growth: Growth) -> Model:
    """Apply operators until none raises the score; return the network."""
    columns = class_cpt.occurring(train)
    codes, sizes = network.variables(train, columns)
    states = []
    for i, r in enumerate(sizes.tolist()):
        known = np.ascontiguousarray(codes[:, codes[i] >= 0])
        alpha, kappa = float(growth.alpha), float(growth.kappa)
        score = graph_search.score_tables(codes.shape[1], r, alpha, kappa, int(sizes.max()))
        usable = np.arange(len(sizes)) != i
        kinds = {"operators": growth.operators, "usable": usable}
        states.append(graph_search.start(known, known[i], sizes, r, score=score, **kinds))
    above = np.eye(len(sizes), dtype=bool)  # [i, j]: j is i or an ancestor of i
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


warm_up = kernels.warm_up_on_few(fit, network.predict_log_proba, n=50, kappa=1.0, smoothing=1.0)
