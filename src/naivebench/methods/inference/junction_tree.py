"""Exact inference for all variables in one pass: the junction tree of Lauritzen and Spiegelhalter 1988.

Eliminating the variables in min-fill order gives cliques. The maximal ones are the nodes of a tree. A pass
towards the roots turns the table of every clique into the distribution given its separator, and gives
P(evidence). A pass back turns the tables into joint distributions given the evidence. With maxima in place of
sums, the pass back finds the most probable explanation. Koller and Friedman 2009, chapters 10 and 13;
docs/methods/bayesian-networks.md#junction-tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.inference.elimination import condition_table, sort_by_min_fill
from naivebench.methods.inference.network import Network, encode_evidence, list_ancestors


class Clique(NamedTuple):
    """A node of the tree; the axes of its table are its variables in ascending order."""

    variables: tuple[int, ...]
    families: tuple[int, ...]  # variables that own the tables multiplied into this one
    parent: int  # place of the next clique towards the root, behind this one; -1 at a root
    separator: tuple[int, ...]  # variables shared with the parent


def build_cliques(network: Network, scopes: Mapping[int, Sequence[int]]) -> list[Clique]:
    """Build the cliques for tables of these scopes, which are listed by the variable that owns the table.
    Children come before parents. A table without variables is in no clique.
    """
    filled = {i: scope for i, scope in scopes.items() if scope}
    order = sort_by_min_fill(network, filled.values())
    first = {i: min(scope, key=order.index) for i, scope in filled.items()}
    later: dict[int, set[int]] = {v: set() for v in order}  # neighbours when the variable is eliminated
    for i, scope in filled.items():
        later[first[i]].update(u for u in scope if u != first[i])
    above: dict[int, int] = {}  # of these neighbours the one that is eliminated next
    home: dict[int, int] = {}  # variable -> the variable whose elimination made its clique
    top: dict[int, int] = {}  # the variable that made a clique -> the last variable with this clique
    for v in order:
        if later[v]:
            above[v] = min(later[v], key=order.index)
            later[above[v]] |= later[v] - {above[v]}
        # a clique that equals the rest of an earlier one is not maximal
        rests = (u for u in order if above.get(u) == v and later[u] == later[v] | {v})
        home[v] = next((home[u] for u in rests), v)
        top[home[v]] = v
    makers = sorted(top, key=lambda v: order.index(top[v]))
    return [
        Clique(
            tuple(sorted(later[v] | {v})),
            tuple(i for i in filled if home[first[i]] == v),
            makers.index(home[above[top[v]]]) if top[v] in above else -1,
            tuple(sorted(later[top[v]])),
        )
        for v in makers
    ]


def compute_posteriors(network: Network, evidence: Mapping[str, str]) -> dict[str, np.ndarray]:
    """Compute P(X | evidence), (r,), of every other variable by name. Raises InputError for bad evidence."""
    codes = encode_evidence(network, evidence)
    cliques, tables, _ = _collect_evidence(network, range(len(network.names)), codes, np.sum)
    posteriors = {}
    for k, clique in reversed(list(enumerate(cliques))):
        if clique.parent >= 0:
            above = cliques[clique.parent].variables
            shared = _reduce_table(tables[clique.parent], above, clique.separator, np.sum)
            tables[k] = tables[k] * _expand_table(shared, clique.separator, clique.variables)
        for v in clique.variables:
            table = _reduce_table(tables[k], clique.variables, (v,), np.sum)
            posteriors[v] = table / table.sum()
    return {name: posteriors[v] for v, name in enumerate(network.names) if v not in codes}


def find_best_explanation(network: Network, evidence: Mapping[str, str]) -> tuple[dict[str, str], float]:
    """Find the most probable joint values of all variables that are not observed (one of several that tie),
    and log P(values | evidence) in nats. Raises InputError as `compute_posteriors`.
    """
    codes = encode_evidence(network, evidence)
    cliques, tables, log_joint = _collect_evidence(network, range(len(network.names)), codes, np.max)
    best = dict(codes)
    for clique, table in zip(reversed(cliques), reversed(tables), strict=True):
        free = [v for v in clique.variables if v not in best]
        rest = table[tuple(best.get(v, slice(None)) for v in clique.variables)]
        best |= zip(free, map(int, np.unravel_index(int(rest.argmax()), rest.shape)), strict=True)
    values = {n: network.states[v][best[v]] for v, n in enumerate(network.names) if v not in codes}
    return values, log_joint - _collect_evidence(network, (), codes, np.sum)[2]


def _collect_evidence(
    network: Network, targets: Iterable[int], codes: Mapping[int, int], reduce: Callable[..., np.ndarray]
) -> tuple[list[Clique], list[np.ndarray], float]:
    """Return cliques, tables given separators, and log P(evidence) or, if `reduce` is a maximum, the largest
    log probability of all variables with the evidence.
    """
    factors = {i: condition_table(network, i, codes) for i in list_ancestors(network, (*targets, *codes))}
    cliques = build_cliques(network, {i: scope for i, (scope, _) in factors.items()})
    log_scale = sum((_log_scalar(table) for scope, table in factors.values() if not scope), 0.0)
    tables = [np.ones([len(network.states[v]) for v in clique.variables]) for clique in cliques]
    for k, clique in enumerate(cliques):
        for i in clique.families:
            scope, table = factors[i]
            factor = _expand_table(np.transpose(table, np.argsort(scope)), scope, clique.variables)
            tables[k], log_scale = _multiply_table(tables[k], factor, log_scale)
    for k, clique in enumerate(cliques):
        message = _reduce_table(tables[k], clique.variables, clique.separator, reduce)
        of_separator = np.where(message > 0, message, 1)
        tables[k] = tables[k] / _expand_table(of_separator, clique.separator, clique.variables)
        if clique.parent < 0:
            log_scale += _log_scalar(message)
        else:
            message = _expand_table(message, clique.separator, cliques[clique.parent].variables)
            tables[clique.parent], log_scale = _multiply_table(tables[clique.parent], message, log_scale)
    if log_scale == -math.inf:
        raise InputError("the evidence has probability 0: change the evidence")
    return cliques, tables, log_scale


def _log_scalar(number: np.ndarray) -> float:
    return math.log(number) if number > 0 else -math.inf


def _expand_table(table: np.ndarray, scope: Sequence[int], variables: Sequence[int]) -> np.ndarray:
    return np.expand_dims(table, [k for k, v in enumerate(variables) if v not in scope])


def _reduce_table(
    table: np.ndarray, variables: Sequence[int], kept: Sequence[int], reduce: Callable[..., np.ndarray]
) -> np.ndarray:
    return reduce(table, axis=tuple(k for k, v in enumerate(variables) if v not in kept))


def _multiply_table(table: np.ndarray, factor: np.ndarray, log_scale: float) -> tuple[np.ndarray, float]:
    table = table * factor  # divided by its maximum, which avoids underflow
    largest = table.max()
    return table / (largest or 1.0), log_scale + _log_scalar(largest)
