"""Discrete Bayesian networks as arrays: names, value labels, parents and conditional tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np


class Network(NamedTuple):
    """A discrete Bayesian network of n variables in the order of their declaration."""

    names: tuple[str, ...]  # (n,)
    states: tuple[tuple[str, ...], ...]  # (n,) value labels in code order
    parents: tuple[tuple[int, ...], ...]  # (n,) indices of the parents
    tables: tuple[np.ndarray, ...]  # (n,) P(x_i | parents), one axis per parent in order, the last for x_i


def make_network(
    names: Sequence[str], states: Sequence[Sequence[str]], parents: Sequence[Sequence[str]], tables: Any
) -> Network:
    """Build a network from value labels, names of parents and array-likes."""
    above = tuple(tuple(map(names.index, labels)) for labels in parents)
    arrays = tuple(np.asarray(table, dtype=np.float64) for table in tables)
    return Network(tuple(names), tuple(map(tuple, states)), above, arrays)


def list_family(network: Network, i: int) -> tuple[int, ...]:
    """List the variables of the axes of table i: the parents, then i itself."""
    return (*network.parents[i], i)


def list_ancestors(network: Network, variables: Iterable[int]) -> list[int]:
    """List the variables and all their ancestors, in ascending order."""
    reached = set(variables)
    while above := {parent for v in reached for parent in network.parents[v]} - reached:
        reached |= above
    return sorted(reached)


def encode_evidence(network: Network, evidence: Mapping[str, str]) -> dict[int, int]:
    """Turn {name: value label} into {index: code}."""
    places = {name: network.names.index(name) for name in evidence}
    return {v: network.states[v].index(evidence[name]) for name, v in places.items()}
