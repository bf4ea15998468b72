"""Averaged n-dependence estimators, AODE and hidden naive Bayes: formulas, and AODE of Weka."""

import itertools

import numpy as np
import pytest
from support.answers import predict
from support.real_data import prepared
from support.tables import discrete, made

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.information import conditional_mutual_information
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import subset
from naivebench.evaluation import folds
from naivebench.methods.bn_classifiers import ande, aode, hnb
from naivebench.methods.naive_bayes import nb


def predicted(train, test, **params):
    return predict(ande, train, test, **params)


def one_by_one(train, test, n=1, e=1.0, smoothing="m_estimate", weights=None):
    """log P(c | x) case by case from the formula of the modules, in plain probabilities; NaN if no set of n
    parents qualifies.
    """
    k, r = len(train.classes), [len(a.values) for a in train.attributes]
    codes, y = train.codes, train.y

    def share(some, all_of_them, cells):
        pseudo = e / cells if smoothing == "m_estimate" else e
        return (some.sum() + pseudo) / (all_of_them.sum() + pseudo * cells)

    joint = np.zeros((len(test.y), k))
    for t, x in enumerate(test.codes):
        for parents in itertools.combinations(np.flatnonzero(x >= 0), n):
            same = np.logical_and.reduce([codes[:, p] == x[p] for p in parents])
            observed = np.logical_and.reduce([codes[:, p] >= 0 for p in parents])
            for c in range(k) if same.any() else ():
                p = share(same & (y == c), observed, k * np.prod([r[j] for j in parents]))
                for j in set(np.flatnonzero(x >= 0)) - set(parents):
                    with_parents = same & (y == c) & (codes[:, j] >= 0)
                    p *= share(with_parents & (codes[:, j] == x[j]), with_parents, r[j])
                joint[t, c] += p if weights is None else weights[parents[0]] * p
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
    naive = predict(nb, train, test, alpha=alpha, prior_alpha=alpha)
    fewer = predicted(train, test, n=n - 1, alpha=alpha) if n > 1 else naive
    np.testing.assert_allclose(found[~some], fewer[~some], atol=1e-11)


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
    train = discrete(codes, rng.integers(0, 2, 200), (4, 2, 2, 4, 2), 2)
    kept = ande.hide_implied_values(ande.find_implied_values(train, 20), train).codes
    rarest = int(np.bincount(codes[:, 0] + 1, minlength=5)[1:].min())
    for minimum in (20, rarest, rarest + 1):
        expected = train.codes.copy()
        for x, row in zip(train.codes, expected, strict=True):
            row[list(generalizations(train, x, minimum))] = -1
        found = ande.hide_implied_values(ande.find_implied_values(train, minimum), train)
        np.testing.assert_array_equal(found.codes, expected)
    if not missing:
        assert (kept[:, 0] >= 0).all()
        assert (kept[:, [1, 3]] == -1).all()
    for n in (1, 2):
        np.testing.assert_array_equal(
            predicted(train, train, n=n, subsumption_resolution=True, minimum=20),
            predicted(train, train._replace(codes=kept), n=n),
        )
        np.testing.assert_array_equal(
            predicted(train, train, n=n, subsumption_resolution=True, minimum=201),
            predicted(train, train, n=n),
        )


def test_too_many_combinations_are_refused_before_any_is_counted():
    wide = discrete(np.zeros((4, 300), int), [0, 1, 0, 1], [3] * 300, 2)
    # C(300, 3) sets with 4^3 combinations and 2 classes
    with pytest.raises(
        InputError, match="300 attributes with 2 classes have 570,252,800 cells, more than 134"
    ):
        ande.fit(wide)
    many = discrete([[0, 0, 0], [1, 1, 1]], [0, 94], (18846, 5000, 3), 95)
    with pytest.raises(InputError, match="n = 3 counts all sets of 3 attributes"):
        ande.fit(many, n=3)


# AODE


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize(
    ("alpha", "smoothing"), [(1.0, "m_estimate"), (0.2, "m_estimate"), (1.0, "laplace"), (0.3, "laplace")]
)
def test_aode_equals_the_formula(missing, alpha, smoothing):
    train, test = (made(seed, n, (3, 2, 4, 1), 3, missing) for seed, n in ((0, 90), (1, 30)))
    some = (test.codes >= 0).any(axis=1)
    test = subset(test, np.flatnonzero(some))
    found = predict(aode, train, test, alpha=alpha, smoothing=smoothing)
    np.testing.assert_allclose(found, one_by_one(train, test, 1, alpha, smoothing), atol=1e-11)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_weighted_by_information_equals_the_formula(missing):
    train, test = made(0, 90, (3, 2, 4), 3, missing), made(1, 30, (3, 2, 4), 3, missing)
    test = subset(test, np.flatnonzero((test.codes >= 0).any(axis=1)))
    information = []
    for column in train.codes.T:
        p = np.zeros((4, 3))
        np.add.at(p, (column[column >= 0], train.y[column >= 0]), 1 / (column >= 0).sum())
        outer = p.sum(axis=1)[:, None] * p.sum(axis=0)
        information.append((p[p > 0] * np.log(p[p > 0] / outer[p > 0])).sum())
    found = predict(aode, train, test, weighting="information")
    np.testing.assert_allclose(found, one_by_one(train, test, weights=information), atol=1e-9)


