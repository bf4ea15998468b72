import itertools

import numpy as np
import pytest
from support.made_tables import edge_tables, from_codes, made

from naivebench.core.checks import InputError
from naivebench.core.table import subset
from naivebench.methods.bn_classifiers import ande, aode
from naivebench.methods.naive_bayes import nb

EDGES = edge_tables()
MANY = EDGES.pop("many values and 95 classes")[0]


def predicted(train, test, **params):
    return ande.predict_log_proba(ande.fit(train, **params), test)


def one_by_one(train, test, n, e=1.0, limit=1):
    """log P(c | x) case by case from the formula of the module, in plain probabilities; NaN if no set
    qualifies.
    """
    k, r = len(train.classes), [len(a.values) for a in train.attributes]
    codes, y = train.codes, train.y
    joint = np.zeros((len(test.y), k))
    for t, x in enumerate(test.codes):
        for parents in itertools.combinations(range(len(r)), n):
            if any(x[p] < 0 for p in parents):
                continue
            same = np.logical_and.reduce([codes[:, p] == x[p] for p in parents])
            observed = np.logical_and.reduce([codes[:, p] >= 0 for p in parents])
            if same.sum() < limit:
                continue
            values = np.prod([r[p] for p in parents])
            for c in range(k):
                p = ((same & (y == c)).sum() + e / (k * values)) / (observed.sum() + e)
                for j in set(range(len(r))) - set(parents):
                    if x[j] >= 0:
                        p *= ((same & (y == c) & (codes[:, j] == x[j])).sum() + e / r[j]) / (
                            (same & (y == c) & (codes[:, j] >= 0)).sum() + e
                        )
                joint[t, c] += p
    with np.errstate(invalid="ignore"):
        return np.log(joint / joint.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize(("n", "alpha"), [(2, 1.0), (2, 0.2), (3, 1.0)])
def test_equal_to_the_formula(n, alpha, missing):
    train, test = made(0, 90, (3, 2, 4, 3), 3, missing), made(1, 40, (3, 2, 4, 3), 3, missing)
    expected = one_by_one(train, test, n, alpha)
    some = ~np.isnan(expected).any(axis=1)
    assert some.sum() > 5
    found = predicted(train, test, n=n, alpha=alpha)
    np.testing.assert_allclose(found[some], expected[some], atol=1e-11)
    fewer = predicted(train, test, n=n - 1, alpha=alpha)
    np.testing.assert_allclose(found[~some], fewer[~some], atol=1e-11)


def test_no_parents_give_naive_bayes_and_one_gives_aode():
    table = made(3, 80, (3, 2, 4), 3, 0.1)
    for alpha in (1.0, 0.3):
        naive = nb.predict_log_proba(nb.fit(table, alpha=alpha, prior_alpha=alpha), table)
        np.testing.assert_array_equal(predicted(table, table, n=0, alpha=alpha), naive)
        one = aode.predict_log_proba(aode.fit(table, alpha=alpha), table)
        np.testing.assert_array_equal(predicted(table, table, n=1, alpha=alpha), one)


def test_a_case_alone_has_the_prediction_that_it_has_among_others():
    table = made(0, 60, (3, 2, 4, 3), 3, 0.2)
    model = ande.fit(table)
    together = ande.predict_log_proba(model, table)
    alone = [ande.predict_log_proba(model, subset(table, np.array([i]))) for i in range(60)]
    np.testing.assert_array_equal(np.concatenate(alone), together)


def test_summary():
    # 2 classes; x0 x1: 12 - 1 + 12 (4 - 1), x0 x2: 24 - 1 + 24 (2 - 1), x1 x2: 16 - 1 + 16 (3 - 1)
    assert ande.summarize(ande.fit(made(0, 40, (3, 2, 4), 2))) == {
        "n_parameters": 47 + 47 + 47,
        "attributes_used": 3,
    }


def generalizations(train, x, minimum):
    """Attributes of a case whose values another value of the case implies, by the definition."""
    gone = set()
    for i, j in itertools.permutations(range(len(x)), 2):
        if min(x[i], x[j]) < 0:
            continue
        with_i, with_j = train.codes[:, i] == x[i], train.codes[:, j] == x[j]
        if (
            with_j.sum() >= minimum
            and not (with_j & ~with_i).any()
            and (with_j.sum() < with_i.sum() or j < i)
        ):
            gone.add(i)
    return gone


@pytest.mark.parametrize("missing", [0.0, 0.02])
def test_values_that_others_imply_are_left_out(missing):
    rng = np.random.default_rng(1)
    a = rng.integers(0, 4, 200)
    codes = np.stack(
        [a, a // 2, rng.integers(0, 2, 200), a, np.where(a == 3, 1, rng.integers(0, 2, 200))], axis=1
    )
    codes[rng.random(codes.shape) < missing] = -1
    train = from_codes(codes, rng.integers(0, 2, 200), (4, 2, 2, 4, 2), 2)
    kept = ande.without_implied(ande.implications(train, 20), train).codes
    rarest = int(np.bincount(codes[:, 0] + 1, minlength=5)[1:].min())
    for minimum in (20, rarest, rarest + 1):
        expected = train.codes.copy()
        for x, row in zip(train.codes, expected, strict=True):
            row[list(generalizations(train, x, minimum))] = -1
        found = ande.without_implied(ande.implications(train, minimum), train)
        np.testing.assert_array_equal(found.codes, expected)
    if not missing:
        assert (kept[:, 0] >= 0).all()
        assert (kept[:, [1, 3]] == -1).all()
    for n in (0, 1, 2):
        np.testing.assert_array_equal(
            predicted(train, train, n=n, subsumption_resolution=True, minimum=20),
            predicted(train, train._replace(codes=kept), n=n),
        )
        np.testing.assert_array_equal(
            predicted(train, train, n=n, subsumption_resolution=True, minimum=201),
            predicted(train, train, n=n),
        )


def test_copies_of_an_attribute_change_nothing_with_subsumption_resolution():
    table = made(2, 90, (3, 2, 4), 3)
    copies = from_codes(table.codes[:, [0, 1, 2, 0, 0]], table.y, (3, 2, 4, 3, 3), 3)
    single, double = (predicted(t, t, n=1, subsumption_resolution=True, minimum=1) for t in (table, copies))
    np.testing.assert_allclose(double, single, atol=1e-12)
    assert abs(predicted(copies, copies, n=1) - single).max() > 0.01


def test_too_many_combinations_are_refused_before_any_is_counted():
    wide = from_codes(np.zeros((4, 300), int), [0, 1, 0, 1], [3] * 300, 2)
    # C(300, 3) sets with 4^3 combinations and 2 classes
    with pytest.raises(
        InputError, match="300 attributes with 2 classes make 570,252,800 cells, more than 134"
    ):
        ande.fit(wide)
    with pytest.raises(InputError, match="n = 3 counts all sets of 3 attributes"):
        ande.fit(MANY, n=3)
