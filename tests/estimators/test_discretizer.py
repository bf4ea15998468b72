"""The transformer gives the cut points of `data.discretization` and behaves as scikit-learn expects."""

from __future__ import annotations

import doctest
import pickle
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import CategoricalNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, OneHotEncoder
from sklearn.utils.estimator_checks import check_estimator
from support.tables import linear

from naivebench.core.checks import InputError
from naivebench.data.discretization import apply
from naivebench.estimators import NB, TAN, Discretizer, discretizer

X, Y = load_iris(return_X_y=True)
FRAME = load_iris(as_frame=True).data
FRAME.columns = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
# for each strategy: parameters of the transformer, and the same parameters of the function
STRATEGIES: dict[str, tuple[dict, dict]] = {name: ({}, {}) for name in apply.DISCRETIZERS} | {
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
    cuts = apply.learn(table, strategy, **theirs)
    coded = apply.apply(table, cuts)
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
@pytest.mark.parametrize("encode", ["ordinal", "onehot-dense"])
def test_codes_are_those_of_kbinsdiscretizer(encode):
    data = np.random.default_rng(0).random((120, 3))
    for strategy, name in (("equal_width", "uniform"), ("equal_frequency", "quantile")):
        theirs = KBinsDiscretizer(6, encode=encode, strategy=name).fit(data)
        ours = Discretizer(strategy, n_bins=6, encode=encode).fit(data)
        codes = ours.transform(data)
        np.testing.assert_array_equal(codes, theirs.transform(data))
        if strategy == "equal_width":
            np.testing.assert_allclose(np.stack(ours.bin_edges_), np.stack(theirs.bin_edges_), rtol=1e-12)
            np.testing.assert_allclose(ours.inverse_transform(codes), theirs.inverse_transform(codes))


def test_encodings_represent_the_same_intervals():
    data = holes()
    codes = Discretizer().fit_transform(data, Y)
    dense = Discretizer(encode="onehot-dense").fit(data, Y)
    hot = Discretizer(encode="onehot").fit_transform(data, Y)
    labels = Discretizer(encode="labels").fit(data, Y)
    assert sparse.issparse(hot)
    np.testing.assert_array_equal(hot.toarray(), dense.transform(data))
    assert labels.transform(data).dtype == object
    last = 0
    for j, n in enumerate(dense.n_bins_):
        block, last = dense.transform(data)[:, last : last + n], last + n
        known = ~np.isnan(codes[:, j])
        assert (block.sum(axis=1) == known).all()
        np.testing.assert_array_equal(block.argmax(axis=1)[known], codes[known, j])
        texts = labels.transform(data)[:, j]
        assert [labels.interval_labels_[j][int(c)] for c in codes[known, j]] == texts[known].tolist()
        assert all(np.isnan(text) for text in texts[~known])
    assert list(dense.get_feature_names_out())[:2] == ["x0_0", "x0_1"]
    plain = make_pipeline(Discretizer(), OneHotEncoder()).fit_transform(X, Y)
    np.testing.assert_array_equal(plain.toarray(), Discretizer(encode="onehot").fit_transform(X, Y).toarray())


@pytest.mark.parametrize("encode", discretizer.ENCODINGS)
def test_the_inverse_is_the_middle_of_the_interval(encode):
    data = holes()
    cutter = Discretizer("equal_width", n_bins=5, encode=encode).fit(data)
    back = cutter.inverse_transform(cutter.transform(data))
    np.testing.assert_array_equal(np.isnan(back), np.isnan(data))
    for j, edges in enumerate(cutter.bin_edges_):
        middles = (edges[:-1] + edges[1:]) / 2
        known = ~np.isnan(data[:, j])
        assert np.isin(np.round(back[known, j], 9), np.round(middles, 9)).all()
        assert (np.abs(back[known, j] - data[known, j]) <= np.diff(edges).max() / 2 + 1e-12).all()
    again, first = (pd.DataFrame(_dense(cutter.transform(values))) for values in (back, data))
    pd.testing.assert_frame_equal(again, first)


def _dense(values):
    return values.toarray() if sparse.issparse(values) else values


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
    assert cutter.n_bins_[4] == 0
    assert len(cutter.bin_edges_[4]) == 0
    hot = clone(cutter).set_params(encode="onehot-dense").fit_transform(frame, Y)
    assert list(hot.columns[-4:]) == ["petal_width_0", "petal_width_1", "petal_width_2", "colour"]
    with pytest.raises(InputError, match=r"column 'colour' of X is not numeric.*encode='onehot-dense'"):
        Discretizer(encode="onehot").fit(frame, Y).transform(frame)


def test_columns_are_chosen_by_name_or_position():
    by_name = Discretizer(columns=["petal_width"]).fit(FRAME, Y)
    by_place = Discretizer(columns=[3]).fit(X, Y)
    np.testing.assert_array_equal(by_name.transform(FRAME), by_place.transform(X))
    np.testing.assert_array_equal(by_place.transform(X)[:, :3], X[:, :3])
    np.testing.assert_array_equal(by_place.transform(X)[:, 3], Discretizer().fit_transform(X, Y)[:, 3])
    np.testing.assert_array_equal(by_place.inverse_transform(by_place.transform(X))[:, :3], X[:, :3])
    shuffled = FRAME[["petal_width", "sepal_width", "petal_length", "sepal_length"]]
    np.testing.assert_array_equal(by_name.transform(shuffled), by_name.transform(FRAME))
    hot = Discretizer(columns=[3], encode="onehot").fit_transform(X, Y)
    np.testing.assert_array_equal(hot.toarray()[:, :3], X[:, :3])


def test_the_transformer_works_in_a_column_transformer_and_in_a_search():
    parts = ColumnTransformer(
        [
            ("mdl", Discretizer(encode="onehot-dense"), ["petal_length"]),
            ("wide", Discretizer("equal_width"), [0]),
        ],
        remainder="drop",
    )
    found = parts.fit_transform(FRAME, Y)
    assert found.shape == (150, len(parts.get_feature_names_out()))
    assert "mdl__petal_length_0" in parts.get_feature_names_out()
    search = GridSearchCV(
        Pipeline([("cut", Discretizer()), ("nb", CategoricalNB(min_categories=20))]),
        {"cut__strategy": ["fayyad_irani", "chimerge", "equal_frequency"], "cut__n_bins": np.array([4, 8])},
        cv=3,
        error_score="raise",
    ).fit(X, Y)
    assert search.best_score_ > 0.9


def test_the_transformer_is_cloned_and_pickled():
    cutter = Discretizer("chimerge", significance=0.9).fit(X, Y)
    assert clone(cutter).get_params() == cutter.get_params()
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(cutter)).transform(X), cutter.transform(X))
    assert repr(clone(cutter)) == "Discretizer(significance=0.9, strategy='chimerge')"


