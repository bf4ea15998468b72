"""Model-averaged TAN: the average over all trees of attributes. Each tree is weighted with its posterior
probability, and the average is exact.

With a uniform prior over the trees and Dirichlet priors that agree on common margins (s / (K r_u r_v) per
cell of a pair, s / (K r_u) per value, s / K per class), the sum over all m^(m-2) trees is a determinant:

    P(c, x) = P(c) prod_u P(x_u | c) * D(b_uv q_uv(c, x)) / D(b_uv),   D(w) = sum over trees of prod of edges
    b_uv = prod_c ML(u, v | c) / (ML(u | c) ML(v | c)),   q_uv = P(x_u, x_v | c) / (P(x_u | c) P(x_v | c))

ML is the marginal likelihood. A pair is counted on the cases where both attributes are observed; where one is
missing, q = 1. Fit O(n m^2), predict O(n K m^3). docs/methods/bayesian-networks.md#model-averaged-tan;
Cerquides and Lopez de Mantaras 2005.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core import counts, table_sums
from naivebench.core.counts import Sparse
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, cardinalities, n_classes
from naivebench.methods.bn_classifiers import families
from naivebench.methods.bn_classifiers.families import Smoothing

STRENGTH = 10.0  # s: weight of the Dirichlet prior of every table, in cases, as in the paper


class Pair(NamedTuple):
    """Counts of two attributes over the cases where both are observed."""

    joint: Sparse  # by key (x_u r_v + x_v) K + c
    first: np.ndarray  # (r_u, K)
    second: np.ndarray  # (r_v, K)


class Model(NamedTuple):
    alone: families.Model  # P(c) and P(x_u | c)
    used: np.ndarray  # (m,) attributes in the trees
    pairs: tuple[Pair, ...]  # (m (m - 1) / 2,) pairs (0, 1), (0, 2), (1, 2), (0, 3), ... of these
    log_edges: np.ndarray  # (pairs,) nats: log b of every pair


def fit(train: Table, *, rng: np.random.Generator | None = None) -> Model:
    """Count all pairs. Raises InputError for attributes that are not discrete."""
    train = counts.prepare_discrete_training(train, "tan_averaged")
    k, none = n_classes(train), ((),) * len(train.attributes)
    alone = families.fit_tables(train, none, Smoothing("m_estimate", alpha=STRENGTH / k))
    used = families.find_varying_attributes(table_sums.count_table(train))
    pairs = tuple(_count_pair(train, int(u), int(v)) for u, v in used[_list_pairs(len(used))])
    return Model(alone, used, pairs, np.array([_compute_log_edge_weight(pair, k) for pair in pairs]))


def _list_pairs(m: int) -> np.ndarray:
    return np.column_stack(np.tril_indices(m, -1)[::-1])


def _count_pair(train: Table, u: int, v: int) -> Pair:
    k, r = n_classes(train), cardinalities(train)
    both = np.flatnonzero((train.codes[:, u] >= 0) & (train.codes[:, v] >= 0))
    a, b = train.codes[both, u].astype(np.int64), train.codes[both, v].astype(np.int64)
    y = train.y[both]
    margins = [np.bincount(x * k + y, minlength=int(r[j]) * k).reshape(-1, k) for x, j in ((a, u), (b, v))]
    return Pair(Sparse(*counts.count_distinct((a * r[v] + b) * k + y)), margins[0], margins[1])


def _compute_log_edge_weight(pair: Pair, k: int) -> float:
    """Compute log b of a pair, nats: its log evidence minus the log evidence of each attribute alone."""
    from scipy.special import gammaln

    def compute_log_evidence(n: np.ndarray, cell: float) -> float:
        n = n[n > 0]
        return float((gammaln(n + cell) - gammaln(cell)).sum())

    r_u, r_v = len(pair.first), len(pair.second)
    alone = sum(compute_log_evidence(n, STRENGTH / (k * len(n))) for n in (pair.first, pair.second))
    n_c, per_class = pair.first.sum(axis=0), STRENGTH / k
    normaliser = float((gammaln(n_c + per_class) - gammaln(per_class)).sum())
    return compute_log_evidence(pair.joint.counts, STRENGTH / (k * r_u * r_v)) - alone + normaliser


def compute_log_ratios(model: Model, columns: np.ndarray) -> np.ndarray:
    """Return log q of every pair for cases (d, n), shape (n, pairs, K) nats."""
    k, s = len(model.alone.log_prior), STRENGTH
    index = model.used[_list_pairs(len(model.used))]
    result = np.zeros((columns.shape[1], len(index), k))
    for p, ((u, v), pair) in enumerate(zip(index, model.pairs, strict=True)):
        cases = np.flatnonzero((columns[u] >= 0) & (columns[v] >= 0))
        a, b = columns[u, cases].astype(np.int64), columns[v, cases].astype(np.int64)
        r_u, r_v = len(pair.first), len(pair.second)
        joint = counts.look_up_counts(pair.joint, a * r_v + b, k) + s / (k * r_u * r_v)
        alone = (pair.first[a] + s / (k * r_u)) * (pair.second[b] + s / (k * r_v))
        result[cases, p] = np.log(joint * (pair.first.sum(axis=0) + s / k) / alone)
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    columns = counts.check_codes(table.codes, model.alone.offsets)
    scores, k = families.log_joint(model.alone, table), len(model.alone.log_prior)
    if len(model.pairs):
        for block in counts.list_blocks(columns.shape[1], 2 * len(model.pairs) * k):
            edges = model.log_edges[:, None] + compute_log_ratios(model, columns[:, block])
            graphs = np.ascontiguousarray(edges.transpose(0, 2, 1)).reshape(-1, len(model.pairs))
            sums = np.empty(len(graphs))
            sum_over_spanning_trees(graphs, sums)
            scores[block] += sums.reshape(-1, k)
    return normalize_rows(scores, model.alone.log_prior)


@njit(cache=True)
def log_add_exp(a, b):
    """Return log (exp a + exp b)."""
    if a < b:
        a, b = b, a
    return a + math.log1p(math.exp(b - a)) if b > -math.inf else a


@njit(cache=True)
def sum_over_spanning_trees(edges, result):
    """Write the log of the sum over spanning trees of the product of their edges to `result` (N,).

    edges: (N, m (m - 1) / 2) logs, which are overwritten; pair (u, v), u < v, is at v (v - 1) / 2 + u. The
    determinant of the matrix-tree theorem is computed by eliminating one node after the other and replacing
    its edges by edges between its neighbours: w_uw += w_vu w_vw / sum of w_v.
    Nothing is subtracted, so nothing cancels.
    """
    m = int((1 + math.sqrt(1 + 8 * edges.shape[1])) / 2 + 0.5)
    for g in range(edges.shape[0]):
        w, total = edges[g], 0.0
        for v in range(m - 1, 0, -1):
            first = v * (v - 1) // 2
            row = w[first : first + v]
            strength = -math.inf
            for u in range(v):
                strength = log_add_exp(strength, row[u])
            total += strength
            for x in range(1, v):
                start, scaled = x * (x - 1) // 2, row[x] - strength
                for u in range(x):
                    w[start + u] = log_add_exp(w[start + u], row[u] + scaled)
        result[g] = total


def summarize(model: Model) -> dict[str, Any]:
    """Report attributes_used, and K r_u r_v - 1 parameters per pair, or naive Bayes's without pairs."""
    k, single = len(model.alone.log_prior), families.summarize(model.alone)
    cells = sum(len(p.first) * len(p.second) * k - 1 for p in model.pairs)
    return {"n_parameters": cells or single["n_parameters"], "attributes_used": single["attributes_used"]}
