"""Follow "A claim" of docs/recipes.md to the letter in a copy of the project."""

import csv
import re

import pytest
from support import report_fixture, workflow_project
from support.recipes import blocks, scripts, section

pytestmark = pytest.mark.workflow


def test_a_claim_is_an_entry_of_a_paper_and_is_judged(tmp_path):
    project = workflow_project.copy(tmp_path / "project")
    (path,) = re.findall(r"`claims` in\s+`([\w/.]+)`", section("A claim"))
    text = (project / path).read_text(encoding="utf-8")
    assert "\nclaims:\n" in text
    (project / path).write_text(
        text.replace("\nclaims:\n", f"\nclaims:\n{blocks('A claim', 'yaml')[0]}"), encoding="utf-8"
    )
    made = report_fixture.write(project / "made", n_datasets=5, protocols=("honest",), learning=False)
    folders = {"results": made / "results", "prepared": made / "prepared", "figures": made / "figures"}
    scripts(project, ("report", folders | {"out": made / "index.html"}))
    with open(made / "tables" / "claims.csv", newline="", encoding="utf-8") as file:
        (claim,) = (row for row in csv.DictReader(file) if row["claim"] == "beats-majority")
    assert claim["verdict"] == "holds"
    assert claim["sentence"].startswith("Naive Bayes is more accurate than")
