"""Closed forms, compared with the paper's printed numbers and with posteriors."""

import numpy as np
import pytest
from scipy.special import iv

from naivebench.core.decide import decide_classes
from naivebench.core.logspace import log
from naivebench.core.table import Attribute, make_table, scale_to_unit, to_radians
from naivebench.methods.directional import angles, vmnb
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb
from naivebench.papers.lopezcruz2013 import decision_surfaces as surfaces

pytestmark = pytest.mark.slow

PI = np.pi
PRIORS = ((0.5, 0.5), (0.2, 0.8), (0.9, 0.1))
unit = scale_to_unit


def surface_of(number):
    """The decision surface of a figure with one."""
    figures = surfaces.find_figure_surfaces().items()
    (surface,) = (of for name, (_, of) in figures if name.startswith(f"Figure {number}:"))
    return surface


def angles_table(x):
    """Cases of unknown class with angles x (n, d)."""
    attributes = [Attribute(f"a{j}", "angular", period=360.0) for j in range(x.shape[1])]
    return make_table(attributes, ["1", "2"], np.full(len(x), -1), None, x)


def predicted(mu, kappa, prior, x):
    """Classes 0 and 1 predicted by a von Mises naive Bayes model with the parameters mu, kappa (d, 2)."""
    prior = log(np.asarray(prior) / np.sum(prior))
    blank = mixed_nb.Model(
        nb.Model(prior, np.zeros((0, 2)), np.zeros(1, np.int64)),
        gnb.Model(prior, np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, bool)),
    )
    model = vmnb.Model(
        blank,
        angles.Angles(
            np.asarray(mu, float), np.asarray(kappa, float), np.ones(len(mu), bool), np.zeros(len(mu), int)
        ),
    )
    return decide_classes(vmnb.predict_log_proba(model, angles_table(x)), np.array([1, 1]))


def find_bounds(surface):
    """The two angles at which the line of a surface with p = 2 cuts the circle; (0,) if it does not."""
    length = np.hypot(*surface.normal)
    if length == 0 or abs(surface.offset) > length:
        return np.zeros(0)
    alpha, half = np.arctan2(*surface.normal[::-1]), np.arccos(-surface.offset / length)
    return to_radians([alpha + half, alpha - half], 2 * PI)


def random_parameters(rng, shape):
    return rng.uniform(-PI, PI, shape), rng.gamma(1.0, 4.0, shape)


# Theorem 1


def test_printed_angles_of_figure_3():
    surface = surfaces.find_circle_surface((PI / 2, PI), (2, 5))
    np.testing.assert_allclose(find_bounds(surface), [2.4300326, -1.6690199], atol=5e-8)
    assert [round(a, 2) for a in find_bounds(surface)] == [2.43, -1.67]


def test_printed_angles_of_figure_4_are_the_bisectors():
    surface = surfaces.find_circle_surface((0, PI / 2), (5, 5))
    np.testing.assert_allclose(find_bounds(surface), [0.7853982, -2.3561945], atol=5e-8)
    np.testing.assert_allclose(find_bounds(surface), [PI / 4, PI / 4 - PI], atol=1e-14)
    assert surface.offset == 0


def test_printed_angles_of_figure_5():
    surface = surfaces.find_circle_surface((PI / 2, PI / 2), (2, 10))
    np.testing.assert_allclose(np.sort(find_bounds(surface))[::-1], [2.0445274, 1.0970652], atol=5e-8)
    np.testing.assert_allclose(
        np.abs(find_bounds(surface) - PI / 2), round(np.arccos(-surface.offset / (2 - 10)), 2), atol=0.005
    )
    assert round(abs(find_bounds(surface)[0] - PI / 2), 2) == 0.47
    assert [round(a, 2) for a in np.sort(find_bounds(surface))] == [1.10, 2.04]


