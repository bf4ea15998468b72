"""The recipe of CONTRIBUTING.md for a statistic, followed in a copy of the project."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support import report_fixture
from support.page_reader import Page

pytestmark = pytest.mark.workflow

REPOSITORY = Path(__file__).resolve().parents[2]
FUNCTION = '''"""Medians over data sets."""

import numpy as np


def medians(scores, *, lower_is_better=False):
    """Median score of every method over the data sets, and its distance to the best one."""
    median = np.median(scores, axis=0)
    return {"median": median, "behind": np.abs(median - (median.min() if lower_is_better else median.max()))}
'''
ENTRY = """    "medians": Statistic(
        "Medians",
        "A middle that no single data set moves.",
        by_method(medians),
        (Column("median", "Median"), Column("behind", "Behind", title="Distance to the best median")),
    ),
"""
BUILT_IN = ["ranks", "corrected_t", "bayes", "hierarchical", "effects"]
REPORT = """
import sys
from pathlib import Path
from naivebench.reporting import page
from naivebench.reporting.context import load
from naivebench.reporting.summaries import summarize

root = Path(sys.argv[1])
results = load(root / "results", root / "prepared")
for name, text in page.build(results, summarize(results), page.pictures(None)).items():
    (root / Path(name).name).write_text(text)
"""


@pytest.fixture
def project(tmp_path):
    """A copy with the function, the entry and the configured id; nothing else is touched."""
    for folder in ("src", "workflow", "config"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    package = tmp_path / "src" / "naivebench"
    (package / "statistics" / "medians.py").write_text(FUNCTION)
    table = package / "pipeline" / "statistics.py"
    text, entries = re.subn(r"^}\n\Z", ENTRY + "}\n", table.read_text(), flags=re.MULTILINE)
    text, imports = re.subn(
        "^from naivebench.pipeline import benchmark.*$",
        r"\g<0>\nfrom naivebench.statistics.medians import medians",
        text,
        flags=re.MULTILINE,
    )
    assert (entries, imports) == (1, 1)
    table.write_text(text)
    config = tmp_path / "config" / "config.yaml"
    ids = f"ids: [{', '.join(BUILT_IN)}]"
    assert config.read_text().count(ids) == 1
    config.write_text(config.read_text().replace(ids, ids.replace("effects]", "effects, medians]")))
    return tmp_path


def python(project, *arguments):
    environment = os.environ | {"PYTHONPATH": str(project / "src")}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_statistic_is_a_function_and_an_entry(project):
    read = (
        "from naivebench.pipeline import configuration;"
        "print(*configuration.read('.').config['statistics']['ids'])"
    )
    assert python(project, "-c", read).split() == [*BUILT_IN, "medians"]
    made = report_fixture.write(project / "made", n_datasets=5, n_methods=4, learning=False)
    results = made / "results"
    configured = json.loads((results / "config.json").read_text())
    methods = list(configured["methods"])
    comparison = json.loads((results / "statistics" / "ranks.json").read_text())["comparisons"][0]
    experiment = {
        "title": "All",
        "protocol": "honest",
        "datasets": comparison["datasets"],
        "methods": methods,
    }
    configured["config"]["statistics"] = {"ids": [*BUILT_IN, "medians"]}
    (results / "config.json").write_text(json.dumps(configured))
    settings = {
        "experiments": {"all": experiment},
        "metrics": ["accuracy", "log_loss"],
        "methods": methods,
        "primary": configured["config"]["primary"],
    }
    python(
        project,
        "workflow/scripts/compare.py",
        "statistic=medians",
        f"scores={results / 'scores.parquet'}",
        f"out={results / 'statistics' / 'medians.json'}",
        *(f"{key}={json.dumps(value)}" for key, value in settings.items()),
        "alpha=0.05",
        "rope=0.01",
    )
    python(project, "-c", REPORT, made)
    page = Page((made / "index.html").read_text())
    assert {"statistics", "table-statistic_medians", "table-effects"} <= set(page.ids)
    with open(made / "statistic_medians.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["metric"] == "accuracy"]
    scores = {row["method"]: float(row["median"]) for row in rows}
    assert set(scores) == set(comparison["average_ranks"])
    assert {row["status"] for row in rows} == {"primary"}
    best = max(scores.values())
    for row in rows:
        assert float(row["behind"]) == pytest.approx(best - scores[row["method"]])
    assert np.isfinite(best)
