"""The namespace of estimators: names, parameters, scikit-learn's tools around them, and refused input."""

from __future__ import annotations

import inspect
import pickle

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, StandardScaler
from sklearn.utils import get_tags
from support.estimator_tools import CLASSES

from naivebench import estimators
from naivebench.core.checks import InputError
from naivebench.estimators import (
    AODE,
    ESKDB,
    KDB,
    NB,
    TAN,
    BernoulliNB,
    ClassHMM,
    GaussianNB,
    MultinomialNB,
    VonMisesNB,
    classifier,
)
from naivebench.models import catalogue, method_stanzas, registry

X, Y = load_iris(return_X_y=True)
FRAME = load_iris(as_frame=True).data


def test_stanzas_name_classes_and_classes_name_stanzas():
    stanzas = catalogue.read_methods()
    assert {stanza["estimator"] for stanza in stanzas.values() if "estimator" in stanza} == set(CLASSES)
    for name in CLASSES:
        assert stanzas[getattr(estimators, name)._method]["estimator"] == name
    assert sorted([*CLASSES, "Discretizer"]) == sorted(estimators.__all__)


def test_a_removed_class_names_its_replacement():
    expected = r"has no RandomForest: use sklearn\.ensemble\.RandomForestClassifier"
    with pytest.raises(ImportError, match=expected):
        exec("from naivebench.estimators import RandomForest")  # an import that tests of imports would follow
    with pytest.raises(ImportError, match=expected):
        _ = estimators.RandomForest
    for name, use in (("WAODE", r"AODE\(weighting='information'\)"), ("WekaTAN", "`naivebench fit --m")):
        with pytest.raises(ImportError, match=f"has no {name}: use {use}"):
            getattr(estimators, name)


def test_the_code_that_makes_an_estimator_has_the_settings_of_its_stanza():
    for stanza in catalogue.read_methods().values():
        call = estimators.format_constructor(stanza)
        assert bool(call) == ("estimator" in stanza)
        if call:
            model = eval(call, vars(estimators))
            assert model._params | stanza["params"] == model._params
            assert model.discretize == stanza.get("discretize")
    stanza = catalogue.read_methods()["waode"]
    assert estimators.format_constructor(stanza, "kinds=k") == "AODE(weighting='information', kinds=k)"


def test_names_of_classes_and_parameters_are_corrected():
    assert repr(KDB(k=1)) == "KDB(k=1)"
    with pytest.raises(AttributeError, match=r"no attribute 'TAM'; did you mean 'TAN'\?"):
        _ = estimators.TAM
    with pytest.raises(AttributeError, match=r"no attribute 'Discretiser'; did you mean 'Discretizer'"):
        _ = estimators.Discretiser
    with pytest.raises(TypeError, match="unexpected keyword argument 'nO'"):
        TAN(nO=1)


@pytest.mark.parametrize("name", CLASSES)
def test_parameters_are_those_of_fit_with_the_values_of_the_stanza(name):
    cls = getattr(estimators, name)
    stanza = catalogue.read_methods()[cls._method]
    functions = registry.load(stanza["module"])
    known = method_stanzas.read_parameters(stanza["module"])
    expected = {name: parameter.default for name, parameter in known.items()} | stanza["params"]
    params = cls().get_params()
    of_all = {key: params.pop(key) for key in classifier.OF_ALL if key in params}
    assert {key.removeprefix("model_"): value for key, value in params.items()}.items() <= expected.items()
    assert of_all.pop("kinds") is None
    assert of_all.pop("discretize", None) == stanza.get("discretize")
    assert of_all.pop("random_state", 0) == 0
    counts = hasattr(functions, "count")
    assert of_all.pop("class_prior", None) is None
    assert of_all == ({"class_weight": None} if counts else {})
    assert ("sample_weight" in inspect.signature(cls.fit).parameters) == counts
    assert hasattr(cls, "partial_fit") == counts


@pytest.mark.parametrize("name", CLASSES)
def test_parameters_are_given_by_name(name):
    """Then a new one may be added anywhere."""
    parameters = inspect.signature(getattr(estimators, name)).parameters.values()
    assert {p.kind for p in parameters} == {inspect.Parameter.KEYWORD_ONLY}


