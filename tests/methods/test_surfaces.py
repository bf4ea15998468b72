"""Closed forms, compared with the paper's printed numbers and with posteriors, and the drawings made from
them.
"""

import re

import numpy as np
import pytest
from scipy import stats
from scipy.special import iv

from naivebench.core.decide import decide
from naivebench.core.logspace import log
from naivebench.core.table import Attribute, make_table
from naivebench.methods.directional import angles, vmnb, von_mises
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb
from naivebench.report.figures import style
from naivebench.report.papers.lopezcruz2013 import claims, examples, surfaces
from naivebench.report.papers.lopezcruz2013 import figures_of_examples as figures
from naivebench.report.papers.lopezcruz2013.examples import EXAMPLES
from naivebench.report.papers.verdicts import HOLDS

pytestmark = pytest.mark.slow

PI = np.pi
PRIORS = ((0.5, 0.5), (0.2, 0.8), (0.9, 0.1))
unit = von_mises.scale_to_unit


def surface_of(number):
    """The decision surface of a figure with one."""
    (surface,) = examples.surfaces_of(EXAMPLES[number])
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
    return decide(vmnb.predict_log_proba(model, angles_table(x)), np.array([1, 1]))


def random_parameters(rng, shape):
    return rng.uniform(-PI, PI, shape), rng.gamma(1.0, 4.0, shape)


# Theorem 1


def test_printed_angles_of_figure_3():
    surface = surfaces.circle((PI / 2, PI), (2, 5))
    np.testing.assert_allclose(surfaces.bounds(surface), [2.4300326, -1.6690199], atol=5e-8)
    assert [round(a, 2) for a in surfaces.bounds(surface)] == [2.43, -1.67]


def test_printed_angles_of_figure_4_are_the_bisectors():
    surface = surfaces.circle((0, PI / 2), (5, 5))
    np.testing.assert_allclose(surfaces.bounds(surface), [0.7853982, -2.3561945], atol=5e-8)
    np.testing.assert_allclose(surfaces.bounds(surface), [PI / 4, PI / 4 - PI], atol=1e-14)
    assert surface.offset == 0


def test_printed_angles_of_figure_5():
    surface = surfaces.circle((PI / 2, PI / 2), (2, 10))
    np.testing.assert_allclose(np.sort(surfaces.bounds(surface))[::-1], [2.0445274, 1.0970652], atol=5e-8)
    np.testing.assert_allclose(
        np.abs(surfaces.bounds(surface) - PI / 2), round(np.arccos(-surface.offset / (2 - 10)), 2), atol=0.005
    )
    assert round(abs(surfaces.bounds(surface)[0] - PI / 2), 2) == 0.47
    assert [round(a, 2) for a in np.sort(surfaces.bounds(surface))] == [1.10, 2.04]


@pytest.mark.parametrize("prior", PRIORS)
def test_predictions_on_one_angle_are_the_sign_of_r(prior):
    rng = np.random.default_rng(0)
    for _ in range(20):
        mu, kappa = random_parameters(rng, 2)
        surface, phi = surfaces.circle(mu, kappa, prior), rng.uniform(-PI, PI, 10_000)
        r = surfaces.decide(surface, surfaces.vectors(phi))
        np.testing.assert_array_equal(predicted([mu], [kappa], prior, phi[:, None]), (r < 0).astype(int))
        bounds = surfaces.bounds(surface)
        np.testing.assert_allclose(surfaces.decide(surface, surfaces.vectors(bounds)), 0, atol=1e-12)
        assert len(bounds) == len({*(r < 0)}) % 2 * -2 + 2


def test_r_is_the_difference_of_log_posteriors():
    rng = np.random.default_rng(1)
    mu, kappa = random_parameters(rng, 2)
    phi = rng.uniform(-PI, PI, 100)
    difference = (
        von_mises.log_density(phi, mu[0], kappa[0])
        - von_mises.log_density(phi, mu[1], kappa[1])
        + np.log(0.3 / 0.7)
    )
    np.testing.assert_allclose(
        surfaces.decide(surfaces.circle(mu, kappa, (0.3, 0.7)), surfaces.vectors(phi)), difference, atol=1e-12
    )


