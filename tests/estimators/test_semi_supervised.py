"""SemiSupervisedNB follows the conventions of sklearn.semi_supervised."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV
from sklearn.utils.class_weight import compute_sample_weight
from sklearn.utils.estimator_checks import check_estimator

from naivebench.core.checks import InputError
from naivebench.estimators import NB, TAN, GaussianNB, MixedNB, MultinomialNB, SemiSupervisedNB

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 3, 300)
X = pd.DataFrame(
    {
        "a": RNG.normal(TRUTH * 2.0, 1.0),
        "b": RNG.normal(-1.5 * TRUTH, 1.0),
        "c": np.array(["x", "y", "z"])[(TRUTH + (RNG.random(300) < 0.3)) % 3],
    }
)
Y = np.where(np.arange(300) < 40, TRUTH, -1)


@pytest.mark.parametrize("estimator", [NB(), MixedNB(), GaussianNB(kinds=None)], ids=str)
def test_attributes_are_those_of_scikit_learns_own(estimator):
    data = X[["a", "b"]] if isinstance(estimator, GaussianNB) else X
    model = SemiSupervisedNB(estimator).fit(data, Y)
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.n_iter_ == len(model.objective_) > 1
    assert model.transduction_.dtype == Y.dtype
    np.testing.assert_array_equal(model.transduction_[:40], TRUTH[:40])
    np.testing.assert_array_equal(model.transduction_[40:], model.predict(data)[40:])
    np.testing.assert_allclose(model.label_distributions_.sum(axis=1), 1)
    assert model.feature_names_in_.tolist() == list(data.columns)
    assert model.score(data, TRUTH) > 0.8


@pytest.mark.parametrize("labels", [["p", "q", "r"], [10, 20, 30], [1.0, 2.0, 3.0]], ids=str)
@pytest.mark.parametrize("boxed", [True, False])
def test_labels_of_every_type(labels, boxed):
    y = np.array(labels, dtype=object)[TRUTH]
    y[40:] = -1
    if not boxed and not isinstance(labels[0], str):
        y = np.array(y.tolist())
    model = SemiSupervisedNB(MixedNB()).fit(X, y)
    assert model.classes_.tolist() == labels
    same = SemiSupervisedNB(MixedNB()).fit(X, Y)
    np.testing.assert_array_equal(model.predict_log_proba(X), same.predict_log_proba(X))
    np.testing.assert_array_equal(model.transduction_, np.array(labels, dtype=object)[same.transduction_])


@pytest.mark.parametrize("cls", [NB, MixedNB])
def test_without_unlabelled_cases_the_model_is_the_plain_estimator(cls):
    ours, plain = SemiSupervisedNB(cls()).fit(X, TRUTH), cls().fit(X, TRUTH)
    assert ours.predict_log_proba(X).tobytes() == plain.predict_log_proba(X).tobytes()
    assert ours.n_iter_ == 1
    assert ours.estimator_.summary_ == plain.summary_
    weights = RNG.random(300)
    ours, plain = (m.fit(X, TRUTH, sample_weight=weights) for m in (SemiSupervisedNB(cls()), cls()))
    assert ours.predict_log_proba(X).tobytes() == plain.predict_log_proba(X).tobytes()


def test_cases_of_weight_zero_are_left_out_and_still_get_a_label():
    weights = (np.arange(300) % 2).astype(float)
    found = SemiSupervisedNB(MixedNB()).fit(X, Y, sample_weight=weights)
    half = SemiSupervisedNB(MixedNB()).fit(X[1::2], Y[1::2])
    np.testing.assert_allclose(found.objective_, half.objective_, rtol=1e-12)
    assert found.transduction_.shape == (300,)


def test_class_priors_and_weights_are_those_of_the_labelled_cases():
    uniform = SemiSupervisedNB(MixedNB(class_prior="uniform")).fit(X, Y)
    np.testing.assert_allclose(np.exp(uniform.estimator_.fitted_.model.discrete.log_prior), 1 / 3)
    assert (np.diff(uniform.objective_) >= -1e-9).all()
    assert (
        np.abs(uniform.predict_proba(X) - SemiSupervisedNB(MixedNB()).fit(X, Y).predict_proba(X)).max() > 1e-4
    )
    balanced = SemiSupervisedNB(MixedNB(class_weight="balanced")).fit(X, Y)
    weights = np.ones(300)
    weights[:40] = compute_sample_weight("balanced", TRUTH[:40])
    given = SemiSupervisedNB(MixedNB()).fit(X, Y, sample_weight=weights)
    np.testing.assert_allclose(balanced.objective_, given.objective_, rtol=1e-12)
    assert balanced.estimator_.class_weight == "balanced"


def test_words_and_a_search_for_the_weight():
    counts = RNG.poisson(np.array([[3, 1, 1], [1, 3, 1], [1, 1, 3]])[TRUTH])
    search = GridSearchCV(
        SemiSupervisedNB(MultinomialNB()),
        {"unlabelled_weight": [0.1, 1.0], "estimator__alpha": [0.5, 1.0]},
        cv=2,
    )
    search.fit(counts, Y)  # if unlabelled cases counted as errors, the score would be below 0.2
    assert search.best_score_ > 0.5
    assert SemiSupervisedNB(MultinomialNB()).fit(counts, Y).score(counts, TRUTH) > 0.6


def test_stopping_before_convergence_gives_a_warning():
    with pytest.warns(ConvergenceWarning, match="EM stopped after max_iter=2 models"):
        SemiSupervisedNB(MixedNB(), max_iter=2, tol=0).fit(X, Y)


def test_every_fault_gives_one_sentence():
    with pytest.raises(InputError, match="y has no label except -1"):
        SemiSupervisedNB(NB()).fit(X, np.full(300, -1))
    with pytest.raises(InputError, match="y contains the text '-1' among text labels"):
        SemiSupervisedNB(NB()).fit(X, np.where(Y < 0, "-1", "a"))
    with pytest.raises(InputError, match="method tan cannot learn from cases without a class"):
        SemiSupervisedNB(TAN()).fit(X, Y)
    with pytest.raises(InputError, match="expected an estimator of naivebench"):
        SemiSupervisedNB(object()).fit(X, Y)
    with pytest.raises(InputError, match="unlabelled_weight is -1, expected a number of at least 0"):
        SemiSupervisedNB(NB(), unlabelled_weight=-1).fit(X, Y)
    assert not hasattr(clone(SemiSupervisedNB(NB()).fit(X, Y)), "estimator_")


@pytest.mark.slow
@pytest.mark.parametrize("estimator", [GaussianNB(), MultinomialNB()], ids=str)
def test_scikit_learns_checks_pass(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(SemiSupervisedNB(estimator), on_fail=None, on_skip=None)
    failed = {r["check_name"]: r["exception"] for r in results if r["status"] == "failed"}
    # this check fits the labels -1 and 1; scikit-learn skips its own semi-supervised classifiers by name
    assert failed.keys() == {"check_classifiers_classes"}, failed
    assert len(results) > 50


@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_sample_weight_may_be_one_number_and_has_one_entry_per_case(class_weight):
    model = SemiSupervisedNB(MixedNB(class_weight=class_weight))
    expected = clone(model).fit(X, Y, np.full(300, 2.0)).predict_proba(X)
    np.testing.assert_array_equal(clone(model).fit(X, Y, 2.0).predict_proba(X), expected)
    with pytest.raises(ValueError, match=r"sample_weight.shape == \(1,\)"):
        model.fit(X, Y, [1.0])


def test_labels_of_cases_without_weight_do_not_count():
    first = Y[Y >= 0][0]
    weights = np.where(first == Y, 0.0, 1.0)
    assert SemiSupervisedNB(MixedNB()).fit(X, Y, weights).classes_.tolist() == sorted({0, 1, 2} - {first})
    with pytest.raises(InputError, match="no labelled case has a weight above 0"):
        SemiSupervisedNB(MixedNB()).fit(X, Y, np.where(Y < 0, 1.0, 0.0))


def test_the_score_weights_the_labelled_cases():
    model = SemiSupervisedNB(MixedNB()).fit(X, Y)
    weights, labels = np.arange(300.0), np.where(np.arange(300) % 3 == 0, -1, TRUTH)
    right = model.predict(X) == labels
    known = labels >= 0
    expected = weights[right & known].sum() / weights[known].sum()
    assert model.score(X, labels, weights) == pytest.approx(expected)


def test_balanced_weights_multiply_those_of_labelled_cases():
    weights = np.where(Y == 1, 3.0, 1.0)
    labelled = weights[Y >= 0]
    balanced = compute_sample_weight("balanced", Y[Y >= 0])
    of_class = {c: labelled.sum() / 3 / labelled[Y[Y >= 0] == c].sum() for c in range(3)}
    by_hand = np.where(Y < 0, 1.0, weights * np.vectorize(lambda c: of_class.get(c, 1.0))(Y))
    assert not np.allclose(by_hand[Y >= 0], balanced * labelled)
    model = SemiSupervisedNB(MixedNB(class_weight="balanced")).fit(X, Y, weights)
    expected = SemiSupervisedNB(MixedNB()).fit(X, Y, by_hand)
    np.testing.assert_allclose(model.predict_proba(X), expected.predict_proba(X), rtol=1e-9)


def test_every_model_of_the_search_has_the_class_prior_that_was_given():
    model = SemiSupervisedNB(MixedNB(class_prior=[0.8, 0.1, 0.1])).fit(X, Y)
    inner = model.estimator_
    np.testing.assert_allclose(inner.class_prior_, [0.8, 0.1, 0.1])
    plain = SemiSupervisedNB(MixedNB()).fit(X, Y).estimator_
    again = plain.predict_proba(X) / plain.class_prior_ * [0.8, 0.1, 0.1]
    again /= again.sum(axis=1, keepdims=True)
    # the prior is used in every step and not only in the last one
    assert np.abs(inner.predict_proba(X) - again).max() > 1e-6


def test_names_of_columns_are_forgotten_with_the_next_fit():
    numbers = X[["a", "b"]]
    model = SemiSupervisedNB(GaussianNB()).fit(numbers, Y).fit(numbers.to_numpy(), Y)
    assert not hasattr(model, "feature_names_in_")


def test_the_search_ends_with_the_first_gain_below_tol_per_case():
    gains = np.diff(SemiSupervisedNB(MixedNB(), tol=1e-3).fit(X, Y).objective_)
    assert gains[-1] < 1e-3 * len(Y)
    assert (gains[:-1] >= 1e-3 * len(Y)).all()


def test_an_unlabelled_case_that_is_impossible_in_all_classes_counts_equally_in_all():
    # p occurs in class 0 only, and t in class 1
    cases = pd.DataFrame({"a": ["p", "q", "p"], "b": ["s", "t", "t"]})
    model = SemiSupervisedNB(NB(alpha=0, prior_alpha=0), max_iter=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(cases, [0, 1, -1])
    np.testing.assert_allclose(model.estimator_.class_prior_, 0.5)


def test_joint_probabilities_and_files_are_those_of_the_fitted_estimator(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2))
    y = np.where(rng.random(30) < 0.4, -1, rng.integers(0, 2, 30))
    model = SemiSupervisedNB(GaussianNB()).fit(X, y)
    joint = model.predict_joint_log_proba(X)
    np.testing.assert_allclose(
        joint - np.logaddexp.reduce(joint, axis=1, keepdims=True), model.predict_log_proba(X)
    )
    model.estimator_.save(tmp_path / "a" / "model.nb")
    loaded = GaussianNB.load(tmp_path / "a" / "model.nb")
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
