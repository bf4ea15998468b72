"""Multinomial, complement and Bernoulli naive Bayes, k-grams and choice of words: textbook values,
scikit-learn, brute force.
"""

import itertools
from collections import Counter

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score
from sklearn.naive_bayes import ComplementNB
from support import sequence_tables as st
from support.answers import predict

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute
from naivebench.methods.baselines import linear_svm
from naivebench.methods.sequences import bags, cnb, nb_bernoulli, nb_mn

TEXTBOOK = [
    ("Algorithms", "Tree", "Graph"),
    ("Tree", "Life", "Gene", "Algorithms"),
    ("Graph", "NP", "Algorithms", "Tree"),
    ("Protein", "Assay", "Cell"),
]


def of_words(texts, y, classes, extra=()):
    """Documents from lists of words; "Graphs" becomes "Graph", as the chapter counts it."""
    words = sorted({w for text in (*texts, *extra) for w in text})
    return st.documents([[text.count(w) for w in words] for text in texts], y, classes, words), words


def test_the_four_documents_of_the_textbook():
    table, words = of_words(TEXTBOOK, [0, 1, 0, 1], ["CS", "Bio"])
    new = st.documents([[w in ("Algorithms", "Tree") for w in words]], [0], ["CS", "Bio"], words)
    joint = np.exp(nb_mn.log_joint(nb_mn.fit(table, alpha=0), new))
    np.testing.assert_allclose(joint, [[4 / 98, 1 / 98]], rtol=1e-12)
    np.testing.assert_allclose(np.exp(predict(nb_mn, table, new, alpha=0)), [[0.8, 0.2]], rtol=1e-12)
    np.testing.assert_allclose(np.exp(predict(nb_mn, table, new)), [[9 / 13, 4 / 13]], rtol=1e-12)


def test_the_chinese_documents_of_manning_raghavan_and_schuetze():
    """Introduction to Information Retrieval, example 13.1: 4782969 / 6934265."""
    texts = [
        ("Chinese", "Beijing", "Chinese"),
        ("Chinese", "Chinese", "Shanghai"),
        ("Chinese", "Macao"),
        ("Tokyo", "Japan", "Chinese"),
    ]
    table, words = of_words(texts, [0, 0, 0, 1], ["China", "other"])
    new = st.documents(
        [[{"Chinese": 3, "Tokyo": 1, "Japan": 1}.get(w, 0) for w in words]], [0], ["China", "other"], words
    )
    np.testing.assert_allclose(np.exp(predict(nb_mn, table, new))[0, 0], 4782969 / 6934265, rtol=1e-12)


def test_frequencies_are_over_the_words_that_occur_or_the_declared_ones():
    train = st.documents([[2, 0, 0, 0], [1, 2, 0, 0], [0, 1, 0, 0]], [0, 1, 1])
    np.testing.assert_allclose(np.exp(nb_mn.fit(train).log_table[:2]), [[3 / 4, 2 / 6], [1 / 4, 4 / 6]])
    declared = nb_mn.fit(st.documents(st.dense(train.counts), train.y, declared=True))
    expected = [[3 / 6, 2 / 8], [1 / 6, 4 / 8], [1 / 6, 1 / 8], [1 / 6, 1 / 8]]
    np.testing.assert_allclose(np.exp(declared.log_table), expected)


def test_a_class_without_words_has_the_uniform_distribution_without_pseudo_counts():
    model = nb_mn.fit(st.documents([[2, 0, 0], [1, 2, 0], [0, 0, 0]], [0, 1, 2]), alpha=0)
    np.testing.assert_allclose(np.exp(model.log_table[:2]), [[1, 1 / 3, 1 / 2], [0, 2 / 3, 1 / 2]])


def test_stored_zeros_change_nothing():
    train = st.made_documents(50)
    counts = train.counts
    padded = counts._replace(
        indptr=counts.indptr + np.arange(len(counts.indptr)),
        indices=np.insert(counts.indices, counts.indptr[1:], 59).astype(np.int32),
        data=np.insert(counts.data, counts.indptr[1:], 0.0),
    )
    for alpha in (0, 1):
        np.testing.assert_allclose(
            predict(nb_mn, train, train, alpha=alpha),
            predict(nb_mn, train._replace(counts=padded), train._replace(counts=padded), alpha=alpha),
        )