def test_the_same_class_everywhere():
    for prior, winner in (((0.9999, 0.0001), 0), ((0.0001, 0.9999), 1), ((1, 0), 0), ((0, 1), 1)):
        surface = surfaces.circle((0, 1), (1, 1.2), prior)
        turn = np.linspace(-PI, PI, 100)
        assert len(surfaces.bounds(surface)) == 0
        assert ((surfaces.decide(surface, surfaces.vectors(turn)) < 0) == winner).all()
        assert (predicted([(0, 1)], [(1, 1.2)], prior, turn[:, None]) == winner).all()


def test_equal_densities_leave_the_prior_to_decide():
    for prior in ((0.6, 0.4), (0.4, 0.6), (0.5, 0.5)):
        for mu in ((1, 1), (1, 1 + 2 * PI)):
            surface = surfaces.circle(mu, (3, 3), prior)
            assert not surface.normal.any()
            assert len(surfaces.bounds(surface)) == 0
            assert surface.offset == pytest.approx(np.log(prior[0] / prior[1]))
    assert surfaces.circle((0.3, 2), (0, 0)).offset == 0


def test_a_larger_prior_moves_the_bounds_away_from_its_class():
    def width(prior):
        turn = np.linspace(-PI, PI, 20_001)
        return (surfaces.decide(surfaces.circle((0, 2), (2, 3), prior), surfaces.vectors(turn)) > 0).mean()

    assert width((0.3, 0.7)) < width((0.5, 0.5)) < width((0.7, 0.3))


def test_large_concentrations_stay_finite():
    surface = surfaces.circle((0.0, 0.1), (1e4, 1e4))
    np.testing.assert_allclose(np.sort(surfaces.bounds(surface)), [0.05 - PI, 0.05], atol=1e-9)


# Theorem 2


@pytest.mark.parametrize("prior", PRIORS)
def test_predictions_on_two_angles_are_the_sign_of_r(prior):
    rng = np.random.default_rng(2)
    for _ in range(10):
        mu, kappa = random_parameters(rng, (2, 2))
        surface, x = surfaces.torus(mu, kappa, prior), rng.uniform(-PI, PI, (10_000, 2))
        r = surfaces.decide(surface, surfaces.vectors(*x.T))
        np.testing.assert_array_equal(predicted(mu, kappa, prior, x), (r < 0).astype(int))


def test_the_polynomials_of_theorem_2_are_r_on_the_torus():
    rng = np.random.default_rng(3)
    for _ in range(20):
        surface = surfaces.torus(*random_parameters(rng, (2, 2)), prior=rng.dirichlet([1, 1]))
        phi, psi = rng.uniform(-PI, PI, (2, 500))
        ring, tube = 1 + rng.random(), rng.random()
        points = surfaces.torus_points(phi, psi, ring, tube)
        np.testing.assert_allclose(
            np.hypot(np.hypot(*points[:, :2].T) - ring, points[:, 2]), tube, atol=1e-12
        )
        expected = tube * (ring + tube * np.cos(psi)) * surfaces.decide(surface, surfaces.vectors(phi, psi))
        np.testing.assert_allclose(
            surfaces.torus_polynomial(surface, points, ring, tube), expected, atol=1e-10
        )


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


def test_unit_vectors_give_another_plane_than_figure_7_prints():
    means, kappa = EXAMPLES[7].direction
    assert np.abs(surfaces.plane(unit(np.array(means)), kappa).normal - [0, 10, -22]).max() > 1


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
        assert surfaces.plane(mean, (first, second), (prior_1, prior_2)).offset == pytest.approx(
            constant, abs=1e-12
        )


@pytest.mark.parametrize("p", [2, 3, 8])
def test_predictions_on_directions_are_the_sign_of_r(p):
    rng = np.random.default_rng(p)
    mean, kappa, prior = (
        unit(rng.normal(size=(2, p))),
        rng.gamma(2, 3, 2),
        np.array([0.3, 0.7]),
    )
    x = unit(rng.normal(size=(10_000, p)))
    posterior = von_mises.log_density_of_directions(x, mean, kappa) + np.log(prior)
    r = surfaces.decide(surfaces.plane(mean, kappa, prior), x)
    np.testing.assert_allclose(r, posterior[:, 0] - posterior[:, 1], atol=1e-11)


