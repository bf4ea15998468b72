"""A missed target gives the exit code 1, and `make bench` continues with the other benchmarks."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import bench_streaming
import table
import targets

FOLDER = Path(__file__).parent
PARTS = ["libraries", "loops", "reading", "rows"]  # of the memory of a process


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
    assert '"target": f"' not in text  # such a target is not compared with anything


def bench_folder(tmp_path, monkeypatch, codes):
    """Benchmarks that exit with these codes, in their own folders."""
    monkeypatch.setattr(table, "HERE", tmp_path)
    monkeypatch.setattr(table, "DOCS", tmp_path)
    for name, code in codes.items():
        rows = [targets.beside(f"task {name}", "peer", 2.0, 1.0, 1.5)]
        (tmp_path / f"bench_{name}.py").write_text(
            f"import os; open(os.environ['NAIVEBENCH_BENCH_ROWS'], 'w').write({json.dumps(rows)!r})\n"
            f"raise SystemExit({code})"
        )


def test_all_benchmarks_run_and_one_that_fails_is_named(tmp_path, monkeypatch, capsys):
    bench_folder(tmp_path, monkeypatch, {"a": 1, "b": 0})
    with pytest.raises(SystemExit) as error:
        table.main()
    assert str(error.value) == "targets missed, or failed: bench_a.py"
    assert [line[:6] for line in capsys.readouterr().out.splitlines()[1:3]] == ["task a", "task b"]
    page = (tmp_path / "performance.md").read_text()
    assert "| task b | peer | 2 | 1 | 0.5 | at most 1.5 x | met |" in page
    assert "Python" in page


def test_one_benchmark_can_be_chosen_and_the_others_are_kept(tmp_path, monkeypatch, capsys):
    bench_folder(tmp_path, monkeypatch, {"a": 0, "b": 0})
    table.main()
    table.main("b")
    assert "task a" not in capsys.readouterr().out.rpartition("Task")[2]
    assert "task a" in (tmp_path / "performance.md").read_text()
    with pytest.raises(SystemExit, match="no benchmark has c in its name"):
        table.main("c")


def test_make_bench_passes_on_the_chosen_names():
    makefile = (FOLDER.parents[1] / "Makefile").read_text()
    assert "tests/bench/table.py $(ONLY)" in makefile


def test_pages_show_the_measured_numbers():
    runs = json.loads((table.DOCS / "performance.json").read_text())
    for name, text in table.pages(runs).items():
        assert (table.DOCS / name).read_text() == text


def test_the_page_on_large_data_shows_the_memory():
    row = {"columns": 10, "methods": ["nb", "tan"], "statistics_megabytes": 63.7, "megabytes": 412.9}
    rows = [row | {"requested_megabytes": 1388}, {"parts": dict.fromkeys(PARTS, 9.6)}]
    assert "| 10 | `nb`, `tan` | 64 MB | 413 MB | 1,388 MB |" in table.memory(rows, "a computer")
    assert table.memory_parts(rows, "a computer").count("10 MB") == len(PARTS)


def test_the_page_on_large_data_says_what_was_measured():
    cost = {"scan_seconds": 1 / 1.8e6, "count_seconds": 1 / 2e6, "evaluate_seconds": 1 / 1e6, "seconds": 1}
    rows = [
        {"what": f"{method}, {n}", "method": method, "rows": n, "megabytes": 281.6, "target": ""}
        | {"parquet_bytes": 14 * n, **{name: each * n for name, each in cost.items()}}
        for n in (10**6, 10**8)
        for method in ("nb", "aode")
    ]
    ratios = [bench_streaming.ratio_row(row) for row in rows]
    growth = [
        bench_streaming.growth_row(method, rows, power) for power in (6, 8) for method in ("nb", "aode")
    ]
    lines = table.streaming([*rows, *ratios, *growth], "a computer").splitlines()
    assert lines[2:5] == [
        "| `nb` | 10^6 | 1,800,000 | 2,000,000 | 1,000,000 | 282 |",
        "| `nb` | 10^8 | 1,800,000 | 2,000,000 | 1,000,000 | 282 |",
        "| `aode` | 10^6 | 1,800,000 | 2,000,000 | 1,000,000 | 282 |",
    ]
    text = " ".join(lines[7:])
    assert "versions were: a computer." in text
    assert "at most 2.00 (`nb`) and 2.00 (`aode`) times as long to evaluate as to count" in text
    assert "the target is at most 1 (missed by `nb` and `aode`)." in text
    assert (
        "With 10^8 rows, a row costs 1.00 (`nb`) and 1.00 (`aode`) times as much as with 10^6 and 1.00 "
        "(`nb`) and 1.00 (`aode`) times as much as with 10^8; the target is at most 1.3 times." in text
    )
    assert "10^8 rows are 1.4 GB of Parquet." in text
