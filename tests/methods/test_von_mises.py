import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naivebench.core.table import scale_to_unit
from naivebench.methods.directional import von_mises as vm

KAPPAS = [0.0, 1e-6, 0.1, 1.0, 5.0, 50.0, 700.0, 1e4]
STEEP = [1e5, 3e6, 1e8, 1e9]


def series(kappa, nu, terms=30000):
    """The logarithm of sum_m (kappa^2 / 4)^m / (m! (nu + 1)_m), term by term.

    It equals log of I_nu(kappa) Gamma(nu + 1) (2 / kappa)^nu.
    """
    m = np.arange(1, terms)
    logs = np.cumsum(2 * math.log(kappa / 2) - np.log(m) - np.log(nu + m))
    largest = max(logs.max(), 0.0)
    if largest == 0:
        return math.log1p(math.fsum(np.exp(logs)))
    return largest + math.log(math.exp(-largest) + math.fsum(np.exp(logs - largest)))


@pytest.mark.parametrize(
    ("p", "kappa"), [(2, [0.629215, 2.013628, 10.271689]), (3, [0.95315, 3.30354, 20.0])]
)
def test_golden_inverse_ratios(p, kappa):
    """See tests/worked_values.md."""
    np.testing.assert_allclose(vm.solve_for_kappa(np.array([0.3, 0.7, 0.95]), p), kappa, atol=5e-6)


@pytest.mark.parametrize("kappa", KAPPAS[1:])
@pytest.mark.parametrize("p", [2, 3, 4, 7, 50, 301, 2000, 100_000])
def test_bessel_functions_equal_their_series(p, kappa):
    nu = p / 2 - 1
    expected = series(kappa, nu)
    assert vm.log_iv_scaled(np.float64(kappa), p) == pytest.approx(expected, rel=1e-10, abs=1e-15)
    ratio = kappa / p * math.exp(series(kappa, nu + 1) - expected)
    assert vm.bessel_ratio(np.array(kappa), p) == pytest.approx(ratio, rel=2e-10)


def test_ratio_and_logarithm_at_zero_and_far_out():
    assert vm.bessel_ratio(0.0) == 0
    assert vm.log_i0(0.0) == 0
    assert vm.bessel_ratio(1e12) == pytest.approx(1, abs=1e-11)
    assert vm.log_i0(1e6) == pytest.approx(1e6 - 0.5 * math.log(2 * math.pi * 1e6), rel=1e-12)
    assert vm.bessel_ratio(np.array([0.0, 1e12]), 3).tolist() == [0.0, 1 - 1e-12]


@settings(max_examples=200, deadline=None)
@given(st.floats(-6, 8.9), st.sampled_from([2, 3, 5, 30, 1000]))
def test_the_inverse_undoes_the_ratio(exponent, p):
    kappa = np.array([10.0**exponent])
    r = vm.bessel_ratio(kappa, p)
    lower, upper = vm.bracket_kappa(r, p)
    tolerance = 1e-10 + 1e-15 * kappa.item()  # limited by the remaining digits of 1 - r
    assert (lower <= kappa * (1 + tolerance)).all()
    assert (kappa <= upper * (1 + tolerance)).all()
    np.testing.assert_allclose(vm.solve_for_kappa(r, p), kappa, rtol=tolerance)


@pytest.mark.parametrize("approximate", [False, True])
@pytest.mark.parametrize("kappa", STEEP)
def test_very_large_concentrations_on_the_sphere(kappa, approximate):
    """A_3 = coth(kappa) - 1 / kappa, which is 1 - 1 / kappa up to rounding."""
    r = np.array([1 - 1 / kappa])
    assert vm.bessel_ratio(kappa, 3) == pytest.approx(r[0], rel=2e-16)
    found = vm.solve_for_kappa(r, 3, approximate=approximate, cap=1e12)
    np.testing.assert_allclose(found, 1 / (1 - r), rtol=1e-9)


@pytest.mark.parametrize("kappa", STEEP)
def test_very_large_concentrations_from_angles(kappa):
    """Angles with deviation 1 / sqrt(kappa) have the mean resultant length exp(-1 / (2 kappa)).

    The maximum likelihood is at kappa = 1 / variance, up to terms of the order 1 / kappa.
    """
    x = 2.5 + np.random.default_rng(0).normal(size=500) / math.sqrt(kappa)
    _, ((found,),) = vm.fit_von_mises(vm.compute_resultants(x[:, None], np.zeros(500, int), 1))
    assert found == pytest.approx(1 / x.var(), rel=1e-5 + 1e-13 * kappa)


