"""Class posteriors of a family model with missing attributes summed out exactly, instead of shorter parent
lists.

    P(c, x_observed) = P(c) sum over the missing attributes of prod_j P(x_j | c, all parents of x_j)

The tables are those of the full parent lists. A missing attribute without observed descendants sums to one
and drops out. A value that has neither cases nor a prior (one that never occurred) is treated as missing and
has probability zero. The sum factorises into sums over attributes that occur together in families; each is
computed by one variable elimination (inference.ordering) for all classes and all cases with the same missing
attributes. Koller and Friedman 2009, chapter 9.
"""

from __future__ import annotations

import math

import numpy as np

from naivebench.core import counts, kernels
from naivebench.core.checks import one_of
from naivebench.core.explanations import Contributions
from naivebench.core.logspace import log, normalize
from naivebench.core.table import Table
from naivebench.methods.bn_classifiers.helpers import families
from naivebench.methods.bn_classifiers.helpers.families import Model
from naivebench.methods.inference import ordering

MISSING = ("skip", "marginalise")
GROUP_CELLS = 1 << 22  # float64 cells of the largest factor of one elimination: 32 MB


def check_missing(missing: str, method: str) -> None:
    """Raise InputError unless the parameter `missing` has a known value."""
    one_of(missing, MISSING, "missing", method)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """log P(c | observed attributes), shape (n, K), nats, with missing attributes treated by the model's
    setting `missing`. A case that is impossible under every class (no smoothing) gets the prior.
    """
    return normalize(log_joint(model, table), model.log_prior)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c, x), shape (n, K), nats, not normalised, with missing attributes treated by the model's setting
    `missing`.
    """
    return summed_joint(model, table) if model.missing == "marginalise" else families.log_joint(model, table)


def explain(model: Model, table: Table) -> Contributions:
    """The terms log P(x_j | c, parents) of every attribute, and the parents that were used. With missing =
    marginalise, attributes that are summed out and their descendants share one term, `rest`.
    """
    columns = counts.checked_codes(table.codes, model.offsets)
    prior = np.tile(model.log_prior, (columns.shape[1], 1))
    if model.missing == "skip" or not len(columns):
        terms = families.terms(model, columns)
        return Contributions(prior, terms, 0.0, "", model.parents, families.depths(model, columns))
    columns = np.where(model.silent[counts.rows_of(columns, model.offsets)], -1, columns)
    terms = families.terms(model, columns)
    terms[_unfinished(model, columns < 0).T] = 0.0
    closed = prior + terms.sum(axis=1)
    possible = np.isfinite(closed)
    rest = np.where(possible, summed_joint(model, table) - np.where(possible, closed, 0.0), 0.0)
    depth = families.depths(model, columns)
    return Contributions(prior, terms, rest, "attributes below missing ones", model.parents, depth)


def summed_joint(model: Model, table: Table) -> np.ndarray:
    """log P(c, observed attributes), shape (n, K), nats, not normalised, by summing over the missing
    attributes.

    Raises InputError for sums over too many values.
    """
    columns = counts.checked_codes(table.codes, model.offsets)
    parts = [
        _log_joint(model, columns[:, block])
        for block in counts.blocks(columns.shape[1], 2 * len(columns) + len(model.log_prior))
    ]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _log_joint(model: Model, columns: np.ndarray) -> np.ndarray:
    if len(columns):
        columns = np.where(model.silent[counts.rows_of(columns, model.offsets)], -1, columns)
    missing = columns < 0
    needed, unfinished = _needed(model, missing), _unfinished(model, missing)
    scores = _closed_part(model, columns, unfinished)
    attributes, members = _components(model, needed & missing, needed & unfinished)
    for root in range(len(columns)):
        pattern = np.concatenate([attributes == root, members == root])
        cases = np.flatnonzero(pattern.any(axis=0))
        _, first, group = np.unique(
            np.packbits(pattern[:, cases], axis=0), axis=1, return_index=True, return_inverse=True
        )
        for g, one in enumerate(cases[first]):
            rows = cases[group.ravel() == g]
            summed, included = np.split(pattern[:, one], 2)
            scores[rows] += _open_part(model, summed, np.flatnonzero(included).tolist(), columns[:, rows])
    return scores


def _components(model: Model, summed: np.ndarray, active: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which separate sum every attribute to be summed out and every active family belong to, two int arrays
    (d, n).

    Attributes that occur in the same active family belong to the same sum, which is identified by its lowest
    attribute; d means none.
    """
    d = len(summed)
    attributes = np.where(summed, np.arange(d)[:, None], d)
    members = np.full(attributes.shape, d)
    while True:
        before = members.copy()
        for j, parents in enumerate(model.parents):
            scope = [j, *parents]
            members[j] = np.where(active[j], attributes[scope].min(axis=0), d)
            attributes[scope] = np.where(summed[scope] & active[j], members[j], attributes[scope])
        if np.array_equal(members, before):
            return attributes, members


