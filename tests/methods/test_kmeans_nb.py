import numpy as np
import pytest
from support import tables
from support.made_tables import assert_log_proba, edge_tables

from naivebench.core.table import class_counts, subset
from naivebench.methods.naive_bayes import kmeans_nb, mixed_nb, nb

BASE = {"alpha": 1.0, "variance_divisor": "n", "var_floor": 0.01}


def blobs(n=300, seed=0):
    """A table with class 0 at -4 and 4 and class 1 at 0, so that class 0 needs two models."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, n)
    x = np.array([-4.0, 0.0, 4.0])[kind][:, None] + rng.normal(size=(n, 2))
    return tables.linear(x, (kind == 1).astype(int))


@pytest.mark.parametrize("prior_alpha", [0.0, 1.0])
@pytest.mark.parametrize("classes", [3, 5])
def test_one_cluster_per_class_is_mixed_nb(prior_alpha, classes):
    train, test = tables.mixed(90, classes), tables.mixed(30, classes, seed=1)
    model = kmeans_nb.fit(train, k=1, prior_alpha=prior_alpha)
    expected = mixed_nb.predict_log_proba(mixed_nb.fit(train, prior_alpha=prior_alpha, **BASE), test)
    np.testing.assert_allclose(kmeans_nb.predict_log_proba(model, test), expected, rtol=0, atol=1e-12)
    assert kmeans_nb.summarize(model)["clusters"] == [1] * classes


def test_one_cluster_of_nominal_attributes_is_nb():
    table = tables.of_kinds(tables.mixed(90), ["nominal", "ordinal"])
    found = kmeans_nb.predict_log_proba(kmeans_nb.fit(table, k=1), table)
    np.testing.assert_allclose(
        found, nb.predict_log_proba(nb.fit(table, prior_alpha=0), table), rtol=0, atol=1e-12
    )


def test_the_posterior_is_the_sum_over_the_clusters():
    table = blobs()
    model = kmeans_nb.fit(table, k=2)
    assert model.first.tolist() == [0, 2, 4]
    inner = np.exp(mixed_nb.predict_log_proba(model.sub_classes, table))
    expected = np.column_stack([inner[:, :2].sum(axis=1), inner[:, 2:].sum(axis=1)])
    np.testing.assert_allclose(np.exp(kmeans_nb.predict_log_proba(model, table)), expected, atol=1e-12)


def test_bic_finds_the_two_models_of_a_class():
    train, test = blobs(), blobs(200, 1)
    model = kmeans_nb.fit(train)
    assert kmeans_nb.summarize(model)["clusters"] == [2, 1]
    one = kmeans_nb.fit(train, k=1)
    accuracy = [(kmeans_nb.predict_log_proba(m, test).argmax(axis=1) == test.y).mean() for m in (one, model)]
    assert accuracy[1] > 0.95
    few = {"prior_alpha": 0.0, **BASE}
    assert (
        kmeans_nb.summarize(one)["n_parameters"]
        == mixed_nb.summarize(mixed_nb.fit(train, **few))["n_parameters"]
    )


def test_bic_by_hand():
    """One cluster has n log-densities of a normal distribution minus (2 parameters / 2) log n."""
    from scipy.stats import norm

    x = np.random.default_rng(0).normal(2, 3, 50)
    cases = tables.linear(x[:, None], np.zeros(50, int))
    expected = norm.logpdf(x, x.mean(), x.std()).sum() - np.log(50)
    assert kmeans_nb.bic(cases, np.zeros(50, np.int32), BASE) == pytest.approx(expected)


def test_priors_of_the_classes_do_not_change():
    table = tables.mixed(120, seed=3)
    blank = table._replace(codes=np.full_like(table.codes, -1), reals=np.full_like(table.reals, np.nan))
    for prior_alpha in (0.0, 2.0):
        model = kmeans_nb.fit(table, k=3, prior_alpha=prior_alpha)
        assert max(kmeans_nb.summarize(model)["clusters"]) > 1
        expected = (class_counts(table) + prior_alpha) / (120 + 3 * prior_alpha)
        np.testing.assert_allclose(np.exp(kmeans_nb.predict_log_proba(model, blank)[0]), expected)


@pytest.mark.parametrize("seed", range(10))
def test_inertia_never_rises(seed):
    x = np.random.default_rng(seed).normal(size=(80, 3)) + np.arange(80)[:, None] % 4
    run = kmeans_nb.k_means(x, 4, np.random.default_rng(seed))
    assert (np.diff(run.inertia) <= 1e-9).all()
    assert len(run.inertia) > 2
    distance = ((x[:, None] - run.centres) ** 2).sum(axis=2)
    assert np.array_equal(run.cluster, distance.argmin(axis=1))
    assert run.inertia[-1] == pytest.approx(distance.min(axis=1).sum())
    for s in range(4):
        np.testing.assert_allclose(run.centres[s], x[run.cluster == s].mean(axis=0))


def test_sparse_and_dense_points_give_the_same_clusters():
    from scipy.sparse import csr_array

    x = (np.random.default_rng(0).random((60, 8)) < 0.3).astype(float) * (1 + np.arange(60)[:, None] % 2)
    dense, sparse = (kmeans_nb.k_means(points, 3, np.random.default_rng(5)) for points in (x, csr_array(x)))
    assert np.array_equal(dense.cluster, sparse.cluster)
    np.testing.assert_allclose(dense.inertia, sparse.inertia)


def test_an_empty_cluster_takes_the_farthest_case():
    distance = np.array([[0.0, 9.0, 9.0], [4.0, 9.0, 9.0], [1.0, 9.0, 9.0]])
    assert kmeans_nb._fill_empty(distance, np.array([0, 0, 0]), 3).tolist() == [0, 1, 2]


def test_equal_cases_are_not_divided():
    assert len(kmeans_nb.clusterings(np.ones((40, 2)), 4, 5, 3)) == 1


def test_small_clusters_are_not_made():
    x = np.concatenate([np.zeros((50, 1)), np.full((4, 1), 100.0)])
    assert len(kmeans_nb.clusterings(x, 2, 5, 3)) == 1
    assert len(kmeans_nb.clusterings(x, 2, 4, 3)) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", edge_tables())
@pytest.mark.parametrize("k", [3, "bic"])
def test_edge_cases(name, k):
    train, test = edge_tables()[name]
    model = kmeans_nb.fit(train, k=k, min_cases=2)
    assert_log_proba(kmeans_nb.predict_log_proba(model, test), (len(test.y), len(train.classes)))


def test_the_order_of_cases_does_not_matter():
    train, test = blobs(), blobs(40, 2)
    shuffled = subset(train, np.random.default_rng(0).permutation(300))
    found = [kmeans_nb.predict_log_proba(kmeans_nb.fit(t, k=3), test) for t in (train, shuffled)]
    np.testing.assert_allclose(*found, atol=1e-9)
