"""Runs in OpenML's format, written from stored predictions and read with an independent ARFF parser."""

import io
import json
import os
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.io import arff as scipy_arff
from support.tables import discrete

from naivebench.benchmark import predictions
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.benchmark.publication import openml_runs
from naivebench.cli.main import main
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.folds import collected
from naivebench.core.table import save
from naivebench.data.readers import arff
from naivebench.evaluation import folds

Y = [0, 1, 2, 0, 1, 2]
TABLE = discrete([[0], [1], [0], [1], [0], [1]], Y)
CLASSES = ("setosa", "it's", "a, b")
PARTS = [[np.array([0, 1, 2]), np.array([3, 4, 5])], [np.array([1, 3, 5]), np.array([0, 2, 4])]]
OK = FoldResult("ok", "", {}, 0.0, 0.0, 0.0)


def stored(first, last, methods, failed=()):
    """Predictions of the folds `first` to `last` - 1; method i gives class i a probability of .5."""
    rows = [rows for part in PARTS for rows in part][first:last]
    n = sum(map(len, rows))
    found = {}
    for i, method in enumerate(methods):
        proba = np.full((n, 3), 0.25)
        proba[:, i] = 0.5
        results = [OK._replace(status="failed", reason="no luck") if method in failed else OK] * len(rows)
        labels = np.full(n, i, np.int32)
        log_proba = np.log(proba).astype(np.float32)
        found[method] = MethodPredictions("", 1.0, log_proba, labels, tuple(results))
    offsets = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    repeat, fold = (np.array(v, np.int32)[first:last] for v in ([0, 0, 1, 1], [0, 1, 0, 1]))
    return Predictions(repeat, fold, offsets, np.concatenate(rows).astype(np.int32), found)


@pytest.fixture
def run(tmp_path):
    """A run of nb, tan (two files) and bad on task 59; the data of task 60 could not be fetched."""
    for folder in ("results/scores/openml", "results/failures/openml", "data/prepared"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "data" / "folds" / "openml").mkdir(parents=True)
    toy = TABLE._replace(classes=CLASSES)
    save(toy, tmp_path / "data/prepared/toy.npz")
    folds.save(collected(PARTS, "openml", ()), tmp_path / "data/folds/openml/toy.npz")
    gone = Absence("unavailable", "fetch", "HTTP status 412 (Unknown task)")
    for place in ("prepared", "folds/openml"):
        absence.write(tmp_path / f"data/{place}/gone.npz", gone)
    files = {
        "_bundle": stored(0, 4, ["nb", "bad"], failed=["bad"]),
        "0": stored(0, 2, ["tan"]),
        "1": stored(2, 4, ["tan"]),
        "half": stored(0, 2, ["half"]),
    }
    for age, (name, content) in enumerate({"earlier": stored(0, 4, ["tan", "gone"]), **files}.items()):
        path = tmp_path / "results/predictions/openml/toy" / name / "all.npz"
        path.parent.mkdir(parents=True)
        predictions.save(content, path, path.with_suffix(".times.json"))
        os.utime(path, (age, age))
    for dataset, methods in (("toy", ["nb", "tan", "bad", "half"]), ("gone", [""])):
        for kind in ("scores", "failures"):
            text = "\n".join(["dataset,method", *(f"{dataset},{method}" for method in methods), ""])
            (tmp_path / f"results/{kind}/openml/{dataset}.csv").write_text(text)
    resolved = {
        "config": {
            "protocols": {
                "openml": {"folds": {"scheme": "openml"}, "params": {"nb": {"alpha": 0.5}}},
                "honest": {"folds": {"scheme": "stratified"}},
            }
        },
        "datasets": {"toy": {"source": {"openml_task": 59}}, "gone": {"source": {"openml_task": 60}}},
        "methods": {
            "nb": {
                "module": "naive_bayes.nb",
                "params": {"alpha": 1, "x": "y"},
                "discretize": "fayyad_irani",
            },
            **{method: {"module": "x"} for method in ("tan", "bad", "half")},
        },
    }
    (tmp_path / "results/config.json").write_text(json.dumps(resolved))
    return tmp_path


