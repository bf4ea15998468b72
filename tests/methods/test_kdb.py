import numpy as np
import pytest
from support.made_tables import assert_log_proba, from_codes, made

from naivebench.core import counts
from naivebench.core.information import conditional_mutual_information, mutual_information
from naivebench.methods.bn_classifiers import families, kdb
from naivebench.methods.naive_bayes import nb


def one_by_one(train, test, parents, n0=5.0):
    """log P(c | x) with Friedman smoothing; a case uses the longest prefix of its parents that is
    observed.
    """
    k = len(train.classes)
    scores = np.zeros((len(test.y), k))
    for c in range(k):
        for i, x in enumerate(test.codes):
            scores[i, c] = np.log(((train.y == c).sum() + 1) / (len(train.y) + k))
            for j, v in enumerate(x):
                if v < 0:
                    continue
                column = train.codes[:, j]
                base = (train.y == c) & (column >= 0)
                for p in parents[j]:
                    if x[p] < 0:
                        break
                    base &= train.codes[:, p] == x[p]
                phat = (column == v).sum() / (column >= 0).sum()
                scores[i, c] += np.log(((base & (column == v)).sum() + n0 * phat) / (base.sum() + n0))
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


@pytest.mark.parametrize("k", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_equal_to_the_formula(k, missing):
    train, test = made(0, 90, (3, 2, 4, 2), 3, missing), made(1, 30, (3, 2, 4, 2), 3, missing)
    model = kdb.fit(train, k=k)
    assert sorted(map(len, model.parents)) == [min(i, k) for i in range(4)]
    np.testing.assert_allclose(
        kdb.predict_log_proba(model, test), one_by_one(train, test, model.parents), atol=1e-11
    )


def test_structure_follows_the_definition():
    table = made(4, 150, (3, 2, 4, 2, 3), 3, 0.1)
    by_class, pairs = mutual_information(table), conditional_mutual_information(table)
    parents = kdb.fit(table, k=2).parents
    order = sorted(range(5), key=lambda j: (-by_class[j], j))
    for position, j in enumerate(order):
        expected = sorted(order[:position], key=lambda p: (-pairs[j, p], p))[:2]
        assert list(parents[j]) == expected


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_no_parents_and_laplace_is_naive_bayes(missing):
    table = made(0, 80, (3, 2, 4), 3, missing)
    for alpha in (1.0, 0.3):
        found = kdb.predict_log_proba(kdb.fit(table, k=0, smoothing="laplace", alpha=alpha), table)
        np.testing.assert_array_equal(found, nb.predict_log_proba(nb.fit(table, alpha=alpha), table))


@pytest.mark.parametrize("largest_key", [1 << 31, 1])
def test_sparse_and_renumbered_tables_equal_dense_ones(monkeypatch, largest_key):
    train, test = made(0, 120, (5, 4, 6, 3), 3, 0.2), made(1, 60, (5, 4, 6, 3), 3, 0.2)
    dense = kdb.predict_log_proba(kdb.fit(train, k=3), test)
    monkeypatch.setattr(families, "LARGEST_KEY", largest_key)
    np.testing.assert_allclose(kdb.predict_log_proba(kdb.fit(train, k=3), test), dense, atol=1e-12)
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    monkeypatch.setattr(counts, "DENSE_CELLS_PER_CASE", 0)
    model = kdb.fit(train, k=3)
    assert {level.base for levels in model.levels for level in levels} == {-1}
    np.testing.assert_allclose(kdb.predict_log_proba(model, test), dense, atol=1e-12)


def test_parents_whose_product_exceeds_any_memory():
    rng = np.random.default_rng(0)
    r = (18846, 17000, 19000, 18000, 16000, 15000)
    table = from_codes(np.stack([rng.integers(0, v, 400) for v in r], axis=1), rng.integers(0, 2, 400), r, 2)
    model = kdb.fit(table, k=5)
    assert max(map(len, model.parents)) == 5
    assert_log_proba(kdb.predict_log_proba(model, table), (400, 2))


def test_summary_counts_all_parent_configurations():
    table = made(0, 90, (3, 2, 4), 3)
    summary = kdb.summarize(kdb.fit(table, k=2))
    r = {"x0": 3, "x1": 2, "x2": 4}
    free = sum(3 * (r[j] - 1) * int(np.prod([r[p] for p in pa])) for j, pa in summary["structure"].items())
    assert summary["n_parameters"] == 2 + free
    assert sorted(map(len, summary["structure"].values())) == [0, 1, 2]
