"""The page shows the measured numbers, and a missed target gives the exit code 1."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
import bench

MET = bench.Row("task a", "Weka", 4.0, 1.0, 2)
MISSED = MET._replace(task="task b", seconds=3.0)


@pytest.fixture
def docs(tmp_path, monkeypatch):
    """A folder for the page, two groups, and the functions that would measure them."""
    monkeypatch.setattr(bench, "DOCS", tmp_path)
    monkeypatch.setattr(bench, "available", lambda group: group != "scikit_bayes")
    monkeypatch.setattr(
        bench, "measure", lambda group: [(MISSED if group == "weka" else MET)._asdict()] if group else []
    )
    (tmp_path / "performance.json").write_text("{}")
    return tmp_path


def test_a_row_is_met_if_all_of_its_targets_are():
    assert MET.met()
    assert MET._replace(least=4).met()
    assert not MISSED.met()
    assert not MET._replace(labels=0.998, least_labels=0.999).met()
    assert MET._replace(least=None, labels=0.5).met()


def test_a_missed_target_exits_with_1_and_is_named(docs, capsys):
    with pytest.raises(SystemExit, match="targets missed: task b"):
        bench.main()
    assert "scikit-bayes is missing: pip install" in capsys.readouterr().out
    text = (docs / "performance.md").read_text()
    assert "| task a | Weka | 4 | 1 | 4 |  | 2 | met |" in text
    assert "| task b | Weka | 4 | 3 | 1.3 |  | 2 | missed |" in text


def test_one_group_can_be_chosen_and_the_others_are_kept(docs):
    bench.main("pyarrow")
    bench.main("scikit_learn")
    assert (docs / "performance.md").read_text().count("task a") == 2
    with pytest.raises(SystemExit, match="wekka: no such group"):
        bench.main("wekka")


def test_the_page_shows_the_measured_numbers():
    runs = json.loads((bench.DOCS / "performance.json").read_text())
    assert (bench.DOCS / "performance.md").read_text() == bench.page(runs)


def test_tables_are_written_for_weka(tmp_path):
    nominal, numbers = bench.nominal_table(3, 2, 3, 2), bench.numeric_table(3, 2, 2)
    text = bench.write_arff(nominal, tmp_path / "a.arff").read_text().splitlines()
    assert text[1:3] == ["@attribute x0 {v0,v1,v2}", "@attribute x1 {v0,v1,v2}"]
    assert text[5] == ",".join(f"v{code}" for code in [*nominal.codes[0], nominal.y[0]])
    text = bench.write_arff(numbers, tmp_path / "b.arff").read_text().splitlines()
    assert text[1:4] == ["@attribute x0 numeric", "@attribute x1 numeric", "@attribute class {va,vb}"]
    np.testing.assert_array_equal([float(cell) for cell in text[5].split(",")[:2]], numbers.reals[0])