def test_predictions_and_descriptions_of_finished_runs(run):
    exported = openml_runs.export(run, run / "out", {"nb": 123})
    assert [f.relative_to(run / "out").as_posix() for f in exported.folders] == [
        "openml/toy/nb",
        "openml/toy/tan",
    ]
    assert exported.left_out == [
        "gone under openml: HTTP status 412 (Unknown task)",
        "bad on toy under openml: repeat 0, fold 0 is failed (no luck)",
        "half on toy under openml: 2 of 4 folds have no predictions",
    ]
    text = (run / "out/openml/toy/tan/predictions.arff").read_text()
    raw = arff.read(text, "predictions")
    assert list(raw.names) == [
        *("repeat", "fold", "row_id", "prediction", "correct"),
        *(f"confidence.{label}" for label in CLASSES),
    ]
    expected = [(r, f, row) for r, part in enumerate(PARTS) for f, rows in enumerate(part) for row in rows]
    columns = dict(zip(raw.names, raw.columns, strict=True))
    placed = zip(*(map(int, columns[c]) for c in ("repeat", "fold", "row_id")), strict=True)
    assert list(placed) == expected
    assert list(columns["correct"]) == [CLASSES[Y[row]] for *_, row in expected]
    assert set(columns["prediction"]) == {CLASSES[0]}
    total = sum(np.array(columns[f"confidence.{label}"], float) for label in CLASSES)
    np.testing.assert_allclose(total, 1, atol=1e-6)


def test_another_reader_of_arff_accepts_the_file(run):
    task = openml_runs._Task(
        "openml",
        "toy",
        59,
        TABLE._replace(classes=("a", "b", "c")),
        collected(PARTS, "openml", ()),
        {"nb": [stored(0, 4, ["nb"])]},
    )
    data, meta = scipy_arff.loadarff(io.StringIO(openml_runs.arff(task, "nb")))
    assert meta.name == "openml_task_59_predictions"
    assert meta["prediction"][1] == meta["correct"][1] == ("a", "b", "c")
    assert len(data) == 12


def test_the_description_follows_the_order_of_the_schema(run):
    openml_runs.export(run, run / "out", {"nb": 123})
    found = {
        m: ElementTree.parse(run / f"out/openml/toy/{m}/description.xml").getroot() for m in ("nb", "tan")
    }
    name = "{http://openml.org/openml}"
    assert found["nb"].tag == f"{name}run"
    order = ["task_id", "flow_id", "setup_string", "run_details", *["parameter_setting"] * 3, "tag"]
    assert [child.tag.removeprefix(name) for child in found["nb"]] == order
    assert [child.text for child in found["nb"][:3]] == [
        "59",
        "123",
        "naivebench nb alpha=0.5 x=y discretize=fayyad_irani",
    ]
    settings = [[v.text for v in child] for child in found["nb"] if len(child)]
    assert settings == [["alpha", "0.5"], ["x", "y"], ["discretize", "fayyad_irani"]]
    assert found["tan"].find(f"{name}flow_id") is None


def test_the_command_lists_what_is_not_written(run, monkeypatch, capsys):
    monkeypatch.chdir(run)
    assert main(["export", "--openml", "out", "--flow", "nb=123"]) == 0
    said = capsys.readouterr()
    assert said.out == "2 runs in out\n"
    assert "note: not written: bad on toy under openml: repeat 0, fold 0 is failed (no luck)" in said.err
    assert "has no flow_id, which an upload to OpenML needs: tan" in said.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--flow", "nb"], "--flow 'nb' is not of the form METHOD=ID"),
        (["--flow", "nbb=1"], "--flow names the method 'nbb', which is not in the catalogue of the run"),
        (["--run", "out"], "does not exist: run make, or name the folder of a finished run"),
        (["--model", "m.nb"], "--openml writes the predictions of a run: leave out --model"),
    ],
)
def test_wrong_arguments_of_the_command(run, monkeypatch, capsys, arguments, sentence):
    monkeypatch.chdir(run)
    assert main(["export", "--openml", "out", *arguments]) == 2
    assert sentence in capsys.readouterr().err


def test_a_run_without_tasks(run):
    config = json.loads((run / "results/config.json").read_text())
    del config["config"]["protocols"]["openml"]
    (run / "results/config.json").write_text(json.dumps(config))
    with pytest.raises(InputError, match=r"has no results under a protocol with folds: \{scheme: openml\}"):
        openml_runs.export(run, run / "out", {})
