"""Progress of a run: counts, time left, and jobs described by what they do."""

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


def begun(planned, cores=1, before=None, efforts=()):
    stats = planned | {"all": 1, "total": sum(planned.values()) + 1}
    return progress.begin(stats, cores, 0.0, before or {}, efforts)


def finish(run, rule, *seconds):
    """Finish jobs one after the other, each after this many seconds."""
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


def test_rules_without_records_take_the_median_of_all_jobs():
    run = begun({"prepare": 10, "score": 30})
    finish(run, "prepare", *[1.0] * 4, 2.0, 2.0, 90.0)
    assert progress.seconds_left(run, 9.0) == pytest.approx(3 * 98 / 7 + 30 * 1.0)


def test_times_of_fits_are_proportional_to_the_roots_of_their_efforts():
    efforts = [10**8, 10**6, 10**6, 10**4, 10**4]
    run = begun({"prepare": 5, "evaluate": 5}, efforts=efforts)
    finish(run, "prepare", *[1.0] * 5)
    assert progress.seconds_left(run, 9.0) == pytest.approx(progress.FIT * 12_200)
    progress.start(run, 1, "evaluate", "", 10.0, effort=10**8)
    progress.end(run, 1, 30.0)
    assert progress.seconds_left(run, 30.0) == pytest.approx(20 / 10_000 * 2_200)
    progress.start(run, 2, "evaluate", "", 30.0, effort=10**6)
    assert progress.seconds_left(run, 31.0) == pytest.approx(20 / 10_000 * 2_200 - 1)
    assert progress.seconds_left(run, 90.0) == pytest.approx(20 / 10_000 * 1_200), "late by itself alone"


def test_remaining_fits_are_not_more_expensive_than_the_most_expensive_started_one():
    run = begun({"evaluate": 9}, efforts=[10**8, 10**8, 100])  # the plan is not that of this run
    for i in range(8):
        progress.start(run, i, "evaluate", "", 0.0, effort=100)
        progress.end(run, i, 3.0)
    assert progress.seconds_left(run, 3.0) == pytest.approx(3.0)


def test_the_replayed_time_left_of_a_first_run_is_accurate_and_does_not_rise():
    """Two cores run the most expensive fits first.

    Times are proportional to the root of the effort, and twice as long as usual.
    """
    efforts = [10**7 // (i + 1) ** 2 for i in range(100)]
    jobs = [("prepare", 0.5, None)] * 100
    jobs += [("evaluate", 2 * progress.FIT * e**0.5, e) for e in efforts] + [("score", 0.1, None)] * 100
    run = begun({"prepare": 100, "evaluate": 100, "score": 100}, cores=2, efforts=efforts)
    going, now, told = [], 0.0, []
    for number, (rule, seconds, effort) in enumerate(jobs):
        if len(going) == 2:
            going.sort()
            now, first = going.pop(0)
            progress.end(run, first, now)
            told.append((now, progress.seconds_left(run, now)))
        progress.start(run, number, rule, "", now, effort=effort)
        going.append((now + seconds, number))
    end = max(going)[0]
    ends = [now + left for now, left in told if left is not None]
    before = [e for (now, _), e in zip(told[-len(ends) :], ends, strict=True) if now < 25.0]
    after = ends[len(before) + 2 :]
    assert before
    assert all(0.5 * end < e < 1.1 * end for e in before), "at the usual rate until a fit is done"
    assert all(0.8 * end < e < 1.2 * end for e in after)


def test_efforts_are_those_of_fits_without_a_record(tmp_path):
    told, usage = tmp_path / "efforts.json", tmp_path / "usage"
    assert progress.efforts(told) == {}
    told.write_text('{"honest/iris/nb/all": 5, "honest/zoo/nb/0": 7}')
    found = progress.efforts(told)
    assert progress.undone(found, usage) == [5, 7]
    for fit, left in (("honest/iris/nb/all", [7]), ("honest/zoo/nb/0", [5, 7])):
        (usage / "evaluate" / fit).parent.mkdir(parents=True, exist_ok=True)
        (usage / "evaluate" / f"{fit}.json").write_text("{}")
        assert progress.undone(found, usage) == left


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


def test_the_time_left_is_shown_only_after_a_few_jobs():
    run = begun({"evaluate": 50})
    finish(run, "evaluate", *[2.0] * (progress.FEWEST - 1))
    assert progress.seconds_left(run, 9.0) is None
    assert "left" not in progress.line(run, 9.0)


def test_the_line_has_counts_and_names_the_longest_running_jobs_first():
    run = begun({"evaluate": 1200, "report": 1}, cores=2)
    finish(run, "evaluate", *[60.0] * 5)
    progress.start(run, 1, "evaluate", "evaluate nb on iris, honest", 100.0)
    progress.start(run, 2, "evaluate", "evaluate tan on zoo, honest", 90.0)
    assert progress.line(run, 100.0) == (
        "5 of 1,201 jobs, about 9 h 58 min left: evaluate tan on zoo, honest; evaluate nb on iris, honest"
    )
    assert progress.last(run, 200.0) == "5 of 1,201 jobs finished in 3 min"


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
def test_jobs_are_described_in_words(rule, wildcards, methods, expected):
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
    """Standard error of a run with two jobs, one of which fails."""
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
    assert sum(line.startswith("1 of 2 jobs finished in") for line in lines) == 1
    assert not [line for line in lines if "DAG" in line or "Finished" in line or "Job stats" in line]


def test_the_line_uses_the_efforts_that_the_workflow_wrote(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    told = tmp_path / progress.EFFORTS
    told.parent.mkdir(parents=True)
    told.write_text('{"honest/iris/nb/all": 9, "honest/zoo/nb/all": 1}')
    handler = plugin.LogHandler(SETTINGS, None)
    wildcards = {"protocol": "honest", "dataset": "iris", "unit": "nb", "part": "all"}
    for record in (
        {"event": LogEvent.RUN_INFO, "stats": {"evaluate": 2}},
        {"event": LogEvent.JOB_INFO, "jobid": 1, "rule_name": "evaluate", "wildcards": wildcards, "input": [],
         "log": []},
    ):  # fmt: skip
        handler.handle(logging.makeLogRecord({"levelno": logging.INFO, **record}))
    assert handler.run.expected == 3 + 1
    assert handler.run.running[1].weight == 3
    handler.close()


def test_a_fault_of_the_progress_line_does_not_end_a_run(monkeypatch, capsys):
    handler = plugin.LogHandler(SETTINGS, None)
    monkeypatch.setattr(logging, "raiseExceptions", False)
    handler.handle(logging.makeLogRecord({"event": LogEvent.RUN_INFO, "levelno": logging.INFO}))
    handler.close()
