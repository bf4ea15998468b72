"""The command `naivebench export`: networks as `fit` writes them, and refused models."""

from __future__ import annotations

import pandas as pd
import pytest

from naivebench.cli.main import main
from naivebench.estimators import TAN

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
    assert "nothing to write: give --bif" in capsys.readouterr().err


def test_a_file_that_is_not_a_model_is_refused(model, capsys):
    assert main(["export", "--model", "train.csv", "--bif", "x.bif"]) == 2
    assert "train.csv is not a model of naivebench" in capsys.readouterr().err