def test_sequences_give_the_same_as_their_letter_counts():
    table = st.made_sequences(60)
    matrix = [
        np.bincount(table.sequences.tokens[a:b], minlength=20)
        for a, b in itertools.pairwise(table.sequences.offsets)
    ]
    counted = st.documents(matrix, table.y, list(table.classes), list(st.AMINO_ACIDS), declared=True)
    for params in ({}, {"composition": "binary"}, {"composition": "fraction"}, {"n_words": 5}):
        np.testing.assert_allclose(
            predict(nb_mn, table, table, **params), predict(nb_mn, counted, counted, **params), atol=1e-12
        )
    ours, theirs = (cnb.predict_log_proba(cnb.fit(t), t) for t in (table, counted))
    np.testing.assert_allclose(ours, theirs, atol=1e-12)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_kgrams_by_counting(k):
    texts = ["ACGTAC", "", "AC", "AXCGA", "TTTTT"]
    table = st.sequences(texts, [0, 1, 0, 1, 0])
    vocabulary = nb_mn.fit(table, k=k).vocabulary
    counts = bags.count_words(vocabulary, table)
    names = [bags.name_word(vocabulary, c) for c in range(4**k)]
    assert names == ["".join(p) for p in itertools.product("ACGT", repeat=k)]
    for text, row in zip(texts, st.dense(counts), strict=True):
        seen = Counter(text[i : i + k] for i in range(len(text) - k + 1) if "X" not in text[i : i + k])
        assert {n: c for n, c in zip(names, row, strict=True) if c} == seen


def test_many_kgrams_become_columns_only_if_they_occur(monkeypatch):
    train, test = st.made_sequences(30), st.made_sequences(10, seed=5)
    expected = predict(nb_mn, train._replace(attributes=(Attribute("s", "sequence"),)), test, k=2)
    monkeypatch.setattr(bags, "MAX_COLUMNS", 10)
    model = nb_mn.fit(train, k=2)
    assert model.vocabulary.kept is not None
    np.testing.assert_allclose(nb_mn.predict_log_proba(model, test), expected, atol=1e-12)


def test_fraction_divides_the_evidence_by_the_number_of_kgrams():
    train, test = st.made_sequences(40, 2), st.made_sequences(15, 2, seed=9)
    prior = np.subtract(*np.log(np.bincount(train.y) / 40))
    odds = [
        np.subtract(*predict(nb_mn, train, test, composition=c, k=2).T) - prior
        for c in ("counts", "fraction")
    ]
    np.testing.assert_allclose(odds[1], odds[0] / (np.diff(test.sequences.offsets) - 1), rtol=1e-9)


def test_binary_counts_presence():
    train = st.made_documents(50)
    ones = train._replace(counts=train.counts._replace(data=np.ones_like(train.counts.data)))
    assert np.array_equal(predict(nb_mn, train, train, composition="binary"), predict(nb_mn, ones, ones))


def best(scores, n):
    """The n columns with the largest scores, ascending; the first of equal ones."""
    return sorted(np.argsort(-np.round(scores, 9), kind="stable")[:n])


def test_presence_information_is_that_of_the_two_by_k_table():
    table = st.made_documents(80, 3, seed=4)
    expected = [mutual_info_score(column > 0, table.y) for column in st.dense(table.counts).T]
    for n_words in (1, 4, 15):
        kept = nb_mn.fit(table, n_words=n_words).vocabulary.kept
        assert kept.tolist() == best(expected, n_words)


def test_occurrence_information_is_that_of_all_positions_of_the_texts():
    """There is a row for every word of every text, with the table of `this word or another` and the class."""
    table = st.made_documents(40, 3, seed=4, n_columns=20, mean=12)
    matrix = st.dense(table.counts).astype(int)
    word = np.concatenate([np.repeat(np.arange(matrix.shape[1]), row) for row in matrix])
    y = np.repeat(table.y, matrix.sum(axis=1))
    expected = [mutual_info_score(word == i, y) for i in range(matrix.shape[1])]
    for n_words in (1, 4, 15):
        kept = nb_mn.fit(table, n_words=n_words, words_by="occurrence").vocabulary.kept
        assert kept.tolist() == best(expected, n_words)


def test_words_are_chosen_by_presence_occurrence_or_frequency():
    """Word 0 distinguishes the classes by its frequency, word 1 by its presence, and the others are
    everywhere.
    """
    table = st.documents(
        [[9, 1, 1, 1], [8, 1, 1, 1], [9, 0, 1, 1], [1, 0, 5, 5], [0, 0, 5, 5], [1, 0, 5, 5]],
        [0, 0, 0, 1, 1, 1],
        declared=True,
    )
    kept = {way: nb_mn.fit(table, n_words=1, words_by=way).vocabulary.kept.tolist() for way in bags.WORDS_BY}
    assert kept == {"presence": [1], "occurrence": [0], "frequency": [2]}
    with pytest.raises(InputError, match="words_by in nb_mn is 'count', expected one of presence, occ"):
        nb_mn.fit(table, n_words=1, words_by="count")


def test_chosen_words_come_from_the_training_part_only():
    table = st.made_documents(80, 3, seed=4)
    model = nb_mn.fit(table, n_words=7)
    assert nb_mn.summarize(model)["words"] == 7
    kept = st.documents(st.dense(table.counts)[:, model.vocabulary.kept], table.y, list(table.classes))
    np.testing.assert_allclose(nb_mn.predict_log_proba(model, table), predict(nb_mn, kept, kept), atol=1e-12)
    assert np.array_equal(predict(nb_mn, table, table, n_words=1000), predict(nb_mn, table, table))


