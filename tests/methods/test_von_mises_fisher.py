import math

import numpy as np
import pytest

from naivebench.methods.directional import von_mises


def vectors(n, p, seed=0, pull=1.0):
    rng = np.random.default_rng(seed)
    return von_mises.scale_to_unit(rng.normal(size=(n, p)) + pull * np.eye(p)[0])


def estimate(x):
    mu, kappa = von_mises.estimate_directions(*von_mises.sum_directions(x, np.zeros(len(x), int), 1))
    return mu[0], kappa[0]


def test_golden_inverse_ratios():
    """See tests/worked_values.md."""
    np.testing.assert_allclose(
        von_mises.invert_ratio(np.array([0.3, 0.7, 0.95]), 3), [0.95315, 3.30354, 20.0], atol=5e-6
    )


@pytest.mark.parametrize("kappa", [0.0, 0.01, 1.0, 30.0, 1000.0, 1e4])
def test_on_the_circle_the_density_is_that_of_von_mises(kappa):
    x, mu = np.linspace(-3, 3, 50), 0.4
    found = von_mises.log_density_of_directions(
        np.column_stack([np.cos(x), np.sin(x)]), [math.cos(mu), math.sin(mu)], kappa
    )
    np.testing.assert_allclose(
        found, von_mises.log_density(x, mu, kappa), rtol=1e-14, atol=1e-15 + 1e-15 * kappa
    )


def test_constant_on_the_sphere_and_uniform_density():
    kappa = np.array([0.1, 0.5, 2.0, 20.0, 300.0])
    np.testing.assert_allclose(
        von_mises.log_normalizer(kappa, 3),
        np.log(kappa / (4 * np.pi * np.sinh(kappa))),
        rtol=1e-13,
        atol=1e-14,
    )
    for p, area in [(2, 2 * np.pi), (3, 4 * np.pi), (4, 2 * np.pi**2)]:
        assert von_mises.log_normalizer(0.0, p) == pytest.approx(-math.log(area), rel=1e-14)
    np.testing.assert_allclose(von_mises.ratio(kappa, 3), 1 / np.tanh(kappa) - 1 / kappa, rtol=1e-12)


@pytest.mark.parametrize("p", [2, 3, 4, 10])  # scipy's fit fails in 100 dimensions
def test_density_and_estimate_equal_scipy(p):
    from scipy.stats import vonmises_fisher

    x = vectors(300, p, pull=2.0)
    mu, kappa = estimate(x)
    theirs_mu, theirs_kappa = vonmises_fisher.fit(x)
    np.testing.assert_allclose(mu, theirs_mu, atol=1e-12)
    assert kappa == pytest.approx(theirs_kappa, rel=1e-6)
    np.testing.assert_allclose(
        von_mises.log_density_of_directions(x, mu, kappa), vonmises_fisher(mu, kappa).logpdf(x), rtol=1e-10
    )


def test_missing_vectors_cap_and_uniform_density():
    x = np.array([[1.0, 0, 0], [0, 2.0, 0], [0, 3.0, 0], [np.nan, 1.0, 0], [0, 0, 0]])
    n, sums = von_mises.sum_directions(von_mises.scale_to_unit(x), np.array([0, 1, 1, 2, 2]), 4)
    assert n.tolist() == [1, 2, 0, 0]
    mu, kappa = von_mises.estimate_directions(n, sums, cap=99.0)
    assert kappa.tolist() == [0.0, 99.0, 0.0, 0.0]
    np.testing.assert_allclose(mu[:2], [[1, 0, 0], [0, 1, 0]])