def test_the_approximation_of_sra_has_its_stated_error():
    r = np.linspace(0.0, 0.999, 1000)
    exact = vm.solve_for_kappa(r)
    found = vm.solve_for_kappa(r, approximate=True)
    np.testing.assert_allclose(found, exact, rtol=3e-5)
    assert (np.abs(found - exact) > 1e-6 * exact).any()


@pytest.mark.parametrize("approximate", [False, True])
def test_the_cap(approximate):
    assert vm.solve_for_kappa([0.0, 1.0, 1 - 1e-15], approximate=approximate).tolist() == [0, 1e9, 1e9]
    assert vm.solve_for_kappa([0.99], approximate=approximate, cap=7.0).tolist() == [7.0]


@pytest.mark.parametrize("kappa", KAPPAS)
def test_density_integrates_to_one_and_equals_scipy(kappa):
    from scipy.stats import vonmises

    grid = np.linspace(-np.pi, np.pi, 4001)[1:]
    found = vm.log_density(grid, 0.7, kappa)
    assert np.exp(found).mean() * 2 * np.pi == pytest.approx(1, rel=1e-12)
    np.testing.assert_allclose(
        found,
        vonmises.logpdf(grid, kappa, loc=0.7) if kappa else np.full(4000, -np.log(2 * np.pi)),
        rtol=1e-9,
        atol=1e-10,
    )


# directions: von Mises-Fisher densities


def vectors(n, p, seed=0, pull=1.0):
    rng = np.random.default_rng(seed)
    return scale_to_unit(rng.normal(size=(n, p)) + pull * np.eye(p)[0])


def estimate(x):
    mu, kappa = vm.fit_von_mises_fisher(*vm.sum_directions(x, np.zeros(len(x), int), 1))
    return mu[0], kappa[0]


@pytest.mark.parametrize("kappa", [0.0, 0.01, 1.0, 30.0, 1000.0, 1e4])
def test_on_the_circle_the_density_is_that_of_von_mises(kappa):
    x, mu = np.linspace(-3, 3, 50), 0.4
    found = vm.log_density_of_directions(
        np.column_stack([np.cos(x), np.sin(x)]), [math.cos(mu), math.sin(mu)], kappa
    )
    np.testing.assert_allclose(found, vm.log_density(x, mu, kappa), rtol=1e-14, atol=1e-15 + 1e-15 * kappa)


def test_constant_on_the_sphere_and_uniform_density():
    kappa = np.array([0.1, 0.5, 2.0, 20.0, 300.0])
    np.testing.assert_allclose(
        vm.log_normalizer(kappa, 3), np.log(kappa / (4 * np.pi * np.sinh(kappa))), rtol=1e-13, atol=1e-14
    )
    for p, area in [(2, 2 * np.pi), (3, 4 * np.pi), (4, 2 * np.pi**2)]:
        assert vm.log_normalizer(0.0, p) == pytest.approx(-math.log(area), rel=1e-14)
    np.testing.assert_allclose(vm.bessel_ratio(kappa, 3), 1 / np.tanh(kappa) - 1 / kappa, rtol=1e-12)


@pytest.mark.parametrize("p", [2, 3, 4, 10])  # scipy's fit fails in 100 dimensions
def test_density_and_estimate_equal_scipy(p):
    from scipy.stats import vonmises_fisher

    x = vectors(300, p, pull=2.0)
    mu, kappa = estimate(x)
    theirs_mu, theirs_kappa = vonmises_fisher.fit(x)
    np.testing.assert_allclose(mu, theirs_mu, atol=1e-12)
    assert kappa == pytest.approx(theirs_kappa, rel=1e-6)
    np.testing.assert_allclose(
        vm.log_density_of_directions(x, mu, kappa), vonmises_fisher(mu, kappa).logpdf(x), rtol=1e-10
    )


def test_missing_vectors_cap_and_uniform_density():
    x = np.array([[1.0, 0, 0], [0, 2.0, 0], [0, 3.0, 0], [np.nan, 1.0, 0], [0, 0, 0]])
    n, sums = vm.sum_directions(scale_to_unit(x), np.array([0, 1, 1, 2, 2]), 4)
    assert n.tolist() == [1, 2, 0, 0]
    mu, kappa = vm.fit_von_mises_fisher(n, sums, cap=99.0)
    assert kappa.tolist() == [0.0, 99.0, 0.0, 0.0]
    np.testing.assert_allclose(mu[:2], [[1, 0, 0], [0, 1, 0]])
