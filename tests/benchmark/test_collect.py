"""The results of all protocols in one table of each kind, and the table of jobs."""

import json

import pandas as pd
import pytest

from naivebench.benchmark import collect, score


def write_scored(folder, protocol):
    """Files of the rule score: one row in each table, except in `failures`."""
    rows = {kind: [tuple(range(len(c)))] for kind, c in score.COLUMNS.items()} | {"failures": []}
    rows["scores"] = [(protocol, "zoo", "nb", 0, 0, 5, 10, "accuracy", 0.1 + 0.2)]
    rows["timings"] = [(protocol, "zoo", "nb", 0, 0, 1.5, 0.25, 1.0)]
    files = {kind: str(folder / f"{kind}-{protocol.replace('/', '-')}.parquet") for kind in rows}
    for kind, frame in score.make_frames(rows).items():
        frame.to_parquet(files[kind], index=False)
    return files


@pytest.fixture
def merged(tmp_path):
    files = [write_scored(tmp_path, protocol) for protocol in ("a", "paper/b")]
    collect.merge_tables({kind: [of[kind] for of in files] for kind in score.COLUMNS}, tmp_path)
    return tmp_path


def test_the_tables_of_all_protocols_are_joined_and_keep_their_digits(merged):
    scores = pd.read_parquet(merged / "scores.parquet")
    assert scores["protocol"].tolist() == ["a", "paper/b"]
    assert scores["value"].tolist() == [0.1 + 0.2] * 2
    for kind in set(score.COLUMNS) - {"scores", "timings"}:
        lines = (merged / f"{kind}.csv").read_text().splitlines()
        assert lines[0] == ",".join(score.COLUMNS[kind])
        assert len(lines) == (1 if kind == "failures" else 3)


def test_facts_are_by_protocol_and_data_set(tmp_path):
    (tmp_path / "one.json").write_text(json.dumps({"break_even": {"zoo": {"methods": {"nb": 1}}}}))
    collect.merge_facts({"paper/b": str(tmp_path / "one.json")}, tmp_path)
    assert json.loads((tmp_path / "break_even.json").read_text()) == {
        "paper/b": {"zoo": {"methods": {"nb": 1}}}
    }


def test_a_fit_that_took_over_predictions_counts_with_their_times(merged):
    for job, cpu in (("fit/a/zoo", "0.5"), ("fit/paper/b/zoo", "NA"), ("score/a", "2")):
        path = merged / "benchmarks" / f"{job}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"s\tmax_rss\tcpu_time\n3.0\t10.0\t{cpu}\n")
    (merged / "benchmarks" / "torn.tsv").write_text("s\tmax")
    collect.write_jobs(merged / "benchmarks", merged)
    jobs = pd.read_csv(merged / "jobs.csv").set_index(["rule", "job"])
    assert jobs["cpu_seconds"].to_dict() == {
        ("fit", "a/zoo"): 1.75,
        ("fit", "paper/b/zoo"): 3.0,
        ("score", "a"): 2.0,
    }
    assert jobs["fit_predict_seconds"].sum() == 3.5