def test_attributes_of_a_fitted_estimator():
    labels = np.array(["10", "9", "b"])[Y]
    model = TAN().fit(FRAME, labels)
    assert model.classes_.tolist() == ["10", "9", "b"]
    assert model.fitted_.classes == ("9", "10", "b")
    assert model.n_features_in_ == 4
    assert model.feature_names_in_.tolist() == list(FRAME)
    assert model.summary_["attributes_used"] == 4
    log_proba = model.predict_log_proba(FRAME)
    np.testing.assert_allclose(model.predict_proba(FRAME).sum(axis=1), 1)
    assert model.classes_[log_proba.argmax(axis=1)].tolist() == model.predict(FRAME).tolist()
    assert model.score(FRAME, labels) > 0.9
    turned = model.predict_log_proba(FRAME[FRAME.columns[::-1]].assign(more=1))
    np.testing.assert_array_equal(turned, log_proba)
    with pytest.raises(NotFittedError):
        TAN().predict(X)
    with pytest.raises(ValueError, match="X has 3 features, but TAN is expecting 4"):
        TAN().fit(X, Y).predict(X[:, :3])


def test_tags_say_what_a_class_accepts():
    tags = {cls: get_tags(cls()).input_tags for cls in (NB, MultinomialNB, BernoulliNB)}
    assert [t.allow_nan for t in tags.values()] == [True, False, False]
    assert [t.positive_only for t in tags.values()] == [False, True, False]
    assert [t.sparse for t in tags.values()] == [False, True, True]


def test_an_estimator_that_is_not_fitted_cannot_be_saved(tmp_path):
    with pytest.raises(NotFittedError):
        TAN().save(tmp_path / "model.nb")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("random_state", [3, np.random.RandomState(3), np.random.default_rng(3)])
def test_randomness_comes_from_random_state(random_state):
    rng = random_state if isinstance(random_state, np.random.Generator) else None
    again = np.random.RandomState(3) if isinstance(random_state, np.random.RandomState) else 3
    first = ESKDB(members=2, random_state=random_state).fit(X, Y).predict_proba(X)
    same = ESKDB(members=2, random_state=np.random.default_rng(3) if rng else again).fit(X, Y)
    np.testing.assert_array_equal(same.predict_proba(X), first)
    assert (ESKDB(members=2, random_state=4).fit(X, Y).predict_proba(X) != first).any()


def test_angles_and_missing_cells_are_accepted():
    rng = np.random.default_rng(0)
    wind = rng.vonmises(Y, 3) * 180 / np.pi
    data = pd.DataFrame({"wind": wind, "length": X[:, 0]}).mask(rng.random((150, 2)) < 0.1)
    kinds = {"wind": {"kind": "angular", "period": 360}}
    model = VonMisesNB(kinds=kinds).fit(data, Y)
    assert [a.kind for a in model.fitted_.attributes] == ["angular", "linear"]
    turned = data.assign(wind=data["wind"] + 360)
    np.testing.assert_allclose(model.predict_log_proba(turned), model.predict_log_proba(data), atol=1e-9)


def test_copies_and_files_give_the_same_predictions(tmp_path):
    model = TAN(n0=2).fit(FRAME, Y)
    log_proba = model.predict_log_proba(FRAME)
    joblib.dump(model, tmp_path / "model")
    for copy in (pickle.loads(pickle.dumps(model)), joblib.load(tmp_path / "model")):
        assert type(copy) is TAN
        np.testing.assert_array_equal(copy.predict_log_proba(FRAME), log_proba)
    unfitted = clone(model)
    assert unfitted.get_params() == model.get_params()
    assert not hasattr(unfitted, "fitted_")


