"""ONNX models of estimators, run by onnxruntime: the same labels, and the same probabilities to 1e-9."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from naivebench import __version__
from naivebench.core.checks import InputError
from naivebench.estimators import (
    AODE,
    AWNB,
    KDB,
    MANB,
    NB,
    SKDB,
    TAN,
    TWCNB,
    WANBIA,
    WAODE,
    BernoulliNB,
    ColumnNB,
    ComplementNB,
    DiscretizedNB,
    GaussianNB,
    HillClimbingKDB,
    HillClimbingTAN,
    LogisticRegression,
    MixedNB,
    MultinomialNB,
    MultinomialNB300,
    MultinomialNBBinary,
    MultinomialNBFraction,
    SuperParentTAN,
    TunedNB,
    TunedTAN,
    VonMisesNB,
)

onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")

RNG = np.random.default_rng(0)
N = 150
Y = RNG.choice(["9", "10", "x"], N, p=[0.2, 0.3, 0.5])
SHIFT = np.unique(Y, return_inverse=True)[1]
LABELS = pd.DataFrame(
    {
        "a column": np.array(["u", "v", "w", "z"])[(SHIFT + RNG.integers(0, 2, N)) % 4],
        "b": RNG.choice(["1", "2", None], N),
        "c": pd.Categorical(np.array(["low", "mid"])[SHIFT % 2], ["low", "mid", "high"], ordered=True),
        "d": RNG.choice(["yes", "no"], N),
    }
)
LABELS.loc[::7, "a column"] = None
REALS = pd.DataFrame({"m": RNG.normal(SHIFT, 1), "n": RNG.normal(0, 1e-3, N) + 1e4, "one": np.ones(N)})
REALS.loc[::5, "m"] = np.nan
ORDERED = REALS.assign(size=pd.Categorical(np.array(["1", "2.5"])[SHIFT % 2], ["1", "2.5"], ordered=True))
ANGLES = REALS.assign(hour=RNG.uniform(-30, 30, N))
HOURS = {"hour": {"kind": "angular", "period": 24}}
COUNTS = RNG.poisson(0.6 + SHIFT[:, None] * np.linspace(0, 1, 8), (N, 8))
COUNTS[SHIFT != 0, 6] = 0
COUNTS[SHIFT != 2, 7] = 0  # without smoothing, a case with both of these words is impossible
COUNTS[0] = 0
NUMBERS = pd.DataFrame(COUNTS, columns=["p", "q", "seen", "also seen", "w1", "w2", "w3", "w4"], dtype=float)
NUMBERS.loc[::4, ["p", "w1", "seen"]] = np.nan
NUMBERS.loc[::8, ["w2", "w3", "w4"]] = np.nan
NUMBERS["never"] = 0.0
CHOSEN = {"p": "poisson", "q": "poisson", "never": "poisson", "*seen": "bernoulli", "w*": "multinomial"}
CASES = {
    "nb": (NB(), LABELS),
    "nb without smoothing": (NB(alpha=0.0), LABELS),
    "nb on numbers": (DiscretizedNB(), REALS),
    "nb on angles and labels": (NB(kinds=HOURS), LABELS.join(ANGLES)),
    "nb with another prior": (NB(class_prior=[0.6, 0.3, 0.1]), LABELS),
    "awnb": (AWNB(), LABELS),
    "wanbia": (WANBIA(), LABELS),
    "manb": (MANB(), LABELS),
    "tuned nb": (TunedNB(), LABELS),
    "von Mises": (VonMisesNB(kinds=HOURS), LABELS.join(ANGLES)),
    "columns": (ColumnNB(kinds=HOURS, distributions=CHOSEN), LABELS.join(ANGLES).join(NUMBERS)),
    "columns without smoothing": (ColumnNB(alpha=0.0, distributions=CHOSEN), NUMBERS.join(REALS)),
    "columns by their kinds": (ColumnNB(), LABELS.join(REALS)),
    "gnb": (GaussianNB(), REALS),
    "gnb on ordinal columns": (GaussianNB(), ORDERED),
    "gnb on angles": (GaussianNB(kinds=HOURS), ANGLES),
    "mixed": (MixedNB(), LABELS.join(REALS)),
    "mixed on labels alone": (MixedNB(), LABELS),
    "mixed on numbers alone": (MixedNB(), REALS),
    "tan": (TAN(), LABELS.join(REALS)),
    "kdb": (KDB(k=3), LABELS),
    "kdb without parents": (KDB(k=0), LABELS),
    "skdb": (SKDB(), LABELS),
    "tuned tan": (TunedTAN(), LABELS),
    "a tree by hill climbing": (HillClimbingTAN(), LABELS),
    "a tree by super-parents": (SuperParentTAN(), LABELS),
    "hill climbing": (HillClimbingKDB(), LABELS),
    "aode": (AODE(), LABELS.join(REALS)),
    "aode without smoothing": (AODE(alpha=0.0), LABELS),
    "aode of few cases": (AODE(frequency_limit=200), LABELS),
    "waode": (WAODE(), LABELS),
    "multinomial": (MultinomialNB(), COUNTS),
    "multinomial without smoothing": (MultinomialNB(alpha=0.0), COUNTS % 2),
    "chosen words": (MultinomialNB300(n_words=4), COUNTS),
    "presence": (MultinomialNBBinary(), COUNTS),
    "fractions": (MultinomialNBFraction(), COUNTS),
    "bernoulli": (BernoulliNB(), COUNTS),
    "complement": (ComplementNB(), COUNTS),
    "complement of tf-idf": (TWCNB(), COUNTS),
}


def feeds(X: pd.DataFrame | np.ndarray) -> dict[str, np.ndarray]:
    if isinstance(X, np.ndarray):
        return {"counts": X.astype(np.float64)}
    numbers = {name: X[[name]].to_numpy(np.float64) for name in X if X[name].dtype.kind == "f"}
    return {name: numbers.get(name, X[[name]].astype(object).fillna("").to_numpy(dtype=object)) for name in X}


def run(model, X, path) -> tuple[np.ndarray, np.ndarray]:
    model.to_onnx(path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    given = {key: value for key, value in feeds(X).items() if key in {i.name for i in session.get_inputs()}}
    return session.run(["label", "probabilities"], given)


@pytest.mark.parametrize("case", CASES)
def test_onnxruntime_gives_the_same_probabilities_and_labels(case, tmp_path):
    estimator, X = CASES[case]
    model = clone(estimator).fit(X, Y)
    labels, probabilities = run(model, X, tmp_path / "model.onnx")
    np.testing.assert_allclose(probabilities, model.predict_proba(X), rtol=0, atol=1e-9)
    assert labels.tolist() == model.predict(X).tolist()
    few = X[:1]
    np.testing.assert_allclose(run(model, few, tmp_path / "m.onnx")[1], model.predict_proba(few), atol=1e-9)


@pytest.mark.parametrize("case", ["nb", "tan", "kdb", "aode", "mixed", "tuned nb", "tuned tan"])
def test_missing_and_unknown_values_are_as_for_the_estimator(case, tmp_path):
    estimator, X = CASES[case]
    model = clone(estimator).fit(X, Y)
    odd = X.astype({"c": object}).copy()
    odd.loc[::2, "a column"] = "never seen"
    odd.loc[::3, "c"] = None
    odd.loc[::4, "d"] = "?"
    if "m" in odd:
        odd.loc[::2, ["m", "n"]] = np.nan, 1e9
    labels, probabilities = run(model, odd, tmp_path / "model.onnx")
    np.testing.assert_allclose(probabilities, model.predict_proba(odd), rtol=0, atol=1e-9)
    assert labels.tolist() == model.predict(odd).tolist()


@pytest.mark.parametrize("case", ["multinomial without smoothing", "columns without smoothing"])
def test_impossible_cases_get_the_prior(case, tmp_path):
    estimator, X = CASES[case]
    model = clone(estimator).fit(X, Y)
    odd = np.ones_like(X) if isinstance(X, np.ndarray) else X.assign(w3=1.0, w4=1.0)
    expected = model.predict_proba(odd)
    assert (expected == expected[0]).all()
    np.testing.assert_allclose(run(model, odd, tmp_path / "model.onnx")[1], expected, atol=1e-12)


@pytest.mark.parametrize(
    "labels", [np.array([3, 1, 2]), np.array([0.0, 2.0, 1.0]), np.array(["ä", "b", "c"])]
)
def test_labels_keep_their_type_and_order(labels, tmp_path):
    y = labels[SHIFT]
    model = NB().fit(LABELS, y)
    found, probabilities = run(model, LABELS, tmp_path / "model.onnx")
    assert found.dtype.kind == ("O" if labels.dtype.kind == "U" else labels.dtype.kind)
    assert found.tolist() == model.predict(LABELS).tolist()
    np.testing.assert_allclose(probabilities, model.predict_proba(LABELS), atol=1e-9)


def test_labels_may_be_true_and_false(tmp_path):
    model = NB().fit(LABELS, SHIFT == 1)
    found, _ = run(model, LABELS, tmp_path / "model.onnx")
    assert found.dtype == bool
    assert found.tolist() == model.predict(LABELS).tolist()


def test_ties_go_to_the_larger_class_as_for_the_estimator(tmp_path):
    X = pd.DataFrame({"a": ["u", "v", "u", "v", "w"]})
    y = np.array(["p", "p", "q", "q", "q"])
    model = NB(class_prior=[0.5, 0.5]).fit(X, y)
    assert run(model, X, tmp_path / "model.onnx")[0].tolist() == model.predict(X).tolist()


def test_the_file_describes_itself_and_has_the_same_bytes_every_time(tmp_path):
    model = MultinomialNB().fit(["b a", "c a"], ["p", "q"])
    model.to_onnx(tmp_path / "one.onnx")
    model.to_onnx(tmp_path / "two.onnx")
    assert (tmp_path / "one.onnx").read_bytes() == (tmp_path / "two.onnx").read_bytes()
    found = onnx.load(tmp_path / "one.onnx")
    assert (found.producer_name, found.producer_version) == ("naivebench", __version__)
    facts = {entry.key: entry.value for entry in found.metadata_props}
    assert facts["method"] == "nb_mn"
    assert json.loads(facts["words"]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("estimator", "X", "sentence"),
    [
        (LogisticRegression(), REALS.dropna(), "logistic_regression has no ONNX form"),
        (TAN(missing="marginalise"), LABELS, "choose 'skip'"),
        (NB(), LABELS.rename(columns={"b": "label"}), "column name 'label'"),
        (NB(), LABELS.rename(columns={"b": ""}), "column name ''"),
        (ColumnNB(distributions="kernel"), REALS.dropna(), "'m' has the distribution kernel"),
        (MultinomialNB(kinds={"x": "sequence"}), pd.DataFrame({"x": ["ab", "ba"] * 75}), "is a sequence"),
    ],
)
def test_estimators_without_an_onnx_form_are_refused(estimator, X, sentence, tmp_path):
    model = clone(estimator).fit(X, Y[: len(X)])
    with pytest.raises(InputError, match=sentence):
        model.to_onnx(tmp_path / "model.onnx")
    assert not list(tmp_path.iterdir())


def test_tables_that_are_too_large_are_refused(tmp_path):
    X = pd.DataFrame({name: RNG.integers(0, 500, 1000).astype(str) for name in "abc"})
    for estimator in (KDB(k=2), AODE()):
        with pytest.raises(InputError, match="too large for ONNX"):
            clone(estimator).fit(X, RNG.choice(["p", "q"], 1000)).to_onnx(tmp_path / "model.onnx")


def test_every_method_in_the_list_is_tested():
    from naivebench.models import catalogue, onnx_graph

    tested = {catalogue.methods()[estimator._method]["module"] for estimator, _ in CASES.values()}
    assert tested == set(onnx_graph.MODULES)


def test_the_example_of_the_page_runs(tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "estimators.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## ONNX\n(.*?)(?=^## )", page, re.S | re.M)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", section, re.S):
        exec(block, names)


def test_cut_points_and_ties_are_those_of_the_estimator(tmp_path):
    runtime = pytest.importorskip("onnxruntime")
    cases = pd.DataFrame({"x": [0.0] * 12 + [1.0] * 20})
    model = NB(class_prior="uniform").fit(cases, ["a"] * 12 + ["b"] * 20)
    assert model.fitted_.cuts[0].tolist() == [0.5]
    model.to_onnx(tmp_path / "m.onnx")
    # the first value is the cut point; the second gives a tie, which the larger class wins
    new = pd.DataFrame({"x": [0.5, np.nan]})
    session = runtime.InferenceSession(str(tmp_path / "m.onnx"))
    label, probabilities = session.run(["label", "probabilities"], {"x": new.to_numpy()})
    assert np.ravel(label).tolist() == model.predict(new).tolist() == ["a", "b"]
    np.testing.assert_allclose(probabilities, model.predict_proba(new))