@pytest.mark.parametrize("prior", PRIORS)
def test_predictions_on_one_angle_are_the_sign_of_r(prior):
    rng = np.random.default_rng(0)
    for _ in range(20):
        mu, kappa = random_parameters(rng, 2)
        surface, phi = surfaces.find_circle_surface(mu, kappa, prior), rng.uniform(-PI, PI, 10_000)
        r = surfaces.evaluate_surface(surface, surfaces.to_vectors(phi))
        np.testing.assert_array_equal(predicted([mu], [kappa], prior, phi[:, None]), (r < 0).astype(int))
        bounds = find_bounds(surface)
        np.testing.assert_allclose(
            surfaces.evaluate_surface(surface, surfaces.to_vectors(bounds)), 0, atol=1e-12
        )
        assert len(bounds) == len({*(r < 0)}) % 2 * -2 + 2


def test_the_same_class_everywhere():
    for prior, winner in (((0.9999, 0.0001), 0), ((0.0001, 0.9999), 1), ((1, 0), 0), ((0, 1), 1)):
        surface = surfaces.find_circle_surface((0, 1), (1, 1.2), prior)
        turn = np.linspace(-PI, PI, 100)
        assert len(find_bounds(surface)) == 0
        assert ((surfaces.evaluate_surface(surface, surfaces.to_vectors(turn)) < 0) == winner).all()
        assert (predicted([(0, 1)], [(1, 1.2)], prior, turn[:, None]) == winner).all()


def test_equal_densities_leave_the_prior_to_decide():
    for prior in ((0.6, 0.4), (0.4, 0.6), (0.5, 0.5)):
        for mu in ((1, 1), (1, 1 + 2 * PI)):
            surface = surfaces.find_circle_surface(mu, (3, 3), prior)
            assert not surface.normal.any()
            assert len(find_bounds(surface)) == 0
            assert surface.offset == pytest.approx(np.log(prior[0] / prior[1]))
    assert surfaces.find_circle_surface((0.3, 2), (0, 0)).offset == 0


def test_large_concentrations_stay_finite():
    surface = surfaces.find_circle_surface((0.0, 0.1), (1e4, 1e4))
    np.testing.assert_allclose(np.sort(find_bounds(surface)), [0.05 - PI, 0.05], atol=1e-9)


# Theorem 3


def on_last_axis(surface):
    """X0 of equation (7), where the plane meets the last axis that it crosses."""
    axis = np.flatnonzero(surface.normal)[-1]
    return np.where(np.arange(3) == axis, -surface.offset / surface.normal[axis], 0.0)


def test_printed_plane_of_figure_7_from_the_means_as_printed():
    surface = surface_of(7)
    np.testing.assert_allclose(surface.normal, [0, 10, -22], atol=1e-14)
    assert -surface.offset == pytest.approx(-9.3068528, abs=5e-8)
    assert round(-surface.offset, 4) == -9.3069
    np.testing.assert_allclose(on_last_axis(surface), [0, 0, 0.4230388], atol=5e-8)
    assert round(on_last_axis(surface)[2], 4) == 0.4230


def test_printed_plane_of_figure_8_goes_through_the_origin():
    surface = surface_of(8)
    np.testing.assert_allclose(surface.normal / 7, [0, -1, 1])
    assert surface.offset == 0
    np.testing.assert_array_equal(on_last_axis(surface), [0, 0, 0])


def test_printed_plane_of_figure_9():
    surface = surface_of(9)
    np.testing.assert_allclose(surface.normal / 15, [-1, 0, 0])
    np.testing.assert_allclose(on_last_axis(surface), [-0.9075834, 0, 0], atol=5e-8)
    assert round(on_last_axis(surface)[0], 4) == -0.9076
    foot = np.log((20**0.5 * iv(0.5, 5)) / (5**0.5 * iv(0.5, 20))) / (20 - 5)  # case 2: X0 = -foot mu
    np.testing.assert_allclose(on_last_axis(surface), -foot * np.array([-1, 0, 0]))


