"""Tree-augmented naive Bayes as Weka's `BayesNet` learns it with the search `TAN`. It follows Weka's
treatment of numbers, missing cells and counts, so that Weka's results can be reproduced.

The gain of an edge is the increase in the log marginal likelihood of the child under a Dirichlet prior of
alpha = 1/2 for each of its r values, and depends on the direction:

    g(child, parent) = s(child given class and parent) - s(child given class)
    s = sum over configurations u of [ sum over values v of log Gamma(alpha + n_uv) - log Gamma(r alpha + n_u)
                                       - r log Gamma(alpha) + log Gamma(r alpha) ]

Edges are chosen by Prim's algorithm: the best edge of all, then always the best one to a new attribute. An
edge does not always keep the direction of its gain (`_orient_edges`). A missing value is replaced by the most
frequent one. Fit O(n d^2), predict O(n d K). docs/methods/bayesian-networks.md#tan-of-weka; Cooper and
Herskovits 1992; Bouckaert 2004, Bayesian network classifiers in Weka.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.decisions import break_ties_towards_first
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, cardinalities, n_classes
from naivebench.methods.bn_classifiers import families

ALPHA = 0.5  # prior count of every value, in scores and tables: the default of Weka
MOST_CELLS = 1 << 26  # limit for the table of two attributes and the class


class Model(NamedTuple):
    network: families.Model
    modes: np.ndarray  # (d,) code that replaces missing values of every attribute; -1 if it has no values


def fit(train: Table, *, rng: np.random.Generator | None = None) -> Model:
    """Learn the modes, the tree and the tables. Raises InputError for attributes that are not discrete."""
    train = counts.prepare_discrete_training(train, "weka_tan")
    offsets = counts.row_offsets(train.attributes)
    occurs = counts.value_counts(train, offsets).sum(axis=1)
    values = [occurs[a + 1 : b] for a, b in itertools.pairwise(offsets)]
    modes = np.array([n_v.argmax() if len(n_v) else -1 for n_v in values], np.int64)
    train = _fill_missing_values(train, modes)
    estimates = families.Smoothing("laplace", 0.0, ALPHA, ALPHA)

    # missing values now occur only in attributes without values
    used, r = np.flatnonzero(cardinalities(train) > 0), cardinalities(train)
    gain = compute_edge_gains(train.codes.T[used], train.y, r[used], n_classes(train), ALPHA)
    tree = {int(used[child]): (int(used[parent]),) for child, parent in _orient_edges(_choose_edges(gain))}
    parents = tuple(tree.get(j, ()) for j in range(len(train.attributes)))
    return Model(families.fit_tables(train, parents, estimates), modes)


def _fill_missing_values(table: Table, modes: np.ndarray) -> Table:
    return table._replace(codes=np.where(table.codes < 0, modes, table.codes).astype(table.codes.dtype))


def compute_edge_gains(
    columns: np.ndarray, y: np.ndarray, r: np.ndarray, n_classes: int, alpha: float
) -> np.ndarray:
    """Compute g(child, parent), (d, d) nats, -inf on the diagonal; columns: (d, n) codes, none missing; r:
    (d,) lengths of their value lists.

    Sums are computed in Weka's order, term by term: many edges of small tables differ only by rounding
    errors, which then decide between them. Raises InputError for a pair with more than MOST_CELLS cells.
    """
    from scipy.special import gammaln

    d, cells = len(columns), int(np.sort(r)[-2:].prod()) * n_classes
    if d > 1 and cells > MOST_CELLS:
        raise InputError(
            f"weka_tan counts every pair of values, but two attributes have {cells:,} cells, more than "
            f"{MOST_CELLS:,}: drop attributes with many values, or choose tan"
        )
    m = np.arange(len(y) + 1)
    log_gamma = {int(width): gammaln(m + alpha * width) for width in {1, *r}}
    gain = np.full((d, d), -np.inf)
    for child, width in enumerate(r.tolist()):
        tables = (log_gamma[1], log_gamma[width])
        alone = _score_family(y, n_classes, columns[child], width, tables)
        for parent in range(d):
            if parent != child:
                given = y.astype(np.intp) * r[parent] + columns[parent]
                q = n_classes * int(r[parent])
                gain[child, parent] = _score_family(given, q, columns[child], width, tables) - alone
    return gain


def _score_family(
    given: np.ndarray, q: int, child: np.ndarray, r: int, log_gamma: tuple[np.ndarray, np.ndarray]
) -> float:
    """Compute the log marginal likelihood of a child with r values, given q configurations of parents."""
    of_value, of_total = log_gamma
    counts = np.bincount(given.astype(np.intp) * r + child, minlength=q * r).reshape(q, r)
    terms = np.empty((q, r + 3))
    terms[:, :r] = of_value[counts]
    terms[:, r] = -of_total[counts.sum(axis=1)]
    terms[:, r + 1] = -r * of_value[0]
    terms[:, r + 2] = of_total[0]
    return float(np.add.accumulate(terms.ravel())[-1])


def _choose_edges(gain: np.ndarray) -> list[tuple[int, int]]:
    """Choose the edges (child, parent) of the tree, and return them in the order of their choice."""
    d, edges = len(gain), []
    linked, allowed = np.zeros(d, dtype=bool), ~np.eye(d, dtype=bool)
    for _ in range(d - 1):
        child, parent = divmod(int(np.where(allowed, gain, -np.inf).argmax()), d)
        edges.append((child, parent))
        linked[[child, parent]] = True
        allowed = linked[:, None] != linked
    return edges


def _orient_edges(edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Turn (child, parent) into (attribute, its parent): the parent, unless it has one, becomes the child."""
    parent_of: dict[int, int] = {}
    for child, parent in edges:
        if parent in parent_of:
            parent_of[child] = parent
        else:
            parent_of[parent] = child
    return list(parent_of.items())


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; the first of equal posteriors is made the largest, as in Weka."""
    network, prior = model.network, model.network.log_prior
    # the prior is added last, as in Weka, so that posteriors that differ only by rounding have the same order
    likelihood = families.log_joint(
        network._replace(log_prior=np.zeros_like(prior)), _fill_missing_values(table, model.modes)
    )
    return break_ties_towards_first(normalize_rows(likelihood + prior, prior))


def summarize(model: Model) -> dict[str, Any]:
    """Report n_parameters, attributes_used and structure ({attribute: [its other parent, if any]})."""
    return families.summarize(model.network)
