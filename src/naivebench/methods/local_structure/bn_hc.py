"""Bayesian network in which every variable has a tree or a default table instead of a full table. Hill
climbing on the description length finds the arcs and the tables.

    bits = sum over variables of [ log2 binomial(variables, parents) + bits of P(variable | parents) ]

The search starts without arcs. Each step adds, removes or reverses the arc that lowers the bits most (ties as
in bn_classifiers.helpers.network_search). For every set of parents, the tree (as in local_structure.hc_dt) or
default table (local_structure.helpers.default_table) of the variable is learned from scratch. Prediction:
local_structure.helpers.network. The first step learns O(d^2) families in O(n log n) each, every later step
O(d) of them. docs/methods/high-cardinality.md#networks-with-local-structure; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from naivebench.core.checks import one_of
from naivebench.core.grouped import flat
from naivebench.core.table import Table
from naivebench.core.tuning import Choice
from naivebench.methods.bn_classifiers.helpers import network_search
from naivebench.methods.local_structure import hc_df, hc_dt
from naivebench.methods.local_structure.helpers import class_cpt, default_table, network
from naivebench.methods.local_structure.helpers.network import Family, Model
from naivebench.methods.local_structure.helpers.network import with_class_prior as with_class_prior

TELLS_UNSEEN = True
LOCAL = ("tree", "default_table")


@flat
def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    local: str = "default_table",
    tuned: class_cpt.Tuned = class_cpt.Tuned(),
) -> Model:
    """Learn the network by hill climbing. local: tree or default_table.

    Raises InputError for bad parameters and for attributes that are not
    discrete.
    """
    one_of(local, LOCAL, "local", "bn_hc")
    climb = functools.partial(search, local=local)
    return class_cpt.fit_tuned(train, tuned, "bn_hc", climb, network.predict_log_proba)


def search(train: Table, smoothing: Choice, *, local: str) -> Model:
    """Change arcs until no change lowers the bits; return the network."""
    columns = class_cpt.occurring(train)
    codes, sizes = network.variables(train, columns)

    @functools.cache
    def family(child: int, parents: frozenset[int]) -> tuple[Family, float]:
        found, bits = learn(local, codes, sizes, child, tuple(sorted(parents)))
        return found, bits + math.log2(math.comb(len(sizes), len(parents)))

    above = network_search.climb(len(sizes), lambda child, parents: -family(child, parents)[1], len(sizes))
    found = [family(i, parents) for i, parents in enumerate(above)]
    return Model(columns, tuple(f for f, _ in found), sum(bits for _, bits in found), smoothing)


def learn(
    local: str, codes: np.ndarray, sizes: np.ndarray, child: int, parents: tuple[int, ...]
) -> tuple[Family, float]:
    """Learn P(child | parents) from the codes (v, n) of all variables; return it with its bits."""
    known, n = codes[child] >= 0, codes.shape[1]
    of_parents = np.ascontiguousarray(codes[list(parents)][:, known])
    y, r, of = codes[child, known], int(sizes[child]), sizes[list(parents)]
    if local == "tree":
        graph, bits = hc_dt.tree(of_parents, y, of, r, n)
        return Family(parents, graph, hc_dt.n_leaves(graph, of), r), bits
    table = default_table.learn(of_parents, y, of, r, n)
    return Family(parents, table, len(table.rows) + 1, r), table.bits


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before any time is measured."""
    hc_dt.warm_up(train, n_folds)
    hc_df.warm_up(train, n_folds)
