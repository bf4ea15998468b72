from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats

from naivebench.methods.directional import sel_vmnb as mi

EQUAL = np.array([0.5, 0.5])
EXAMPLE = np.array([np.pi, np.pi / 2]), np.array([2.5, 2.5])  # figure 14 of Lopez-Cruz et al. 2013


def entropy(prior):
    return -np.sum(prior * np.log(prior))


def by_adaptive_quadrature(prior, densities, low, high, points):
    def integrand(x):
        f = np.array([d(x) for d in densities])
        mixture = (prior * f).sum()
        return sum(p * v * np.log(v / mixture) for p, v in zip(prior, f, strict=True) if v > 0)

    cuts = [low, *sorted(p for p in points if low < p < high), high]
    return sum(integrate.quad(integrand, a, b, epsabs=1e-12, limit=300)[0] for a, b in pairwise(cuts))


def test_golden_value_of_two_von_mises_densities():
    assert mi.measure_angle(EQUAL, *EXAMPLE) == pytest.approx(0.3599464, abs=5e-8)


def test_angles_against_adaptive_quadrature():
    rng = np.random.default_rng(0)
    for k in (2, 3, 7):
        prior, mu, kappa = rng.dirichlet(np.ones(k)), rng.uniform(-np.pi, np.pi, k), rng.gamma(1.5, 5, k)
        expected = by_adaptive_quadrature(
            prior, [stats.vonmises(s, m).pdf for s, m in zip(kappa, mu, strict=True)], -np.pi, np.pi, mu
        )
        assert mi.measure_angle(prior, mu, kappa) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("means", "deviations"),
    [([0, 1], [1, 2]), ([0, 3, 6], [1, 0.1, 2]), ([0, 0.3], [1, 0.01]), ([1e6, 1e6 + 1], [0.5, 0.1])],
)
def test_numbers_against_adaptive_quadrature(means, deviations):
    prior = np.arange(1, len(means) + 1) / np.arange(1, len(means) + 1).sum()
    shifted = [m - means[0] for m in means]
    points = [m + t * s for m, s in zip(shifted, deviations, strict=True) for t in (-6, -3, -1, 0, 1, 3, 6)]
    expected = by_adaptive_quadrature(
        prior, [stats.norm(m, s).pdf for m, s in zip(shifted, deviations, strict=True)], -40, 50, points
    )
    found = mi.measure_number(prior, np.array(means, float), np.square(deviations))
    assert found == pytest.approx(expected, abs=1e-7)


def test_separated_densities_give_the_entropy_of_the_class_and_never_more():
    prior, apart = np.array([0.2, 0.3, 0.5]), np.array([-2.0, 0.0, 2.0])
    assert mi.measure_angle(prior, apart, np.full(3, 1e4)) == pytest.approx(entropy(prior), abs=1e-9)
    assert mi.measure_number(prior, apart, np.full(3, 1e-6)) == pytest.approx(entropy(prior), abs=1e-7)
    assert mi.measure_values(prior, np.eye(3)) == pytest.approx(entropy(prior), abs=1e-14)
    rng = np.random.default_rng(1)
    mu, spread = rng.uniform(-3, 3, (40, 3)), 10 ** rng.uniform(-3, 4, (40, 3))
    for measure in (mi.measure_angle, mi.measure_number):
        found = np.array([measure(prior, *of) for of in zip(mu, spread, strict=True)])
        assert (found >= 0).all()
        assert (found <= entropy(prior) + 1e-5).all()


@pytest.mark.parametrize("kappa", [3e4, 1e6, 1e9])
def test_sharp_densities_are_those_of_numbers(kappa):
    """Near its mean, a von Mises density is normal with variance 1 / kappa; the peak may be on the cut."""
    steps = np.array([0.0, 1.5, -0.7]) / np.sqrt(kappa)
    prior, factor = np.array([0.2, 0.3, 0.5]), np.array([1.0, 4.0, 0.5])
    number = mi.measure_number(prior, steps, 1 / (kappa * factor))
    for centre in (0.3, np.pi, -np.pi):
        found = mi.measure_angle(prior, centre + steps, kappa * factor)
        assert found == pytest.approx(number, abs=2 / kappa + 1e-6)
    # next to a broad density
    broad = mi.measure_angle(prior[:2], np.array([0.3, 1.0]), np.array([kappa, 2.0]))
    assert broad == pytest.approx(
        by_adaptive_quadrature(
            prior[:2] / prior[:2].sum(),
            [stats.vonmises(kappa, 0.3).pdf, stats.vonmises(2.0, 1.0).pdf],
            -np.pi,
            np.pi,
            [0.3 + t / np.sqrt(kappa) for t in range(-8, 9)],
        ),
        abs=1e-6,
    )


def test_discrete_values_by_hand():
    conditional = np.array([[0.15, 0.6], [0.85, 0.4]])
    marginal = conditional.mean(axis=1)
    expected = sum(0.5 * p * np.log(p / m) for row, m in zip(conditional, marginal, strict=True) for p in row)
    assert mi.measure_values(EQUAL, conditional) == pytest.approx(expected, abs=1e-15)
    assert mi.measure_values(np.array([0.5, 0.5]), np.zeros((0, 2))) == 0
