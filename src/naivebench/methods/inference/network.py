"""Discrete Bayesian networks as arrays: names, value labels, parents and conditional tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean


class Network(NamedTuple):
    """A discrete Bayesian network of n variables in the order of their declaration."""

    names: tuple[str, ...]  # (n,)
    states: tuple[tuple[str, ...], ...]  # (n,) value labels in code order
    parents: tuple[tuple[int, ...], ...]  # (n,) indices of the parents
    tables: tuple[np.ndarray, ...]  # (n,) P(x_i | parents), one axis per parent in order, the last for x_i


def make_network(
    names: Sequence[str], states: Sequence[Sequence[str]], parents: Sequence[Sequence[str]], tables: Any
) -> Network:
    """Build a network from value labels, names of parents and array-likes. Raises InputError for tables that
    are not distributions of the right shape, and ValueError for a cycle.
    """
    above = tuple(tuple(index_of(parent, names) for parent in its) for its in parents)
    arrays = tuple(np.asarray(table, dtype=np.float64) for table in tables)
    network = Network(tuple(names), tuple(map(tuple, states)), above, arrays)
    TopologicalSorter(dict(enumerate(above))).prepare()
    for i, table in enumerate(arrays):
        shape = tuple(len(states[v]) for v in list_family(network, i))
        if table.shape != shape or (table < 0).any() or not np.allclose(table.sum(axis=-1), 1):
            raise InputError(f"the table of {names[i]!r} needs the shape {shape} and rows that sum to one")
    return network


def list_family(network: Network, i: int) -> tuple[int, ...]:
    """List the variables of the axes of table i: the parents, then i itself."""
    return (*network.parents[i], i)


def list_ancestors(network: Network, variables: Iterable[int]) -> list[int]:
    """List the variables and all their ancestors, in ascending order."""
    reached = set(variables)
    while above := {parent for v in reached for parent in network.parents[v]} - reached:
        reached |= above
    return sorted(reached)


def index_of(word: str, words: Sequence[str], role: str = "variable") -> int:
    """Find the index of a word among the words of the network. Raises InputError for an unknown word."""
    if word not in words:
        raise InputError(f"the network has no {role} {word!r}{did_you_mean(word, words)}")
    return words.index(word)


def code_evidence(network: Network, evidence: Mapping[str, str]) -> dict[int, int]:
    """Turn {name: value label} into {index: code}. Raises InputError for unknown names and values."""
    places = {name: index_of(name, network.names) for name in evidence}
    return {v: index_of(evidence[n], network.states[v], f"value of {n}:") for n, v in places.items()}
