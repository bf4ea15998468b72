"""Closed forms, compared with the paper's printed numbers and with posteriors."""

import numpy as np
import pytest
from scipy.special import iv

from naivebench.core.table import scale_to_unit, to_radians
from naivebench.papers.lopezcruz2013 import decision_surfaces as surfaces

pytestmark = pytest.mark.slow

PI = np.pi
unit = scale_to_unit


def surface_of(number):
    """The decision surface of a figure with one."""
    figures = surfaces.find_figure_surfaces().items()
    (surface,) = (shape for name, (_, shape) in figures if name.startswith(f"Figure {number}:"))
    return surface


def find_bounds(surface):
    """The two angles at which the line of a surface with p = 2 cuts the circle; (0,) if it does not."""
    length = np.hypot(*surface.normal)
    if length == 0 or abs(surface.offset) > length:
        return np.zeros(0)
    alpha, half = np.arctan2(*surface.normal[::-1]), np.arccos(-surface.offset / length)
    return to_radians([alpha + half, alpha - half], 2 * PI)


# Theorem 1


@pytest.mark.parametrize(
    ("number", "angles"),
    [(3, [-1.6690199, 2.4300326]), (4, [PI / 4 - PI, PI / 4]), (5, [1.0970652, 2.0445274])],
)
def test_printed_angles_of_figures(number, angles):
    np.testing.assert_allclose(np.sort(find_bounds(surface_of(number))), angles, atol=5e-8)


def test_equal_densities_have_no_surface():
    for mu in ((1, 1), (1, 1 + 2 * PI)):
        surface = surfaces.find_circle_surface(mu, (3, 3))
        assert not surface.normal.any()
        assert surface.offset == 0
        assert len(find_bounds(surface)) == 0
    assert surfaces.find_circle_surface((0.3, 2), (0, 0)).offset == 0


# Theorem 3


def on_last_axis(surface):
    """X0 of equation (7), where the plane meets the last axis that it crosses."""
    axis = np.flatnonzero(surface.normal)[-1]
    return np.where(np.arange(3) == axis, -surface.offset / surface.normal[axis], 0.0)


@pytest.mark.parametrize(
    ("number", "normal", "point"),
    [(7, [0, 10, -22], [0, 0, 0.4230388]), (8, [0, -7, 7], [0, 0, 0]), (9, [-15, 0, 0], [-0.9075834, 0, 0])],
)
def test_printed_planes_of_figures(number, normal, point):
    np.testing.assert_allclose(surface_of(number).normal, normal, atol=1e-14)
    np.testing.assert_allclose(on_last_axis(surface_of(number)), point, atol=5e-8)


@pytest.mark.parametrize(("p", "first", "second"), [(3, 10.0, 20.0), (5, 2.0, 7.0), (2, 3.0, 1.0)])
def test_constant_as_equation_6_prints_it(p, first, second):
    mean, order = unit(np.random.default_rng(p).normal(size=(2, p))), p / 2 - 1
    constant = np.log(first**order * iv(order, second) / (second**order * iv(order, first)))
    assert surfaces.find_plane(mean, (first, second)).offset == pytest.approx(constant, abs=1e-12)


# Hybrids


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
    first, second = (surface for name, (_, surface) in figures if name.startswith("Figure 12:"))
    np.testing.assert_array_equal(first.normal, second.normal)
    assert first.offset - second.offset == pytest.approx(np.log(0.15 / 0.6) - np.log(0.85 / 0.4))
    plain = surfaces.find_circle_surface(*surfaces.MIXED)
    assert first.offset - plain.offset == pytest.approx(np.log(0.15 / 0.6))


# equation (5)


@pytest.mark.parametrize(("ring", "tube"), [(2.0, 1.0), (3.0, 0.5), (5.0, 2.0)])
def test_polynomial_of_a_torus_is_the_log_odds_at_any_size(ring, tube):
    """At phi and psi it is tube (ring + tube cos psi) times the log odds of both angles."""
    rng = np.random.default_rng(5)
    surface = surfaces.find_torus_surface(rng.uniform(-PI, PI, (2, 2)), rng.gamma(1.0, 4.0, (2, 2)))
    phi, psi = rng.uniform(-PI, PI, (2, 50))
    log_odds = np.column_stack([np.cos(phi), np.sin(phi), np.cos(psi), np.sin(psi)]) @ surface.normal
    points = surfaces.place_on_torus(phi, psi, ring, tube)
    np.testing.assert_allclose(
        surfaces.evaluate_torus_polynomial(surface, points, ring, tube),
        tube * (ring + tube * np.cos(psi)) * (log_odds + surface.offset),
        atol=1e-9,
    )