def test_the_line_of_corollary_1_is_the_plane_in_two_dimensions():
    mu, kappa = np.array([0.4, 2.0]), (3.0, 1.0)
    line = surfaces.circle(mu, kappa, (0.3, 0.7))
    expected = kappa[0] * np.exp(1j * mu[0]) - kappa[1] * np.exp(1j * mu[1])
    np.testing.assert_allclose(line.normal, [expected.real, expected.imag], atol=1e-14)
    assert line.offset == pytest.approx(np.log(0.3 * iv(0, 1) / (0.7 * iv(0, 3))), abs=1e-12)


def test_uniform_directions_are_the_limit_of_small_concentrations():
    mean = np.eye(3)[:2]
    limit, near = surfaces.plane(mean, (0.0, 4.0)), surfaces.plane(mean, (1e-7, 4.0))
    np.testing.assert_allclose([*limit.normal, limit.offset], [*near.normal, near.offset], atol=1e-6)


# Hybrids


def test_case_1_of_the_hybrid_is_the_printed_plane():
    """With equal variances, the coefficients of x1, x2, y and the constant are those printed in section
    3.4.1.
    """
    means, kappa = surfaces.vectors(examples.MIXED[0]), np.array([5.0, 10.0])
    (m1, m2), (p1, p2), s2 = (0.0, 2.0), (0.3, 0.7), 1.7
    surface = surfaces.hybrid(means, kappa, [[m1], [m2]], [[[s2]], [[s2]]], (p1, p2))
    np.testing.assert_allclose(surface.normal, kappa[0] * means[0] - kappa[1] * means[1])
    np.testing.assert_array_equal(surface.quadratic, [[0]])
    np.testing.assert_allclose(surface.linear, [(m1 - m2) / s2])
    assert surface.offset == pytest.approx(
        (m2**2 - m1**2) / (2 * s2) + np.log(p1 * iv(0, 10) / (p2 * iv(0, 5))), abs=1e-12
    )


def test_case_2_of_the_hybrid_is_the_printed_quadric():
    (m1, m2), (v1, v2) = EXAMPLES[11].number
    surface = surface_of(11)
    assert surface.quadratic[0, 0] == pytest.approx((v1 - v2) / (2 * v1 * v2))
    assert surface.linear[0] == pytest.approx((v2 * m1 - v1 * m2) / (v1 * v2))
    constant = (
        m2**2 / (2 * v2) - m1**2 / (2 * v1) + np.log(iv(0, 10) * np.sqrt(v2) / (iv(0, 5) * np.sqrt(v1)))
    )
    assert surface.offset == pytest.approx(constant, abs=1e-12)


@pytest.mark.parametrize("number", [10, 11])
def test_predictions_on_angle_and_number_are_the_sign_of_r(number):
    rng = np.random.default_rng(4)
    phi, (mean, variance) = rng.uniform(-PI, PI, 10_000), EXAMPLES[number].number
    y = rng.uniform(-4, 8, 10_000)
    mu, kappa = examples.MIXED
    np.testing.assert_allclose(surfaces.vectors(mu), unit(np.array([(0.2, -0.8), (-0.8, -0.5)])))
    scores = [
        von_mises.log_density(phi, mu[c], kappa[c]) + stats.norm.logpdf(y, mean[c], variance[c] ** 0.5)
        for c in (0, 1)
    ]
    r = surfaces.decide(surface_of(number), np.stack([np.cos(phi), np.sin(phi)], axis=1), y[:, None])
    np.testing.assert_allclose(r, scores[0] - scores[1], atol=1e-11)


def test_hybrid_of_a_direction_and_a_full_covariance():
    rng = np.random.default_rng(5)
    direction, kappa, mean = (
        unit(rng.normal(size=(2, 3))),
        (4.0, 9.0),
        rng.normal(size=(2, 2)),
    )
    roots = rng.normal(size=(2, 2, 2))
    covariance = roots @ roots.transpose(0, 2, 1) + 0.2 * np.eye(2)
    x, y = unit(rng.normal(size=(500, 3))), rng.normal(size=(500, 2))
    parts = von_mises.log_density_of_directions(x, direction, np.array(kappa)) + np.log([0.4, 0.6])
    normal = np.stack(
        [stats.multivariate_normal(m, s).logpdf(y) for m, s in zip(mean, covariance, strict=True)], axis=1
    )
    r = surfaces.decide(surfaces.hybrid(direction, kappa, mean, covariance, (0.4, 0.6)), x, y)
    np.testing.assert_allclose(r, ((parts + normal) @ [1, -1]), atol=1e-10)


