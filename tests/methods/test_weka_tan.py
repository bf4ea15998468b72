"""TAN of Weka: the output of Weka 3.6.14 on synthetic cases, gains by brute force, and the order of edges."""

import numpy as np
from scipy.special import gammaln
from support import tables

from naivebench.core.decide import decide_classes
from naivebench.core.table import subset
from naivebench.methods.bn_classifiers import weka_tan

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

    gain = weka_tan.compute_gains(codes.T, y, np.array(R), 3, 0.5)
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
