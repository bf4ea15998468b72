"""Fitted attributes and joint probabilities under scikit-learn's names, compared with scikit-learn's own."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from scipy.special import logsumexp
from sklearn import naive_bayes as theirs
from support import sequence_tables
from support.estimator_tools import CLASSES

from naivebench import estimators
from naivebench.core.checks import InputError
from naivebench.models import registry

RNG = np.random.default_rng(5)
N = 120
Y = RNG.choice(["9", "10", "two"], N)  # the order is 10, 9, two in scikit-learn, and 9, 10, two here
CODES = RNG.integers(0, 4, (N, 3)) * (Y == "9")[:, None] + RNG.integers(0, 2, (N, 3))
CODES[:5] = np.arange(5)[:, None]  # every value occurs
NUMBERS = RNG.normal((Y == "two")[:, None] * [3, 0, 1], 2, (N, 3))
COUNTS = RNG.poisson(1 + (Y == "10")[:, None] * [0, 1, 2, 0], (N, 4))
WEIGHTS = RNG.integers(0, 3, N)
JOINT = [name for name in CLASSES if hasattr(getattr(estimators, name), "predict_joint_log_proba")]


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["alike", "weighted"])
def test_categories_are_those_of_scikit_learn(weights):
    ours = estimators.NB(prior_alpha=0, kinds="nominal").fit(CODES, Y, weights)
    other = theirs.CategoricalNB(min_categories=5).fit(CODES, Y, weights)
    assert ours.classes_.tolist() == other.classes_.tolist() == ["10", "9", "two"]
    np.testing.assert_array_equal(ours.class_count_, other.class_count_)
    np.testing.assert_allclose(ours.class_log_prior_, other.class_log_prior_)
    np.testing.assert_array_equal(ours.n_categories_, other.n_categories_)
    for j in range(3):
        np.testing.assert_array_equal(ours.category_count_[j], other.category_count_[j])
        np.testing.assert_allclose(ours.feature_log_prob_[j], other.feature_log_prob_[j])
    np.testing.assert_allclose(ours.predict_joint_log_proba(CODES), other.predict_joint_log_proba(CODES))


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["alike", "weighted"])
def test_normal_distributions_are_those_of_scikit_learn(weights):
    ours = estimators.GaussianNB().fit(NUMBERS, Y, weights)
    other = theirs.GaussianNB(var_smoothing=0).fit(NUMBERS, Y, weights)
    for name in ("class_count_", "class_prior_", "theta_", "var_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(other, name), err_msg=name)
    np.testing.assert_allclose(ours.predict_joint_log_proba(NUMBERS), other.predict_joint_log_proba(NUMBERS))


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["alike", "weighted"])
@pytest.mark.parametrize(
    ("ours", "other"),
    [
        (estimators.MultinomialNB(), theirs.MultinomialNB()),
        (estimators.BernoulliNB(), theirs.BernoulliNB()),
        (estimators.ComplementNB(), theirs.ComplementNB()),
        (estimators.ComplementNB(normalize_weights=True), theirs.ComplementNB(norm=True)),
    ],
    ids=lambda model: type(model).__name__,
)
def test_words_are_those_of_scikit_learn(ours, other, weights):
    ours.fit(COUNTS, Y, weights)
    other.fit(COUNTS, Y, weights)
    for name in ("class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(other, name), err_msg=name)
    np.testing.assert_allclose(ours.feature_count_.sum(axis=0), ours.feature_all_)


def test_a_negative_number_is_an_absent_word_if_only_presence_counts():
    ours = estimators.BernoulliNB().fit(NUMBERS, Y)
    other = theirs.BernoulliNB().fit(NUMBERS, Y)
    np.testing.assert_allclose(ours.predict_log_proba(NUMBERS), other.predict_log_proba(NUMBERS), atol=1e-12)
    binary = estimators.MultinomialNB(composition="binary").fit(sparse.csr_array(NUMBERS), Y)
    expected = estimators.MultinomialNB().fit((NUMBERS > 0) * 1.0, Y).predict_proba((NUMBERS > 0) * 1.0)
    np.testing.assert_array_equal(binary.predict_proba(NUMBERS), expected)
    with pytest.raises(InputError, match="Negative values in data passed to MultinomialNB"):
        estimators.MultinomialNB().fit(NUMBERS, Y)


def test_chosen_words_have_their_own_counts():
    data = pd.DataFrame({"text": ["a a b c", "a c", "b d d", "d e", "e e a"] * 4})
    y = np.tile([0, 0, 1, 1, 1], 4)
    kinds = {"text": "count"}
    all_words = estimators.MultinomialNB(kinds=kinds).fit(data, y)
    model = estimators.MultinomialNB(kinds=kinds, n_words=2).fit(data, y)
    words = model.fitted_.model.vocabulary.kept
    np.testing.assert_array_equal(model.feature_count_, all_words.feature_count_[:, words])
    assert model.feature_log_prob_.shape == (2, 2)


def test_a_mixed_model_has_both_parts():
    data = pd.DataFrame({"a": CODES[:, 0].astype(str), "m": NUMBERS[:, 0], "b": CODES[:, 1].astype(str)})
    mixed = estimators.MixedNB(prior_alpha=0).fit(data, Y)
    table = estimators.NB(prior_alpha=0).fit(data[["a", "b"]], Y)
    real = estimators.GaussianNB().fit(data[["m"]], Y)
    np.testing.assert_array_equal(mixed.theta_, real.theta_)
    np.testing.assert_array_equal(mixed.var_, real.var_)
    for j in range(2):
        np.testing.assert_array_equal(mixed.category_count_[j], table.category_count_[j])
        np.testing.assert_array_equal(mixed.feature_log_prob_[j], table.feature_log_prob_[j])


def data_for(name: str) -> tuple[pd.DataFrame, dict]:
    """Data that the estimator accepts, and their kinds."""
    if name == "ProteinNB":
        texts, _ = sequence_tables.made_texts(N, 3, 1)
        return pd.DataFrame({"text": texts}), {"text": "sequence"}
    if name.startswith(("Multinomial", "Bernoulli", "Complement")):
        return pd.DataFrame(COUNTS), {}
    return pd.DataFrame(NUMBERS, columns=[*"xyz"]), {}


@pytest.mark.slow
@pytest.mark.parametrize("name", JOINT)
def test_joint_probabilities_give_the_posterior(name):
    X, kinds = data_for(name)
    model = getattr(estimators, name)(kinds=kinds).fit(X, Y)
    joint = model.predict_joint_log_proba(X)
    np.testing.assert_allclose(
        joint - logsumexp(joint, axis=1, keepdims=True), model.predict_log_proba(X), rtol=0, atol=1e-10
    )
    np.testing.assert_allclose(np.exp(model.class_log_prior_), model.class_prior_)
    assert model.class_prior_.sum() == pytest.approx(1)
    assert hasattr(registry.load(model.fitted_.module), "log_joint")


def test_other_methods_only_have_class_counts():
    model = estimators.C45().fit(NUMBERS, Y)
    assert model.class_count_.tolist() == [int(np.sum(label == Y)) for label in model.classes_]
    assert not hasattr(model, "class_log_prior_")
    assert not hasattr(model, "predict_joint_log_proba")


def test_a_missing_fitted_attribute_gives_the_reason():
    assert not hasattr(estimators.NB(), "category_count_")
    model = estimators.NB(kinds="nominal").fit(CODES, Y)
    del model._counted
    with pytest.raises(AttributeError, match="learned or loaded without counts: fit it again"):
        _ = model.category_count_
    assert len(model.feature_log_prob_) == 3


def test_the_mean_of_a_constant_column_is_its_value_also_with_labels():
    frame = pd.DataFrame({"label": ["a", "b"] * 10, "same": 7.0, "number": np.arange(20.0) ** 2})
    model = estimators.MixedNB().fit(frame, ["p", "q"] * 10)
    expected = frame[["same", "number"]].groupby(np.arange(20) % 2).mean().to_numpy()
    np.testing.assert_allclose(model.theta_, expected)
    assert not model.var_[:, 0].any()


@pytest.mark.parametrize("cls", [estimators.MultinomialNB, estimators.BernoulliNB, estimators.ComplementNB])
def test_words_that_never_occur_have_no_counts(cls):
    counts = np.array([[1, 0, 2, 0, 0], [0, 0, 1, 3, 0], [2, 0, 0, 1, 0]])
    model = cls().fit(counts, ["p", "q", "p"])
    cells = counts > 0 if cls is estimators.BernoulliNB else counts
    expected = [cells[[0, 2]].sum(axis=0), cells[1]]
    np.testing.assert_array_equal(model.feature_count_, expected)
