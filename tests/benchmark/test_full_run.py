"""The tables of docs/full-run.md from two synthetic runs, checked by hand, and the page itself."""

import datetime
import json
import os

import full_run
import pandas as pd
import pytest


def made(folder, repeats, verdict, ranks):
    """A finished run of two methods on one data set, in two calls of Snakemake of 60 and 30 s."""
    usage = folder / "logs/usage"
    job = usage / "evaluate/honest/iris/_bundle"
    for name in ("results", "reports/tables", "data", job, ".snakemake/log"):
        (folder / name).mkdir(parents=True)
    rows = [("honest", "iris", m, str(r), "0", "accuracy", 0.5) for m in "xy" for r in range(repeats)]
    names = ["protocol", "dataset", "method", "repeat", "fold", "metric", "value"]
    pd.DataFrame(rows, columns=names).to_parquet(folder / "results/scores.parquet")
    config = {"config": {"primary": {"protocol": "honest", "metric": "accuracy"}}}
    (folder / "results/config.json").write_text(json.dumps(config))
    (folder / "reports/tables/failures.csv").write_text("status\nfailed\ntimeout\nunavailable\n")
    (folder / "reports/tables/claims.csv").write_text(f"paper,claim,verdict\np,c,{verdict}\np,d,not tested\n")
    lines = "".join(f"honest,accuracy,{m},{rank}\n" for m, rank in ranks.items())
    (folder / "reports/tables/ranking.csv").write_text(f"protocol,metric,method,average_rank\n{lines}")
    (job / "all.json").write_text(json.dumps({"cpu_seconds": 60.0 * repeats}))
    (usage / "report.json").write_text(json.dumps({"cpu_seconds": 60.0}))
    begun = datetime.datetime(2026, 1, 2, 3, 4, 5)
    for name, seconds, done in (("a", 60, True), ("b", 30, True), ("c", 600, False)):
        log = folder / ".snakemake/log" / f"{name}.snakemake.log"
        log.write_text(f"  Date: {begun}\nProvided cores: 2\n" + "Finished jobid: 1\n" * done)
        os.utime(log, (begun.timestamp() + seconds,) * 2)
    return full_run.read(folder)


@pytest.fixture
def runs(tmp_path):
    return (
        made(tmp_path / "a", 1, "holds", {"x": 1.0, "y": 2.0}),
        made(tmp_path / "b", 3, "undecided", {"x": 1.75, "y": 1.25}),
    )


def test_totals_of_a_run(runs):
    found = dict(full_run.totals(runs[1]))
    assert found["methods on test parts"] == "6"
    assert found["methods on data sets under a protocol"] == "2"
    assert found["rows of failures"] == "2"
    assert found["CPU time of the jobs"] == "4 min"
    assert found["wall time"] == "1 min on 2 cores + 0 min on 2 cores"
    assert full_run.time(7_260) == "2 h 01 min"


def test_protocols_verdicts_and_ranks_of_two_runs(runs):
    assert list(full_run.by_protocol(*runs)) == [("`honest`", 1, 2, "2", "6", "1 min", "3 min")]
    sentence, rows = full_run.verdicts(*runs)
    assert sentence.startswith("Of 2 claims, 1 were judged in the default run and 1 in the full run.")
    assert sentence.endswith("The verdicts differ for 1 claim.")
    assert rows == [("p", "`c`", "holds", "undecided")]
    sentence, rows = full_run.ranks(*runs)
    assert rows == [("`y`", "2.00", "1.25"), ("`x`", "1.00", "1.75")]
    assert "tau-b between the runs is -1.000" in sentence


def test_the_page_contains_the_rendered_text(runs):
    page = full_run.PAGE.read_text(encoding="utf-8")
    rendered = page.partition(full_run.BEGIN)[2].partition(full_run.END)[0]
    head = full_run.text(*runs).split("\n")
    assert [line for line in head if line.startswith("##")] == [
        line for line in rendered.split("\n") if line.startswith("##")
    ]
    assert "| wall time |" in rendered
