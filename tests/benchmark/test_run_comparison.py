"""Differences between two small runs, by hand, and what `naivebench diff` reports."""

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest
from threadpoolctl import threadpool_info

from naivebench import __version__
from naivebench.benchmark import run_comparison
from naivebench.cli.main import main
from naivebench.core.checks import InputError

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "data" / "golden"


@pytest.fixture
def recorded(tmp_path):
    """A folder with a record of two methods, two folds, two metrics and one claim."""
    folder = tmp_path / "a"
    folder.mkdir()
    scores = "protocol,dataset,method,repeat,fold,accuracy,size\n"
    scores += "".join(f"honest,{d},{m},0,{f},0.5,\n" for d in ("1984", "nan") for m in "xy" for f in (0, 1))
    (folder / "scores.csv").write_text(scores)
    (folder / "ranking.csv").write_text(
        "protocol,metric,method,average_rank\nhonest,accuracy,x,1.0\nhonest,accuracy,y,2.0\nhonest,accuracy,z,\n"
    )
    (folder / "claims.csv").write_text("paper,claim,verdict\np,c,holds\n")
    (folder / "version.json").write_text(json.dumps({"version": "0.9.0"}))
    return folder


def changed(folder, file, old, new):
    """A copy of a record with this change."""
    copy = shutil.copytree(folder, folder.with_name(f"{file}-{len(new)}"))
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))
    return copy


def test_a_run_does_not_differ_from_itself(recorded, capsys):
    assert main(["diff", str(recorded), str(recorded)]) == 0
    assert "scores: 8 in A, 8 in B; 0 differ" in capsys.readouterr().out


def test_a_changed_score(recorded, capsys):
    other = changed(recorded, "scores.csv", "1984,y,0,1,0.5", "1984,y,0,1,0.75")
    assert main(["diff", str(recorded), str(other)]) == 1
    out = capsys.readouterr().out
    assert "scores: 8 in A, 8 in B; 1 differ by more than 1e-06, 0 only in A, 0 only in B" in out
    assert "  by method: y 1\n  honest, 1984, y, 0, 1, accuracy: 0.5 -> 0.75\n" in out
    assert "ranks: 2 in A, 2 in B; 0 differ" in out
    main(["diff", str(recorded), str(changed(other, "scores.csv", "1984,y,0,0,0.5", "1984,y,0,0,0.125"))])
    assert "  by method: y 2\n  honest, 1984, y, 0, 0, accuracy: 0.5 -> 0.125\n" in capsys.readouterr().out


@pytest.mark.parametrize(("value", "status"), [("0.5000009", 0), ("0.5000011", 1), ("", 1)])
def test_only_missing_values_and_those_beyond_the_tolerance_count(recorded, value, status):
    other = changed(recorded, "scores.csv", "nan,x,0,0,0.5", f"nan,x,0,0,{value}")
    assert main(["diff", str(recorded), str(other)]) == status
    assert main(["diff", str(other), str(recorded)]) == status


def test_a_suggested_verdict_is_a_part_of_the_verdict(recorded):
    text = "paper,claim,verdict,suggested,timed\np,c,holds,,False\np,d,not tested,undecided,False\n"
    (recorded / "claims.csv").write_text(text)
    found = run_comparison.read_run(recorded).verdicts
    assert found.tolist() == ["holds", "not tested, suggested: undecided"]


def test_a_changed_rank_and_a_changed_verdict(recorded, capsys):
    assert main(["diff", str(recorded), str(changed(recorded, "ranking.csv", "y,2.0", "y,1.5"))]) == 1
    assert "  honest, accuracy, y: 2.0 -> 1.5" in capsys.readouterr().out
    assert main(["diff", str(recorded), str(changed(recorded, "claims.csv", "holds", "undecided"))]) == 1
    assert "  p, c: holds -> undecided" in capsys.readouterr().out


def test_content_of_only_one_run(recorded, capsys):
    other = changed(recorded, "claims.csv", "p,c,holds", "p,d,holds\np,c,holds")
    assert main(["diff", str(recorded), str(other)]) == 1
    out = capsys.readouterr().out
    assert "verdicts: 1 in A, 2 in B; 0 differ, 0 only in A, 1 only in B" in out
    assert "  p, d: nan -> holds" in out


