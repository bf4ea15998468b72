"""`naivebench status`: at most 12 lines at the end of a run, and how far a run is before."""

from __future__ import annotations

import os
import re
import time

import pytest
from support.configured import project

from naivebench.cli.main import main
from naivebench.cli.status import MANY

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
    answer = (
        "role,method,title,gain\nbest of the family,nb,Naive Bayes,\n"
        "best rival,random_forest,Random forest,0.031\nreference,nb,Naive Bayes,\n"
    )
    (finished / "reports" / "tables" / "answer.csv").write_text(answer)
    assert main(["status", str(finished)]) == 0
    pages, page = finished.resolve() / "reports", f"{finished}/reports/datasets.html#unavailable"
    assert capsys.readouterr().out.splitlines() == [
        f"data sets that are not available: 2; {page} says why, and how to get them",
        "failed: nb on iris: it raised. Mend the cause.",
        "failed: all: broken. Mend it.",
        "best of the family: Naive Bayes (+0.0 accuracy points over naive Bayes)",
        "best rival: Random forest (+3.1 accuracy points over naive Bayes)",
        f"report: {pages}/index.html",
    ]


def test_there_are_at_most_twelve_lines(finished, capsys):
    rows = [f"d{i},failed,all,all,score,reason {i}{' and' * 99},Mend it.\n" for i in range(MANY + 3)]
    (finished / "reports" / "tables" / "failures.csv").write_text(HEAD + ROWS + "".join(rows))
    assert main(["status", str(finished)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 12
    assert lines[3].endswith(" and ... Mend it.")
    assert lines[-2].startswith("... and 5 more reasons")


def test_without_a_run_there_is_a_sentence(tmp_path, capsys):
    assert main(["status", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"error: there is no run in {tmp_path.resolve()}: run make")


def test_a_report_of_an_earlier_run_does_not_hide_a_new_one(finished, monkeypatch, capsys):
    monkeypatch.chdir(project(finished))
    path = finished / "results" / "predictions" / "honest" / "sky.npz"
    path.parent.mkdir(parents=True)
    path.touch()
    for age, expected in ((-9000, "report: "), (5, "1 of ")):
        os.utime(path, (time.time() + age, time.time() + age))
        assert main(["status", str(finished)]) == 0
        assert capsys.readouterr().out.splitlines()[-1].startswith(expected)


def test_a_run_that_has_no_fits_yet_has_started(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(project(tmp_path))
    (tmp_path / ".snakemake" / "log").mkdir(parents=True)
    assert main(["status"]) == 0
    assert re.match("0 of .* fits are done\n", capsys.readouterr().out)


def test_a_run_without_failures_is_finished(finished, capsys):
    """The report has no table of failures then."""
    (finished / "reports" / "tables" / "failures.csv").unlink()
    path = finished / "results" / "predictions" / "honest" / "sky.npz"
    path.parent.mkdir(parents=True)
    path.touch()
    os.utime(path, (time.time() - 9000, time.time() - 9000))
    assert main(["status", str(finished)]) == 0
    assert capsys.readouterr().out == f"report: {finished.resolve()}/reports/index.html\n"
