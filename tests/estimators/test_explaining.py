"""Explanations of predictions by estimators, and warnings about columns that look like labels."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from naivebench.core.checks import InputError
from naivebench.estimators import NB, HybridNB

X, Y = load_iris(return_X_y=True, as_frame=True)


def test_numbers_that_look_like_labels_are_reported_with_the_remedy():
    rng = np.random.default_rng(0)
    frame = X.assign(customer_id=rng.integers(1, 40, len(X)))
    with pytest.warns(
        UserWarning, match=r"looks like labels or an identifier \(kinds=\{'customer_id': 'nominal'\} treats"
    ):
        NB().fit(frame, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        NB(kinds={"customer_id": "nominal"}).fit(frame, Y)
        NB().fit(frame.to_numpy(), Y)  # without names, there is no warning
        NB().fit(X, Y)
    assert isinstance(frame, pd.DataFrame)


def test_a_column_after_a_direction_is_checked_too():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(60, 3)), columns=["x", "y", "z"])
    frame["customer_id"] = rng.integers(1, 20, 60)
    kinds = {"v": {"kind": "direction", "columns": ["x", "y", "z"]}}
    with pytest.warns(UserWarning, match="customer_id"):
        HybridNB(kinds=kinds).fit(frame, Y[:60])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        HybridNB(kinds=kinds | {"customer*": "linear"}).fit(frame, Y[:60])


def test_unfitted_estimators_raise_an_error_and_top_is_a_number_of_items():
    with pytest.raises(NotFittedError):
        NB().explain(X)
    model = NB().fit(X, Y)
    for top in (0, -1, 1.5, "3"):
        with pytest.raises(InputError, match="top is"):
            model.explain(X, top=top)
    assert model.explain(X[:1], top=1)["attribute"].tolist()[1:] == ["(others)", "(prior)"]
