"""The commands on Parquet, Feather, compressed files and folders, and predictions written by columns."""

import csv
import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from naivebench.cli import prediction_text
from naivebench.cli.decisions import Decision
from naivebench.cli.main import main
from naivebench.data.readers.cells import Cells

pytestmark = pytest.mark.slow


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The same table in every format."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    y = rng.choice(["no", "yes"], 80)
    data = pd.DataFrame({"x": rng.normal(y == "yes", 1).round(3), "word": rng.choice(list("abc"), 80)})
    data["part"], data["class"] = np.repeat([1, 2], 40), y
    data.to_csv("a.csv", index=False)
    data.to_csv("a.csv.gz", index=False)
    data.to_parquet("a.parquet")
    data.to_feather("a.feather")
    data.to_parquet("folder", partition_cols=["part"])


@pytest.mark.parametrize("form", ["a.csv.gz", "a.parquet", "a.feather", "folder"])
def test_the_form_of_a_file_changes_nothing(files, form):
    for path, out in (("a.csv", "csv"), (form, "other")):
        train = ["--train", path, "--target", "class"]
        assert main(["fit", "--method", "nb", *train, "--out", f"{out}.nb"]) == 0
        assert (
            main(["predict", "--model", f"{out}.nb", "--test", path, "--id", "word", "--out", f"{out}.p"])
            == 0
        )
        assert main(["discretize", "--method", "fayyad_irani", *train, "--out", f"{out}.json"]) == 0
    for kind in ("json", "p"):
        assert Path(f"csv.{kind}").read_bytes() == Path(f"other.{kind}").read_bytes()


@pytest.mark.parametrize("lines", ["_lines", "_plain_lines"])
def test_predictions_equal_the_output_of_the_csv_module(monkeypatch, lines):
    """Large tables are written with Arrow, and small ones without it, because importing it takes longer."""
    monkeypatch.setattr(prediction_text, "ROWS", 7)
    monkeypatch.setattr(prediction_text, "FEW", 0)
    monkeypatch.setattr(prediction_text, "_lines", getattr(prediction_text, lines))
    rng = np.random.default_rng(0)
    classes = ("b", 'say "a"', "x, y", "line\nend")
    proba = rng.dirichlet(np.full(4, 0.05), 40)
    proba[0], proba[1] = (1, 0, 0, 0), (1e-5, 1e-7, 1e-300, 1 - 1e-5)
    labels, rows = rng.integers(0, 4, 40), rng.permutation(40)[:30]
    ids = Cells([f"{i},{i}" if i % 3 else "" for i in range(40)])
    with np.errstate(divide="ignore"):
        log_proba = np.log(proba)
    decision = Decision(labels, rows, True, np.arange(40) / 3, ())
    text = prediction_text.predictions(log_proba, classes, decision, ("the, id", ids)).decode()
    header, *body = csv.reader(io.StringIO(text, newline=""), strict=True)
    order = sorted(range(4), key=classes.__getitem__)
    assert header == ["row", "the, id", "predicted", "expected_cost", *(f"P({classes[c]})" for c in order)]
    written = [[int(r), i, c, *map(float, numbers)] for r, i, c, *numbers in body]
    wanted = np.exp(log_proba)
    assert written == [
        [row + 1, ids[row], classes[labels[row]], row / 3, *wanted[row, order].tolist()]
        for row in rows.tolist()
    ]
