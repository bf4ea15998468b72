"""Nominal values for boosting libraries: native categories, codes as numbers, and one-hot columns."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from support.tables import discrete

from naivebench.core import design_matrix
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table
from naivebench.methods.baselines import catboost, hist_gradient_boosting, lightgbm, xgboost

LIBRARIES = {m.__name__.rpartition(".")[2]: m for m in (lightgbm, xgboost, hist_gradient_boosting, catboost)}
CLASSES = {
    "lightgbm": "LGBMClassifier",
    "xgboost": "XGBClassifier",
    "catboost": "CatBoostClassifier",
    "hist_gradient_boosting": "HistGradientBoostingClassifier",
}
NAN = np.nan
COLOURS = [0, 1, 2, -1, 0, 2]  # -1 is missing
LENGTHS = [0.5, NAN, 2.0, 3.5, 1.0, 4.0]
# nominal colour, numeric length, ordinal size
EXPECTED = {
    "native": ([[0, 1, 2, NAN, 0, 2], LENGTHS, [0, 1, 2, 0, NAN, 1]], [True, False, False]),
    "codes": ([[0, 1, 2, NAN, 0, 2], LENGTHS, [0, 1, 2, 0, NAN, 1]], [False] * 3),
    "one_hot": (
        [[1, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 1], LENGTHS, [0, 1, 2, 0, NAN, 1]],
        [False] * 5,
    ),
}


def table(colours, lengths, sizes):
    """The colour `black` (code 3) has no case."""
    attributes = (
        Attribute("colour", "nominal", ("red", "green", "blue", "black")),
        Attribute("length", "linear"),
        Attribute("size", "ordinal", ("s", "m", "l")),
    )
    codes = np.column_stack([colours, sizes])
    y = np.arange(len(codes)) % 2
    return make_table(attributes, ("no", "yes"), y, codes, np.array(lengths)[:, None])


@pytest.fixture
def received(library, monkeypatch):
    """What the library's classifier gets: settings, x of `fit` and its keywords, x of `predict_proba`."""
    seen = SimpleNamespace()

    class Classifier:
        def __init__(self, **settings):
            seen.settings = settings

        def fit(self, x, y, **keywords):
            seen.x, seen.keywords = x, keywords
            return self

        def predict_proba(self, x, **keywords):
            seen.predicted, seen.prediction = x, keywords
            return np.full((len(x), 2), 0.5)

    monkeypatch.setattr(LIBRARIES[library], CLASSES[library], Classifier)
    return seen


def categorical(library, seen, width):
    """The columns that the library is told to treat as categories."""
    if library == "xgboost":
        return [kind == "c" for kind in seen.settings["feature_types"]]
    if library == "hist_gradient_boosting":
        return list(seen.settings["categorical_features"])
    columns = seen.keywords["categorical_feature"] if library == "lightgbm" else seen.settings["cat_features"]
    return [j in columns for j in range(width)]


def with_missing_category(library, x, categories):
    """CatBoost takes whole numbers for categories, and -1 is the missing one."""
    if library == "catboost" and categories == "native":
        x[:, 0] = np.nan_to_num(x[:, 0], nan=-1)
    return x


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("categories", design_matrix.CATEGORIES)
def test_the_library_receives_categories_numbers_or_a_column_for_each_value(library, categories, received):
    module, (columns, expected) = LIBRARIES[library], EXPECTED[categories]
    train = table(COLOURS, LENGTHS, [0, 1, 2, 0, -1, 1])
    model = module.fit(train, rng=np.random.default_rng(0), categories=categories)
    x = np.column_stack(columns).astype(float)
    np.testing.assert_array_equal(
        np.asarray(received.x, float), with_missing_category(library, x, categories)
    )
    assert categorical(library, received, x.shape[1]) == expected

    # an unseen value is 0 in all of its one-hot columns, as a missing cell is; a number stays NaN
    log_proba = module.predict_log_proba(model, table([3, -1, 1], [NAN, 1.0, 2.0], [-1, 0, 2]))
    first = [[0, 0, 0], [0, 0, 0], [0, 1, 0]] if categories == "one_hot" else [[3], [NAN], [1]]
    x = np.column_stack([first, [NAN, 1, 2], [NAN, 0, 2]]).astype(float)
    np.testing.assert_array_equal(
        np.asarray(received.predicted, float), with_missing_category(library, x, categories)
    )
    np.testing.assert_allclose(log_proba, np.log(0.5))
    assert received.prediction == ({"thread_count": 1} if library == "catboost" else {})


def test_too_many_one_hot_columns_are_an_error_with_the_way_out(monkeypatch):
    """test_method_runs.py shows that such a fit becomes a row with the reason."""
    train = discrete(np.arange(60)[:, None] % 30, np.arange(60) % 2)
    fit = hist_gradient_boosting.fit
    monkeypatch.setattr(design_matrix, "ONE_HOT_NUMBERS", 1800)
    fit(train, rng=np.random.default_rng(0), categories="one_hot")
    monkeypatch.setattr(design_matrix, "ONE_HOT_NUMBERS", 1799)
    with pytest.raises(InputError, match="30 columns of 60 cases are more than 1,799 numbers: choose native"):
        fit(train, rng=np.random.default_rng(0), categories="one_hot")
    fit(train, rng=np.random.default_rng(0), categories="codes")


def test_codes_keep_every_value_of_a_long_list():
    """Rare values share a category only where the library limits the number of categories."""
    train = discrete(np.arange(900)[:, None] % 300, np.arange(900) % 2)
    kept = {c: design_matrix.learn_native_columns(train, c).recodes[0] for c in ("native", "codes")}
    assert len(np.unique(kept["native"][:-1])) == 254
    np.testing.assert_array_equal(kept["codes"][:-1], np.arange(300))
