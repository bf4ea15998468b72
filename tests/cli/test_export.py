"""The command `naivebench export`: networks as `fit` writes them, ONNX models, and refused models."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pandas as pd
import pytest

from naivebench.cli.main import main
from naivebench.core.checks import InputError
from naivebench.estimators import TAN
from naivebench.models import catalogue, onnx_graph

CASES = pd.DataFrame(
    {"a": [*"uuvvuvuv"], "b": [*"xyxyxxyy"], "n": [1.0, 2, 3, 4, 5, 6, 7, 8], "species": [*"ppqqpqpq"]}
)


@pytest.fixture
def model(tmp_path, monkeypatch) -> str:
    monkeypatch.chdir(tmp_path)
    CASES.to_csv("train.csv", index=False)
    given = ["--method", "tan", "--train", "train.csv", "--target", "species"]
    assert main(["fit", *given, "--out", "model.nb", "--bif", "fit.bif"]) == 0
    return "model.nb"


def test_the_network_is_that_of_fit(model, tmp_path):
    assert main(["export", "--model", model, "--bif", "export.bif", "--target", "species"]) == 0
    written = (tmp_path / "export.bif").read_text()
    assert written == (tmp_path / "fit.bif").read_text()
    TAN.load(model).to_bif("estimator.bif", target="species")
    assert (tmp_path / "estimator.bif").read_text() == written


def test_an_output_is_required(model, capsys):
    assert main(["export", "--model", model]) == 2
    assert "nothing to write: give --onnx" in capsys.readouterr().err


def test_a_file_that_is_not_a_model_is_refused(model, capsys):
    assert main(["export", "--model", "train.csv", "--bif", "x.bif"]) == 2
    assert "train.csv is not a model of naivebench" in capsys.readouterr().err


def test_without_the_package_onnx_the_message_names_the_remedy(model, monkeypatch, tmp_path):
    imported = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name.partition(".")[0] == "onnx":
            raise ImportError(name)
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(InputError, match=r"pip install naivebench\[onnx\]"):
        TAN.load(model).to_onnx("model.onnx")
    assert not (tmp_path / "model.onnx").exists()


@pytest.mark.parametrize("saved_by", ["fit", "estimator"])
def test_the_onnx_model_has_the_labels_of_the_training_file(saved_by, model):
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    X, y = CASES.drop(columns="species"), CASES["species"]
    expected = TAN.load(model)
    if saved_by == "estimator":
        expected = TAN().fit(X, y.eq("p").astype(int))
        expected.save(model)
    assert main(["export", "--model", model, "--onnx", "model.onnx"]) == 0
    session = onnxruntime.InferenceSession("model.onnx", providers=["CPUExecutionProvider"])
    given = {name: X[[name]].to_numpy(float if name == "n" else object) for name in X}
    label, probabilities = session.run(["label", "probabilities"], given)
    assert label.tolist() == expected.predict(X).tolist()
    assert abs(probabilities - expected.predict_proba(X)).max() < 1e-9


def test_the_page_lists_the_classes_with_an_onnx_form():
    page = (Path(__file__).parents[2] / "docs" / "estimators.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"These classes can be written,.*?:\n\n(.*?)\n\n", page, re.S)
    stanzas = [s for s in catalogue.methods().values() if s.get("module") in onnx_graph.MODULES]
    stanzas = [s for s in stanzas if s["kinds"] != ["sequence"]]
    assert re.findall(r"`(\w+)`", listed) == [s["estimator"] for s in stanzas if "estimator" in s]