def test_searches_pipelines_and_calibration():
    search = GridSearchCV(KDB(), {"k": [0, 1, 2], "n0": np.array([1.0, 5.0])}, cv=3).fit(FRAME, Y)
    assert search.best_score_ > 0.9
    columns = ColumnTransformer(
        [
            (
                "bins",
                KBinsDiscretizer(3, encode="ordinal", quantile_method="averaged_inverted_cdf"),
                list(FRAME)[:2],
            ),
            ("scaled", StandardScaler(), list(FRAME)[2:]),
        ]
    )
    columns.set_output(transform="pandas")
    pipeline = make_pipeline(columns, NB(kinds={"bins__*": "nominal"})).fit(FRAME, Y)
    assert [a.kind for a in pipeline[-1].fitted_.attributes] == ["nominal"] * 2 + ["linear"] * 2
    assert pipeline[-1].feature_names_in_[0] == "bins__sepal length (cm)"
    assert cross_val_score(pipeline, FRAME, Y, cv=3).min() > 0.85
    calibrated = CalibratedClassifierCV(GaussianNB(), cv=3).fit(X, Y)
    assert calibrated.score(X, Y) > 0.9


def test_texts_are_split_into_words():
    texts = ["sun sun rain", "rain rain", "sun", "rain snow"]
    model = MultinomialNB().fit(texts, ["dry", "wet", "dry", "wet"])
    assert model.predict(["sun today", "snow"]).tolist() == ["dry", "wet"]
    # alpha = 1 and three words give P(sun | dry) = (3 + 1) / (4 + 3) and P(sun | wet) = 1 / (4 + 3), with
    # equal priors
    np.testing.assert_allclose(model.predict_proba(["sun"]), [[0.8, 0.2]])
    with pytest.raises(InputError, match=r"only columns of kind sequence, but 'x0' is linear"):
        ClassHMM().fit(X, Y)


def test_cases_of_weight_0_leave_no_values_and_no_classes():
    frame, y = pd.DataFrame({"c": ["a", "b", "rare", "a"]}), np.array(["p", "q", "odd", "q"])
    model = NB().fit(frame, y, sample_weight=[1, 1, 0, 1])
    assert model.classes_.tolist() == ["p", "q"]
    assert model.fitted_.attributes[0].values == ("a", "b")


def test_fractional_weights_leave_the_cut_points_as_they_are():
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(60, 1)) + np.arange(60)[:, None] / 20, np.repeat(["a", "b"], 30)
    plain, half = NB().fit(x, y), NB().fit(x, y, sample_weight=np.full(60, 0.5))
    assert plain.fitted_.cuts[0].tolist() == half.fitted_.cuts[0].tolist() != []


def test_true_and_1_are_two_labels_in_any_order():
    for cells in ([1, True], [True, 1]):
        frame = pd.DataFrame({"c": np.array(cells * 4, dtype=object)})
        y = ["one" if cell is not True else "true" for cell in frame["c"]]
        model = NB().fit(frame, y)
        assert model.predict(pd.DataFrame({"c": np.array([True, 1], dtype=object)})).tolist() == [
            "true",
            "one",
        ]


def test_a_text_column_named_as_its_only_word_is_text():
    words = pd.Series(["w", "w"], name="w")
    model = MultinomialNB().fit(words, [0, 1])
    np.testing.assert_allclose(model.predict_proba(words), 0.5)


def test_whole_weights_repeat_cases_in_methods_that_count():
    weights = np.arange(len(X)) % 3
    rows = np.repeat(np.arange(len(X)), weights)
    for model in (NB(), TAN(), KDB(), AODE(), AODE(weighting="information")):
        weighted = clone(model).fit(X, Y, sample_weight=weights).predict_log_proba(X)
        np.testing.assert_array_equal(weighted, model.fit(X[rows], Y[rows]).predict_log_proba(X))
        halves = clone(model).fit(X, Y, sample_weight=weights / 2)
        np.testing.assert_allclose(halves.fitted_.class_counts, np.bincount(Y[rows]) / 2)
    with pytest.raises(ValueError, match="Negative values"):
        NB().fit(X, Y, sample_weight=-weights)


@pytest.mark.parametrize(
    ("estimator", "message"),
    [
        (KDB(k=1.5), "k in KDB is 1.5, expected a whole number"),
        (KDB(discretize="mdl"), "discretize is 'mdl', expected one of"),
        (
            GaussianNB(kinds="nominal"),
            "method gnb accepts only columns of kind ordinal or linear or angular, but .* nominal",
        ),
    ],
)
def test_bad_parameters_are_refused_in_a_sentence(estimator, message):
    with pytest.raises(InputError, match=message):
        estimator.fit(X, Y)
