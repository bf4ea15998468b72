import itertools
import math

import numpy as np
import pytest
from support.random_networks import acyclic, neighbours
from support.tables import discrete

from naivebench.core.logspace import normalize_rows
from naivebench.methods.bn_classifiers import bnc_hc
from naivebench.methods.bn_classifiers.families import Smoothing


def score_by_hand(columns, r, child, parents, score, strength):
    """BIC or BDeu score of a family, configuration by configuration."""
    total, q = 0.0, math.prod(int(r[p]) for p in parents)
    for values in itertools.product(*(range(r[p]) for p in parents)):
        use = np.all([columns[p] == v for p, v in zip(parents, values, strict=True)], axis=0)
        n = np.bincount(columns[child][use], minlength=r[child]) if parents else np.bincount(columns[child])
        if score == "bic":
            total += sum(m * math.log(m / n.sum()) for m in n if m)
        else:
            total += math.lgamma(strength / q) - math.lgamma(strength / q + n.sum())
            cell = strength / (q * r[child])
            total += sum(math.lgamma(cell + m) - math.lgamma(cell) for m in n)
    price = 0.5 * math.log(len(columns[0])) * q * (r[child] - 1)
    return total - price if score == "bic" else total


def dependent(seed, n):
    """Two causes of the class, which depend on each other, an effect of the class and a cause, and noise."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 3, n)
    b = (a + rng.integers(0, 2, n)) % 2
    y = ((a == 1) & (b == 0)) ^ (rng.random(n) < 0.15)
    effect = (y + a + (rng.random(n) < 0.2)) % 3
    codes = np.column_stack([a, b, rng.integers(0, 2, n), effect])
    return discrete(codes, y.astype(int), (3, 2, 2, 3), 2)


def data(seed, n=500):
    table = dependent(seed, n)
    columns = np.vstack([table.codes.T, table.y]).astype(np.int64)
    return columns, columns.max(axis=1) + 1


def tangled(seed, n=150):
    """Five variables, each a noisy sum of the two before it.

    A search that starts without arcs reverses some arcs.
    """
    rng, r = np.random.default_rng(seed), np.array([2, 3, 2, 2, 3])
    columns = [rng.integers(0, r[0], n)]
    for j in range(1, 5):
        i, k = rng.integers(0, j, 2)
        known = rng.random(n) < 0.7
        columns.append(np.where(known, (columns[i] + columns[k]) % r[j], rng.integers(0, r[j], n)))
    return np.array(columns), r


@pytest.mark.parametrize("score", bnc_hc.SCORES)
@pytest.mark.parametrize(
    ("made_by", "seed"), [(data, 0), (data, 1), (data, 2), (tangled, 16), (tangled, 27), (tangled, 42)]
)
def test_no_network_one_arc_away_is_better(score, made_by, seed):
    columns, r = made_by(seed)

    def total(parents):
        return sum(
            score_by_hand(columns, r, j, sorted(p), score, bnc_hc.STRENGTH) for j, p in enumerate(parents)
        )

    found = bnc_hc.search_structure(columns, r, score)
    assert acyclic(found)
    assert sum(map(len, found)) > 1
    best = total(found)
    assert best > total([frozenset()] * 5)
    assert all(total(other) <= best + 1e-6 for other in neighbours(found))


def posterior_of_network(table, parents, n0):
    """P(c | x) from the product of all families of the network; those without the class cancel."""
    n, columns = len(table.y), np.vstack([table.codes.T, table.y]).astype(np.int64)
    prior, scores = (np.bincount(table.y) + 1) / (n + 2), np.zeros((n, 2))
    for i, c in itertools.product(range(n), range(2)):
        case = [*table.codes[i], c]
        for j, above in enumerate(parents):
            use = np.all([columns[p] == case[p] for p in above], axis=0) if above else np.ones(n, bool)
            share = prior[c] if j == 4 else (columns[j] == case[j]).mean()
            both = ((columns[j] == case[j]) & use).sum()
            found = share if j == 4 and not above else (both + n0 * share) / (use.sum() + n0)
            scores[i, c] += np.log(found)
    return normalize_rows(scores, np.zeros(2))


@pytest.mark.parametrize("seed", range(4))
def test_reversed_arcs_close_no_cycle(seed):
    """All variables are connected, so that for most arcs there is another path between their ends."""
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, 2, 400)]
    for _ in range(5):
        votes = np.sum([c ^ (rng.random(400) < 0.25) for c in columns], axis=0)
        columns.append((2 * votes >= len(columns)).astype(np.int64))
    order = rng.permutation(6)
    found = bnc_hc.search_structure(np.array(columns)[order], np.full(6, 2), "bic")
    assert sum(map(len, found)) > 5
    assert acyclic(found)


NETWORKS = [  # parents of four attributes and of the class, which has number 4
    [{4}, {4, 0}, {1}, {4, 2}, set()],
    [set(), set(), {0}, {4, 1}, {0, 2}],
    [{3}, {0, 4, 3}, set(), set(), {2, 3, 0}],
    [set(), {0}, set(), {1, 2}, set()],
]


@pytest.mark.parametrize("network", NETWORKS)
def test_posterior_is_that_of_the_whole_network(network):
    table, parents = dependent(0, 200), [frozenset(above) for above in network]
    model = bnc_hc.make_classifier(table, parents, Smoothing("friedman", 3.0, 1.0))
    found = bnc_hc.predict_log_proba(model, table)
    np.testing.assert_allclose(found, posterior_of_network(table, parents, 3.0), atol=1e-10)


def test_both_causes_of_a_class_are_in_its_markov_blanket():
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, 2, (2, 400))
    y = np.where(rng.random(400) < 0.9, a & b, rng.integers(0, 2, 400))
    model = bnc_hc.fit(discrete(np.column_stack([a, b]), y, (2, 2), 2))
    assert bnc_hc.summarize(model)["attributes_used"] == 2
