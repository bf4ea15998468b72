"""Exact inference in discrete Bayesian networks by variable elimination.

Only the ancestors of query and evidence take part (a variable without observed or asked descendants sums to
one), each table is cut down to the observed values, and of these factors only those that are connected with
the query. The order is min-fill (inference.ordering). Zhang and Poole 1994; Koller and Friedman
2009, chapter 9; docs/methods/bayesian-networks.md#variable-elimination.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.inference import ordering
from naivebench.methods.inference.network import (
    Network,
    evidence_codes,
    family,
    in_words,
    index_of,
    topological_order,
)
from naivebench.methods.inference.ordering import Step, bits

MAX_PLANS = 512  # plans kept per network; the least recently used is dropped first
UNDERFLOW = -600.0  # nats: products that may fall below are rescaled at every step
ALL = slice(None)


class Engine(NamedTuple):
    """A network with the precomputed values that every query needs."""

    network: Network
    families: tuple[tuple[int, ...], ...]  # (n,) variables of the axes of every table
    masks: tuple[int, ...]  # (n,) these variables as masks
    ancestors: tuple[int, ...]  # (n,) mask of the variable and its ancestors
    cards: tuple[int, ...]  # (n,)
    ranks: tuple[int, ...]  # (n,) place in the alphabetical order of the names
    symbols: tuple[str, ...]  # (n,) one character per variable
    log_smallest: tuple[float, ...]  # (n,) nats, smallest positive entry of every table
    plans: dict[tuple[tuple[int, ...], int, bool], Plan]  # by (query, observed, connected)


class Plan(NamedTuple):
    """The steps of a query, for any evidence on the same variables."""

    # table, and per axis the observed variable or -1; None: none observed
    factors: tuple[tuple[np.ndarray, tuple[int, ...] | None], ...]
    scopes: tuple[tuple[int, ...], ...]  # variables of every factor that are not observed
    variables: tuple[int, ...]  # variable of each factor's conditional table
    steps: tuple[Step, ...]
    rescale: bool


class Elimination(NamedTuple):
    """One step of an elimination, described by variable names for readers."""

    variable: str | None  # summed out; None: the factors are only multiplied
    factors: tuple[tuple[str, ...], ...]  # scopes of the factors multiplied
    product: tuple[str, ...]  # scope of their product
    result: tuple[str, ...]  # scope of the new factor
    table: np.ndarray  # the new factor, axes in the order of `result`
    cells: int  # size of the product
    fill: int  # pairs of variables that meet in a factor for the first time


def prepare(network: Network) -> Engine:
    """Make a network ready for queries."""
    n = len(network.names)
    families = tuple(family(network, i) for i in range(n))
    ancestors: list[int] = [0] * n
    for i in topological_order(network):
        ancestors[i] = 1 << i
        for parent in network.parents[i]:
            ancestors[i] |= ancestors[parent]
    by_name = sorted(range(n), key=network.names.__getitem__)
    ranks = {v: rank for rank, v in enumerate(by_name)}
    return Engine(
        network,
        families,
        tuple(sum(1 << v for v in scope) for scope in families),
        tuple(ancestors),
        tuple(map(len, network.states)),
        tuple(ranks[i] for i in range(n)),
        ordering.symbols_of(n),
        tuple(math.log(table[table > 0].min()) for table in network.tables),
        {},
    )


def posterior(
    engine: Engine, query: str | Sequence[str], evidence: Mapping[str, str] | None = None
) -> np.ndarray:
    """P(query | evidence), shape (r,) for one variable, for several their joint distribution with an axis
    each in their order.

    Evidence that is separated from the query by the rest of the evidence is ignored, so it may even be
    impossible. Raises InputError for unknown names and values, for evidence of probability 0, and for tables
    too large for memory.
    """
    wanted = [index_of(engine.network, name) for name in ([query] if isinstance(query, str) else query)]
    if len(set(wanted)) < len(wanted):
        raise InputError("the query names a variable twice: name it once")
    codes = evidence_codes(engine.network, evidence or {})
    free = tuple(v for v in wanted if v not in codes)
    table, _ = _eliminate(engine, free, codes, connected=bool(free))
    total = table.sum()
    if not total > 0:
        raise InputError(
            f"the evidence {in_words(evidence)} has probability 0, so there is no posterior: change the "
            "evidence"
        )
    table = table / total
    if len(free) == len(wanted):
        return table
    full = np.zeros([engine.cards[v] for v in wanted])
    full[tuple(ALL if v in free else codes[v] for v in wanted)] = table
    return full


def posteriors(
    engine: Engine, queries: Sequence[str] | None = None, evidence: Mapping[str, str] | None = None
) -> dict[str, np.ndarray]:
    """P(X | evidence) of every variable asked for, by name; by default of all variables that are not
    observed.

    Raises InputError as `posterior`.
    """
    evidence = evidence or {}
    queries = [name for name in engine.network.names if name not in evidence] if queries is None else queries
    return {name: posterior(engine, name, evidence) for name in queries}


def log_evidence(engine: Engine, evidence: Mapping[str, str]) -> float:
    """log P(evidence) in nats, -inf if it is impossible. Raises InputError for unknown names and values."""
    table, log_scale = _eliminate(engine, (), evidence_codes(engine.network, evidence), connected=False)
    return math.log(table) + log_scale if table > 0 else -math.inf


def elimination_steps(
    engine: Engine, query: str, evidence: Mapping[str, str] | None = None
) -> list[Elimination]:
    """The steps that `posterior` takes for one variable, not rescaled. No step if the query is observed.

    Raises InputError for unknown names and values.
    """
    codes, wanted = evidence_codes(engine.network, evidence or {}), index_of(engine.network, query)
    if wanted in codes:
        return []
    plan = _plan(engine, (wanted,), codes, connected=True)
    names, at = engine.network.names, {s: i for i, s in enumerate(engine.symbols)}
    arrays = _cut(plan, codes)
    run(plan.steps, arrays)
    scopes = [tuple(names[v] for v in scope) for scope in plan.scopes]
    steps = []
    for step, table in zip(plan.steps, arrays[len(scopes) :], strict=True):
        factors = tuple(scopes[k] for k in step.operands)
        product = tuple(dict.fromkeys(name for scope in factors for name in scope))
        scopes.append(tuple(names[at[s]] for s in step.scope))
        steps.append(
            Elimination(
                names[step.variable] if step.variable >= 0 else None,
                factors,
                product,
                scopes[-1],
                table,
                step.cells,
                step.fill,
            )
        )
    return steps


def initial_factors(
    engine: Engine, query: str, evidence: Mapping[str, str] | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    """The factors an elimination starts from: the variable whose table it is, and the scope left after the
    evidence is put in.
    """
    codes, wanted = evidence_codes(engine.network, evidence or {}), index_of(engine.network, query)
    if wanted in codes:
        return []
    plan, names = _plan(engine, (wanted,), codes, connected=True), engine.network.names
    return [
        (names[v], tuple(names[u] for u in scope))
        for v, scope in zip(plan.variables, plan.scopes, strict=True)
    ]


def _eliminate(
    engine: Engine, query: tuple[int, ...], codes: dict[int, int], *, connected: bool
) -> tuple[np.ndarray, float]:
    """The table proportional to P(query, evidence), and the log of the factor it was divided by."""
    plan = _plan(engine, query, codes, connected=connected)
    if not plan.factors:
        return np.ones(()), 0.0
    return (run_rescaled if plan.rescale else run)(plan.steps, _cut(plan, codes))


def _cut(plan: Plan, codes: dict[int, int]) -> list[np.ndarray]:
    """The factors of a plan at the observed values."""
    return [
        table if axes is None else table[tuple([codes[v] if v >= 0 else ALL for v in axes])]
        for table, axes in plan.factors
    ]


def run(steps: Sequence[Step], arrays: list[np.ndarray]) -> tuple[np.ndarray, float]:
    """Carry out the steps; `arrays` grows by their results. Returns the last one and log scale 0."""
    for step in steps:
        arrays.append(np.einsum(step.subscripts, *[arrays[k] for k in step.operands]))
    return arrays[-1], 0.0


def run_rescaled(steps: Sequence[Step], arrays: list[np.ndarray]) -> tuple[np.ndarray, float]:
    """As `run`, with every result divided by its maximum.

    Returns the last one and the log of all divisors.
    """
    log_scale = 0.0
    for step in steps:
        table = np.einsum(step.subscripts, *[arrays[k] for k in step.operands])
        largest = table.max()
        if largest > 0:
            table = table / largest
            log_scale += math.log(largest)
        arrays.append(table)
    return arrays[-1], log_scale


def _plan(engine: Engine, query: tuple[int, ...], codes: dict[int, int], *, connected: bool) -> Plan:
    """The plan of a query, from the cache if one of the same variables was made before."""
    observed = 0
    for v in codes:
        observed |= 1 << v
    key = (query, observed, connected)
    plan = engine.plans.pop(key, None) or _make_plan(engine, query, observed, connected)
    if len(engine.plans) >= MAX_PLANS:
        del engine.plans[next(iter(engine.plans))]
    engine.plans[key] = plan
    return plan


def _make_plan(engine: Engine, query: tuple[int, ...], observed: int, connected: bool) -> Plan:
    asked = sum(1 << v for v in query)
    relevant = 0
    for v in bits(asked | observed):
        relevant |= engine.ancestors[v]
    variables = list(bits(relevant))
    if connected:
        variables = _connected(variables, engine.masks, asked, ~observed)
    factors: list[tuple[np.ndarray, tuple[int, ...] | None]] = []
    scopes: list[tuple[int, ...]] = []
    for i in variables:
        scope = engine.families[i]
        if engine.masks[i] & observed:
            factors.append((engine.network.tables[i], tuple([v if observed >> v & 1 else -1 for v in scope])))
            scope = tuple([v for v in scope if not observed >> v & 1])
        else:
            factors.append((engine.network.tables[i], None))
        scopes.append(scope)
    steps = ordering.schedule(scopes, query, symbols=engine.symbols, cards=engine.cards, ranks=engine.ranks)
    rescale = sum([engine.log_smallest[i] for i in variables]) < UNDERFLOW
    return Plan(tuple(factors), tuple(scopes), tuple(variables), steps, rescale)


def _connected(variables: list[int], masks: tuple[int, ...], start: int, free: int) -> list[int]:
    """The variables whose factors, cut down to the `free` variables, are connected with `start` through
    shared variables.
    """
    reached, rest = start, [(i, masks[i] & free) for i in variables]
    connected = []
    while True:
        left = []
        for i, mask in rest:
            if mask & reached:
                reached |= mask
                connected.append(i)
            else:
                left.append((i, mask))
        if len(left) == len(rest):
            return sorted(connected)
        rest = left
