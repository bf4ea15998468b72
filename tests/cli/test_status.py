"""Messages at the end of a run, and from `naivebench status`, about what is missing."""

import re

import pytest
from support.workflow_project import ROOT

from naivebench.cli import terminal
from naivebench.cli.main import main
from naivebench.cli.status import MANY, summary
from naivebench.report import problems

HEAD = ",".join(c.key for c in problems.FAILURES)
ROWS = """
far,unavailable,all,honest,all,fetch,no network,put it into the mirror folder
farther,unavailable,all,honest,all,fetch,no network,put it into the mirror folder
iris,failed,nb,honest,fold 3,fit,it raised,mend the cause
iris,not applicable,gnb,honest,all,fit,does not take x (nominal),none needed
all,failed,all,all,all,compare ranks,broken,mend it
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "reports" / "tables").mkdir(parents=True)
    (tmp_path / "reports" / "index.html").touch()
    (tmp_path / "reports" / "tables" / "failures.csv").write_text(HEAD + ROWS)
    return tmp_path


def test_every_reason_once_with_its_remedy_and_the_report(folder, capsys):
    assert main(["status", str(folder)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "unavailable: far, farther",
        "    no network",
        "    To do: put it into the mirror folder",
        "failed: nb on iris",
        "    it raised",
        "    To do: mend the cause",
        "failed: compare ranks",
        "    broken",
        "    To do: mend it",
        f"report: {folder.resolve()}/reports/index.html",
    ]


def test_the_headline_and_the_time_of_a_run(folder):
    (folder / "reports" / "index.html").write_text(
        '<head>\n<meta name="description" content="aode is best &amp; fast. ">\n'
    )
    (folder / "results").mkdir()
    (folder / "results" / "jobs.csv").write_text(
        "rule,job,cpu_seconds\nfit,honest/iris,500\nfit,honest/zoo,100\ncompare,,40\n"
    )
    (folder / "results" / "environment.json").write_text('{"run": {"cpu_seconds_main": 60}}')
    *_, time, headline, _ = summary(folder)
    # one core needs 660 s and then 40 s; on eight, the longest job takes 500 s
    assert time == "time: 12 min of CPU time; from scratch about 9 min on 2 cores, 9 min on 8 cores"
    assert headline == "result: aode is best & fast."


def test_many_reasons_are_truncated(folder):
    rows = [f"d{i},failed,all,all,all,score,reason {i},mend" for i in range(MANY + 3)]
    (folder / "reports" / "tables" / "failures.csv").write_text("\n".join([HEAD, *rows]) + "\n")
    *shown, more, _ = summary(folder)
    assert sum(line.startswith("failed:") for line in shown) == MANY
    assert more.startswith("... and 3 more reasons")


def test_a_method_without_many_data_sets_is_named_once(folder):
    rows = [f"set{i},unavailable,ebm,honest,all,fit,no package,install it" for i in range(MANY + 1)]
    (folder / "reports" / "tables" / "failures.csv").write_text("\n".join([HEAD, *rows, ""]))
    assert summary(folder)[:3] == [
        f"unavailable: ebm on {MANY + 1} data sets",
        "    no package",
        "    To do: install it",
    ]


def test_without_a_report_there_is_a_sentence(tmp_path, capsys):
    assert main(["status", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"error: there is no report in {tmp_path.resolve()}: run make")


def test_every_run_of_make_ends_with_the_status():
    """No target that runs the benchmark can leave it out, whether or not there was anything to do."""
    text = (ROOT / "Makefile").read_text()
    recipes = re.findall(r"^([\w-]+):.*\n((?:\t.*\n)+)", text, re.M)
    runs = {name: lines for name, lines in recipes if re.search(r"@.*SNAKEMAKE\)", lines)}
    assert runs.keys() == {"all", "smoke", "full"}
    assert all(re.search(r"@\$\(STATUS\).*\n$", lines) for lines in runs.values())


def test_control_characters_do_not_reach_the_terminal(folder, tmp_path, capsys):
    escape = "\x1b[2J\x07\x9b31m gone"
    failures = folder / "reports" / "tables" / "failures.csv"
    failures.write_text(f'{HEAD}\niris,failed,nb{escape},honest,fold 3,fit,"it {escape} raised",mend\n')
    assert main(["status", str(folder)]) == 0
    told = capsys.readouterr().out
    assert r"it \x1b[2J\x07\x9b31m" in told
    assert main(["compare", str(tmp_path / f"no{escape}")]) == 2
    terminal.note(escape)
    terminal.say(f"{escape}\r")
    found = capsys.readouterr()
    assert not set("\x1b\x07\x9b\r") & set(told + found.err + found.out)
    assert terminal.visible("a\tb\nc é") == "a\tb\nc é"


def test_an_unfinished_run_has_no_status(tmp_path, capsys):
    path = tmp_path / "results" / "predictions" / "honest" / "iris" / "fast" / "all.npz"
    path.parent.mkdir(parents=True)
    path.touch()
    assert main(["status", str(tmp_path)]) == 2
    assert "is not finished: wait for its end, or run make" in capsys.readouterr().err
