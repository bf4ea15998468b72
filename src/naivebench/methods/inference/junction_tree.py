"""Exact inference for all variables in one pass: the junction tree of Lauritzen and Spiegelhalter 1988.

Eliminating the variables in min-fill order gives cliques: each variable with the neighbours that it then has.
The maximal ones are the nodes of a tree in which the cliques of every variable are connected. The tables of
the network, cut down to the observed values, are multiplied into cliques that contain their variables. A pass
towards the roots (collect) leaves in every clique the distribution given its separator, and P(evidence) at
the roots; a pass back (distribute) makes it the joint distribution of its variables given the evidence. With
maxima in place of sums, the way back reads off the most probable explanation. Koller and Friedman 2009,
chapters 10 and 13; docs/methods/bayesian-networks.md#junction-tree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError
from naivebench.methods.inference import ordering
from naivebench.methods.inference.elimination import Engine
from naivebench.methods.inference.network import evidence_codes, in_words, index_of
from naivebench.methods.inference.ordering import bits

Reduce = Callable[..., np.ndarray]  # numpy.sum or numpy.max


class Clique(NamedTuple):
    """A node of the tree; the axes of its table are its variables in ascending order."""

    variables: tuple[int, ...]
    families: tuple[int, ...]  # the tables multiplied into this one, by the variable whose table each is
    parent: int  # place of the next clique towards the root, behind this one; -1 at a root
    separator: tuple[int, ...]  # variables shared with the parent


class Explanation(NamedTuple):
    """The most probable values of all variables that are not observed."""

    values: dict[str, str]
    log_joint: float  # log P(values, evidence), nats
    log_posterior: float  # log P(values | evidence), nats


class _Collected(NamedTuple):
    """The tree after the pass towards the roots."""

    cliques: list[Clique]
    tables: list[np.ndarray]  # given the separators
    log_scale: float  # what was divided out: log P(evidence), or log max P(all, evidence); -inf: impossible


def build(scopes: Mapping[int, Sequence[int]], cards: Sequence[int], ranks: Sequence[int]) -> list[Clique]:
    """The cliques for tables of these scopes, by the variable whose table it is; children before parents.

    A table without variables is in no clique. Raises InputError for cliques too large for memory.
    """
    filled = {i: scope for i, scope in scopes.items() if scope}
    order = [v for v, _ in ordering.min_fill(list(filled.values()), 0, cards, ranks)]
    place = {v: k for k, v in enumerate(order)}
    first = {i: min(scope, key=place.__getitem__) for i, scope in filled.items()}
    later = dict.fromkeys(order, 0)  # neighbours when the variable is eliminated, as a mask
    for i, scope in filled.items():
        later[first[i]] |= sum(1 << u for u in scope if u != first[i])
    above: dict[int, int] = {}  # of these neighbours the one that is eliminated next
    home: dict[int, int] = {}  # variable -> the variable whose elimination made its clique
    top: dict[int, int] = {}  # that one -> the last variable of which this is the clique
    below: dict[int, list[int]] = {v: [] for v in order}
    for v in order:
        if later[v]:
            above[v] = min(bits(later[v]), key=place.__getitem__)
            later[above[v]] |= later[v] & ~(1 << above[v])
            below[above[v]].append(v)
        # a clique that equals the rest of an earlier one is not maximal
        home[v] = next((home[u] for u in below[v] if later[u] == later[v] | 1 << v), v)
        top[home[v]] = v
    makers = sorted(top, key=lambda v: place[top[v]])
    at = {v: k for k, v in enumerate(makers)}
    members: dict[int, list[int]] = {v: [] for v in makers}
    for i in filled:
        members[home[first[i]]].append(i)
    cliques = []
    for v in makers:
        variables, last = tuple(bits(later[v] | 1 << v)), top[v]
        ordering.checked_cells([cards[u] for u in variables])
        parent = at[home[above[last]]] if last in above else -1
        cliques.append(Clique(variables, tuple(members[v]), parent, tuple(bits(later[last]))))
    return cliques


def posteriors(
    engine: Engine, queries: Sequence[str] | None = None, evidence: Mapping[str, str] | None = None
) -> dict[str, np.ndarray]:
    """P(X | evidence), (r,) each, of every variable asked for, by name; by default of all that are not
    observed.

    Only ancestors of queries and evidence take part. Raises InputError for unknown names and values, for
    evidence of probability 0, and for tables too large for memory.
    """
    evidence = evidence or {}
    codes = evidence_codes(engine.network, evidence)
    names = [n for n in engine.network.names if n not in evidence] if queries is None else queries
    wanted = {name: index_of(engine.network, name) for name in names}
    cliques, tables, log_scale = _collected(engine, wanted.values(), codes, np.sum)
    if log_scale == -math.inf:
        raise InputError(
            f"the evidence {in_words(evidence)} has probability 0, so there is no posterior: change the "
            "evidence"
        )
    place: dict[int, int] = {}
    for k, clique in reversed(list(enumerate(cliques))):
        if clique.parent >= 0:
            above = cliques[clique.parent].variables
            shared = _reduced(tables[clique.parent], above, clique.separator, np.sum)
            tables[k] = tables[k] * _spread(shared, clique.separator, clique.variables, engine.cards)
        place |= dict.fromkeys(clique.variables, k)
    found = {}
    for name, v in wanted.items():
        table = (
            np.eye(engine.cards[v])[codes[v]]
            if v in codes
            else _reduced(tables[place[v]], cliques[place[v]].variables, (v,), np.sum)
        )
        found[name] = table / table.sum()
    return found


def log_evidence(engine: Engine, evidence: Mapping[str, str]) -> float:
    """log P(evidence) in nats, -inf if it is impossible. Raises InputError for unknown names and values."""
    return _collected(engine, (), evidence_codes(engine.network, evidence), np.sum).log_scale


def explanation(engine: Engine, evidence: Mapping[str, str] | None = None) -> Explanation:
    """The most probable values of all variables that are not observed, together; one of them if several tie.

    Raises InputError as `posteriors`.
    """
    evidence, network = evidence or {}, engine.network
    codes = evidence_codes(network, evidence)
    cliques, tables, log_joint = _collected(engine, range(len(network.names)), codes, np.max)
    if log_joint == -math.inf:
        raise InputError(
            f"the evidence {in_words(evidence)} has probability 0, so there is no explanation: change the "
            "evidence"
        )
    best = dict(codes)
    for clique, table in zip(reversed(cliques), reversed(tables), strict=True):
        free = [v for v in clique.variables if v not in best]
        rest = table[tuple(best.get(v, slice(None)) for v in clique.variables)]
        codes_of_best = np.unravel_index(int(rest.argmax()), rest.shape)
        best |= {v: int(code) for v, code in zip(free, codes_of_best, strict=True)}
    values = {n: network.states[v][best[v]] for v, n in enumerate(network.names) if v not in codes}
    return Explanation(values, log_joint, log_joint - log_evidence(engine, evidence))


def _collected(engine: Engine, wanted: Iterable[int], codes: dict[int, int], reduce: Reduce) -> _Collected:
    """The tree over the ancestors of the wanted and observed variables, after the pass towards the roots."""
    relevant = 0
    for v in (*wanted, *codes):
        relevant |= engine.ancestors[v]
    scopes = {i: tuple(v for v in engine.families[i] if v not in codes) for i in bits(relevant)}
    cliques, log_scale = build(scopes, engine.cards, engine.ranks), 0.0
    tables = [np.ones([engine.cards[v] for v in clique.variables]) for clique in cliques]
    for i, scope in scopes.items():
        if not scope:  # all observed: a number
            log_scale += _log(_observed(engine, i, codes))
    for k, clique in enumerate(cliques):
        for i in clique.families:
            table = np.transpose(_observed(engine, i, codes), np.argsort(scopes[i]))
            tables[k], log_scale = _times(
                tables[k], _spread(table, scopes[i], clique.variables, engine.cards), log_scale
            )
    for k, clique in enumerate(cliques):
        message = _reduced(tables[k], clique.variables, clique.separator, reduce)
        divisor = np.where(message > 0, message, 1.0)
        tables[k] = tables[k] / _spread(divisor, clique.separator, clique.variables, engine.cards)
        if clique.parent < 0:
            log_scale += _log(message)
        else:
            up, above = clique.parent, cliques[clique.parent].variables
            message = _spread(message, clique.separator, above, engine.cards)
            tables[up], log_scale = _times(tables[up], message, log_scale)
    return _Collected(cliques, tables, log_scale)


def _observed(engine: Engine, i: int, codes: dict[int, int]) -> np.ndarray:
    """Table i of the network at the observed values."""
    return engine.network.tables[i][tuple(codes.get(v, slice(None)) for v in engine.families[i])]


def _log(number: np.ndarray) -> float:
    return math.log(number) if number > 0 else -math.inf


def _spread(
    table: np.ndarray, scope: Sequence[int], variables: Sequence[int], cards: Sequence[int]
) -> np.ndarray:
    """A table over some of the variables, in their order, with an axis of length 1 for each of the others."""
    return table.reshape([cards[v] if v in scope else 1 for v in variables])


def _reduced(table: np.ndarray, variables: Sequence[int], kept: Sequence[int], reduce: Reduce) -> np.ndarray:
    """The sum or maximum over all variables but those kept, whose axes stay in their order."""
    return reduce(table, axis=tuple(k for k, v in enumerate(variables) if v not in kept))


def _times(table: np.ndarray, factor: np.ndarray, log_scale: float) -> tuple[np.ndarray, float]:
    """The product divided by its maximum, and the log scale plus the log of that maximum; this avoids
    underflow.
    """
    table = table * factor
    largest = table.max()
    return (table / largest, log_scale + math.log(largest)) if largest > 0 else (table, -math.inf)
