"""Bernoulli naive Bayes: textbook values, brute force over presence and absence, and scikit-learn."""

import itertools

import numpy as np
import pytest
from support import sequence_tables as st
from support.answers import predict

from naivebench.core.checks import InputError
from naivebench.methods.sequences import nb_bernoulli


def test_the_chinese_documents_of_manning_raghavan_and_schuetze():
    """Introduction to Information Retrieval, example 13.2: the joint probabilities .005184 and .021948 give
    59049/309049.
    """
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
    np.testing.assert_allclose(np.exp(predict(nb_bernoulli, train, new))[0, 0], 59049 / 309049, rtol=1e-12)


def test_presence_and_absence_of_all_words_are_multiplied():
    x = np.array([[1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 1, 0, 1], [0, 1, 1, 1], [1, 0, 0, 1]])
    y = np.array([0, 0, 1, 1, 1, 2])
    model = nb_bernoulli.fit(st.documents(x, y), alpha=0.5)
    frequency = np.array([(x[y == c].sum(axis=0) + 0.5) / ((y == c).sum() + 1) for c in range(3)])
    every = list(itertools.product((0, 1), repeat=4))
    test = st.documents(every, [0] * 14 + [1, 2])
    for row, found in zip(every, np.exp(nb_bernoulli.log_joint(model, test)), strict=True):
        factors = np.where(np.array(row) > 0, frequency, 1 - frequency)
        np.testing.assert_allclose(found, factors.prod(axis=1) * np.bincount(y) / len(y), atol=1e-15)


def test_alpha_per_word():
    train = st.made_documents(30, 2, seed=2, n_columns=6, mean=2)
    train = st.documents(st.dense(train.counts)[:, :3], train.y)
    x, alpha = st.dense(train.counts) > 0, [0.5, 1.0, 2.0]
    model = nb_bernoulli.fit(train, alpha=alpha)
    for c in range(2):
        for i in range(3):
            p = (x[train.y == c, i].sum() + alpha[i]) / ((train.y == c).sum() + 2 * alpha[i])
            np.testing.assert_allclose(model.log_odds[i, c], np.log(p / (1 - p)))
    with pytest.raises(InputError, match="alpha in nb_bernoulli has 2 entries, but there are 3 words"):
        nb_bernoulli.fit(train, alpha=[1, 1])
    with pytest.raises(InputError, match="an entry of alpha in nb_bernoulli is -1"):
        nb_bernoulli.fit(train, alpha=[1, -1, 1])
