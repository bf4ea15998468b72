"""Measured rows are kept, and a missed target gives the exit code 1."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

sys.path.insert(0, str(Path(__file__).parent))
import bench

MET = bench.Row("task a", "Weka", 4.0, 1.0, 2)
MISSED = MET._replace(task="task b", seconds=3.0)


def test_a_row_is_met_if_all_of_its_targets_are():
    assert MET.met()
    assert MET._replace(least=4).met()
    assert not MISSED.met()
    assert not MET._replace(labels=0.998, least_labels=0.999).met()
    assert MET._replace(least=None, labels=0.5).met()


def test_missed_targets_exit_with_1_and_the_rows_of_other_groups_stay(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench, "KEPT", tmp_path / "performance.csv")
    monkeypatch.setattr(bench, "available", lambda group: group == "weka")
    monkeypatch.setattr(bench, "measure", lambda _: [MISSED._asdict() | {"met": False}])
    bench.KEPT.write_text("group,task\nscikit_learn,task a\nweka,task c\n")
    with pytest.raises(SystemExit, match="targets missed: task b"):
        bench.main()
    assert "scikit-bayes is missing: pip install" in capsys.readouterr().out
    assert pd.read_csv(bench.KEPT)["task"].tolist() == ["task a", "task b"]
    with pytest.raises(SystemExit, match="wekka: no such group"):
        bench.main("wekka")


def test_tables_are_written_for_weka(tmp_path):
    nominal, numbers = bench.nominal_table(3, 2, 3, 2), bench.numeric_table(3, 2, 2)
    text = bench.write_arff(nominal, tmp_path / "a.arff").read_text().splitlines()
    assert text[1:3] == ["@attribute x0 {v0,v1,v2}", "@attribute x1 {v0,v1,v2}"]
    assert text[5] == ",".join(f"v{code}" for code in [*nominal.codes[0], nominal.y[0]])
    text = bench.write_arff(numbers, tmp_path / "b.arff").read_text().splitlines()
    assert text[1:4] == ["@attribute x0 numeric", "@attribute x1 numeric", "@attribute class {va,vb}"]
    np.testing.assert_array_equal([float(cell) for cell in text[5].split(",")[:2]], numbers.reals[0])
