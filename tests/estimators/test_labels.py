"""Labels of estimators: missing ones are refused, and spellings of one label are one class."""

from __future__ import annotations

import math
import warnings
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import naivebench
from naivebench.core.checks import InputError
from naivebench.estimators import NB, Discretizer, GaussianNB

RNG = np.random.default_rng(3)
Y = RNG.integers(0, 2, 60)
X = pd.DataFrame({"x": RNG.normal(size=60) + 2 * Y, "z": RNG.normal(size=60)})


def test_a_categorical_declares_its_labels():
    y = pd.Series(np.where(Y == 1, "None", "q"), dtype="category")
    model = NB().fit(X, y)
    assert model.classes_.tolist() == ["None", "q"]
    assert model.score(X, y) == np.mean(model.predict(X) == y)
    assert naivebench.compare(X, y, methods=["nb"], folds=2, repeats=1).scores["accuracy"]["nb"] > 0.6


def test_spellings_of_a_label_are_one_class():
    y = np.where(Y == 1, "1", "0").astype(object)
    y[:9] = np.where(Y[:9] == 1, "1.0", "0.00")
    with pytest.warns(UserWarning, match=r"'1' and '1.0' are read as one class, '1'"):
        model = GaussianNB().fit(X, y)
    plain = GaussianNB().fit(X, Y)
    assert model.classes_.tolist() == ["0", "1"]
    np.testing.assert_array_equal(model.predict_proba(X), plain.predict_proba(X))
    parts = GaussianNB().partial_fit(X[:9], np.where(Y[:9] == 1, "1", "0"), classes=["0", "1"])
    parts.partial_fit(X[9:], np.where(Y[9:] == 1, "1.0", "0.0"))
    np.testing.assert_allclose(parts.predict_proba(X), plain.predict_proba(X))


@pytest.mark.parametrize("dtype", [int, np.int8, float, bool, str, object])
def test_predictions_keep_the_type_of_the_labels_without_a_warning(dtype):
    y = np.where(Y == 1, "yes", "no").astype(dtype) if dtype in (str, object) else Y.astype(dtype)
    with warnings.catch_warnings(action="error"):
        model = NB().fit(X, y)
        predicted = model.predict(X)
        assert model.score(X, y) == np.mean(predicted == y)
    assert predicted.dtype == y.dtype


def test_a_label_that_training_lacks_counts_as_an_error():
    model = NB().fit(X, np.where(Y == 1, "p", "q"))
    y = np.append(model.predict(X)[:45], ["other"] * 15)
    assert model.score(X, y) == 0.75
    assert model.score(X, y, sample_weight=np.r_[np.zeros(45), np.ones(15)]) == 0.0


@pytest.mark.parametrize("missing", [None, math.nan, pd.NA, "NA"])
def test_a_comparison_leaves_out_rows_without_a_class(missing):
    y = Y.astype(object)
    y[::5] = missing
    known = np.flatnonzero(np.arange(60) % 5)
    settings = {"methods": ["gnb"], "folds": 3, "repeats": 1}
    found = naivebench.compare(X, y, groups=np.arange(60) // 4, **settings)
    wanted = naivebench.compare(X.iloc[known], Y[known], groups=known // 4, **settings)
    assert found.plan.table.classes == ("0", "1")
    pd.testing.assert_frame_equal(found.scores, wanted.scores)
    assert "12 of 60 rows have no class and are left out." in repr(found)
    assert "have no class" not in repr(wanted)


def test_whole_numbers_and_truth_values_as_objects_are_labels():
    plain = NB().fit(X, Y)
    for y, kind in ((Y.astype(object), "i"), ((Y == 1).astype(object), "b")):
        model = NB().fit(X, y)
        assert model.classes_.dtype.kind == kind
        np.testing.assert_array_equal(model.predict_proba(X), plain.predict_proba(X))
        assert model.score(X, y) == plain.score(X, Y)


@pytest.mark.parametrize(
    "y",
    [
        np.array([10**30 + i for i in Y.tolist()], dtype=object),
        np.array([Decimal(i) for i in Y.tolist()], dtype=object),
        np.array(["a" if i else 1 for i in Y.tolist()], dtype=object),
    ],
)
def test_other_objects_are_refused_with_a_remedy_that_works(y):
    for fit in (NB().fit, Discretizer().fit):
        with pytest.raises(InputError, match=r"does not accept: pass `y.astype\(str\)`"):
            fit(X, y)
    assert len(NB().fit(X, y.astype(str)).classes_) == 2