def test_a_run_is_read_like_its_record(recorded, tmp_path, capsys):
    run = tmp_path / "run"
    (run / "results/tables").mkdir(parents=True)
    shutil.copy(recorded / "version.json", run)
    for name in ("ranking.csv", "claims.csv"):
        shutil.copy(recorded / name, run / "results/tables")
    scores = run_comparison.read_run(recorded).scores.rename("value").reset_index()
    scores.to_parquet(run / "results/scores.parquet")
    assert main(["diff", str(recorded), str(run)]) == 0
    assert "version 0.9.0" in capsys.readouterr().out.splitlines()[1]


def test_a_folder_without_a_run_is_refused_in_a_sentence(recorded, tmp_path, capsys):
    (tmp_path / "text").write_bytes(b"text")
    folder = tmp_path / "folder" / "results"
    folder.mkdir(parents=True)
    for path in ("none", "text", "folder"):
        assert main(["diff", str(recorded), str(tmp_path / path)]) == 2
        assert capsys.readouterr().err.startswith("error: ")
    (folder / "scores.parquet").write_bytes(b"PAR1")
    assert main(["diff", str(recorded), str(tmp_path / "folder")]) == 2
    changed(recorded, "ranking.csv", "average_rank", "rank")
    with pytest.raises(InputError, match="does not contain readable tables"):
        run_comparison.read_run(recorded.with_name("ranking.csv-4"))


def test_changed_scores_are_recorded_only_under_a_new_version(recorded, capsys):
    other = changed(recorded, "scores.csv", "1984,y,0,1,0.5", "1984,y,0,1,0.75")
    assert main(["diff", str(recorded), str(other), "--record"]) == 2
    assert "__version__" in capsys.readouterr().err
    assert "0.75" not in (recorded / "scores.csv").read_text()
    (other / "version.json").write_text(json.dumps({"version": "1.0.0"}))
    assert main(["diff", str(recorded), str(other), "--record"]) == 0
    assert main(["diff", str(recorded), str(other)]) == 0
    assert run_comparison.read_run(recorded).version == "1.0.0"


def test_a_record_contains_its_sources(recorded, tmp_path):
    run = run_comparison.read_run(recorded)
    run_comparison.record_run(run, tmp_path / "again")
    again = run_comparison.read_run(tmp_path / "again")
    assert again.version == run.version
    kernels = {info["architecture"] for info in threadpool_info() if "architecture" in info}
    assert kernels < {*run.processor.split()}  # beside the instructions that NumPy uses
    for a, b in zip(run[3:], again[3:], strict=True):
        pd.testing.assert_series_equal(a.sort_index(), b.sort_index(), check_dtype=False)


def test_the_record_of_the_golden_run_has_this_version_which_the_changelog_explains():
    assert json.loads((GOLDEN / "version.json").read_text())["version"] == __version__
    assert f"## {__version__}\n" in (ROOT / "CHANGELOG.md").read_text()


def test_another_processor_explains_a_few_scores_but_no_missing_row(recorded, capsys):
    scores = run_comparison.read_run(recorded).scores
    run = run_comparison.read_run(recorded)._replace(
        scores=pd.concat([scores] * 9, keys=range(9), names=["copy"])
    )
    moved = run.scores.copy()
    moved.iloc[0] += 0.25
    other = run._replace(scores=moved)
    assert not run_comparison.is_processor_effect(run, other, run_comparison.compare_runs(run, other))
    other = other._replace(processor="another")
    assert run_comparison.is_processor_effect(run, other, run_comparison.compare_runs(run, other))
    fewer = other._replace(scores=moved.iloc[:-1])
    assert not run_comparison.is_processor_effect(run, fewer, run_comparison.compare_runs(run, fewer))
    many = other._replace(scores=run.scores + 0.25)
    assert not run_comparison.is_processor_effect(run, many, run_comparison.compare_runs(run, many))

    rows = "".join(f"honest,d{i},x,0,0,0.5\n" for i in range(20))
    (recorded / "scores.csv").write_text(f"protocol,dataset,method,repeat,fold,accuracy\n{rows}")
    other_run = changed(recorded, "scores.csv", "d0,x,0,0,0.5", "d0,x,0,0,0.75")
    (other_run / "version.json").write_text(json.dumps({"version": "0.9.0", "processor": "another"}))
    assert main(["diff", str(recorded), str(other_run)]) == 0
    assert (
        "At most 5% of the scores differ, and the processors differ, so the runs count as equal."
        in capsys.readouterr().out
    )
