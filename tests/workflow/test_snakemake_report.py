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
    assert all(f'"{category}"' in text for category in ("Report", "Figures", "Tables", "Times", "Results"))
    tables = {p.stem for p in (finished / "reports" / "tables").glob("*.csv")}
    figures = {p.stem for p in (finished / "results" / "figures").glob("*.svg")}
    assert len(tables) > 20
    assert len(figures) > 5
    labels = set(re.findall(r'"(?:table|figure)": "([^"]+)"', text))
    assert labels == tables | figures


def test_a_run_started_by_make_shows_its_progress(unfinished):
    folder = unfinished()
    (folder / "one.yaml").write_text("select: {datasets: [people]}\n")
    settings = ("--logger", "naivebench", "--configfile", "overlay.yaml", "one.yaml")
    settings += ("--", "results/scores.parquet")
    done = project.run(folder, *settings, PYTHONPATH=str(folder / "src"))
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert [line for line in lines if re.fullmatch(r"([\d,]+) of \1 jobs finished in .*", line)]
    assert not [line for line in lines if re.search(r"jobid|Select jobs|Job stats|^rule \w+:", line)]
    assert len(lines) < 40, done.stdout
    again = project.run(folder, *settings, PYTHONPATH=str(folder / "src"))
    assert "Nothing to be done" in again.stdout


def test_a_failed_job_is_reported_with_the_end_of_its_log(unfinished):
    folder = unfinished()
    project.add(folder, "datasets", "\n  lost: {source: {file: my/lost.csv}, target: y}\n")
    (folder / "stop.yaml").write_text("on_error: stop\n")
    settings = (
        "--configfile",
        "overlay.yaml",
        "stop.yaml",
        "--logger",
        "naivebench",
        "--",
        "data/prepared/lost.json",
    )
    done = project.run(folder, *settings, PYTHONPATH=str(folder / "src"))
    assert done.returncode != 0
    assert "failed: prepare lost; its log: logs/prepare/lost.log" in done.stdout.splitlines()
    assert "my/lost.csv does not exist" in done.stdout
