import numpy as np
import pytest

from naivebench.core import k_means
from naivebench.core.checks import InputError


@pytest.mark.parametrize("seed", range(10))
def test_inertia_never_rises(seed):
    x = np.random.default_rng(seed).normal(size=(80, 3)) + np.arange(80)[:, None] % 4
    run = k_means.k_means(x, 4, np.random.default_rng(seed))
    assert (np.diff(run.inertia) <= 1e-9).all()
    assert len(run.inertia) > 2
    distance = ((x[:, None] - run.centres) ** 2).sum(axis=2)
    assert np.array_equal(run.cluster, distance.argmin(axis=1))
    assert run.inertia[-1] == pytest.approx(distance.min(axis=1).sum())
    for s in range(4):
        np.testing.assert_allclose(run.centres[s], x[run.cluster == s].mean(axis=0))


def test_separate_groups_are_found():
    rng = np.random.default_rng(0)
    group = np.arange(90) % 3
    x = 10.0 * group[:, None] + rng.normal(size=(90, 2))
    cluster = k_means.k_means(x, 3, rng).cluster
    assert len(set(zip(group, cluster, strict=True))) == 3


def test_equal_points_are_divided_all_the_same():
    run = k_means.k_means(np.ones((6, 1)), 3, np.random.default_rng(0))
    assert run.inertia[-1] == 0
    assert run.centres.tolist() == [[1.0]] * 3


@pytest.mark.parametrize("k", [0, 7])
def test_a_number_of_clusters_that_is_impossible_is_refused(k):
    with pytest.raises(InputError, match=f"k in k_means is {k}"):
        k_means.k_means(np.zeros((6, 1)), k, np.random.default_rng(0))
