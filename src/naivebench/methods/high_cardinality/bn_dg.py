"""Bayesian network in which every variable has a decision graph instead of a full table. A greedy search by a
Bayesian score finds the arcs and the graphs.

Every variable, including the class, starts with a single leaf. Each step considers the operators of
high_cardinality.decision_graph on the leaves of all variables, and applies the one that raises the score of
the network most, which is the sum over the graphs. A split on a variable that is not yet a parent adds the
arc. For the prediction see high_cardinality.bn_hc. Without `network`, only the graph of the class is found.
docs/methods/high-cardinality.md#networks-with-local-structure; Chickering, Heckerman and Meek 1997.
"""

from __future__ import annotations

import numpy as np

from naivebench.core.table import Table
from naivebench.core.tuning import SMOOTHING_GRID, Choice
from naivebench.methods.high_cardinality import bn_hc, decision_graph, split_graphs
from naivebench.methods.high_cardinality.bn_hc import Family, Model
from naivebench.methods.high_cardinality.bn_hc import predict_log_proba as predict_log_proba
from naivebench.methods.high_cardinality.bn_hc import summarize as summarize
from naivebench.methods.high_cardinality.decision_graph import OPERATORS, GraphSearch
from naivebench.methods.high_cardinality.split_graphs import LEAF

TELLS_UNSEEN = True
GRIDS = {"smoothing": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    operators: str = OPERATORS,
    kappa: float = 0.1,
    alpha: float = 1.0,
    network: bool = True,
    smoothing: float | str = "auto",
) -> Model:
    """Search for the network. kappa: in (0, 1]. alpha: above 0. network: false for a class table. smoothing:
    s of all tables, or auto. Raises InputError for bad parameters and for attributes that are not discrete.
    """
    decision_graph.check_search_parameters(operators, kappa, alpha)

    def learn_model(train: Table, smoothing: Choice) -> Model:
        columns = split_graphs.find_occurring_values(train)
        codes, sizes = bn_hc.encode_variables(train, columns)
        variables = np.arange(len(sizes))
        learned = variables if network else variables[-1:]  # a class table is the graph of the class

        # start all graphs, each on the cases that have its variable
        searches = []
        for i in learned:
            known = np.ascontiguousarray(codes[:, codes[i] >= 0])
            values = int(sizes[i]), int(sizes[learned].max())
            score = decision_graph.tabulate_score(codes.shape[1], *values, float(alpha), float(kappa))
            searches.append(GraphSearch(known, known[i], sizes, score, operators, variables != i))

        # apply operators until none raises the score
        above = np.eye(len(sizes), dtype=bool)  # [i, j]: j is i or an ancestor of i
        while max(gains := [search.peek_largest_gain() for search in searches]) > 0:
            best = int(np.argmax(gains))
            child, parent = learned[best], searches[best].apply_best_operator()
            if parent >= 0 and not above[child, parent]:
                above[above[:, child]] |= above[parent]
                for search, i in zip(searches, learned, strict=True):
                    search.usable[:] = ~above[:, i]
        log_score = sum(search.compute_log_score() for search in searches)
        return Model(columns, tuple(map(_make_family, searches)), log_score, smoothing, network)

    return bn_hc.fit_with_chosen_smoothing(train, smoothing, "bn_dg", learn_model)


def _make_family(search: GraphSearch) -> Family:
    """Return the graph of a variable. Its attributes are numbered among the parents of the variable."""
    graph = split_graphs.assemble_graph(search.nodes, search.merged_into)
    parents = np.unique(graph.attribute[graph.kind != LEAF])
    attribute = np.where(graph.kind != LEAF, np.searchsorted(parents, graph.attribute), 0)
    graph = graph._replace(attribute=attribute.astype(np.int32))
    return Family(tuple(parents.tolist()), graph, search.count_leaves(), graph.counts.shape[1])
