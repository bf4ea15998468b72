"""Averaged one-dependence estimators: the average over all models in which one attribute (the super-parent)
and the class are the parents of every other attribute. There is no search for a structure, so the method is
stable and fast to train.

    P(c, x) proportional to  sum over i with F(x_i) >= m of  W_i P(c, x_i) prod over j != i of P(x_j | c, x_i)
    P(c, x_i) = (n_{c,x_i} + e / (K r_i)) / (n_i + e),
    P(x_j | c, x_i) = (n_{c,x_i,x_j} + e / r_j) / (n_{c,x_i} + e)

F(x_i) = training cases with that value, m = frequency_limit, e = alpha. n_i and n_{c,x_i} count the cases
where the attributes concerned are observed; with e = 0, 0 / 0 counts as 0. Missing super-parents and children
are skipped. An attribute with one value is a super-parent like any other: it adds a naive Bayes model to the
sum. Without any super-parent the prediction is that of naive Bayes. The weights W_i are 1, or I(X_i; C) with
`weighting` information (all 1 if no attribute has any). Fit O(n d^2), predict O(n d^2 K).
docs/methods/bayesian-networks.md#averaged-one-dependence-estimators; Webb, Boughton and Wang 2005; Jiang and
Zhang 2006.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import compiled as compiling
from naivebench.core import counts, kernels, margins, priors
from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.explanations import Mixture
from naivebench.core.information import information_of_counts
from naivebench.core.logspace import log, logsumexp, normalize
from naivebench.core.margins import Statistics
from naivebench.core.margins import merge as merge
from naivebench.core.margins import widen as widen
from naivebench.core.table import Table, cardinalities
from naivebench.methods.bn_classifiers.helpers import bn_loops
from naivebench.methods.bn_classifiers.helpers.families import Sparse, lookup
from naivebench.methods.naive_bayes import nb

TOTAL_CELLS = 1 << 25  # float64 cells of all dense tables together: 256 MB
MOST_CLASSES = 8  # terms are added for two classes at a time; with more, adding whole rows is faster
MOST_PAIRS = 500_000  # limit on pairs of attributes: about a minute, and several GB with many values


class SparsePair(NamedTuple):
    """Counts of one super-parent a and child b of many values."""

    joint: Sparse  # n_{c,x_a,x_b} by key (x_a r_b + x_b) K + c
    parent: Sparse  # n_{c,x_a} on the cases with b observed, by key x_a K + c


class Model(NamedTuple):
    nb: nb.Model  # used where no super-parent qualifies
    alpha: float
    used: np.ndarray  # (d',) attributes with more than one value
    # (R, K) nats: row 0 zeros, then P(c, x_i) in the layout of nb.offsets, then the dense pairs
    log_table: np.ndarray
    base: np.ndarray  # (d, d) int64: first row of P(x_j | c, x_i), -1 if the pair is sparse
    sparse: dict[tuple[int, int], SparsePair]  # by (super-parent, child)


def check_params(alpha: float, frequency_limit: float, weighting: str = "uniform") -> None:
    """Raise InputError for a parameter outside its range."""
    at_least(alpha, 0, "alpha", "aode")
    one_of(weighting, ("uniform", "information"), "weighting", "aode")
    at_least(frequency_limit, 1, "frequency_limit", "aode")


def check_table(table: Table) -> None:
    """Raise InputError for attributes that are not discrete, and for more than MOST_PAIRS pairs of them."""
    counts.only_discrete(table, "aode")
    used = int((cardinalities(table) > 0).sum())
    n_pairs = used * (used - 1) // 2
    if n_pairs > MOST_PAIRS:
        raise InputError(
            f"aode counts all pairs of attributes: {used} attributes have {n_pairs:,} pairs, more than "
            f"{MOST_PAIRS:,}: select attributes first, or use nb"
        )


def count(table: Table, weights: np.ndarray | None = None) -> Statistics:
    """Additive statistics of the cases of known class: all pairs of attributes, O(n d^2).

    weights: (n,) >= 0, by default 1 each. Raises InputError for attributes that are not
    discrete, for more than MOST_PAIRS pairs of them, and for invalid weights.
    """
    check_table(table)
    return margins.count(table, margins.all_pairs(len(table.attributes)), weights)


def estimate(
    statistics: Statistics, *, alpha: float = 1.0, frequency_limit: float = 1, weighting: str = "uniform"
) -> Model:
    """The model of the cases counted. alpha >= 0 (e of the formula), frequency_limit >= 1 (m), weighting:
    uniform or information.

    The naive Bayes model that is used without super-parents has alpha as its alpha and prior_alpha. Raises
    InputError for bad parameters.
    """
    check_params(alpha, frequency_limit, weighting)
    values = statistics.values
    fallback = nb.estimate(values, alpha=alpha, prior_alpha=alpha)
    offsets, k, n = fallback.offsets, len(values.n_c), values.n_c.sum()
    r = np.diff(offsets) - 1
    used = np.flatnonzero(r > 0)
    pairs = used[margins.all_pairs(len(used))]
    dense = _dense_pairs(r, pairs, k, int(n))
    base, n_rows = _first_rows(r, pairs[dense], 1 + int(offsets[-1]))
    table = np.zeros((n_rows, k))
    table[1 : 1 + offsets[-1]] = _log_super_parents(values.n_jvc, offsets, alpha, frequency_limit)
    if weighting == "information":
        table[1 : 1 + offsets[-1]] += np.repeat(_log_information(values.n_jvc, offsets, n), r + 1)[:, None]
    cells = margins.tables(statistics, pairs[dense])
    kernels.directed_tables(cells, r, pairs[dense], base, int(n), float(alpha), table)
    return Model(fallback, float(alpha), used, table, base, _count_sparse(statistics, pairs[~dense], r, k))


def fit(
    train: Table,
    *,
    rng: np.random.Generator | None = None,
    alpha: float = 1.0,
    frequency_limit: float = 1,
    weighting: str = "uniform",
) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of `estimate` and the errors of both
    functions.
    """
    check_params(alpha, frequency_limit, weighting)
    return estimate(count(train), alpha=alpha, frequency_limit=frequency_limit, weighting=weighting)


