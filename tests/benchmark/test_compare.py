"""The tables, statistics and facts of the whole run, which the rule compare writes."""

import json

import pandas as pd
import pytest

from naivebench.benchmark import compare, score, score_protocol
from naivebench.benchmark.results import context
from naivebench.core.checks import InputError


def scored(folder, protocols, facts):
    """Files of the rule score: one row in each table for each protocol, except in `failures`."""
    files = []
    for protocol in protocols:
        rows = {kind: [tuple(range(len(c)))] for kind, c in score.COLUMNS.items()} | {"failures": []}
        rows["scores"] = [(protocol, "zoo", "nb", 0, 0, 5, 10, "accuracy", 0.1 + 0.2)]
        tables = {kind: str(folder / f"{len(files)}-{kind}.parquet") for kind in rows}
        for kind, frame in score_protocol.frames(score_protocol.Scored(rows, {})).items():
            frame.to_parquet(tables[kind], index=False)
        path = folder / f"{len(files)}.json"
        path.write_text(json.dumps(facts.get(protocol, {})))
        files.append(compare.Scored(protocol, tables, str(path)))
    return files


def test_the_tables_of_all_protocols_are_joined_and_keep_their_digits(tmp_path):
    facts = {"paper/b": {"break_even": {"zoo": {"methods": {"nb": 1}}}}}
    scores = compare.collect(scored(tmp_path, ["a", "paper/b"], facts), tmp_path)
    assert scores["protocol"].tolist() == ["a", "paper/b"]
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "scores.parquet"), scores)
    assert scores["value"].tolist() == [0.1 + 0.2] * 2
    for kind in set(score.COLUMNS) - {"scores", "timings"}:
        lines = (tmp_path / f"{kind}.csv").read_text().splitlines()
        assert lines[0] == ",".join(score.COLUMNS[kind])
        assert len(lines) == (1 if kind == "failures" else 3)
    found = json.loads((tmp_path / "break_even" / "paper" / "b" / "zoo.json").read_text())
    assert found == {"methods": {"nb": 1}}


@pytest.mark.parametrize("threads", [1, 3])
def test_a_statistic_that_fails_is_a_row_and_the_others_are_complete(tmp_path, threads):
    todo = [
        compare.Task(tmp_path / "statistics" / "ranks.json", lambda: {"a": 1 / 3}, ()),
        compare.Task(tmp_path / "statistics" / "bayes.json", lambda: 1 / 0, ()),
        compare.Task(tmp_path / "angles" / "sky.json", lambda: float("nan"), ()),
    ]
    compare.run(todo, threads, "report")
    assert json.loads(todo[0].path.read_text()) == {"a": 1 / 3}
    rows = {row.stage: row.reason for row in context.failed_facts(tmp_path)}
    assert rows["compare bayes"] == "ZeroDivisionError: division by zero"
    assert rows["compare"].startswith("ValueError: Out of range float values")
    with pytest.raises(InputError, match=r"compare, bayes: ZeroDivisionError: .* \(on_error: stop\)"):
        compare.run(todo, threads, "stop")
