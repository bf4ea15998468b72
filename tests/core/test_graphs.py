import itertools

import numpy as np
import pytest
from support.random_networks import acyclic, neighbours

from naivebench.core.graphs import hill_climb_arcs, maximum_spanning_tree, root_tree


def is_tree(edges, d):
    parents = root_tree(list(edges), d)
    return len(edges) == d - 1 and (parents == -1).sum() == 1


@pytest.mark.parametrize("d", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [0, 1])
def test_weight_equals_brute_force_over_all_trees(d, seed):
    w = np.random.default_rng(seed).integers(0, 6, (d, d)).astype(float)
    w = w + w.T
    pairs = list(itertools.combinations(range(d), 2))
    best = max(
        sum(w[e] for e in edges) for edges in itertools.combinations(pairs, d - 1) if is_tree(edges, d)
    )
    found = maximum_spanning_tree(w)
    assert is_tree(found, d)
    assert sum(w[e] for e in found) == best


def test_ties_are_broken_by_index():
    assert maximum_spanning_tree(np.ones((4, 4))) == [(0, 1), (0, 2), (0, 3)]


def test_small_graphs():
    assert maximum_spanning_tree(np.zeros((0, 0))) == []
    assert maximum_spanning_tree(np.zeros((1, 1))) == []
    assert root_tree([], 0).tolist() == []
    assert root_tree([(0, 1)], 3).tolist() == [-1, 0, -1]


def test_orientation_away_from_the_root():
    edges = [(0, 2), (1, 2), (2, 3)]
    assert root_tree(edges, 4).tolist() == [-1, 2, 0, 2]


@pytest.mark.parametrize("seed", [0, 7, 18, 22, 24])  # all but the first need a reversal at the end
def test_no_change_of_one_arc_improves_the_end_of_a_climb(seed):
    rng, v, most = np.random.default_rng(seed), 4, 3
    gain = {}
    for child, k in itertools.product(range(v), range(v)):
        others = (parents for parents in itertools.combinations(range(v), k) if child not in parents)
        gain |= {(child, frozenset(parents)): rng.normal(k) for parents in others}

    def total(parents):
        return sum(gain[child, parents[child]] for child in range(v))

    end = hill_climb_arcs(v, lambda child, parents: gain[child, parents], most)
    assert acyclic(end)
    assert max(map(len, end)) <= most
    near = [n for n in neighbours(end) if max(map(len, n)) <= most]
    assert max(map(total, near)) <= total(end) + 2e-9
