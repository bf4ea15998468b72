"""Model-averaged TAN: the average over all trees of attributes. Each tree is weighted with its posterior
probability, and the average is exact.

With a uniform prior over the trees and Dirichlet priors that agree on what they share (s / (K r_u r_v) per
cell of a pair, s / (K r_u) per value, s / K per class), a tree's posterior is a product over its edges, and
so is its prediction for a case. The sum over all m^(m-2) trees is therefore a determinant (matrix-tree
theorem):

    P(c, x) = P(c) prod_u P(x_u | c) * D(b_uv q_uv(c, x)) / D(b_uv),   D(w) = sum over trees of prod of edges
    b_uv = prod_c ML(u, v | c) / (ML(u | c) ML(v | c)),   q_uv = P(x_u, x_v | c) / (P(x_u | c) P(x_v | c))

ML are marginal likelihoods. Attributes with a single value are not part of the trees. A pair is counted on
the cases where both attributes are observed; a missing or unseen value has no factor P(x_u | c), and q = 1 on
its edges. Fit O(n m^2), predict O(n K m^3). docs/methods/bayesian-networks.md#model-averaged-tan; Cerquides
and Lopez de Mantaras 2005.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import additive, compiled, counts
from naivebench.core.checks import at_least
from naivebench.core.logspace import log, log_prior, normalize
from naivebench.core.priors import with_class_prior as with_class_prior
from naivebench.core.table import Table, cardinalities, class_counts, few_cases, n_classes
from naivebench.methods.bn_classifiers.helpers import bn_loops, families
from naivebench.methods.bn_classifiers.helpers.families import Sparse, lookup


class Pair(NamedTuple):
    """Counts of two attributes, from the cases where both are observed."""

    joint: Sparse  # by key (x_u r_v + x_v) K + c
    first: np.ndarray  # (r_u, K)
    second: np.ndarray  # (r_v, K)


class Model(NamedTuple):
    log_prior: np.ndarray  # (K,) nats
    log_table: np.ndarray  # (R, K) nats: P(x_u | c) as laid out in naivebench.core.counts
    offsets: np.ndarray  # (d + 1,)
    used: np.ndarray  # (m,) attributes in the trees
    pairs: tuple[Pair, ...]  # (m (m - 1) / 2,) pairs (0, 1), (0, 2), (1, 2), (0, 3), ... of these
    log_edges: np.ndarray  # (pairs,) nats: log b of every pair
    strength: float  # s


def fit(
    train: Table, *, rng: np.random.Generator | None = None, strength: float = 10.0, prior_alpha: float = 1.0
) -> Model:
    """Count all pairs. strength > 0 (s), prior_alpha >= 0 (of P(c)).

    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    at_least(strength, 1e-12, "strength", "tan_averaged")
    at_least(prior_alpha, 0, "prior_alpha", "tan_averaged")
    counts.only_discrete(train, "tan_averaged")
    train = counts.known_cases(train)
    values, k = additive.count(train), n_classes(train)
    offsets = counts.row_offsets(train)
    r = np.diff(offsets) - 1
    share = strength / (k * np.repeat(np.maximum(r, 1), r + 1))
    n_jc = np.repeat(counts.observed_totals(values.n_jvc, offsets), r + 1, axis=0)
    table = log((values.n_jvc + share[:, None]) / (n_jc + strength / k))
    table[offsets[:-1]] = 0.0
    used = families.informative(values)
    index = used[_pair_index(len(used))]
    pairs = tuple(_pair(train, int(u), int(v)) for u, v in index)
    edges = np.array([_log_edge(pair, strength, k) for pair in pairs])
    prior = log_prior(class_counts(train), prior_alpha)
    return Model(prior, table, offsets, used, pairs, edges, float(strength))


def _pair_index(m: int) -> np.ndarray:
    pairs = [(u, v) for v in range(m) for u in range(v)]
    return np.array(pairs, np.int64).reshape(-1, 2)


