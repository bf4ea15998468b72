"""What estimators say of their predictions, and of columns that look like labels."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from naivebench.core.checks import InputError
from naivebench.estimators import FSSJ, NB, TAN, GaussianNB

X, Y = load_iris(return_X_y=True, as_frame=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[Y]


@pytest.mark.parametrize("estimator", [NB(), TAN(), GaussianNB()])
def test_contributions_add_up_to_the_log_odds_of_the_prediction(estimator):
    model = estimator.fit(X, NAMES)
    said, log_proba, predicted = model.explain(X), model.predict_log_proba(X), model.predict(X)
    places = {name: i for i, name in enumerate(model.classes_)}
    for i, record in enumerate(said):
        assert record["predicted"] == predicted[i]
        difference = log_proba[i, places[record["predicted"]]] - log_proba[i, places[record["against"]]]
        assert record["log_odds"] == pytest.approx(difference, abs=1e-9)
    assert "petal" in str(said)
    assert said._repr_html_().startswith("<")


def test_nomogram_is_a_figure_and_labels_are_those_of_y():
    assert len(NB().fit(X, Y).nomogram(X, 1).axes) > 4
    with pytest.raises(InputError, match="class in the nomogram of nb is '7'"):
        NB().fit(X, Y).nomogram(X, 7)


def test_a_method_that_does_not_explain_says_so():
    with pytest.raises(InputError, match="gives no explanations"):
        FSSJ().fit(X, Y).explain(X)


def test_numbers_that_look_like_labels_are_told_with_the_cure():
    rng = np.random.default_rng(0)
    frame = X.assign(customer_id=rng.integers(1, 40, len(X)))
    with pytest.warns(
        UserWarning, match=r"looks like labels \(kinds=\{'customer_id': 'nominal'\}\): customer_id"
    ):
        NB().fit(frame, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        NB(kinds={"customer_id": "nominal"}).fit(frame, Y)
        NB().fit(frame.to_numpy(), Y)  # no names, nothing to suspect
        NB().fit(X, Y)
    assert isinstance(frame, pd.DataFrame)
