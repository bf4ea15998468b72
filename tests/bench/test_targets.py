"""A missed target ends a benchmark with an exit code, and `make bench` goes on with the others and fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import targets

FOLDER = Path(__file__).parent


def test_bounds_are_inclusive():
    assert targets.at_least(2, 2, "/s") == {"target": "at least 2/s", "met": True}
    assert targets.at_most(2, 2, " s") == {"target": "at most 2 s", "met": True}
    assert not targets.at_least(1.99, 2)["met"]
    assert not targets.at_most(2.01, 2)["met"]


def test_a_missed_target_exits_with_1_and_is_named(tmp_path, capsys):
    rows = [
        {"what": "slow", **targets.at_most(3, 2, " s")},
        {"what": "quick", **targets.at_most(1, 2, " s")},
        {"what": "free", "target": ""},
    ]
    targets.finish(rows[1:], str(tmp_path / "out.json"))
    assert json.loads((tmp_path / "out.json").read_text()) == rows[1:]
    with pytest.raises(SystemExit) as error:
        targets.finish(rows)
    assert error.value.code == 1
    assert capsys.readouterr().err == "MISSED: slow: at most 2 s\n"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("bench*.py")), ids=lambda p: p.stem)
def test_every_benchmark_ends_with_its_targets(path):
    text = path.read_text()
    assert "targets.finish(" in text
    assert '"target": f"' not in text  # a target that nothing compares


def test_make_bench_runs_all_and_fails_if_one_does(tmp_path):
    (tmp_path / "tests" / "bench").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    for name, code in (("bench_a", 1), ("bench_b", 0)):
        (tmp_path / "tests" / "bench" / f"{name}.py").write_text(f"print('{name}'); raise SystemExit({code})")
    done = subprocess.run(
        ["make", "-f", str(FOLDER.parents[1] / "Makefile"), "BIN=bin", "READY=", "bench"],
        cwd=tmp_path,
        env=dict(os.environ),
        capture_output=True,
        text=True,
    )
    assert done.returncode != 0
    assert "bench_b\n" in done.stdout
    assert "targets missed, or failed: tests/bench/bench_a.py" in done.stderr
