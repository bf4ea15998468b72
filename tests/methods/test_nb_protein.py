"""Naive Bayes of proteins, composition times a Gaussian of the length: formula, limits and edge cases."""

import numpy as np
import pytest
from scipy.special import log_softmax
from scipy.stats import norm
from support import sequence_tables as st
from support.answers import predict

from naivebench.core.table import subset
from naivebench.methods.sequences import nb_mn, nb_protein


def letters(table):
    """The tokens of every sequence."""
    return np.split(table.sequences.tokens, table.sequences.offsets[1:-1])


def test_equal_to_the_formula():
    train, test = st.made_sequences(40, 2, seed=1), st.made_sequences(12, 2, seed=2)
    scores = np.zeros((12, 2))
    for c in range(2):
        own = [x for x, y in zip(letters(train), train.y, strict=True) if y == c]
        theta = (np.bincount(np.concatenate(own), minlength=20) + 1) / (sum(map(len, own)) + 20)
        lengths = [len(x) for x in own]
        for i, x in enumerate(letters(test)):
            scores[i, c] = np.log((train.y == c).mean()) + np.log(theta)[x].sum()
            scores[i, c] += norm.logpdf(len(x), np.mean(lengths), np.std(lengths))
    found = predict(nb_protein, train, test)
    np.testing.assert_allclose(found, log_softmax(scores, axis=1), atol=1e-9)


def test_letters_that_are_not_amino_acids_only_count_for_the_length():
    plain = st.sequences(["ACAC", "GGGGGG", "GGTG"], [0, 1, 1], st.AMINO_ACIDS + "XBZUO*")
    dotted = st.sequences(["ACXAC*", "GGGGGGBZ", "UOGGTG"], [0, 1, 1], st.AMINO_ACIDS + "XBZUO*")
    unknown = st.sequences(["AC?AC?", "GGGGGG??", "??GGTG"], [0, 1, 1], st.AMINO_ACIDS + "XBZUO*")
    a, b, c = (nb_protein.fit(t) for t in (plain, dotted, unknown))
    np.testing.assert_array_equal(a.composition.log_table, b.composition.log_table)
    np.testing.assert_array_equal(b.composition.log_table, c.composition.log_table)
    np.testing.assert_allclose(b.mean, a.mean + 2)
    np.testing.assert_array_equal(b.mean, c.mean)


def test_sigma_is_at_least_the_floor(monkeypatch):
    table = st.sequences(["ACGT", "AC", "ACG"], [0, 1, 1], st.AMINO_ACIDS)
    np.testing.assert_allclose(nb_protein.fit(table).sigma, [1, 1])
    monkeypatch.setattr(nb_protein, "SIGMA_FLOOR", 0.25)
    np.testing.assert_allclose(nb_protein.fit(table).sigma, [0.25, 0.5])


def test_fraction_lets_prior_and_length_decide():
    train, test = st.made_sequences(60, 2), st.made_sequences(30, 2, seed=4)
    short = predict(nb_protein, train, test, composition="fraction")
    no_letters = log_softmax(np.log(np.bincount(train.y) / 60) + _length_term(train, test), axis=1)
    assert np.abs(short - no_letters).max() < np.abs(predict(nb_protein, train, test) - no_letters).max()
    counts = predict(nb_mn, train, test, composition="fraction")
    np.testing.assert_allclose(log_softmax(counts + _length_term(train, test), axis=1), short, atol=1e-9)


def _length_term(train, test):
    own = [np.diff(train.sequences.offsets)[train.y == c] for c in range(2)]
    return np.array([norm.logpdf(np.diff(test.sequences.offsets), x.mean(), max(x.std(), 1)) for x in own]).T


def test_a_class_without_cases_has_the_lengths_of_all():
    table = st.made_sequences(30, 3)
    train = subset(table, np.flatnonzero(table.y != 1))
    lengths = np.diff(train.sequences.offsets)
    assert abs(lengths[train.y == 2].mean() - lengths.mean()) > 0.1
    model = nb_protein.fit(train)
    assert model.mean[1] == pytest.approx(lengths.mean())
    assert model.sigma[1] == pytest.approx(lengths.std())