def _dense_pairs(r: np.ndarray, pairs: np.ndarray, n_classes: int, n: int) -> np.ndarray:
    """Whether the table of each pair is stored in full, bool (P,): small tables, which together fit in
    TOTAL_CELLS.
    """
    cells = (r[pairs[:, 0]] + 1) * (r[pairs[:, 1]] + 1) * n_classes
    dense = np.asarray(counts.fits_in_table(cells, n))
    return (
        dense if 2 * cells[dense].sum() <= TOTAL_CELLS else dense & (cells <= TOTAL_CELLS // (2 * len(pairs)))
    )


def _first_rows(r: np.ndarray, pairs: np.ndarray, first: int) -> tuple[np.ndarray, int]:
    """First row of the table of every directed dense pair, (d, d), and the total number of rows."""
    base = np.full((len(r), len(r)), -1, dtype=np.int64)
    ends = first + 2 * kernels.first_cells(r, pairs, 1)
    a, b = pairs.T
    base[a, b], base[b, a] = ends[:-1], (ends[:-1] + ends[1:]) // 2
    return base, int(ends[-1])


def _log_super_parents(
    n_jvc: np.ndarray, offsets: np.ndarray, alpha: float, frequency_limit: float
) -> np.ndarray:
    """log P(c, x_i), shape (offsets[-1], K), nats; -inf where the value is missing or too rare."""
    rows = np.diff(offsets)
    n_i = np.repeat(counts.observed_totals(n_jvc, offsets).sum(axis=1), rows)[:, None]
    cells = np.repeat(np.maximum(rows - 1, 1), rows)[:, None] * n_jvc.shape[1]
    table = log((n_jvc + alpha / cells) / np.where(n_i + alpha > 0, n_i + alpha, 1.0))
    n_v = n_jvc.sum(axis=1)
    barred = (n_v == 0) | np.repeat(rows <= 1, rows)
    if frequency_limit > 1:  # with 1, the value must occur, whatever the weights of its cases
        barred |= n_v < frequency_limit
    barred[offsets[:-1]] = True
    table[barred] = -np.inf
    return table


def _log_information(n_jvc: np.ndarray, offsets: np.ndarray, n: float) -> np.ndarray:
    """log I(X_j; C), shape (d,); zeros if no attribute has any information about the class."""
    information = information_of_counts(n_jvc, offsets, n)
    return log(information) if information.any() else np.zeros(len(information))


def _count_sparse(
    statistics: Statistics, pairs: np.ndarray, r: np.ndarray, n_classes: int
) -> dict[tuple[int, int], SparsePair]:
    """Sorted counts, in both directions, of the pairs that are too large for a table."""
    tables = {}
    for a, b in [(int(a), int(b)) for pair in pairs for a, b in (pair, pair[::-1])]:
        columns, y, cases = margins.rows_of(statistics, (a, b))
        both = np.flatnonzero((columns[a] >= 0) & (columns[b] >= 0))
        parent, child, label = columns[a][both].astype(np.int64), columns[b][both].astype(np.int64), y[both]
        cases = None if cases is None else cases[both]
        joint = counts.distinct((parent * r[b] + child) * n_classes + label, cases)
        tables[a, b] = SparsePair(Sparse(*joint), Sparse(*counts.distinct(parent * n_classes + label, cases)))
    return tables


class _Laid(NamedTuple):
    """The terms of the super-parents used, in the order of `bn_loops.add_children`."""

    used: np.ndarray  # (d',)
    rows: np.ndarray  # (d',) number of values plus one
    heads: np.ndarray  # (pairs of classes, values) complex: P(c, x_i)
    terms: np.ndarray  # (pairs of classes, cells) complex: P(x_j | c, x_i)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log of the sum over super-parents, shape (n, K), nats, not normalised; naive Bayes where no
    super-parent qualifies.
    """
    columns = counts.checked_codes(table.codes, model.nb.offsets)
    n, n_classes, used = columns.shape[1], len(model.nb.log_prior), len(model.used)
    scores, laid = np.full((n, n_classes), -np.inf), _laid_out(model, n)
    cached = 50 * used * n_classes  # cells per case of blocks that stay in the cache
    for block in counts.blocks(n, cached if laid and not model.sparse else 4 * used * n_classes):
        sums = _by_super_parent(model, columns[:, block], laid)
        parts = [sums[:, part] for part in counts.blocks(sums.shape[1], cached)]
        scores[block] = np.concatenate([logsumexp(part, axis=0) for part in parts])
    alone = np.flatnonzero(np.isneginf(scores.T.copy().max(axis=0)))
    if len(alone):
        scores[alone] = nb.log_joint(model.nb, table._replace(codes=table.codes[alone]))
    return scores


def _by_super_parent(model: Model, columns: np.ndarray, laid: _Laid | None) -> np.ndarray:
    """log P(c, x_i) + sum over j of log P(x_j | c, x_i) of every super-parent, shape (d', n, K)."""
    shape = len(model.used), columns.shape[1], model.log_table.shape[1]
    if laid:
        pairs = np.empty((*shape[:2], len(laid.terms)), np.complex128)
        compiling.loops(bn_loops).add_children(columns.astype(np.int32), *laid, pairs)
        scores = np.ascontiguousarray(pairs.view(np.float64)[:, :, : shape[2]])
    else:
        scores = np.empty(shape)
        compiled = kernels.use_compiled(scores.size * len(model.used))
        _add_by_pairs(model, columns.astype(np.int32) + 1, scores, compiled)  # 0 = missing
    r = np.diff(model.nb.offsets) - 1
    for (i, j), pair in model.sparse.items():
        _add_sparse(scores[np.searchsorted(model.used, i)], model, pair, columns[i], columns[j], int(r[j]))
    return scores


def _laid_out(model: Model, n: int) -> _Laid | None:
    """Copy the terms of the dense pairs for the sums of n cases.

    With few cases, many classes or sparse pairs this is not worthwhile: return None.
    """
    rows, n_classes = np.diff(model.nb.offsets)[model.used], model.log_table.shape[1]
    cells = int(rows.sum()) ** 2
    if n_classes > MOST_CLASSES or cells > 2 * len(model.log_table):
        return None
    if not kernels.use_compiled(n * len(rows) ** 2 * n_classes):
        return None
    n_pairs = -(-n_classes // 2)
    terms = np.zeros((n_pairs, cells, 2))
    base = model.base[np.ix_(model.used, model.used)]
    compiling.loops(bn_loops).lay_out(base, rows, model.log_table, terms)
    all_rows = np.diff(model.nb.offsets)
    of_used = np.repeat(all_rows > 1, all_rows)
    heads = np.zeros((int(rows.sum()), 2 * n_pairs))
    heads[:, :n_classes] = model.log_table[1 : 1 + model.nb.offsets[-1]][of_used]
    heads = np.ascontiguousarray(heads.view(np.complex128).T)
    return _Laid(model.used, rows, heads, terms.view(np.complex128)[:, :, 0])


def _add_by_pairs(model: Model, places: np.ndarray, scores: np.ndarray, compiled: bool) -> None:
    """Write the sums of the dense pairs to the scores (d', n, K), one super-parent at a time. places:
    (d, n).
    """
    start = np.zeros(scores.shape[2])
    rows = np.diff(model.nb.offsets).astype(np.int32)
    for s, i in enumerate(model.used):
        children = model.used[(model.used != i) & (model.base[i, model.used] >= 0)]
        terms = (
            places[i] * rows[children, None]
            + places[children]
            + model.base[i, children, None].astype(np.int32)
        )
        first = (1 + model.nb.offsets[i] + places[i : i + 1]).astype(np.int32)
        scores[s] = kernels.gather_sum(
            start, np.concatenate([first, terms]), model.log_table, compiled=compiled
        )


def _add_sparse(
    scores: np.ndarray, model: Model, pair: SparsePair, parent: np.ndarray, child: np.ndarray, r_child: int
) -> None:
    """Add log P(x_j | c, x_i) of a sparse pair to the scores (n, K) of the super-parent."""
    cases = np.flatnonzero((parent >= 0) & (child >= 0))
    parent, child, n_classes = parent[cases].astype(np.int64), child[cases].astype(np.int64), scores.shape[1]
    total = lookup(pair.parent, parent, n_classes) + model.alpha
    joint = lookup(pair.joint, parent * r_child + child, n_classes) + model.alpha / r_child
    scores[cases] += log(joint / np.where(total > 0, total, 1.0))


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | x), shape (n, K), nats; a case that is impossible under every class (alpha = 0) gets the
    prior.
    """
    return normalize(log_joint(model, table), model.nb.log_prior)


def with_class_prior(model: Model, log_prior: np.ndarray, class_counts: np.ndarray) -> Model:
    """The model with another class prior (`core.priors`): it replaces that of every super-parent."""
    table, last = model.log_table.copy(), 1 + model.nb.offsets[-1]
    table[1:last] += priors.shift(log_prior, class_counts, model.alpha)
    return model._replace(nb=model.nb._replace(log_prior=log_prior), log_table=table)


def explain(model: Model, table: Table) -> Mixture:
    """The models that are summed, one per super-parent."""
    columns = counts.checked_codes(table.codes, model.nb.offsets)
    sums = _by_super_parent(model, columns, _laid_out(model, columns.shape[1]))
    return Mixture(model.used, sums.transpose(1, 0, 2), nb.explain(model.nb, table))


warm_up = kernels.warm_up_for(fit, predict_log_proba, kernels.pair_steps)


def summarize(model: Model) -> dict[str, Any]:
    """n_parameters = sum over super-parents i of K r_i - 1 + K r_i sum over j != i of (r_j - 1) (naive Bayes
    if none); attributes_used.
    """
    if len(model.used) == 0:
        return nb.summarize(model.nb)
    r, n_classes = (np.diff(model.nb.offsets) - 1)[model.used], len(model.nb.log_prior)
    free = n_classes * r - 1 + n_classes * r * ((r - 1).sum() - (r - 1))
    return {"n_parameters": int(free.sum()), "attributes_used": len(model.used)}
