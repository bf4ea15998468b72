import itertools
import math

import numpy as np
import pytest
from support.answers import predict
from support.tables import made

from naivebench.core.logspace import normalize_rows
from naivebench.core.table import subset
from naivebench.methods.bn_classifiers import tan_averaged

R = (3, 2, 2, 3)


def trees(m):
    """All spanning trees of m nodes as lists of edges."""
    pairs = list(itertools.combinations(range(m), 2))
    for edges in itertools.combinations(pairs, m - 1):
        part = list(range(m))
        for u, v in edges:
            part = [part[u] if x == part[v] else x for x in part]
        if len(set(part)) == 1:
            yield edges


def rooted(edges, m):
    parents, seen = {0: None}, [0]
    for node in seen:
        for u, v in edges:
            for a, b in ((u, v), (v, u)):
                if a == node and b not in parents:
                    parents[b] = a
                    seen.append(b)
    assert len(parents) == m
    return parents


def table_of(train, j, parent, c, above, s):
    """P(x_j | c, parent) by Dirichlet counts.

    The pseudo-count of a cell is s / (K r_j), and s / (K r_j r_parent) with a parent.
    """
    use = train.y == c
    cell = s / (len(train.classes) * R[j])
    if parent is not None:
        use, cell = use & (train.codes[:, parent] == above), cell / R[parent]
    n = np.bincount(train.codes[use, j], minlength=R[j])
    return (n + cell) / (n.sum() + cell * R[j])


def log_evidence(train, edges, s):
    """log P(attributes | classes, tree), where every case is predicted from those before it."""
    parents, total = rooted(edges, len(R)), 0.0
    for i in range(len(train.y)):
        before, x, c = subset(train, np.arange(i)), train.codes[i], train.y[i]
        for j, p in parents.items():
            total += math.log(table_of(before, j, p, c, None if p is None else x[p], s)[x[j]])
    return total


def test_equal_to_the_sum_over_all_trees():
    train, test, s = made(0, 30, R, 2), made(1, 10, R, 2), tan_averaged.STRENGTH
    weights = {edges: log_evidence(train, edges, s) for edges in trees(4)}
    assert len(weights) == 16
    largest = max(weights.values())
    joint = np.zeros((10, 2))
    for edges, weight in weights.items():
        for i, c in itertools.product(range(10), range(2)):
            x, p = test.codes[i], ((train.y == c).sum() + 1) / 32
            for j, parent in rooted(edges, 4).items():
                p *= table_of(train, j, parent, c, None if parent is None else x[parent], s)[x[j]]
            joint[i, c] += math.exp(weight - largest) * p
    expected = normalize_rows(np.log(joint), np.zeros(2))
    found = predict(tan_averaged, train, test)
    np.testing.assert_allclose(found, expected, atol=1e-10)


@pytest.mark.parametrize("m", [2, 3, 5])
def test_tree_sums_over_many_orders_of_magnitude(m):
    rng = np.random.default_rng(m)
    pairs = [(u, v) for v in range(m) for u in range(v)]
    logs = rng.normal(0, 100, (4, len(pairs)))
    found = np.empty(4)
    tan_averaged.log_tree_sums(logs.copy(), found)
    for g in range(4):
        weight = dict(zip(pairs, logs[g], strict=True))
        sums = [sum(weight[e] for e in edges) for edges in trees(m)]
        expected = max(sums) + math.log(sum(math.exp(x - max(sums)) for x in sums))
        assert found[g] == pytest.approx(expected, rel=1e-12)
