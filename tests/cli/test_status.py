"""`naivebench status`: at most 12 lines at the end of a run, and how far a run is before."""

from __future__ import annotations

import os
import re
import time

import pytest
from support.configured import project

from naivebench.benchmark import configuration, settings
from naivebench.cli.main import main
from naivebench.cli.status import MANY, START, describe_progress, format_duration

HEAD = "dataset,status,method,protocol,stage,reason,remedy\n"
ROWS = """\
far,unavailable,all,honest,fetch,no network (sha256 0123456789abcdef),put it into the mirror folder
farther,unavailable,all,honest,fetch,no network,put it into the mirror folder
iris,failed,nb,honest,fit,it raised,Mend the cause.
iris,not applicable,gnb,honest,fit,does not take x (nominal),none needed
all,failed,all,all,compare ranks,broken,Mend it.
"""


@pytest.fixture
def finished(tmp_path):
    (tmp_path / "reports" / "tables").mkdir(parents=True)
    (tmp_path / "reports" / "index.html").touch()
    (tmp_path / "reports" / "tables" / "failures.csv").write_text(HEAD + ROWS)
    return tmp_path


def test_data_sets_that_are_not_available_are_one_line(finished, capsys):
    (finished / "results").mkdir()
    jobs = "rule,job,cpu_seconds\nfit,a,500\nfit,b,100\ncompare,,60\n"
    (finished / "results" / "jobs.csv").write_text(jobs)
    answer = (
        "role,method,title,gain,gain_low\nbest of the family,eskdb,ESKDB,0.025,0.01\n"
        "best rival,random_forest,Random forest,0.031,0.01\none-dependence,aode,AODE,0.012,0.004\n"
        "best one-dependence,a2de,A2DE,0.02,0.01\nreference,nb,Naive Bayes,,\n"
    )
    (finished / "reports" / "tables" / "answer.csv").write_text(answer)
    assert main(["status", str(finished)]) == 0
    pages, page = finished.resolve() / "reports", f"{finished}/reports/datasets.html#unavailable"
    assert capsys.readouterr().out.splitlines() == [
        f"not available: 2 data sets; {page} says why, and how to get them",
        "failed: nb on iris: it raised. Mend the cause.",
        "failed: all: broken. Mend it.",
        "time: 11 min of CPU time; from scratch at least 6 min on 2 cores, 1 min on 8 cores",
        "result: best of the family: ESKDB +2.5; best rival: Random forest +3.1; "
        "cheapest good one: AODE +1.2 (accuracy points over naive Bayes)",
        f"report: {pages}/index.html",
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "best of the family,aode,AODE,0.02,0.01\nbest rival,cart,CART,-0.01,-0.02\n"
            "one-dependence,aode,AODE,0.02,0.01\nbest one-dependence,aode,AODE,0.02,0.01\n",
            "best of the family and cheapest good one: AODE +2.0; best rival: CART -1.0",
        ),
        (
            "best of the family,nb,Naive Bayes,,\n"
            "one-dependence,aode,AODE,0.0,-0.04\nreference,nb,Naive Bayes,,\n",
            "best of the family: Naive Bayes",
        ),
    ],
)
def test_each_method_of_the_result_is_named_once_with_its_roles(finished, capsys, rows, expected):
    """An estimator whose gain over naive Bayes may be zero is not called good."""
    (finished / "reports" / "tables" / "answer.csv").write_text("role,method,title,gain,gain_low\n" + rows)
    assert main(["status", str(finished)]) == 0
    assert f"result: {expected} (accuracy points over naive Bayes)" in capsys.readouterr().out.splitlines()


def test_there_are_at_most_twelve_lines(finished, capsys):
    rows = [f"d{i},failed,all,all,score,reason {i}{' and' * 99},Mend it.\n" for i in range(MANY + 3)]
    (finished / "reports" / "tables" / "failures.csv").write_text(HEAD + ROWS + "".join(rows))
    assert main(["status", str(finished)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 12
    assert 150 < max(map(len, lines[1:-1])) <= 160  # the first and the last one have the path of the run
    assert lines[3].endswith(" and ... Mend it.")
    assert lines[-2].startswith("... and 5 more reasons")


def test_without_a_run_there_is_a_sentence(tmp_path, capsys):
    assert main(["status", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"error: there is no run in {tmp_path.resolve()}: run make")


def test_the_time_left_follows_from_the_effort_of_the_fits_since_the_start(tmp_path):
    configured = configuration.read_configuration(project(tmp_path))
    pairs = settings.group_methods_by_pair(configured)
    efforts = {p: START + settings.estimate_effort(configured, *p, of) for p, of in pairs.items()}
    (old, new, *others), total = efforts, len(efforts)
    assert others
    now = time.time()
    for (protocol, dataset), age in ((old, 9000), (new, 60)):
        path = tmp_path / "results" / "predictions" / protocol / f"{dataset}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (now - age, now - age))
    logs = tmp_path / ".snakemake" / "log"
    logs.mkdir(parents=True)
    started = time.localtime(now - 600)
    (logs / f"{time.strftime('%Y-%m-%dT%H%M%S', started)}.123456.snakemake.log").touch()
    left = 600 * sum(efforts[pair] for pair in others) / efforts[new]
    text = describe_progress(tmp_path, configured)
    assert text.startswith(f"2 of {total} fits are done: about ")
    assert text.endswith(f"{format_duration(left)} left if the run is going on")
    next(logs.iterdir()).unlink()
    assert describe_progress(tmp_path, configured).endswith("repeat the command in a minute")


def test_a_report_of_an_earlier_run_does_not_hide_that_a_new_one_is_going_on(finished, capsys):
    project(finished)
    path = finished / "results" / "predictions" / "honest" / "sky.npz"
    path.parent.mkdir(parents=True)
    path.touch()
    for age, expected in ((-9000, "report: "), (5, "1 of ")):
        os.utime(path, (time.time() + age, time.time() + age))
        assert main(["status", str(finished), "--project", str(finished)]) == 0
        assert capsys.readouterr().out.splitlines()[-1].startswith(expected)


def test_a_run_that_has_no_fits_yet_has_started(tmp_path, capsys):
    project(tmp_path)
    (tmp_path / ".snakemake" / "log").mkdir(parents=True)
    assert main(["status", str(tmp_path), "--project", str(tmp_path)]) == 0
    assert re.match("0 of .* in a minute; if .* --configfile, pass it here too\n", capsys.readouterr().out)


def test_a_run_without_failures_is_finished(finished, capsys):
    """The report has no table of failures then."""
    (finished / "reports" / "tables" / "failures.csv").unlink()
    path = finished / "results" / "predictions" / "honest" / "sky.npz"
    path.parent.mkdir(parents=True)
    path.touch()
    os.utime(path, (time.time() - 9000, time.time() - 9000))
    assert main(["status", str(finished)]) == 0
    assert capsys.readouterr().out == f"report: {finished.resolve()}/reports/index.html\n"


def test_durations_are_in_words():
    found = [format_duration(s) for s in (0.2, 59.4, 59.5, 3540, 3600, 3660)]
    assert found == ["1 s", "59 s", "1 min", "59 min", "1 h 00 min", "1 h 01 min"]
