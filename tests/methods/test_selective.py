import numpy as np
import pytest
from support import tables

from naivebench.core.decide import decide
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
    parts = folds.make(table, folds=10, seed=rng.integers(2**32, size=4).tolist())
    correct = np.zeros(8, int)
    for f in range(10):
        train, test = (
            subset(table, rows) for rows in (folds.train_rows(parts, f, 90), folds.test_rows(parts, f))
        )
        for m in range(1, 9):
            columns = sorted(model.ranking[:m])
            one = base.fit(tables.select(train, columns))
            predicted = decide(base.predict_log_proba(one, tables.select(test, columns)), class_counts(train))
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
    plain = whole.plain if density == "von_mises" else whole
    prior = np.exp(plain.discrete.log_prior)
    nominal = sel_vmnb.measure_values(
        prior, np.exp(plain.discrete.log_table[plain.discrete.offsets[0] + 1 : plain.discrete.offsets[1]])
    )
    assert model.information[0] == pytest.approx(nominal)
    linear = sel_vmnb.measure_number(prior, plain.real.mean[0], plain.real.variance[0])
    assert model.information[1] == pytest.approx(linear)
    if density == "von_mises":
        assert model.information[3] == pytest.approx(
            sel_vmnb.measure_angle(prior, whole.angular.mu[0], whole.angular.kappa[0])
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
