"""The recipe of a metric in CONTRIBUTING.md, followed in a copy of the package."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.workflow

REPOSITORY = Path(__file__).resolve().parents[2]
FUNCTION = '''

def zero_one(y, log_proba, *, predicted=None, weights=None) -> float:
    """Share of cases classified wrongly."""
    return 1.0 - accuracy(y, log_proba, predicted=predicted, weights=weights)
'''
ENTRY = """        Metric(
            "zero_one",
            "Error rate",
            classification.zero_one,
            "lower",
            UNIT,
            "Share of cases classified wrongly.",
        ),
"""
ERRORS = {
    ("sky", "nb"): (1, 2),
    ("sky", "majority"): (3, 4),
    ("sea", "nb"): (2, 2),
    ("sea", "majority"): (4, 5),
}
SCORE = """
import json, sys
from pathlib import Path
import numpy as np
import pandas as pd
from naivebench.pipeline import score
from naivebench.pipeline.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.reporting import page
from naivebench.reporting.context import load
from naivebench.reporting.summaries import summarize

root, errors = Path(sys.argv[1]), json.loads(sys.argv[2])
y = np.tile([0, 1], 10)
rows = []
for dataset, methods in errors.items():
    predictions = {}
    for method, wrong in methods.items():
        sure = np.concatenate([np.arange(10) < n for n in wrong])  # so many wrong ones in each of two folds
        log_proba = np.log(np.where((np.arange(2) == y[:, None]) ^ sure[:, None], 0.8, 0.2))
        folds = (FoldResult("ok", "", {}, 1.0, 1.0, 1.0),) * 2
        predictions[method] = MethodPredictions("", 60.0, log_proba, log_proba.argmax(axis=1), folds)
    stored = Predictions(np.zeros(2, int), np.arange(2), np.array([0, 10, 20]), np.arange(20), predictions)
    metrics = ["accuracy", "zero_one"]
    rows += [("honest", dataset, *r) for r in score.fold_rows(stored, y, metrics, {(0, 0): 10, (0, 1): 10})]
(root / "results").mkdir()
pd.DataFrame(rows, columns=score.SCORE_COLUMNS).to_parquet(root / "results" / "scores.parquet")
results = load(root / "results", root / "prepared")
for name, text in page.build(results, summarize(results), page.pictures(None)).items():
    path = root / "reports" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The reports of a copy with the function and the entry, from predictions that are made up."""
    root = tmp_path_factory.mktemp("metric")
    package = root / "src" / "naivebench"
    shutil.copytree(REPOSITORY / "src" / "naivebench", package, ignore=shutil.ignore_patterns("__pycache__"))
    with open(package / "evaluation" / "classification.py", "a", encoding="utf-8") as functions:
        functions.write(FUNCTION)
    table = package / "evaluation" / "metrics.py"
    before = "    for metric in (\n"
    assert table.read_text(encoding="utf-8").count(before) == 1
    table.write_text(table.read_text(encoding="utf-8").replace(before, before + ENTRY), encoding="utf-8")
    errors: dict[str, dict] = {}
    for (dataset, method), wrong in ERRORS.items():
        errors.setdefault(dataset, {})[method] = wrong
    command = [sys.executable, "-c", SCORE, str(root), json.dumps(errors)]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(root / "src")})
    return root / "reports"


def test_the_metric_has_views_in_the_page(reports):
    page = (reports / "index.html").read_text(encoding="utf-8")
    assert '<option value="zero_one">Error rate only</option>' in page
    assert "Error rate (lower is better)" in page


def test_its_values_are_those_of_the_predictions(reports):
    with open(reports / "tables" / "scores.csv", newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["metric"] == "zero_one"]
    means = {(r["dataset"], m): float(r[m]) for r in rows for m in ("nb", "majority")}
    assert means == pytest.approx({key: sum(wrong) / 20 for key, wrong in ERRORS.items()})
