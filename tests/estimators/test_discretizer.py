"""The transformer gives the cut points of `data.discretization` and behaves as scikit-learn expects."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator
from support.tables import linear

from naivebench.core.checks import InputError
from naivebench.data.discretization import cut_points
from naivebench.estimators import NB, TAN, Discretizer

X, Y = load_iris(return_X_y=True)
FRAME = load_iris(as_frame=True).data
FRAME.columns = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
# for each strategy: parameters of the transformer, and the same parameters of the function
STRATEGIES: dict[str, tuple[dict, dict]] = {name: ({}, {}) for name in cut_points.DISCRETIZERS} | {
    "equal_width": ({"n_bins": 4}, {"bins": 4}),
    "equal_frequency": ({"n_bins": np.int64(7)}, {"bins": 7}),
    "fixed_frequency": ({"size": 20}, {"size": 20}),
    "chimerge": ({"significance": 0.5, "max_bins": 6}, {"significance": 0.5, "most": 6}),
}


def holes(seed: int = 0) -> np.ndarray:
    """The iris data with missing cells."""
    return np.where(np.random.default_rng(seed).random(X.shape) < 0.1, np.nan, X)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_cut_points_and_intervals_are_those_of_the_plain_functions(strategy):
    ours, theirs = STRATEGIES[strategy]
    data = holes()
    table = linear(data, Y)
    cuts = cut_points.learn_cuts(table, strategy, **theirs)
    coded = cut_points.apply_cuts(table, cuts)
    found = Discretizer(strategy, **ours).fit(data, Y)
    assert sum(map(len, cuts)) > 4
    for j, points in enumerate(cuts):
        np.testing.assert_array_equal(found.bin_edges_[j][1:-1], points)
        assert found.bin_edges_[j][[0, -1]].tolist() == [np.nanmin(data[:, j]), np.nanmax(data[:, j])]
        assert found.interval_labels_[j] == coded.attributes[j].values
    assert found.n_bins_.tolist() == [len(points) + 1 for points in cuts]
    np.testing.assert_array_equal(found.transform(data), np.where(coded.codes < 0, np.nan, coded.codes))


@pytest.mark.parametrize("strategy", ["fayyad_irani", "caim", "equal_frequency"])
def test_a_pipeline_equals_the_estimator_that_cuts_itself(strategy):
    labels = Discretizer(strategy, encode="labels").set_output(transform="pandas")
    train, test = np.arange(0, 150, 2), np.arange(1, 150, 2)
    frame = pd.DataFrame(holes(), columns=FRAME.columns)
    for method in (NB, TAN):
        piped = make_pipeline(clone(labels), method()).fit(frame.iloc[train], Y[train])
        alone = method(discretize=strategy).fit(frame.iloc[train], Y[train])
        np.testing.assert_array_equal(
            piped.predict_log_proba(frame.iloc[test]), alone.predict_log_proba(frame.iloc[test])
        )


def test_a_pipeline_with_scikit_learns_naive_bayes_equals_ours():
    theirs = make_pipeline(Discretizer(), CategoricalNB(alpha=1)).fit(X[::2], Y[::2])
    ours = NB(alpha=1, discretize="fayyad_irani").fit(X[::2], Y[::2])
    np.testing.assert_allclose(theirs.predict_proba(X[1::2]), ours.predict_proba(X[1::2]), rtol=1e-12, atol=0)
    wide = Discretizer("equal_width", n_bins=40).fit(X, Y)
    model = CategoricalNB(min_categories=wide.n_bins_).fit(wide.transform(X[::2]), Y[::2])
    assert model.predict(wide.transform(X[1::2])).shape == (75,)


@pytest.mark.filterwarnings("ignore::FutureWarning")  # some versions warn about the default quantile method
def test_codes_are_those_of_kbinsdiscretizer():
    data = np.random.default_rng(0).random((120, 3))
    for strategy, name in (("equal_width", "uniform"), ("equal_frequency", "quantile")):
        theirs = KBinsDiscretizer(6, encode="ordinal", strategy=name).fit(data)
        ours = Discretizer(strategy, n_bins=6).fit(data)
        np.testing.assert_array_equal(ours.transform(data), theirs.transform(data))
        if strategy == "equal_width":
            np.testing.assert_allclose(np.stack(ours.bin_edges_), np.stack(theirs.bin_edges_), rtol=1e-12)


def test_encodings_represent_the_same_intervals():
    data = holes()
    codes = Discretizer().fit_transform(data, Y)
    labels = Discretizer(encode="labels").fit(data, Y)
    for j in range(4):
        known, texts = ~np.isnan(codes[:, j]), labels.transform(data)[:, j]
        assert [labels.interval_labels_[j][int(c)] for c in codes[known, j]] == texts[known].tolist()
        assert all(np.isnan(text) for text in texts[~known])
    hot = make_pipeline(Discretizer(), OneHotEncoder()).fit_transform(X, Y)
    assert hot.shape == (150, labels.fit(X, Y).n_bins_.sum())


def test_pandas_output_has_ordered_categories_names_and_the_index():
    frame = FRAME.assign(colour=np.array(["red", "blue", None], dtype=object)[Y])
    frame.index = pd.Index([*range(1000, 1149), 1000])  # the last label occurs twice
    cutter = Discretizer(encode="labels").set_output(transform="pandas").fit(frame, Y)
    found = cutter.transform(frame)
    assert list(found.columns) == list(frame.columns) == list(cutter.get_feature_names_out())
    assert found.index.equals(frame.index)
    # in old pandas, text columns have the dtype string
    pd.testing.assert_series_equal(found["colour"], frame["colour"], check_dtype=False)
    assert found["petal_width"].cat.ordered
    assert tuple(found["petal_width"].cat.categories) == cutter.interval_labels_[3]
    assert (cutter.n_bins_[4], len(cutter.bin_edges_[4])) == (0, 0)
    pd.testing.assert_frame_equal(cutter.transform(frame[frame.columns[::-1]]), found)  # by their names


@pytest.mark.parametrize(("strategy", "required"), [("equal_width", False), ("fayyad_irani", True)])
def test_only_strategies_that_use_the_class_require_it(strategy, required):
    assert get_tags(Discretizer(strategy=strategy)).target_tags.required is required


def test_a_column_without_numbers_becomes_one_interval():
    data = np.column_stack([X[:, 3], np.full(150, np.nan), np.ones(150)])
    cutter = Discretizer(encode="labels").fit(data, Y)
    assert cutter.interval_labels_[1:] == [("all",), ("all",)]
    assert set(cutter.transform(data)[:, 2]) == {"all"}
    assert pd.isna(cutter.transform(data)[:, 1]).all()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("params", [{}, {"strategy": "equal_width"}, {"strategy": "caim"}], ids=str)
def test_scikit_learns_checks_pass(params):
    results = check_estimator(Discretizer(**params), on_fail=None, on_skip=None)
    assert len(results) > 40
    odd = {r["check_name"]: r["status"] for r in results if r["status"] != "passed"}
    assert odd.items() <= {"check_array_api_input": "skipped"}.items()


def test_wrong_parameters_and_data_without_numbers_are_explained():
    with pytest.raises(InputError, match="n_bins in Discretizer is 0, expected a whole number of at"):
        Discretizer("equal_width", n_bins=0).fit(FRAME, Y)
    with pytest.raises(InputError, match="X has no numeric column: leave the transformer out"):
        Discretizer().fit(FRAME.map("size {}".format), Y)
