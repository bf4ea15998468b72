"""Bayesian network in which every variable has a tree or a default table instead of a full table. Hill
climbing on the description length finds the arcs and the tables.

    bits = sum over variables of [ log2 binomial(variables, parents) + bits of P(variable | parents) ]

The search starts without arcs. Each step adds, removes or reverses the arc that lowers the bits most. For
every set of parents, the tree or default table of the variable (high_cardinality.trees_and_default_tables)
is learned from scratch.

Variables are the attributes with at least two values among the training cases, followed by the class. The
prediction uses all attributes,

    P(c | x) proportional to P(c | parents of c) prod over j with c as a parent of P(x_j | c, other parents)

since all other factors are equal for all classes. Probabilities are smoothed by direct estimation. A class
table is the family of the class with all attributes as its parents; the search finds only its table.
docs/methods/high-cardinality.md#networks-with-local-structure; Friedman and Goldszmidt 1996.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, graphs, tuning
from naivebench.core.checks import check_one_of
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, n_cases, n_classes
from naivebench.core.tuning import SMOOTHING_GRID, Choice
from naivebench.methods.high_cardinality import split_graphs, trees_and_default_tables
from naivebench.methods.high_cardinality.split_graphs import LEAF, Columns, Graph
from naivebench.methods.high_cardinality.trees_and_default_tables import DefaultTable

TELLS_UNSEEN = True
LOCAL = ("tree", "default_table")
GRIDS = {"smoothing": SMOOTHING_GRID}  # tried by `auto`, and by `chosen_on_test` of a protocol


class Family(NamedTuple):
    """One factor P(variable | parents) of the network."""

    parents: tuple[int, ...]  # ascending
    table: Graph | DefaultTable  # its attributes are positions in `parents`
    leaves: int  # number of distributions that the table has
    values: int  # number of values of the variable


class Model(NamedTuple):
    columns: Columns
    # (d' + 1,), numbered as in `columns`, the class last; a class table has only the family of the class
    families: tuple[Family, ...]
    score: float  # of the whole network: log score in nats, or bits
    smoothing: Choice
    network: bool = True  # false: a class table


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    local: str = "default_table",
    network: bool = True,
    smoothing: float | str = "auto",
) -> Model:
    """Learn the network by hill climbing. local: tree or default_table. network: false for a class table.
    smoothing: s of all tables, or auto. Raises InputError for bad parameters and non-discrete attributes.
    """
    check_one_of(local, LOCAL, "local", "bn_hc")

    def learn_model(train: Table, smoothing: Choice) -> Model:
        columns = split_graphs.find_occurring_values(train)
        codes, sizes = encode_variables(train, columns)
        if not network:  # the family of the class is all that a class table needs
            d = len(columns.used)
            family, bits = learn_family(local, codes, sizes, d, tuple(range(d)))
            return Model(columns, (family,), bits, smoothing, network)

        @functools.cache
        def score_family(child: int, parents: frozenset[int]) -> tuple[Family, float]:
            family, bits = learn_family(local, codes, sizes, child, tuple(sorted(parents)))
            return family, bits + math.log2(math.comb(len(sizes), len(parents)))

        arcs = graphs.hill_climb_arcs(
            len(sizes), lambda child, parents: -score_family(child, parents)[1], len(sizes)
        )
        families = [score_family(child, parents) for child, parents in enumerate(arcs)]
        return Model(columns, tuple(f for f, _ in families), sum(bits for _, bits in families), smoothing)

    return fit_with_chosen_smoothing(train, smoothing, "bn_hc", learn_model)


def fit_with_chosen_smoothing(
    train: Table, smoothing: float | str, method: str, learn_model: Callable[[Table, Choice], Model]
) -> Model:
    """Learn the model on cases of known class. For `auto`, inner folds choose s; each learns one model."""
    train = counts.prepare_discrete_training(train, method)
    tuning.check_number_or_auto(smoothing, "smoothing", method)
    if smoothing != "auto":
        return learn_model(train, tuning.wrap_constant(smoothing))

    def fit_predict(inside: Table, outside: Table) -> Iterator[np.ndarray]:
        model = learn_model(inside, tuning.wrap_constant(1.0))
        for s in SMOOTHING_GRID:
            yield predict_log_proba(model._replace(smoothing=tuning.wrap_constant(s)), outside)

    return learn_model(train, tuning.choose_by_cross_validation(train, SMOOTHING_GRID, fit_predict))


def encode_variables(train: Table, columns: Columns) -> tuple[np.ndarray, np.ndarray]:
    """Return codes (d' + 1, n) int32 of the variables, and their numbers of values (d' + 1,)."""
    codes = np.vstack([split_graphs.encode_values(train, columns), train.y[None, :].astype(np.int32)])
    return codes, np.append(columns.sizes, n_classes(train))


def learn_family(
    local: str, codes: np.ndarray, sizes: np.ndarray, child: int, parents: tuple[int, ...]
) -> tuple[Family, float]:
    """Learn P(child | parents) from the codes (v, n) of all variables; return it and its bits."""
    known, n = codes[child] >= 0, codes.shape[1]
    of_parents = np.ascontiguousarray(codes[list(parents)][:, known])
    y, r, parent_sizes = codes[child, known], int(sizes[child]), sizes[list(parents)]
    if local == "tree":
        graph, bits = trees_and_default_tables.learn_tree(of_parents, y, parent_sizes, r, n)
        return Family(parents, graph, trees_and_default_tables.count_leaves(graph, parent_sizes), r), bits
    table = trees_and_default_tables.learn_table(of_parents, y, parent_sizes, r, n)
    return Family(parents, table, len(table.rows) + 1, r), table.bits


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    d, s = len(model.columns.used), model.smoothing.value
    of_attributes = split_graphs.encode_values(table, model.columns)
    codes = np.vstack([of_attributes, np.zeros((1, n_cases(table)), np.int32)])
    of_class = _smooth_family(model.families[-1], s)[_locate_cases(model.families[-1], codes)]
    children = _list_class_children(model)
    if not children:
        return of_class
    scores = of_class.copy()
    for j in children:
        log_proba, known = _smooth_family(model.families[j], s), np.flatnonzero(codes[j] >= 0)
        for c in range(scores.shape[1]):
            codes[d] = c
            scores[known, c] += log_proba[_locate_cases(model.families[j], codes[:, known]), codes[j, known]]
    return normalize_rows(scores, of_class)


def _list_class_children(model: Model) -> list[int]:
    d = len(model.columns.used)
    return [j for j, family in enumerate(model.families[:-1]) if d in family.parents]


def _locate_cases(family: Family, codes: np.ndarray) -> np.ndarray:
    """Find the node or row of the family's table for every case, (n,)."""
    of_parents = np.ascontiguousarray(codes[list(family.parents)])
    if isinstance(family.table, Graph):
        return split_graphs.find_nodes(family.table, of_parents)
    return trees_and_default_tables.find_rows(family.table, of_parents)