def test_a_column_without_numbers_becomes_one_interval():
    data = np.column_stack([X[:, 3], np.full(150, np.nan), np.ones(150)])
    cutter = Discretizer(encode="labels").fit(data, Y)
    assert cutter.interval_labels_[1:] == [("all",), ("all",)]
    assert set(cutter.transform(data)[:, 2]) == {"all"}
    assert pd.isna(cutter.transform(data)[:, 1]).all()
    assert np.isnan(cutter.inverse_transform(cutter.transform(data))[:, 1]).all()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        (
            {"strategy": "fayad_irani"},
            "strategy in Discretizer is 'fayad_irani'.*did you mean 'fayyad_irani'",
        ),
        ({"encode": "hot"}, "encode in Discretizer is 'hot', expected one of ordinal, labels"),
        (
            {"strategy": "equal_width", "n_bins": 0},
            "n_bins in Discretizer is 0, expected a whole number of at",
        ),
        ({"strategy": "fixed_frequency", "size": 2.5}, "size in Discretizer is 2.5, expected a whole number"),
        (
            {"strategy": "chimerge", "significance": "x"},
            "significance in Discretizer is 'x', expected a finite",
        ),
        (
            {"strategy": "chimerge", "significance": 1.0},
            "significance in chimerge is 1.0, expected a number below",
        ),
        (
            {"columns": ["petal_wdth"]},
            "columns contains 'petal_wdth', which is not a column of X; did you mean 'petal_width'",
        ),
        ({"columns": [4]}, "columns contains position 4, expected 0 to 3 for the columns of X"),
        ({"columns": []}, "columns is empty: name a column"),
        ({"columns": "petal_width"}, "columns is 'petal_width', expected a list of names or positions"),
        ({"columns": slice(0, 2)}, r"columns is slice\(0, 2, None\), expected a list of names or positions"),
    ],
)
def test_wrong_parameters_are_explained(params, message):
    with pytest.raises(InputError, match=message):
        Discretizer(**params).fit(FRAME, Y)


