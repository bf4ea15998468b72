"""What a run says of itself while it goes on: counts, time left, and jobs by the names of what they do."""

import io
import json
import logging
import sys
from types import SimpleNamespace

import pytest
from snakemake_interface_logger_plugins.common import LogEvent

import snakemake_logger_plugin_naivebench as plugin
from naivebench.cli import progress

SETTINGS = SimpleNamespace(dryrun=False, quiet=None)


def begun(planned, cores=1, before=None):
    return progress.begin(planned | {"all": 1, "total": sum(planned.values()) + 1}, cores, 0.0, before or {})


def finish(run, rule, *seconds):
    """One job after the other, of so many seconds each."""
    for i, took in enumerate(seconds):
        progress.start(run, 100 + i, rule, "", 0.0)
        progress.end(run, 100 + i, took)


def test_time_left_is_the_work_left_over_the_cores():
    run = begun({"evaluate": 10, "score": 4}, cores=2)
    finish(run, "evaluate", 10.0, 20.0, 30.0)
    finish(run, "score", 1.0, 3.0)
    # 7 jobs of 20 s, 2 of 2 s
    assert progress.seconds_left(run, 50.0) == pytest.approx((7 * 20 + 2 * 2) / 2)
    progress.start(run, 7, "evaluate", "", 44.0)
    assert progress.seconds_left(run, 50.0) == pytest.approx((7 * 20 + 2 * 2 - 6) / 2)
    assert progress.seconds_left(run, 500.0) == pytest.approx((6 * 20 + 2 * 2) / 2), "late by itself alone"


def test_rules_without_a_job_yet_take_as_long_as_in_earlier_runs(tmp_path):
    for name, seconds in (("compare/ranks", 30), ("compare/bayes", 50), ("report", 9)):
        path = tmp_path / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"wall_seconds": seconds}))
    before = progress.earlier(tmp_path)
    assert before == {"compare": 40, "report": 9}
    run = begun({"evaluate": 5, "compare": 2, "figures": 1}, before=before)
    finish(run, "evaluate", *[6.0] * 5)
    assert progress.seconds_left(run, 0.0) == 2 * 40 + 6


def test_before_a_few_jobs_are_done_nothing_is_said_of_time():
    run = begun({"evaluate": 50})
    finish(run, "evaluate", *[2.0] * (progress.FEWEST - 1))
    assert progress.seconds_left(run, 9.0) is None
    assert "left" not in progress.line(run, 9.0)


def test_nothing_is_said_of_time_while_most_jobs_left_are_of_rules_never_seen():
    run = begun({"prepare": 10, "evaluate": 50, "score": 30})
    finish(run, "prepare", *[1.0] * 10)
    assert progress.seconds_left(run, 9.0) is None
    finish(run, "evaluate", 4.0)
    assert progress.seconds_left(run, 9.0) == 79 * 4.0


def test_the_line_counts_and_names_what_runs_the_longest_first():
    run = begun({"evaluate": 1200, "report": 1}, cores=2)
    finish(run, "evaluate", *[60.0] * 5)
    progress.start(run, 1, "evaluate", "evaluate nb on iris, honest", 100.0)
    progress.start(run, 2, "evaluate", "evaluate tan on zoo, honest", 90.0)
    assert progress.line(run, 100.0) == (
        "5 of 1,201 jobs, at most 9 h 58 min left: evaluate tan on zoo, honest; evaluate nb on iris, honest"
    )
    assert progress.last(run, 200.0) == "5 of 1,201 jobs in 3 min"


def test_the_line_has_the_rate_of_the_last_job_that_read_rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs/usage/count/p").mkdir(parents=True)
    (tmp_path / "logs/usage/count/p/3.json").write_text('{"rows": 5, "rows_per_second": 1234567}')
    run = begun({"count": 12})
    progress.start(run, 1, "count", "count 3 on clicks", 0.0, "logs/count/p/3.log")
    progress.start(run, 2, "count", "count 4 on clicks", 0.0, "logs/count/p/4.log")
    assert progress.line(run, 1.0) == "0 of 12 jobs: count 3 on clicks; count 4 on clicks"
    progress.end(run, 1, 2.0)
    assert progress.line(run, 3.0) == "1 of 12 jobs: count 4 on clicks (1,234,567 rows per second before)"


