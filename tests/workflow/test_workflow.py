"""The workflow as users run it: from data to report, twice, on other numbers of cores, killed, extended."""

import contextlib
import os
import shutil
import signal
import subprocess
import time

import pandas as pd
import psutil
import pytest
from support import same_files
from support import workflow_project as project

from naivebench.benchmark.score import COLUMNS

pytestmark = pytest.mark.workflow


def run(folder, *arguments, **options):
    return project.run(folder, "--configfile", "overlay.yaml", *arguments, **options)


def fit_jobs(pid):
    """Processes of fit jobs that run below a process."""
    jobs = []
    for child in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):  # the process may have ended
            jobs += [child] if any("fit.py" in part for part in child.cmdline()) else []
    return jobs


def test_scores_are_tidy(finished):
    scores = pd.read_parquet(finished / "results" / "scores.parquet")
    assert list(scores.columns) == list(COLUMNS["scores"])
    assert not scores.duplicated(["protocol", "dataset", "method", "repeat", "fold", "metric"]).any()
    honest = scores[(scores["protocol"] == "honest") & (scores["metric"] == "accuracy")]
    assert honest.groupby(["dataset", "method"]).size().unique().tolist() == [4]
    assert set(honest[honest["dataset"] == "people"]["method"]) == {"majority", "nb", "tan", "cart"}
    assert honest["value"].between(0, 1).all()


def test_inapplicable_results_are_rows_with_a_reason(finished):
    failures = pd.read_csv(finished / "results" / "tables" / "failures.csv")
    row = failures[(failures["dataset"] == "people") & (failures["method"] == "gnb")].iloc[0]
    assert row["status"] == "not applicable"
    assert "city (nominal)" in row["reason"]


def test_the_report_shows_the_user_set(finished):
    assert "people" in (finished / "reports" / "datasets.html").read_text(encoding="utf-8")
    datasets = pd.read_csv(finished / "reports" / "tables" / "datasets.csv").set_index("dataset")
    assert datasets["title"]["people"] == "Likes tea"
    assert datasets["nb_accuracy"].notna()["people"]


def test_the_second_run_has_nothing_to_do(finished):
    again = run(finished)
    assert again.returncode == 0
    assert "Nothing to be done" in again.stdout


# apart from using one core instead of two, each change is made alone, so that a difference shows its cause
OTHER = {
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "TZ": "Asia/Kathmandu",
    "PYTHONHASHSEED": "7",
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "2"),
}


@pytest.mark.long
def test_a_killed_run_finished_in_other_settings_gives_the_same_bytes(finished, unfinished, tmp_path):
    """The second run has one core, a folder with a blank, umask 077, no HOME, nothing compiled, and
    `OTHER`.
    """
    folder = unfinished(tmp_path / "another place")
    for cache in list(folder.rglob("__pycache__")):
        shutil.rmtree(cache)
    environment = project.environment() | OTHER | {"NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    environment.pop("HOME", None)
    settings = {"cwd": folder, "env": environment, "umask": 0o077, "stderr": subprocess.STDOUT}
    command = project.command("--configfile", "overlay.yaml", cores=1)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **settings)
    children = []
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        children = fit_jobs(process.pid)
        if children:
            break
        time.sleep(0.02)
    assert children, "no fit job was seen"
    os.kill(children[0].pid, signal.SIGKILL)
    process.kill()
    process.wait()
    psutil.wait_procs(children, timeout=60)
    run(folder, "--unlock")
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **settings)
    assert done.returncode == 0, done.stdout
    assert not (folder / "results" / "scores.parquet").stat().st_mode & 0o077
    differ = same_files.differing(same_files.files(folder), same_files.files(finished))
    assert not differ, f"take settings back one by one to see which these files depend on: {differ}"


def test_adding_a_data_set_runs_its_jobs_and_the_aggregates(finished_copy):
    folder = finished_copy
    project.write_people(folder / "my" / "more.csv", rows=60)
    project.add(folder, "datasets", "  more: {source: {file: my/more.csv}, target: likes tea}\n")
    (folder / "added.yaml").write_text("select: {datasets: [corral, mofn-3-7-10, people, more]}\n")
    jobs = project.counts(run(folder, "added.yaml", "-n").stdout)
    one = ("prepare", "discretize", "fit", "score", "compare", "figures", "report", "all")
    assert jobs == {**dict.fromkeys(one, 1), "total": len(one)}


def test_a_removed_data_set_disappears_from_all_tables(finished_copy):
    (finished_copy / "less.yaml").write_text("select: {datasets: [mofn-3-7-10, people]}\n")
    done = run(finished_copy, "less.yaml")
    assert done.returncode == 0, done.stdout
    assert "fit" not in project.counts(done.stdout)
    tables = finished_copy / "reports" / "tables"
    for path in tables.glob("*.csv"):
        assert "corral" not in set(pd.read_csv(path, dtype=str).get("dataset", [])), path.name
    assert "corral" not in set(pd.read_parquet(finished_copy / "results" / "scores.parquet")["dataset"])
