"""Counting by partition in this process, compared with one fit on all rows."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from support.estimator_tools import content_of

from naivebench import distributed, estimators
from naivebench.core.checks import InputError
from naivebench.data.discretization.cut_points import DISCRETIZERS

RNG = np.random.default_rng(0)
N = 400
LABELS = pd.DataFrame(
    {
        "a": RNG.choice(["x", "y", "10", "9"], N),
        "b": RNG.choice([*"uvw", None], N),
        "c": pd.Categorical(RNG.choice(["low", "high"], N), ["low", "mid", "high"], ordered=True),
        "whole": RNG.integers(0, 4, N),
        "yes": RNG.random(N) < 0.3,
        "cells": np.array(RNG.choice([1, 2.5, None], N), dtype=object),
    }
)
REALS = pd.DataFrame({"m": RNG.normal(1e6, 1e-2, N), "n": RNG.choice([0.0, -0.0, 1.5, np.nan], N)})
Y = pd.Series(np.where(LABELS["a"] == "x", "p", np.where(REALS["m"] > 1e6, "q", "r")), name="y")
FRAMES = {
    "GaussianNB": (REALS, None),
    "VonMisesNB": (
        LABELS.join(REALS),
        {"m": {"kind": "angular", "period": 24}, "whole": "ordinal", "cells": "linear"},
    ),
}
KINDS = {"whole": "ordinal", "cells": "linear"}
OF_ROWS = ["NB", "GaussianNB", "MixedNB", "VonMisesNB", "TAN", "AODE", "KDB"]


def divided(data: pd.DataFrame) -> list[list[pd.DataFrame]]:
    """The rows in one partition, in several, and sorted by class with empty partitions between them."""
    rows = np.argsort(data["y"].to_numpy(), kind="stable")
    by_class = [data.iloc[part] for part in np.array_split(rows, 9)]
    return [[data], [data.iloc[i::7] for i in range(7)], [data.iloc[:0], *by_class, data.iloc[:0]]]


@pytest.mark.parametrize("name", OF_ROWS)
def test_any_partitions_give_the_bytes_of_all_rows(name):
    X, kinds = FRAMES.get(name, (LABELS.join(REALS), KINDS))
    estimator = getattr(estimators, name)(kinds=kinds)
    expected = content_of(estimator.fit(X, Y))
    for parts in divided(X.join(Y)):
        ours = distributed.fit(estimator, parts, "y")
        assert content_of(ours) == expected
        assert ours.feature_names_in_.tolist() == list(X.columns)
        np.testing.assert_array_equal(ours.predict_proba(X), estimator.predict_proba(X))


WEIGHTED = [
    ("NB", {"p": 3, "q": 2}),  # whole weights also repeat cases for cut points
    ("NB", {"p": 10**7}),  # too many to repeat
    ("TAN", {"q": 0, "p": 2}),
    ("MixedNB", {"p": 1 / 3, "r": 0}),
    ("GaussianNB", "balanced"),
    ("VonMisesNB", "balanced"),
    ("KDB", "balanced"),
    ("ColumnNB", "balanced"),
    ("AODE", {"q": "0.7", "r": "0"}),  # as float() reads them
]


@pytest.mark.parametrize(("name", "weight"), WEIGHTED, ids=str)
def test_class_weights_give_the_model_of_the_weighted_rows(name, weight):
    X, kinds = FRAMES.get(name, (LABELS.join(REALS), KINDS))
    estimator = getattr(estimators, name)(kinds=kinds, class_weight=weight)
    model, parts = estimator.fit(X, Y), distributed.fit(estimator, divided(X.join(Y))[2], "y")
    np.testing.assert_allclose(parts.predict_proba(X), model.predict_proba(X), rtol=0, atol=1e-11)
    if all(isinstance(w, int) for w in (weight.values() if isinstance(weight, dict) else [weight])):
        assert content_of(parts) == content_of(model)  # sums of fractions depend on their order


def test_spellings_of_a_label_in_other_partitions_are_one_class():
    y = pd.Series(np.where(Y == "p", "1", "0"), name="y")
    other = y.replace({"1": "1.0"})
    parts = [REALS.join(y)[:300], REALS.join(other)[300:]]
    with pytest.warns(UserWarning, match=r"'1' and '1.0' are read as one class"):
        ours = distributed.fit(estimators.NB(), parts, "y")
    model = estimators.NB().fit(REALS, y)
    assert len(ours.classes_) == 2
    np.testing.assert_allclose(ours.class_count_, model.class_count_)
    np.testing.assert_allclose(ours.predict_proba(REALS), model.predict_proba(REALS))


@pytest.mark.parametrize("discretizer", DISCRETIZERS)
def test_cut_points_of_few_rows_are_those_of_all_rows(discretizer):
    data = REALS.join(Y)
    model = estimators.NB(discretize=discretizer).fit(REALS, Y)
    ours = distributed.fit(estimators.NB(discretize=discretizer), divided(data)[2], "y")
    assert [list(c) for c in ours.fitted_.cuts] == [list(c) for c in model.fitted_.cuts]


def test_the_given_estimator_stays_unfitted():
    given = estimators.NB(alpha=2.0)
    assert distributed.fit(given, [TWO], "y").alpha == 2
    assert not hasattr(given, "fitted_")


def test_suspicious_numbers_are_reported_as_by_fit():
    data = pd.DataFrame({"row_id": np.arange(50), "y": ["p", "q"] * 25})
    with pytest.warns(UserWarning, match="row_id"):
        distributed.fit(estimators.GaussianNB(), [data[:7], data[7:]], "y")


TWO = LABELS[["a"]].astype("str").join(Y)
ODD = [
    (estimators.C45(), [TWO], "y", "C45 with these parameters needs all cases at once"),
    (estimators.MultinomialNB(), [TWO], "y", "MultinomialNB takes texts or counts of words: call"),
    (estimators.NB(class_weight={"p": 2, "z": 1}), [TWO], "y", "class_weight has a weight for 'z', which is"),
    (estimators.NB(class_weight={"z": 0, "p": 1}), [TWO], "y", "class_weight has a weight for 'z', which is"),
    (estimators.NB(class_weight=dict.fromkeys("pqr", 0)), [TWO], "y", "class_weight is 0 for every class"),
    (estimators.NB(class_weight={"p": -1}), [TWO], "y", "class_weight has a weight that is not a finite"),
    (estimators.NB(), [TWO], "z", "target is 'z', which is not a column of data"),
    (estimators.NB(), [TWO, TWO.assign(b=1)], "y", "a partition has the columns ['a', 'y', 'b'], unlike"),
    (estimators.NB(), [TWO, TWO[["y"]]], "y", "a partition has the columns ['y'], unlike the first"),
    (estimators.NB(), [TWO, TWO.assign(a=1.5)], "y", "attribute 'a' of kind linear differs from"),
    (
        estimators.NB(),
        [TWO.astype("category"), TWO[:3].astype("category")],
        "y",
        "'a' declares different values",
    ),
    (estimators.NB(), [TWO[:0]], "y", "data has no rows"),
    (estimators.NB(), [TWO.astype(object)], "y", "column 'a' contains objects, whose kind depends"),
    (estimators.NB(), TWO, "y", "data is a DataFrame, expected a data frame of Dask, or a list"),
    (estimators.NB(kinds={"z": "nominal"}), [TWO], "y", "'z'"),
    (estimators.NB(), [TWO.assign(y=None)], "y", "missing labels"),
    (estimators.NB(), [TWO.assign(y=pd.array(["p", pd.NA] * (len(TWO) // 2)))], "y", "missing labels (NaN)"),
    (estimators.GaussianNB(), [TWO], "y", "but 'a' is nominal: leave such"),
]


@pytest.mark.parametrize(("estimator", "parts", "target", "reason"), ODD, ids=[o[3] for o in ODD])
def test_data_that_do_not_fit_are_refused_in_one_sentence(estimator, parts, target, reason):
    with pytest.raises(InputError, match=re.escape(reason)) as caught:
        distributed.fit(estimator, parts, target)
    assert "\n" not in str(caught.value)


class Changing(list):
    """Partitions that have changed when they are read for the second time."""

    def __init__(self, first: pd.DataFrame, then: pd.DataFrame) -> None:
        super().__init__([first])
        self.reads = iter([first, then])

    def __iter__(self):
        return iter([next(self.reads)])


@pytest.mark.parametrize("then", [TWO.assign(y="new"), TWO[1:]], ids=["class", "row"])
def test_rows_that_change_between_the_passes_are_noticed(then):
    data = Changing(TWO, then)
    data.reads = iter([TWO, TWO, then])  # the first read checks the types
    with pytest.raises(InputError, match="changed between the two passes"):
        distributed.fit(estimators.NB(), data, "y")
