"""Naive Bayes of Weka: the output of Weka 3.6.14 and 3.9.7 on a synthetic file, and identities."""

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.decide import decide_classes
from naivebench.core.table import Attribute, make_table
from naivebench.methods.naive_bayes import weka_nb

# @attribute a {p,q,r}, @attribute x numeric, @attribute c {u,v}; the first ten rows are training cases
LEARNED = [
    ("p", 1.0, "u"),
    ("p", 1.5, "u"),
    ("q", 2.25, "u"),
    ("?", np.nan, "u"),
    ("q", 7.0, "v"),
    ("q", 9.5, "v"),
    ("p", 1.5, "v"),
    ("q", 7.1, "v"),
    ("p", 40.0, "u"),
    ("q", 40.0, "u"),
]
TESTED = {
    ("r", 2.0): [0.29820906744905185, 0.7017909325509482],
    ("r", 5.0): [0.17938056198888266, 0.8206194380111174],
    ("?", 3.0): [0.3268846531449503, 0.6731153468550496],
    ("q", np.nan): [0.4788273615635179, 0.5211726384364821],
    ("p", 5000.0): [0.7101449275362319, 0.28985507246376807],
    ("r", -5000.0): [0.550561797752809, 0.44943820224719094],
}
# P(v) where its density is below the floor and that of u is not, by Weka 3.6.14 and 3.9.7
FLOORED = {
    ("p", 100.0): (2.7081214253863478e-71, 1.760278926501126e-70),
    ("q", -90.0): (4.007183858235668e-68, 2.604669507853184e-67),
    ("r", 33.0): (8.90363914808143e-75, 5.78736544625293e-74),
}


def table(rows):
    codes = np.array([["pqr".find(row[0])] for row in rows])
    numbers = np.array([[row[1]] for row in rows])
    y = np.array(["uv".find(row[2]) if len(row) > 2 else 0 for row in rows])
    attributes = Attribute("a", "nominal", ("p", "q", "r"), declared=True), Attribute("x", "linear")
    return make_table(attributes, ("u", "v"), y, codes, numbers)


@pytest.mark.parametrize("density", [True, False])
def test_posteriors_are_those_that_weka_prints(density):
    found = predict(weka_nb, table(LEARNED), table(TESTED), density=density)
    np.testing.assert_allclose(np.exp(found), list(TESTED.values()), rtol=1e-12)


@pytest.mark.parametrize("density", [True, False])
def test_the_floor_distinguishes_the_density_from_the_probability_of_the_interval(density):
    found = predict(weka_nb, table(LEARNED), table(FLOORED), density=density)
    expected = [pair[density] for pair in FLOORED.values()]
    np.testing.assert_allclose(found[:, 1], np.log(expected), rtol=1e-13)


def test_mean_and_deviation_are_those_of_numbers_rounded_to_the_precision():
    """The distinct numbers 0, 1, 4 have p = 2; 1 is halfway and is rounded to the even multiple 0.

    A single value has the deviation p / 6, and p = 0.01.
    """
    train = tables.linear([[0, 5.0], [1, 5.0], [4, 5.0], [4, 5.0]], [0, 0, 0, 1])
    first, second = weka_nb.fit(train).factors
    assert first.precision == 2
    np.testing.assert_allclose(first.mean, [4 / 3, 4])
    np.testing.assert_allclose(first.deviation, [np.std([0, 0, 4]), 2 / 6])
    assert second.precision == 0.01
    np.testing.assert_allclose(second.deviation, [0.01 / 6] * 2)


def test_many_factors_neither_underflow_nor_overflow():
    rng = np.random.default_rng(0)
    for scale in (1e-9, 1e9):
        train = tables.linear(scale * rng.normal(size=(30, 400)), np.arange(30) % 2)
        far = train._replace(reals=train.reals * 50)
        for test in (train, far):
            found = np.exp(predict(weka_nb, train, test))
            np.testing.assert_allclose(found.sum(axis=1), 1)


def test_the_first_of_equal_classes_wins_even_if_the_other_is_larger():
    """Class 1 has more training cases, but the value compensates for it: 0.4 * 0.75 = 0.6 * 0.5."""
    model = weka_nb.Model(np.array([0.4, 0.6]), (np.array([[0.75, 0.5], [0.25, 0.5]]),), True)
    found = weka_nb.predict_log_proba(model, tables.discrete([[0]], [0], 2, 2))
    np.testing.assert_allclose(np.exp(found), [[0.5, 0.5]], atol=1e-9)
    assert decide_classes(found, np.array([1, 2])).tolist() == [0]