def _pair(train: Table, u: int, v: int) -> Pair:
    k, r = n_classes(train), cardinalities(train)
    both = np.flatnonzero((train.codes[:, u] >= 0) & (train.codes[:, v] >= 0))
    a, b = train.codes[both, u].astype(np.int64), train.codes[both, v].astype(np.int64)
    y = train.y[both]
    margins = [np.bincount(x * k + y, minlength=int(r[j]) * k).reshape(-1, k) for x, j in ((a, u), (b, v))]
    return Pair(Sparse(*counts.distinct((a * r[v] + b) * k + y)), margins[0], margins[1])


def _log_edge(pair: Pair, strength: float, k: int) -> float:
    """log b of a pair, nats: log evidence for the pair minus that for its two attributes alone."""
    from scipy.special import gammaln

    def evidence(n: np.ndarray, cell: float) -> float:
        n = n[n > 0]
        return float((gammaln(n + cell) - gammaln(cell)).sum())

    r_u, r_v = len(pair.first), len(pair.second)
    alone = evidence(pair.first, strength / (k * r_u)) + evidence(pair.second, strength / (k * r_v))
    n_c, per_class = pair.first.sum(axis=0), strength / k
    normaliser = float((gammaln(n_c + per_class) - gammaln(per_class)).sum())
    return evidence(pair.joint.counts, strength / (k * r_u * r_v)) - alone + normaliser


def log_ratios(model: Model, columns: np.ndarray) -> np.ndarray:
    """log q of every pair for cases (d, n), shape (n, pairs, K) nats."""
    k, s = len(model.log_prior), model.strength
    index = model.used[_pair_index(len(model.used))]
    result = np.zeros((columns.shape[1], len(index), k))
    for p, ((u, v), pair) in enumerate(zip(index, model.pairs, strict=True)):
        cases = np.flatnonzero((columns[u] >= 0) & (columns[v] >= 0))
        a, b = columns[u, cases].astype(np.int64), columns[v, cases].astype(np.int64)
        r_u, r_v = len(pair.first), len(pair.second)
        joint = lookup(pair.joint, a * r_v + b, k) + s / (k * r_u * r_v)
        alone = (pair.first[a] + s / (k * r_u)) * (pair.second[b] + s / (k * r_v))
        result[cases, p] = np.log(joint * (pair.first.sum(axis=0) + s / k) / alone)
    return result


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats."""
    columns = counts.checked_codes(table.codes, model.offsets)
    rows, k = counts.rows_of(columns, model.offsets), len(model.log_prior)
    scores = np.tile(model.log_prior, (columns.shape[1], 1))
    for row in rows:
        scores += model.log_table[row]
    loops: Any = compiled.loops(bn_loops)
    if len(model.pairs):
        for block in counts.blocks(columns.shape[1], 2 * len(model.pairs) * k):
            edges = model.log_edges[:, None] + log_ratios(model, columns[:, block])
            graphs = np.ascontiguousarray(edges.transpose(0, 2, 1)).reshape(-1, len(model.pairs))
            sums = np.empty(len(graphs))
            loops.log_tree_sums(graphs, sums)
            scores[block] += sums.reshape(-1, k)
    return normalize(scores, model.log_prior)


def warm_up(train: Table, n_folds: int) -> None:
    """Compile the loops before time is measured."""
    few = few_cases(train, 20)
    predict_log_proba(fit(few), few)
    compiled.loops(bn_loops).log_tree_sums(np.zeros((1, 1)), np.empty(1))


def summarize(model: Model) -> dict[str, Any]:
    """Number of parameters of all pairs, K r_u r_v - 1 each, or of naive Bayes if there are no pairs;
    attributes that vary.
    """
    r, k = np.diff(model.offsets) - 1, len(model.log_prior)
    cells = sum(len(p.first) * len(p.second) * k - 1 for p in model.pairs)
    single = k - 1 + int(np.maximum(r - 1, 0).sum()) * k
    return {"n_parameters": int(cells or single), "attributes_used": int((r > 1).sum())}