def test_wrong_data_are_explained():
    with pytest.raises(ValueError, match="requires y to be passed"):
        Discretizer().fit(X)
    with pytest.raises(InputError, match="X has no numeric column: name the columns"):
        Discretizer().fit(pd.DataFrame({"a": ["x", "y"] * 5}), Y[:10])
    with pytest.raises(InputError, match="'x' in the linear column 'a' is not a number"):
        Discretizer(columns=["a"]).fit(pd.DataFrame({"a": ["x", "y"] * 5}), Y[:10])
    with pytest.raises(InputError, match=r"give X\.toarray\(\)"):
        Discretizer().fit(sparse.csr_matrix(X), Y)
    with pytest.raises(InputError, match=r"y contains missing labels"):
        Discretizer().fit(X, np.array([None, *Y[1:]], dtype=object))
    cutter = Discretizer(encode="labels").fit(X, Y)
    with pytest.raises(InputError, match="has 'low', which is not one of its 3 intervals"):
        cutter.inverse_transform(np.full((2, 4), "low", dtype=object))
    with pytest.raises(InputError, match=r"X has shape \(2, 3\), expected 4 columns"):
        cutter.inverse_transform(np.full((2, 3), "low", dtype=object))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "params",
    [{}, {"strategy": "equal_width"}, {"strategy": "caim", "encode": "onehot"}, {"encode": "onehot-dense"}],
    ids=str,
)
def test_scikit_learns_checks_pass(params):
    results = check_estimator(Discretizer(**params), on_fail=None, on_skip=None)
    assert len(results) > 40
    odd = {r["check_name"]: r["status"] for r in results if r["status"] != "passed"}
    assert odd.items() <= {"check_array_api_input": "skipped"}.items()


def test_examples_of_the_docstring_and_the_page_run(capsys):
    assert doctest.testmod(discretizer).failed == 0
    page = (Path(__file__).parents[2] / "docs" / "estimators.md").read_text(encoding="utf-8")
    section = page.split("## Discretizer", 1)[1].split("\n## ", 1)[0]
    (block,) = re.findall(r"```python\n(.*?)```", section, re.S)
    exec(compile(block, "estimators.md", "exec"), {})
    assert capsys.readouterr().out.startswith("('<= 0.8', '(0.8, 1.75]', '> 1.75')\n[0.1  0.8")
    assert set(apply.DISCRETIZERS) <= set(re.findall(r"`(\w+)`", section))


@pytest.mark.parametrize(("strategy", "needed"), [("caim", True), ("equal_width", False)])
def test_the_tags_state_whether_labels_are_needed(strategy, needed):
    assert Discretizer(strategy).__sklearn_tags__().target_tags.required == needed


def test_the_order_of_chosen_columns_does_not_matter():
    expected = Discretizer().fit_transform(X, Y)
    np.testing.assert_array_equal(Discretizer(columns=[3, 1, 0, 2]).fit_transform(X, Y), expected)
    two = Discretizer(columns=[2, 0]).fit_transform(X, Y)
    np.testing.assert_array_equal(two[:, [0, 2]], expected[:, [0, 2]])
    np.testing.assert_array_equal(two[:, [1, 3]], X[:, [1, 3]])


@pytest.mark.parametrize("call", [Discretizer().fit, Discretizer().fit_transform])
def test_weights_are_refused_in_a_sentence(call):
    with pytest.raises(
        TypeError, match="cannot weigh cases, so its fit does not take sample_weight: leave it"
    ):
        call(X, Y, sample_weight=np.ones(len(X)))
    with pytest.raises(TypeError, match="fit of Discretizer has no parameter 'weight': leave it out"):
        call(X, Y, weight=1)
