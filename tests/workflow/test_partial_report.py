"""The report of an unfinished run, which is made by removing a part of a finished run."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pandas as pd
import pytest

from naivebench.benchmark import read_predictions
from naivebench.benchmark.jobs import settings
from naivebench.benchmark.results.folder import PROJECT
from naivebench.cli.main import main
from naivebench.evaluation import folds as splits
from naivebench.report import partial

pytestmark = [pytest.mark.workflow, pytest.mark.long]
LATER = (
    "scores",
    "statistics",
    "reports",
    "timings",
    "failures",
    "calibration",
    "structures",
    "traces",
    "answers",
    "confusions",
)


@pytest.fixture(scope="module")
def going_on(finished, tmp_path_factory):
    """A run before its first score job, in which one data set has no predictions and another has half of a
    file.
    """
    folder = tmp_path_factory.mktemp("going_on")
    for part in ("results", "data", "logs"):
        shutil.copytree(finished / part, folder / part)
    for name in LATER:
        shutil.rmtree(folder / "results" / name, ignore_errors=True)
    for path in (folder / "results").glob("*.[cp]*[vt]"):
        path.unlink()
    shutil.rmtree(folder / "results" / "predictions" / "honest" / "people")
    for path in (folder / "results" / "predictions" / "honest" / "mofn-3-7-10").rglob("*.npz"):
        os.truncate(path, path.stat().st_size // 2)
    (folder / "data" / "folds" / "honest" / "people.npz").unlink()
    return folder


def contents(folder: Path) -> dict[str, str]:
    """Hash of every file of a run except its reports, by path."""
    files = (p for part in ("data", "results", "logs") for p in (folder / part).rglob("*"))
    return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in files if p.is_file()}


def test_an_unfinished_run_has_a_page_with_a_note(going_on, capsys):
    before = contents(going_on)
    assert main(["report", str(going_on)]) == 0
    assert "partial report: " in capsys.readouterr().out
    assert contents(going_on) == before
    text = (going_on / "reports" / "partial.html").read_text(encoding="utf-8")
    assert "<title>Partial report, naivebench:" in text
    assert "Partial report of a run that is still going on." in text
    assert "of 3 data sets were complete" in text
    assert "<summary>Data sets without a score: 2</summary><p>mofn-3-7-10, people</p>" in text
    assert f"make report DIRECTORY={os.path.relpath(going_on, PROJECT)}" in text
    assert sorted(p.name for p in (going_on / "reports").iterdir()) == ["partial.html"]


def test_scores_of_an_unfinished_run_are_those_of_the_whole_run(finished, tmp_path):
    planned = partial._planned(finished)
    pairs = partial._score_all(finished, planned, tmp_path)
    assert all(pair.done == pair.jobs for pair in pairs)
    metric = planned.configuration.config.primary.metric
    ours, whole = (pd.read_parquet(f / "scores.parquet") for f in (tmp_path, finished / "results"))
    columns = list(ours.columns)
    ours, whole = (t[t["metric"] == metric].sort_values(columns, ignore_index=True) for t in (ours, whole))
    assert len(ours) > 50
    pd.testing.assert_frame_equal(ours, whole, check_dtype=False)


def test_predictions_of_earlier_settings_do_not_count(finished):
    """They remain until their job has run with the new settings: other methods, other folds, other rows."""
    planned = partial._planned(finished)
    unit = next(u for u in planned.units if u.dataset == "corral" and len(u.methods) > 1)
    path = finished / settings.predictions([unit])[0]
    found = read_predictions.load(path.with_suffix(".npz"), path.with_suffix(".times.json"))
    folds = splits.load(finished / "data" / "folds" / unit.protocol / "corral.npz")
    assert partial._is_of(unit, found, folds)
    assert not partial._is_of(unit._replace(methods=unit.methods[1:]), found, folds)
    assert not partial._is_of(unit, found, splits.part(folds, 0, len(folds.fold) - 1))
    assert not partial._is_of(unit, found, folds._replace(test=folds.test[::-1]))
    _, done = partial._scored(finished, planned, [unit._replace(methods=unit.methods[1:])], "accuracy")
    assert done == 0


def test_without_any_score_there_is_no_page(going_on, tmp_path, capsys):
    shutil.copytree(going_on / "data", tmp_path / "data")
    (tmp_path / "results").mkdir()
    shutil.copy(going_on / "results" / "config.json", tmp_path / "results")
    assert main(["report", str(tmp_path)]) == 2
    assert "has no score yet" in capsys.readouterr().err
    assert not (tmp_path / "reports").exists()