def test_constant_as_equation_6_prints_it():
    for p, (first, second), (prior_1, prior_2) in (
        (3, (10.0, 20.0), (0.3, 0.7)),
        (5, (2.0, 7.0), (0.5, 0.5)),
        (2, (3.0, 1.0), (0.1, 0.9)),
    ):
        mean = unit(np.random.default_rng(p).normal(size=(2, p)))
        order = p / 2 - 1
        constant = np.log(
            prior_1 * first**order * iv(order, second) / (prior_2 * second**order * iv(order, first))
        )
        assert surfaces.find_plane(mean, (first, second), (prior_1, prior_2)).offset == pytest.approx(
            constant, abs=1e-12
        )


# Hybrids


def test_case_1_of_the_hybrid_is_the_printed_plane():
    """With equal variances, the coefficients of x1, x2, y and the constant are those printed in section
    3.4.1.
    """
    means, kappa = surfaces.to_vectors(surfaces.MIXED[0]), np.array([5.0, 10.0])
    (m1, m2), s2 = (0.0, 2.0), 1.7
    surface = surfaces.find_hybrid_surface(means, kappa, [[m1], [m2]], [[[s2]], [[s2]]])
    np.testing.assert_allclose(surface.normal, kappa[0] * means[0] - kappa[1] * means[1])
    np.testing.assert_array_equal(surface.quadratic, [[0]])
    np.testing.assert_allclose(surface.linear, [(m1 - m2) / s2])
    assert surface.offset == pytest.approx(
        (m2**2 - m1**2) / (2 * s2) + np.log(iv(0, 10) / iv(0, 5)), abs=1e-12
    )


def test_case_2_of_the_hybrid_is_the_printed_quadric():
    (m1, m2), (v1, v2) = (0, 2), (0.25, 4)
    surface = surface_of(11)
    assert surface.quadratic[0, 0] == pytest.approx((v1 - v2) / (2 * v1 * v2))
    assert surface.linear[0] == pytest.approx((v2 * m1 - v1 * m2) / (v1 * v2))
    constant = (
        m2**2 / (2 * v2) - m1**2 / (2 * v1) + np.log(iv(0, 10) * np.sqrt(v2) / (iv(0, 5) * np.sqrt(v1)))
    )
    assert surface.offset == pytest.approx(constant, abs=1e-12)


def test_discrete_values_shift_the_surface_of_figure_12_and_keep_its_direction():
    figures = surfaces.find_figure_surfaces().items()
    first, second = (of for name, (_, of) in figures if name.startswith("Figure 12:"))
    np.testing.assert_array_equal(first.normal, second.normal)
    assert first.offset - second.offset == pytest.approx(np.log(0.15 / 0.6) - np.log(0.85 / 0.4))
    plain = surfaces.find_circle_surface(*surfaces.MIXED)
    assert first.offset - plain.offset == pytest.approx(np.log(0.15 / 0.6))


# equation (5)


@pytest.mark.parametrize(("ring", "tube"), [(2.0, 1.0), (3.0, 0.5), (5.0, 2.0)])
def test_polynomial_of_a_torus_is_the_log_odds_at_any_size(ring, tube):
    """At phi and psi it is tube (ring + tube cos psi) times the log odds of both angles."""
    rng = np.random.default_rng(5)
    surface = surfaces.find_torus_surface(*random_parameters(rng, (2, 2)))
    phi, psi = rng.uniform(-PI, PI, (2, 50))
    log_odds = np.column_stack([np.cos(phi), np.sin(phi), np.cos(psi), np.sin(psi)]) @ surface.normal
    points = surfaces.place_on_torus(phi, psi, ring, tube)
    np.testing.assert_allclose(
        surfaces.evaluate_torus_polynomial(surface, points, ring, tube),
        tube * (ring + tube * np.cos(psi)) * (log_odds + surface.offset),
        atol=1e-9,
    )
