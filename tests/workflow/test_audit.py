"""After a finished run, `make audit` finds that all numbers agree; it also notices later changes."""

import shutil
import subprocess
import sys

import pandas as pd
import pytest
from support.workflow_project import ROOT

pytestmark = [pytest.mark.workflow, pytest.mark.long]


def audit(folder):
    return subprocess.run(
        [sys.executable, ROOT / "tests/oracle/audit.py", folder], capture_output=True, text=True, check=False
    )


def changed(path, row, column, by):
    table = pd.read_csv(path)
    table.loc[row, column] = by(table.loc[row, column])
    table.to_csv(path, index=False)


def test_every_number_of_a_run_is_recomputed_and_changes_are_reported(finished, tmp_path):
    found = audit(finished)
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.rstrip().endswith(" 0 differing")
    copy = shutil.copytree(finished, tmp_path / "copy")
    scores = pd.read_parquet(copy / "results/scores.parquet")
    at = scores.index[(scores.metric == "brier") & (scores.protocol == "honest")][0]
    scores.loc[at, "value"] += 1e-6
    scores.to_parquet(copy / "results/scores.parquet")
    tables = copy / "reports/tables"
    changed(tables / "ranking.csv", 0, "average_rank", lambda v: v + 0.5)
    changed(tables / "leaderboard.csv", 1, "win_rate", lambda v: v / 2)
    changed(tables / "claims.csv", 0, "verdict", lambda v: "holds" if v != "holds" else "undecided")
    page = copy / "reports/index.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("% interval", "% range"), encoding="utf-8")
    broken = audit(copy)
    assert broken.returncode == 1
    for told in (
        "scores.parquet: value of honest",
        "ranking.csv: average_rank of",
        "leaderboard.csv: win_rate of",
    ):
        assert told in broken.stdout
    assert "lacks the sentence" in broken.stdout
    assert "give" in broken.stdout.split("verdicts of claims")[1]
