"""Follow "A metric" of CONTRIBUTING.md to the letter in a copy of the project."""

import csv
import json
import shutil

import pytest
from support import workflow_project
from support.page_reader import whole
from support.recipes import blocks, follow, python

pytestmark = pytest.mark.workflow

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
from naivebench.benchmark import configuration, score
from naivebench.benchmark.predictions import FoldResult, MethodPredictions, Predictions
from naivebench.report import page
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize

root, errors = Path("."), json.loads(sys.argv[1])
metrics = configuration.read(root).config.metrics
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
    rows += [("honest", dataset, *r) for r in score.fold_rows(stored, y, metrics, {(0, 0): 10, (0, 1): 10})]
(root / "results").mkdir()
pd.DataFrame(rows, columns=score.SCORE_COLUMNS).to_parquet(root / "results" / "scores.parquet")
results = load(root / "results", root / "prepared")
for name, text in page.build(results, summarize(results), page.pictures(None)).items():
    path = root / "reports" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
"""


AUDIT = '    return {\n        "accuracy"'


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project in which the recipe was followed."""
    folder = workflow_project.copy(tmp_path_factory.mktemp("metric") / "project")
    for part in ("docs", "tests"):
        shutil.copytree(workflow_project.ROOT / part, folder / part)
    for name in ("CITATION.cff", "README.md"):  # docs/write_tables.py writes the version into these files
        shutil.copy(workflow_project.ROOT / name, folder / name)
    follow(folder, "A metric")
    again = folder / "tests" / "oracle" / "scores_again.py"
    text, line = again.read_text(encoding="utf-8"), blocks("A metric")[1]
    assert AUDIT in text
    again.write_text(text.replace(AUDIT, AUDIT.replace("{\n", "{\n" + line)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def reports(project):
    """Reports of the copy, from invented predictions."""
    errors: dict[str, dict] = {}
    for (dataset, method), wrong in ERRORS.items():
        errors.setdefault(dataset, {})[method] = wrong
    done = python(project, "-c", SCORE, json.dumps(errors))
    assert done.returncode == 0, done.stderr
    return project / "reports"


def test_the_metric_has_views_in_the_page(reports):
    page = whole((reports / "index.html").read_text(encoding="utf-8"))
    assert '<option value="zero_one">Error rate</option>' in page


def test_the_metric_is_a_column_of_the_cards(reports):
    page = whole((reports / "index.html").read_text(encoding="utf-8"))
    for dataset in {dataset for dataset, _ in ERRORS}:
        card = page.split(f'<details class="card" id="dataset-{dataset}"', 1)[1].split(
            '<details class="card"', 1
        )[0]
        assert 'data-key="zero_one"' in card


def test_values_of_the_metric_are_those_of_the_predictions(reports):
    with open(reports / "tables" / "scores.csv", newline="", encoding="utf-8") as file:
        rows = [r for r in csv.DictReader(file) if r["metric"] == "zero_one"]
    means = {(r["dataset"], m): float(r[m]) for r in rows for m in ("nb", "majority")}
    assert means == pytest.approx({key: sum(wrong) / 20 for key, wrong in ERRORS.items()})


def test_the_pages_list_the_metric_and_the_audit_recomputes_it(project):
    assert python(project, "docs/write_tables.py").returncode == 0
    table = (project / "docs" / "protocols" / "metrics.md").read_text(encoding="utf-8")
    assert "| `zero_one` | Error rate | Share of cases classified wrongly. |" in table
    tests = (
        "tests/oracle/test_scores_again.py",
        "tests/docs/test_tables.py",
        "tests/evaluation/test_sums.py",
    )
    done = python(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert done.returncode == 0, done.stdout
