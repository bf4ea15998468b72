from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, stats
from support import tables

from naivebench.core.decisions import decide_classes
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
    as_numbers = sel_vmnb.treat_angles_as_numbers(table) if density == "normal" else table
    sel_vmnb.estimate_attribute_information(vmnb.fit(as_numbers), as_numbers.attributes, 10_000, rng)
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
    all_columns = BASES[density].fit(table)
    plain = all_columns.mixed if density == "von_mises" else all_columns
    prior = np.exp(plain.discrete.log_prior)
    nominal = sel_vmnb.compute_value_information(
        prior, np.exp(plain.discrete.log_table[plain.discrete.offsets[0] + 1 : plain.discrete.offsets[1]])
    )
    assert model.information[0] == pytest.approx(nominal)


def test_useless_attributes_are_left_out():
    model = fitted("von_mises", informative_and_noise(), 2)  # on other folds, noise may win by a case or two
    assert model.ranking[:2].tolist() in ([3, 7], [7, 3])
    found = sel_vmnb.summarize(model)
    assert found["structure"] == "{a3} {a7}"
    assert found["n_parameters"] == 2 * 2 * 3 + 2
    assert found["attributes_used"] == 2


def test_ties_go_to_fewer_attributes():
    rng = np.random.default_rng(0)
    y = np.arange(90) % 3
    angles = rng.vonmises(np.array([-2.0, 0.0, 2.0])[y][:, None], 200.0, (90, 3))
    model = fitted("von_mises", tables.linear(angles, y, kind="angular"))
    assert model.correct.tolist() == [90, 90, 90]
    assert model.chosen.tolist() == [model.ranking[0]]


@both
def test_the_ranking_follows_the_seed(density):
    table = tables.mixed(150, seed=1)
    found = [fitted(density, table, seed, samples=4000).information for seed in (3, 3, 4)]
    np.testing.assert_array_equal(found[0], found[1])
    assert (found[0] != found[2]).any()


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


DRAWS = 200_000  # the standard error of the estimates is below 0.003 nats


def test_golden_value_of_two_von_mises_densities():
    found = sel_vmnb.estimate_angle_information(EQUAL, *EXAMPLE, DRAWS, np.random.default_rng(0))
    assert found == pytest.approx(0.3599464, abs=0.01)


def test_angles_against_adaptive_quadrature():
    rng = np.random.default_rng(0)
    for k in (2, 3, 7):
        prior, mu, kappa = rng.dirichlet(np.ones(k)), rng.uniform(-np.pi, np.pi, k), rng.gamma(1.5, 5, k)
        expected = by_adaptive_quadrature(
            prior, [stats.vonmises(s, m).pdf for s, m in zip(kappa, mu, strict=True)], -np.pi, np.pi, mu
        )
        found = sel_vmnb.estimate_angle_information(prior, mu, kappa, DRAWS, rng)
        assert found == pytest.approx(expected, abs=0.01)


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
    numbers, rng = (np.array(means, float), np.square(deviations)), np.random.default_rng(0)
    found = sel_vmnb.estimate_number_information(prior, *numbers, DRAWS, rng)
    assert found == pytest.approx(expected, abs=0.01)


def test_separated_densities_give_the_entropy_of_the_class():
    p, apart, rng = np.array([0.2, 0.3, 0.5]), np.array([-2.0, 0.0, 2.0]), np.random.default_rng(0)
    angle = sel_vmnb.estimate_angle_information(p, apart, np.full(3, 1e4), 100, rng)
    number = sel_vmnb.estimate_number_information(p, apart, np.full(3, 1e-6), 100, rng)
    values = sel_vmnb.compute_value_information(p, np.eye(3))
    assert [angle, number, values] == pytest.approx([entropy(p)] * 3, abs=1e-9)


def test_discrete_values_by_hand():
    conditional = np.array([[0.15, 0.6], [0.85, 0.4]])
    marginal = conditional.mean(axis=1)
    expected = sum(0.5 * p * np.log(p / m) for row, m in zip(conditional, marginal, strict=True) for p in row)
    assert sel_vmnb.compute_value_information(EQUAL, conditional) == pytest.approx(expected, abs=1e-15)
    assert sel_vmnb.compute_value_information(np.array([0.5, 0.5]), np.zeros((0, 2))) == 0
