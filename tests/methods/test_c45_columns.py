"""C4.5 on counts of words and letters, and on columns with the probabilities of naive Bayes (the cascade)."""

import numpy as np
from support import tables
from support.answers import predict
from support.sequence_tables import dense, documents, sequences

from naivebench.core.table import Attribute, make_table, subset
from naivebench.data.discretization import apply
from naivebench.methods.naive_bayes import nb
from naivebench.methods.sequences import nb_mn
from naivebench.methods.trees import c45, cascade


def made(seed=0, n=120, words=12):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=n)
    rates = rng.gamma(1.0, 2.0, size=(3, words))
    return documents(rng.poisson(rates[y]), y, declared=True)


def as_numbers(table, columns):
    matrix = dense(table.counts)[:, columns]
    return make_table([Attribute(f"w{c}", "linear") for c in columns], table.classes, table.y, reals=matrix)


def test_all_words_give_the_tree_of_the_same_numbers():
    table = made()
    numbers = as_numbers(table, range(12))
    train, test = np.arange(80), np.arange(80, 120)
    model = c45.fit(subset(table, train), n_words=12)
    other = c45.fit(subset(numbers, train))
    found, expected = (
        f(m, subset(t, test))
        for f, m, t in ((c45.predict_log_proba, model, table), (c45.predict_log_proba, other, numbers))
    )
    assert np.array_equal(found, expected)
    assert c45.summarize(model)["leaves"] == c45.summarize(other)["leaves"] > 1


def test_chosen_words_are_the_most_informative_ones():
    table = made()
    chosen = nb_mn.fit(table, n_words=4).vocabulary.kept
    model = c45.fit(table, n_words=4)
    expected = predict(c45, as_numbers(table, chosen))
    assert np.array_equal(c45.predict_log_proba(model, table), expected)
    assert c45.summarize(model)["words"] == 4


def test_letters_of_a_sequence_are_counted():
    texts = ["AAAC", "AAAA", "AACA", "CCCA", "CCCC", "CCAC"] * 4
    table = sequences(texts, [0, 0, 0, 1, 1, 1] * 4)
    model = c45.fit(table, n_words=2)
    assert (c45.predict_log_proba(model, table).argmax(axis=1) == table.y).all()
    assert c45.summarize(model)["root"] in "AC"


# the cascade


def on_intervals(train, test):
    cuts = apply.learn_cuts(train, "fayyad_irani")
    return apply.apply_cuts(train, cuts), apply.apply_cuts(test, cuts)


def with_columns(table, numbers):
    for c, column in enumerate(numbers.T):
        table = tables.append(table, Attribute(f"extra {c}", "linear"), column)
    return table


def test_equal_to_both_models_written_out():
    table = tables.mixed(150, missing=0.05)
    train, test = subset(table, np.arange(100)), subset(table, np.arange(100, 150))
    found = predict(cascade, train, test)
    on_train, on_test = on_intervals(train, test)
    naive = nb.fit(on_train)
    p, q = (np.exp(nb.predict_log_proba(naive, t)) for t in (on_train, on_test))
    train, test = with_columns(train, p), with_columns(test, q)
    np.testing.assert_allclose(found, predict(c45, train, test), atol=1e-12)


def test_a_case_without_any_value_has_no_probabilities():
    table = tables.discrete([[0, 1], [1, 0], [0, 0], [-1, -1], [-1, 1]], [0, 1, 0, 1, 0])
    model = cascade.fit(table)
    numbers = cascade.add_probabilities(model.cuts, model.nb, table).reals
    np.testing.assert_array_equal(np.isnan(numbers).all(axis=1), [False, False, False, True, False])
    assert not np.isnan(numbers[[0, 1, 2, 4]]).any()