def test_scores_that_differ_by_rounding_are_ties():
    """Both words distinguish the classes equally, but their mutual information differs in the last bit."""
    y = np.repeat([0, 1, 2], [3, 7, 11])
    order = [2, 0, 1]
    columns = []
    for seed in range(40):
        x = np.random.default_rng(seed).random(21) < 0.4
        columns += [x, ~x]  # presence and absence have the same information
    table = st.documents(np.array(columns).T.astype(int), np.array(order)[y])
    kept = nb_mn.fit(table, n_words=40).vocabulary.kept
    pairs = np.bincount(kept // 2, minlength=40)
    assert set(pairs) <= {0, 2}


def test_informative_words_of_a_class():
    table = st.documents([[5, 1, 0], [5, 1, 0], [0, 1, 6]], [0, 0, 1], ["a", "b"], ["alpha", "same", "beta"])
    telling = nb_mn.summarize(nb_mn.fit(table))["telling_words"]
    assert [telling["a"][0][0], telling["b"][0][0]] == ["alpha", "beta"]
    p, q = 11 / 15, 1 / 10
    assert telling["a"][0][1] == pytest.approx(p * np.log(p / q), abs=1e-6)


def test_complement_naive_bayes_equals_scikit_learn_apart_from_the_prior():
    train, test = st.made_documents(90, 4, seed=1), st.made_documents(40, 4, seed=2)
    train, test = (
        st.documents(st.dense(t.counts)[:, :40], t.y, list(t.classes), declared=True) for t in (train, test)
    )
    for norm in (False, True):
        peer = ComplementNB(norm=norm).fit(st.dense(train.counts), train.y)
        prior = 0 if norm else np.log(np.bincount(train.y) / 90)
        ours = cnb.predict_log_proba(cnb.fit(train, normalize_weights=norm), test) - prior
        ours = ours - np.log(np.exp(ours).sum(axis=1, keepdims=True))
        np.testing.assert_allclose(ours, peer.predict_log_proba(st.dense(test.counts)), atol=1e-9)


def test_tf_idf_cases_have_length_one():
    table = st.made_documents(30)
    weighted = cnb.weigh_by_idf(table.counts, cnb.learn_idf(table.counts))
    np.testing.assert_allclose(np.square(st.dense(weighted)).sum(axis=1), 1)


def test_a_case_without_words_gets_the_prior_although_normalized_weights_do_without():
    train = st.documents([[2, 0], [1, 2], [0, 1], [0, 3]], [0, 1, 1, 1])
    empty = st.documents([[0, 0]], [0], ["c0", "c1"])
    found = cnb.predict_log_proba(cnb.fit(train, normalize_weights=True), empty)
    np.testing.assert_allclose(np.exp(found), [[1 / 4, 3 / 4]])


@pytest.mark.parametrize("k", [2, 3])
def test_without_calibration_only_the_svm_is_fitted_and_its_scores_decide(k, monkeypatch):
    train, test = st.made_documents(100, k), st.made_documents(50, k, seed=2)
    monkeypatch.setattr(linear_svm, "CalibratedClassifierCV", None)  # must not be called
    model = linear_svm.fit(train, rng=np.random.default_rng(0), weights="tf_idf", inner_folds=0)
    log_proba = linear_svm.predict_log_proba(model, test)
    scores = model.classifier.decision_function(model.encoding.transform(test))
    if k == 2:
        assert np.array_equal(log_proba.argmax(axis=1), (scores > 0).astype(int))
        np.testing.assert_allclose(log_proba[:, 1] - log_proba[:, 0], 2 * scores, rtol=1e-9)
    else:
        assert np.array_equal(log_proba.argmax(axis=1), scores.argmax(axis=1))
    with pytest.raises(InputError, match="inner_folds in linear_svm is 1, expected a whole number"):
        linear_svm.fit(train, rng=np.random.default_rng(0), weights="tf_idf", inner_folds=1)


RNG = np.random.default_rng(8)


@pytest.mark.parametrize("alpha", [[0.5, 1, 2, 0], [0, 0, 3, 1]])
def test_alpha_per_word(alpha):
    matrix, y = RNG.poisson(1.5, (40, 4)), np.repeat([0, 1], 20)
    train = st.documents(matrix, y)
    model = nb_mn.fit(train, alpha=alpha)
    for c in range(2):
        counts = matrix[y == c].sum(axis=0) + np.array(alpha)
        np.testing.assert_allclose(np.exp(model.log_table[:, c]), counts / counts.sum())


def test_alpha_per_word_of_the_complement_equals_scikit_learn():
    matrix, y, alpha = RNG.poisson(1.5, (40, 4)), RNG.integers(0, 3, 40), [0.5, 1, 2, 3]
    ours = cnb.fit(st.documents(matrix, y), alpha=alpha)
    theirs = ComplementNB(alpha=np.array(alpha)).fit(matrix, y)
    np.testing.assert_allclose(ours.weights.T, theirs.feature_log_prob_)


def test_presence_in_the_chinese_documents():
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


def test_alpha_per_word_of_presence():
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
