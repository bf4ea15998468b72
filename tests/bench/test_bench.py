"""Measured rows are kept, and a missed target gives the exit code 1."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.insert(0, str(Path(__file__).parent))
import bench

MET = bench.Row("task a", "scikit-learn", 4.0, 1.0, 2)
MISSED = MET._replace(task="task b", seconds=3.0)


def test_a_row_is_met_if_all_of_its_targets_are():
    assert MET.met()
    assert MET._replace(least=4).met()
    assert not MISSED.met()
    assert not MET._replace(labels=0.998, least_labels=0.999).met()
    assert MET._replace(least=None, labels=0.5).met()


def test_missed_targets_exit_with_1_and_the_rows_of_other_groups_stay(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench, "KEPT", tmp_path / "performance.csv")
    monkeypatch.setattr(bench, "available", lambda group: group == "scikit_learn")
    monkeypatch.setattr(bench, "measure", lambda _: [MISSED._asdict() | {"met": False}])
    bench.KEPT.write_text("group,task\nscikit_bayes,task a\nscikit_learn,task c\n")
    with pytest.raises(SystemExit, match="targets missed: task b"):
        bench.main()
    assert "scikit-bayes is missing: pip install" in capsys.readouterr().out
    assert pd.read_csv(bench.KEPT)["task"].tolist() == ["task a", "task b"]
    with pytest.raises(SystemExit, match="skikit: no such group"):
        bench.main("skikit")