def _smooth_family(family: Family, smoothing: float) -> np.ndarray:
    """Return log P(value | node or row), nats."""
    if isinstance(family.table, Graph):
        return split_graphs.smooth_nodes(family.table, smoothing)
    return trees_and_default_tables.smooth_rows(family.table, smoothing)


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters of the families used in classification, attributes_used, the score in bits
    (`bn_hc`) or nats (`bn_dg`), smoothing, and a description of the network or class table.
    """
    d, families, children = len(model.columns.used), model.families, _list_class_children(model)
    relevant = [*(families[j] for j in children), families[-1]]
    blanket = {parent for family in relevant for parent in family.parents} | {*children}
    result: dict[str, Any] = {
        "n_parameters": sum(f.leaves * (f.values - 1) for f in relevant),
        "attributes_used": len(blanket - {d}),
        "score": model.score,
    }
    if model.network:
        names = [*(model.columns.attributes[a].name for a in model.columns.used), "(class)"]
        structure = {n: [names[p] for p in f.parents] for n, f in zip(names, families, strict=True)}
        result |= {"leaves": families[-1].leaves, "structure": structure}
    elif isinstance(table := families[-1].table, Graph):  # only attributes with splits are used
        parents = np.array(families[-1].parents, np.int64)[table.attribute[table.kind != LEAF]]
        of_attributes = np.bincount(model.columns.used[parents], minlength=len(model.columns.attributes))
        splits = {a.name: int(m) for a, m in zip(model.columns.attributes, of_attributes, strict=True)}
        result |= {"attributes_used": int((of_attributes > 0).sum())}
        result |= {"leaves": families[-1].leaves, "splits": splits}
    else:
        result |= {"attributes_used": d if len(table.rows) else 0, "rows": len(table.rows)}
    return result | tuning.summarize_choice(model.smoothing, "smoothing")