def _needed(model: Model, missing: np.ndarray) -> np.ndarray:
    """Whether attributes are observed or ancestors of an observed one, bool (d, n)."""
    needed = ~missing
    for j in reversed(_parents_first(model)):
        for parent in model.parents[j]:
            needed[parent] |= needed[j]
    return needed


def _parents_first(model: Model) -> list[int]:
    """The attributes in an order in which parents come before their children."""
    order: dict[int, None] = {}
    for j in range(len(model.parents)):
        stack = [j]
        while stack:
            above = [p for p in model.parents[stack[-1]] if p not in order]
            stack += above
            if not above:
                order.setdefault(stack.pop())
    return list(order)


def _unfinished(model: Model, missing: np.ndarray) -> np.ndarray:
    """Whether attributes are missing or have a missing parent, bool (d, n)."""
    unfinished = missing.copy()
    for j, parents in enumerate(model.parents):
        for parent in parents:
            unfinished[j] |= missing[parent]
    return unfinished


def _closed_part(model: Model, columns: np.ndarray, unfinished: np.ndarray) -> np.ndarray:
    """log P(c) and the terms of all attributes that are observed with all their parents, shape (n, K)."""
    rows = counts.rows_of(columns, model.offsets)
    sparse = [
        part
        for j, levels in enumerate(model.levels)
        if levels
        for part in families.deepen_rows(model, j, columns, rows)
    ]
    rows = np.where(unfinished, model.offsets[:-1, None], rows).astype(np.int32)
    scores = kernels.gather_sum(model.log_prior, rows, model.log_table)
    for j, level, cases, configuration in sparse:
        whole = ~unfinished[j, cases]
        scores[cases[whole]] += families.sparse_terms(
            model, j, level, columns[j, cases[whole]].astype(np.int64), configuration[whole]
        )
    return scores


def _open_part(model: Model, summed: np.ndarray, members: list[int], columns: np.ndarray) -> np.ndarray:
    """log of the sum over the attributes `summed`, bool (d,), of the product of the families `members`, shape
    (n, K) nats.
    """
    cards, n_classes = (np.diff(model.offsets) - 1).tolist(), len(model.log_prior)
    scopes = [tuple(v for v in (*model.parents[j], j) if summed[v]) for j in members]
    symbols = ordering.symbols_of(len(cards))
    steps = ordering.schedule(
        scopes, (), symbols=symbols, cards=cards, ranks=range(len(cards)), batch_cells=n_classes
    )
    largest = max(step.cells for step in steps)
    parts = []
    n = columns.shape[1]
    for part in np.array_split(columns, min(n, math.ceil(n * largest / GROUP_CELLS)), axis=1):
        log_scale = np.zeros((part.shape[1], n_classes))
        arrays = [
            _exp_scaled(_terms(model, j, scope, part, cards), log_scale)
            for j, scope in zip(members, scopes, strict=True)
        ]
        for step in steps:
            arrays.append(_scaled(np.einsum(step.subscripts, *[arrays[k] for k in step.operands]), log_scale))
        parts.append(log(arrays[-1]) + log_scale)
    return np.concatenate(parts)


def _terms(model: Model, j: int, scope: tuple[int, ...], columns: np.ndarray, cards: list[int]) -> np.ndarray:
    """log P(x_j | c, all parents) of cases (d, n) for every value of the missing attributes `scope`: (n, K, r
    of each) nats.
    """
    shape = (columns.shape[1], *[cards[v] for v in scope])
    codes = {}
    for v in (*model.parents[j], j):
        axis = scope.index(v) + 1 if v in scope else 0
        values = np.arange(shape[axis]) if axis else columns[v]
        codes[v] = np.broadcast_to(
            np.expand_dims(values, [a for a in range(len(shape)) if a != axis]), shape
        ).ravel()
    terms = families.family_terms(model, j, codes)
    terms[model.silent[model.offsets[j] + 1 + codes[j]]] = -np.inf
    return np.moveaxis(terms.reshape(*shape, -1), -1, 1)


def _exp_scaled(terms: np.ndarray, log_scale: np.ndarray) -> np.ndarray:
    """exp of log terms (n, K, ...) after moving the largest of every case and class into `log_scale`
    (n, K).
    """
    largest = terms.max(axis=tuple(range(2, terms.ndim)))
    largest[np.isneginf(largest)] = 0.0
    log_scale += largest
    return np.exp(terms - np.expand_dims(largest, list(range(2, terms.ndim))))


def _scaled(table: np.ndarray, log_scale: np.ndarray) -> np.ndarray:
    """A table (n, K, ...) after moving the largest entry of every case and class into `log_scale` (n, K)."""
    largest = table.max(axis=tuple(range(2, table.ndim)))
    largest[largest == 0] = 1.0
    log_scale += np.log(largest)
    return table / np.expand_dims(largest, list(range(2, table.ndim)))
