"""AIBN/TAN: merges of values, compared with the formulas on all pairs, and the tree on the clusters."""

import itertools

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.methods.bn_classifiers import tan
from naivebench.methods.high_cardinality import aibn_tan


def counts_of(seed, r, k):
    rng = np.random.default_rng(seed)
    return rng.poisson(rng.gamma(1, 8, (r, 1)) * rng.dirichlet(np.ones(k), r))


def table_of(counts):
    """A table of one attribute with these counts (r, K) of its values and the classes."""
    r, k = counts.shape
    value, label = np.divmod(np.repeat(np.arange(r * k), np.asarray(counts).ravel()), k)
    return tables.discrete(value[:, None], label, r, k)


def clusters(counts, mmi, smoothing=0.0):
    """The clusters of the values."""
    model = aibn_tan.fit(table_of(np.asarray(counts)), n0=1.0, aibn_smoothing=smoothing, mmi=mmi)
    return model.maps[0].tolist()


def one_by_one(counts, smoothing):
    """All merges (kept, absorbed, loss) from the formulas, with all pairs compared in every step."""
    n, p_c = counts.sum(), counts.sum(axis=0) / counts.sum()
    p = {v: c.sum() / n for v, c in enumerate(counts) if c.sum()}
    q = {v: (counts[v] + smoothing * p_c) / (counts[v].sum() + smoothing) for v in p}

    def divergence(a, b):
        return sum(x * np.log(x / y) for x, y in zip(a, b, strict=True) if x > 0)

    def loss(i, j):
        mean = (p[i] * q[i] + p[j] * q[j]) / (p[i] + p[j])
        return p[i] * divergence(q[i], mean) + p[j] * divergence(q[j], mean)

    result = []
    while len(p) > 1:
        lost, i, j = min((round(loss(i, j), 11), i, j) for i, j in itertools.combinations(sorted(p), 2))
        result.append((i, j, lost))
        q[i] = (p[i] * q[i] + p[j] * q[j]) / (p[i] + p[j])
        p[i] += p.pop(j)
    return result


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("smoothing", [0, 1, 7.5])
def test_clusters_are_those_of_comparing_all_pairs(k, smoothing):
    for seed in range(6):
        counts = counts_of(seed, 13, k)
        merges = one_by_one(counts, smoothing)
        information = sum(lost for _, _, lost in merges)
        for mmi in (0.99, 0.9, 0.7, 0.4, 0.1):
            name, left = list(range(13)), information
            for kept, absorbed, lost in merges:
                if left - lost < mmi * information:
                    break
                left -= lost
                name = [kept if v == absorbed else v for v in name]
            occurring = sorted({v for v in name if counts[name.index(v)].any() and counts[v].any()})
            expected = [occurring.index(v) if c.any() else -1 for v, c in zip(name, counts, strict=True)]
            assert clusters(counts, mmi, smoothing) == expected


def test_keeping_all_information_merges_only_equal_conditionals_and_keeping_none_leaves_one_cluster():
    counts = [[1, 3], [2, 2], [2, 6], [0, 0], [5, 5], [0, 9], [0, 1]]
    assert clusters(counts, 1.0) == [0, 1, 0, -1, 1, 2, 2]
    assert clusters(counts, 0.0) == [0, 0, 0, -1, 0, 0, 0]
    assert max(clusters(counts, 1.0, smoothing=1.0)) > 2  # shrinkage depends on the number of cases


def made(n=400, r=40, seed=0):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, r, (n, 3))
    codes[:, 2] = (codes[:, 1] + rng.integers(0, 3, n)) % r
    return tables.discrete(codes, (rng.random(n) < 0.05 + 0.9 * (codes[:, 0] % 4 == 0)).astype(int), r)


def test_tan_is_fitted_on_the_clusters():
    train, test = made(), made(seed=1)
    model = aibn_tan.fit(train, n0=2.0, aibn_smoothing=1.0, mmi=0.9)
    mapped, mapped_test = (
        aibn_tan.map_values_to_clusters(train, model.maps),
        aibn_tan.map_values_to_clusters(test, model.maps),
    )
    expected = predict(tan, mapped, mapped_test, n0=2.0)
    assert np.array_equal(aibn_tan.predict_log_proba(model, test), expected)
    summary = aibn_tan.summarize(model)
    assert summary["clusters"] == {a.name: len(a.values) for a in mapped.attributes}
    assert summary["clusters"]["x0"] < summary["values"]["x0"] == 40
