"""Input that is not a table, and new data that differ from the training data: each gives one clear
sentence.
"""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

from naivebench.core.checks import InputError
from naivebench.estimators import KDB, NB, TAN, GaussianNB, MultinomialNB

X = pd.DataFrame({"colour": ["red", "blue"] * 10, "size": np.arange(20.0) % 7})
Y = ["p", "q"] * 10


def test_a_parameter_without_effect_is_a_warning():
    with pytest.warns(
        UserWarning, match="TAN: alpha has no effect with smoothing friedman: set n0"
    ) as caught:
        TAN(alpha=5).fit(X, Y)
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        TAN(alpha=5, smoothing="laplace").fit(X, Y)
        KDB(n0=1).fit(X, Y)


def test_a_column_without_any_known_value_is_a_warning():
    model = NB(kinds={"size": "nominal"}).fit(X, Y)
    with pytest.warns(
        UserWarning, match=r"column 'colour' of X contains no value of the training data"
    ) as caught:
        model.predict(X.assign(colour="RED"))
    assert "'RED', where the training data have 'blue'" in str(caught[0].message)
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="column 'size'"):
        model.predict_proba(X.assign(size=X["size"] + 0.5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.predict(X.assign(colour=["RED", "blue"] * 10))  # one of the two values is known
        model.predict(X.assign(colour=None))  # all values are missing
        model.predict(X.assign(size=X["size"].astype(int)))  # 1 and 1.0 are the same value
        GaussianNB(kinds="linear").fit(X[["size"]], Y).predict(X[["size"]] + 100)


def test_frames_and_series_of_polars_are_read_and_lazy_ones_refused():
    polars = pytest.importorskip("polars")
    frame = polars.from_dicts(X.to_dict("records"))
    model = NB().fit(frame, polars.Series(Y))
    np.testing.assert_array_equal(model.predict_proba(frame), NB().fit(X, Y).predict_proba(X))
    texts = ["some words", "others"]
    words = MultinomialNB().fit(polars.Series(texts), [0, 1])
    np.testing.assert_array_equal(words.predict(polars.Series(texts)), [0, 1])
    with pytest.raises(InputError, match="Expected 2D array, got LazyFrame instead"):
        NB().fit(frame.lazy(), Y)


def test_input_that_is_not_a_table_is_refused():
    for estimator in (NB(), MultinomialNB()):
        with pytest.raises(InputError, match="Expected 2D array, got generator instead"):
            estimator.fit((row for row in [[1], [2]]), ["p", "q"])
