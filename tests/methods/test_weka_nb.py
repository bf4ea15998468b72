"""Naive Bayes and TAN of Weka: the output of Weka 3.6.14 and 3.9.7 on synthetic cases, gains by brute force,
and identities.
"""

import numpy as np
from scipy.special import gammaln
from support import tables
from support.answers import predict

from naivebench.core.decisions import decide_classes
from naivebench.core.table import Attribute, make_table, subset
from naivebench.methods.bn_classifiers import weka_tan
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
# P(v) where its density is below the floor and that of u is not, by Weka 3.9.7
FLOORED = {
    ("p", 100.0): 1.760278926501126e-70,
    ("q", -90.0): 2.604669507853184e-67,
    ("r", 33.0): 5.78736544625293e-74,
}


def table(rows):
    codes = np.array([["pqr".find(row[0])] for row in rows])
    numbers = np.array([[row[1]] for row in rows])
    y = np.array(["uv".find(row[2]) if len(row) > 2 else 0 for row in rows])
    attributes = Attribute("a", "nominal", ("p", "q", "r"), declared=True), Attribute("x", "linear")
    return make_table(attributes, ("u", "v"), y, codes, numbers)


def test_posteriors_are_those_that_weka_prints():
    found = predict(weka_nb, table(LEARNED), table({**TESTED, **FLOORED}))
    np.testing.assert_allclose(np.exp(found)[: len(TESTED)], list(TESTED.values()), rtol=1e-12)
    np.testing.assert_allclose(found[len(TESTED) :, 1], np.log(list(FLOORED.values())), rtol=1e-13)


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
    model = weka_nb.Model(np.array([0.4, 0.6]), (np.array([[0.75, 0.5], [0.25, 0.5]]),))
    found = weka_nb.predict_log_proba(model, tables.discrete([[0]], [0], 2, 2))
    np.testing.assert_allclose(np.exp(found), [[0.5, 0.5]], atol=1e-9)
    assert decide_classes(found, np.array([1, 2])).tolist() == [0]


R = (3, 2, 4, 2, 3)


def cases(n=60):
    """Cases of a file with the attributes x0 {v0,v1,v2}, ... and class {a,b,c}; -1 is a missing cell."""
    i = np.arange(n)
    y = (i * i + i // 7) % 3
    x = (y + i) % 3, (i // 3 + y) % 2, (i * i // 5 + 2 * y) % 4, (i * i * i // 11) % 2
    codes = np.column_stack([*x, ((y + i) % 3 + (i % 5 == 0)) % 3])
    codes[(i[:, None] * 7 + np.arange(5) * 11) % 13 == 0] = -1
    return tables.discrete(codes, y, R, 3)


TRAIN = subset(cases(), np.arange(48))
# class probabilities of rows 48, ..., 59 if rows 0, ..., 47 are training cases
PRINTED = [
    [0.5006642743951123, 0.07802552209278714, 0.4213102035121006],
    [0.5006642743951123, 0.07802552209278714, 0.4213102035121006],
    [0.7667558363033361, 0.05248601086538611, 0.18075815283127794],
    [0.06708824163465031, 0.866759359682883, 0.06615239868246682],
    [0.24442082972564086, 0.26446397655965354, 0.49111519371470563],
    [0.6734653855232146, 0.1457597515478352, 0.18077486292895012],
    [0.6734653855232146, 0.1457597515478352, 0.18077486292895012],
    [0.277786635128964, 0.24692120308959442, 0.4752921617814417],
    [0.2648080520909, 0.44227545611282304, 0.2929164917962771],
    [0.3792552555398989, 0.4837042029439947, 0.1370405415161063],
    [0.2573215524991479, 0.029292929165578647, 0.7133855183352735],
    [0.5485759264083593, 0.08261252601623381, 0.3688115475754069],
]


def test_structure_and_posteriors_are_those_that_weka_prints():
    model = weka_tan.fit(TRAIN)
    assert weka_tan.summarize(model)["structure"] == {
        "x0": [],
        "x1": ["x4"],
        "x2": ["x4"],
        "x3": ["x2"],
        "x4": ["x0"],
    }
    found = weka_tan.predict_log_proba(model, subset(cases(), np.arange(48, 60)))
    np.testing.assert_allclose(np.exp(found), PRINTED, rtol=0, atol=1e-9)


def test_terms_are_added_one_by_one_in_the_order_of_weka():
    """They agree down to the last bit, which decides between gains that are equal on paper."""
    lg, (codes, y) = gammaln, (np.abs(np.tile(TRAIN.codes, (4, 1))), np.tile(TRAIN.y, 4))

    def in_order(child, given, r, q):
        seen = np.zeros((q, r))
        np.add.at(seen, (given, child), 1)
        total = 0.0
        for row in seen:
            for n in row:
                total += lg(0.5 + n)
            total -= lg(0.5 * r + row.sum())
            total -= r * lg(0.5)
            total += lg(0.5 * r)
        return total

    gain = weka_tan.compute_edge_gains(codes.T, y, np.array(R), 3, 0.5)
    for child, parent in [(0, 2), (2, 0), (4, 2), (1, 3)]:
        given = y * R[parent] + codes[:, parent]
        both = in_order(codes[:, child], given, R[child], 3 * R[parent])
        assert gain[child, parent] == both - in_order(codes[:, child], y, R[child], 3)


def test_the_first_of_equal_classes_wins_even_if_others_are_larger():
    model = weka_tan.fit(TRAIN)
    network = model.network._replace(
        log_prior=model.network.log_prior * 0, log_table=model.network.log_table * 0
    )
    found = weka_tan.predict_log_proba(model._replace(network=network), TRAIN)
    assert decide_classes(found, np.array([1, 2, 3])).tolist() == [0] * 48


def test_a_missing_value_is_the_first_of_the_most_frequent():
    train = tables.discrete([[2, -1], [1, -1], [2, -1], [1, -1], [0, -1]], [0, 1, 0, 1, 0], [3, 2])
    model = weka_tan.fit(train)
    assert model.modes.tolist() == [1, 0]
    gap, full = train._replace(codes=train.codes * 0 - 1), train._replace(codes=train.codes * 0 + [1, 0])
    assert np.array_equal(weka_tan.predict_log_proba(model, gap), weka_tan.predict_log_proba(model, full))