def test_weights_of_attributes_without_information():
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    parity = discrete(codes, [0, 1, 1, 0], (2, 2), 2)  # an attribute alone carries no information
    weighted, uniform = (aode.fit(parity, weighting=w) for w in ("information", "uniform"))
    np.testing.assert_array_equal(weighted.log_parent, uniform.log_parent)
    noise = discrete(np.c_[[0, 0, 1, 1], [0, 1, 0, 1]], [0, 0, 1, 1], (2, 2), 2)
    # there are no super-parents
    assert np.isneginf(aode.fit(noise, weighting="information").log_parent[3:6]).all()


@pytest.mark.parametrize("smoothing", ["m_estimate", "laplace"])
@pytest.mark.parametrize("alpha", [1.0, 0.0])
def test_sparse_pairs_equal_dense_ones(monkeypatch, alpha, smoothing):
    train, test = made(0, 120, (5, 4, 6), 3, 0.2), made(1, 40, (5, 4, 6), 3, 0.2)
    dense = np.exp(predict(aode, train, test, alpha=alpha, smoothing=smoothing))
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    model = aode.fit(train, alpha=alpha, smoothing=smoothing)
    assert model.sparse
    np.testing.assert_allclose(np.exp(aode.predict_log_proba(model, test)), dense, atol=1e-12)


def test_any_block_gives_the_same_bytes(monkeypatch):
    table = made(0, 60, (3, 2, 4, 3), 3, 0.2)
    expected = predict(aode, table)
    monkeypatch.setattr(aode, "AT_ONCE", 70)
    assert predict(aode, table).tobytes() == expected.tobytes()


def test_too_many_pairs_are_refused_before_any_is_counted():
    wide = discrete(np.zeros((4, 1001), int), [0, 1, 0, 1], [2] * 1001, 2)
    with pytest.raises(InputError, match="1001 attributes have 500,500 pairs, more than 500,000"):
        aode.fit(wide)


# Correct cases of `weka.classifiers.bayes.AODE` of Weka 3.6.14 (Debian's package) in 3-fold cross-validations
# with the seeds 2, 3 and 5 (`-x 3 -s SEED`), without options and with -M, on the prepared tables written as
# ARFF files.
WEKA = {
    "vote": ([410, 413, 410], [409, 411, 410]),
    "breast-cancer": ([204, 207, 211], [196, 207, 205]),
    "zoo": ([97, 97, 93], [98, 100, 95]),
}


@pytest.mark.data
@pytest.mark.parametrize("dataset", WEKA)
def test_both_smoothings_have_the_fold_accuracies_of_weka(dataset, folder):
    table, _ = prepared(dataset, folder)
    drawn = folds.make_folds(table, scheme="weka", folds=3, seeds=[2, 3, 5])
    for smoothing, expected in zip(("laplace", "m_estimate"), WEKA[dataset], strict=True):
        correct = [0, 0, 0]
        for f, repeat in enumerate(drawn.repeat):
            train, test = folds.train_rows(drawn, f, len(table.y)), folds.test_rows(drawn, f)
            model = aode.fit(subset(table, train), smoothing=smoothing)
            labels = aode.predict_log_proba(model, subset(table, test)).argmax(axis=1)
            correct[repeat] += int((labels == table.y[test]).sum())
        assert correct == expected


R = (3, 2, 4, 2)


def by_formula(train, test, alpha, prior_alpha):
    """P(c) prod_j sum_i W_ij P(x_j | x_i, c), case by case; the factor is P(x_j | c) if there is no x_i."""
    information, k = conditional_mutual_information(train), len(train.classes)
    scores = np.zeros((len(test.y), k))
    for i, x in enumerate(test.codes):
        for c in range(k):
            own = train.y == c
            scores[i, c] = np.log((own.sum() + prior_alpha) / (len(train.y) + k * prior_alpha))
            for j in np.flatnonzero(x >= 0):
                column, total = train.codes[:, j], 0.0
                for p in range(len(R)):
                    if p == j:
                        continue
                    base = own & (column >= 0)
                    if x[p] >= 0:
                        base = base & (train.codes[:, p] == x[p])
                    share = ((base & (column == x[j])).sum() + alpha / R[j]) / (base.sum() + alpha)
                    total += information[p, j] / information[:, j].sum() * share
                scores[i, c] += np.log(total)
    return normalize_rows(scores, np.zeros(k))


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(("alpha", "prior_alpha"), [(1.0, 1.0), (0.3, 1 / 3)])  # the paper has 1 / K
def test_hidden_naive_bayes_equals_the_formula(missing, alpha, prior_alpha):
    train, test = made(0, 70, R, 3, missing), made(1, 25, R, 3, missing)
    found = predict(hnb, train, test, alpha=alpha, prior_alpha=prior_alpha)
    np.testing.assert_allclose(found, by_formula(train, test, alpha, prior_alpha), atol=1e-11)