@pytest.mark.parametrize(
    ("rule", "wildcards", "methods", "expected"),
    [
        ("evaluate", {"protocol": "honest", "dataset": "iris", "unit": "_bundle", "part": "0"},
         ["nb", "tan", "c45"], "evaluate nb, tan and 1 more on iris, honest"),
        ("evaluate", {"protocol": "p/q", "dataset": "zoo", "unit": "tan", "part": "3"}, ["tan"],
         "evaluate tan on zoo, p/q"),
        ("prepare", {"dataset": "magic"}, [], "prepare magic"),
        ("discretize", {"protocol": "honest", "dataset": "crx", "discretizer": "fayyad_irani"}, [],
         "discretize fayyad_irani on crx, honest"),
        ("compare", {"statistic": "ranks"}, [], "compare ranks"),
        ("report", {}, [], "report"),
    ],
)  # fmt: skip
def test_a_job_in_words(rule, wildcards, methods, expected):
    assert progress.text_of(rule, wildcards, methods) == expected


def test_methods_of_a_job_are_those_of_its_settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results/jobs/evaluate/honest").mkdir(parents=True)
    told = "results/jobs/evaluate/honest/all-12.json"
    (tmp_path / told).write_text('{"methods": {"nb": {}, "tan": {}}}')
    assert progress.methods_of(["data/prepared/iris.npz", told]) == ["nb", "tan"]
    assert progress.methods_of(["data/prepared/iris.npz"]) == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.2, "1 s"), (59.4, "59 s"), (59.6, "1 min"), (1170, "20 min"), (3570, "1 h 00 min"),
     (5400, "1 h 30 min")],
)  # fmt: skip
def test_durations(seconds, text):
    assert progress.duration(seconds) == text


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(params=[False, True], ids=["file", "terminal"])
def shown(request, monkeypatch, tmp_path):
    """What a run with two jobs, one of which fails, writes to standard error."""
    stream = Terminal() if request.param else io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(plugin, "EVERY", 0.05)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.chdir(tmp_path)
    handler = plugin.LogHandler(SETTINGS, None)
    wildcards = {"protocol": "honest", "dataset": "iris", "unit": "nb", "part": "all"}

    def say(message=None, level=logging.INFO, **told):
        record = logging.makeLogRecord({"msg": message, "levelno": level, **told})
        handler.handle(record)

    say("Building DAG of jobs...")
    say("Provided cores: 2", event=LogEvent.RESOURCES_INFO, cores=2)
    say("Job stats: ...", event=LogEvent.RUN_INFO, stats={"evaluate": 2, "all": 1, "total": 3})
    for number in (1, 2):
        say(
            event=LogEvent.JOB_INFO, jobid=number, rule_name="evaluate", wildcards=wildcards, input=[],
            log=["logs/evaluate/a.log"],
        )  # fmt: skip
    say("Finished", event=LogEvent.JOB_FINISHED, job_id=1)
    say(
        "Error in rule",
        logging.ERROR,
        event=LogEvent.JOB_ERROR,
        jobid=2,
        rule_name="evaluate",
        log=["logs/b.log"],
    )
    say("end of logs/b.log:\n    boom", logging.ERROR)
    handler.ended.wait(1.2 if request.param else 0.2)
    say("Nothing to be done (all requested files are present and up to date).")
    handler.close()
    handler.close()
    return stream.getvalue()


def test_a_run_is_shown_by_one_line_and_its_errors(shown):
    lines = shown.replace("\r\033[K", "\n").split("\n")
    assert "failed: evaluate iris, honest; its log: logs/b.log" in lines
    assert "    boom" in lines
    assert any(line.startswith("1 of 2 jobs") for line in lines)
    assert sum(line.startswith("Nothing to be done") for line in lines) == 1
    assert sum(line.startswith("1 of 2 jobs in") for line in lines) == 1
    assert not [line for line in lines if "DAG" in line or "Finished" in line or "Job stats" in line]


def test_a_fault_of_the_line_ends_no_run(monkeypatch, capsys):
    handler = plugin.LogHandler(SETTINGS, None)
    monkeypatch.setattr(logging, "raiseExceptions", False)
    handler.handle(logging.makeLogRecord({"event": LogEvent.RUN_INFO, "levelno": logging.INFO}))
    handler.close()
