"""Estimators saved to files: predictions have the same bytes, and an unsuitable file gives one sentence."""

from __future__ import annotations

import joblib
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from support.estimator_tools import content_of

from naivebench.cli.main import main
from naivebench.core.checks import InputError
from naivebench.estimators import HPB, KDB, NB, TAN, GaussianNB, HybridNB, MixedNB, MultinomialNB

RNG = np.random.default_rng(0)
N = 90
MIXED = pd.DataFrame(
    {
        "colour": RNG.choice(["red", "green", None], N),
        "size": pd.Categorical(RNG.choice(["s", "m"], N), ["s", "m", "l"], ordered=True),
        "weight": RNG.normal(0, 1, N),
        "known": RNG.choice([True, False], N),
    }
)
Y = RNG.choice(["no", "yes", "perhaps"], N)
IRIS, SPECIES = load_iris(return_X_y=True)
TEXTS = np.array([" ".join(RNG.choice([*"abcde"], 6)) for _ in range(N)])
AXES = pd.DataFrame(RNG.normal(size=(N, 3)), columns=["x", "y", "z"])
AXIS = {"axis": {"kind": "direction", "columns": ["x", "y", "z"]}}
CASES = {
    "text labels and mixed columns": (TAN(n0=2.5), MIXED, Y),
    "parameters in a mapping": (MixedNB(kinds={"weight": "linear"}), MIXED, Y),
    "whole numbers as labels, an array": (GaussianNB(), IRIS, SPECIES),
    "booleans as labels": (KDB(k=2), MIXED, Y == "yes"),
    "numbers as labels": (NB(), IRIS, SPECIES * 2.0),
    "objects as labels": (HPB(), MIXED, pd.Series(Y, dtype=object)),
    "texts": (MultinomialNB(), TEXTS, Y),
    "a sparse matrix": (MultinomialNB(), IRIS * 10, SPECIES),
    "a direction": (HybridNB(kinds=AXIS), AXES, Y),
}


@pytest.mark.parametrize("case", CASES)
def test_a_loaded_estimator_equals_the_saved_one(case, tmp_path):
    estimator, X, y = CASES[case]
    model = clone(estimator).fit(X, y)
    model.save(tmp_path / "model.nb")
    loaded = type(model).load(tmp_path / "model.nb")
    assert loaded.predict_log_proba(X).tobytes() == model.predict_log_proba(X).tobytes()
    predicted, expected = loaded.predict(X), model.predict(X)
    assert predicted.dtype == expected.dtype
    assert predicted.tolist() == expected.tolist()
    assert loaded.get_params() == model.get_params()
    assert loaded.summary_ == model.summary_
    assert vars(loaded).keys() == vars(model).keys()
    assert content_of(loaded) == content_of(model)
    loaded.save(tmp_path / "again.nb")
    again = type(model).load(tmp_path / "again.nb")
    assert content_of(again) == content_of(model)
    joblib.dump(loaded, tmp_path / "model.joblib")  # a loaded estimator can be saved in both ways
    kept = joblib.load(tmp_path / "model.joblib")
    assert kept.predict_log_proba(X).tobytes() == model.predict_log_proba(X).tobytes()


def test_partial_fit_continues_after_loading(tmp_path):
    half = N // 2
    model = TAN().partial_fit(MIXED[:half], Y[:half], classes=np.unique(Y))
    model.save(tmp_path / "half.nb")
    loaded = TAN.load(tmp_path / "half.nb").partial_fit(MIXED[half:], Y[half:])
    model.partial_fit(MIXED[half:], Y[half:])
    assert loaded.predict_log_proba(MIXED).tobytes() == model.predict_log_proba(MIXED).tobytes()


def test_the_command_line_reads_files_of_estimators(tmp_path):
    model = TAN().fit(MIXED, Y)
    model.save(tmp_path / "model.nb")
    MIXED.to_csv(tmp_path / "test.csv", index=False)
    out = tmp_path / "out.csv"
    command = ["predict", "--model", str(tmp_path / "model.nb"), "--test", str(tmp_path / "test.csv")]
    assert main([*command, "--out", str(out)]) == 0
    written = pd.read_csv(out)
    assert written["predicted"].tolist() == model.predict(MIXED).tolist()
    np.testing.assert_allclose(written[[f"P({c})" for c in model.classes_]], model.predict_proba(MIXED))


def test_an_estimator_reads_files_of_the_command_line(tmp_path):
    labels = np.array(["9", "10", "x"])[np.unique(Y, return_inverse=True)[1]]
    MIXED.assign(answer=labels).to_csv(tmp_path / "train.csv", index=False)
    command = ["fit", "--method", "kdb", "--train", str(tmp_path / "train.csv"), "--target", "answer"]
    assert main([*command, "--param", "k=1", "--out", str(tmp_path / "model.nb")]) == 0
    loaded = KDB.load(tmp_path / "model.nb")
    assert loaded.k == 1
    assert loaded.feature_names_in_.tolist() == list(MIXED.columns)
    assert loaded.classes_.tolist() == ["10", "9", "x"]  # the order of scikit-learn
    np.testing.assert_array_equal(loaded.class_count_, [(labels == c).sum() for c in loaded.classes_])
    text = pd.read_csv(tmp_path / "train.csv", dtype={"known": str}).drop(columns="answer")
    expected = KDB(k=1).fit(text, labels)
    np.testing.assert_array_equal(loaded.predict_proba(text), expected.predict_proba(text))
    with pytest.raises(InputError, match=r"contains a model of KDB, not of TAN: call KDB\.load"):
        TAN.load(tmp_path / "model.nb")


def test_an_estimator_reads_the_kinds_of_columns_from_files_of_the_command_line(tmp_path):
    numbers = np.random.default_rng(0).uniform(0, 360, (N, 4)).round(1)
    frame = pd.DataFrame(numbers, columns=["wind", "x", "y", "zip"]).round({"zip": -2})
    frame.assign(answer=Y).to_csv(tmp_path / "train.csv", index=False)
    command = ["fit", "--method", "hybrid_nb", "--train", str(tmp_path / "train.csv"), "--target", "answer"]
    kinds = ["wind=angular:360", "x=direction:v", "y=direction:v", "zip=nominal"]
    options = [part for kind in kinds for part in ("--kind", kind)]
    assert main([*command, *options, "--out", str(tmp_path / "model.nb")]) == 0
    loaded = HybridNB.load(tmp_path / "model.nb")
    assert loaded.kinds["wind"] == {"kind": "angular", "period": 360.0}
    labels = Y.astype(str)
    again = clone(loaded).fit(frame, labels)
    np.testing.assert_array_equal(again.predict_proba(frame), loaded.predict_proba(frame))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"no archive", "not a model"), (b"PK broken", "a damaged model"), (None, "cannot be read")],
)
def test_files_that_are_not_models_are_refused(content, sentence, tmp_path):
    path = tmp_path / "model.nb"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        NB.load(path)