def test_discrete_values_shift_the_surface_of_figure_12_and_keep_its_direction():
    first, second = examples.surfaces_of(EXAMPLES[12])
    np.testing.assert_array_equal(first.normal, second.normal)
    assert first.offset - second.offset == pytest.approx(np.log(0.15 / 0.6) - np.log(0.85 / 0.4))
    plain = surfaces.circle(*examples.MIXED)
    assert first.offset - plain.offset == pytest.approx(np.log(0.15 / 0.6))


def test_predictions_with_a_discrete_attribute_are_the_sign_of_r_of_its_value():
    rng = np.random.default_rng(6)
    mu, kappa, prior, conditional = (
        (0.5, 2.5),
        (2.0, 3.0),
        np.array([0.4, 0.6]),
        np.array([[0.1, 0.5], [0.3, 0.3], [0.6, 0.2]]),
    )
    phi, value = rng.uniform(-PI, PI, 10_000), rng.integers(0, 3, 10_000)
    log_table = np.log(np.vstack([[1, 1], conditional]))
    plain = mixed_nb.Model(
        nb.Model(np.log(prior), log_table, np.array([0, 4])),
        gnb.Model(np.log(prior), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0, bool)),
    )
    model = vmnb.Model(
        plain, angles.Angles(np.array([mu]), np.array([kappa]), np.ones(1, bool), np.zeros(1, int))
    )
    attributes = [Attribute("angle", "angular", period=360.0), Attribute("value", "nominal", ("a", "b", "c"))]
    table = make_table(attributes, ["1", "2"], np.full(10_000, -1), value[:, None], phi[:, None])
    found = decide(vmnb.predict_log_proba(model, table), np.array([1, 1]))
    by_value = [surfaces.circle(mu, kappa, prior * of_value) for of_value in conditional]
    r = np.array([surfaces.decide(surface, surfaces.vectors(phi)) for surface in by_value])[
        value, np.arange(10_000)
    ]
    np.testing.assert_array_equal(found, (r < 0).astype(int))
    assert surfaces.circle(mu, kappa, [1.0, 0.0]).offset == np.inf


def test_the_gaussian_errs_in_figure_14_at_the_stated_angles():
    """GNB gives pi to class 2 and 0 to class 1, from the fitted densities; vMNB does the opposite."""
    sample = examples.sample(EXAMPLES[14], np.random.default_rng(0))
    x = [sample.x[sample.y == c, 0] for c in (0, 1)]
    density = np.array([stats.norm.logpdf([PI, 0.0], part.mean(), part.std()) for part in x])
    assert (density.argmax(axis=0) + 1).tolist() == [2, 1]
    assert examples.decisions(sample, [PI, 0.0]) == {"GNB": [2, 1], "vMNB": [1, 2]}


def test_the_two_statements_of_figure_14_are_judged_over_many_samples():
    """The share of samples is recounted with densities written out here."""
    both = claims.at_the_cut(None)
    assert [s.what for s in both] == ["GNB gives π to class 2", "GNB gives 0 to class 1"]
    counts = np.zeros(2)
    for i in range(claims.SAMPLES):
        sample = examples.sample(EXAMPLES[14], np.random.default_rng([2013, i]))
        x = [sample.x[sample.y == c, 0] for c in (0, 1)]
        density = np.array([stats.norm.logpdf([PI, 0.0], part.mean(), part.std()) for part in x])
        counts += density.argmax(axis=0) + 1 == [2, 1]
    for s, count in zip(both, counts, strict=True):
        limits = stats.binomtest(int(count), claims.SAMPLES).proportion_ci(method="wilson")
        assert (s.value, s.low, s.high) == pytest.approx((count / claims.SAMPLES, limits.low, limits.high))
        assert (s.verdict, s.region[0]) == (HOLDS, 0.5)


