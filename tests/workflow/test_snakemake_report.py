"""The output of `snakemake --report` contains the page, all tables and all figures; a run shows its
progress.
"""

import html
import re

import pytest
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.long]


def test_the_report_of_snakemake_has_categories_with_all_files(finished, tmp_path):
    path = tmp_path / "report.html"
    done = project.run(finished, "--configfile", "overlay.yaml", "--report", str(path))
    assert done.returncode == 0, done.stdout
    text = html.unescape(path.read_text(encoding="utf-8"))
    assert all(f'"{category}"' in text for category in ("Report", "Figures", "Tables"))
    tables = {p.stem for p in (finished / "reports" / "tables").glob("*.csv")}
    figures = {p.stem for p in (finished / "results" / "figures").glob("*.svg")}
    assert len(tables) > 20
    assert len(figures) > 5
    labels = set(re.findall(r'"(?:table|figure)": "([^"]+)"', text))
    assert labels == tables | figures


def test_a_run_started_by_make_shows_its_progress(unfinished):
    """The logger of `make`: bars for each rule, no lines for each job, and the log of a job that failed."""
    folder = unfinished()
    (folder / "one.yaml").write_text("select: {datasets: [people]}\n")
    settings = ("--logger", "rich", "--configfile", "overlay.yaml", "one.yaml")
    done = project.run(folder, *settings, "--", "data/prepared/people.npz")
    assert done.returncode == 0, done.stdout
    assert "prepare" in done.stdout
    assert not re.search(r"jobid:|Select jobs", done.stdout)
    again = project.run(folder, *settings, "--", "data/prepared/people.npz")
    assert "Nothing to be done" in again.stdout
    project.add(folder, "datasets", "\n  lost: {source: {file: my/lost.csv}, target: y}\n")
    (folder / "one.yaml").write_text("select: {datasets: [people]}\non_error: stop\n")
    done = project.run(folder, *settings, "--", "data/prepared/lost.json")
    assert done.returncode != 0
    assert "my/lost.csv does not exist" in re.sub(r"\s+", " ", done.stdout)
