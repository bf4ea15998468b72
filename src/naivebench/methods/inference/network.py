"""Discrete Bayesian networks as arrays: names, value labels, parents and one conditional table per
variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, did_you_mean

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

ALL = "`naivebench infer` without --query lists all variables with their values."
SUM_TOLERANCE = 1e-6  # probabilities printed with seven digits are taken as they are


class Network(NamedTuple):
    """A discrete Bayesian network of n variables in the order of their declaration."""

    names: tuple[str, ...]  # (n,)
    states: tuple[tuple[str, ...], ...]  # (n,) value labels in code order
    parents: tuple[tuple[int, ...], ...]  # (n,) indices of the parents
    # (n,) P(x_i | parents) float64, one axis per parent in their order, the last one for x_i
    tables: tuple[np.ndarray, ...]
    notes: tuple[str, ...] = ()  # sentences about what had to be changed while reading


def make_network(
    names: Sequence[str],
    states: Sequence[Sequence[str]],
    parents: Sequence[Sequence[str]],
    tables: Sequence[ArrayLike],
    *,
    notes: Iterable[str] = (),
) -> Network:
    """Build a network from value labels, names of parents and array-likes, and check it.

    Rows that sum to one within SUM_TOLERANCE are kept as they are. Raises InputError for a repeated or
    unknown name, a variable without values, a table of the wrong shape, rows that are not distributions, and
    a cycle of parents.
    """
    if not len(names) == len(states) == len(parents) == len(tables):
        sizes = (
            f"{len(names)} names, {len(states)} lists of values, {len(parents)} lists of parents, "
            f"{len(tables)} tables"
        )
        raise InputError(f"{sizes}: expected the same number of each")
    names = tuple(map(str, names))
    values = tuple(tuple(map(str, labels)) for labels in states)
    _check_unique(names, "the network declares variable")
    for name, labels in zip(names, values, strict=True):
        if not labels:
            raise InputError(f"variable {name!r} has no values: give at least one")
        _check_unique(labels, f"variable {name!r} has value")
    place = {name: i for i, name in enumerate(names)}
    indices = tuple(_parent_indices(name, above, place) for name, above in zip(names, parents, strict=True))
    arrays = tuple(np.ascontiguousarray(table, dtype=np.float64) for table in tables)
    network = Network(names, values, indices, arrays, tuple(notes))
    for i in range(len(names)):
        _check_table(network, i)
    topological_order(network)
    return network


def _check_unique(names: tuple[str, ...], what: str) -> None:
    earlier: set[str] = set()
    for name in names:
        if name in earlier:
            raise InputError(f"{what} {name!r} twice: names must differ")
        earlier.add(name)


def _parent_indices(name: str, parents: Sequence[str], place: Mapping[str, int]) -> tuple[int, ...]:
    for parent in parents:
        if parent not in place:
            raise InputError(
                f"parent {parent!r} of variable {name!r} is not a variable of the "
                f"network{did_you_mean(parent, place)}"
            )
    _check_unique(tuple(parents), f"variable {name!r} has parent")
    return tuple(place[parent] for parent in parents)


def _check_table(network: Network, i: int) -> None:
    """Raise InputError unless table i has the right shape and its rows are distributions."""
    table, name = network.tables[i], network.names[i]
    expected = tuple(len(network.states[v]) for v in family(network, i))
    if table.shape != expected:
        raise InputError(
            f"the table of variable {name!r} has shape {table.shape}, expected {expected} (the values of "
            "its parents, then its own)"
        )
    wrong = np.argwhere(~((table >= 0) & (table <= 1 + SUM_TOLERANCE)))
    if len(wrong):
        at = tuple(wrong[0].tolist())
        raise InputError(
            f"{_row_text(network, i, at[:-1])} of value {network.states[i][at[-1]]!r} is "
            f"{table[at]:g}, expected a number from 0 to 1"
        )
    sums = table.sum(axis=-1)
    wrong = np.argwhere(np.abs(sums - 1) > SUM_TOLERANCE)
    if len(wrong):
        at = tuple(wrong[0].tolist())
        raise InputError(f"{_row_text(network, i, at)} sums to {sums[at]:.7g}, expected 1")


def row_text(child: str, parents: Sequence[str], labels: Sequence[str]) -> str:
    """`P(X | A = a, B = b)`: the name of one row of a table."""
    condition = ", ".join(f"{parent} = {label}" for parent, label in zip(parents, labels, strict=True))
    return f"P({child} | {condition})" if condition else f"P({child})"


def _row_text(network: Network, i: int, configuration: Sequence[int]) -> str:
    parents = network.parents[i]
    labels = [network.states[p][code] for p, code in zip(parents, configuration, strict=True)]
    return row_text(network.names[i], [network.names[p] for p in parents], labels)


def family(network: Network, i: int) -> tuple[int, ...]:
    """The variables of the axes of table i: the parents, then i itself."""
    return (*network.parents[i], i)


def topological_order(network: Network) -> list[int]:
    """All variables, parents before children, lowest index first.

    Raises InputError naming the variables of a cycle.
    """
    children: list[list[int]] = [[] for _ in network.names]
    for i, parents in enumerate(network.parents):
        for parent in parents:
            children[parent].append(i)
    open_parents = [len(parents) for parents in network.parents]
    order = [i for i, count in enumerate(open_parents) if count == 0]
    for i in order:
        for child in children[i]:
            open_parents[child] -= 1
            if open_parents[child] == 0:
                order.append(child)
    if len(order) < len(network.names):
        raise InputError(
            f"the parents form a cycle ({_cycle(network, set(order))}): remove one of its arcs, because a "
            "Bayesian network must not have cycles"
        )
    return order


def _cycle(network: Network, sorted_out: set[int]) -> str:
    """Names along one cycle among the variables that could not be ordered."""
    at = next(i for i in range(len(network.names)) if i not in sorted_out)
    path: list[int] = []
    while at not in path:
        path.append(at)
        at = next(p for p in network.parents[at] if p not in sorted_out)
    return " <- ".join(network.names[i] for i in [*path[path.index(at) :], at])


def index_of(network: Network, name: str) -> int:
    """Index of a variable. Raises InputError for an unknown name."""
    if name not in network.names:
        raise InputError(f"the network has no variable {name!r}{did_you_mean(name, network.names, ALL)}")
    return network.names.index(name)


def evidence_codes(network: Network, evidence: Mapping[str, str]) -> dict[int, int]:
    """Evidence {name: value label} as {variable index: code}.

    Raises InputError for unknown names and values.
    """
    codes = {}
    for name, label in evidence.items():
        i, label = index_of(network, name), str(label)
        if label not in network.states[i]:
            raise InputError(
                f"variable {name!r} has no value {label!r}{did_you_mean(label, network.states[i], ALL)}"
            )
        codes[i] = network.states[i].index(label)
    return codes


def in_words(evidence: Mapping[str, str] | None) -> str:
    """`A = a, B = b`."""
    return ", ".join(f"{name} = {label}" for name, label in (evidence or {}).items())
