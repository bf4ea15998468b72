"""Follow "A column" of CONTRIBUTING.md to the letter in a copy of the project."""

import csv
import re

import pytest
from support import report_fixture, workflow_project
from support.page_reader import Page, whole
from support.recipes import FILE, blocks, enter, scripts, section

pytestmark = pytest.mark.workflow


def test_a_column_is_an_entry(tmp_path):
    project = workflow_project.copy(tmp_path / "project")
    (path,) = re.findall(rf"`COLUMNS` in {FILE}", section("A column"))
    enter(project / path, "COLUMNS", blocks("A column")[0])
    made = report_fixture.write(project / "made", n_datasets=4, n_methods=4, learning=False)
    folders = {"results": made / "results", "prepared": made / "prepared", "figures": made / "figures"}
    scripts(project, ("report", folders | {"out": made / "index.html"}))
    with open(made / "tables" / "time_leaderboard.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert all(float(row["cpu_median"]) > 0 for row in rows)
    page = Page(whole((made / "index.html").read_text(encoding="utf-8")))
    (board,) = (table for table in page.tables if table["name"] == "leaderboard")
    assert board["rows"][0][-1]["data-key"] == "cpu_median"
