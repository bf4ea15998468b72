"""Views of a whole model from an estimator: labels of y, columns in the order of `classes_`, data frames."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from sklearn import naive_bayes
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from naivebench.core.checks import InputError
from naivebench.estimators import (
    AODE,
    C45,
    KDB,
    NB,
    TAN,
    BernoulliNB,
    GaussianNB,
    MultinomialNB,
)

X, Y = load_iris(return_X_y=True, as_frame=True)
ODD = np.array(["9", "10", "x"])[Y]  # the order is 9, 10, x in the benchmark, and 10, 9, x in scikit-learn


def test_the_likelihood_takes_the_labels_of_y():
    model = GaussianNB(var_floor=0.0).fit(X, ODD)
    theirs = naive_bayes.GaussianNB(var_smoothing=0).fit(X, ODD)
    joint = theirs.predict_joint_log_proba(X)
    expected = joint[np.arange(150), np.searchsorted(theirs.classes_, ODD)].sum()
    assert model.log_likelihood(X, ODD) == pytest.approx(expected, rel=1e-12)
    p = model.summary_["n_parameters"]
    assert p == 2 + 2 * 3 * 4
    assert model.aic(X, ODD) == pytest.approx(2 * p - 2 * expected)
    assert model.bic(X, ODD) == pytest.approx(p * math.log(150) - 2 * expected)
    assert TAN().fit(X, Y).log_likelihood(X[:3], Y[:3]) > TAN().fit(X, Y).log_likelihood(X, Y)


def test_the_likelihood_of_words_is_that_of_scikit_learn():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 3, (40, 6))
    y = rng.integers(0, 2, 40)
    pairs = [
        (MultinomialNB(), naive_bayes.MultinomialNB()),
        (BernoulliNB(), naive_bayes.BernoulliNB()),
    ]
    for ours, theirs in pairs:
        joint = theirs.fit(counts, y).predict_joint_log_proba(counts)[np.arange(40), y].sum()
        assert ours.fit(counts, y).log_likelihood(counts, y) == pytest.approx(joint, rel=1e-12)


def test_labels_that_the_model_does_not_know_are_refused():
    with pytest.raises(InputError, match="y contains 'z', which is not among classes_"):
        NB().fit(X, ODD).log_likelihood(X[:1], ["z"])
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        NB().fit(X, ODD).log_likelihood(X, ODD[:5])
    with pytest.raises(InputError, match="has no likelihood"):
        C45().fit(X, Y).bic(X, Y)


def test_structures_of_estimators_are_figures():
    assert len(KDB(k=1).fit(X, Y).plot_structure().axes) == 1
    with pytest.raises(InputError, match="no network of attributes"):
        GaussianNB().fit(X, Y).plot_structure()


def test_a_model_that_is_not_fitted_has_no_likelihood():
    for name in ("log_likelihood", "aic", "bic"):
        with pytest.raises(NotFittedError):
            getattr(NB(), name)(X, Y)


def test_the_class_of_a_network_needs_its_own_name(tmp_path):
    with pytest.raises(InputError, match=r"target is .*, which is also the name of a column"):
        NB().fit(X, Y).to_bif(tmp_path / "a.bif", target=X.columns[0])


@pytest.mark.parametrize("missing", ["a", "b"])
def test_the_likelihoods_of_aode_add_up_to_one_if_a_value_is_missing(missing):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.integers(0, 3, (60, 3)).astype(str), columns=["a", "b", "c"])
    model = AODE().fit(frame, rng.integers(0, 2, 60))
    cases = frame.drop_duplicates().assign(**{missing: None}).drop_duplicates()
    assert len(cases) == 9
    total = sum(math.exp(model.log_likelihood(cases[i : i + 1], [c])) for i in range(9) for c in (0, 1))
    assert total == pytest.approx(1)
