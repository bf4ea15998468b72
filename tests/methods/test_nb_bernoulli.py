"""Bernoulli naive Bayes: textbook values, brute force over presence and absence, scikit-learn."""

import itertools

import numpy as np
import pytest
from support import sequence_tables as st

from naivebench.core.checks import InputError
from naivebench.core.table import subset
from naivebench.methods.sequences import nb_bernoulli


def predict(train, test, **params):
    return nb_bernoulli.predict_log_proba(nb_bernoulli.fit(train, **params), test)


def test_the_chinese_documents_of_manning_raghavan_and_schuetze():
    """Introduction to Information Retrieval, example 13.2: joint .005184 against .021948, so 59049/309049."""
    words = ["Beijing", "Chinese", "Japan", "Macao", "Shanghai", "Tokyo"]
    train = st.documents(
        [[1, 2, 0, 0, 0, 0], [0, 2, 0, 0, 1, 0], [0, 1, 0, 1, 0, 0], [0, 1, 1, 0, 0, 1]],
        [0, 0, 0, 1],
        ["China", "other"],
        words,
    )
    new = st.documents([[0, 3, 1, 0, 0, 1]], [0], ["China", "other"], words)
    model = nb_bernoulli.fit(train)
    present = st.dense(new.counts)[0] > 0
    joint = np.exp(model.log_prior + model.log_absent + model.log_odds[present].sum(axis=0))
    np.testing.assert_allclose(joint, [0.005184, 0.021948], atol=5e-7)
    np.testing.assert_allclose(np.exp(predict(train, new))[0, 0], 59049 / 309049, rtol=1e-12)


@pytest.mark.parametrize("alpha", [1.0, 0.1])
def test_equals_the_product_over_all_words(alpha):
    train = st.made_documents(40, 3, seed=3, n_columns=9, mean=4)
    model, x = nb_bernoulli.fit(train, alpha=alpha), st.dense(train.counts) > 0
    inside = x.any(axis=0)
    for i in range(5):
        joint = []
        for c in range(3):
            of_class = x[train.y == c]
            p = (of_class.sum(axis=0) + alpha) / (len(of_class) + 2 * alpha)
            joint.append(len(of_class) / 40 * np.prod(np.where(x[i], p, 1 - p)[inside]))
        found = np.exp(nb_bernoulli.predict_log_proba(model, subset(train, [i])))[0]
        np.testing.assert_allclose(found, np.array(joint) / sum(joint), rtol=1e-10)


def test_equal_to_scikit_learn():
    from sklearn.naive_bayes import BernoulliNB

    train, test = st.made_documents(90, seed=1), st.made_documents(40, seed=2)
    train, test = (
        st.documents(st.dense(t.counts)[:, :50], t.y, list(t.classes), declared=True) for t in (train, test)
    )
    theirs = BernoulliNB().fit(st.dense(train.counts), train.y).predict_log_proba(st.dense(test.counts))
    np.testing.assert_allclose(predict(train, test), theirs, atol=1e-10)


def test_how_often_a_word_occurs_does_not_matter():
    train, test = st.made_documents(50), st.made_documents(20, seed=5)
    once = [t._replace(counts=t.counts._replace(data=np.ones_like(t.counts.data))) for t in (train, test)]
    assert np.array_equal(predict(train, test), predict(*once))


def test_absent_words_are_evidence():
    train = st.documents([[1, 1], [1, 1], [0, 1], [0, 1]], [0, 0, 1, 1])
    empty = st.documents([[0, 0]], [0], ["c0", "c1"])
    np.testing.assert_allclose(np.exp(predict(train, empty)), [[1 / 4, 3 / 4]])


def test_the_posterior_is_a_distribution_over_all_documents():
    """P(set of words | c) sums to one over all sets: the model is of whole documents, of any length."""
    train = st.made_documents(30, 2, seed=1, n_columns=7, mean=3)
    model = nb_bernoulli.fit(train)
    d = int(model.vocabulary.inside.sum())
    odds = model.log_odds[model.vocabulary.inside]
    total = sum(
        np.exp(model.log_absent + odds[np.array(chosen, bool)].sum(axis=0))
        for chosen in itertools.product((False, True), repeat=d)
    )
    np.testing.assert_allclose(total, 1, rtol=1e-12)
    assert nb_bernoulli.summarize(model) == {"n_parameters": 1 + 2 * d, "attributes_used": 1, "words": d}


def test_alpha_must_be_positive():
    with pytest.raises(InputError, match="alpha in nb_bernoulli is 0, expected a number of at least 1e-10"):
        nb_bernoulli.fit(st.made_documents(10), alpha=0)
