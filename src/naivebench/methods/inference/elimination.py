"""Exact inference in small discrete Bayesian networks by variable elimination.

Only the ancestors of query and evidence take part, because the others sum to one. Each table is restricted to
the observed values, and factors that are not connected with the query are left out. Zhang and Poole 1994;
Koller and Friedman 2009, chapter 9; docs/methods/bayesian-networks.md#variable-elimination.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.inference.network import Network, encode_evidence, list_ancestors, list_family

Factor = tuple[tuple[int, ...], np.ndarray]  # the variables of the axes, and the table


class Elimination(NamedTuple):
    """One step of an elimination, described by variable names for readers."""

    variable: str | None  # summed out; None: the factors are only multiplied
    factors: tuple[tuple[str, ...], ...]  # scopes of the factors multiplied
    result: tuple[str, ...]  # scope of the new factor
    table: np.ndarray  # the new factor, axes in the order of `result`
    cells: int  # size of the product before the sum


def compute_posterior(network: Network, query: Sequence[str], evidence: Mapping[str, str]) -> np.ndarray:
    """Compute P(query | evidence), with one axis for each variable of the query, none of which is observed.
    Raises InputError for evidence of probability 0, unless other evidence separates it from the query.
    """
    steps = trace_elimination(network, query, evidence)
    total = steps[-1].table.sum()
    if not total > 0:
        raise InputError(f"the evidence {dict(evidence)} has probability 0: change the evidence")
    return steps[-1].table / total


def log_evidence(network: Network, evidence: Mapping[str, str]) -> float:
    """Compute log P(evidence), nats, -inf if impossible."""
    table = trace_elimination(network, (), evidence)[-1].table
    return math.log(table) if table > 0 else -math.inf


def trace_elimination(
    network: Network, query: Sequence[str], evidence: Mapping[str, str]
) -> list[Elimination]:
    """Return the steps of the elimination."""
    targets, codes = tuple(map(network.names.index, query)), encode_evidence(network, evidence)
    factors = {i: condition_table(network, i, codes) for i in list_ancestors(network, (*targets, *codes))}
    if targets:  # leave out the factors that are not connected with the query through shared variables
        reached, scopes = set(targets), [set(scope) for scope, _ in factors.values()]
        while more := set().union(*(scope for scope in scopes if scope & reached)) - reached:
            reached |= more
        factors = {i: factor for i, factor in factors.items() if reached.intersection(factor[0])}
    return _eliminate_variables(network, targets, list(factors.values()))


def sort_by_min_fill(
    network: Network, scopes: Iterable[Sequence[int]], kept: Sequence[int] = ()
) -> list[int]:
    """Order the variables of the scopes that are not in `kept` for elimination. The next variable is the one
    that joins the fewest unjoined pairs of neighbours; ties go to the smallest table, then to the first name
    (Koller and Friedman, 9.4).
    """
    adjacent: dict[int, set[int]] = {}
    for scope in scopes:
        for v in scope:
            adjacent.setdefault(v, set()).update(u for u in scope if u != v)

    def compute_cost(v: int) -> tuple[int, int, str]:
        unjoined = sum(b not in adjacent[a] for a, b in itertools.combinations(adjacent[v], 2))
        return unjoined, math.prod(len(network.states[u]) for u in (v, *adjacent[v])), network.names[v]

    order = []
    while rest := adjacent.keys() - set(kept):
        order.append(min(rest, key=compute_cost))
        around = adjacent.pop(order[-1])
        for u in around:
            adjacent[u] = (adjacent[u] | around) - {u, order[-1]}
    return order


def condition_table(network: Network, i: int, codes: Mapping[int, int]) -> Factor:
    """Return table i at the observed values, and its variables that are not observed."""
    scope = list_family(network, i)
    table = network.tables[i][tuple(codes.get(v, slice(None)) for v in scope)]
    return tuple(v for v in scope if v not in codes), table


def _eliminate_variables(network: Network, query: tuple[int, ...], pool: list[Factor]) -> list[Elimination]:
    """Sum all variables except the query out of the product; return a table with the query's axes."""
    steps = []
    for v in (*sort_by_min_fill(network, [scope for scope, _ in pool], query), None):
        bucket = [factor for factor in pool if v is None or v in factor[0]]
        product = tuple(dict.fromkeys(u for scope, _ in bucket for u in scope))
        result = query if v is None else tuple(u for u in product if u != v)
        operands: Any = [part for scope, values in bucket for part in (values, scope)]
        table = np.einsum(*[1.0, [], *operands, result])
        pool = [factor for factor in pool if v is not None and v not in factor[0]] + [(result, table)]
        name = None if v is None else network.names[v]
        factors = tuple(_name_variables(network, scope) for scope, _ in bucket)
        cells = math.prod(len(network.states[u]) for u in product)
        steps.append(Elimination(name, factors, _name_variables(network, result), table, cells))
    return steps


def _name_variables(network: Network, scope: Iterable[int]) -> tuple[str, ...]:
    return tuple(network.names[v] for v in scope)