@pytest.mark.parametrize("number", EXAMPLES)
def test_samples_follow_their_seed_and_their_parameters(number):
    example = EXAMPLES[number]._replace(cases=2000)
    a, b = (examples.sample(example, np.random.default_rng(3)) for _ in range(2))
    np.testing.assert_array_equal(a.x, b.x)
    parts = [a.y == c for c in range(example.classes)]
    for x, (mu, _) in zip(a.x.T, example.angles, strict=False):
        centre = [np.angle(np.exp(1j * x[part]).sum()) for part in parts]
        np.testing.assert_allclose(np.cos(np.subtract(centre, mu)), 1, atol=0.01)
    if example.direction:
        np.testing.assert_allclose(np.linalg.norm(a.x, axis=1), 1)
        means = np.stack([a.x[part].sum(axis=0) for part in parts])
        np.testing.assert_allclose(unit(means), unit(np.array(example.direction[0], float)), atol=0.05)
    if example.values:
        np.testing.assert_allclose([(a.value[p] == 0).mean() for p in parts], example.values[0], atol=0.04)
    if example.number:
        moments = [(a.value[part].mean(), a.value[part].var()) for part in parts]
        np.testing.assert_allclose(np.transpose(moments), example.number, atol=0.3)


# Drawings


@pytest.fixture(scope="module")
def drawn():
    return {
        number: style.draw(f"example-{number}", lambda *_, n=number: figures.draw(n), None, None)
        for number in EXAMPLES
    }


def test_every_figure_of_an_example_is_drawn():
    """The paper has 14 figures; that of data, figure 13, is drawn from the results."""
    assert [*EXAMPLES] == [*range(1, 13), 14]


@pytest.mark.long
@pytest.mark.parametrize("number", EXAMPLES)
def test_drawings_of_the_paper(drawn, number):
    svg = drawn[number]
    assert "could not be drawn" not in svg
    assert len(svg) < 150_000
    assert re.search(r"<title [^>]*>López-Cruz et al. 2013, figure \d+", svg)
    assert len(re.search(r"<desc[^>]*>([^<]+)</desc>", svg).group(1)) > 40
    assert len(re.search(r'data-caption="([^"]+)"', svg).group(1)) > 40
    assert "<text" in svg
    assert "var(--g1, " in svg
    assert "nan" not in svg


def test_drawings_contain_the_printed_numbers(drawn):
    for number, expected in ((3, "2.43 and −1.67"), (4, "0.79 and −2.36"), (5, "1.10 and 2.04")):
        assert f"The decision angles are {expected} rad" in drawn[number]
    assert "10x₂ − 22x₃ = −9.3069" in drawn[7]
    assert "−x₂ + x₃ = 0" in drawn[8]
    assert "x₁ = −0.9076" in drawn[9]
    assert "GNB gives the angle π to class 2 and the angle 0 to class 1" in drawn[14]


@pytest.mark.parametrize(("number", "densities"), [(1, "vM(π/2, 5)"), (2, "vMF((0, 0, 1), 5)")])
def test_figures_1_and_2_show_a_sample_and_its_mean(number, densities):
    """The arrow ends at the mean of the unit vectors; on the sphere it is seen from the reader's place."""
    example = EXAMPLES[number]
    x = examples.sample(example, np.random.default_rng(20130 + number)).x
    mean = np.exp(1j * x[:, 0]).mean() if number == 1 else x.mean(axis=0)
    length = abs(mean) if number == 1 else np.linalg.norm(mean)
    with style.styled():
        picture = figures.draw(number)
    (arrow,) = (text for text in picture.figure.axes[0].texts if text.get_text() == "")
    assert densities in picture.text
    assert picture.text.startswith("100 cases")
    assert f"{length:.2f}" in picture.caption
    if number == 1:
        assert arrow.xy == pytest.approx((mean.real, mean.imag))
    else:
        assert 0 < np.hypot(*arrow.xy) <= length


def test_regions_are_the_predicted_classes(monkeypatch):
    """Each case of figure 6 lies in the region of the class that it is drawn in."""
    shown = []
    monkeypatch.setattr(figures, "draw_cases", lambda axes, x, y, classes, front: shown.append(classes))
    with style.styled():
        figures.draw(6)
    sample = examples.sample(EXAMPLES[6], np.random.default_rng(20136))
    mu, kappa = (np.array(part) for part in zip(*EXAMPLES[6].angles, strict=True))
    true, found = shown
    np.testing.assert_array_equal(true, sample.y)
    np.testing.assert_array_equal(found, predicted(mu, kappa, (0.5, 0.5), sample.x))
