from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats
from support import tables

from naivebench.core.decide import decide_classes
from naivebench.core.table import Attribute, class_counts, make_table, subset
from naivebench.evaluation import folds
from naivebench.methods.directional import sel_vmnb, vmnb
from naivebench.methods.naive_bayes import mixed_nb

BASES = {"von_mises": vmnb, "normal": mixed_nb}  # by the density of angles
both = pytest.mark.parametrize("density", BASES)


def fitted(density, table, seed=0, /, **params):
    return sel_vmnb.fit(table, rng=np.random.default_rng(seed), angle_density=density, **params)


def informative_and_noise(n=200, seed=0):
    """A table with two informative angular attributes and six irrelevant ones, in mixed order."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 3
    useful = rng.vonmises(np.array([-2.0, 0.0, 2.0])[y][:, None], 3.0, (n, 2))
    noise = rng.uniform(-np.pi, np.pi, (n, 6))
    angles = np.column_stack([noise[:, :3], useful[:, :1], noise[:, 3:], useful[:, 1:]])
    return make_table(
        [Attribute(f"a{j}", "angular", period=360.0) for j in range(8)], ["x", "y", "z"], y, None, angles
    )


@both
def test_equal_to_refitting_for_every_m(density):
    """The cumulated inner accuracies equal those of separate models, fitted on the same folds and
    attributes.
    """
    base, table = BASES[density], tables.mixed(90, seed=3)
    model = fitted(density, table, 7)
    rng = np.random.default_rng(7)
    parts = folds.make_folds(table, folds=10, seed=rng.integers(2**32, size=4).tolist())
    correct = np.zeros(8, int)
    for f in range(10):
        train, test = (
            subset(table, rows) for rows in (folds.train_rows(parts, f, 90), folds.test_rows(parts, f))
        )
        for m in range(1, 9):
            columns = sorted(model.ranking[:m])
            one = base.fit(tables.select(train, columns))
            predicted = decide_classes(
                base.predict_log_proba(one, tables.select(test, columns)), class_counts(train)
            )
            correct[m - 1] += (predicted == test.y).sum()
    np.testing.assert_array_equal(model.correct, correct)
    assert len(model.chosen) == correct.argmax() + 1


@both
def test_the_model_is_that_of_the_selected_attributes(density):
    base, table, test = BASES[density], tables.mixed(150, seed=1), tables.mixed(40, seed=2)
    model = fitted(density, table)
    assert 0 < len(model.chosen) < 8
    alone = base.fit(tables.select(table, model.chosen))
    expected = base.predict_log_proba(alone, tables.select(test, model.chosen))
    np.testing.assert_allclose(sel_vmnb.predict_log_proba(model, test), expected, atol=1e-10)
    assert sel_vmnb.summarize(model)["n_parameters"] == base.summarize(alone)["n_parameters"]


@both
def test_ranking_is_by_mutual_information_of_the_fitted_densities(density):
    table = tables.mixed(150, seed=1)
    model = fitted(density, table)
    assert (np.diff(model.information[model.ranking]) <= 0).all()
    whole = BASES[density].fit(table)
    plain = whole.mixed if density == "von_mises" else whole
    prior = np.exp(plain.discrete.log_prior)
    nominal = sel_vmnb.information_of_values(
        prior, np.exp(plain.discrete.log_table[plain.discrete.offsets[0] + 1 : plain.discrete.offsets[1]])
    )
    assert model.information[0] == pytest.approx(nominal)
    linear = sel_vmnb.information_of_number(prior, plain.real.mean[0], plain.real.variance[0])
    assert model.information[1] == pytest.approx(linear)
    if density == "von_mises":
        assert model.information[3] == pytest.approx(
            sel_vmnb.information_of_angle(prior, whole.angular.mu[0], whole.angular.kappa[0])
        )


def test_useless_attributes_are_left_out():
    table = informative_and_noise()
    model = fitted("von_mises", table)
    assert model.ranking[:2].tolist() in ([3, 7], [7, 3])
    found = sel_vmnb.summarize(model)
    assert found["structure"] == "{a3} {a7}"
    assert found["n_parameters"] == 2 * 2 * 3 + 2
    assert found["attributes_used"] == 2
    assert found["angular_share"] == 1.0
    assert found["inner_accuracy"] > 0.9
    assert list(found["mutual_information"]) == [f"a{j}" for j in model.ranking]


def test_ties_go_to_fewer_attributes():
    rng = np.random.default_rng(0)
    y = np.arange(90) % 3
    angles = rng.vonmises(np.array([-2.0, 0.0, 2.0])[y][:, None], 200.0, (90, 3))
    model = fitted("von_mises", tables.linear(angles, y, kind="angular"))
    assert model.correct.tolist() == [90, 90, 90]
    assert model.chosen.tolist() == [model.ranking[0]]


@both
def test_information_by_sampling_is_near_quadrature_and_follows_the_seed(density):
    table = tables.mixed(150, seed=1)
    exact = fitted(density, table).information
    sampled = fitted(density, table, method="sampling", samples=4000).information
    np.testing.assert_allclose(sampled, exact, atol=0.05)
    assert (sampled != exact).any()
    np.testing.assert_array_equal(
        fitted(density, table, 3, method="sampling").information,
        fitted(density, table, 3, method="sampling").information,
    )


# mutual information of the class and a density

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
    assert sel_vmnb.information_of_angle(EQUAL, *EXAMPLE) == pytest.approx(0.3599464, abs=5e-8)


def test_angles_against_adaptive_quadrature():
    rng = np.random.default_rng(0)
    for k in (2, 3, 7):
        prior, mu, kappa = rng.dirichlet(np.ones(k)), rng.uniform(-np.pi, np.pi, k), rng.gamma(1.5, 5, k)
        expected = by_adaptive_quadrature(
            prior, [stats.vonmises(s, m).pdf for s, m in zip(kappa, mu, strict=True)], -np.pi, np.pi, mu
        )
        assert sel_vmnb.information_of_angle(prior, mu, kappa) == pytest.approx(expected, abs=1e-9)


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
    found = sel_vmnb.information_of_number(prior, np.array(means, float), np.square(deviations))
    assert found == pytest.approx(expected, abs=1e-7)


def test_separated_densities_give_the_entropy_of_the_class_and_never_more():
    p, apart = np.array([0.2, 0.3, 0.5]), np.array([-2.0, 0.0, 2.0])
    assert sel_vmnb.information_of_angle(p, apart, np.full(3, 1e4)) == pytest.approx(entropy(p), abs=1e-9)
    assert sel_vmnb.information_of_number(p, apart, np.full(3, 1e-6)) == pytest.approx(entropy(p), abs=1e-7)
    assert sel_vmnb.information_of_values(p, np.eye(3)) == pytest.approx(entropy(p), abs=1e-14)
    rng = np.random.default_rng(1)
    mu, spread = rng.uniform(-3, 3, (40, 3)), 10 ** rng.uniform(-3, 4, (40, 3))
    for measure in (sel_vmnb.information_of_angle, sel_vmnb.information_of_number):
        found = np.array([measure(p, *of) for of in zip(mu, spread, strict=True)])
        assert (found >= 0).all()
        assert (found <= entropy(p) + 1e-5).all()


@pytest.mark.parametrize("kappa", [3e4, 1e6, 1e9])
def test_sharp_densities_are_those_of_numbers(kappa):
    """Near its mean, a von Mises density is normal with variance 1 / kappa; the peak may be on the cut."""
    steps = np.array([0.0, 1.5, -0.7]) / np.sqrt(kappa)
    prior, factor = np.array([0.2, 0.3, 0.5]), np.array([1.0, 4.0, 0.5])
    number = sel_vmnb.information_of_number(prior, steps, 1 / (kappa * factor))
    for centre in (0.3, np.pi, -np.pi):
        found = sel_vmnb.information_of_angle(prior, centre + steps, kappa * factor)
        assert found == pytest.approx(number, abs=2 / kappa + 1e-6)
    # next to a broad density
    broad = sel_vmnb.information_of_angle(prior[:2], np.array([0.3, 1.0]), np.array([kappa, 2.0]))
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
    assert sel_vmnb.information_of_values(EQUAL, conditional) == pytest.approx(expected, abs=1e-15)
    assert sel_vmnb.information_of_values(np.array([0.5, 0.5]), np.zeros((0, 2))) == 0
