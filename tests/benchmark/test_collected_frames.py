"""The frames of all protocols, and the table of jobs."""

import json

import pytest

from naivebench.benchmark import collected_frames, score


def write_scored(folder, protocol):
    """Files of the rule score: one row in each table, except in `failures`."""
    rows = {kind: [tuple(range(len(c)))] for kind, c in score.COLUMNS.items()} | {"failures": []}
    rows["scores"] = [(protocol, "zoo", "nb", 0, 0, 5, 10, "accuracy", 0.1 + 0.2)]
    rows["timings"] = [(protocol, "zoo", "nb", 0, 0, 1.5, 0.25, 1.0)]
    files = {kind: str(folder / f"{kind}-{protocol.replace('/', '-')}.parquet") for kind in rows}
    for kind, frame in score.make_data_frames(rows).items():
        frame.to_parquet(files[kind], index=False)
    return files


@pytest.fixture
def frames(tmp_path):
    files = [write_scored(tmp_path, protocol) for protocol in ("a", "paper/b")]
    (tmp_path / "one.json").write_text(json.dumps({"hit_curves": {}, "break_even": {"zoo": {"cases": 1}}}))
    tables = {kind: [paths[kind] for paths in files] for kind in score.COLUMNS}
    return collected_frames.read_scores_and_facts(tables, {"paper/b": str(tmp_path / "one.json")})


def test_the_tables_of_all_protocols_are_joined(frames):
    assert frames["scores"]["protocol"].tolist() == ["a", "paper/b"]
    assert frames["scores"]["value"].tolist() == [0.1 + 0.2] * 2
    for kind, columns in score.COLUMNS.items():
        assert frames[kind].columns.tolist() == list(columns)
        assert len(frames[kind]) == (0 if kind == "failures" else 2)


def test_facts_are_by_protocol_and_data_set(frames):
    assert frames["break_even"].to_dict("records") == [
        {"protocol": "paper/b", "dataset": "zoo", "facts": {"cases": 1}}
    ]
    assert frames["hit_curves"].empty


def test_a_fit_that_took_over_predictions_counts_with_their_times(tmp_path, frames):
    for job, cpu in (("fit/a/zoo", "0.5"), ("fit/paper/b/zoo", "NA"), ("score/a", "2")):
        path = tmp_path / "benchmarks" / f"{job}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"s\tmax_rss\tcpu_time\n3.0\t10.0\t{cpu}\n")
    (tmp_path / "benchmarks" / "torn.tsv").write_text("s\tmax")
    jobs = collected_frames.list_jobs(tmp_path / "benchmarks", frames["timings"]).set_index(["rule", "job"])
    assert jobs["cpu_seconds"].to_dict() == {
        ("fit", "a/zoo"): 1.75,
        ("fit", "paper/b/zoo"): 3.0,
        ("score", "a"): 2.0,
    }
    assert jobs["fit_predict_seconds"].sum() == 3.5
