"""Small random networks, and inference by enumeration as the oracle."""

from __future__ import annotations

import itertools
from graphlib import CycleError, TopologicalSorter

import numpy as np
from hypothesis import strategies as st

from naivebench.methods.inference.network import Network, list_family, make_network


def random_network(seed: int, cards, zeros: float = 0.0) -> Network:
    """A random network.

    A variable has up to three parents among the earlier ones, names are in another order than the variables,
    and a share of the probabilities is zero.
    """
    rng = np.random.default_rng(seed)
    n = len(cards)
    names = [f"v{k}" for k in rng.permutation(n)]
    parents, tables = [], []
    for i in range(n):
        above = rng.permutation(i)[: rng.integers(0, min(i, 3) + 1)]
        table = rng.dirichlet(np.ones(cards[i]), size=[cards[p] for p in above])
        table = np.where(rng.random(table.shape) < zeros, 0.0, table)
        table[table.sum(axis=-1) == 0] = 1.0
        parents.append([names[p] for p in above])
        tables.append(table / table.sum(axis=-1, keepdims=True))
    return make_network(names, [[f"s{v}" for v in range(r)] for r in cards], parents, tables)


@st.composite
def networks(draw, most: int = 7):
    """Networks of up to `most` variables of one to three values."""
    cards = draw(st.lists(st.integers(1, 3), min_size=1, max_size=most))
    return random_network(draw(st.integers(0, 2**32)), cards, draw(st.sampled_from([0.0, 0.3])))


@st.composite
def evidence_of(draw, network: Network):
    observed = draw(st.lists(st.sampled_from(network.names), unique=True, max_size=4))
    return {name: draw(st.sampled_from(network.states[network.names.index(name)])) for name in observed}


def joint(network: Network) -> np.ndarray:
    """The joint distribution, with one axis per variable."""
    operands = [
        part for i, table in enumerate(network.tables) for part in (table, list(list_family(network, i)))
    ]
    return np.einsum(*operands, list(range(len(network.names))))


def enumerated(network: Network, queries, evidence) -> np.ndarray:
    """P(queries, evidence) with an axis per query, from the joint distribution."""
    cells = joint(network)
    for name, label in evidence.items():
        i = network.names.index(name)
        keep = np.arange(cells.shape[i]) == network.states[i].index(label)
        cells = cells * keep.reshape([-1 if axis == i else 1 for axis in range(cells.ndim)])
    wanted = [network.names.index(q) for q in queries]
    summed = cells.sum(axis=tuple(i for i in range(cells.ndim) if i not in wanted))
    return np.transpose(summed, [sorted(wanted).index(i) for i in wanted])


def acyclic(parents):
    """Whether a network, given by the parents of every variable, has no cycle."""
    try:
        TopologicalSorter(dict(enumerate(parents))).prepare()
    except CycleError:
        return False
    return True


def neighbours(parents):
    """All acyclic networks with one arc added, removed or reversed, as sets of parents."""
    for child, p in itertools.permutations(range(len(parents)), 2):
        changed = [frozenset(above) for above in parents]
        changed[child] ^= {p}
        if acyclic(changed):
            yield tuple(changed)
        if p in parents[child]:
            changed[p] |= {child}
            if acyclic(changed):
                yield tuple(changed)
