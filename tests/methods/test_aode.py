import numpy as np
import pytest
from support.made_tables import (
    from_codes,
    made,
    nominal,
)
from support.real_data import prepared

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table, subset
from naivebench.evaluation import folds
from naivebench.methods.bn_classifiers import aode


def one_by_one(train, test, e=1.0, weights=None, smoothing="m_estimate"):
    """log P(c | x) case by case from the formula of the module, in plain probabilities."""
    k, d = len(train.classes), len(train.attributes)
    r = [len(a.values) for a in train.attributes]
    codes, y = train.codes, train.y

    def share(some, all_of_them, cells):
        pseudo = e / cells if smoothing == "m_estimate" else e
        return (some.sum() + pseudo) / (all_of_them.sum() + pseudo * cells)

    joint = np.zeros((len(test.y), k))
    for t, x in enumerate(test.codes):
        parents = [i for i in range(d) if x[i] >= 0 and (codes[:, i] == x[i]).any()]
        for c in range(k):
            for i in parents:
                with_parent = (codes[:, i] == x[i]) & (y == c)
                p = share(with_parent, codes[:, i] >= 0, k * r[i])
                for j in range(d):
                    if j != i and x[j] >= 0:
                        p *= share(
                            with_parent & (codes[:, j] == x[j]), with_parent & (codes[:, j] >= 0), r[j]
                        )
                joint[t, c] += p if weights is None else weights[i] * p
    return np.log(joint / joint.sum(axis=1, keepdims=True))


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize(
    ("alpha", "smoothing"), [(1.0, "m_estimate"), (0.2, "m_estimate"), (1.0, "laplace"), (0.3, "laplace")]
)
def test_equal_to_the_formula(missing, alpha, smoothing):
    train, test = made(0, 90, (3, 2, 4), 3, missing), made(1, 30, (3, 2, 4), 3, missing)
    some = (test.codes >= 0).any(axis=1)
    test = subset(test, np.flatnonzero(some))
    found = aode.predict_log_proba(aode.fit(train, alpha=alpha, smoothing=smoothing), test)
    np.testing.assert_allclose(found, one_by_one(train, test, alpha, smoothing=smoothing), atol=1e-11)


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
    found = aode.predict_log_proba(aode.fit(train, weighting="information"), test)
    np.testing.assert_allclose(found, one_by_one(train, test, weights=information), atol=1e-9)


def test_weights_of_attributes_without_information():
    codes = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    parity = from_codes(codes, [0, 1, 1, 0], (2, 2), 2)  # an attribute alone carries no information
    weighted, uniform = (aode.fit(parity, weighting=w) for w in ("information", "uniform"))
    np.testing.assert_array_equal(weighted.log_parent, uniform.log_parent)
    noise = from_codes(np.c_[[0, 0, 1, 1], [0, 1, 0, 1]], [0, 0, 1, 1], (2, 2), 2)
    # there are no super-parents
    assert np.isneginf(aode.fit(noise, weighting="information").log_parent[3:6]).all()


def test_a_constant_attribute_is_a_super_parent_like_any_other():
    """The training cases are u,k,a twice, v,k,b twice, and u,k,b.

    For the case u,k, the sum over both super-parents with e = 1 is computed by hand.
    """
    attributes = [Attribute("x", "nominal", ("u", "v")), nominal("same", 1)]
    table = make_table(
        attributes, ("a", "b"), [0, 0, 1, 1, 1], codes=np.array([[0, 0], [0, 0], [1, 0], [1, 0], [0, 0]])
    )
    p_x = np.array([2 + 1 / 4, 1 + 1 / 4]) / 6  # P(c, x = u); P(same | c, x) = 1
    # P(c, same) P(x = u | c, same)
    p_same = np.array([2 + 1 / 2, 3 + 1 / 2]) / 6 * np.array([(2 + 1 / 2) / 3, (1 + 1 / 2) / 4])
    expected = (p_x + p_same) / (p_x + p_same).sum()
    np.testing.assert_allclose(
        np.exp(aode.predict_log_proba(aode.fit(table), table))[0], expected, atol=1e-14
    )


@pytest.mark.parametrize("smoothing", ["m_estimate", "laplace"])
@pytest.mark.parametrize("alpha", [1.0, 0.0])
def test_sparse_pairs_equal_dense_ones(monkeypatch, alpha, smoothing):
    train, test = made(0, 120, (5, 4, 6), 3, 0.2), made(1, 40, (5, 4, 6), 3, 0.2)
    dense = np.exp(aode.predict_log_proba(aode.fit(train, alpha=alpha, smoothing=smoothing), test))
    monkeypatch.setattr(counts, "DENSE_CELLS", 0)
    model = aode.fit(train, alpha=alpha, smoothing=smoothing)
    assert model.sparse
    np.testing.assert_allclose(np.exp(aode.predict_log_proba(model, test)), dense, atol=1e-12)


def test_summary():
    # super-parent x0 (3 values, 2 classes): 2*3 - 1 + 2*3*(2 - 1); super-parent x1: 2*2 - 1 + 2*2*(3 - 1)
    assert aode.summarize(aode.fit(made(0, 40, (3, 2), 2))) == {"n_parameters": 11 + 11, "attributes_used": 2}


def test_any_block_gives_the_same_bytes(monkeypatch):
    table = made(0, 60, (3, 2, 4, 3), 3, 0.2)
    whole = aode.predict_log_proba(aode.fit(table), table)
    monkeypatch.setattr(aode, "AT_ONCE", 70)
    assert aode.predict_log_proba(aode.fit(table), table).tobytes() == whole.tobytes()


@pytest.mark.parametrize("empty", [(0,), (2,), (0, 1, 3), (4,)])
def test_attributes_without_values_change_no_byte(empty):
    whole = made(0, 102, (3, 2, 4, 2, 5), 3, 0.2)
    attributes = list(whole.attributes)
    codes = whole.codes.copy()
    for j in empty:
        attributes[j], codes[:, j] = attributes[j]._replace(values=()), -1
    table = make_table(attributes, whole.classes, whole.y, codes)
    others = [j for j in range(5) if j not in empty]
    without = make_table([attributes[j] for j in others], whole.classes, whole.y, codes[:, others])
    found = aode.predict_log_proba(aode.fit(table), table)
    assert found.tobytes() == aode.predict_log_proba(aode.fit(without), without).tobytes()


def test_too_many_pairs_are_refused_before_any_is_counted():
    wide = from_codes(np.zeros((4, 1001), int), [0, 1, 0, 1], [2] * 1001, 2)
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
    drawn = folds.make(table, scheme="weka", folds=3, seeds=[2, 3, 5])
    for smoothing, expected in zip(("laplace", "m_estimate"), WEKA[dataset], strict=True):
        correct = [0, 0, 0]
        for f, repeat in enumerate(drawn.repeat):
            train, test = folds.train_rows(drawn, f, len(table.y)), folds.test_rows(drawn, f)
            model = aode.fit(subset(table, train), smoothing=smoothing)
            labels = aode.predict_log_proba(model, subset(table, test)).argmax(axis=1)
            correct[repeat] += int((labels == table.y[test]).sum())
        assert correct == expected
