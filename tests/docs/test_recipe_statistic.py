"""Follow "A statistic" of docs/recipes.md to the letter in a copy of the project."""

import csv
import json

import numpy as np
import pytest
from support import report_fixture, workflow_project
from support.page_reader import Page, whole
from support.recipes import follow, python, scripts

pytestmark = pytest.mark.workflow

READ = "from naivebench.benchmark import configuration as c; print(*c.read('.').config.statistics.ids)"


def test_a_statistic_is_a_function_and_an_entry(tmp_path):
    project = workflow_project.copy(tmp_path / "project")
    follow(project, "A statistic")
    read = python(project, "-c", READ)
    assert read.returncode == 0, read.stderr
    ids = read.stdout.split()
    assert ids[-1] == "medians"

    made = report_fixture.write(
        project / "made", n_datasets=5, n_methods=4, protocols=("honest",), learning=False
    )
    results = made / "results"
    configured = json.loads((results / "config.json").read_text())
    configured["config"]["statistics"] = {"ids": ids}
    (results / "config.json").write_text(json.dumps(configured))
    methods = list(configured["methods"])
    comparison = json.loads((results / "statistics" / "ranks.json").read_text())["comparisons"][0]
    experiment = {
        "title": "All",
        "protocol": "honest",
        "datasets": comparison["datasets"],
        "methods": methods,
    }
    compared = {
        "statistic": "medians",
        "scores": results / "scores.parquet",
        "out": results / "statistics" / "medians.json",
        "experiments": {"all": experiment},
        "metrics": ["accuracy", "log_loss"],
        "methods": methods,
        "primary": configured["config"]["primary"],
        "alpha": 0.05,
        "rope": 0.01,
    }
    rendered = {"results": results, "prepared": made / "prepared", "figures": made / "figures"}
    scripts(project, ("compare", compared), ("report", rendered | {"out": made / "index.html"}))
    page = Page(whole((made / "index.html").read_text()))
    assert {"statistics", "table-statistic_medians", "table-effects"} <= set(page.ids)
    with open(made / "tables" / "statistic_medians.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["metric"] == "accuracy"]
    scores = {row["method"]: float(row["median"]) for row in rows}
    assert set(scores) == set(comparison["average_ranks"])
    assert {row["status"] for row in rows} == {"primary"}
    best = max(scores.values())
    for row in rows:
        assert float(row["behind"]) == pytest.approx(best - scores[row["method"]])
    assert np.isfinite(best)
